//! What the player has set by key, kept between sittings: theme, charset, a game's own settings.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A value set by key, and what the configuration said at the time: who changes the configuration later means it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Choice {
    value: String,
    over: String,
}

#[derive(Debug, Default)]
pub struct Preferences {
    choices: BTreeMap<String, Choice>,
    /// Where they are kept; `None` keeps them for this sitting only.
    path: Option<PathBuf>,
}

impl Preferences {
    /// Reads the file; a missing one is an empty one. One that cannot be read is set aside, and the second value says so.
    pub fn load(path: Option<PathBuf>) -> (Self, Option<String>) {
        let Some(file) = &path else { return (Preferences::default(), None) };
        let empty = |warning| (Preferences { path: path.clone(), ..Preferences::default() }, warning);
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return empty(None),
            Err(error) => {
                let warning = format!("{}: {error}; settings are not kept this time", file.display());
                return (Preferences::default(), Some(warning));
            }
        };
        match serde_json::from_str(&text) {
            Ok(choices) => (Preferences { choices, path }, None),
            Err(error) => {
                let aside = file.with_extension("damaged.json");
                let _ = fs::rename(file, &aside);
                // Told on one line: both names without their folder.
                let named =
                    |path: &Path| path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
                empty(Some(format!("{} is damaged, and set aside as {}: {error}", named(file), named(&aside))))
            }
        }
    }

    /// The value in force: what was set by key over this configured value, or else that.
    pub fn value<'a>(&'a self, key: &str, configured: &'a str) -> &'a str {
        let choice = self.choices.get(key).filter(|choice| choice.over == configured);
        choice.map_or(configured, |choice| &choice.value)
    }

    /// Sets a value over a configured one, and writes the file.
    pub fn set(&mut self, key: &str, value: &str, configured: &str) -> io::Result<()> {
        let choice = Choice { value: value.to_owned(), over: configured.to_owned() };
        if self.choices.get(key) == Some(&choice) {
            return Ok(());
        }
        self.choices.insert(key.to_owned(), choice);
        self.save()
    }

    /// Writes to a temporary file and renames it, so that a crash leaves the old one whole.
    fn save(&self) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        let temporary = path.with_extension(format!("tmp{}", std::process::id()));
        let mut file = fs::File::create(&temporary)?;
        serde_json::to_writer_pretty(&mut file, &self.choices)?;
        file.write_all(b"\n")?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_is_kept_until_the_configuration_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.json");
        let (mut preferences, warning) = Preferences::load(Some(path.clone()));
        assert_eq!(warning, None);
        preferences.set("theme", "light", "dark").unwrap();
        let (again, _) = Preferences::load(Some(path));
        assert_eq!(again.value("theme", "dark"), "light");
        assert_eq!(again.value("theme", "mono"), "mono");
        assert_eq!(again.value("charset", "auto"), "auto");
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        fs::write(&path, "{").unwrap();
        let (preferences, warning) = Preferences::load(Some(path));
        assert!(warning.unwrap().contains("set aside"));
        assert_eq!(preferences.value("theme", "dark"), "dark");
    }
}

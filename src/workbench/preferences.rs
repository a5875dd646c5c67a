//! What the player has set by key, kept between sittings: theme, charset, a game's own settings.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::kept::files;

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

/// The version that is written; a newer file is left alone.
const VERSION: u64 = 1;
/// The field that holds it.
const VERSION_FIELD: &str = "rompicapo";

/// What a file holds.
enum Stored {
    Known(BTreeMap<String, Choice>),
    Newer(u64),
    Damaged(String),
}

fn read(path: &Path) -> io::Result<Stored> {
    let Some(bytes) = files::read(path)? else { return Ok(Stored::Known(BTreeMap::new())) };
    let mut fields: Map<String, Value> = match serde_json::from_slice(&bytes) {
        Ok(fields) => fields,
        Err(error) => return Ok(Stored::Damaged(error.to_string())),
    };
    // The first files had no version.
    match fields.remove(VERSION_FIELD).map(|version| version.as_u64()) {
        Some(Some(version)) if version > VERSION => return Ok(Stored::Newer(version)),
        Some(None) => return Ok(Stored::Damaged("expected a version".into())),
        _ => {}
    }
    Ok(serde_json::from_value(Value::Object(fields))
        .map_or_else(|error| Stored::Damaged(error.to_string()), Stored::Known))
}

fn newer_words(version: u64) -> String {
    format!("is of version {version}, newer than this program's {VERSION}, and is left alone")
}

/// The name without its folder: messages have one line.
fn named(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into())
}

impl Preferences {
    /// Reads the file; a missing one is an empty one. One that cannot be read is set aside, and the second value says so.
    pub fn load(path: Option<PathBuf>) -> (Self, Option<String>) {
        let Some(file) = path else { return (Preferences::default(), None) };
        let not_kept = |why: String| {
            (Preferences::default(), Some(format!("{}: {why}; settings are not kept this time", file.display())))
        };
        match read(&file) {
            Ok(Stored::Known(choices)) => (Preferences { choices, path: Some(file) }, None),
            Ok(Stored::Newer(version)) => not_kept(newer_words(version)),
            Ok(Stored::Damaged(why)) => match files::set_aside(&file, "damaged") {
                Ok(aside) => {
                    let told = format!("{} is damaged, and set aside as {}: {why}", named(&file), named(&aside));
                    (Preferences { path: Some(file), ..Preferences::default() }, Some(told))
                }
                Err(error) => not_kept(format!("{why}; {error}")),
            },
            Err(error) => not_kept(error.to_string()),
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
        self.choices.insert(key.to_owned(), choice.clone());
        self.save(key, choice)
    }

    /// Writes one choice into the file as it is by now: what another workstation has set stays.
    fn save(&self, key: &str, choice: Choice) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let _lock = files::lock(path)?;
        let mut choices = match read(path)? {
            Stored::Known(choices) => choices,
            Stored::Newer(version) => return Err(io::Error::other(newer_words(version))),
            Stored::Damaged(_) => {
                files::set_aside(path, "damaged")?;
                self.choices.clone()
            }
        };
        choices.insert(key.to_owned(), choice);
        let mut file = Map::from_iter([(VERSION_FIELD.to_owned(), VERSION.into())]);
        for (key, choice) in choices {
            file.insert(key, serde_json::to_value(choice)?);
        }
        let mut text = serde_json::to_vec_pretty(&Value::Object(file))?;
        text.push(b'\n');
        files::replace(path, &text)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
    fn two_at_once_lose_no_choice_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let [mut one, mut other] = [0, 1].map(|_| Preferences::load(Some(path.clone())).0);
        other.set("theme", "light", "dark").unwrap();
        one.set("browser", "fourteen/duchi-1", "").unwrap();
        let (again, _) = Preferences::load(Some(path));
        assert_eq!([again.value("theme", "dark"), again.value("browser", "")], ["light", "fourteen/duchi-1"]);
    }

    #[test]
    fn damaged_files_are_set_aside_and_told_and_a_newer_one_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for (number, text) in ["{", "[1]", "{\"theme\": 7}"].into_iter().enumerate() {
            fs::write(&path, text).unwrap();
            let (preferences, warning) = Preferences::load(Some(path.clone()));
            assert!(warning.unwrap().contains("set aside"));
            assert_eq!(preferences.value("theme", "dark"), "dark");
            let kept = fs::read_dir(folder.path()).unwrap().count();
            assert_eq!(kept, number + 1, "each under a name of its own");
        }
        let newer = r#"{"rompicapo": 2, "theme": "of another kind"}"#;
        fs::write(&path, newer).unwrap();
        let (mut preferences, warning) = Preferences::load(Some(path.clone()));
        assert!(warning.unwrap().contains("newer"));
        preferences.set("theme", "light", "dark").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), newer);
    }
}

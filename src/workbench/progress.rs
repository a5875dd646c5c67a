//! What the player has reached, puzzle by puzzle, kept between sittings.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What is remembered of one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Length of the player's own best solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<u64>,
    /// Moves of an unfinished game, so that it goes on where it was left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

#[derive(Debug, Default)]
pub struct Progress {
    records: BTreeMap<String, Record>,
    /// Where it is kept; `None` keeps it for this sitting only.
    path: Option<PathBuf>,
    changed: bool,
}

impl Progress {
    /// Reads the file; a missing one is an empty one. One that cannot be read is set aside, not overwritten, and the
    /// second value says so.
    pub fn load(path: Option<PathBuf>) -> (Self, Option<String>) {
        let Some(file) = &path else { return (Progress::default(), None) };
        let empty = |warning| (Progress { path: path.clone(), ..Progress::default() }, warning);
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return empty(None),
            Err(error) => {
                let warning = format!("{}: {error}; progress is not kept this time", file.display());
                return (Progress::default(), Some(warning));
            }
        };
        match serde_json::from_str(&text) {
            Ok(records) => (Progress { records, path, changed: false }, None),
            Err(error) => {
                let aside = file.with_extension("damaged.json");
                let _ = fs::rename(file, &aside);
                empty(Some(format!("{}: {error}; set aside as {}", file.display(), aside.display())))
            }
        }
    }

    pub fn of(&self, puzzle: &str) -> Option<&Record> {
        self.records.get(puzzle)
    }

    /// Remembers an unfinished game; no moves forget it.
    pub fn leave(&mut self, puzzle: &str, moves: Vec<String>) {
        if moves.is_empty() && !self.records.contains_key(puzzle) {
            return;
        }
        let record = self.records.entry(puzzle.to_owned()).or_default();
        self.changed |= record.moves != moves;
        record.moves = moves;
    }

    /// Remembers a solution that the player found.
    pub fn solved(&mut self, puzzle: &str, length: u64) {
        let record = self.records.entry(puzzle.to_owned()).or_default();
        if record.solved.is_none_or(|best| length < best) {
            record.solved = Some(length);
            self.changed = true;
        }
    }

    /// Writes to a temporary file and renames it, so that a crash leaves the old one whole.
    pub fn save(&mut self) -> io::Result<()> {
        let Some(path) = self.path.clone().filter(|_| self.changed) else { return Ok(()) };
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let temporary = path.with_extension(format!("tmp{}", std::process::id()));
        let mut file = fs::File::create(&temporary)?;
        serde_json::to_writer(&mut file, &self.records)?;
        file.write_all(b"\n")?;
        fs::rename(&temporary, &path)?;
        self.changed = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_kept_between_sittings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/progress.json");
        let (mut progress, warning) = Progress::load(Some(path.clone()));
        assert_eq!(warning, None);
        progress.solved("fourteen/duchi-1", 26);
        progress.solved("fourteen/duchi-1", 30);
        progress.leave("fourteen/duchi-2", vec!["3-8".into()]);
        progress.save().unwrap();
        let (again, _) = Progress::load(Some(path));
        assert_eq!(again.of("fourteen/duchi-1").unwrap().solved, Some(26));
        assert_eq!(again.of("fourteen/duchi-2").unwrap().moves, ["3-8"]);
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        fs::write(&path, "{\"a\": 1").unwrap();
        let (_, warning) = Progress::load(Some(path));
        assert!(warning.unwrap().contains("set aside"));
        assert_eq!(fs::read_to_string(folder.path().join("progress.damaged.json")).unwrap(), "{\"a\": 1");
    }
}

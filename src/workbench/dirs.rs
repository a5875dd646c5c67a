//! Where a user's own files are: the XDG directories, each with `rompicapo` at its end.

use std::path::PathBuf;

/// All absent where there is no home directory; then there are just no files of the user's own.
#[derive(Clone, Debug, Default)]
pub struct Dirs {
    /// `config.toml` and `themes/NAME.toml`.
    pub config: Option<PathBuf>,
    /// `puzzles/GAME/*.toml`.
    pub data: Option<PathBuf>,
    /// What the program remembers: progress, saves.
    pub state: Option<PathBuf>,
    /// What it can make again: tables.
    pub cache: Option<PathBuf>,
}

impl Dirs {
    /// Where tables are kept.
    pub fn tables(&self) -> Option<PathBuf> {
        self.cache.as_ref().map(|dir| dir.join("tables"))
    }

    pub fn config_file(&self) -> Option<PathBuf> {
        self.config.as_ref().map(|dir| dir.join("config.toml"))
    }

    pub fn themes(&self) -> Option<PathBuf> {
        self.config.as_ref().map(|dir| dir.join("themes"))
    }

    pub fn packs(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|dir| dir.join("puzzles"))
    }
}

//! Where a user's own files are: the XDG directories, each with `rompicapo` at its end.

use std::path::PathBuf;

use etcetera::BaseStrategy as _;

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
    pub fn of_user() -> Self {
        let Ok(base) = etcetera::choose_base_strategy() else { return Dirs::default() };
        let own = |dir: PathBuf| Some(dir.join("rompicapo"));
        Dirs {
            config: own(base.config_dir()),
            data: own(base.data_dir()),
            state: own(base.state_dir().unwrap_or_else(|| base.data_dir())),
            cache: own(base.cache_dir()),
        }
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

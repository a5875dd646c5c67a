//! The user's own places, as the environment names them. Nothing below the command line looks for them itself.

use std::path::PathBuf;

use etcetera::BaseStrategy as _;

use crate::workbench::dirs::Dirs;
use crate::workbench::packs::Library;
use crate::workbench::tables::TableShelf;

pub fn dirs() -> Dirs {
    let Ok(base) = etcetera::choose_base_strategy() else { return Dirs::default() };
    let own = |dir: PathBuf| Some(dir.join("rompicapo"));
    Dirs {
        config: own(base.config_dir()),
        data: own(base.data_dir()),
        state: own(base.state_dir().unwrap_or_else(|| base.data_dir())),
        cache: own(base.cache_dir()),
    }
}

/// The built-in packs and those in the user's data directory.
pub fn library() -> Library {
    Library::new(dirs().packs())
}

/// Where large tables are kept; `None` where there is no home directory.
pub fn shelf() -> Option<TableShelf> {
    dirs().tables().map(TableShelf::new)
}

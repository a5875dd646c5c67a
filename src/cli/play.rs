//! No command, and `play`: the workstation.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use anyhow::bail;

use super::Code;
use super::args::{GameOptions, PlayArgs, When};
use super::out::wants_colour;
use crate::workbench::config::Config;
use crate::workbench::dirs::Dirs;
use crate::workbench::naming::{Named, Resolver};
use crate::workbench::packs::Library;

pub fn browser(color: When, file: Option<&Path>) -> anyhow::Result<Code> {
    open(None, color, file)
}

pub fn run(args: &PlayArgs, options: GameOptions, color: When, file: Option<&Path>) -> anyhow::Result<Code> {
    let library = Library::of_user();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0 };
    open(Some(resolver.only(&args.puzzle)?), color, file)
}

fn open(puzzle: Option<Named>, color: When, file: Option<&Path>) -> anyhow::Result<Code> {
    let mut config = Config::load(file, &Dirs::of_user())?;
    let terminal = io::stdout().is_terminal();
    if !terminal {
        bail!("the workstation needs a terminal, and standard output is none; for scripts there is `rompicapo solve`");
    }
    config.colour = wants_colour(color, terminal);
    start(puzzle, config)?;
    Ok(Code::Done)
}

fn start(_puzzle: Option<Named>, _config: Config) -> anyhow::Result<()> {
    bail!("this build has no screens")
}

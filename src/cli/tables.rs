//! `tables`: large tables on disk, built on request and used from then on.

use std::fs;
use std::io::{self, IsTerminal as _};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context as _, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::Code;
use super::args::TablesCommand;
use super::interrupt::leave_on_interrupt;
use super::out::{Out, tell};
use super::user;
use crate::games::{GAMES, Game, TableMaker, TableSet};
use crate::workbench::builder;
use crate::workbench::resolve::find_game;
use crate::workbench::tables::{Built, Condition, Cores, TableShelf, Unusable};

pub fn run(command: &TablesCommand) -> anyhow::Result<Code> {
    let shelf = user::shelf().ok_or_else(|| anyhow!("there is no home directory to keep tables in"))?;
    match command {
        TablesCommand::List => list(&shelf)?,
        TablesCommand::Build { what, .. } => {
            let (game, set) = find(what)?;
            build(&shelf, game, &set)?;
        }
        TablesCommand::Remove { what, .. } => {
            let (game, set) = find(what)?;
            let path = shelf.path(game, &set);
            let removed = shelf.remove(game, &set).with_context(|| path.display().to_string())?;
            tell(&format!("{} {}", if removed { "removed" } else { "there is no" }, path.display()));
        }
    }
    Ok(Code::Done)
}

fn all() -> impl Iterator<Item = (&'static dyn Game, TableSet)> {
    GAMES.iter().flat_map(|&game| game.tables().into_iter().flat_map(TableMaker::sets).map(move |set| (game, set)))
}

/// `GAME:SET`.
fn find(what: &str) -> anyhow::Result<(&'static dyn Game, TableSet)> {
    let (game, name) = what.split_once(':').unwrap_or((what, ""));
    let game = find_game(game)?;
    let sets = game.tables().map(TableMaker::sets).unwrap_or_default();
    if sets.is_empty() {
        bail!("{} has no tables", game.name());
    }
    let names: Vec<String> = sets.iter().map(|set| format!("{}:{}", game.name(), set.name)).collect();
    let found = sets.into_iter().find(|set| set.name == name);
    found.map(|set| (game, set)).ok_or_else(|| anyhow!("{what}: expected {}", names.join(" or ")))
}

fn list(shelf: &TableShelf) -> anyhow::Result<()> {
    let mut out = Out::new();
    for (game, set) in all() {
        let condition = match shelf.condition(game, &set) {
            Condition::Absent => "not built".to_string(),
            Condition::Ready => format!("ready, {}", shelf.path(game, &set).display()),
            Condition::Bad(_) if shelf.path(game, &set).is_dir() => {
                format!("a directory is in its place, {}", shelf.path(game, &set).display())
            }
            Condition::Bad(why) => format!("{why}; the next search or `tables build` makes it again"),
        };
        let name = format!("{}:{}", game.name(), set.name);
        out.put(&format!(
            "{name:<14} {:>4} MB  {}\n{:<14} {:>7}  {condition}\n",
            (set.bytes() + 500_000) / 1_000_000,
            set.about,
            "",
            ""
        ))?;
    }
    out.flush()?;
    Ok(())
}

fn build(shelf: &TableShelf, game: &dyn Game, set: &TableSet) -> anyhow::Result<()> {
    let started = Instant::now();
    let path = shelf.path(game, set);
    let unfinished = shelf.temporary(game, set);
    // Nothing to remove is as good as removed.
    leave_on_interrupt(move || drop(fs::remove_file(unfinished)))?;
    let bar = bar();
    let built = shelf.build(game, set, &Cores, &mut |done, total| bar.set_position(done * 1000 / total.max(1)));
    bar.finish_and_clear();
    let built = built.with_context(|| path.display().to_string())?;
    let (path, seconds) = (path.display(), started.elapsed().as_secs_f64());
    tell(&match built {
        Built::There => format!("{path} is there already"),
        Built::New => format!("built {path} in {seconds:.1} s"),
        Built::Again(why) => format!("built {path} again in {seconds:.1} s; the old one was no good: {why}"),
    });
    Ok(())
}

/// A bar of a thousand steps, seen only where standard error is a terminal.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {elapsed}  {eta} to go");
    ProgressBar::new(1000).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Builds a set in place of a file that is no good; `None` if `stop` ended it.
pub fn make_again(
    shelf: Option<&TableShelf>,
    game: &dyn Game,
    unusable: &Unusable,
    stop: &AtomicBool,
) -> Option<io::Result<()>> {
    let shelf = shelf?;
    tell(&format!("{unusable}; building them again"));
    let bar = bar();
    let mut progress = |done, total: u64| bar.set_position(done * 1000 / total.max(1));
    let built = builder::build(shelf, game, &unusable.set, stop, &mut progress);
    bar.finish_and_clear();
    Some(built?.map(drop))
}

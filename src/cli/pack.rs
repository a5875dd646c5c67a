//! `pack`: packs of one's own.

use std::path::Path;

use super::Code;
use super::args::{GameOptions, PackCommand, TextArgs};
use super::out::{Out, tell};
use super::user;
use crate::games::Game;
use crate::workbench::pack_check::{self, Checked};
use crate::workbench::packs::Library;
use crate::workbench::resolve::Resolver;
use crate::workbench::words::count;

pub fn run(command: &PackCommand, options: GameOptions) -> anyhow::Result<Code> {
    match command {
        PackCommand::New { game } => new(*game),
        PackCommand::Check { file, game } => check(file, *game),
        PackCommand::Add { file, puzzle, name, title, text } => {
            let add = Add { file, puzzle, name: name.as_deref(), title, text };
            add.run(options)
        }
    }
}

fn new(game: &'static dyn Game) -> anyhow::Result<Code> {
    let library = user::library();
    let example = library.collection(game).packs.first().and_then(|pack| pack.puzzles.first());
    let mut out = Out::new();
    out.put(&pack_check::template(game, example))?;
    out.flush()?;
    if let Some(folder) = user::dirs().packs() {
        let file = folder.join(game.name()).join("mine.toml");
        tell(&format!("Packs of your own are read from {}.", file.parent().unwrap_or(&folder).display()));
    }
    Ok(Code::Done)
}

fn check(file: &Path, game: Option<&'static dyn Game>) -> anyhow::Result<Code> {
    let Checked { pack, problems } = pack_check::check(file, game);
    for problem in &problems {
        tell(&format!("error: {problem}"));
    }
    let mut out = Out::new();
    if let (Some((pack, game)), true) = (&pack, problems.is_empty()) {
        let puzzles = count(pack.puzzles.len() as u64, "puzzle", "puzzles");
        out.put(&format!("{}: {puzzles} of {}, all well-formed\n", file.display(), game.profile().title))?;
    }
    out.flush()?;
    Ok(if problems.is_empty() { Code::Done } else { Code::Bad })
}

struct Add<'a> {
    file: &'a Path,
    puzzle: &'a str,
    name: Option<&'a str>,
    title: &'a str,
    text: &'a TextArgs,
}

impl Add<'_> {
    fn run(&self, options: GameOptions) -> anyhow::Result<Code> {
        let library = user::library();
        let resolver = Resolver { library: &library, game: self.text.game, options: options.0, is_asked: true };
        let named = resolver.only(self.puzzle)?;
        let name = self.name.map_or_else(|| pack_check::plain_name(&named.name), str::to_owned);
        let name = self.free_name(&library, named.game, name)?;
        pack_check::add(self.file, &named, &name, self.title).map_err(anyhow::Error::msg)?;
        let mut out = Out::new();
        out.put(&format!("{}: {}/{name} added\n", self.file.display(), named.game.name()))?;
        out.flush()?;
        Ok(Code::Done)
    }

    /// In the folder of one's packs no two of a game's puzzles share a name: the second could not be found.
    fn free_name(&self, library: &Library, game: &dyn Game, name: String) -> anyhow::Result<String> {
        let file = std::path::absolute(self.file)?;
        let is_read = user::dirs().packs().is_some_and(|packs| file.parent() == Some(&packs.join(game.name())));
        let holder = |name: &str| library.collection(game).find(name).map(|(pack, _)| pack.file.as_deref());
        let is_elsewhere = |name: &str| holder(name).is_some_and(|at| at != Some(&file));
        if !is_read || !is_elsewhere(&name) {
            return Ok(name);
        }
        anyhow::ensure!(self.name.is_none(), "another pack has a puzzle {name}; --name gives another name");
        let mut numbered = (2..).map(|number| format!("{name}-{number}"));
        Ok(numbered.find(|name| holder(name).is_none()).unwrap_or(name))
    }
}

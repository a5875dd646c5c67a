//! `pack`: packs of one's own.

use std::path::Path;

use anyhow::bail;

use super::Code;
use super::args::{GameOptions, PackCommand, TextArgs};
use super::out::{Out, tell};
use super::user;
use crate::games::Game;
use crate::workbench::kept::files;
use crate::workbench::pack_check::{self, Checked};
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
        let resolver = Resolver { library: &library, game: self.text.game, options: options.0 };
        let named = resolver.only(self.puzzle)?;
        let name = self.name.map_or_else(|| pack_check::plain_name(&named.name), str::to_owned);
        let _lock = files::lock(self.file)?;
        let file = self.file.display();
        let mut content = match files::read(self.file)? {
            None => pack_check::head_text(self.file, named.game),
            Some(bytes) => {
                let Checked { pack, problems } = pack_check::check(self.file, None);
                let Some((pack, game)) = pack.filter(|_| problems.is_empty()) else {
                    bail!("{}", problems.first().map(ToString::to_string).unwrap_or_default());
                };
                if game.name() != named.game.name() {
                    bail!(
                        "{file}: is a pack of {}, and {} is a puzzle of {}",
                        game.name(),
                        named.name,
                        named.game.name()
                    );
                }
                if pack.puzzles.iter().any(|entry| entry.name == name) {
                    bail!("{file}: a puzzle is called {name} already; --name gives another name");
                }
                String::from_utf8(bytes)?
            }
        };
        if !content.ends_with('\n') {
            content.push('\n');
        }
        content.push_str(&pack_check::entry_text(&named, &name, self.title));
        files::replace(self.file, content.as_bytes())?;
        let mut out = Out::new();
        out.put(&format!("{file}: {}/{name} added\n", named.game.name()))?;
        out.flush()?;
        Ok(Code::Done)
    }
}

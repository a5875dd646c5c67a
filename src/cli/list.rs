//! `list`: games, packs, puzzles, strategies.

use std::fmt::Write as _;

use anyhow::bail;

use super::Code;
use super::args::{ListArgs, When};
use super::out::{self, Ink, Out, tell};
use super::user;
use crate::games::{GAMES, Game};
use crate::search::{Keeps, Strategy};
use crate::workbench::naming::NameError;
use crate::workbench::packs::{Entry, Library, Pack};
use crate::workbench::resolve::find_game;
use crate::workbench::suggest;
use crate::workbench::words::count;

pub fn run(args: &ListArgs, color: When) -> anyhow::Result<Code> {
    let ink = Ink::for_stdout(color);
    let library = user::library();
    let mut text = String::new();
    let what = args.what.as_deref().map(|what| Shelf::read(what, &library)).transpose()?;
    match (what, args.strategies) {
        (Some(Shelf { game, only: None }), true) => strategies(game, ink, &mut text),
        (Some(Shelf { game, .. }), true) => {
            bail!("--strategies are those of a game: `rompicapo list {} --strategies`", game.name())
        }
        (None, true) => GAMES.iter().for_each(|&game| strategies(game, ink, &mut text)),
        (Some(shelf), false) => puzzles(&shelf, &library, ink, &mut text),
        (None, false) => games(&library, ink, &mut text),
    }
    let mut out = Out::new();
    out.put(&text)?;
    out.flush()?;
    Ok(Code::Done)
}

/// What is to be listed: a game's packs, or one of them.
struct Shelf {
    game: &'static dyn Game,
    only: Option<String>,
}

impl Shelf {
    /// `GAME`, or `GAME/PACK` with or without a slash behind it: a list has no use for a single puzzle.
    fn read(what: &str, library: &Library) -> Result<Shelf, NameError> {
        let Some((game, pack)) = what.split_once('/') else { return Ok(Shelf { game: find_game(what)?, only: None }) };
        let (game, pack) = (find_game(game)?, pack.trim_end_matches('/'));
        let packs = &library.collection(game).packs;
        if packs.iter().any(|known| known.name == pack) {
            return Ok(Shelf { game, only: Some(pack.to_owned()) });
        }
        let hint = suggest::hint(pack, packs.iter().map(|pack| pack.name.as_str()));
        Err(NameError(format!("{what}: no pack of {} is called so{hint}", game.name())))
    }
}

fn games(library: &Library, ink: Ink, text: &mut String) {
    for &game in GAMES {
        let _ = writeln!(text, "{:<10} {}", ink.strong(&format!("{:<10}", game.name())), game.profile().about);
        for pack in &shelf_packs(library, game) {
            let puzzles = count(pack.puzzles.len() as u64, "puzzle", "puzzles");
            let _ = writeln!(text, "  {:<14} {:>12}  {}", pack.name, puzzles, pack.title);
        }
        names(game, text);
    }
}

/// What names of numbered puzzles look like.
fn names(game: &dyn Game, text: &mut String) {
    let width = game.profile().names.iter().map(|(form, _)| form.chars().count()).max().unwrap_or(0);
    for (form, about) in game.profile().names {
        let _ = writeln!(text, "  {form:<width$}  {about}");
    }
}

/// The packs, after a word on each of the user's own that is not one.
fn shelf_packs<'a>(library: &'a Library, game: &dyn Game) -> Vec<&'a Pack> {
    let collection = library.collection(game);
    for problem in &collection.problems {
        tell(&format!("warning: {problem}"));
    }
    collection.packs.iter().collect()
}

fn puzzles(shelf: &Shelf, library: &Library, ink: Ink, text: &mut String) {
    let game = shelf.game;
    if shelf.only.is_none() {
        let _ = writeln!(text, "{}: {}", ink.strong(game.profile().title), game.profile().about);
        names(game, text);
        text.push('\n');
    }
    let mut packs = shelf_packs(library, game);
    packs.retain(|pack| shelf.only.as_ref().is_none_or(|only| pack.name == *only));
    for (n, pack) in packs.iter().enumerate() {
        let gap = if n > 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}{} ({})", ink.strong(&pack.title), pack.name);
        for line in [&pack.about, &pack.source] {
            let words: Vec<&str> = line.split_whitespace().collect();
            text.push_str(&ink.dim(out::wrapped(&words, 2, out::width()).trim_end_matches('\n')));
            text.push_str(if words.is_empty() { "" } else { "\n" });
        }
        for entry in &pack.puzzles {
            let name = format!("{}/{}", game.name(), entry.name);
            let _ = writeln!(text, "  {name:<26}  {}", known(entry));
        }
    }
}

/// What a pack says of a puzzle, in a line.
fn known(entry: &Entry) -> String {
    let best = entry.best.map(|best| count(best, "move", "moves")).unwrap_or_default();
    let mut words = vec![entry.title.as_str(), entry.level_word(), &best];
    words.retain(|word| !word.is_empty());
    words.join(", ")
}

fn strategies(game: &dyn Game, ink: Ink, text: &mut String) {
    let _ = writeln!(text, "{}", ink.strong(game.profile().title));
    for (i, strategy) in game.strategies().iter().enumerate() {
        describe(strategy, i == 0, ink, text);
    }
}

fn describe(strategy: &Strategy, default: bool, ink: Ink, text: &mut String) {
    let mut notes = Vec::new();
    if default {
        notes.push("the default".to_owned());
    }
    if strategy.anytime {
        notes.push("goes on improving".to_owned());
    }
    if let Some(weight) = strategy.weight {
        notes.push(format!("--weight {weight}"));
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    let _ = writeln!(text, "  {}{notes}", ink.good(strategy.name));
    let words: Vec<&str> = strategy.about.split_whitespace().collect();
    text.push_str(&out::wrapped(&words, 4, out::width()));
    for toggle in strategy.toggles {
        let sign = if toggle.default { "[x]" } else { "[ ]" };
        let _ = writeln!(text, "    {sign} {:<20} {}", toggle.name, toggle.about);
        // That nothing is lost by it goes without saying.
        let costs = (toggle.keeps != Keeps::Everything).then(|| toggle.keeps.words().to_owned());
        let notes: Vec<String> = costs.into_iter().chain(toggle.group.map(|group| format!("one of {group}"))).collect();
        if !notes.is_empty() {
            let _ = writeln!(text, "        {}", ink.dim(&format!("{:<20} {}", "", notes.join("; "))));
        }
    }
}

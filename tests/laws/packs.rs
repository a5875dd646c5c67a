//! Packs and deals: they open, they are what they say, and a name keeps its puzzle.

use std::collections::BTreeSet;

use rompicapo::games::{Deal, Game, Position, SplitMix};
use rompicapo::search::{Outcome, Plan};
use rompicapo::workbench::packs::Entry;

use crate::engines::replay;
use crate::positions::packs;
use crate::{Kept, hold};

/// Enough for an easy puzzle; a hard one is only looked at.
const FUEL: u64 = 1_000;

pub fn open(game: &'static dyn Game) -> Kept {
    let packs = packs(game)?;
    hold!(!packs.is_empty(), "it has no packs");
    let mut names = BTreeSet::new();
    for entry in packs.iter().flat_map(|pack| &pack.puzzles) {
        hold!(names.insert(&entry.name), "two puzzles are called {}", entry.name);
        let position = entry.open(game).map_err(|error| error.to_string())?;
        says_the_truth(entry, &*position).map_err(|why| format!("{}: {why}", entry.name))?;
    }
    Ok(())
}

fn says_the_truth(entry: &Entry, position: &dyn Position) -> Kept {
    let Entry { best, unsolvable, .. } = *entry;
    hold!(best.is_none() || !unsolvable, "it has a best length and no solution");
    let mut engine = position.engine(&Plan::new(position.default_strategy())).map_err(|error| error.to_string())?;
    let outcome = engine.run(FUEL, None);
    hold!(outcome != Outcome::Exhausted || unsolvable, "it has no solution and does not say so");
    if let (Some(bound), Some(best), None) = (engine.lower_bound(), best, engine.measure()) {
        hold!(bound <= best, "its best length is {best}, no solution is shorter than {bound}");
    }
    let Some(answer) = engine.answer() else { return Ok(()) };
    hold!(!unsolvable, "it is said to have no solution, and has one");
    replay(position, &answer.moves)?;
    if let (Some(best), None) = (best, engine.measure()) {
        let length = answer.length();
        hold!(best <= length, "its best length is {best}, and there is a solution of {length}");
        hold!(!answer.optimal || best == length, "its best length is {best}, the shortest solution has {length}");
    }
    Ok(())
}

/// New puzzles of the plain kind and of the kinds that its packs have.
pub fn deals(game: &'static dyn Game) -> Kept {
    let mut dice = SplitMix(3);
    let mut kinds = BTreeSet::from([String::new()]);
    for entry in packs(game)?.iter().flat_map(|pack| &pack.puzzles) {
        kinds.extend(entry.open(game).map_err(|error| error.to_string())?.params());
    }
    for kind in kinds {
        for _ in 0..2 {
            let deal = Deal::random(game, &kind, dice.draw()).map_err(|error| format!("{kind}: {error}"))?;
            let name = deal.to_string();
            let open = |deal: &Deal| deal.open().map_err(|error| format!("{name}: {error}"));
            let behind = name.split_once(':').map_or("", |(_, behind)| behind);
            let again = Deal::read(game, behind).map_err(|error| format!("{name}: {error}"))?;
            hold!(again.to_string() == name, "{name} is read as {again}");
            let (first, second) = (open(&deal)?, open(&again)?);
            hold!(first.same_as(&*second), "{name} names two puzzles: {}, {}", first.whole_line(), second.whole_line());
            hold!(first.is_solvable() != Some(false), "{name} has no solution by the rules");
        }
    }
    Ok(())
}

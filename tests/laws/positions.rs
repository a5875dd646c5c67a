//! Positions to hold the laws against: of the packs, of random deals, and along random play.

use rompicapo::games::{Deal, Game, Position, SplitMix};
use rompicapo::search::Plan;
use rompicapo::workbench::packs::Pack;

pub fn packs(game: &dyn Game) -> Result<Vec<Pack>, String> {
    game.profile().packs.iter().map(|text| Pack::read(text).map_err(|error| error.to_string())).collect()
}

/// One of several.
pub fn pick<'a, T>(items: &'a [T], dice: &mut SplitMix) -> Option<&'a T> {
    (!items.is_empty()).then(|| &items[(dice.draw() % items.len() as u64) as usize])
}

/// Some of these, in their order, from the first to the last.
pub fn some<T>(items: &[T], count: usize) -> impl Iterator<Item = &T> {
    let count = count.min(items.len());
    (0..count).map(move |i| &items[i * (items.len() - 1) / (count - 1).max(1)])
}

/// A new puzzle.
pub fn random_deal(game: &'static dyn Game, dice: &mut SplitMix) -> Result<Box<dyn Position>, String> {
    let deal = Deal::random(game, "", dice.draw()).map_err(|error| error.to_string())?;
    deal.open().map_err(|error| format!("{deal}: {error}"))
}

/// Puzzles to begin with: `each` of every pack, and as many new ones.
pub fn starts(game: &'static dyn Game, each: usize, dice: &mut SplitMix) -> Result<Vec<Box<dyn Position>>, String> {
    let mut starts = Vec::new();
    for pack in packs(game)? {
        for entry in some(&pack.puzzles, each) {
            starts.push(entry.open(game).map_err(|error| error.to_string())?);
        }
    }
    for _ in 0..each {
        starts.push(random_deal(game, dice)?);
    }
    Ok(starts)
}

/// The positions of a random play of at most so many moves, the start first.
pub fn wander(start: &dyn Position, moves: usize, dice: &mut SplitMix) -> Result<Vec<Box<dyn Position>>, String> {
    let mut line = vec![start.boxed_clone()];
    for _ in 0..moves {
        let mut next = line[line.len() - 1].boxed_clone();
        let Some(mv) = pick(&next.moves(), dice).cloned() else { break };
        next.play(&mv).map_err(|why| format!("{mv} is listed and refused: {why}\n{}", next.board(None)))?;
        line.push(next);
    }
    Ok(line)
}

/// Positions of every kind: of each start the line of a random play.
pub fn everywhere(game: &'static dyn Game) -> Result<Vec<Box<dyn Position>>, String> {
    let mut dice = SplitMix(5);
    let mut positions = Vec::new();
    for start in starts(game, 3, &mut dice)? {
        positions.extend(wander(&*start, 12, &mut dice)?);
    }
    Ok(positions)
}

/// A plan as people cite it.
pub fn cited(plan: &Plan) -> String {
    let asked = match (plan.all, plan.unique) {
        (true, _) => " --all",
        (_, true) => " --unique",
        _ => "",
    };
    format!("{} {:?}{asked} nodes {:?}", plan.strategy.name, plan.heuristics(), plan.nodes)
}

//! Numbered deals: the same name gives the same puzzle for ever.
//!
//! A deal of R×C starts from `1 2 … n−1 0` (n = R·C) and shuffles with splitmix64, state = number: for i = n−1 down to
//! 1, j = next mod (i+1), exchange places i and j. If the result cannot be solved, the first two tiles in reading
//! order change places; if it is the goal itself, the shuffle goes on with the same stream.
//!
//! A deal with `moves=A..B` tries boards in a fixed order, from the same stream, and takes the first whose shortest
//! solution has A to B moves. An even try is a walk from the goal that never takes its last move back, of A + next mod
//! (3B − A + 1) steps, each the (next mod n)th of the n ways in the order U L R D; an odd try shuffles as above. Only
//! the true shortest length decides, so no change to a solver can change a deal.

use std::sync::Arc;

use super::rules::{BLANK, Board, Dir, Goal, Size, Sliding};
use super::text::read_size;
use super::{STRATEGIES, solve};
use crate::games::ParamError;
use crate::games::SplitMix;
use crate::search::{Outcome, Plan, Rules as _};

/// What stands before the number of a name: `5x5`, `4x4,moves=40..45`, `3x3,goal=blank-first`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    pub size: Size,
    pub goal: Goal,
    /// The wanted optimal length.
    pub moves: Option<(u32, u32)>,
}

impl Params {
    pub fn read(text: &str) -> Result<Params, ParamError> {
        let mut params = Params { size: Size { rows: 4, cols: 4 }, goal: Goal::BlankLast, moves: None };
        for (i, part) in text.split(',').filter(|part| !part.is_empty()).enumerate() {
            match part.split_once('=') {
                Some(("moves", range)) => params.moves = Some(read_moves(range)?),
                Some(("goal", "blank-last")) => params.goal = Goal::BlankLast,
                Some(("goal", "blank-first")) => params.goal = Goal::BlankFirst,
                Some(("size", size)) => params.size = read_size(size).map_err(ParamError)?,
                None if i == 0 => params.size = read_size(part).map_err(ParamError)?,
                _ => {
                    return Err(ParamError(format!(
                        "expected a size RxC, moves=A..B, goal=blank-last or goal=blank-first, found \"{part}\""
                    )));
                }
            }
        }
        Ok(params)
    }
}

/// `40..45` or `40`.
fn read_moves(text: &str) -> Result<(u32, u32), ParamError> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    match (low.parse(), high.trim_start_matches('=').parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok((low, high)),
        _ => Err(ParamError(format!("expected moves=A..B with A not above B, found \"{text}\""))),
    }
}

/// Deal `number` of these rules.
pub fn shuffled(rules: &Sliding, number: u64) -> Board {
    shuffle(rules, &mut SplitMix(number))
}

fn shuffle(rules: &Sliding, random: &mut SplitMix) -> Board {
    let cells = rules.size.cells();
    let mut tiles: Vec<u8> = (1..cells as u8).chain([BLANK]).collect();
    loop {
        for i in (1..cells).rev() {
            tiles.swap(i, random.below(i + 1));
        }
        let mut board = Board::new(&tiles);
        if rules.parity_fault(&board).is_some() {
            let mut first = tiles.iter().copied().filter(|&tile| tile != BLANK);
            let pair = [first.next(), first.next()].map(|tile| tile.expect("a board has three tiles"));
            board = rules.exchange(&board, pair);
        }
        if board != *rules.goal_board() {
            return board;
        }
        tiles.copy_from_slice(board.tiles(rules.size));
    }
}

/// Longer ones of large boards cannot be proven shortest in any reasonable time.
const LONGEST_ABOVE_4X4: u32 = 60;
const TRIES: u32 = 1000;

/// Deal `number` of those whose shortest solution has `low` to `high` moves.
pub fn of_length(rules: &Arc<Sliding>, number: u64, (low, high): (u32, u32)) -> Result<Board, ParamError> {
    if rules.size.cells() > 16 && high > LONGEST_ABOVE_4X4 {
        return Err(ParamError(format!(
            "moves={low}..{high}: up to {LONGEST_ABOVE_4X4} above 4x4, which can be proven"
        )));
    }
    let mut random = SplitMix(number);
    for attempt in 0..TRIES {
        let board = if attempt % 2 == 0 {
            let steps = low as usize + random.below((3 * high - low + 1) as usize);
            walk(rules, steps, &mut random)
        } else {
            shuffle(rules, &mut random)
        };
        if shortest(rules, &board, high).is_some_and(|length| length >= u64::from(low)) {
            return Ok(board);
        }
    }
    Err(ParamError(format!("moves={low}..{high}: found none in {TRIES} tries on {}; try another range", rules.size)))
}

/// The shortest length, if it is at most `most`.
fn shortest(rules: &Arc<Sliding>, board: &Board, most: u32) -> Option<u64> {
    let mut plan = Plan::new(&STRATEGIES[0]);
    plan.max_moves = Some(u64::from(most));
    let mut engine = solve::engine(rules, board, &plan).ok()?;
    while engine.run(u64::MAX, None) == Outcome::MoreWork {}
    engine.answer().map(|answer| answer.length())
}

/// A walk away from the goal that never takes its last move back.
fn walk(rules: &Sliding, steps: usize, random: &mut SplitMix) -> Board {
    let mut board = *rules.goal_board();
    let mut last: Option<Dir> = None;
    for _ in 0..steps {
        let ways = Dir::ULRD.into_iter().filter(|dir| Some(dir.opposite()) != last);
        let ways: Vec<Dir> = ways.filter(|&dir| rules.size.neighbour(board.blank(), dir).is_some()).collect();
        let dir = ways[random.below(ways.len())];
        rules.apply(&mut board, &dir);
        last = Some(dir);
    }
    board
}

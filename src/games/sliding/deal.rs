//! Numbered deals: the same name gives the same puzzle for ever.
//!
//! A deal of R×C starts from `1 2 … n−1 0` (n = R·C) and shuffles with splitmix64, state = number: for i = n−1 down to
//! 1, j = next mod (i+1), exchange places i and j. If the result cannot be solved, the first two tiles in reading
//! order change places; if it is the goal itself, the shuffle goes on with the same stream.
//!
//! A deal with `moves=A..B` tries boards in a fixed order, from the same stream, and takes the first whose shortest
//! solution has A to B moves. An even try is a walk from the goal that never takes its last move back, of A + next mod
//! (3B − A + 1) steps, each the (next mod n)th of the n ways in the order U L R D; an odd try shuffles as above. Only
//! the true shortest length decides, so no change to a solver can change a deal. Where that finds none, a board of at
//! most ten cells is looked up among all: the (next mod m)th of the m at such a distance, in the order in which a
//! breadth-first search from the goal meets them. On 2×6, 3×4 and 4×4 the search goes on with walks of
//! max(0, F − B) + next mod (2·(F − A) + 1) steps from a board that needs F moves, the most there are; on 4×4 from 63 moves
//! on, which hardly any shuffled board needs, every try is such a walk. docs/deals.md has the boards.

use std::fmt;
use std::sync::Arc;

use super::rules::{BLANK, Board, Dir, Goal, Size, Sliding};
use super::text::read_size;
use super::{STRATEGIES, solve};
use crate::games::patience::still_wanted;
use crate::games::{ParamError, SplitMix, quoted};
use crate::search::{Outcome, Plan, Rules as _};

/// What stands before the number of a name: `5x5`, `4x4,moves=40..45`, `3x3,goal=blank-first`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// 4×4 where nothing is said.
    size: Option<Size>,
    pub goal: Goal,
    /// The wanted optimal length.
    pub moves: Option<(u32, u32)>,
}

impl Params {
    pub fn read(text: &str) -> Result<Params, ParamError> {
        let mut params = Params { size: None, goal: Goal::BlankLast, moves: None };
        for (i, part) in text.split(',').filter(|part| !part.is_empty()).enumerate() {
            match part.split_once('=') {
                Some(("moves", range)) => params.moves = Some(read_moves(range)?),
                Some(("goal", "blank-last")) => params.goal = Goal::BlankLast,
                Some(("goal", "blank-first")) => params.goal = Goal::BlankFirst,
                Some(("size", size)) => params.size = Some(read_size(size).map_err(ParamError)?),
                None if i == 0 => params.size = Some(read_size(part).map_err(ParamError)?),
                _ => {
                    return Err(ParamError(format!(
                        "expected a size RxC, moves=A..B, goal=blank-last or goal=blank-first, found \"{}\"",
                        quoted(part)
                    )));
                }
            }
        }
        params.moves.map_or(Ok(()), |range| check_range(params.size(), range))?;
        Ok(params)
    }

    pub fn size(&self) -> Size {
        self.size.unwrap_or(Size { rows: 4, cols: 4 })
    }
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = (self.goal == Goal::BlankFirst).then(|| "goal=blank-first".to_owned());
        let moves = self.moves.map(|(low, high)| format!("moves={low}..{high}"));
        let words: Vec<String> = [self.size.map(|size| size.to_string()), goal, moves].into_iter().flatten().collect();
        f.write_str(&words.join(","))
    }
}

/// No board is that far from its goal.
const MOST_MOVES: u32 = 999;

/// `40..45` or `40`.
fn read_moves(text: &str) -> Result<(u32, u32), ParamError> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    match (low.parse(), high.trim_start_matches('=').parse()) {
        (Ok(low), Ok(high)) if 1 <= low && low <= high && high <= MOST_MOVES => Ok((low, high)),
        _ => Err(ParamError(format!(
            "expected moves=A..B, from 1 to {MOST_MOVES} and A not above B, found \"{}\"",
            quoted(text)
        ))),
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
/// Expansions between two looks whether anybody still waits.
const SLICE: u64 = 50_000;
/// All positions of a board of so many cells can be looked through in a few seconds.
const SMALL: usize = 10;
/// From here on 4×4 boards are looked for near one of the farthest.
const FAR: u32 = 63;
/// Boards that are as far from blank-last as any: 53 moves on 3×4, 80 on 2×6 (both by exhaustive search) and 80 on 4×4
/// (A. Brüngger and others, 1999).
const FARTHEST: [(Size, &[u8]); 3] = [
    (Size { rows: 3, cols: 4 }, &[0, 3, 2, 1, 8, 7, 6, 5, 4, 11, 10, 9]),
    (Size { rows: 2, cols: 6 }, &[0, 11, 4, 3, 2, 1, 6, 5, 10, 9, 8, 7]),
    (Size { rows: 4, cols: 4 }, &[0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1]),
];

/// How far any position of a board is from its goal at most, where that is known, with the blank's goal in a corner
/// (OEIS A151944).
fn farthest(size: Size) -> Option<u32> {
    match (size.rows.min(size.cols), size.rows.max(size.cols)) {
        (2, 2) => Some(6),
        (2, 3) => Some(21),
        (2, 4) => Some(36),
        (2, 5) => Some(55),
        (2, 6) | (4, 4) => Some(80),
        (3, 3) => Some(31),
        (3, 4) => Some(53),
        _ => None,
    }
}

/// Refuses lengths that no board of this size has, or that nobody could prove.
fn check_range(size: Size, (low, high): (u32, u32)) -> Result<(), ParamError> {
    if size.cells() > 16 && high > LONGEST_ABOVE_4X4 {
        return Err(ParamError(format!(
            "moves={low}..{high}: up to {LONGEST_ABOVE_4X4} above 4x4, which can be proven"
        )));
    }
    match farthest(size) {
        Some(most) if low > most => {
            Err(ParamError(format!("moves={low}..{high}: every {size} board is solved in {most} moves or fewer")))
        }
        _ => Ok(()),
    }
}

/// Deal `number` of those whose shortest solution has `low` to `high` moves.
pub fn of_length(rules: &Arc<Sliding>, number: u64, (low, high): (u32, u32)) -> Result<Board, ParamError> {
    let size = rules.size;
    let mut random = SplitMix(number);
    let fits = |board: &Board| shortest(rules, board, high).is_some_and(|length| length >= u64::from(low));
    let from_far = |random: &mut SplitMix| {
        let (board, most) = far_board(rules)?;
        let steps = most.saturating_sub(high) as usize + random.below(2 * (most - low) as usize + 1);
        Some(walk(rules, board, steps, random))
    };
    let is_far = low >= FAR && size.cells() == 16;
    for attempt in 0..TRIES {
        let board = match attempt % 2 {
            _ if is_far => from_far(&mut random).expect("a 4x4 board"),
            0 => {
                let steps = low as usize + random.below((3 * high - low + 1) as usize);
                walk(rules, *rules.goal_board(), steps, &mut random)
            }
            _ => shuffle(rules, &mut random),
        };
        if fits(&board) {
            return Ok(board);
        }
    }
    let all = if size.cells() <= SMALL { at_distance(rules, low, high) } else { Vec::new() };
    if !all.is_empty() {
        return Ok(all[random.below(all.len())]);
    }
    let found = (0..TRIES).find_map(|_| from_far(&mut random).filter(|board| fits(board)));
    found.ok_or_else(|| {
        ParamError(format!("moves={low}..{high}: found none in {TRIES} tries on {size}; try another range"))
    })
}

/// A board as far from the goal as any of its size, and how far that is.
fn far_board(rules: &Sliding) -> Option<(Board, u32)> {
    let size = rules.size;
    let lying = Size { rows: size.rows.min(size.cols), cols: size.rows.max(size.cols) };
    let &(_, tiles) = FARTHEST.iter().find(|(of, _)| *of == lying)?;
    let mut tiles = if size == lying { tiles.to_vec() } else { mirrored(tiles, lying) };
    if rules.goal == Goal::BlankFirst {
        tiles = turned(&tiles);
    }
    Some((Board::new(&tiles), farthest(size)?))
}

/// Rows and columns exchanged, and each tile called by the place it then goes to.
fn mirrored(tiles: &[u8], size: Size) -> Vec<u8> {
    let place = |cell: usize| size.col(cell) * size.rows + size.row(cell);
    let mut image = vec![BLANK; tiles.len()];
    for (cell, &tile) in tiles.iter().enumerate().filter(|(_, tile)| **tile != BLANK) {
        image[place(cell)] = place(tile as usize - 1) as u8 + 1;
    }
    image
}

/// Half a turn, which makes blank-first of blank-last.
fn turned(tiles: &[u8]) -> Vec<u8> {
    let cells = tiles.len() as u8;
    tiles.iter().rev().map(|&tile| if tile == BLANK { BLANK } else { cells - tile }).collect()
}

/// Every board whose shortest solution has `low` to `high` moves, nearest first.
fn at_distance(rules: &Sliding, low: u32, high: u32) -> Vec<Board> {
    let mut layer = vec![*rules.goal_board()];
    // By number: a set of boards would take forty times as much.
    let mut seen = vec![false; (1..=rules.size.cells()).product()];
    seen[number_of(rules.goal_board().tiles(rules.size))] = true;
    let mut found = Vec::new();
    for distance in 0..=high {
        if distance >= low {
            found.extend_from_slice(&layer);
        }
        let mut next = Vec::new();
        still_wanted();
        for board in &layer {
            for dir in Dir::ULRD.into_iter().filter(|&dir| rules.size.neighbour(board.blank(), dir).is_some()) {
                let mut after = *board;
                rules.apply(&mut after, &dir);
                if !std::mem::replace(&mut seen[number_of(after.tiles(rules.size))], true) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    found
}

/// The place of an order of tiles among all orders.
fn number_of(tiles: &[u8]) -> usize {
    let mut left = (1_u64 << tiles.len()) - 1;
    let mut number = 0;
    for &tile in tiles {
        number = number * left.count_ones() as usize + (left & ((1 << tile) - 1)).count_ones() as usize;
        left &= !(1 << tile);
    }
    number
}

/// The shortest length, if it is at most `most`.
fn shortest(rules: &Arc<Sliding>, board: &Board, most: u32) -> Option<u64> {
    let mut plan = Plan::new(&STRATEGIES[0]);
    plan.max_moves = Some(u64::from(most));
    let mut engine = solve::engine(rules, board, &plan).ok()?;
    while engine.run(SLICE, None) == Outcome::MoreWork {
        still_wanted();
    }
    engine.answer().map(|answer| answer.length())
}

/// A walk that never takes its last move back.
fn walk(rules: &Sliding, mut board: Board, steps: usize, random: &mut SplitMix) -> Board {
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

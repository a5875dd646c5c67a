//! Takes needless stops out of a solution: `1b b2` where `12` is legal.
//!
//! A search meets a position by whatever line comes first, and its nodes do not know that two of its steps are one. So
//! this looks at the finished line, when the search is over: nodes and verdicts are as they were.

use crate::games::freecell::rules::cards::{Card, MAX_CELLS, MAX_COLUMNS};
use crate::games::freecell::rules::{Board, FreeCell, Move, Place};
use crate::search::Rules as _;

/// The same solution without moves that only put cards down to take them up again. Of each move it is told whether it
/// may carry a card that could go home instead: those are tried.
pub fn direct(rules: &FreeCell, start: &Board, mut moves: Vec<Move>, mut may_go_home: Vec<bool>) -> Vec<Move> {
    let mut walk = None;
    let mut stops = Vec::with_capacity(moves.len() / 2);
    let mut first = 0;
    'anew: loop {
        find_stops(&moves, &may_go_home, first, &mut stops);
        let quiet = stops.iter().rev().filter(|stop| stop.at_once || stop.later);
        for stop in quiet {
            let walk = walk.get_or_insert_with(|| Walk { rules, board: start.with_room(), taken: Vec::new() });
            if let Some(stretch) = walk.without_stop(&moves, stop) {
                // What went before, or to the same places, may be a stop now.
                let here = [moves[stop.at].from, moves[stop.at].to];
                let last_to = |place: Place| moves[..stop.at].iter().rposition(|mv| mv.to == place);
                let before = stop.at.saturating_sub(1);
                first = here.into_iter().filter_map(last_to).fold(before, usize::min);
                // A card that is home sooner lets others follow.
                may_go_home.splice(stop.at..=stop.end, stretch.iter().map(|_| true));
                let behind = stop.at + stretch.len();
                let cells = between_cells(&moves, stop);
                moves.splice(stop.at..=stop.end, stretch);
                if let Some(cells) = cells {
                    exchange(&mut moves[behind..], cells);
                }
                continue 'anew;
            }
        }
        if first > 0 {
            find_stops(&moves, &may_go_home, 0, &mut stops);
        }
        stops.retain(|stop| stop.may_stay);
        let found = stops.iter().rev().find_map(|stop| {
            let walk = walk.get_or_insert_with(|| Walk { rules, board: start.with_room(), taken: Vec::new() });
            walk.with_another_rest(&moves, stop)
        });
        let Some((at, rest)) = found else { break };
        may_go_home.splice(at.., rest.iter().map(|_| true));
        moves.splice(at.., rest);
        first = 0;
    }
    without_bases(rules, start, moves, walk)
}

/// The same line without bases that it does without: that makes no stops of other moves.
fn without_bases<'a>(
    rules: &'a FreeCell,
    start: &Board,
    mut moves: Vec<Move>,
    mut walk: Option<Walk<'a>>,
) -> Vec<Move> {
    loop {
        let bases = find_bases(rules, start, &moves);
        let found = bases.iter().rev().find_map(|base| {
            let walk = walk.get_or_insert_with(|| Walk { rules, board: start.with_room(), taken: Vec::new() });
            walk.with_another_rest(&moves, base)
        });
        let Some((at, rest)) = found else { return moves };
        moves.splice(at.., rest);
    }
}

/// A move whose cards are just those that the next move at their place takes on.
struct Stop {
    at: usize,
    /// The move that takes them on.
    end: usize,
    /// Nothing that matters happens meanwhile where they go: they could go there at once.
    at_once: bool,
    /// Nothing happens meanwhile where they come from: they could wait there.
    later: bool,
    /// They go home, and the first thing that happens meanwhile where they come from is that another card does, which may go
    /// behind them, or that one is put down, which may stand on them.
    may_stay: bool,
}

/// The stops from the first of these moves on, the last ones first.
fn find_stops(moves: &[Move], may_go_home: &[bool], first: usize, stops: &mut Vec<Stop>) {
    stops.clear();
    // The next move at each place, and how many cards it takes from there.
    let mut next = [(moves.len(), 0); MAX_COLUMNS + MAX_CELLS + 1];
    for (at, mv) in moves.iter().enumerate().skip(first).rev() {
        let (from, to) = (numbered(mv.from), numbered(mv.to));
        let (end, taken) = next[to];
        if taken == mv.count {
            let is_quiet = |place: usize| next[place].0 >= end;
            let goal = moves[end].to;
            // Cards of other suits go home meanwhile, which is of no matter to this one.
            let at_once = if goal == Place::Home { may_go_home[at] } else { is_quiet(numbered(goal)) };
            let later = is_quiet(from);
            let may_stay =
                goal == Place::Home && !later && (next[from].1 == 0 || moves[next[from].0].to == Place::Home);
            if at_once || later || may_stay {
                stops.push(Stop { at, end, at_once, later, may_stay });
            }
        }
        next[from] = (at, mv.count);
        next[to] = (at, 0);
    }
}

/// Cards that leave their cell for an empty column and go home from there as its last: they could wait in the cell, where
/// what is put upon them finds a place without them.
fn find_bases(rules: &FreeCell, start: &Board, moves: &[Move]) -> Vec<Stop> {
    let mut bases = Vec::new();
    let mut free = isize::from(rules.variant.cells) - start.cells.iter().flatten().count() as isize;
    for (at, mv) in moves.iter().enumerate() {
        free += freed_cells(*mv);
        if mv.opens
            && mv.count == 1
            && matches!(mv.from, Place::Cell(_))
            && let Some(end) = end_of_base(moves, at, free - 1)
        {
            bases.push(Stop { at, end, at_once: false, later: false, may_stay: true });
        }
    }
    bases
}

fn freed_cells(mv: Move) -> isize {
    let is_cell = |place| isize::from(matches!(place, Place::Cell(_)));
    is_cell(mv.from) - is_cell(mv.to)
}

/// The move that takes the card home, if until then there are cells enough for it to wait: so many are free besides.
fn end_of_base(moves: &[Move], at: usize, mut free: isize) -> Option<usize> {
    let (base, mut height) = (moves[at], 1);
    for (end, next) in moves.iter().enumerate().skip(at + 1) {
        free += freed_cells(*next);
        height += u32::from(next.count) * u32::from(next.to == base.to);
        height -= u32::from(next.count) * u32::from(next.from == base.to);
        if height == 0 {
            return (next.to == Place::Home && next.count == 1).then_some(end);
        }
        if free < 0 || next.to == base.from {
            return None;
        }
    }
    None
}

/// The two cells that a card goes from and to with a stop between: it may as well stay, and the cells change their names.
fn between_cells(moves: &[Move], stop: &Stop) -> Option<[Place; 2]> {
    let cells = [moves[stop.at].from, moves[stop.end].to];
    let are_cells = cells.iter().all(|place| matches!(place, Place::Cell(_)));
    (are_cells && cells[0] != cells[1]).then_some(cells)
}

fn exchange(moves: &mut [Move], [one, other]: [Place; 2]) {
    let exchanged = |place: Place| match place {
        _ if place == one => other,
        _ if place == other => one,
        _ => place,
    };
    for mv in moves {
        (mv.from, mv.to) = (exchanged(mv.from), exchanged(mv.to));
    }
}

fn numbered(place: Place) -> usize {
    let (first, number) = match place {
        Place::Column(column) => (0, column),
        Place::Cell(cell) => (MAX_COLUMNS, cell),
        Place::Home => (MAX_COLUMNS + MAX_CELLS, 0),
    };
    first + number as usize
}

/// A board along the line, which goes only where it is asked for: most moves are no stops at first sight.
struct Walk<'a> {
    rules: &'a FreeCell,
    board: Board,
    /// One card a move made, to take it back with.
    taken: Vec<Card>,
}

impl Walk<'_> {
    fn go_to(&mut self, moves: &[Move], at: usize) {
        let made = self.taken.len();
        if made > at {
            return self.go_back(&moves[at..made], at);
        }
        for mv in &moves[made..at] {
            self.taken.push(self.rules.apply(&mut self.board, mv));
        }
    }

    /// What can stand in place of the stretch from a stop to the move that takes its cards on, so that these make one
    /// move, if the rules allow it.
    fn without_stop(&mut self, moves: &[Move], stop: &Stop) -> Option<Vec<Move>> {
        let &Stop { at, end, at_once, later, .. } = stop;
        let (first, second) = (moves[at], moves[end]);
        let between = &moves[at + 1..end];
        let whole = Move { from: first.from, to: second.to, ..second };
        let places = [(0, at_once), (between.len(), !between.is_empty() && later)];
        for (place, _) in places.into_iter().filter(|&(_, is_quiet)| is_quiet) {
            let mut stretch = Vec::with_capacity(between.len() + 1);
            stretch.extend_from_slice(between);
            let stays = between_cells(moves, stop).is_some();
            if whole.from != whole.to && !stays {
                stretch.insert(place, whole);
            }
            self.go_to(moves, at);
            if let Some(stretch) = self.read(stretch.into_iter()) {
                let is_same = stays || self.after(&stretch) == self.after(&moves[at..=end]);
                debug_assert!(is_same, "both lead to one board");
                return Some(stretch);
            }
        }
        None
    }

    /// A card that stays where it is until it goes home leaves other boards behind: then all the rest of the line is tried, which the first move that has become impossible ends. Passed as a whole it brings home as many cards.
    fn with_another_rest(&mut self, moves: &[Move], stop: &Stop) -> Option<(usize, Vec<Move>)> {
        let &Stop { at, end, .. } = stop;
        let whole = Move { from: moves[at].from, ..moves[end] };
        self.go_to(moves, at);
        let line = moves[at + 1..end].iter().chain([&whole]).chain(&moves[end + 1..]);
        self.read(line.copied()).map(|rest| (at, rest))
    }

    /// The stretch as the rules read it here, if they let it pass. The same cards then come to the same places as
    /// before, since nothing else happened there.
    fn read(&mut self, stretch: impl Iterator<Item = Move>) -> Option<Vec<Move>> {
        let start = self.taken.len();
        let mut made = Vec::new();
        let mut passes = true;
        for mv in stretch {
            let Some(read) = self.read_move(mv) else {
                passes = false;
                break;
            };
            self.taken.push(self.rules.apply(&mut self.board, &read));
            made.push(read);
        }
        self.go_back(&made, start);
        passes.then_some(made)
    }

    fn read_move(&self, mv: Move) -> Option<Move> {
        let opens = matches!(mv.to, Place::Column(to) if self.board.columns[to as usize].is_empty());
        let told = (opens || mv.opens).then_some(mv.count.into());
        self.rules.legal(&self.board, mv.from, mv.to, told).ok().filter(|read| read.count == mv.count)
    }

    /// Takes back what was made since there were `start` moves.
    fn go_back(&mut self, made: &[Move], start: usize) {
        for mv in made.iter().rev() {
            let card = self.taken.pop().expect("a move was made");
            self.rules.undo(&mut self.board, mv, &card);
        }
        debug_assert_eq!(self.taken.len(), start, "as many taken back as made");
    }

    fn after(&self, moves: &[Move]) -> Board {
        let mut board = self.board.clone();
        for mv in moves {
            self.rules.apply(&mut board, mv);
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, Options, Placed, Position};
    use crate::search::{Outcome, Plan, Status};

    fn solved(position: &dyn Position, strategy: &str, fuel: u64) -> Option<Vec<String>> {
        let strategy = position.game().strategy(strategy).unwrap();
        let mut engine = position.engine(&Plan::new(strategy)).unwrap();
        while engine.run(fuel, None) == Outcome::MoreWork && engine.answer().is_none() {}
        engine.answer().map(|answer| answer.moves)
    }

    /// The two moves in a row, if any, that are legal as one.
    fn needless_stop(position: &dyn Position, moves: &[String]) -> Option<String> {
        let mut board = position.boxed_clone();
        for pair in moves.windows(2) {
            let [from, by, take, to] = [&pair[0][..1], &pair[0][1..2], &pair[1][..1], &pair[1][1..2]];
            let whole = format!("{from}{to}{}", &pair[1][2..]);
            let count = |mv: &str| mv.get(3..).map(str::to_owned);
            let mut after = board.boxed_clone();
            let mut apart = board.boxed_clone();
            let same = by == take && by != "h" && from != to && count(&pair[0]) == count(&pair[1]);
            if same
                && after.play(&whole).is_ok()
                && pair.iter().all(|mv| apart.play(mv).is_ok())
                && after.same_as(&*apart)
            {
                return Some(format!("{} {} is {whole}", pair[0], pair[1]));
            }
            board.play(&pair[0]).unwrap();
        }
        None
    }

    /// The move of one card that could go home at once and goes there later: without its stop the rest is as legal.
    fn needless_wait(position: &dyn Position, moves: &[String]) -> Option<String> {
        let mut board = position.boxed_clone();
        for (at, mv) in moves.iter().enumerate() {
            let (home, later) = (format!("{}h", &mv[..1]), format!("{}h", &mv[1..2]));
            let mut sooner = board.boxed_clone();
            let (rules, cards) = Placed::<FreeCell>::parts(&*board);
            let is_one = rules.read_move(cards, mv).is_ok_and(|mv| mv.count == 1);
            if is_one && *mv != home && sooner.play(&home).is_ok() {
                let touches = |next: &String| next[..2].contains(&mv[1..2]);
                let end = at + 1 + moves[at + 1..].iter().position(touches)?;
                let rest = moves[at + 1..end].iter().chain(&moves[end + 1..]);
                if moves[end] == later && rest.into_iter().all(|mv| sooner.play(mv).is_ok()) {
                    return Some(format!("{mv} at {at}"));
                }
            }
            board.play(mv).unwrap();
        }
        None
    }

    /// The move of one card from a cell that the rest of the line does without, as a player would see it: what takes the
    /// card on takes it from its cell, or is left out where that is a cell as well.
    fn needless_column(position: &dyn Position, moves: &[String]) -> Option<String> {
        let mut board = position.boxed_clone();
        for (at, mv) in moves.iter().enumerate() {
            let (cell, column) = (&mv[..1], &mv[1..2]);
            let is_empty = || {
                let (_, cards) = Placed::<FreeCell>::parts(&*board);
                column.parse().is_ok_and(|column: usize| cards.columns[column - 1].is_empty())
            };
            if "abcd".contains(cell) && "12345678".contains(column) && is_empty() {
                for end in (at + 1..moves.len()).filter(|&end| moves[end] == format!("{column}h")) {
                    let mut sooner = board.boxed_clone();
                    let whole = [format!("{cell}h")];
                    let rest = moves[at + 1..end].iter().chain(&whole).chain(&moves[end + 1..]);
                    if rest.into_iter().all(|mv| sooner.play(mv).is_ok()) && sooner.status() == Status::Solved {
                        return Some(format!("{mv} at {at}"));
                    }
                }
            }
            board.play(mv).unwrap();
        }
        None
    }

    #[test]
    fn no_solution_of_the_first_thousand_deals_stops_over_without_need() {
        let game = games::find("freecell").unwrap();
        for number in 1..=1_000 {
            let position = game.deal(&number.to_string()).unwrap();
            let moves = solved(&*position, "fast", 1 << 20).expect("all of them can be won");
            assert_eq!(needless_stop(&*position, &moves), None, "freecell:{number}");
            assert_eq!(needless_wait(&*position, &moves), None, "freecell:{number}");
            assert_eq!(needless_column(&*position, &moves), None, "freecell:{number}");
            let mut board = position.boxed_clone();
            assert!(moves.iter().all(|mv| board.play(mv).is_ok()), "freecell:{number}");
            assert_eq!(board.status(), Status::Solved);
        }
    }

    /// What goes on meanwhile at both ends of a stop finds its way without it, too.
    #[test]
    fn a_stop_goes_where_the_rest_of_the_line_allows_it() {
        let game = games::find("freecell").unwrap();
        for (number, length) in [(247, 102), (463, 88), (777, 79), (846, 92), (954, 84)] {
            let position = game.deal(&number.to_string()).unwrap();
            let moves = solved(&*position, "fast", 1 << 20).expect("it can be won");
            assert_eq!(moves.len(), length, "freecell:{number}");
        }
    }

    #[test]
    fn a_stop_is_taken_out_where_the_rules_allow_it() {
        let game = games::find("freecell").unwrap();
        let text = "Foundations: H-J C-K D-K S-K\nKH\nQH\n\n\n\n\n\n\n";
        let position = game.read(text, &Options::from([("columns".to_owned(), "8".to_owned())])).unwrap();
        let (rules, board) = Placed::<FreeCell>::parts(&*position);
        let line = |texts: &[&str]| -> Vec<Move> {
            let mut board = board.clone();
            let read = |text: &&str| {
                let mv = rules.read_move(&board, text).unwrap();
                rules.apply(&mut board, &mv);
                mv
            };
            texts.iter().map(read).collect()
        };
        let direct = |texts: &[&str]| -> Vec<String> {
            let moves = line(texts);
            let may_go_home = vec![true; moves.len()];
            direct(rules, board, moves, may_go_home).into_iter().map(Move::text).collect()
        };
        assert_eq!(direct(&["2a", "ah", "1h"]), ["2h", "1h"]);
        assert_eq!(direct(&["1a", "2h", "ah"]), ["2h", "1h"]);
        assert_eq!(direct(&["1a", "a3", "2b", "bh", "3h"]), ["2h", "1h"]);
    }
}

//! Takes needless stops out of a solution: `1b b2` where `12` is legal.
//!
//! A search meets a position by whatever line comes first, and its nodes do not know that two of its steps are one. So
//! this looks at the finished line, when the search is over: nodes and verdicts are as they were.

use crate::games::freecell::rules::{Board, FreeCell, Move, Place};
use crate::search::Rules as _;

/// The same solution without moves that only put cards down to take them up again.
pub fn direct(rules: &FreeCell, start: &Board, mut moves: Vec<Move>) -> Vec<Move> {
    // The board before the move at `at`, and how to go back from it.
    let (mut board, mut at, mut taken) = (start.clone(), 0, Vec::with_capacity(moves.len()));
    while at < moves.len() {
        if let Some((next, stretch)) = without_stop(rules, &board, &moves, at) {
            moves.splice(at..=next, stretch);
            // What went before may be a stop now.
            if let Some(card) = taken.pop() {
                at -= 1;
                rules.undo(&mut board, &moves[at], &card);
            }
        } else {
            taken.push(rules.apply(&mut board, &moves[at]));
            at += 1;
        }
    }
    moves
}

/// The place of the move that takes on the cards which the one at `at` puts down, and what can stand in place of the
/// stretch from one to the other so that these cards make one move, if the rules allow it.
fn without_stop(rules: &FreeCell, board: &Board, moves: &[Move], at: usize) -> Option<(usize, Vec<Move>)> {
    let first = moves[at];
    let uses = |mv: &Move, place: Place| mv.from == place || mv.to == place;
    if first.to == Place::Home {
        return None;
    }
    let next = at + 1 + moves[at + 1..].iter().position(|mv| uses(mv, first.to))?;
    let second = moves[next];
    if second.from != first.to || second.count != first.count {
        return None;
    }
    let between = &moves[at + 1..next];
    let is_used = |place: Place| between.iter().any(|mv| uses(mv, place));
    let whole = Move { from: first.from, to: second.to, ..second };
    // At once where nothing happens to the goal meanwhile, or later where nothing happens to the start.
    let places = [(0, !is_used(second.to)), (between.len(), !between.is_empty() && !is_used(first.from))];
    let stretches = places.into_iter().filter(|&(_, is_quiet)| is_quiet).map(|(place, _)| {
        let mut stretch = between.to_vec();
        if whole.from != whole.to {
            stretch.insert(place, whole);
        }
        stretch
    });
    let stretch = stretches.into_iter().find_map(|stretch| replayed(rules, board, stretch, &moves[at..=next]))?;
    Some((next, stretch))
}

/// The stretch as the rules read it, if they let it pass and it leads where the other one leads.
fn replayed(rules: &FreeCell, start: &Board, mut stretch: Vec<Move>, other: &[Move]) -> Option<Vec<Move>> {
    let mut board = start.clone();
    for mv in &mut stretch {
        let mut told = mv.text();
        if mv.count > 1
            && !told.contains('v')
            && matches!(mv.to, Place::Column(to) if board.columns[to as usize].is_empty())
        {
            told = Move { opens: true, ..*mv }.text();
        }
        let read = rules.read_move(&board, &told).ok().filter(|read| read.count == mv.count)?;
        rules.apply(&mut board, &read);
        *mv = read;
    }
    let mut goal = start.clone();
    for mv in other {
        rules.apply(&mut goal, mv);
    }
    (board == goal).then_some(stretch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, Options, Placed, Position};
    use crate::search::{Outcome, Plan};

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

    #[test]
    fn no_solution_of_the_first_thousand_deals_stops_over_without_need() {
        let game = games::find("freecell").unwrap();
        for number in 1..=1_000 {
            let position = game.deal(&number.to_string()).unwrap();
            let moves = solved(&*position, "fast", 1 << 20).expect("all of them can be won");
            assert_eq!(needless_stop(&*position, &moves), None, "freecell:{number}");
            let mut board = position.boxed_clone();
            assert!(moves.iter().all(|mv| board.play(mv).is_ok()), "freecell:{number}");
            assert_eq!(board.status(), crate::search::Status::Solved);
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
        let texts = |moves: Vec<Move>| moves.into_iter().map(Move::text).collect::<Vec<_>>();
        assert_eq!(texts(direct(rules, board, line(&["2a", "ah", "1h"]))), ["2h", "1h"]);
        assert_eq!(texts(direct(rules, board, line(&["1a", "2h", "ah"]))), ["2h", "1h"]);
        assert_eq!(texts(direct(rules, board, line(&["1a", "a3", "2b", "bh", "3h"]))), ["2h", "1h"]);
    }
}

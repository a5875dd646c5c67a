//! Why there is no way, or none that is shorter.
//!
//! *Cut*: a set of squares that holds the walker and not the goal, and that no step leaves. The text is the maze's rows
//! with `/` between them, `+` for a square of the set and `.` for others.
//!
//! *Levels*: a number for each square, 0 where the walker stands, such that no step leads to a number that is more than one
//! higher. A way to the goal then has at least as many steps as the goal's number. The text is the numbers row by row with
//! `/` between rows, `#` for walls.

use std::collections::VecDeque;
use std::fmt::Write as _;

use super::MazeGame;
use super::rules::{Maze, Walk};
use crate::games::certificate::{Case, Checked, Claim, Effort, NoProof, Proof, invalid};
use crate::games::{Certificates, Placed, quoted};

const CUT: &str = "cut";
const LEVELS: &str = "levels";

impl Certificates for MazeGame {
    fn kinds(&self) -> &'static [&'static str] {
        &[CUT, LEVELS]
    }

    fn make(&self, case: &Case<'_>, room: usize) -> Result<Proof, NoProof> {
        let (maze, walk) = Placed::<Maze>::parts(case.position);
        let steps = steps_to(maze, walk.at);
        let proof = match case.claim {
            Claim::Unsolvable if steps[usize::from(maze.goal)].is_none() => Proof::new(CUT, cut(maze, &steps)),
            Claim::Optimal => Proof::new(LEVELS, levels(maze, &steps, case.moves.len() as u32)),
            _ => return Err(NoProof::Unknown),
        };
        if proof.text.len() > room { Err(NoProof::TooLarge) } else { Ok(proof) }
    }

    fn check(&self, case: &Case<'_>, proof: &Proof, _effort: Effort) -> Checked {
        let (maze, walk) = Placed::<Maze>::parts(case.position);
        match (&*proof.kind, case.claim) {
            (CUT, Claim::Unsolvable) => check_cut(maze, walk, &proof.text),
            (LEVELS, Claim::Optimal) => check_levels(maze, walk, &proof.text, case.moves.len()),
            (kind, claim) => invalid(format!("\"{}\" proves nothing of the kind \"{}\"", quoted(kind), claim.name())),
        }
    }
}

/// How many steps each square is away; none where it is out of reach.
fn steps_to(maze: &Maze, from: u16) -> Vec<Option<u32>> {
    let mut steps = vec![None; maze.grid.cells()];
    steps[usize::from(from)] = Some(0);
    let mut open = VecDeque::from([(from, 0)]);
    while let Some((square, here)) = open.pop_front() {
        for (_, next) in maze.ways(square) {
            if steps[usize::from(next)].is_none() {
                steps[usize::from(next)] = Some(here + 1);
                open.push_back((next, here + 1));
            }
        }
    }
    steps
}

fn cut(maze: &Maze, steps: &[Option<u32>]) -> String {
    let row = |row: &[Option<u32>]| row.iter().map(|steps| if steps.is_some() { '+' } else { '.' }).collect::<String>();
    steps.chunks(maze.grid.cols).map(row).collect::<Vec<_>>().join("/")
}

/// Nobody asks for more than the length; out of reach any one number will do.
fn levels(maze: &Maze, steps: &[Option<u32>], length: u32) -> String {
    let mut text = String::new();
    for (square, steps) in steps.iter().enumerate() {
        text += match square {
            0 => "",
            _ if square % maze.grid.cols == 0 => "/",
            _ => " ",
        };
        let _ = match steps {
            _ if maze.is_wall(square as u16) => write!(text, "#"),
            steps => write!(text, "{}", steps.unwrap_or(0).min(length)),
        };
    }
    text
}

fn check_cut(maze: &Maze, walk: &Walk, text: &str) -> Checked {
    let rows: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
    let grid = maze.grid;
    if rows.len() != grid.rows || rows.iter().any(|row| row.len() != grid.cols) {
        return invalid(format!("expected {} rows of {} squares", grid.rows, grid.cols));
    }
    let is_inside = |square: u16| rows[grid.row(square.into())][grid.col(square.into())] == b'+';
    if !is_inside(walk.at) || is_inside(maze.goal) {
        return invalid("the set must hold the walker's square and not the goal");
    }
    for square in (0..grid.cells() as u16).filter(|&square| is_inside(square)) {
        if let Some((_, next)) = maze.ways(square).find(|&(_, next)| !is_inside(next)) {
            let (from, to) = (grid.name(square.into()), grid.name(next.into()));
            return invalid(format!("a step leads out of the set, from {from} to {to}"));
        }
    }
    Ok(())
}

fn check_levels(maze: &Maze, walk: &Walk, text: &str, length: usize) -> Checked {
    let grid = maze.grid;
    let words = text.split(['/', ' ']);
    let mut levels: Vec<u32> = Vec::with_capacity(grid.cells());
    for (square, word) in words.enumerate() {
        if square >= grid.cells() {
            return invalid(format!("more than {} squares", grid.cells()));
        }
        let is_wall = maze.is_wall(square as u16);
        match word.parse() {
            Ok(level) if !is_wall => levels.push(level),
            Err(_) if is_wall && word == "#" => levels.push(0),
            _ => {
                let (name, word) = (grid.name(square as u32), quoted(word));
                return invalid(format!("{name}, \"{word}\": expected a number, or `#` for a wall"));
            }
        }
    }
    if levels.len() != grid.cells() {
        return invalid(format!("{} squares: expected {}", levels.len(), grid.cells()));
    }
    let level = |square: u16| levels[usize::from(square)];
    if level(walk.at) != 0 || u64::from(level(maze.goal)) < length as u64 {
        return invalid(format!("expected 0 at the walker and at least {length} at the goal"));
    }
    for square in (0..grid.cells() as u16).filter(|&square| !maze.is_wall(square)) {
        if let Some((_, next)) = maze.ways(square).find(|&(_, next)| level(next) > level(square).saturating_add(1)) {
            let (from, to) = (grid.name(square.into()), grid.name(next.into()));
            return invalid(format!("a step from {from} to {to} goes up by more than one"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::GAME;
    use super::*;
    use crate::games::certificate::{Objection, check, make};
    use crate::games::{Game, Options, Position, SplitMix};
    use crate::search::{Outcome, Plan};

    const ROOM: usize = 1 << 20;

    /// Walls at random, so that about every second maze has a way.
    fn scattered(dice: &mut SplitMix) -> Box<dyn Position> {
        let (rows, cols) = (2 + dice.below(5), 2 + dice.below(5));
        let mut squares: Vec<char> = (0..rows * cols).map(|_| if dice.below(5) < 2 { '#' } else { '.' }).collect();
        let start = dice.below(squares.len());
        let goal = (start + 1 + dice.below(squares.len() - 1)) % squares.len();
        (squares[start], squares[goal]) = ('S', 'G');
        let rows: Vec<String> = squares.chunks(cols).map(|row| row.iter().collect()).collect();
        GAME.read(&rows.join("/"), &Options::new()).expect("a maze")
    }

    fn shortest(position: &dyn Position) -> (Outcome, Vec<String>) {
        let mut engine = position.engine(&Plan::new(GAME.strategy("bfs").expect("a strategy"))).expect("an engine");
        let outcome = engine.run(u64::MAX, None);
        (outcome, engine.answer().map(|answer| answer.moves).unwrap_or_default())
    }

    /// Of a thousand mazes each verdict is proven; a changed byte of a proof never makes it one of a claim that is wrong.
    #[test]
    fn a_thousand_mazes() {
        let mut dice = SplitMix(21);
        let (mut without, mut shortened) = (0, 0);
        for _ in 0..1000 {
            let position = scattered(&mut dice);
            let (outcome, moves) = shortest(&*position);
            let claim = if outcome == Outcome::Exhausted { Claim::Unsolvable } else { Claim::Optimal };
            let case = Case { position: &*position, claim, moves: &moves };
            let proof = make(&case, ROOM).expect("a proof");
            assert_eq!(check(&case, &proof), Ok(()), "{}\n{}", position.board(None), proof.text);
            if claim == Claim::Unsolvable {
                without += 1;
                continue;
            }
            // One step there and back again is a way as well, and not a shortest one.
            let back = |mv: &String| {
                ["U", "R", "D", "L"][(["U", "R", "D", "L"].iter().position(|d| d == mv).unwrap_or(0) + 2) % 4]
            };
            let longer: Vec<String> = [&moves[..1], &[back(&moves[0]).to_owned()], &moves].concat();
            let wrong = [
                Case { position: &*position, claim: Claim::Optimal, moves: &longer },
                Case { position: &*position, claim: Claim::Unsolvable, moves: &[] },
            ];
            assert_eq!(make(&wrong[1], ROOM), Err(NoProof::Unknown));
            let forged = make(&wrong[0], ROOM).expect("numbers");
            for case in wrong {
                for _ in 0..20 {
                    let cut = cut(&Placed::<Maze>::parts(&*position).0.clone(), &vec![Some(0); position.line().len()]);
                    let texts = [&proof.text, &forged.text, &cut];
                    let mut bytes = texts[dice.below(3)].clone().into_bytes();
                    let at = dice.below(bytes.len());
                    bytes[at] = b"0123456789+./# "[dice.below(15)];
                    let proof = Proof::new([CUT, LEVELS][dice.below(2)], String::from_utf8_lossy(&bytes));
                    assert!(matches!(check(&case, &proof), Err(Objection::Invalid(_))), "{}", proof.text);
                    shortened += 1;
                }
            }
        }
        assert!(without > 200 && shortened > 10_000, "{without}, {shortened}");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let lost = GAME.read("S.#./..#G", &Options::new()).expect("a maze");
        let won = GAME.read("S..G", &Options::new()).expect("a maze");
        let moves = vec!["R".to_owned(); 3];
        let none = Case { position: &*lost, claim: Claim::Unsolvable, moves: &[] };
        let least = Case { position: &*won, claim: Claim::Optimal, moves: &moves };
        for (case, kind, text, part) in [
            (none, CUT, "++../++..", ""),
            (none, CUT, "++../+...", "from r1c2 to r2c2"),
            (none, CUT, "++../++.+", "not the goal"),
            (none, CUT, "++..", "expected 2 rows of 4"),
            (none, LEVELS, "0 1 # 0/1 2 # 0", "proves nothing"),
            (least, LEVELS, "0 1 2 3", ""),
            (least, LEVELS, "0 1 2 4", "from r1c3 to r1c4"),
            (least, LEVELS, "0 1 2 2", "at least 3 at the goal"),
            (least, LEVELS, "0 1 2", "3 squares: expected 4"),
            (least, LEVELS, "0 1 # 3", "r1c3, \"#\""),
        ] {
            match check(&case, &Proof::new(kind, text)) {
                Err(Objection::Invalid(why)) => assert!(!part.is_empty() && why.contains(part), "{text}: {why}"),
                checked => assert!(part.is_empty() && checked.is_ok(), "{text}: {checked:?}"),
            }
        }
    }
}

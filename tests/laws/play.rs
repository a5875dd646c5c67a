//! Moves: made, taken back, written, read, and chosen by hand.

use std::collections::BTreeSet;

use rompicapo::games::{Game, Input, Position, Reply, Settings, SplitMix};
use rompicapo::search::Status;

use crate::positions::{everywhere, pick, some, starts};
use crate::{Kept, hold};

/// How many of a position's moves are looked at.
const MOVES: usize = 24;

pub fn taken_back(game: &'static dyn Game) -> Kept {
    for position in everywhere(game)? {
        for mv in some(&position.moves(), MOVES) {
            hold!(position.undoes(mv), "{mv}, made and taken back, leaves another position\n{}", position.board(None));
        }
    }
    Ok(())
}

pub fn read_as_written(game: &'static dyn Game) -> Kept {
    for position in everywhere(game)? {
        let moves = position.moves();
        let board = || position.board(None);
        let different: BTreeSet<&String> = moves.iter().collect();
        hold!(different.len() == moves.len(), "a move is listed twice: {moves:?}\n{}", board());
        let is_stuck = moves.is_empty() && position.status() != Status::Solved;
        hold!(is_stuck == (position.status() == Status::Stuck), "{:?} with {moves:?}\n{}", position.status(), board());
        for mv in some(&moves, MOVES) {
            let read = position.boxed_clone().play(mv);
            hold!(read.as_ref() == Ok(mv), "{mv} is listed and read as {read:?}\n{}", board());
        }
    }
    Ok(())
}

/// Keys and clicks at random: whatever move a hand answers with is legal, and so is the cell under its cursor.
pub fn hands(game: &'static dyn Game) -> Kept {
    let settings: Settings =
        game.profile().settings.iter().map(|setting| (setting.name.to_owned(), setting.default.to_owned())).collect();
    let mut dice = SplitMix(11);
    for start in starts(game, 2, &mut dice)? {
        let mut position = start;
        let mut hand = game.hand(&settings);
        for _ in 0..120 {
            let Some(&input) = pick(&inputs(&mut dice), &mut dice) else { continue };
            match hand.input(&*position, input) {
                Reply::Move(mv) => make(&mut *position, &[mv])?,
                Reply::Moves(moves) => make(&mut *position, &moves)?,
                Reply::Replace(other) => position = other,
                Reply::Ignored | Reply::Cursor | Reply::Say(_) => {}
            }
            hand.marks(&*position);
            hand.cursor(&*position);
            hand.lines(&*position);
        }
    }
    Ok(())
}

fn make(position: &mut dyn Position, moves: &[String]) -> Kept {
    for mv in moves {
        position.play(mv).map_err(|why| format!("the hand makes {mv}: {why}\n{}", position.board(None)))?;
    }
    Ok(())
}

pub fn inputs(dice: &mut SplitMix) -> Vec<Input> {
    let cell = (dice.draw() % 12) as u32;
    let typed = char::from(b' ' + (dice.draw() % 95) as u8);
    vec![
        Input::Up,
        Input::Down,
        Input::Left,
        Input::Right,
        Input::Home,
        Input::End,
        Input::PageUp,
        Input::PageDown,
        Input::Pick,
        Input::Pick,
        Input::Cancel,
        Input::Backspace,
        Input::Delete,
        Input::Tab,
        Input::Char(typed),
    ]
    .into_iter()
    .chain((cell < 4).then_some(Input::Click(cell)))
    .collect()
}

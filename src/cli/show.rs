//! `show`: boards and texts.

use std::io::Write as _;

use anyhow::anyhow;

use super::Code;
use super::args::{GameOptions, ShowArgs};
use super::interrupt::leave_on_interrupt;
use super::out::{Out, tell};
use super::user;
use crate::games::{Position, quoted};
use crate::workbench::resolve::Resolver;
use crate::workbench::suggest;

pub fn run(args: &ShowArgs, options: GameOptions) -> anyhow::Result<Code> {
    leave_on_interrupt(|| ())?;
    let library = user::library();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0, is_asked: true };
    let named = resolver.only(&args.puzzle)?;
    for warning in named.position.warnings() {
        tell(&format!("warning: {}: {warning}", named.name));
    }
    if let Some(stage) = args.stage {
        return super::stage::show(&*named.position, stage, args.space);
    }
    // No moves lead to the board that one begins with.
    let moves = args.moves.as_deref().map(split_moves).filter(|moves| !moves.is_empty());
    let mut text = String::new();
    match (&args.form, moves) {
        (Some(form), moves) => {
            let mut position = named.position.clone();
            for (i, mv) in moves.unwrap_or_default().into_iter().enumerate() {
                position.play(mv).map_err(|why| anyhow!("move {}, {}: {why}", i + 1, quoted(mv)))?;
            }
            text = written(&*position, form)?;
        }
        (None, Some(moves)) => {
            write_boards(&*named.position, &moves, <dyn Position>::page, &mut text).map_err(anyhow::Error::msg)?;
        }
        (None, None) => text = named.position.heading() + &named.position.page(None),
    }
    let mut out = Out::new();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Code::Done)
}

/// The puzzle in a text form, ending with a line break.
pub fn written(position: &dyn Position, form: &str) -> anyhow::Result<String> {
    let game = position.game();
    let forms = || game.profile().forms.iter().map(|form| form.name);
    if !forms().any(|name| name == form) {
        return Err(anyhow!("{} has no text form `{form}`{}", game.name(), suggest::hint(form, forms())));
    }
    let mut text = position.text(form).ok_or_else(|| anyhow!("this position cannot be written as `{form}`"))?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// Moves between blanks or commas.
pub fn split_moves(text: &str) -> Vec<&str> {
    text.split([' ', ',', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect()
}

/// Every board along the moves, each with the markers of the move that follows, and the board that is reached;
/// a table with nothing left on it is no board. Boards that have no line of their own for markers stand apart.
pub fn write_boards<S: AsRef<str>>(
    position: &dyn Position,
    moves: &[S],
    print: impl Fn(&dyn Position, Option<&str>) -> String,
    out: &mut String,
) -> Result<(), String> {
    let mut position = position.boxed_clone();
    out.push_str(&position.heading());
    for (i, mv) in moves.iter().enumerate() {
        let mv = mv.as_ref();
        let board = print(&*position, Some(mv));
        position.play(mv).map_err(|why| format!("move {}, {}: {why}", i + 1, quoted(mv)))?;
        out.push_str(&board);
        if stands_close(&board) {
            out.push('\n');
        }
    }
    if position.line().contains(char::is_alphanumeric) {
        out.push_str(&print(&*position, None));
    }
    Ok(())
}

/// Whether another board under this one would look like a part of it: it has several rows, and neither a last line
/// nor a first one that is blank but for markers.
fn stands_close(board: &str) -> bool {
    let mut lines = board.lines();
    let empty = |line: Option<&str>| line.is_some_and(|line| !line.contains(|c: char| c != ' ' && c != '_'));
    board.trim_end().contains('\n') && !empty(lines.next()) && !empty(lines.next_back())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stand_between_blanks_or_commas() {
        assert_eq!(split_moves(" 3-7,4-8  1-2, 5-6\n"), ["3-7", "4-8", "1-2", "5-6"]);
        assert_eq!(split_moves(" "), [""; 0]);
    }
}

//! Moves made with the rules alone.

use super::{Position, quoted};
use crate::search::Status;

/// The moves in the game's own notation where they make a solution; if not, where they go wrong.
pub fn replay<S: AsRef<str>>(start: &dyn Position, moves: &[S]) -> Result<Vec<String>, String> {
    let mut position = start.boxed_clone();
    let mut made = Vec::with_capacity(moves.len());
    for (i, mv) in moves.iter().enumerate() {
        let mv = mv.as_ref();
        made.push(position.play(mv).map_err(|why| format!("move {}, {}: {why}", i + 1, quoted(mv)))?);
    }
    let claims = start.game().claims();
    if position.status() == Status::Solved {
        return match claims.and_then(|claims| claims.fault(start, &made)) {
            Some(fault) => Err(fault),
            None => Ok(made),
        };
    }
    let missing = claims.and_then(|claims| claims.missing(&*position)).unwrap_or_else(|| "not solved".into());
    Err(match made.len() {
        0 => format!("{missing}, and there are no moves"),
        last => format!("{missing} after move {last}"),
    })
}

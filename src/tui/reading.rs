//! A text of which nobody says what game it is: some are puzzles of several games.

use crate::games::{GAMES, Game};
use crate::workbench::naming::Named;

/// Read by the game of the screen or else by another; a grid that lacks its clues is the last thing that anybody means. Whoever
/// mistyped a puzzle of the game at hand must not wonder where it went, so what that said comes with it, and so does who else
/// would read it.
pub(super) fn read_by_any(
    first: Option<&'static dyn Game>,
    read: impl Fn(&'static dyn Game) -> Result<Named, String>,
) -> Result<(Named, Option<String>), String> {
    let mut readings: Vec<Named> = Vec::new();
    let mut refused = None;
    let is_first = |game: &dyn Game| first.is_some_and(|first| first.name() == game.name());
    let others = GAMES.iter().copied().filter(|game| !is_first(*game));
    for game in first.into_iter().chain(others) {
        match read(game) {
            // A name is of one game, and so is a file that says of which: whoever reads it.
            Ok(named) if !named.text || named.game.name() != game.name() => return Ok((named, None)),
            Ok(named) => readings.push(named),
            Err(why) => _ = refused.get_or_insert(why),
        }
    }
    let refused = refused.filter(|_| !readings.iter().any(|named| is_first(named.game)));
    readings.sort_by_key(|named| named.position.lacks_clues());
    let mut readings = readings.into_iter();
    let here = first.map_or("This game", |game| game.profile().title);
    let Some(named) = readings.next() else { return Err(format!("{here}: {}", refused.unwrap_or_default())) };
    let why = refused.filter(|_| first.is_some()).map(|why| format!("It is no puzzle of {here}: {why}."));
    let rivals: Vec<&dyn Game> = readings
        .filter(|other| !other.position.lacks_clues() || is_first(other.game))
        .map(|other| other.game)
        .collect();
    let told: Vec<String> = why.into_iter().chain(rivals_words(&rivals)).collect();
    let told = (!told.is_empty()).then(|| format!("Read as {}. {}", named.game.profile().title, told.join(" ")));
    Ok((named, told))
}

/// Who else reads it, and how it says whose it is.
fn rivals_words(rivals: &[&dyn Game]) -> Option<String> {
    let titles: Vec<&str> = rivals.iter().map(|game| game.profile().title).collect();
    let read = if titles.len() == 1 { "reads" } else { "read" };
    let name = rivals.first()?.name();
    Some(format!("{} {read} it too: a first line `game: {name}` says so.", titles.join(" and ")))
}

//! Text: what is written is read back as the same position.

use rompicapo::games::{Game, Options, Position};

use crate::positions::everywhere;
use crate::{Kept, hold};

pub fn read_back(game: &'static dyn Game) -> Kept {
    for position in everywhere(game)? {
        let options = position.line_options();
        let same = |what: &str, text: &str| same(game, &*position, what, text, &options);
        same("the line", &position.line())?;
        for form in game.profile().forms.iter().filter(|form| carries_all(game.name(), form.name)) {
            // A form that cannot hold this puzzle (a packed 5x5) is not written.
            position.text(form.name).map_or(Ok(()), |text| same(form.name, &text))?;
        }
    }
    Ok(())
}

/// Pictures, solutions and pages of a whole play are for people.
const SHOWN: [&str; 4] = ["svg", "svg-solution", "solution", "triangle"];

/// Forms that do not tell a variant, or digits that were filled in: they are read as another position.
const LOSING: [(&str, &str); 5] =
    [("counters", "row"), ("counters", "ox"), ("counters", "digits"), ("freecell", "list"), ("kakuro", "link")];

fn carries_all(game: &str, form: &str) -> bool {
    !SHOWN.contains(&form) && !LOSING.contains(&(game, form))
}

fn same(game: &dyn Game, position: &dyn Position, what: &str, text: &str, options: &Options) -> Kept {
    let again = game.read(text, options).map_err(|error| format!("{what} is written and not read: {error}\n{text}"))?;
    let (before, after) = (position.whole_line(), again.whole_line());
    hold!(again.same_as(position), "{what} is read as another position: {before}, then {after}\n{text}");
    hold!(again.moves() == position.moves(), "{what} is read with other moves\n{text}");
    hold!(again.status() == position.status(), "{what} is read as {:?}\n{text}", again.status());
    Ok(())
}

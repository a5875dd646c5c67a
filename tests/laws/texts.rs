//! Text: what is written is read back as the same position.

use rompicapo::games::{Game, Options, Position};

use crate::positions::everywhere;
use crate::{Kept, hold};

pub fn read_back(game: &'static dyn Game) -> Kept {
    for position in everywhere(game)? {
        same(game, &*position, "the line", &position.line(), &position.line_options())?;
        let same = |what: &str, text: &str| same(game, &*position, what, text, &Options::new());
        same("the whole line", &position.whole_line())?;
        same("what show prints", &(position.heading() + &position.page(None)))?;
        for form in game.profile().forms.iter().filter(|form| form.is_read) {
            // A form that cannot hold this puzzle (a packed 5x5) is not written.
            position.text(form.name).map_or(Ok(()), |text| same(form.name, &text))?;
        }
    }
    Ok(())
}

fn same(game: &dyn Game, position: &dyn Position, what: &str, text: &str, options: &Options) -> Kept {
    let again = game.read(text, options).map_err(|error| format!("{what} is written and not read: {error}\n{text}"))?;
    let (before, after) = (position.whole_line(), again.whole_line());
    hold!(again.same_as(position), "{what} is read as another position: {before}, then {after}\n{text}");
    hold!(again.moves() == position.moves(), "{what} is read with other moves\n{text}");
    hold!(again.status() == position.status(), "{what} is read as {:?}\n{text}", again.status());
    Ok(())
}

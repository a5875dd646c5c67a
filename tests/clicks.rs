//! Every key that the line at the foot of the screen names does the same when it is clicked.

mod common;

use common::Desk;
use rompicapo::games::{GAMES, Game};
use rompicapo::workbench::packs::Library;

/// Keys that lead from a puzzle that was just opened to places with key lines of their own.
const PLACES: [&str; 9] = ["", "s>>", "s]", "....", "....T", "xe", "q", "?", "....q"];

/// Columns that no solver pane, which tells times, has.
const BESIDE_PANE: usize = 51;

fn at(game: &dyn Game, place: &str) -> Desk {
    let library = Library::new(None);
    let mut desk = Desk::at(&format!("{}/{}", game.name(), library.collection(game).packs[0].puzzles[0].name));
    for key in (!place.is_empty()).then(|| common::keys(place)).into_iter().flatten() {
        desk.keys(key);
        desk.settle();
    }
    desk
}

/// The single keys of the last row, with the columns where they stand.
fn named_keys(screen: &str) -> Vec<(usize, String)> {
    let line = screen.lines().last().unwrap_or_default();
    let is_start =
        |&at: &usize| line[..at].ends_with(if at == 1 { " " } else { "  " }) && line[at..].starts_with(|c| c != ' ');
    let starts = line.match_indices(' ').map(|(at, _)| at + 1).filter(is_start);
    let words = starts.filter_map(|at| Some((at, line[at..].split("  ").next()?)));
    let keys = words.filter_map(|(at, item)| {
        let (key, does) = item.split_once(' ')?;
        // What plays goes on by the clock, so two of it are never alike: the space key is clicked elsewhere.
        let names = ["enter", "esc", "tab", "f2", "f3", "f4"];
        // Several keys, or a prefix, stand before what they do.
        let has_one = does.split(' ').next()?.len() > 1;
        match key {
            // A new puzzle has another number each time.
            "n" => None,
            _ if !has_one => None,
            _ if names.contains(&key) => Some((at, format!("<{key}>"))),
            _ => (key.len() == 1).then(|| (at, key.to_owned())),
        }
    });
    keys.collect()
}

fn shown(desk: &mut Desk) -> String {
    desk.settle();
    let digits_aside = |c: char| if c.is_ascii_digit() { '0' } else { c };
    let beside = |line: &str| line.chars().take(BESIDE_PANE).map(digits_aside).collect::<String>();
    desk.screen().lines().map(beside).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_click_on_a_named_key_is_that_key() {
    let mut clicked = 0;
    for &game in GAMES {
        for place in PLACES {
            let screen = at(game, place).screen();
            for (column, key) in named_keys(&screen) {
                let mut pressed = at(game, place);
                pressed.keys(&key);
                let mut mouse = at(game, place);
                mouse.screen();
                mouse.click(column as u16, screen.lines().count() as u16 - 1);
                let [by_key, by_mouse] = [shown(&mut pressed), shown(&mut mouse)];
                assert_eq!(by_mouse, by_key, "{} after {place:?}: a click on {key}", game.name());
                clicked += 1;
            }
        }
    }
    assert!(clicked > 100, "only {clicked} keys were clicked");
}

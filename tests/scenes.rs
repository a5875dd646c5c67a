//! What every game shows in the middle of things keeps its text and its styles: beside the solver pane, which
//! tells times.

mod common;

use common::Desk;
use rompicapo::games::{GAMES, Game};
use rompicapo::workbench::packs::Library;

/// Names, and the keys that lead there from a puzzle that was just opened.
const SCENES: [(&str, &[&str]); 6] = [
    ("hint", &["H"]),
    ("marks", &["m"]),
    ("solved", &["s", ">", ">"]),
    ("tree", &[".", ".", ".", "T"]),
    ("xray", &["X"]),
    ("setting-up", &["xe"]),
];

/// Columns that no solver pane has.
const BESIDE_PANE: usize = 51;

fn at_first_puzzle(game: &dyn Game) -> Desk {
    let library = Library::new(None);
    Desk::at(&format!("{}/{}", game.name(), library.collection(game).packs[0].puzzles[0].name))
}

fn go(desk: &mut Desk, keys: &[&str]) {
    for keys in keys {
        desk.settle();
        desk.keys(keys);
    }
    desk.settle();
}

#[test]
fn games_look_alike_in_the_middle_of_things() {
    for &game in GAMES {
        for (name, keys) in SCENES {
            let mut desk = at_first_puzzle(game);
            go(&mut desk, keys);
            insta::assert_snapshot!(format!("{}_{name}_80x24", game.name()), desk.with_styles_of(BESIDE_PANE));
        }
        let mut desk = at_first_puzzle(game);
        desk.resize(60, 16);
        go(&mut desk, &["s", "]"]);
        insta::assert_snapshot!(format!("{}_end_60x16", game.name()), desk.with_styles());
    }
}

/// The largest window, in the light theme, boards in Unicode.
#[test]
fn games_fill_a_large_window() {
    for &game in GAMES {
        let mut desk = at_first_puzzle(game);
        desk.resize(200, 60);
        go(&mut desk, &["t<down><enter>", "U"]);
        insta::assert_snapshot!(format!("{}_light_200x60", game.name()), desk.with_styles());
    }
}

#[test]
fn what_is_asked_and_told_around_the_games_keeps_its_looks() {
    for (name, keys) in [
        ("name", "N"),
        ("race", "V"),
        ("statistics", "#"),
        ("runs", "E"),
        ("size", "e<f3>"),
        ("save", "e<f2>"),
        ("leaving", "e<f4>q"),
        ("continue", "qG"),
        ("filter", "q/exp"),
    ] {
        let mut desk = Desk::at("kakuro/ist-5x5");
        go(&mut desk, &[keys]);
        insta::assert_snapshot!(format!("{name}_80x24"), desk.with_styles());
    }
    for (name, keys) in [("stages", &["K"] as &[&str]), ("reading", &[".", "?"]), ("colour-blind", &["t<home>"])] {
        let mut desk = Desk::at("kakuro/ist-5x5");
        go(&mut desk, keys);
        insta::assert_snapshot!(format!("{name}_80x24"), desk.with_styles_of(BESIDE_PANE));
    }
    let mut desk = Desk::new(80, 24);
    desk.begin_tour();
    go(&mut desk, &[""]);
    insta::assert_snapshot!("tour_80x24", desk.with_styles());
}

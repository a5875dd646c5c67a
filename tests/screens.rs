//! The screens on a test backend: what a person sees after which keys.

mod common;
#[path = "screens/race.rs"]
mod race;

use common::Desk;
use proptest::prelude::*;

#[test]
fn the_browser_shows_packs_and_a_preview() {
    let mut desk = Desk::new(80, 24);
    let screen = desk.screen();
    for part in ["Puzzles", "Preview", "Fourteen", "duchi-1", "Medium", "enter open", "? help"] {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
}

/// Whoever presses Enter once too often still sees how the game ended.
#[test]
fn an_enter_out_of_habit_does_not_leave_the_end() {
    let mut desk = Desk::at("counters/classic-3");
    let ways: String =
        ["5", "2", "0", "6"].map(|place| format!("<home>{}<enter>", "<right>".repeat(place.parse().unwrap()))).concat();
    desk.keys(&ways);
    desk.keys("<enter><enter>");
    // The key is named from when it is heard.
    for is_named in [false, true] {
        let screen = desk.screen();
        assert!(screen.contains("Solved in 4 moves, and none is shorter."), "{screen}");
        let keys = screen.lines().last().unwrap();
        assert_eq!((keys.contains("enter next"), keys.contains(" next")), (is_named, is_named), "{screen}");
        desk.pause();
    }
    desk.keys("<enter>");
    assert!(desk.screen().contains("Counters - classic-4"), "{}", desk.screen());
    // Along the solver's line nothing was pressed out of habit.
    desk.settle();
    desk.keys("s");
    desk.settle();
    desk.keys("]<enter>");
    assert!(desk.screen().contains("Counters - classic-5"), "{}", desk.screen());
}

/// The list and the preview share a border, which is the list's.
#[test]
fn a_list_says_where_it_goes_on_without_line_drawing_too() {
    let screen = Desk::new(80, 24).screen();
    let head = screen.lines().find(|line| line.starts_with("+- Puzzles")).expect("the list");
    let edge = head.rfind("+- ").expect("the preview");
    let signs: String = screen.lines().filter_map(|line| line.chars().nth(edge)).collect();
    assert!(signs.contains("|:") && signs.contains(":v"), "{signs}: {screen}");
}

#[test]
fn a_dialog_leaves_no_parts_of_words_beside_it() {
    for size in [(60, 16), (80, 24)] {
        let mut desk = Desk::at("kakuro/easy-9x9");
        desk.resize(size.0, size.1);
        desk.keys("e<f4>q");
        let screen = desk.screen();
        let from_box = screen.lines().skip_while(|line| !line.contains("+- Sure?"));
        for line in from_box.take_while(|line| !line.starts_with(['|', '+'])) {
            let word = line.trim();
            assert!(word.is_empty() || word.starts_with(['+', '|']) && word.ends_with(['+', '|']), "{screen}");
        }
        assert!(screen.lines().any(|line| line.trim().starts_with("+- Sure?")), "{screen}");
    }
}

#[test]
fn the_filter_narrows_as_one_types() {
    let mut desk = Desk::new(80, 24);
    desk.keys("/duchi-2");
    let screen = desk.screen();
    assert!(screen.contains("/duchi-2_"), "{screen}");
    assert!(!screen.contains("duchi-1 "), "{screen}");
    desk.keys("<enter><enter>");
    assert!(desk.screen().contains("Fourteen - duchi-2"), "{}", desk.screen());
    let mut desk = Desk::new(80, 24);
    desk.keys("/no such puzzle");
    assert!(desk.screen().contains("Nothing fits the filter"));
    desk.keys("<esc>");
    assert!(desk.screen().contains("duchi-1"));
}

#[test]
fn a_small_window_says_what_it_needs() {
    let mut desk = Desk::new(40, 10);
    assert!(desk.screen().contains("too small: 40x10, needs 60x16"));
    desk.resize(80, 24);
    assert!(desk.screen().contains("Puzzles"));
}

#[test]
fn one_step_expands_exactly_one_node() {
    let mut desk = Desk::at("fourteen/duchi-2");
    desk.choose("dfs");
    for expanded in 1..=5 {
        desk.keys(".");
        desk.settle();
        assert_eq!(desk.figure("expanded"), expanded, "{}", desk.screen());
        assert!(desk.screen().contains("paused"));
    }
}

#[test]
fn a_solution_is_walked_both_ways_with_underscores() {
    let mut desk = Desk::at("fourteen/duchi-1");
    let fresh = desk.board();
    desk.keys("s");
    desk.settle();
    assert!(desk.screen().contains("step 0/26"), "{}", desk.screen());
    assert!(desk.screen().contains("next "), "{}", desk.screen());
    desk.keys(">>");
    assert!(desk.screen().contains("step 2/26"));
    assert_ne!(desk.board(), fresh);
    desk.keys("<<>");
    desk.keys("<left><left>");
    assert!(desk.screen().contains("step 0/26"));
    desk.keys("]");
    assert!(desk.screen().contains("step 26/26"));
    assert!(desk.screen().contains("Solved along the solver's line"), "{}", desk.screen());
    desk.keys("[g13<enter>");
    assert!(desk.screen().contains("step 13/26"), "{}", desk.screen());
}

#[test]
fn toggles_change_the_plan_and_the_counts() {
    let mut desk = Desk::at("fourteen/duchi-2");
    desk.choose("classic");
    desk.keys("s");
    desk.settle();
    let with = desk.figure("nodes");
    desk.keys("1");
    assert!(desk.screen().contains("Avoid is off. When on:"), "{}", desk.screen());
    desk.keys("[s");
    desk.settle();
    let without = desk.figure("nodes");
    assert_ne!(with, without);
    let screen = desk.screen();
    for part in ["run/toggles   moves nodes", "classic/1234     26 "] {
        assert!(screen.contains(part), "the last result stays beside the new one: {part}\n{screen}");
    }
}

#[test]
fn a_losing_move_is_told_with_its_reason() {
    // F. Duchi's second deadlock: after these nine moves duchi-2 is lost; 1-2 in place of 2-3 wins.
    let mut desk = Desk::at("fourteen/duchi-2");
    let moves = ["3-8", "4-8", "2-11", "1-5", "9-12", "6-9", "4-6", "2-5"];
    desk.play(&moves);
    desk.settle();
    assert!(desk.screen().contains("winnable, 18 moves to go"), "{}", desk.screen());
    desk.play(&["2-3"]);
    desk.settle();
    assert!(desk.screen().contains("lost since move 9"), "{}", desk.screen());
    desk.keys("u");
    desk.settle();
    assert!(desk.screen().contains("winnable, 18 moves to go"), "{}", desk.screen());
}

#[test]
fn undo_redo_and_restart_tell_when_there_is_nothing_to_do() {
    let mut desk = Desk::at("fourteen/duchi-1");
    desk.keys("u");
    assert!(desk.screen().contains("Nothing to undo."));
    desk.keys("r");
    assert!(desk.screen().contains("Nothing to redo."));
    desk.keys("R");
    assert!(desk.screen().contains("This is the start."));
}

#[test]
fn help_lists_the_rules_and_every_key() {
    let mut desk = Desk::at("fourteen/duchi-1");
    desk.resize(100, 120);
    desk.keys("?");
    let screen = desk.screen();
    for part in ["Help: Fourteen", "fourteen", "solve from here", "undo", "choose the strategy", "ctrl-z"] {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
    desk.keys("<esc>");
    assert!(!desk.screen().contains("Help: Fourteen"));
}

#[test]
fn themes_and_charsets_change_live() {
    let mut desk = Desk::new(80, 24);
    desk.keys("t");
    assert!(desk.screen().contains("colour-blind"), "{}", desk.screen());
    let style = |desk: &Desk| desk.buffer()[(0, 0)].style();
    let dark = style(&desk);
    desk.keys("<down>");
    desk.screen();
    assert_ne!(style(&desk), dark, "the screen itself is the preview");
    desk.keys("<esc>");
    desk.screen();
    assert_eq!(style(&desk), dark);
    desk.keys("t<down><enter>");
    assert!(desk.screen().contains("Theme: light"), "{}", desk.screen());
    assert!(desk.screen().contains('+'));
    desk.keys("U");
    assert!(desk.screen().contains('┌'), "{}", desk.screen());
}

#[test]
fn the_mouse_picks_heads_and_the_wheel_walks_the_solution() {
    let mut desk = Desk::at("fourteen/duchi-1");
    // The heads of columns 3 (an 8) and 6 (a 6), where the 2007 program began.
    for rank in [" 8  ", " 6  "] {
        let screen = desk.screen();
        let (y, row) = screen.lines().enumerate().find(|(_, l)| l.contains(" 13 ") && l.contains(rank)).unwrap();
        let (y, x) = (y as u16, row.find(rank).unwrap() as u16 + 1);
        desk.click(x, y);
    }
    assert!(desk.screen().contains("50 cards left"), "{}", desk.screen());
    desk.keys("u");
    desk.keys("s");
    desk.settle();
    desk.wheel(true);
    desk.wheel(true);
    assert!(desk.screen().contains("step 2/26"), "{}", desk.screen());
    desk.wheel(false);
    assert!(desk.screen().contains("step 1/26"), "{}", desk.screen());
}

/// Every game's screens: fresh, played on, searching, solved, in help and chooser.
fn screens_of(game: &'static dyn rompicapo::games::Game, mut look: impl FnMut(&str, String)) {
    let shelf = rompicapo::workbench::packs::Library::new(None);
    let entry = &shelf.collection(game).packs[0].puzzles[0];
    let mut desk = Desk::at(&format!("{}/{}", game.name(), entry.name));
    for (what, keys) in [
        ("fresh", ""),
        ("cursor", "<right><down>"),
        ("picked", "<enter>"),
        ("stepping", "<esc>..."),
        ("solved", "s"),
        ("on the way", ">>"),
        ("chooser", "S"),
        ("help", "<esc>?"),
    ] {
        desk.keys(keys);
        desk.settle();
        look(&format!("{}, {what}", game.name()), desk.screen());
    }
}

#[test]
fn undo_lets_go_of_a_pick_but_goes_on_setting_up() {
    let mut desk = Desk::at("fourteen/duchi-1");
    desk.play(&["3-6"]);
    desk.keys("<right><enter>");
    assert!(desk.screen().contains("in column"), "{}", desk.screen());
    desk.keys("u");
    assert!(!desk.screen().contains("in column"), "{}", desk.screen());
    let mut desk = Desk::at("kakuro/ist-3x3");
    desk.keys("ef");
    desk.settle();
    assert!(desk.screen().contains("exactly one solution"), "{}", desk.screen());
    desk.keys("u");
    desk.settle();
    assert!(desk.screen().contains("r2c2: clues down"), "{}", desk.screen());
    assert!(desk.screen().contains("several solutions"), "{}", desk.screen());
}

#[test]
fn ascii_means_ascii() {
    for &game in rompicapo::games::GAMES {
        screens_of(game, |what, screen| {
            let odd: Vec<char> = screen.chars().filter(|c| !c.is_ascii()).collect();
            assert!(odd.is_empty(), "{what}: {odd:?}\n{screen}");
        });
    }
}

#[test]
fn no_game_takes_the_prefix_key() {
    for &game in rompicapo::games::GAMES {
        let settings = game.profile().settings.iter().map(|s| (s.name.to_owned(), s.default.to_owned())).collect();
        assert!(!game.hand(&settings).wants('x'), "{}", game.name());
    }
}

/// Keys that a cat on the keyboard would find.
fn any_key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "<up>",
        "<down>",
        "<left>",
        "<right>",
        "<enter>",
        "<esc>",
        "<tab>",
        "<home>",
        "<end>",
        "<pageup>",
        "<pagedown>",
        "<backspace>",
        "<space>",
        ".",
        ":",
        "s",
        "c",
        "b",
        "d",
        "v",
        "g",
        "1",
        "2",
        "3",
        "9",
        "0",
        "<",
        ">",
        "[",
        "]",
        "u",
        "r",
        "R",
        "H",
        "m",
        "n",
        "N",
        "S",
        "t",
        "T",
        "x",
        "y",
        "Y",
        "+",
        "-",
        "(",
        ")",
        "?",
        "/",
        "a",
        "q",
        "h",
        "j",
        "k",
        "l",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is pressed and clicked, at any size, nothing panics.
    #[test]
    fn no_sequence_of_keys_panics(
        keys in prop::collection::vec((any_key(), any::<u16>(), any::<u16>()), 1..60),
        (game, puzzle) in (0usize..8, 0usize..40),
    ) {
        let mut desk = Desk::new(80, 24);
        for _ in 0..game {
            desk.keys("<tab>");
        }
        for _ in 0..puzzle {
            desk.keys("<down>");
        }
        desk.keys("<enter>");
        for (key, a, b) in keys {
            desk.keys_bounded(key);
            if a % 3 == 0 {
                desk.resize(1 + a % 200, 1 + b % 60);
            }
            if b % 4 == 0 {
                desk.click(a % 200, b % 60);
            }
            desk.screen();
        }
    }
}

#[test]
fn a_title_leaves_the_verdict_its_place() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("s");
    desk.settle();
    desk.resize(60, 20);
    let screen = desk.screen();
    assert!(screen.contains("Sliding - classroom  "), "{screen}");
    assert!(screen.contains("optimal from here: 45 moves"), "{screen}");
}

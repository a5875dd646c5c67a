//! What counts and what is said after the end and on the way there: hints, replays, boards of one's own.

mod common;

use common::Desk;

/// Counters, won in four moves.
fn won() -> Desk {
    let mut desk = Desk::at("counters/classic-3");
    for place in [5, 2, 0, 6] {
        desk.keys(&format!("<home>{}<enter>", "<right>".repeat(place)));
    }
    assert!(desk.told().0.starts_with("Solved in 4 moves"), "{}", desk.told().0);
    desk
}

/// A hint that is refused helps nobody, and says which key does.
#[test]
fn only_a_hint_that_helps_counts() {
    let mut desk = Desk::at("queens/corner");
    // Somewhere below the queen in the corner there is a row without a square for one.
    while !desk.told().1.contains("lost") {
        let before = desk.standing();
        for column in 0..8 {
            desk.keys(&format!("<home>{}<enter>", "<right>".repeat(column)));
            desk.settle();
            if desk.standing() != before {
                break;
            }
        }
        assert_ne!(desk.standing(), before, "{}", desk.screen());
    }
    desk.keys("H");
    let told = desk.told().0;
    assert_eq!(told, "This position is lost. W goes back to the last position that can be won.");
    desk.keys("HHW");
    desk.settle();
    assert!(!desk.told().1.contains("lost"), "{}", desk.screen());
    let mut moves = 0;
    while !desk.told().1.contains("solved") && moves < 9 {
        // The solver's way is only looked at here: a hint would count.
        desk.keys("s");
        desk.settle();
        desk.keys("]");
        desk.settle();
        moves += 1;
    }
    assert!(!desk.told().0.contains("hint"), "{}", desk.told().0);
}

/// Digits have hints of their own, which are refused where something is wrong.
#[test]
fn a_refusal_of_the_games_own_is_no_hint() {
    let mut desk = Desk::at("sudoku/easy-1");
    // Every digit in the first free cell until one is wrong in sight.
    for digit in 1..=9 {
        desk.keys(&digit.to_string());
        desk.settle();
        desk.keys("H");
        if desk.told().0.starts_with("Something is wrong") {
            break;
        }
    }
    let told = desk.told().0;
    assert!(told.starts_with("Something is wrong") && told.contains(". W goes back"), "{told}");
}

#[test]
fn a_replay_says_one_true_sentence_at_a_time() {
    let mut desk = won();
    desk.pause();
    desk.keys(" ");
    let running = "Again from the start: space stops, < > step, ( and ) change the speed, esc ends it.";
    assert_eq!(desk.told().0, running);
    assert!(desk.screen().contains("Your game, seen again."), "{}", desk.screen());
    for keys in [">", "<", "  "] {
        desk.keys(keys);
        let told = desk.told().0;
        assert!(told.starts_with("Stopped: space goes on, < > step,"), "{keys}: {told}");
        assert!(!desk.screen().contains("space stops"), "{}", desk.screen());
    }
    desk.keys(" ");
    assert!(desk.told().0.contains("space stops"), "{}", desk.told().0);
    // Esc ends it where it began: at the end of the game, in the puzzle.
    desk.keys("<esc>");
    assert!(desk.screen().contains("Counters - classic-3"), "{}", desk.screen());
    assert!(desk.told().0.starts_with("Solved in 4 moves"), "{}", desk.told().0);
    // What is taken back afterwards is no replay.
    desk.keys("u");
    assert!(!desk.screen().contains("seen again"), "{}", desk.screen());
}

#[test]
fn a_new_game_after_a_win_begins_with_nothing_of_the_old_one() {
    for keys in ["R", " R", " <R"] {
        let mut desk = won();
        desk.pause();
        assert!(desk.screen().contains("  0:0"), "{}", desk.screen());
        desk.keys(keys);
        let screen = desk.screen();
        assert!(!screen.contains("seen again") && !screen.contains("  0:0"), "{keys}: {screen}");
        // Nothing plays on by itself.
        desk.pause();
        assert!(desk.screen().contains(" 0 moves"), "{keys}: {}", desk.screen());
    }
}

/// A board of one's own has one count of what is filled, and counts for no game of the puzzle.
#[test]
fn cells_of_a_board_of_ones_own_are_counted_once() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("kakuro", "easy-4x5");
    desk.keys("#");
    assert!(!desk.screen().contains("1 played"), "{}", desk.screen());
    desk.keys("<esc>12<right>3e");
    desk.keys("<right>5e");
    desk.keys("1<right>2");
    let count = |text: &str| {
        let (before, _) = text.split_once(" of ").unwrap_or_else(|| panic!("{text}"));
        before.rsplit(' ').next().unwrap().parse::<usize>().unwrap()
    };
    desk.keys("q");
    if desk.screen().contains("leave it here") {
        desk.keys("y");
    }
    desk.keys("G");
    let listed = desk.screen();
    let line = listed.lines().find(|line| line.contains("own board,")).unwrap_or_else(|| panic!("{listed}"));
    let listed = count(line);
    desk.keys("<enter>");
    assert_eq!(count(&desk.told().0), listed, "{line} | {}", desk.told().0);
}

/// The list says of a puzzle what the statistics count: a board of one's own is no game of it, and one of which all is taken
/// back still is.
#[test]
fn list_and_statistics_agree_on_what_was_played() {
    for (keys, own, words) in [
        ("e<right>5e1<right>2", "Kakuro - own board", "You have not tried it yet"),
        ("1ue<right>5e1<right>2", "Kakuro - own board", "You have not tried it yet"),
        ("1u", "Kakuro - easy-4x5", "You have begun it and are back at its start"),
        ("1", "Kakuro - easy-4x5", "1 of 8 cells filled"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let mut desk = Desk::at_home(home.path());
        desk.open_name("kakuro", "easy-4x5");
        desk.keys(keys);
        assert!(desk.screen().contains(own), "{keys}: {}", desk.screen());
        let is_played = !words.contains("not tried");
        for _ in 0..2 {
            desk.keys("#");
            let statistics = desk.screen();
            assert_eq!(statistics.contains("1 played"), is_played, "{keys}: {statistics}");
            desk.keys("<esc>q");
            if desk.screen().contains("leave it here") {
                desk.keys("y");
            }
            assert!(desk.screen().contains(words), "{keys}: {}", desk.screen());
        }
    }
}

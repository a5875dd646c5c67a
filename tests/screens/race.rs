//! The race screen and the list of earlier runs.

use crate::common::Desk;

/// Proposals for the game, space takes in or out, Enter starts; the finish is a table that stays.
#[test]
fn a_race_is_chosen_run_and_finished() {
    let mut desk = Desk::at("sliding/fifteen-30");
    desk.keys("V");
    let screen = desk.screen();
    for part in [
        "Race - sliding/fifteen-30",
        "Who races? 2 of 2 to 6 chosen",
        "> [x] ida*+manhattan ",
        "  [x] ida*+manhattan,lin",
    ] {
        assert!(screen.contains(part), "{part}:\n{screen}");
    }
    desk.keys("<down><down><space>");
    assert!(desk.screen().contains("3 of 2 to 6 chosen"));
    desk.keys("<enter>");
    desk.settle();
    let screen = desk.screen();
    for part in ["finished", "Finish, sliding/fifteen-30", "1,657", "633", "+ 30 moves", "fewest ", "copy as CSV"] {
        assert!(screen.contains(part), "{part}:\n{screen}");
    }
    desk.keys("y");
    assert!(desk.screen().contains("Copied the table as CSV."));
    // Out of sight it is not lost.
    desk.keys("<esc>");
    assert!(desk.screen().contains("Solver"));
    desk.keys("V");
    assert!(desk.screen().contains("Finish, sliding/fifteen-30"));
}

#[test]
fn pause_and_steps_hold_for_all_lanes() {
    let mut desk = Desk::at("sliding/fifteen-60");
    desk.keys("V<enter><space>");
    desk.settle();
    let before = desk.screen();
    assert!(before.contains("paused") && before.contains("no answer yet"), "{before}");
    desk.keys(".");
    desk.settle();
    let after = desk.screen();
    let lanes =
        |screen: &str| screen.lines().filter(|line| line.contains(" nodes  ")).map(String::from).collect::<Vec<_>>();
    let (before, stepped) = (lanes(&before), lanes(&after));
    assert_eq!(before.len(), 2, "{after}");
    assert!(before.iter().zip(&stepped).all(|(before, after)| before != after), "{before:?} {stepped:?}");
    desk.keys("c");
    desk.settle();
    let screen = desk.wait_for("finished");
    assert!(screen.contains("stopped ~"), "{screen}");
}

#[test]
fn the_first_difference_is_told_with_both_boards() {
    let mut desk = Desk::at("sliding/fifteen-30");
    desk.keys("V<enter>");
    desk.settle();
    desk.keys("D");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("They part") && screen.contains("cut") && screen.contains("A differs"), "{screen}");
    desk.keys("<esc>");
    assert!(desk.screen().contains("A end"));
}

/// Where two boards have no room the nodes are told by their moves.
#[test]
fn a_difference_is_told_in_words_where_boards_have_no_room() {
    for (width, height) in [(60, 16), (80, 24)] {
        let mut desk = Desk::new(width, height);
        desk.open_name("fourteen", "duchi-1");
        desk.keys("V<enter>");
        desk.settle();
        desk.keys("D");
        desk.settle();
        let screen = desk.screen();
        assert!(screen.contains("Moves to this node: 3-6") && screen.contains("Decisions to this node:"), "{screen}");
        assert!(!screen.contains("board needs"), "{screen}");
    }
}

/// Nor is a row so low that it says only what it needs.
#[test]
fn a_difference_has_no_board_that_asks_for_room() {
    let mut desk = Desk::new(60, 16);
    desk.open_name("counters", "classic-5");
    desk.keys("V<enter>");
    desk.settle();
    desk.keys("D");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("Moves to this node: none yet") && !screen.contains(" needs "), "{screen}");
}

/// Two searches whose decisions are written differently: columns row by row, and squares in any order.
#[test]
fn a_difference_of_unlike_decisions_shows_both_nodes() {
    let mut desk = Desk::new(120, 40);
    desk.open_name("queens", "8");
    desk.keys("V<enter>");
    desk.settle();
    desk.keys("D");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("A made 1 (a queen on r1c1) with f 8; B made r4c4 with g 1"), "{screen}");
    assert!(screen.matches(" Q ").count() >= 2, "{screen}");
}

/// The sides of a difference are called as the lanes are and stand as they do; who counts says how many.
#[test]
fn a_difference_names_the_lanes_and_a_count_is_told() {
    let mut desk = Desk::new(120, 40);
    desk.open_name("queens", "8");
    desk.keys("V<down><down><down><space><enter>");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("C count") && screen.contains("* 8 moves, 92 solutions"), "{screen}");
    desk.keys("<down><down>D");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("B made r4c4 with g 1; C "), "{screen}");
    let boards = screen.lines().find(|line| line.contains("B differs, fewest")).unwrap_or_default();
    assert!(boards.find("B differs") < boards.find("C differs, count"), "{screen}");
}

/// What the keys do the mouse does too: the dialog's rows, the lanes, the items of the key line.
#[test]
fn a_race_is_run_with_the_mouse_alone() {
    let mut desk = Desk::at("sliding/fifteen-30");
    desk.keys("V");
    desk.click_on("[ ] id ");
    assert!(desk.screen().contains("> [x] id ") && desk.screen().contains("3 of 2 to 6 chosen"), "{}", desk.screen());
    desk.click_on("[x] id ");
    desk.wheel(false);
    assert!(desk.screen().contains("> [ ] ida* "), "{}", desk.screen());
    desk.click_on("enter start");
    desk.settle();
    desk.click_on("B ida*+manhattan,linear-conflict  ");
    assert!(desk.screen().contains(">B ida*+manhattan,linear-conflict"), "{}", desk.screen());
    desk.click_on("y copy as CSV");
    assert!(desk.screen().contains("Copied the table as CSV."), "{}", desk.screen());
    desk.keys("<up>");
    desk.click_on("esc back");
    desk.keys("E");
    desk.click_on("right sort");
    assert!(desk.screen().contains("Earlier runs: by position"), "{}", desk.screen());
    desk.click_on("esc back");
    assert!(desk.screen().contains("Solver"), "{}", desk.screen());
}

/// Two events may come before the screen is drawn once: the click is on a row of the list that was there.
#[test]
fn a_click_on_a_row_that_is_gone_does_nothing() {
    let mut desk = Desk::new(120, 40);
    desk.keys("<end>");
    let screen = desk.screen();
    let row = screen.lines().collect::<Vec<_>>().iter().rposition(|line| line.contains('>')).expect("a chosen row");
    desk.keys("<enter>V");
    desk.click(5, row as u16);
    desk.click(5, row as u16);
    assert!(desk.screen().contains("2 of 2 to 6 chosen"), "{}", desk.screen());
}

/// However long a row is, its result stays whole, and the signs in it are explained.
#[test]
fn the_finish_is_not_cut() {
    for (game, name, width) in [("maze", "21x41:7", 80), ("maze", "21x41:7", 60), ("sliding", "4x4,moves=50:1", 80)] {
        let mut desk = Desk::new(width, 24);
        desk.open_name(game, name);
        desk.keys("V<enter>");
        desk.settle();
        let screen = desk.screen();
        assert!(screen.contains(" fewest ") && screen.contains(" moves "), "{name} at {width}:\n{screen}");
        assert!(screen.contains("+ none shorter"), "{name}:\n{screen}");
    }
}

#[test]
fn an_entry_can_be_typed_and_a_bad_one_says_what_is_possible() {
    let mut desk = Desk::at("sliding/fifteen-30");
    desk.keys("Vnweighted+manhattan@2<enter>");
    let screen = desk.screen();
    assert!(screen.contains("> [x] weighted+manhattan@2 ") && screen.contains("3 of 2 to 6"), "{screen}");
    desk.keys("nidas<enter>");
    assert!(desk.screen().contains("did you mean `ida*`?"), "{}", desk.screen());
}

#[test]
fn a_race_fits_windows_of_every_size() {
    for (width, height) in [(60, 16), (80, 24), (120, 40), (200, 60)] {
        for name in ["sliding/fifteen-30", "fourteen/duchi-1", "kakuro/ist-5x5", "freecell/classroom-4x2"] {
            let mut desk = Desk::at(name);
            desk.resize(width, height);
            desk.keys("V<enter>");
            desk.settle();
            let screen = desk.screen();
            assert!(screen.contains("finished") && screen.contains("entry"), "{name} at {width}x{height}:\n{screen}");
            // Where two boards would be cut, the one of the chosen lane stands alone.
            let is_narrow = matches!((width, name), (..=80, "fourteen/duchi-1") | (60, "kakuro/ist-5x5"));
            assert!(screen.contains("A end"), "{name} at {width}x{height}:\n{screen}");
            assert_eq!(screen.contains("B end"), !is_narrow, "{name} at {width}x{height}:\n{screen}");
        }
    }
}

/// Position, strategy and heuristics by name; a race's lanes too.
#[test]
fn earlier_runs_are_listed_sorted_and_copied() {
    let mut desk = Desk::at("sliding/fifteen-30");
    desk.keys("E");
    assert!(desk.screen().contains("No run has ended yet"));
    desk.keys("<esc>s");
    desk.settle();
    desk.keys("V<enter>");
    desk.settle();
    desk.keys("<esc>>>V<enter>");
    desk.settle();
    desk.keys("<esc>E");
    let screen = desk.screen();
    for part in
        ["Earlier runs: latest first", "start", "ida*+manhattan,linear-conflict", "ida*+manhattan,pdb,reflection,twins"]
    {
        assert!(screen.contains(part), "{part}:\n{screen}");
    }
    desk.keys("<right>");
    let screen = desk.screen();
    assert!(screen.contains("by position") && screen.find("start") < screen.find("after 2 moves"), "{screen}");
    desk.keys("<right><right>");
    let screen = desk.screen();
    assert!(screen.contains("by nodes"), "{screen}");
    let place = |text: &str| screen.find(text).unwrap();
    assert!(place(" 633 nodes") < place(" 1,657 nodes"), "{screen}");
    desk.keys("y");
    assert!(desk.screen().contains("Copied the earlier runs as CSV."));
}

//! The solver pane and the strategy chooser: what a person sees who races strategies.

mod common;

use common::Desk;

/// Where a text stands on the screen.
fn place(desk: &mut Desk, text: &str) -> (u16, u16) {
    let screen = desk.screen();
    let found = screen.lines().enumerate().find_map(|(y, line)| Some((line.find(text)? as u16, y as u16)));
    found.unwrap_or_else(|| panic!("no {text}:\n{screen}"))
}

fn click(desk: &mut Desk, text: &str) {
    let (x, y) = place(desk, text);
    desk.click(x, y);
}

fn solve(desk: &mut Desk) {
    desk.keys("s");
    desk.settle();
}

/// Every part is on the screen.
fn shows(desk: &mut Desk, parts: &[&str]) {
    let screen = desk.screen();
    for part in parts {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
}

/// Iterative deepening on the classroom's board with Manhattan distance alone, after two runs with more.
fn race() -> Desk {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("472");
    solve(&mut desk);
    desk.keys("3");
    solve(&mut desk);
    desk.keys("23");
    solve(&mut desk);
    desk
}

#[test]
fn a_race_in_80x24_shows_iterations_cuts_and_earlier_runs() {
    let mut desk = race();
    shows(&mut desk, &["on: 1 manhattan", "off: 2 3 4 5 7 8 9 0"]);
    shows(&mut desk, &["|nodes ", "|rate ", "|time ", "|cut manhattan ", "   39 ", "   41 ", "   43 ", "   45 "]);
    shows(&mut desk, &["|run/toggles   moves nodes|", "ida*/1236        45 ", "ida*/126         45 "]);
}

#[test]
fn folded_toggles_are_clicked_one_by_one() {
    let mut desk = race();
    let (x, y) = place(&mut desk, "off: 2 3 4 5 7 8");
    let before = desk.screen();
    desk.click(x + 2, y);
    assert_eq!(desk.screen(), before, "the word before them is no toggle");
    desk.click(x + 7, y);
    // The plan is another one now: the list is open, and the figures say whose they are.
    shows(&mut desk, &["[x] 3 walking-distance", "[ ] 0 order-drlu", "last run: ida*/16"]);
    click(&mut desk, "0 order-drlu");
    shows(&mut desk, &["[x] 0 order-drlu"]);
    desk.keys("9");
    shows(&mut desk, &["[x] 9 order-lrud", "[ ] 0 order-drlu"]);
}

#[test]
fn narrow_windows_keep_blanks_between_figures() {
    let mut desk = race();
    desk.resize(60, 16);
    assert!(!desk.screen().contains("|nodes "), "in a narrow window the pane is there on demand");
    desk.keys("P");
    for (width, height) in [(60, 16), (60, 20), (66, 24), (72, 24), (75, 24)] {
        desk.resize(width, height);
        shows(&mut desk, &["   43 ", "   45 ", "|nodes "]);
        let screen = desk.screen();
        assert!(screen.contains("nodes grow|") || screen.contains("s grow|"), "{screen}");
    }
}

#[test]
fn figures_of_another_strategy_are_labelled() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("4");
    solve(&mut desk);
    assert!(!desk.screen().contains("last run"));
    desk.choose("a*");
    shows(&mut desk, &["|a* ", "|last run: ida*/167"]);
    desk.choose("ida*");
    assert!(!desk.screen().contains("last run"), "{}", desk.screen());
}

#[test]
fn a_strategy_is_found_again_with_its_toggles_and_weight() {
    let mut desk = Desk::at("sliding/classroom");
    desk.choose("weighted");
    desk.keys("2++");
    shows(&mut desk, &["1.7|", "[x] 2 linear-conflict"]);
    desk.choose("bfs");
    desk.keys("S<home><down><down><down>");
    shows(&mut desk, &["> weighted ", "[x] 2 linear-conflict:"]);
    desk.keys("<enter>");
    shows(&mut desk, &["1.7|", "[x] 2 linear-conflict"]);
}

#[test]
fn runs_with_other_weights_are_told_apart() {
    let mut desk = Desk::at("sliding/classroom");
    desk.choose("weighted");
    for _ in 0..2 {
        solve(&mut desk);
        desk.keys("+");
    }
    solve(&mut desk);
    desk.resize(80, 50);
    shows(&mut desk, &["weighted 1.6/16 ", "weighted 1.5/16 "]);
}

#[test]
fn weight_one_promises_a_shortest_solution() {
    let mut desk = Desk::at("sliding/classroom");
    desk.choose("weighted");
    desk.keys("+");
    shows(&mut desk, &["at most 1.6 times as", "s runs it."]);
    desk.keys("-------");
    shows(&mut desk, &["Weight 1: the solution is a shortest one.", "1.0|"]);
}

#[test]
fn the_chooser_scrolls_to_the_last_toggle() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("S");
    shows(&mut desk, &["> ida* ", "1-9 0 toggle", "right: more"]);
    assert!(!desk.screen().contains("0 order-drlu:"));
    desk.keys("<right><end>");
    shows(&mut desk, &["> [ ] 0 order-drlu:", "space toggle"]);
    desk.keys("<space>");
    shows(&mut desk, &["> [x] 0 order-drlu:"]);
    desk.keys("<left><home>0");
    shows(&mut desk, &["> ida* ", "[ ] 0 order-drlu:"]);
    desk.resize(60, 16);
    desk.keys("<right><home>");
    for name in ["manhattan", "linear-conflict", "walking-distance", "pdb", "pdb-small", "reflection", "twins"] {
        assert!(desk.screen().contains(&format!(" {name}:")), "{name}:\n{}", desk.screen());
        desk.keys("<down>");
    }
}

#[test]
fn a_click_in_the_chooser_takes_a_strategy_or_switches_a_toggle() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("S");
    click(&mut desk, "[ ] 2 linear-conflict:");
    shows(&mut desk, &["[x] 2 linear-conflict:"]);
    click(&mut desk, "> ida*");
    shows(&mut desk, &["|ida* ", "[x] 2 linear-conflict "]);
    desk.keys("S");
    click(&mut desk, "  bfs");
    shows(&mut desk, &["|bfs ", "[ ] 8 order-udlr"]);
    // Beside the list it does nothing, beside the frame it leaves things as they were.
    desk.keys("S<up>");
    click(&mut desk, "- Strategy -");
    shows(&mut desk, &["> id "]);
    desk.click(0, 3);
    shows(&mut desk, &["|bfs "]);
    assert!(!desk.screen().contains("- Strategy -"));
}

#[test]
fn help_tells_the_keys_of_as_many_toggles_as_the_strategy_has() {
    for (puzzle, keys) in [("sliding/classroom", " 1-9 0  toggle a"), ("fourteen/duchi-1", " 1-3  toggle a")] {
        let mut desk = Desk::at(puzzle);
        desk.resize(100, 90);
        desk.keys("?");
        shows(&mut desk, &[keys]);
    }
}

#[test]
fn figures_of_another_position_are_labelled() {
    let mut desk = Desk::at("kakuro/easy-4x4");
    desk.keys("9");
    solve(&mut desk);
    shows(&mut desk, &["# proven: no solution"]);
    assert!(!desk.screen().contains("elsewhere"), "{}", desk.screen());
    desk.keys("0");
    shows(&mut desk, &["|last run, elsewhere:", "# proven: no solution"]);
    solve(&mut desk);
    desk.keys(">>");
    assert!(!desk.screen().contains("elsewhere"), "{}", desk.screen());
}

#[test]
fn a_weight_goes_as_far_as_the_game_takes_it() {
    let mut desk = Desk::at("sliding/classroom");
    desk.choose("weighted");
    desk.keys(&"+".repeat(90));
    shows(&mut desk, &["10.0|", "expected 1 to 10"]);
}

#[test]
fn a_breakpoint_is_asked_for_until_it_is_one() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("bx");
    shows(&mut desk, &["x is none of these. Run to the next: d dead end, s"]);
    desk.keys("<esc>");
    assert!(!desk.screen().contains("Run to the next"), "{}", desk.screen());
}

#[test]
fn a_search_goes_back_and_on_and_says_where_it_stands() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("...");
    desk.settle_solver();
    desk.keys(".");
    desk.settle_solver();
    shows(&mut desk, &["Time: expansion 4 of 4, full speed", "This step: 1 expanded, 1 generated"]);
    desk.keys("[[");
    desk.settle_solver();
    shows(&mut desk, &["Time: expansion 2 of 4"]);
    desk.keys("]");
    desk.settle_solver();
    shows(&mut desk, &["Time: expansion 3 of 4"]);
    desk.keys("g1<enter>");
    desk.settle_solver();
    shows(&mut desk, &["Time: expansion 1 of 4"]);
    desk.keys("{d");
    desk.settle_solver();
    shows(&mut desk, &["There is no dead end before this expansion."]);
    desk.keys("(((");
    desk.settle_solver();
    shows(&mut desk, &["of 4, 1,000 a second"]);
}

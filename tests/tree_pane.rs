//! The tree pane as a person sees it: opened, walked, looked through, closed.

mod common;

use common::Desk;

/// Depth first search of a deal that goes wrong, paused at its first dead end.
fn at_dead_end(width: u16, height: u16) -> Desk {
    let mut desk = Desk::at("fourteen/duchi-1");
    desk.resize(width, height);
    desk.choose("dfs");
    desk.keys("bd");
    desk.settle_solver();
    desk
}

fn shows(desk: &mut Desk, parts: &[&str]) {
    desk.settle_solver();
    let screen = desk.screen();
    for part in parts {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
}

/// The chosen line of the tree, without the guides before it.
fn chosen(desk: &mut Desk) -> String {
    desk.settle_solver();
    let screen = desk.screen();
    let line = screen.lines().find_map(|line| Some(line.split_once("|>")?.1.to_owned()));
    let line = line.unwrap_or_else(|| panic!("no line is chosen:\n{screen}"));
    line.split_once("  f").map_or(line.as_str(), |(before, _)| before).replace(['|', ' '], "")
}

#[test]
fn a_dead_node_is_walked_to_and_tells_why() {
    for (width, height) in [(60, 16), (80, 24), (140, 45)] {
        let mut desk = at_dead_end(width, height);
        desk.keys("T");
        shows(&mut desk, &["Tree: 16 nodes, follows", ". 5-10", "<- now", "# 1-5"]);
        desk.keys("<down><up>");
        shows(&mut desk, &["stays", "dead: no move is left"]);
        assert_eq!(chosen(&mut desk), "#1-5");
        if width < 100 {
            desk.keys("<enter>");
        }
        shows(&mut desk, &["Node 14, 14 deep: dead", ": no move is left"]);
        if width < 100 {
            desk.keys("<enter>");
            shows(&mut desk, &["Tree: 16 nodes, stays"]);
        }
        desk.keys("T");
        desk.settle_solver();
        assert!(!desk.screen().contains("Tree:"), "{}", desk.screen());
    }
}

#[test]
fn a_dead_end_met_without_an_expansion_is_dead_in_the_tree_with_all_that_it_cuts() {
    let mut desk = Desk::at("fourteen/duchi-2");
    desk.resize(80, 24);
    desk.choose("classic");
    desk.keys("bd");
    desk.settle_solver();
    desk.keys("bb");
    desk.settle_solver();
    desk.keys("T");
    shows(&mut desk, &["Tree: 56 nodes", "# 2-3  dead", "x 4-9  cut by full-check", "x 2-3  cut by full-check"]);
    shows(&mut desk, &["dead: no way on at step 10"]);
}

#[test]
fn a_search_that_was_stopped_is_still_walked_through() {
    let mut desk = at_dead_end(80, 24);
    desk.keys("c");
    desk.settle_solver();
    desk.keys("T");
    shows(&mut desk, &["Tree: 16 nodes, follows", "<- now", "stopped"]);
    desk.keys("<down><up>");
    shows(&mut desk, &["stays", "dead: no move is left"]);
    desk.keys("f[[");
    shows(&mut desk, &["follows", "expansion 13 of 15"]);
    desk.keys("]].");
    shows(&mut desk, &["expansion 16 of 16"]);
}

#[test]
fn the_tree_stands_beside_every_board_in_a_wide_terminal() {
    for (name, strategy) in [
        ("fourteen/duchi-1", "exact"),
        ("freecell/617", "classic"),
        ("kakuro/ist-5x5", "classic"),
        ("counters/classic-4", "search-one"),
        ("sliding/classroom", "ida*"),
        ("queens/bezzel", "classic"),
        ("knight/corner", "tour"),
        ("maze/first", "a*"),
        ("sudoku/easy-1", "classic"),
    ] {
        let mut desk = Desk::at(name);
        desk.resize(120, 40);
        desk.choose(strategy);
        desk.keys("...T");
        shows(&mut desk, &["Tree: ", "The search's node", "- Solver", "- Time: expansion"]);
    }
}

#[test]
fn three_expansions_back_and_forth_are_the_same_tree() {
    let mut desk = at_dead_end(80, 24);
    // At a breakpoint stands what was met; a step back and on stands behind it.
    desk.keys("T[]");
    desk.settle_solver();
    let before = chosen(&mut desk);
    desk.keys("[[[");
    shows(&mut desk, &["expansion 12 of 15", "<- now"]);
    assert_ne!(chosen(&mut desk), before);
    desk.keys("]]]");
    assert_eq!(chosen(&mut desk), before);
    desk.keys("[]");
    assert_eq!(chosen(&mut desk), before);
    shows(&mut desk, &["expansion 15 of 15", "Tree: 16 nodes, follows", "# 1-5  f 26  dead"]);
}

#[test]
fn bookmarks_and_jumps_lead_through_the_tree() {
    let mut desk = at_dead_end(80, 24);
    desk.keys("T");
    desk.settle_solver();
    desk.keys("<down><up>a<left><left>");
    desk.settle_solver();
    desk.keys("A");
    assert_eq!(chosen(&mut desk), "#1-5!");
    desk.keys("<left><left>");
    desk.settle_solver();
    desk.keys("bd");
    assert_eq!(chosen(&mut desk), "#1-5!");
    desk.keys("bd");
    shows(&mut desk, &["No dead end behind this node in the tree."]);
    desk.keys("f");
    shows(&mut desk, &["follows"]);
}

#[test]
fn the_whole_tree_fits_the_pane() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("47:::::");
    desk.settle_solver();
    desk.keys("To");
    shows(&mut desk, &["depth: nodes, on a logarithmic scale", "x cut", "- done"]);
    desk.keys("o");
    shows(&mut desk, &["<- now"]);
    desk.keys("<left>".repeat(20).as_str());
    desk.settle_solver();
    assert_eq!(chosen(&mut desk), "ostart");
    shows(&mut desk, &["- bound 33", "163 nodes", "o bound 35"]);
}

#[test]
fn a_search_goes_on_from_a_node() {
    let mut desk = at_dead_end(80, 24);
    desk.keys("T");
    desk.settle_solver();
    desk.keys("<left><left><left>");
    desk.settle_solver();
    desk.keys("s");
    desk.settle_solver();
    shows(&mut desk, &["Found: "]);
    desk.keys("T");
    desk.keys("u");
    desk.settle();
    assert!(desk.screen().contains("0 of 26 pairs") || desk.screen().contains("52 cards"), "{}", desk.screen());
}

#[test]
fn the_mouse_chooses_a_line() {
    let mut desk = at_dead_end(80, 24);
    desk.keys("T");
    desk.settle_solver();
    let screen = desk.screen();
    let (x, y) = screen
        .lines()
        .enumerate()
        .find_map(|(y, line)| Some((line.find("# 1-5")? as u16, y as u16)))
        .expect("the dead node has a line");
    desk.click(x, y);
    assert_eq!(chosen(&mut desk), "#1-5");
    desk.click(x, y);
    shows(&mut desk, &["Node 14, 14 deep: dead"]);
    desk.wheel(true);
    shows(&mut desk, &["Node 15, 14 deep: open"]);
}

#[test]
fn what_the_tree_says_of_keys_is_true_after_a_solution() {
    for (width, height) in [(80, 24), (140, 45)] {
        let mut desk = Desk::at("sliding/eight-20");
        desk.resize(width, height);
        desk.keys("s");
        desk.settle_solver();
        desk.keys("T");
        shows(&mut desk, &["step through", "Tree: 39 nodes"]);
        assert!(!desk.screen().contains("Arrows or"), "{}", desk.screen());
        desk.keys("<left>");
        shows(&mut desk, &["with all below: 3 nodes: 1 solution, 1 cut, 1 other"]);
        // The board is seen that the solution is walked on.
        desk.keys(">>");
        shows(&mut desk, &["optimal from here: 18 moves", "step 2/20", "2 slides"]);
        assert_eq!(desk.screen().contains("Tree:"), width > 100, "{}", desk.screen());
        if width > 100 {
            // Who walks in the tree again sees where.
            desk.keys("<left>");
            shows(&mut desk, &["Node ", "expansion 25 of 25"]);
            desk.keys(">");
            shows(&mut desk, &["step 3/20", "3 slides"]);
        }
    }
}

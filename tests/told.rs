//! What the screen says where it would else leave one guessing: previews, the tree, what a search can run to.

mod common;

use common::Desk;
use rompicapo::games::{self, GAMES};
use rompicapo::search::Plan;
use rompicapo::workbench::packs::Library;

fn at(name: &str, width: u16, height: u16) -> Desk {
    let (game, puzzle) = name.split_once('/').unwrap();
    let mut desk = Desk::new(width, height);
    desk.open(Library::new(None).open(games::find(game).unwrap(), puzzle).unwrap().unwrap());
    desk
}

#[test]
fn an_xray_that_is_not_seen_says_where_it_is() {
    let mut desk = at("sliding/classroom", 80, 24);
    desk.keys("...");
    desk.settle_solver();
    desk.keys("TX");
    assert!(desk.told().0.starts_with("X-ray on: it is seen on the board"), "{}", desk.told().0);
    desk.keys("X");
    assert_eq!(desk.told().0, "X-ray off.");
    desk.keys("TX");
    assert_eq!(desk.told().0, "");
}

/// In every strategy of every game: what there can never be is not offered.
#[test]
fn a_search_is_offered_to_run_to_what_it_can_meet() {
    for &game in GAMES {
        for strategy in game.strategies() {
            let library = Library::new(None);
            let named = library.open(game, &library.collection(game).packs[0].puzzles[0].name).unwrap().unwrap();
            let Ok(engine) = named.position.engine(&Plan::new(strategy)) else { continue };
            let mut desk = Desk::new(80, 24);
            desk.open_only(named);
            desk.choose(strategy.name);
            // Behind the prefix, since b may be a column.
            desk.keys("xb");
            let asked = desk.told().0;
            let offers = (asked.contains("r raised bound"), asked.contains("p your position"));
            assert_eq!(offers, (engine.raises_bound(), engine.shows_moves()), "{} {}", game.name(), strategy.name);
        }
    }
}

#[test]
fn a_key_that_is_none_of_these_is_named() {
    let mut desk = at("sliding/classroom", 80, 24);
    desk.keys("b ");
    assert!(desk.told().0.starts_with("space is none of these. Run to the next:"), "{}", desk.told().0);
}

/// Where there is no room for notes the digits are still seen.
#[test]
fn a_narrow_preview_leaves_notes_out() {
    let mut desk = at("sudoku/easy-1", 60, 16);
    desk.keys("p12<right>3q");
    let screen = desk.screen();
    assert!(screen.contains("Your board") && screen.contains("32 of 81 cells filled"), "{screen}");
    assert!(!screen.contains("....>"), "{screen}");
}

/// At the least size a preview has title and standing or is named in its frame, and no paragraph is cut.
#[test]
fn previews_say_what_they_are_of() {
    let mut desk = Desk::new(60, 16);
    for &game in GAMES {
        let screen = desk.screen();
        let title = Library::new(None).collection(game).packs[0].puzzles[0].title.clone();
        let title = title.split(' ').next().unwrap();
        assert!(screen.contains(title) && screen.contains("You have not tried it yet"), "{}: {screen}", game.name());
        assert!(!screen.contains(" ..."), "{}: {screen}", game.name());
        desk.keys("<tab>");
    }
    desk.keys("<backtab>");
    // Sudoku is seen whole.
    let screen = desk.screen();
    assert!(screen.contains("|9 ") || screen.contains(" 9 "), "{screen}");
    assert!(!screen.contains("....>"), "{screen}");
}

#[test]
fn signs_of_the_tree_are_explained_in_the_tree() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut desk = at("knight/closed", width, height);
        desk.keys("s");
        desk.settle();
        desk.keys("T");
        desk.settle_solver();
        assert!(desk.screen().contains("<- now"), "{}", desk.screen());
        desk.keys("L");
        let screen = desk.screen();
        assert!(screen.contains("+  on the way to the best solution so far"), "{screen}");
        assert!(screen.contains("#  a dead end"), "{screen}");
    }
}

/// Depth first, as many choices wait as there are nodes on the way.
#[test]
fn what_waits_is_listed_as_far_as_there_is_room() {
    let mut desk = at("knight/closed", 200, 60);
    desk.keys("s");
    desk.settle();
    desk.keys("vg36<enter>");
    desk.settle_solver();
    let screen = desk.screen();
    let listed = screen.lines().filter(|line| line.contains(" depth ") && line.contains(": r")).count();
    assert!(listed > 20 && screen.contains(" depth 1: "), "{screen}");
}

#[test]
fn keys_are_named_for_what_they_do_now() {
    let mut desk = at("queens/corner", 80, 24);
    desk.keys("<down>");
    let screen = desk.screen();
    assert!(screen.contains("enter goes back to row 2") && screen.contains("enter go back"), "{screen}");
    desk.keys("<enter>");
    assert!(desk.screen().contains("enter queen"), "{}", desk.screen());
}

/// Whoever comes back begins at the knight.
#[test]
fn the_cursor_begins_at_the_knight() {
    let home = tempfile::tempdir().unwrap();
    let knight = |desk: &mut Desk, keys: &str| {
        desk.open(Library::new(None).open(games::find("knight").unwrap(), "six").unwrap().unwrap());
        desk.keys(keys);
        desk.screen()
    };
    let mut desk = Desk::at_home(home.path());
    let there = knight(&mut desk, "<tab><enter>");
    desk.keys("q");
    drop(desk);
    let back = knight(&mut Desk::at_home(home.path()), "");
    let board = |screen: &str| screen.lines().skip(2).take(14).map(|l| l[..50].to_owned()).collect::<Vec<_>>();
    assert_eq!(board(&there), board(&back));
}

/// What was not met any more is told apart from what was never met.
#[test]
fn no_further_dead_end_is_not_no_dead_end() {
    let mut desk = at("fourteen/duchi-2-step-9", 80, 24);
    desk.choose("dfs");
    desk.keys("bd");
    desk.settle_solver();
    assert!(desk.screen().contains("Paused at a dead end."), "{}", desk.screen());
    desk.keys("bb");
    desk.settle();
    assert!(desk.told().0.ends_with("No further dead end was met."), "{}", desk.told().0);
}

/// What a search has to say of the place where it stands is said on its board, not on one's own.
#[test]
fn what_a_search_says_is_not_told_of_ones_own_board() {
    let of_every_search = ["{d", "bd", "bs", "bc1", "bt9<enter>", "..{s", "...{c1"];
    let of_bounds = ["{r", "br", "bp"];
    let said =
        ["before this expansion", "aused at a", "On the way to", "raises no bound", "never comes to", " was met"];
    let places: [(&str, &str, &[&str]); 2] =
        [("sliding/eight-12", "<up><down><left><right>", &of_bounds), ("fourteen/duchi-2-step-9", "=1-2", &[])];
    for (name, moves, more) in places {
        for &keys in of_every_search.iter().chain(more) {
            let mut desk = at(name, 80, 24);
            desk.keys("..");
            desk.settle_solver();
            desk.keys(keys);
            desk.settle_solver();
            // A key of play comes to one's own board first.
            desk.keys("u");
            desk.settle_solver();
            let has_said = |desk: &mut Desk| {
                let screen = desk.screen();
                said.iter().find(|said| screen.contains(*said)).map(|said| format!("{keys}: {said}\n{screen}"))
            };
            if desk.told().0.starts_with("Your own board.") {
                assert_eq!(has_said(&mut desk), None);
            }
            for after in [moves, "R", "e<f4>"] {
                desk.keys(after);
                desk.settle_solver();
                assert_eq!(has_said(&mut desk), None, "after {after}");
            }
        }
    }
}

/// A move of a deed that makes several counts as often as the headline counts it.
#[test]
fn an_earlier_run_names_its_position_by_the_moves() {
    let mut desk = at("freecell/easy-2", 120, 40);
    desk.keys("5h");
    let screen = desk.screen();
    assert!(screen.contains("2 moves"), "{screen}");
    desk.keys("s");
    desk.settle();
    desk.keys("E");
    let screen = desk.screen();
    assert!(screen.contains("after 2 moves"), "{screen}");
}

/// Tab takes the keys from a solution that plays, which would take them back with its next step.
#[test]
fn tab_stops_a_solution_that_plays() {
    for name in ["fourteen/easy-5", "freecell/easy-2"] {
        let mut desk = at(name, 60, 16);
        desk.keys("s");
        desk.settle();
        desk.keys(" ");
        desk.pause();
        desk.keys("<tab>");
        let stopped = desk.standing();
        desk.pause();
        assert_eq!(desk.standing(), stopped);
        let keys = desk.screen().lines().last().unwrap().to_owned();
        assert!(!keys.contains("tab board"), "{keys}");
    }
}

/// A way that is asked for in the workstation is told by its keys, and leads there.
#[test]
fn the_way_to_all_solutions_is_told_by_keys() {
    for &game in GAMES {
        let library = Library::new(None);
        let named = library.open(game, &library.collection(game).packs[0].puzzles[0].name).unwrap().unwrap();
        let plan = |strategy| Plan { all: true, ..Plan::new(strategy) };
        let refused = game.strategies().iter().find(|strategy| named.position.engine(&plan(strategy)).is_err());
        let Some(strategy) = refused else { continue };
        let mut desk = Desk::new(120, 40);
        desk.open_only(named);
        desk.choose(strategy.name);
        desk.keys("s");
        desk.settle_solver();
        desk.keys("'");
        let told = desk.told().0;
        assert!(!told.contains("--"), "{}: {told}", game.name());
    }
    let mut desk = at("fourteen/easy-2", 120, 40);
    desk.keys("s");
    desk.settle();
    desk.keys("'");
    let told = desk.told().0;
    assert!(told.contains("S chooses dfs, ") && told.contains(" switches memory off, then ' again."), "{told}");
    desk.choose("dfs");
    let switch = told.split(" switches").next().unwrap().rsplit(", ").next().unwrap().replace(' ', "");
    desk.keys(&format!("{switch}''"));
    assert!(desk.is_searching() || desk.told().0.contains("olution"), "{}", desk.told().0);
    assert!(!desk.told().0.contains("finds one solution"), "{}", desk.told().0);
}

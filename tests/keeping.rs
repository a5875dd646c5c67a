//! Keys at random, in every game: no key loses a search, and none loses moves, notes or boards that are set up.

mod common;

use std::path::Path;

use common::Desk;
use rompicapo::games::{GAMES, SplitMix};
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::packs::Library;
use rompicapo::workbench::progress::Progress;

const NAMED: [&str; 16] = [
    "<up>",
    "<down>",
    "<left>",
    "<right>",
    "<enter>",
    "<enter>",
    "<esc>",
    "<tab>",
    "<home>",
    "<end>",
    "<pageup>",
    "<pagedown>",
    "<backspace>",
    "<delete>",
    "<f4>",
    "<f5>",
];

/// Keys mean the same in every window.
const SIZES: [(u16, u16); 3] = [(80, 24), (60, 16), (120, 40)];

/// The last puzzle of the first pack: what it is does not matter.
fn some_puzzle(game: &'static dyn rompicapo::games::Game) -> Named {
    let library = Library::new(None);
    let pack = &library.collection(game).packs[0];
    pack.puzzles[0].named(game, pack).unwrap()
}

fn random_key(dice: &mut SplitMix, left_out: &str) -> String {
    if dice.below(2) == 0 {
        return NAMED[dice.below(NAMED.len())].to_owned();
    }
    match char::from(33 + dice.below(94) as u8) {
        key if left_out.contains(key) => String::new(),
        '<' => "<left>".into(),
        key => key.to_string(),
    }
}

/// The board as the journal has it: what somebody would find who comes back after a kill.
fn kept(home: &Path, name: &str) -> Option<(String, Vec<String>)> {
    let (progress, _) = Progress::load(Some(home.join("state")));
    let begun = progress.begun().iter().find(|begun| begun.name == name)?;
    begun.board().map(|board| board.kept())
}

/// Puzzles of other names, pictures and large tables are no matter of this; `U` and `t` only change how it looks.
#[test]
fn what_is_on_the_board_is_what_is_kept() {
    for &game in GAMES {
        let home = tempfile::tempdir().unwrap();
        let mut desk = Desk::at_home(home.path());
        desk.open_only(some_puzzle(game));
        let mut dice = SplitMix(23);
        let mut changed = 0;
        for event in 0..320 {
            let key = random_key(&mut dice, "nNBVOMUt");
            desk.keys(&key);
            if event % 16 == 0 {
                let (width, height) = SIZES[event / 16 % SIZES.len()];
                desk.resize(width, height);
                desk.screen();
            }
            let Some((name, board)) = desk.standing() else {
                desk.open_only(some_puzzle(game));
                continue;
            };
            if event % 8 == 0
                && let Some(found) = kept(home.path(), &name)
            {
                changed += 1;
                assert_eq!(found, board, "{name} after {key:?}, event {event}\n{}", desk.screen());
            }
        }
        assert!(changed > 10, "{}: hardly anything was played", game.name());
    }
}

/// Only keys that say so end a search (`c`) or begin another (`s`, a strategy, a heuristic, a weight, a limit); `y` agrees to
/// leave it.
#[test]
fn no_key_loses_a_search_unasked() {
    for &game in GAMES {
        let mut desk = Desk::new(80, 24);
        desk.open_only(some_puzzle(game));
        desk.keys("x.");
        desk.settle_solver();
        if !desk.is_searching() {
            // One expansion was all there is to it.
            continue;
        }
        let mut dice = SplitMix(31);
        for event in 0..250 {
            let key = random_key(&mut dice, "csSyMxB+-.:b{C 0123456789>]'");
            desk.keys(&key);
            if event % 16 == 0 {
                let (width, height) = SIZES[event / 16 % SIZES.len()];
                desk.resize(width, height);
                desk.screen();
            }
            assert!(desk.is_searching(), "{}: {key:?} lost the search, event {event}\n{}", game.name(), desk.screen());
        }
        desk.keys(&"<esc>".repeat(8));
        // Where a board is being set up, q may be a queen.
        desk.keys("xq");
        assert!(desk.screen().contains("a search is under way"), "{}:\n{}", game.name(), desk.screen());
        desk.keys("n");
        assert!(desk.is_searching());
    }
}

/// Nor does asking for what is under way, or taking the strategy that one has; `c` stops a search and nothing else.
#[test]
fn a_search_that_is_asked_for_again_goes_on() {
    let mut desk = Desk::at("sliding/classroom");
    desk.choose("ida*");
    desk.keys("4.....");
    desk.settle_solver();
    desk.keys("S<enter>");
    desk.settle_solver();
    assert!(desk.screen().contains("expansion 5 of 5"), "{}", desk.screen());
    desk.keys("v<up>s");
    assert!(desk.is_searching());
    let screen = desk.screen();
    assert!(screen.contains("A search from another position is under way"), "{screen}");
    desk.keys("vus");
    desk.settle_solver();
    assert!(desk.screen().contains("Found: 45 moves"), "{}", desk.screen());
}

/// What is written between two sittings: a bookmark set in the first is there in the second.
#[test]
fn bookmarks_are_kept_with_the_game() {
    for name in ["sudoku/easy-1", "kakuro/ist-5x5"] {
        let home = tempfile::tempdir().unwrap();
        let (game, puzzle) = name.split_once('/').unwrap();
        let game = rompicapo::games::find(game).unwrap();
        let named = || Library::new(None).open(game, puzzle).unwrap().unwrap();
        let mut desk = Desk::at_home(home.path());
        desk.open_only(named());
        desk.keys("1p<down><down>2B");
        let marked = desk.standing();
        desk.keys("3<down>p4");
        drop(desk);
        let mut desk = Desk::at_home(home.path());
        desk.open_only(named());
        assert_ne!(desk.standing(), marked);
        desk.keys("z");
        assert_eq!(desk.standing(), marked, "{}", desk.screen());
        desk.keys("z");
        assert!(desk.screen().contains("No bookmark is set"), "{}", desk.screen());
    }
}

/// What is set by key goes on in the next sitting, game by game.
#[test]
fn wishes_are_kept_game_by_game() {
    let home = tempfile::tempdir().unwrap();
    let open = |game: &str, puzzle: &str| {
        let mut desk = Desk::at_home(home.path());
        let game = rompicapo::games::find(game).unwrap();
        desk.open_only(Library::new(None).open(game, puzzle).unwrap().unwrap());
        desk.settle();
        desk
    };
    open("sliding", "eight-4").keys("m!J");
    let mut desk = open("sliding", "eight-4");
    assert!(desk.screen().contains("! tells how it stands"), "{}", desk.screen());
    desk.keys("m");
    assert!(desk.screen().contains("Move marks off."), "{}", desk.screen());
    desk.keys("J");
    assert!(desk.screen().contains("Hints: off."), "{}", desk.screen());
    let mut other = open("queens", "bezzel");
    other.keys("m");
    assert!(other.screen().contains("Moves are marked"), "{}", other.screen());
}

/// The board of a large maze leaves at least half of the rows to the list.
#[test]
fn the_list_of_games_keeps_its_rows_beside_a_large_board() {
    let home = tempfile::tempdir().unwrap();
    for (width, height, least) in [(80, 24, 5), (60, 16, 3)] {
        let mut desk = Desk::at_home(home.path());
        desk.resize(width, height);
        for name in ["eight-4", "eight-12", "eight-20", "eight-24", "eight-28", "huge"] {
            let game = if name == "huge" { "maze" } else { "sliding" };
            desk.open_name(game, name);
            desk.keys("<up><left><down><right>q");
        }
        desk.keys("G");
        let screen = desk.screen();
        let listed = screen.matches(" ago").count() + screen.matches("just now").count();
        assert!(screen.contains("> maze/huge") && listed >= least, "{listed} of them:\n{screen}");
    }
}

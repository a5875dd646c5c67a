//! Boards as people see them: nothing is out of reach at any size, and text and colours stay as they were looked at.

mod common;

use std::collections::BTreeSet;

use common::Desk;
use ratatui::layout::Rect;
use rompicapo::games::view::{Paint, Scene};
use rompicapo::games::{self, GAMES, Options, Position};
use rompicapo::workbench::packs::Library;

/// The cells that can be seen, and clicked, with the cursor at one of them.
fn seen(position: &dyn Position, cursor: Option<u32>, (width, height): (u16, u16)) -> BTreeSet<u32> {
    let paint = Paint::plain();
    let scene = Scene { position, marks: &[], cursor, looked: None, paint: &paint };
    let area = Rect::new(0, 0, width, height);
    let view = position.game().view();
    area.positions().filter_map(|at| view.hit(&scene, area, at.x, at.y)).collect()
}

/// The rooms of a board in windows from 60x16 up, with and without the panes beside it, and two smaller ones.
const ROOMS: [(u16, u16); 6] = [(58, 9), (36, 9), (52, 15), (78, 32), (30, 7), (114, 50)];

/// A room in which every board that is tried is seen whole.
const WHOLE: (u16, u16) = (300, 120);

fn everything_can_be_reached(position: &dyn Position) {
    let whole = seen(position, None, WHOLE);
    for room in ROOMS {
        let mut union = BTreeSet::new();
        for &cell in &whole {
            let seen = seen(position, Some(cell), room);
            assert!(seen.contains(&cell), "the cursor at {cell} is out of sight in {room:?}");
            union.extend(seen);
        }
        assert_eq!(union, whole, "{room:?}: {}", position.whole_line());
    }
}

#[test]
fn long_columns_can_be_walked_to() {
    let fourteen = games::find("fourteen").unwrap();
    let tall = fourteen.read("1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5|13 13 13 13 12 12", &Options::new()).unwrap();
    everything_can_be_reached(&*tall);
    let freecell = games::find("freecell").unwrap();
    let long = freecell.deal("columns=2:1").unwrap();
    everything_can_be_reached(&*long);
}

/// The cells that are seen by looking around from one corner.
fn looked_over(position: &dyn Position, room: (u16, u16)) -> BTreeSet<u32> {
    let (view, area) = (position.game().view(), Rect::new(0, 0, room.0, room.1));
    let (mut waiting, mut looked, mut union) = (vec![0], BTreeSet::new(), BTreeSet::new());
    while let Some(at) = waiting.pop() {
        if looked.insert(at) {
            union.extend(seen(position, Some(at), room));
            let ways = [(4, 0), (-4, 0), (0, 4), (0, -4)];
            waiting.extend(ways.into_iter().filter_map(|by| view.further(position, area, Some(at), by)));
        }
    }
    union
}

#[test]
fn every_square_can_be_looked_at() {
    for (game, deal) in [("maze", "41x81:1"), ("knight", "30x30:1"), ("queens", "40")] {
        let position = games::find(game).unwrap().deal(deal).unwrap();
        let whole = seen(&*position, None, WHOLE);
        for room in ROOMS {
            assert_eq!(looked_over(&*position, room).len(), whole.len(), "{game} in {room:?}");
        }
    }
}

#[test]
fn after_looking_around_a_move_brings_the_walker_back() {
    let mut desk = Desk::new(80, 24);
    desk.open_name("maze", "maze:41x81:1");
    let screen = desk.screen();
    assert!(screen.contains('@') && screen.contains("shift-arrows look around"), "{screen}");
    for way in ["down", "right"] {
        (0..20).for_each(|_| desk.look(way));
    }
    let screen = desk.screen();
    assert!(screen.contains('G') && !screen.contains('@'), "{screen}");
    desk.keys("<left>");
    assert!(desk.screen().contains('@'), "{}", desk.screen());
    (0..20).for_each(|_| desk.wheel(true));
    assert!(!desk.screen().contains('@'), "{}", desk.screen());
    (0..20).for_each(|_| desk.wheel(false));
    assert!(desk.screen().contains('@'), "{}", desk.screen());
}

#[test]
fn a_board_that_is_seen_in_part_has_the_rows_of_the_panes_around_it() {
    let mut desk = Desk::new(120, 40);
    desk.open_name("maze", "maze:41x101:1");
    let screen = desk.screen();
    assert!(!screen.contains("- Rules -") && !screen.contains("- Puzzle -"), "{screen}");
}

#[test]
fn every_game_can_be_played_in_the_smallest_window() {
    for &game in GAMES {
        let library = Library::new(None);
        let entry = &library.collection(game).packs[0].puzzles[0];
        let mut desk = Desk::at(&format!("{}/{}", game.name(), entry.name));
        desk.resize(60, 16);
        let screen = desk.screen();
        assert!(!screen.contains(" needs "), "{}\n{screen}", entry.name);
    }
}

#[test]
fn the_keys_that_make_a_move_and_lead_out_are_on_every_screen() {
    let moves = ["enter pick", "enter pick", "1-9 digit", "enter move", "arrows slide", "enter queen"];
    let moves = moves.into_iter().chain(["enter leap", "arrows walk", "1-9 digit"]);
    for (&game, makes_a_move) in GAMES.iter().zip(moves) {
        let library = Library::new(None);
        let entry = &library.collection(game).packs[0].puzzles[0];
        let mut desk = Desk::at(&format!("{}/{}", game.name(), entry.name));
        for (width, height) in [(60, 16), (80, 24), (120, 40), (200, 60)] {
            desk.resize(width, height);
            let screen = desk.screen();
            let foot: String = screen.lines().rev().take(2).collect();
            for key in [makes_a_move, "u undo", "H hint", "s solve", "? help", "q leave"] {
                assert!(foot.contains(key), "{key} is missing in {width}x{height}:\n{screen}");
            }
            for key in ["e set up", "# statistics"] {
                assert!(width < 120 || foot.contains(key), "{key} is missing in {width}x{height}:\n{screen}");
            }
        }
    }
}

#[test]
fn a_maze_that_needs_the_lines_below_it_is_seen_whole() {
    let mut desk = Desk::at("maze/first");
    desk.resize(60, 16);
    let screen = desk.screen();
    assert!(screen.contains("G ##") && !screen.contains("No solution yet"), "{screen}");
    // A word to the player has the line that is left.
    desk.keys("<left>");
    let screen = desk.screen();
    assert!(screen.contains("G ##") && screen.contains("wall"), "{screen}");
}

#[test]
fn every_note_of_a_sudoku_is_seen() {
    for (width, height) in [(60, 16), (80, 24)] {
        let mut desk = Desk::at("sudoku/hard-1");
        desk.resize(width, height);
        desk.keys("a<right>");
        let screen = desk.screen();
        for notes in ["256", "12457", "46789", "13569", "1     2", "[ 256 ]"] {
            assert!(screen.contains(notes), "{notes} is missing:\n{screen}");
        }
    }
}

/// What is told of a search's node leaves the columns their numbers, which it speaks of.
#[test]
fn columns_are_numbered_while_a_search_is_watched_in_a_low_window() {
    let mut desk = Desk::at("sudoku/easy-2");
    desk.resize(60, 16);
    desk.choose("classic");
    desk.keys("..");
    desk.settle_solver();
    let screen = desk.screen();
    let numbers = |line: &str| line.split_whitespace().filter(|word| word.parse::<u8>().is_ok()).count();
    assert!(screen.contains("The search's node") && screen.lines().any(|line| numbers(line) == 9), "{screen}");
}

/// While one sets up, the keys that do so are named before those that every game has.
#[test]
fn keys_that_set_up_come_first_in_a_low_window() {
    for (name, keys) in [
        ("kakuro/ist-5x5", &["o clues down", "d clues from digits", "c clear digits", "w show solutions"][..]),
        ("fourteen/duchi-1", &["backspace takes it away"]),
        ("freecell/617", &["backspace takes it away"]),
        ("maze/second", &["s start here", "g goal here"]),
        ("counters/classic-3", &["+ - a place more, less", "2-9 counters a move"]),
    ] {
        let mut desk = Desk::at(name);
        desk.resize(60, 16);
        desk.keys("xe");
        let screen = desk.screen();
        let missing = keys.iter().find(|key| !screen.contains(**key));
        assert_eq!(missing, None, "{screen}");
    }
}

/// Where digits set up, a toggle's key has its prefix.
#[test]
fn toggles_have_their_prefix_while_digits_set_up() {
    let mut desk = Desk::at("counters/classic-4");
    assert!(desk.screen().contains("[x] 2 memory"), "{}", desk.screen());
    desk.keys("e");
    assert!(desk.screen().contains("[x] x2 memory"), "{}", desk.screen());
}

/// Bold numbers of rows and columns are those of the cursor, wherever a hint points.
#[test]
fn bold_numbers_stay_with_the_cursor() {
    let mut desk = Desk::at("knight/corner");
    desk.resize(60, 16);
    let bold = |desk: &mut Desk| {
        let screen = desk.screen();
        let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains("1    2    3")).expect("numbers");
        let numbers = line.char_indices().filter(|(_, c)| c.is_ascii_digit());
        let styles: Vec<_> = numbers.map(|(x, _)| desk.buffer()[(x as u16, y as u16)].style()).collect();
        styles.iter().position(|style| styles.iter().filter(|other| *other == style).count() == 1)
    };
    assert_eq!(bold(&mut desk), Some(0));
    desk.keys("HHH");
    assert_eq!(bold(&mut desk), Some(0));
}

/// A question that has no room under a board leaves its rows to the board.
#[test]
fn a_board_has_the_rows_that_a_question_does_not_take() {
    let mut desk = Desk::at("kakuro/easy-20x20");
    desk.choose("classic");
    desk.keys("C");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("Conduct"), "{screen}");
    let rows = screen.split("rows ").nth(1).and_then(|told| told.split(' ').next()).expect("a part");
    let (first, last) = rows.split_once('-').expect("a range");
    let shown = last.parse::<u8>().unwrap() - first.parse::<u8>().unwrap() + 1;
    assert!(shown >= 12, "{screen}");
}

#[test]
fn a_low_window_names_the_key_to_hidden_cards() {
    let mut desk = Desk::new(60, 16);
    desk.open_name("freecell", "freecell:columns=5:1");
    assert!(desk.screen().contains("PgUp"), "{}", desk.screen());
    desk.keys("<pageup><pageup><pageup>");
    assert!(desk.screen().contains("PgDn"), "{}", desk.screen());
}

#[test]
fn the_board_of_a_search_is_looked_over_in_a_low_window() {
    let mut desk = Desk::new(60, 16);
    desk.open_name("freecell", "freecell:columns=5:1");
    desk.keys(".");
    desk.settle_solver();
    assert!(desk.screen().contains("PgUp"), "{}", desk.screen());
    desk.keys("<pageup><pageup><pageup>");
    let screen = desk.screen();
    assert!(screen.contains("The search's node") && screen.contains("PgDn"), "{screen}");
    // Esc ends the look, and only the next one leaves the search's board.
    desk.keys("<esc>");
    let screen = desk.screen();
    assert!(screen.contains("The search's node") && !screen.contains("PgDn"), "{screen}");
}

#[test]
fn the_smallest_window_shows_every_card_of_a_deal() {
    let mut desk = Desk::new(60, 16);
    let (game, library) = (games::find("freecell").unwrap(), Library::new(None));
    let pack = &library.collection(game).packs[0];
    desk.open(pack.puzzles[0].named(game, pack).unwrap());
    let screen = desk.screen();
    for (rank, suit) in "A23456789TJQK".chars().flat_map(|rank| "CDHS".chars().map(move |suit| (rank, suit))) {
        let card = format!("{rank}{suit}");
        assert!(screen.contains(&card), "{card} is missing:\n{screen}");
    }
}

#[test]
fn a_key_hides_the_solver_pane_and_brings_it_back() {
    let mut desk = Desk::at("fourteen/duchi-1");
    assert!(desk.screen().contains("- Solver -"));
    desk.keys("P");
    assert!(!desk.screen().contains("- Solver -"), "{}", desk.screen());
    desk.keys("P");
    assert!(desk.screen().contains("- Solver -"));
    desk.resize(200, 60);
    let screen = desk.screen();
    for part in ["- Moves -", "- Rules -", "- Solver -"] {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
}

#[test]
fn the_legend_is_one_key_away() {
    let mut desk = Desk::at("fourteen/duchi-1");
    desk.keys("L");
    let screen = desk.screen();
    assert!(!screen.contains("a move that loses") && screen.contains("the hint"), "{screen}");
    desk.keys("<esc>mL");
    let screen = desk.screen();
    assert!(screen.contains("a move that loses") && screen.contains("the hint"), "{screen}");
}

#[test]
fn screens_keep_their_text_and_their_styles() {
    for &game in GAMES {
        let library = Library::new(None);
        let entry = &library.collection(game).packs[0].puzzles[0];
        let mut desk = Desk::at(&format!("{}/{}", game.name(), entry.name));
        desk.settle();
        insta::assert_snapshot!(format!("{}_80x24", game.name()), desk.with_styles());
        desk.resize(60, 16);
        insta::assert_snapshot!(format!("{}_60x16", game.name()), desk.with_styles());
        desk.resize(120, 40);
        insta::assert_snapshot!(format!("{}_120x40", game.name()), desk.with_styles());
    }
}

#[test]
fn the_browser_and_what_lies_over_a_board_keep_their_text_and_their_styles() {
    let mut desk = Desk::at("kakuro/ist-5x5");
    for (name, keys) in [("strategy", "S"), ("signs", "<esc>L"), ("help", "<esc>?"), ("theme", "<esc>t")] {
        desk.keys(keys);
        desk.settle();
        insta::assert_snapshot!(format!("{name}_80x24"), desk.with_styles());
    }
    // The light theme, and boards in Unicode.
    desk.keys("<down><enter>Uq");
    insta::assert_snapshot!("browser_80x24", desk.with_styles());
    desk.resize(200, 60);
    insta::assert_snapshot!("browser_200x60", desk.with_styles());
}

#[test]
fn the_rules_of_every_game_fit_in_two_lines_of_the_smallest_window() {
    for game in GAMES {
        let lines = rompicapo::workbench::words::wrap_well(game.profile().gist, 58);
        assert!(lines.len() <= 2, "{}: {lines:?}", game.name());
    }
}

#[test]
fn what_conduct_asks_is_seen_at_every_size() {
    let mut asked = 0;
    for &game in GAMES {
        let library = Library::new(None);
        let entry = &library.collection(game).packs[0].puzzles[0];
        for (width, height) in [(60, 16), (80, 24), (120, 40), (200, 60)] {
            let mut desk = Desk::at(&format!("{}/{}", game.name(), entry.name));
            desk.resize(width, height);
            for key in [".", ".", "C"] {
                desk.keys(key);
                desk.settle();
            }
            let screen = desk.screen();
            let lines: Vec<&str> = screen.lines().collect();
            let (foot, rest) = lines.split_last().expect("a screen");
            if foot.contains(" answer") {
                asked += 1;
                let question = rest[1..].join("\n");
                assert!(question.contains('?') && question.contains("1 "), "{}:\n{screen}", entry.name);
            }
        }
    }
    assert!(asked > 12, "{asked} questions");
}

//! Boards of one's own: set up, kept, played, saved.

mod common;

use common::Desk;
use rompicapo::tui::app::Effect;

fn has(desk: &mut Desk, parts: &[&str]) {
    let screen = desk.screen();
    for part in parts {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
}

#[test]
fn cards_are_put_down_and_what_is_missing_is_told() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("freecell", "617");
    desk.keys("xe");
    has(&mut desk, &["Setting up", "A card goes to column 1", "f2 save"]);
    desk.keys("<f4>");
    has(&mut desk, &["52 cards are missing: AC AD"]);
    desk.keys("qhah<right>10s");
    has(&mut desk, &["49 cards are missing", "QH", "TS"]);
    // Nothing is solved or played before it is complete.
    desk.keys("xs");
    has(&mut desk, &["It cannot be solved yet: 49 cards are missing"]);
    desk.keys("e");
    has(&mut desk, &["It cannot be played yet: 49 cards are missing"]);
    // It is kept with the puzzle, and goes on where it was, undo and all.
    desk.keys("xq");
    has(&mut desk, &["Leave the board that you have set up?", "y leave it here  g give it up  n stay"]);
    desk.keys("n");
    has(&mut desk, &["49 cards are missing"]);
    desk.keys("xqy");
    drop(desk);
    let mut desk = Desk::at_home(home.path());
    desk.open_name("freecell", "617");
    has(&mut desk, &["Setting up", "49 cards are missing"]);
    desk.keys("u");
    has(&mut desk, &["50 cards are missing"]);
    desk.keys("R");
    has(&mut desk, &["FreeCell - 617"]);
    assert!(!desk.screen().contains("missing"), "{}", desk.screen());
}

/// Esc steps back to the game that was being played, and what was set up waits, whatever is played meanwhile.
#[test]
fn what_is_not_complete_is_left_for_later() {
    let home = tempfile::tempdir().unwrap();
    for (game, name, typed, missing) in [
        ("freecell", "617", "qh", "51 cards are missing"),
        ("fourteen", "duchi-1", "", "there is no card on the table yet"),
        ("counters", "classic-3", "a", "Left for later"),
    ] {
        let mut desk = Desk::at_home(home.path());
        desk.open_name(game, name);
        desk.keys("s");
        desk.settle();
        desk.keys(">>");
        let before = desk.standing();
        desk.keys(&format!("xe<f4>{typed}"));
        let draft = desk.standing();
        has(&mut desk, &["esc back"]);
        desk.keys("<esc>");
        has(&mut desk, &["Left for later", missing]);
        assert_eq!(desk.standing(), before, "{game}: the game goes on");
        desk.keys("u=1-2");
        drop(desk);
        let mut desk = Desk::at_home(home.path());
        desk.open_name(game, name);
        assert!(!desk.screen().contains("Setting up"), "{}", desk.screen());
        let before = desk.standing();
        desk.keys("xe");
        has(&mut desk, &["Setting up", "As you left it"]);
        assert_eq!(desk.standing(), draft, "{game}: the board goes on");
        desk.keys("u<esc>");
        assert_eq!(desk.standing(), before);
    }
}

#[test]
fn a_board_of_ones_own_that_was_won_comes_back_as_it_was() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("fourteen", "duchi-1");
    desk.keys("e<f4>7<right>7e<enter><left><enter>");
    has(&mut desk, &["own board, from duchi-1", "| Solved. Time 0:00.", "| Solved."]);
    desk.keys("qy");
    drop(desk);
    let mut desk = Desk::at_home(home.path());
    desk.open_name("fourteen", "duchi-1");
    has(&mut desk, &["You have solved it; R starts again.", "  solved "]);
    desk.keys("R");
    has(&mut desk, &["2 cards left"]);
    // Its own start is the start; the deal is a step back from there.
    desk.keys("R");
    has(&mut desk, &["2 cards left", "This is the start of your board"]);
    desk.keys("uuuuuuuuu");
    has(&mut desk, &["Fourteen - duchi-1"]);
}

#[test]
fn a_board_is_saved_to_a_pack_of_ones_own_and_the_old_one_stays() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("sliding", "eight-4");
    desk.keys("e<f4>");
    has(&mut desk, &["Setting up"]);
    // The blank changes places with its neighbour: one move from home.
    desk.keys("<end><pagedown><enter><left><enter>");
    desk.settle();
    has(&mut desk, &["1 move"]);
    desk.keys("<f2>");
    has(&mut desk, &["Save as (a name, or ./FILE.txt): mine-1"]);
    desk.keys("<enter>");
    desk.settle();
    has(&mut desk, &["Sliding - mine-1", "Saved as sliding/mine-1. It is in "]);
    let pack = std::fs::read_to_string(home.path().join("puzzles/sliding/mine.toml")).unwrap();
    assert!(pack.contains("text = \"1 2 3 4 5 6 7 0 8\""), "{pack}");
    desk.keys("<left>");
    has(&mut desk, &["Solved in 1 move, and none is shorter."]);
    // What it was made from is as it was, and the next name is free.
    desk.open_name("sliding", "eight-4");
    assert!(!desk.screen().contains("into it"), "{}", desk.screen());
    desk.keys("<f2>");
    has(&mut desk, &["mine-2"]);
    desk.keys("<backspace>1<enter>");
    // What is refused stays to be corrected, with the reason beside it.
    has(&mut desk, &["Save as: mine-1_  there is a mine-1 already", "Not saved: there is a mine-1 already."]);
    let file = home.path().join("one.txt");
    // ctrl-u empties the field, and what is typed comes in place of what is proposed.
    desk.ctrl('u');
    has(&mut desk, &["Save as (a name, or ./FILE.txt): _"]);
    desk.keys(&format!("<esc><f2>{}<enter>", file.display()));
    assert!(std::fs::read_to_string(&file).unwrap().lines().count() == 3, "a row a line");
}

#[test]
fn a_kakuro_is_judged_by_its_solutions_and_copied_without_digits() {
    let mut desk = Desk::at("kakuro/ist-3x3");
    desk.keys("e<f3>3x3<enter><down><right>1<right>3<down>2<left>4d");
    has(&mut desk, &["Setting up", "several solutions"]);
    assert!(!desk.screen().contains("solved"), "{}", desk.screen());
    desk.keys("y");
    let Some(Effect::Copy(text)) = desk.effects.last() else { panic!("nothing copied") };
    assert_eq!(text.matches('_').count(), 4, "no digits: {text}");
    desk.keys("e");
    has(&mut desk, &["Now you play it."]);
    desk.keys("1R");
    has(&mut desk, &["0 of 4 cells filled"]);
}

/// Whoever gives up what was set up is back in the game where it was, and redo brings the board.
#[test]
fn what_is_set_up_can_be_given_up() {
    let mut desk = Desk::at("kakuro/ist-3x3");
    desk.keys("7");
    let before = desk.standing();
    desk.keys("e");
    has(&mut desk, &["[!   7    ]", "R give up", "esc back"]);
    desk.keys("f2");
    let draft = desk.standing();
    desk.keys("R");
    has(&mut desk, &["Given up: this is the game as it was."]);
    assert_eq!(desk.standing(), before);
    desk.keys("rr");
    assert_eq!(desk.standing(), draft);
    desk.keys("qg");
    desk.open_name("kakuro", "ist-3x3");
    assert_eq!(desk.standing(), before);
}

/// A grid that is no puzzle yet can be kept, and whoever keeps it is told.
#[test]
fn a_saved_board_with_several_solutions_says_so() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("kakuro", "ist-3x3");
    desk.keys("e<f4><f2><enter>");
    desk.settle();
    has(&mut desk, &["It has several solutions:", "e changes it."]);
}

/// In every game the setter's keys stand in the key line, and the board goes back to what it was.
#[test]
fn every_game_can_be_set_up_and_put_back() {
    for game in rompicapo::games::GAMES {
        let pack = rompicapo::workbench::packs::Library::new(None);
        let pack = &pack.collection(*game).packs[0];
        let mut desk = Desk::new(80, 24);
        desk.open(pack.puzzles[0].named(*game, pack).unwrap());
        let before = desk.board();
        desk.keys("xe<f4>");
        has(&mut desk, &["Setting up", "ur undo redo", "e play it"]);
        desk.keys("u<esc>");
        desk.settle();
        assert!(!desk.screen().contains("Setting up"), "{}: {}", game.name(), desk.screen());
        let lines = |board: &str| {
            board.split_whitespace().filter(|word| *word != "|").take(12).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(lines(&desk.board()), lines(&before), "{}", game.name());
    }
}

/// Of the game before nothing is left on the screen while one sets up, and all of it is back afterwards.
#[test]
fn setting_up_shows_nothing_of_the_game_before() {
    let (mut knight, mut maze) = (Desk::at("knight/corner"), Desk::at("maze/second"));
    knight.keys("<enter>s");
    maze.keys("<right>");
    let mut sliding = Desk::at("sliding/classroom");
    sliding.keys("<right><up>");
    let mut fourteen = Desk::at("fourteen/duchi-1");
    fourteen.keys("s");
    fourteen.settle();
    fourteen.keys(">");
    let games = [
        (knight, vec!["found: 63 moves", "winnable", "step 0/63"]),
        (maze, vec!["S@", "0:00"]),
        (sliding, vec![".'", "0:00", "optimal from here"]),
        (fourteen, vec!["winnable, 25 moves to go", "step 1/26", "8-9", "found: 26 moves"]),
    ];
    for (mut desk, told) in games {
        desk.settle();
        let before = desk.screen();
        desk.keys("xe");
        desk.settle();
        let setting = desk.screen();
        for told in &told {
            assert!(before.contains(told) && !setting.contains(told), "{told}:\n{before}\n{setting}");
        }
        desk.keys("u");
        has(&mut desk, &["Nothing was changed yet."]);
        desk.keys("<esc>");
        desk.settle();
        has(&mut desk, &told);
    }
}

/// Time and hints of a board of one's own are its own; a board that is solved as it stands is no win.
#[test]
fn a_board_of_ones_own_begins_with_nothing_taken() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("sliding", "eight-4");
    desk.keys("H<up><down>");
    desk.settle();
    desk.pause();
    desk.keys("e<f4>e");
    desk.settle();
    has(&mut desk, &["It is solved as it stands: nothing is left to", "play. e changes it."]);
    let screen = desk.screen();
    assert!(!screen.contains("Won") && !screen.contains("0:0") && !screen.contains("hints"), "{screen}");
    desk.pause();
    assert!(!desk.screen().contains("0:0"), "{}", desk.screen());
    // One move from home.
    desk.keys("e<end><pagedown><enter><left><enter>e<left>");
    desk.settle();
    has(&mut desk, &["Solved in 1 move", "Time 0:00.", "hints                   0"]);
    desk.keys("qy");
    drop(desk);
    let mut desk = Desk::at_home(home.path());
    desk.keys("G");
    has(&mut desk, &["sliding/eight-4", "own board, 1 move, 0:00"]);
    desk.keys("<enter>");
    desk.settle();
    has(&mut desk, &["You have solved it; R starts again."]);
    // The game of the puzzle has what it had.
    desk.keys(&"u".repeat(8));
    desk.settle();
    has(&mut desk, &["Sliding - eight-4", "0:02"]);
    desk.keys("<up><down>");
    has(&mut desk, &["0:02"]);
}

/// The game that a board was made from, move by move, keeps its time until one comes back to it.
#[test]
fn the_game_behind_a_board_of_ones_own_keeps_its_time() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("fourteen", "medium-1");
    desk.play(&["2-6", "5-11"]);
    desk.settle();
    desk.pause();
    desk.keys("e<f4>7<right>7e");
    desk.settle();
    desk.keys("qy");
    drop(desk);
    let mut desk = Desk::at_home(home.path());
    desk.open_name("fourteen", "medium-1");
    desk.keys("u");
    desk.settle();
    has(&mut desk, &["0:02"]);
}

/// What was left for later stands among what can be gone on with, as what it is.
#[test]
fn drafts_are_gone_on_with() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("freecell", "617");
    desk.keys("xe<f4>qh<esc>xq");
    desk.keys("G");
    has(&mut desk, &["freecell:617", "own board, left for later"]);
    desk.keys("<enter>");
    has(&mut desk, &["Setting up", "51 cards are missing", "As you left it"]);
    desk.keys("xqy");
    desk.keys("G");
    has(&mut desk, &["own board, not complete"]);
}

/// A board of one's own that is saved is played on under its new name, with all that was done; what it was made from goes on
/// where it was.
#[test]
fn a_board_that_is_saved_is_played_on() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("kakuro", "ist-3x3");
    desk.keys("7");
    let before = desk.standing();
    // The player's own: several solutions, a strategy, a digit, a note, a hint.
    desk.keys("e<f4>eS<down><enter>1<right>p2");
    desk.pause();
    let (_, played) = desk.standing().unwrap();
    desk.keys("<f2><enter>");
    desk.settle();
    let (name, saved) = desk.standing().unwrap();
    assert_eq!((name.as_str(), &saved.1), ("kakuro/mine-1", &played.1), "digits and notes");
    let screen = desk.screen();
    assert!(screen.contains("1 of ") && !screen.contains("0:00") && screen.contains("classic"), "{screen}");
    desk.keys("uu");
    assert_eq!(desk.standing().unwrap().1.1, Vec::<String>::new(), "all of it can be undone");
    desk.keys("rr");
    desk.open_name("kakuro", "ist-3x3");
    assert_eq!(desk.standing(), before);
    assert!(!desk.screen().contains("own board"), "{}", desk.screen());
    drop(desk);
    let mut desk = Desk::at_home(home.path());
    desk.open_name("kakuro", "mine-1");
    assert_eq!(desk.standing().unwrap().1.1, played.1);
    desk.open_name("kakuro", "ist-3x3");
    assert_eq!(desk.standing(), before);
}

/// Solutions are looked at: what was written stays, and clues come from that alone.
#[test]
fn a_solution_is_shown_and_not_written() {
    for (game, name, keys) in [("kakuro", "ist-3x3", "e<right><down>9"), ("sudoku", "easy-2", "e1")] {
        let mut desk = Desk::at(&format!("{game}/{name}"));
        desk.keys(keys);
        let (before, board) = (desk.standing(), desk.board());
        desk.keys("w");
        if game == "kakuro" {
            has(&mut desk, &["key takes it away"]);
            assert_ne!(desk.board(), board);
        }
        assert_eq!(desk.standing(), before, "{game}");
        desk.keys("<right><left>");
        assert_eq!(desk.board(), board, "{game}");
    }
}

/// Where it is asked what becomes of a board its being saved is an answer.
#[test]
fn who_leaves_can_save_first() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("kakuro", "ist-3x3");
    desk.keys("e<f4>q");
    has(&mut desk, &["It is in no pack of", "f2 save it  y leave it here  g give it up  n stay"]);
    desk.keys("<f2>");
    has(&mut desk, &["Save as (a name, or ./FILE.txt): mine-1_"]);
    desk.keys("x<enter>");
    desk.settle();
    has(&mut desk, &["Kakuro - x", "Saved as kakuro/x."]);
    desk.keys("q");
    assert!(!desk.screen().contains("Sure?"), "{}", desk.screen());
}

/// In play nobody comes to a board that is half made: one step back leads to the puzzle, and one on to the board.
#[test]
fn a_board_of_ones_own_is_left_and_come_back_to_whole() {
    let mut desk = Desk::at("sliding/eight-12");
    let puzzle = desk.standing();
    desk.keys("e876e");
    desk.settle();
    has(&mut desk, &["Now you play it."]);
    let own = desk.standing();
    desk.keys("R");
    has(&mut desk, &["u goes back to", "the puzzle that it was made from."]);
    desk.keys("u");
    assert_eq!(desk.standing(), puzzle);
    has(&mut desk, &["Your board is left: this is"]);
    desk.keys("r");
    assert_eq!(desk.standing(), own);
    desk.keys("r");
    has(&mut desk, &["Nothing to redo."]);
    // In the middle of a game it is that game.
    desk.keys("u<up><down>");
    let game = desk.standing();
    desk.keys("e1");
    desk.keys("e");
    desk.settle();
    desk.keys("u");
    assert!(desk.standing() == game || desk.standing() == puzzle, "{}", desk.screen());
}

/// While one sets up, what changes nothing is no step, and each step is taken back alone.
#[test]
fn setting_up_keeps_its_fine_undo() {
    let mut desk = Desk::at("knight/corner");
    desk.keys("e<enter>");
    let one = desk.standing();
    desk.keys("<right><right><enter>");
    desk.keys("u");
    assert_eq!(desk.standing(), one);
    let mut desk = Desk::at("sliding/eight-12");
    desk.keys("e<f4>");
    let home = desk.standing();
    desk.keys("<f4><f4>u");
    assert_ne!(desk.standing(), home);
    has(&mut desk, &["Setting up"]);
}

/// A key in a sentence is the one that works while one sets up.
#[test]
fn sentences_name_the_keys_of_the_setter() {
    for game in rompicapo::games::GAMES {
        let pack = rompicapo::workbench::packs::Library::new(None);
        let pack = &pack.collection(*game).packs[0];
        let mut desk = Desk::new(120, 40);
        desk.open(pack.puzzles[0].named(*game, pack).unwrap());
        desk.keys("xe");
        let takes_s = ["maze", "freecell"].contains(&game.name());
        for keys in ["<space>", "xv", "x+"] {
            desk.keys(keys);
            let told = desk.told().0;
            let named = told.find("s solves").or(told.find("s runs")).map(|at| told[..at].ends_with("x "));
            assert!(named.is_none_or(|named| named == takes_s), "{}: {told}", game.name());
        }
    }
}

/// The form of a size stands in the question, in every window.
#[test]
fn the_size_is_asked_for_with_its_form() {
    for (name, form) in [("maze/first", "ROWSxCOLUMNS"), ("kakuro/ist-3x3", "ROWSxCOLUMNS"), ("knight/corner", "ROWSx")]
    {
        for (width, height) in [(60, 16), (80, 24), (120, 40)] {
            let mut desk = Desk::at(name);
            desk.resize(width, height);
            desk.keys("e<f3>");
            has(&mut desk, &["Size (", form]);
        }
    }
}

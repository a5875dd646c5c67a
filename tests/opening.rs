//! What opens and as what: games begun, texts that several games read, new puzzles, clicks in the list.

mod common;

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use common::Desk;
use rompicapo::games;
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::packs::Library;

fn named(name: &str) -> Named {
    let (game, puzzle) = name.split_once('/').unwrap();
    Library::new(None).open(games::find(game).unwrap(), puzzle).unwrap().unwrap()
}

/// The journals of a home, the first one first, each older than the one behind it: what was written within a second of each
/// other would else be in any order.
fn dated_journals(home: &Path) -> Vec<Vec<u8>> {
    let mut files: Vec<_> = fs::read_dir(home.join("state/games")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort_by_key(|file| file.as_os_str().len());
    for (n, file) in files.iter().enumerate() {
        let past = SystemTime::now() - Duration::from_secs(3600 - 60 * n as u64);
        fs::File::options().append(true).open(file).unwrap().set_modified(past).unwrap();
    }
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Two workstations at once at the same puzzle each leave a game: each is opened as itself and goes on in its own file.
#[test]
fn each_of_two_games_of_a_puzzle_opens_as_itself() {
    let home = tempfile::tempdir().unwrap();
    let mut one = Desk::at_home(home.path());
    let mut two = Desk::at_home(home.path());
    one.open(named("queens/bezzel"));
    two.open(named("queens/bezzel"));
    one.keys("<enter>");
    two.keys("<right><right><right><right><enter>");
    one.keys("q");
    two.keys("q");
    drop((one, two));
    let before = dated_journals(home.path());
    assert_eq!(before.len(), 2);
    let board = |column: usize| ".".repeat(column - 1) + "Q" + &".".repeat(8 - column);
    for (keys, label, column) in [("G<enter>", "game 2", 5), ("G<down><enter>", "game 1", 1)] {
        let mut desk = Desk::at_home(home.path());
        desk.keys("G");
        assert!(desk.screen().contains(&format!("queens/bezzel, {label}")), "{}", desk.screen());
        desk.keys(keys.strip_prefix('G').unwrap());
        let (_, (text, moves)) = desk.standing().unwrap();
        assert!(text.contains(&board(column)) || moves == [format!("c{column}")], "{text} {moves:?}");
        assert!(!desk.screen().contains("another workstation"), "{}", desk.screen());
    }
    // The older one goes on where it was.
    let mut desk = Desk::at_home(home.path());
    desk.keys("G<down><enter>");
    desk.keys("<right><right><enter>q");
    drop(desk);
    let after = dated_journals(home.path());
    assert_eq!((after.len(), &after[1]), (2, &before[1]));
    assert!(after[0].len() > before[0].len());
}

#[test]
fn a_text_goes_to_the_game_that_it_was_meant_for() {
    let six = named("knight/six").position.board(None);
    let empty = named("queens/bezzel").position.board(None);
    let clues = "# 16\\ 17\\\n\\17 . .\n\\16 . .\n".to_owned();
    for (tab, text, title) in [
        ("fourteen", &six, "Knight - pasted"),
        ("kakuro", &six, "Knight - pasted"),
        ("knight", &six, "Knight - pasted"),
        ("fourteen", &empty, "Queens - pasted"),
        ("knight", &empty, "Knight - pasted"),
        ("kakuro", &clues, "Kakuro - pasted"),
    ] {
        let mut desk = Desk::new(80, 24);
        desk.open_name(tab, "1");
        desk.keys("q");
        desk.paste(text);
        assert!(desk.screen().contains(title), "{tab}: {}", desk.screen());
        let (told, _) = desk.told();
        // Who else reads it is told, unless that is only a grid without a clue.
        assert_eq!(told.contains("Queens reads it too"), tab == "knight" && *text == empty, "{tab}: {told}");
        assert_eq!(told.contains("Knight reads it too"), tab == "fourteen" && *text == empty, "{tab}: {told}");
        assert_eq!(told.contains("Kakuro reads it too: a first line `game: kakuro`"), tab == "kakuro" && *text == six);
    }
    // Such a first line is heard.
    let mut desk = Desk::new(80, 24);
    desk.paste(&format!("game: knight\n{empty}"));
    assert!(desk.screen().contains("Knight - pasted"), "{}", desk.screen());
}

#[test]
fn a_board_that_was_begun_under_a_name_keeps_it() {
    let mut desk = Desk::new(80, 24);
    let text = named("queens/corner").position.board(None);
    desk.open(named("queens/corner"));
    desk.keys("<end><enter>q");
    desk.paste(&text);
    let screen = desk.screen();
    let told = "You have begun this puzzle as queens/corner. You are 1 move into it; R starts again.";
    assert!(screen.contains("Queens - corner") && desk.told().0 == told, "{}\n{screen}", desk.told().0);
    // What is said of how it was read does not hide that.
    desk.keys("q<tab>");
    desk.paste(&text);
    assert!(desk.told().0.starts_with("Read as Queens.") && desk.told().0.ends_with(told), "{}", desk.told().0);
    desk.keys("qG");
    assert!(desk.screen().contains("> queens/corner ") && !desk.screen().contains("pasted"), "{}", desk.screen());
    // What had no other name has none now, and that it was begun is told as well.
    desk.keys("<esc>");
    let other = "Q . . .\n. . . .\n. . . .\n. . . .\n";
    desk.paste(other);
    desk.settle();
    assert!(!desk.told().0.contains("You have begun"), "{}", desk.told().0);
    desk.keys("<end><enter>q");
    desk.paste(other);
    assert!(
        desk.told().0.starts_with("You have begun this puzzle before. You are 1 move into it;"),
        "{}",
        desk.told().0
    );
    // Whoever goes on with it knows that.
    desk.keys("qG<enter>");
    assert!(desk.told().0.starts_with("You are 1 move into it;"), "{}", desk.told().0);
}

#[test]
fn where_nothing_can_be_won_the_dialog_says_what_was_tried_and_stays() {
    for (size, closed, told) in [
        ("3x3", false, "None of all 9 of knight:3x3 is known to be winnable."),
        ("5x5", true, "None of all 25 of knight:5x5,closed is known to be winnable."),
    ] {
        let mut desk = Desk::new(80, 24);
        desk.open_name("knight", "1");
        desk.keys("n");
        // Above the number stands the kind of tour, above that the size, and last whether it must be winnable.
        desk.keys(if closed { "<up><right><up>" } else { "<up><up>" });
        desk.keys(&format!("{size}<up><right><enter>"));
        desk.settle();
        let screen = desk.screen();
        assert!(screen.contains(told) && screen.contains("New: Knight") && screen.contains(size), "{screen}");
        desk.keys("<right>");
        assert!(!desk.screen().contains("None of all"), "{}", desk.screen());
    }
}

#[test]
fn a_number_that_nobody_typed_goes_with_the_size() {
    let mut desk = Desk::new(80, 24);
    desk.open_name("knight", "64");
    desk.keys("n<up><up>3x3");
    let screen = desk.screen();
    assert!(screen.contains("knight:3x3:") && !screen.contains("has no number"), "{screen}");
    // What was typed is the player's.
    desk.keys("<down><down>7<up><up>2x2");
    assert!(desk.screen().contains("knight:2x2 has no number 7"), "{}", desk.screen());
}

#[test]
fn packs_are_read_again_where_one_stands() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("puzzles/queens")).unwrap();
    let pack = "name = \"mine\"\ntitle = \"Mine\"\ngame = \"queens\"\n\n[[puzzle]]\nname = \"good\"\ntext = \"Q\"\n\n\
                [[puzzle]]\nname = \"bad\"\ntext = \"QX/..\"\n";
    fs::write(home.path().join("puzzles/queens/mine.toml"), pack).unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.keys("<tab><tab><tab><tab><tab><end>");
    assert!(desk.screen().contains("> . bad"), "{}", desk.screen());
    desk.keys("<f5>");
    let screen = desk.screen();
    assert!(screen.contains("[Queens]") && screen.contains("> . bad"), "{screen}");
    assert!(screen.contains("Packs read again. ") && screen.contains("expected `Q` or `.`"), "{screen}");
}

#[test]
fn a_click_chooses_and_one_on_the_chosen_row_opens() {
    let mut desk = Desk::new(80, 24);
    desk.keys("y");
    assert!(desk.screen().lines().last().unwrap().contains("Copied "), "{}", desk.screen());
    desk.click_on(". duchi-2 ");
    let screen = desk.screen();
    assert!(screen.contains("> . duchi-2") && screen.lines().last().unwrap().contains("enter open"), "{screen}");
    desk.pause();
    desk.click_on(". duchi-2 ");
    assert!(desk.screen().contains("Fourteen - duchi-2"), "{}", desk.screen());
}

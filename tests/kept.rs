//! What is kept of games: journals cut at any byte, damaged, newer, written by two at once; random games on top.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rompicapo::games::{self, GAMES, Position, SplitMix};
use rompicapo::workbench::kept::{Deed, Entry, GameShelf, Story};
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::packs::Library;
use rompicapo::workbench::progress::Progress;
use rompicapo::workbench::session::{Change, Session};

fn named(name: &str) -> Named {
    let game = games::find(name.split([':', '/']).next().unwrap()).unwrap();
    let rest = &name[game.name().len() + 1..];
    match name.as_bytes()[game.name().len()] {
        b'/' => Library::new(None).open(game, rest).unwrap().unwrap(),
        _ => Named::new(name.into(), game, game.deal(rest).unwrap()),
    }
}

/// In memory where that can be: a thousand games need not wait for a disk.
fn temporary() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn moved(mv: &str) -> (Entry, Duration) {
    (Entry::Did(Deed::Moves { moves: vec![mv.into()], by_solver: false }), Duration::from_secs(1))
}

/// The only journal of a folder.
fn journal(folder: &Path) -> PathBuf {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

/// Makes something of what a player can do; returns what the journal is told.
fn fiddle(session: &mut Session, dice: &mut SplitMix) -> Vec<Entry> {
    let moves = session.position().moves();
    match dice.draw() % 8 {
        0 => drop(session.undo()),
        1 => drop(session.redo()),
        2 if dice.draw().is_multiple_of(16) => drop(session.restart()),
        _ if moves.is_empty() => drop(session.undo()),
        _ => {
            let mv = moves[dice.draw() as usize % moves.len()].clone();
            session.play(&[mv]).unwrap();
        }
    }
    let changes = session.take_changes().into_iter().map(|(change, _)| match change {
        Change::Did(deed) => Entry::Did(deed),
        Change::Went(made) => Entry::Went(made),
        Change::Began => Entry::Begin,
    });
    changes.collect()
}

/// Position and undo history as one text.
fn standing(session: &Session) -> String {
    format!("{} {} {:?}", session.made(), session.can_redo(), session.position().set_up())
}

/// A thousand random games, each cut at a random byte: what is read back is the game as it was at some moment, and
/// that moment is the last one whose line was written.
#[test]
fn a_thousand_random_games_are_read_back_as_prefixes() {
    let folder = temporary();
    let mut dice = SplitMix(17);
    let starts: Vec<Named> = GAMES
        .iter()
        .map(|&game| {
            let library = Library::new(None);
            let entry = library.collection(game).packs[0].puzzles[0].name.clone();
            library.open(game, &entry).unwrap().unwrap()
        })
        .collect();
    let games = folder.path().join("games");
    let shelf = GameShelf::new(games.clone());
    for n in 0..1_000 {
        let named = &starts[n % starts.len()];
        let mut opened = shelf.open(named);
        let mut session = Session::new(named.position.clone());
        let mut moments = vec![(0_u64, standing(&session))];
        for _ in 0..=dice.draw() % 24 {
            let entries: Vec<_> = fiddle(&mut session, &mut dice).into_iter().map(|e| (e, Duration::ZERO)).collect();
            opened.pen.write(&entries).unwrap();
            let written = opened.pen.path().map_or(0, |path| fs::metadata(path).unwrap().len());
            moments.push((written, standing(&session)));
        }
        drop(opened);
        let files = if games.exists() { fs::read_dir(&games).unwrap().count() } else { 0 };
        if files == 0 {
            continue;
        }
        let file = journal(&games);
        let whole = fs::read(&file).unwrap();
        let cut = dice.draw() as usize % (whole.len() + 1);
        fs::write(&file, &whole[..cut]).unwrap();
        let again = shelf.open(named);
        assert!(again.notices.is_empty(), "{:?}", again.notices);
        let back = Session::resumed(named.position.clone(), &again.story.deeds, again.story.made);
        let (_, expected) = moments.iter().rev().find(|(written, _)| *written <= cut as u64).unwrap();
        assert_eq!(&standing(&back), expected, "{} cut at {cut}", named.name);
        drop(again);
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_journal_cut_at_every_byte_goes_on() {
    let folder = temporary();
    let (shelf, named) = (GameShelf::new(folder.path().to_owned()), named("fourteen/duchi-1"));
    let mut opened = shelf.open(&named);
    let moves = named.position.moves();
    for mv in &moves[..1] {
        opened.pen.write(&[moved(mv)]).unwrap();
    }
    opened.pen.write(&[(Entry::Went(0), Duration::from_secs(2))]).unwrap();
    drop(opened);
    let file = journal(folder.path());
    let whole = fs::read(&file).unwrap();
    for cut in 0..=whole.len() {
        fs::write(&file, &whole[..cut]).unwrap();
        let mut opened = shelf.open(&named);
        assert!(opened.story.deeds.len() <= 1 && opened.notices.is_empty());
        // What is written then is read back, whatever was torn.
        let before = opened.story.clone();
        opened.pen.write(&[(Entry::Hints(7), Duration::from_secs(3))]).unwrap();
        drop(opened);
        let again = shelf.open(&named).story;
        assert_eq!((again.hints, &again.deeds, again.made), (7, &before.deeds, before.made), "cut at {cut}");
    }
}

#[test]
fn a_damaged_journal_is_set_aside_and_what_can_be_read_goes_on() {
    let folder = temporary();
    let (shelf, named) = (GameShelf::new(folder.path().to_owned()), named("counters:4"));
    let mut opened = shelf.open(&named);
    let mut position = named.position.clone();
    for _ in 0..3 {
        let mv = position.moves()[0].clone();
        position.play(&mv).unwrap();
        opened.pen.write(&[moved(&mv)]).unwrap();
    }
    drop(opened);
    let file = journal(folder.path());
    let whole = fs::read_to_string(&file).unwrap();
    let last = whole.trim_end().rfind('\n').unwrap() + 3;
    let mut bytes = whole.into_bytes();
    bytes[last] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let mut opened = shelf.open(&named);
    assert_eq!(opened.story.made, 2);
    assert!(opened.notices[0].contains("is damaged; set aside as"), "{:?}", opened.notices);
    opened.pen.write(&[(Entry::Hints(1), Duration::ZERO)]).unwrap();
    drop(opened);
    assert_eq!(
        fs::read(file.with_file_name(format!("{}.damaged", file.file_name().unwrap().display()))).unwrap(),
        bytes
    );
    let again = shelf.open(&named);
    assert_eq!((again.story.made, again.story.hints, again.notices.len()), (2, 1, 0));
}

#[test]
fn a_newer_journal_is_left_alone_and_unknown_lines_are_passed_over() {
    let folder = temporary();
    let (shelf, named) = (GameShelf::new(folder.path().to_owned()), named("counters:4"));
    shelf.open(&named).pen.write(&[moved(&named.position.moves()[0])]).unwrap();
    let file = journal(folder.path());
    let mine = fs::read_to_string(&file).unwrap();
    // The heading of a newer program, with a checksum that fits.
    let newer = mine.lines().next().unwrap().split('\t').next().unwrap().replace("\"rompicapo\":1", "\"rompicapo\":9");
    let (line, sum) = rompicapo::workbench::kept::lines::written(&newer, rompicapo::workbench::kept::lines::START);
    let text = line + &rompicapo::workbench::kept::lines::written("{\"weather\":\"rain\"}", sum).0;
    fs::write(&file, &text).unwrap();
    let mut opened = shelf.open(&named);
    assert!(opened.notices[0].contains("version 9") && opened.story == Story::default());
    opened.pen.write(&[moved(&named.position.moves()[0])]).unwrap();
    drop(opened);
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "left as it was");
    assert_eq!(shelf.open(&named).story.made, 1, "in a file beside it");
    // In a journal of this version a line of an unknown kind is no fault.
    let folder = temporary();
    let shelf = GameShelf::new(folder.path().to_owned());
    let odd = mine.clone() + &rompicapo::workbench::kept::lines::written("{\"weather\":\"rain\"}", last_sum(&mine)).0;
    fs::write(folder.path().join(file.file_name().unwrap()), &odd).unwrap();
    let opened = shelf.open(&named);
    assert_eq!((opened.story.made, opened.notices.len()), (1, 0));
}

fn last_sum(journal: &str) -> u32 {
    u32::from_str_radix(journal.trim_end().rsplit('\t').next().unwrap(), 16).unwrap()
}

#[test]
fn two_workstations_at_one_puzzle_lose_nothing_of_each_other() {
    let folder = temporary();
    let (one, two) = (GameShelf::new(folder.path().to_owned()), GameShelf::new(folder.path().to_owned()));
    let puzzle = named("fourteen:1");
    let moves = puzzle.position.moves();
    let mut first = one.open(&puzzle);
    first.pen.write(&[moved(&moves[0])]).unwrap();
    let mut second = two.open(&puzzle);
    assert_eq!(second.story.made, 1, "it goes on from the same moves");
    assert!(second.notices[0].contains("another workstation"));
    second.pen.write(&[(Entry::Went(0), Duration::ZERO), moved(&moves[1])]).unwrap();
    first.pen.write(&[(Entry::Went(0), Duration::ZERO), moved(&moves[2])]).unwrap();
    drop((first, second));
    let begun = one.begun(10);
    let mut last: Vec<String> = begun.iter().flat_map(|game| game.story.moves_made()).collect();
    last.sort();
    let mut expected = vec![moves[1].clone(), moves[2].clone()];
    expected.sort();
    assert_eq!(last, expected);
    // And two that begin at the same time each have a file.
    let named = named("fourteen:2");
    let (mut first, mut second) = (one.open(&named), two.open(&named));
    first.pen.write(&[moved(&named.position.moves()[0])]).unwrap();
    second.pen.write(&[moved(&named.position.moves()[1])]).unwrap();
    drop((first, second));
    assert_eq!(one.begun(10).len(), 4);
}

#[test]
fn a_puzzle_is_one_under_all_its_names() {
    let folder = temporary();
    let (mut progress, _) = Progress::load(Some(folder.path().to_owned()));
    progress.know(&Library::new(None));
    let (number, pack) = (named("freecell:617"), named("freecell/617"));
    assert_eq!(progress.open(&number).0.made, 0);
    let mv = number.position.moves()[0].clone();
    progress.write(&[moved(&mv)]).unwrap();
    progress.leave(Duration::from_secs(5));
    assert_eq!(progress.of("freecell/617").unwrap().moves, std::slice::from_ref(&mv));
    let (story, _) = progress.open(&pack);
    assert_eq!((story.made, story.clock), (1, Duration::from_secs(5)));
    progress.leave(story.clock);
    progress.solved("freecell/617", 80, Duration::from_secs(300));
    progress.save().unwrap();
    let (mut again, _) = Progress::load(Some(folder.path().to_owned()));
    again.know(&Library::new(None));
    assert_eq!(again.of("freecell:617").unwrap().solved, Some(80));
    let begun = &again.begun()[0];
    assert_eq!((again.begun().len(), &*begun.name, begun.moves()), (1, "freecell/617", 1));
    let mut board = number.position.clone();
    board.play(&mv).unwrap();
    assert!(begun.board().unwrap().same_as(&*board));
    let named = begun.named(&Library::new(None)).unwrap();
    assert_eq!((named.name.as_str(), &named.about), ("freecell/617", &pack.about));
}

#[test]
fn the_puzzles_begun_are_listed_newest_first() {
    let folder = temporary();
    let (mut progress, _) = Progress::load(Some(folder.path().to_owned()));
    for name in ["counters:5", "fourteen:3", "sliding:3x3:1"] {
        let named = named(name);
        progress.open(&named);
        progress.write(&[moved(&named.position.moves()[0])]).unwrap();
        progress.leave(Duration::from_secs(5));
    }
    // A look at a puzzle is no beginning.
    progress.open(&named("counters:6"));
    progress.leave(Duration::ZERO);
    let names = |progress: &Progress| progress.begun().iter().map(|begun| begun.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&progress), ["sliding:3x3:1", "fourteen:3", "counters:5"]);
    assert_eq!(names(&Progress::load(Some(folder.path().to_owned())).0).len(), 3);
}

#[cfg(unix)]
#[test]
fn pipes_and_directories_are_refused_at_once() {
    let folder = temporary();
    let (shelf, named) = (GameShelf::new(folder.path().to_owned()), named("counters:4"));
    shelf.open(&named).pen.write(&[moved(&named.position.moves()[0])]).unwrap();
    let file = journal(folder.path());
    for make in [make_pipe, make_directory] {
        fs::remove_file(&file).or_else(|_| fs::remove_dir(&file)).unwrap();
        make(&file);
        let mut opened = shelf.open(&named);
        assert!(opened.notices.iter().any(|notice| notice.contains("goes into another file")), "{:?}", opened.notices);
        opened.pen.write(&[(Entry::Went(0), Duration::ZERO), moved(&named.position.moves()[0])]).unwrap();
        drop(opened);
        assert_eq!(shelf.open(&named).story.made, 1);
        assert_eq!(shelf.begun(10).len(), 1);
    }
    let state = temporary();
    make_pipe(&state.path().join("progress.json"));
    assert!(Progress::load(Some(state.path().to_owned())).1.unwrap().contains("is no plain file"));
}

#[cfg(unix)]
fn make_pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
fn make_directory(path: &Path) {
    fs::create_dir(path).unwrap();
}

#[test]
fn digits_and_notes_are_set_up_again_as_they_were() {
    let named = named("kakuro/ist-5x5");
    let mut position: Box<dyn Position> = named.position.clone();
    let cell = position.moves()[0].split('=').next().unwrap().to_owned();
    position.play(&format!("{cell}?123")).unwrap();
    let (text, with) = position.set_up();
    assert_eq!(text, named.position.whole_line());
    assert_eq!(with, [format!("{cell}?123")]);
}

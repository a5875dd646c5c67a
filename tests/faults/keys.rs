//! Random keys, clicks and sizes: the workstation neither panics nor grows, in every game.

use std::sync::atomic::Ordering;

use rompicapo::games::{GAMES, Game, SplitMix};
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::packs::Library;

use crate::common::Desk;
use crate::counting::HELD;
use crate::setting;
#[cfg(target_os = "linux")]
use crate::terminals::ticks;

const NAMED: [&str; 11] =
    ["<up>", "<down>", "<left>", "<right>", "<enter>", "<esc>", "<tab>", "<home>", "<end>", "<pageup>", "<pagedown>"];
const SIZES: [(u16, u16); 6] = [(80, 24), (60, 16), (120, 40), (200, 60), (20, 5), (1, 1)];

/// Keys that would leave the process, start minutes of work on every core, or wait for somebody, are left out.
const LEFT_OUT: &str = "BnN";

fn random_event(desk: &mut Desk, dice: &mut SplitMix) {
    match dice.below(16) {
        0 => desk.click(dice.below(210) as u16, dice.below(64) as u16),
        1 => desk.wheel(dice.below(2) == 0),
        2 if dice.below(20) == 0 => {
            let (width, height) = SIZES[dice.below(SIZES.len())];
            desk.resize(width, height);
        }
        3..=7 => desk.keys(NAMED[dice.below(NAMED.len())]),
        _ => {
            let key = char::from(32 + dice.below(95) as u8);
            if !LEFT_OUT.contains(key) {
                desk.keys(&key.to_string().replace('<', "<left>"));
            }
        }
    }
    if dice.below(8) == 0 {
        desk.screen();
    }
}

/// Bytes in use, looked at so many times in between, with nothing running.
fn storm(game: &'static dyn Game, events: u64, looks: u64) -> Vec<isize> {
    let library = Library::new(None);
    let name = library.collection(game).packs[0].puzzles[0].name.clone();
    let named: Named = library.open(game, &name).unwrap().unwrap();
    let mut desk = Desk::new(80, 24);
    desk.open_only(named.clone());
    let mut dice = SplitMix(7);
    let mut held = Vec::new();
    for event in 1..=events {
        random_event(&mut desk, &mut dice);
        if event % 500 == 0 {
            // Wherever the keys have led: back to the puzzle, with nothing running.
            desk.open_only(named.clone());
            // The test's own notes, which nobody reads.
            desk.effects.clear();
        }
        if event % (events / looks) == 0 {
            desk.open_only(named.clone());
            assert!(is_idle(), "{}: a core stays busy", game.name());
            held.push(HELD.load(Ordering::Relaxed));
        }
    }
    held
}

/// Whether the process comes to rest, where the system tells: no clock tick of work in a while.
fn is_idle() -> bool {
    let pid = std::process::id();
    (0..40).any(|_| {
        let before = ticks(pid);
        std::thread::sleep(std::time::Duration::from_millis(100));
        ticks(pid) == before
    })
}

#[cfg(not(target_os = "linux"))]
fn ticks(_pid: u32) -> u64 {
    0
}

/// What the process has of the system, where that tells. The C library's allocator, once a large block was freed, keeps up to
/// sixty-four megabytes a thread in reserve: so this grows for a while where nothing is kept.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
    line.trim().trim_end_matches("kB").trim().parse().unwrap_or(0)
}

#[test]
fn random_keys_and_clicks_do_no_harm() {
    for game in GAMES {
        storm(*game, 600, 1);
    }
}

/// What is kept for good is held at every look: the least of the second half is no more than is usual in the first.
fn assert_flat(held: &[isize]) {
    let (first, second) = held.split_at(held.len() / 2);
    let mut first = first.to_vec();
    first.sort_unstable();
    let (usual, least) = (first[first.len() / 2], second.iter().min().copied().unwrap_or(0));
    assert!(least < usual + usual / 10 + (4 << 20), "{usual} bytes in the first half, {least} or more in the second");
}

fn storm_of_many(game: &'static dyn Game) {
    let events = setting("FAULT_KEYS", 1_000_000);
    let held = storm(game, events, 10);
    let kib = held.iter().map(|bytes| bytes >> 10).collect::<Vec<_>>();
    println!("{}: {events} events, KiB in use after each tenth: {kib:?}, {} KiB resident", game.name(), resident());
    assert_flat(&held);
}

/// A test a game, each of some minutes.
macro_rules! a_million_events {
    ($($game:ident),*) => {
        $(#[test]
        #[ignore = "a million events, some minutes"]
        fn $game() {
            super::storm_of_many(games::find(stringify!($game)).expect("a game"));
        })*

        #[test]
        fn every_game_has_its_storm() {
            let held = [$(stringify!($game)),*];
            assert!(GAMES.iter().map(|game| game.name()).eq(held));
        }
    };
}

mod a_million {
    use rompicapo::games::{self, GAMES};

    a_million_events!(fourteen, freecell, kakuro, counters, sliding, queens, knight, maze, sudoku);
}

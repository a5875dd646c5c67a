//! Readers under fire: mutated puzzles of every form of every game. No text may panic a reader or make it take
//! memory without bound.
//!
//! A quick round runs with the other tests; `READER_ROUNDS=2000000 cargo test --release --test readers` runs a long one.

use rompicapo::games::{GAMES, Game, Options, Position};
use rompicapo::workbench::packs::Library;

/// Small, seeded, our own: a failure must come again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

/// Pieces that readers look for, and that ordinary text has not.
const SPICES: [&str; 24] = [
    "0",
    "-1",
    "99999999999999999999",
    "[",
    "]",
    "[[[",
    ",",
    "|",
    "\n",
    "\t",
    "/",
    "\\",
    "#",
    ".",
    "_",
    "?",
    "P1",
    "0x",
    "kakuro/",
    "Foundations:",
    "é",
    "\u{0}",
    "10H",
    "->",
];

fn mutate(text: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.roll(6) {
        let at = dice.roll(chars.len() + 1);
        let end = (at + dice.roll(12)).min(chars.len());
        match dice.roll(5) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..at, SPICES[dice.roll(SPICES.len())].chars())),
            2 => {
                let piece: Vec<char> = chars[at..end].to_vec();
                let to = dice.roll(chars.len() + 1);
                drop(chars.splice(to..to, piece));
            }
            3 if at < chars.len() => chars[at] = char::from(32 + dice.roll(95) as u8),
            _ => chars.truncate(at.max(1)),
        }
    }
    chars.into_iter().collect()
}

fn seeds(game: &'static dyn Game) -> Vec<String> {
    let mut seeds = vec![String::new()];
    let library = Library::new(None);
    let entries: Vec<_> = if GAMES.iter().any(|g| g.name() == game.name()) {
        library.collection(game).packs.iter().flat_map(|pack| pack.puzzles.iter().take(4)).cloned().collect()
    } else {
        Vec::new()
    };
    for position in entries.iter().filter_map(|entry| entry.open(game).ok()) {
        seeds.push(position.line());
        // What is drawn is not read, and a solution to print costs a search.
        let forms = game.profile().forms.iter().filter(|form| !form.name.contains("svg") && form.name != "solution");
        seeds.extend(forms.filter_map(|form| position.text(form.name)));
    }
    seeds
}

#[test]
fn no_text_panics_a_reader() {
    let rounds: usize = std::env::var("READER_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000);
    for &game in GAMES {
        let seeds = seeds(game);
        let mut dice = Dice(14);
        let mut read = 0;
        for _ in 0..rounds {
            let text = mutate(&seeds[dice.roll(seeds.len())], &mut dice);
            if let Ok(position) = game.read(&text, &Options::new()) {
                read += 1;
                // What was read can be written and read again.
                let again = game.read(&position.line(), &position.line_options());
                assert!(again.is_ok(), "{}: {text:?} was read, {:?} is not", game.name(), position.line());
            }
        }
        assert!(read < rounds, "{}: every mutation was read", game.name());
    }
}

#[test]
fn no_name_panics_a_dealer() {
    let rounds: usize = std::env::var("READER_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    for &game in GAMES {
        let mut dice = Dice(41);
        for _ in 0..rounds {
            let params = mutate("4x4,goal=ab-left,k=3,cells=2,moves=3", &mut dice);
            // Generators that search are tested by their own game; a name must be refused or be quick.
            let number = mutate("12", &mut dice);
            let small = number.parse::<u64>().is_ok_and(|n| n > 200);
            if !small {
                let _ = game.deal(&if dice.roll(3) == 0 { number } else { format!("{params}:{number}") });
            }
        }
    }
}

/// What a form says it is read for: the same puzzle, with its goal and its variant, and so is every position after it.
#[test]
fn every_form_that_is_read_gives_back_the_same_puzzle() {
    let library = Library::new(None);
    for &game in GAMES {
        for pack in &library.collection(game).packs {
            for entry in &pack.puzzles {
                let mut position = entry.open(game).unwrap();
                read_back(game, &entry.name, &*position);
                for _ in 0..3 {
                    let Some(mv) = position.moves().into_iter().next() else { break };
                    position.play(&mv).unwrap();
                }
                read_back(game, &entry.name, &*position);
            }
        }
    }
}

fn read_back(game: &dyn Game, name: &str, position: &dyn Position) {
    let forms = game.profile().forms.iter().filter(|form| form.is_read);
    let texts = forms.filter_map(|form| Some((form.name, position.text(form.name)?)));
    for (form, text) in texts.chain([("whole line", position.whole_line())]) {
        let again = game.read(&text, &Options::new());
        let again = again.unwrap_or_else(|error| panic!("{}/{name} as {form}: {text}: {error}", game.name()));
        assert!(again.same_as(position), "{}/{name} as {form}: {text}", game.name());
    }
    let again = game.read(&position.line(), &position.line_options()).unwrap();
    assert!(again.same_as(position), "{}/{name} as its line and options", game.name());
}

/// Found by a fuzzer: more counters a move than any row has.
#[test]
fn no_number_in_a_name_is_too_large_to_be_refused() {
    let counters = rompicapo::games::find("counters").unwrap();
    for number in ["2000001", "20000005", "18446744073709551615", "99999999999999999999"] {
        for name in [format!("k={number}"), format!("7,k={number}"), format!("free={number}"), number.to_owned()] {
            assert!(counters.kind(&name).is_err() || counters.deal(&name).is_err(), "{name}");
        }
    }
}

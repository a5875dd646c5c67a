//! The properties that the fuzzers in `fuzz/` look after, on bytes that are rolled: seeds of every form, cut, mixed and
//! spiced. `FUZZ_ROUNDS=1000000 cargo test --release --test properties` runs a long one.

mod targets;

use rompicapo::games::{GAMES, SplitMix};
use rompicapo::workbench::packs::Library;

/// Pieces that readers look for, and that ordinary text has not.
const SPICES: &[&[u8]] = &[
    b"[",
    b"]",
    b"[[",
    b",",
    b"|",
    b"/",
    b"\\",
    b"# ",
    b"=",
    b":",
    b"..",
    b"\"",
    b"'",
    b"\n",
    b"\0",
    b"\x1b]52;c;aA==\x07",
    "\u{9b}2J".as_bytes(),
    "\u{202e}".as_bytes(),
    b"\xff",
    b"99999999999999999999",
    b"-1",
    b"0x",
    b"kakuro/3/3/",
    b"goal=",
    b"size=",
    b"k=",
    b"moves",
    b"solved",
    b"[[puzzle]]\n",
    b"name = 'a'\n",
    b"{\"e\":\"cut\",\"id\":",
    b"\"id\":18446744073709551615",
];

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut seeds = vec![Vec::new()];
    let library = Library::new(None);
    for (number, game) in GAMES.iter().enumerate() {
        let entries = library.collection(*game).packs.iter().flat_map(|pack| pack.puzzles.iter().take(2));
        for position in entries.filter_map(|entry| entry.open(*game).ok()) {
            let texts = match target {
                "text" => {
                    let forms = game.profile().forms.iter().filter(|form| form.is_read);
                    forms.filter_map(|form| position.text(form.name)).collect()
                }
                "name" => vec![position.params().unwrap_or_default()],
                "moves" => vec![position.moves().join(" ")],
                "claim" => {
                    let (name, text) = (game.name(), position.whole_line());
                    let text = text.replace('\\', "\\\\");
                    vec![format!(
                        r#"{{"schema":1,"game":"{name}","puzzle":"x:1","text":"{text}","status":"solved","moves":["1"],"length":1,"optimal":true}}"#
                    )]
                }
                _ => Vec::new(),
            };
            let first = usize::from(!matches!(target, "claim"));
            seeds.extend(texts.into_iter().map(|text| [&[number as u8][..first], text.as_bytes()].concat()));
        }
        let packs = game.profile().packs.iter().filter(|_| target == "pack");
        seeds.extend(packs.map(|pack| pack.as_bytes()[..pack.len().min(600)].to_vec()));
    }
    match target {
        "config" => seeds.push(b"theme = \"dark\"\nspeed = 4\n[keys]\nsolve = [\"s\"]\n[games.freecell]\n".to_vec()),
        "keymap" => seeds.extend([
            b"solve = [\"ctrl-x\", \"f12\"]\nundo = \"u\"\n".to_vec(),
            b"solve = []\nquit = [\"space\"]\n".to_vec(),
        ]),
        "trace" => seeds.extend([
            b"{\"trace\":1,\"game\":\"sliding\"}\n{\"e\":\"node\",\"id\":0,\"parent\":null}\n{\"e\":\"expand\",\"id\":0}\n\
              {\"e\":\"node\",\"id\":1,\"parent\":0,\"move\":\"U\"}\n{\"e\":\"node\",\"id\":2,\"parent\":0,\"move\":\"L\",\"h\":2}\n"
                .to_vec(),
            b"{\"e\":\"node\",\"id\":\"n0\"}\n{\"e\":\"expand\",\"id\":\"n0\"}\n{\"e\":\"end\",\"status\":\"solved\"}\n".to_vec(),
        ]),
        "theme" => seeds.push(b"inherits = \"dark\"\n[roles]\ntext = { fg = \"white\", bg = \"#112233\" }\n".to_vec()),
        "key" => seeds.extend([b"ctrl-x".to_vec(), b"f12".to_vec(), b"space".to_vec(), b"alt-enter".to_vec()]),
        "saves" => seeds.push(b"{\"format\":1,\"puzzles\":{\"fourteen/duchi-1\":{\"moves\":[\"1-2\"]}}}".to_vec()),
        "certificate" => seeds.extend((0..70_u8).filter_map(|n| {
            let head: Vec<u8> = (0..targets::PUZZLE as u8).map(|i| n.wrapping_mul(31).wrapping_add(i * 7)).collect();
            targets::certified(&[&[n], &head[1..]].concat())
        })),
        "table" | "solvers" => {
            seeds.extend((0..40_u8).map(|n| (0..24).map(|i| n.wrapping_mul(31).wrapping_add(i * 7)).collect()));
        }
        _ => {}
    }
    seeds
}

fn mutate(mut bytes: Vec<u8>, dice: &mut SplitMix) -> Vec<u8> {
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(12)).min(bytes.len());
        match dice.below(5) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, SPICES[dice.below(SPICES.len())].iter().copied())),
            2 => {
                let piece = bytes[at..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                drop(bytes.splice(to..to, piece));
            }
            3 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes
}

fn hold(name: &str, usual: usize) {
    let (_, target) = targets::TARGETS.iter().find(|(own, _)| *own == name).expect("a target of this name");
    let rounds = std::env::var("FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let seeds = seeds(name);
    if let Some(corpus) = std::env::var_os("FUZZ_CORPUS") {
        return write_corpus(&std::path::Path::new(&corpus).join(name), &seeds);
    }
    let mut dice = SplitMix(17);
    for round in 0..rounds {
        let seed = seeds[dice.below(seeds.len())].clone();
        let bytes = if round < seeds.len() { seeds[round].clone() } else { mutate(seed, &mut dice) };
        let caught = std::panic::catch_unwind(|| target(&bytes));
        if let Err(panic) = caught {
            eprintln!("{name}, round {round}: {:?}", String::from_utf8_lossy(&bytes));
            std::panic::resume_unwind(panic);
        }
    }
}

/// The seeds as files, for the fuzzers to begin with.
fn write_corpus(folder: &std::path::Path, seeds: &[Vec<u8>]) {
    std::fs::create_dir_all(folder).expect("a folder");
    for (number, seed) in seeds.iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{number}")), seed).expect("a file");
    }
}

macro_rules! properties {
    ($($name:ident: $rounds:expr),* $(,)?) => {
        $(#[test]
        fn $name() {
            hold(stringify!($name), $rounds);
        })*

        #[test]
        fn every_target_is_here() {
            let here = [$(stringify!($name)),*];
            for (name, _) in targets::TARGETS {
                assert!(here.contains(name), "{name} is not run on rolled bytes");
                let fuzzer = format!("{}/fuzz/fuzz_targets/{name}.rs", env!("CARGO_MANIFEST_DIR"));
                assert!(std::path::Path::new(&fuzzer).exists(), "no {fuzzer}");
            }
        }
    };
}

properties! {
    text: 6000,
    name: 4000,
    moves: 1000,
    pack: 600,
    config: 2000,
    keymap: 2000,
    theme: 300,
    key: 2000,
    saves: 100,
    table: 200,
    claim: 600,
    trace: 600,
    certificate: 300,
    solvers: 400,
}

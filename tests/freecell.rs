//! Free cells through the public door: the rules against plain ones that know only single cards, and the command line.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use assert_cmd::Command;
use rompicapo::games::{Options, Position, find};
use rompicapo::search::{Outcome, Plan};
use rompicapo::workbench::packs::{Entry, Library, Pack};

fn deal(params: &str, number: u64) -> Box<dyn Position> {
    find("freecell").expect("the game").deal(&format!("{params}:{number}")).expect("a deal")
}

/// A standard board as its printed form says it, and nothing but single cards: slow and obvious.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    homes: Vec<usize>,
    cells: Vec<String>,
    columns: Vec<Vec<String>>,
}

fn rank(card: &str) -> usize {
    "A23456789TJQK".find(&card[..1]).expect("a rank") + 1
}

fn suit(card: &str) -> usize {
    "CDHS".find(&card[1..]).expect("a suit")
}

fn goes_on(card: &str, onto: &str) -> bool {
    let red = |card: &str| suit(card) == 1 || suit(card) == 2;
    red(card) != red(onto) && rank(card) + 1 == rank(onto)
}

impl Plain {
    fn of(position: &dyn Position) -> Plain {
        let text = position.text("board").expect("a form of the game");
        let mut lines = text.lines();
        let words = |line: Option<&str>| line.expect("a line").split(' ').skip(1).map(String::from).collect::<Vec<_>>();
        let homes = words(lines.next()).into_iter().map(|home| match home.split_once('-').expect("a home pile").1 {
            "0" => 0,
            last => rank(last),
        });
        let homes = homes.collect();
        let cells = words(lines.next());
        let column = |line: &str| line.split(' ').filter(|word| *word != ":").map(String::from).collect();
        // Where no cell is free, a last line says how many there are.
        Plain { homes, cells, columns: lines.filter(|line| !line.contains('=')).map(column).collect() }
    }

    fn take(&mut self, from: char) -> Option<String> {
        match from {
            'a'..='g' => Some(std::mem::replace(self.cells.get_mut(from as usize - 'a' as usize)?, "-".into()))
                .filter(|card| card != "-"),
            _ => self.columns.get_mut(from as usize - '1' as usize)?.pop(),
        }
    }

    /// Whether a card may go there; if so it does.
    fn put(&mut self, card: String, to: char) -> bool {
        match to {
            'h' if self.homes[suit(&card)] + 1 == rank(&card) => self.homes[suit(&card)] += 1,
            'h' => return false,
            'a'..='g' => match self.cells.get_mut(to as usize - 'a' as usize) {
                Some(cell) if cell == "-" => *cell = card,
                _ => return false,
            },
            _ => match self.columns.get_mut(to as usize - '1' as usize) {
                Some(column) if column.last().is_none_or(|top| goes_on(&card, top)) => column.push(card),
                _ => return false,
            },
        }
        true
    }

    fn after(&self, from: char, to: char) -> Option<Plain> {
        let mut board = self.clone();
        let card = board.take(from)?;
        (from != to && board.put(card, to)).then_some(board)
    }

    fn column_letters(&self) -> impl Iterator<Item = char> + use<> {
        (0..self.columns.len()).map(|i| (b'1' + i as u8) as char)
    }

    fn cell_letters(&self) -> impl Iterator<Item = char> + use<> {
        (0..self.cells.len()).map(|i| (b'a' + i as u8) as char)
    }

    /// Moves of one card, of the free cells only the first.
    fn single(&self) -> Vec<(char, char)> {
        let free = self.cell_letters().zip(&self.cells).find(|(_, card)| *card == "-").map(|(letter, _)| letter);
        let mut moves = Vec::new();
        for from in self.column_letters().chain(self.cell_letters()) {
            let cell = free.filter(|_| from.is_ascii_digit());
            for to in self.column_letters().chain(cell).chain(['h']) {
                if self.after(from, to).is_some() {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    /// Whether the last `count` cards of a column get to another by single moves, through cells and columns that are
    /// empty now: a column that goes as a whole does not use its own place on the way.
    fn carries(&self, from: char, to: char, count: usize) -> bool {
        let at = |letter: char| letter as usize - '1' as usize;
        let run = self.columns[at(from)][self.columns[at(from)].len() - count..].to_vec();
        let end = self.columns[at(to)].len() + count;
        let spare = self.column_letters().filter(|&column| self.columns[at(column)].is_empty());
        let ways: Vec<char> = spare.chain(self.cell_letters()).chain([from, to]).collect();
        let mut met = HashSet::from([self.clone()]);
        let mut open = vec![self.clone()];
        while let Some(board) = open.pop() {
            if board.columns[at(to)].len() == end && board.columns[at(to)].ends_with(&run) {
                return true;
            }
            for (&one, &other) in ways.iter().flat_map(|one| ways.iter().map(move |other| (one, other))) {
                let of_the_run = board.clone().take(one).is_some_and(|card| run.contains(&card));
                let into_its_own_place = other == from && board.columns[at(from)].is_empty();
                if let Some(next) = board.after(one, other).filter(|_| of_the_run && !into_its_own_place)
                    && met.insert(next.clone())
                {
                    open.push(next);
                }
            }
        }
        false
    }

    /// Every legal move in the standard notation.
    fn moves(&self) -> BTreeSet<String> {
        let mut moves: BTreeSet<String> = self.single().into_iter().map(|(from, to)| format!("{from}{to}")).collect();
        for from in self.column_letters() {
            let column = &self.columns[from as usize - '1' as usize];
            let run = 1 + column.windows(2).rev().take_while(|pair| goes_on(&pair[1], &pair[0])).count();
            for to in self.column_letters().filter(|&to| to != from) {
                let target = self.columns[to as usize - '1' as usize].last();
                for count in 2..=run.min(column.len()) {
                    let lowest = &column[column.len() - count];
                    if target.is_none_or(|top| goes_on(lowest, top)) && self.carries(from, to, count) {
                        let many = if target.is_none() { format!("v{count:x}") } else { String::new() };
                        moves.insert(format!("{from}{to}{many}"));
                    }
                }
            }
        }
        moves
    }
}

/// What is legal, and where it leads, is what single cards can do: supermoves included.
#[test]
fn random_play_agrees_with_single_cards() {
    let (mut several, mut into_empty) = (0, 0);
    for number in 1..=24_u64 {
        let params =
            ["cells=2", "cells=3", "cells=1,columns=9", "suits=2,ranks=8,columns=5,cells=2"][number as usize % 4];
        let mut position = deal(params, number);
        for turn in 0..60 {
            let plain = Plain::of(&*position);
            let legal = position.moves();
            assert_eq!(legal.iter().cloned().collect::<BTreeSet<_>>(), plain.moves(), "{params}:{number}, {turn}");
            // Long runs and empty columns are rare where play is blind: prefer moves between columns.
            let between =
                |mv: &&String| mv.starts_with(|c: char| c.is_ascii_digit()) && !mv.ends_with(char::is_alphabetic);
            let pool: Vec<&String> = if turn % 4 == 0 { Vec::new() } else { legal.iter().filter(between).collect() };
            let pool = if pool.is_empty() { legal.iter().collect() } else { pool };
            let Some(mv) = pool.get((number * 7 + turn * 13) as usize % pool.len().max(1)) else { break };
            several += usize::from(plain.single().iter().all(|(from, to)| format!("{from}{to}") != **mv));
            into_empty += usize::from(mv.contains('v'));
            assert_eq!(position.play(mv).as_ref(), Ok(*mv), "what is written is read as the same move");
            if mv.len() == 2
                && let Some(after) = plain.after(mv.chars().next().expect("from"), mv.chars().nth(1).expect("to"))
            {
                assert!(Plain::of(&*position) == after, "{params}:{number}, {mv}");
            }
        }
    }
    assert!(several > 20 && into_empty > 0, "{several} supermoves, {into_empty} of them into empty columns");
}

fn rompicapo(args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rompicapo"));
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env(name, "/proc/none");
    }
    let ran = command.args(args).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (ran.status.code().expect("a code"), text(ran.stdout), text(ran.stderr))
}

#[test]
fn bad_boards_exit_with_2_and_name_the_place() {
    let good = deal("", 1).text("board").expect("a form of the game");
    for (bad, place, what) in [
        (good.clone() + " KS", ":10:", "KS is there twice"),
        (good.replace("JD KD", "JD KD 5H"), ":10:1:", "5H is there twice, first in line 3, column 7"),
        (good.replace("JD KD", "JD KX"), ":3:4:", "`X` is no suit, expected C, D, H or S"),
        (good.replace("JD KD", "JD 1K"), ":3:4:", "`K` is no suit"),
        (good.replace("JD KD", "JD"), "", "KD is missing"),
        (good.replace("S-0", "S-2"), ":3:7:", "2S is here and also home: the home pile says S-2"),
        (good.replace("S-0", "S-X"), ":1:26:", "`S-X` is no home pile"),
        (good.replace("S-0", "X-0"), ":1:26:", "`X-0` is no home pile"),
        (
            good.replace("Freecells: - - - -", "Freecells: - - - - - - - - -"),
            "",
            "cells=9 is out of range: expected 0 to 8",
        ),
        ("[[[0,0],[1,0]],[[2,0],[2,0]]]".into(), ":1:17:", "AC is there twice, first in line 1, column 23"),
        ("[[[0,0],[1,0]],[[2,9]]]".into(), ":1:17:", "expected a value"),
        ("[[[0,0],[1,0]],[[2,0]".into(), ":1:", "expected `,` or `]`"),
    ] {
        let (code, out, err) = rompicapo(&["solve", "-", "--game", "freecell"], &bad);
        assert_eq!((code, out.as_str()), (2, ""), "{bad}\n{err}");
        assert!(err.contains(place) && err.contains(what), "{what}: {err}");
    }
}

/// The first lines of `verify` are about the solution, not about the input: whatever is no solution is wrong.
#[test]
fn a_wrong_solution_exits_with_1_and_names_the_move() {
    for (moves, told) in [
        ("8a 82", "move 2, 82: nothing at the end of 8 goes on KS"),
        ("8a 1a", "move 2, 1a: cell a holds QH"),
        ("8a 8b 8c 8d 1d", "move 5, 1d: cell d holds"),
        ("8h", "move 1, 8h: QH does not go home: the next of its suit is AH"),
        ("8x", "move 1, 8x: `x` is no place: expected a column 1-9, a cell a-g or h for home"),
        ("8a", "not a solution: 52 cards not home after move 1"),
    ] {
        let (code, out, err) = rompicapo(&["verify", "freecell:617", "--moves", moves], "");
        assert_eq!(code, 1, "{moves}: {out}{err}");
        assert!(out.contains(told), "{out}");
    }
    let (code, _, err) = rompicapo(&["show", "freecell:617", "--moves", "8a 8x"], "");
    assert!(code == 2 && err.contains("move 2, 8x"), "to show boards, moves are input: {err}");
}

#[test]
fn toggles_go_by_their_names() {
    let heuristics = |args: &[&str]| {
        let (code, out, err) = rompicapo(&[&["solve", "freecell:1", "--json"], args].concat(), "");
        assert_eq!(code, 0, "{args:?}: {err}");
        let object: serde_json::Value = serde_json::from_str(&out).expect("an object");
        let (verified, _, _) = rompicapo(&["verify", "--from", "-"], &out);
        assert_eq!(verified, 0, "{args:?}");
        let names = object["heuristics"].as_array().expect("a list").iter();
        names.map(|name| name.as_str().expect("a name").to_string()).collect::<Vec<_>>().join(" ")
    };
    let all = "safe-home canonical-columns supermoves cards blockers order runs space";
    assert_eq!(heuristics(&[]), all);
    assert_eq!(heuristics(&["--without", "canonical-columns"]), all.replace("canonical-columns ", ""));
    assert_eq!(heuristics(&["--only", "cards,runs,space"]), "cards runs space");
    let (_, list, _) = rompicapo(&["list", "freecell", "--strategies"], "");
    for name in all.split(' ').chain(["merged-memory", "exact-memory", "half-targets"]) {
        assert!(list.contains(&format!("] {name} ")), "{name}: {list}");
    }
    let (code, _, err) = rompicapo(&["solve", "freecell:1", "--without", "canonical"], "");
    assert!(code == 2 && err.contains("canonical-columns"), "{err}");
}

/// The published run of the 2021 classroom as its viewer gets it, newest state first.
#[test]
fn states_of_the_published_run() {
    let args =
        ["solve", "freecell/classroom-4x2", "--strategy", "classic", "--with", "half-targets", "--json", "--states"];
    let (code, out, err) = rompicapo(&args, "");
    assert_eq!(code, 0, "{err}");
    let object: serde_json::Value = serde_json::from_str(&out).expect("an object");
    let states = object["states"].as_array().expect("a list");
    assert_eq!(states.len(), 19, "eighteen moves");
    assert_eq!(states[0].to_string(), "[[[[2,1],[1,1],[0,1],[3,1]],[[2,0],[1,0],[0,0],[3,0]]],[],[[],[],[],[]]]");
    let start = "[[[],[]],[],[[[0,0],[2,1]],[[2,0],[3,0]],[[1,1],[3,1]],[[1,0],[0,1]]]]";
    assert_eq!(states[18].to_string(), start);
}

/// Lines of `solve --json`: a solution for each best length of the packs.
const SOLUTIONS: &str = include_str!("solutions/freecell.jsonl");

#[test]
fn best_lengths_of_the_packs_have_solutions_that_verify_accepts() {
    let (code, out, err) = rompicapo(&["verify", "--from", "-"], SOLUTIONS);
    assert_eq!(code, 0, "{out}{err}");
    let objects = SOLUTIONS.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("an object"));
    let lengths: BTreeMap<String, u64> = objects
        .map(|object| (object["puzzle"].as_str().expect("a name").into(), object["length"].as_u64().expect("a length")))
        .collect();
    let packs =
        find("freecell").expect("the game").profile().packs.iter().map(|text| Pack::read(text).expect("a pack"));
    let entries: Vec<Entry> = packs.flat_map(|pack| pack.puzzles).filter(|entry| entry.best.is_some()).collect();
    for entry in &entries {
        assert_eq!(lengths.get(&format!("freecell/{}", entry.name)).copied(), entry.best, "{}", entry.name);
    }
    assert_eq!(entries.len(), lengths.len());
}

#[test]
fn best_lengths_of_the_small_classroom_games_are_proven() {
    let game = find("freecell").expect("the game");
    for name in ["classroom-4x2", "classroom-4x2-7", "classroom-6x2-3", "classroom-5x3-1", "classroom-8x3-2"] {
        let named = Library::new(None).open(game, name).expect("a puzzle").expect("it is well-formed");
        let plan = Plan::new(game.strategy("optimal").expect("a strategy"));
        let mut engine = named.position.engine(&plan).expect("the plan is possible");
        assert_eq!(engine.run(u64::MAX, None), Outcome::Solved);
        assert_eq!(engine.answer().map(|answer| answer.length()), named.best, "{name}");
    }
}

#[test]
fn a_state_of_the_classroom_is_read_back() {
    let game = find("freecell").expect("the game");
    let state = "[[[[3,1]],[]],[[0,0]],[[[2,1]],[[1,1],[2,0],[3,0]],[],[[1,0],[0,1]]]]";
    let position = game.read(state, &Options::new()).expect("a state");
    assert_eq!(
        position.text("list").as_deref(),
        Some("[[[],[[3,1]]],[[0,0]],[[[2,1]],[[1,1],[2,0],[3,0]],[],[[1,0],[0,1]]]]")
    );
}

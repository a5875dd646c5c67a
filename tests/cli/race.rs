//! `race`: several entries on the same puzzles.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{Ran, run, text};

const MANHATTAN: &str = "ida*+manhattan";
const CONFLICT: &str = "ida*+manhattan,linear-conflict";

fn race(puzzles: &[&str], entries: &[&str], more: &[&str]) -> Ran {
    let mut args = vec!["race"];
    args.extend(puzzles);
    for entry in entries {
        args.extend(["--entry", entry]);
    }
    args.extend(more);
    run(&args)
}

/// Everything of an object that does not depend on the clock.
fn timeless(object: &Value) -> Value {
    let mut object = object.clone();
    for field in ["seconds", "entry", "peak_mib"] {
        object.as_object_mut().unwrap().remove(field);
    }
    object
}

/// Wherever a run ends by itself or at its limit of nodes, on however many cores, all but the time is that of a run
/// alone.
#[test]
fn figures_are_those_of_separate_runs() {
    let entries = [(MANHATTAN, "manhattan"), (CONFLICT, "manhattan,linear-conflict"), ("ida*+pdb", "pdb")];
    let puzzles = ["sliding/fifteen-10", "sliding/fifteen-40", "sliding/fifteen-55"];
    let limit = ["--nodes", "300000"];
    for jobs in ["1", "3"] {
        let ran = race(&puzzles, &entries.map(|(entry, _)| entry), &[&limit[..], &["--json", "--jobs", jobs]].concat());
        let objects = ran.expect(3).objects();
        assert_eq!(objects.len(), 10);
        let mut rows = objects.iter();
        for puzzle in puzzles {
            for (entry, heuristics) in entries {
                let row = rows.next().unwrap();
                assert_eq!((&row["puzzle"], &row["entry"]), (&puzzle.into(), &entry.into()));
                let args = ["solve", puzzle, "--strategy", "ida*", "--only", heuristics, "--json", "--jobs", "1"];
                let alone = run(&[&args[..], &limit].concat()).objects();
                assert_eq!(timeless(row), timeless(&alone[0]));
            }
        }
        let last = rows.next().unwrap();
        assert_eq!(last["race"], true);
        let standings = last["entries"].as_array().unwrap();
        let figures: Vec<_> = standings.iter().map(|s| (s["solved"].as_u64(), s["best"].as_u64())).collect();
        assert_eq!(figures, [(Some(1), Some(1)), (Some(2), Some(1)), (Some(2), Some(2))]);
    }
}

#[test]
fn a_table_and_a_file_for_spreadsheets() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("race.csv");
    let ran = race(&["sliding/fifteen-15"], &[MANHATTAN, CONFLICT], &["--csv", text(&file)]).expect(0);
    for part in [
        "A  ida*+manhattan\nB  ida*+manhattan,linear-conflict\n",
        "Turns of equal time on",
        "sliding/fifteen-15   A            70            37",
        "15, none shorter *",
        "A 1/1",
        "Medians over the 1 puzzle that every entry ended.",
    ] {
        assert!(ran.out.contains(part), "{part:?} is not in: {}", ran.out);
    }
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
    let csv = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "puzzle,entry,status,length,nodes,expanded,seconds");
    assert!(lines[1].starts_with("sliding/fifteen-15,ida*+manhattan,solved,15,70,37,0."), "{csv}");
    assert!(lines[2].starts_with("sliding/fifteen-15,\"ida*+manhattan,linear-conflict\",solved,15,70,37,0."), "{csv}");
    assert_eq!(lines.len(), 3);
}

/// Without a file the lines are the output.
#[test]
fn csv_alone_goes_to_standard_output() {
    let named = race(&["sliding/fifteen-15"], &[MANHATTAN, CONFLICT], &["--csv", "-"]).expect(0);
    let bare = race(&["sliding/fifteen-15"], &[MANHATTAN, CONFLICT], &["--csv"]).expect(0);
    let timeless = |ran: &Ran| ran.out.lines().map(|l| l.rsplit_once(',').unwrap().0.to_owned()).collect::<Vec<_>>();
    assert_eq!(timeless(&named), timeless(&bare));
    assert!(bare.out.starts_with("puzzle,entry,status,"), "{}", bare.out);
}

/// A puzzle that cannot be read has an object and a line for every entry, and the others go on.
#[test]
fn a_malformed_puzzle_is_told_for_every_entry() {
    let dir = tempfile::tempdir().unwrap();
    let (bad, csv) = (dir.path().join("bad.txt"), dir.path().join("race.csv"));
    std::fs::write(&bad, "1 2 3 4 5 6 7 8 8\n").unwrap();
    let puzzles = [text(&bad), "sliding/eight-8"];
    let ran = race(&puzzles, &[MANHATTAN, "a*"], &["--game", "sliding", "--json", "--csv", text(&csv)]).expect(2);
    let objects = ran.objects();
    let told: Vec<_> = objects.iter().map(|row| (row["entry"].as_str(), row["status"].as_str())).collect();
    let entries = [Some(MANHATTAN), Some("a*")];
    let rows = entries.map(|e| (e, Some("invalid"))).into_iter().chain(entries.map(|e| (e, Some("solved"))));
    assert_eq!(told[..4], rows.collect::<Vec<_>>());
    let csv = std::fs::read_to_string(csv).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[1].ends_with("bad.txt,ida*+manhattan,invalid,,,,") && lines[2].ends_with(",a*,invalid,,,,"), "{csv}");
    assert_eq!(lines.len(), 5);
}

#[test]
fn packs_ranges_and_several_puzzles() {
    let rows = |puzzles: &[&str], entries: &[&str]| {
        let ran = race(puzzles, entries, &["--json", "--nodes", "2000"]);
        ran.objects().iter().filter_map(|row| row["puzzle"].as_str().map(String::from)).collect::<Vec<_>>()
    };
    let names = rows(&["fourteen:3..4", "fourteen/duchi-1"], &["exact", "dfs"]);
    let each = ["fourteen:3", "fourteen:3", "fourteen:4", "fourteen:4", "fourteen/duchi-1", "fourteen/duchi-1"];
    assert_eq!(names, each);
    let pack = rows(&["sliding/ladder"], &["ida*+pdb", CONFLICT]);
    assert_eq!((pack.len(), pack[0].as_str()), (2 * 22, "sliding/fifteen-10"));
}

/// What is cut by the clock has no figures that repeat: it is marked, and no median and no best counts it.
#[test]
fn a_run_that_is_cut_by_time_is_marked() {
    let ran = race(&["sliding/korf-82"], &[MANHATTAN, "id+none"], &["--json", "--time", "0.01"]).expect(3);
    let objects = ran.objects();
    for row in &objects[..2] {
        assert_eq!(
            (&row["status"], &row["limit"], &row["cut_by_time"]),
            (&"limit".into(), &"time".into(), &true.into())
        );
    }
    for standing in objects[2]["entries"].as_array().unwrap() {
        assert_eq!((&standing["best"], &standing["median_nodes"]), (&0.into(), &Value::Null));
        assert_eq!(standing["cut_by_time"], 1);
    }
    let ran = race(&["sliding/korf-82"], &[MANHATTAN, "id+none"], &["--time", "0.01"]).expect(3);
    assert!(ran.out.contains("? cut by time ~") && ran.out.contains("~ 2 runs were cut by time"), "{}", ran.out);
}

#[test]
fn bad_entries_say_what_is_possible() {
    let refused = |entries: &[&str], part: &str| race(&["sliding/classroom"], entries, &[]).refused(&[part]);
    refused(&[MANHATTAN, "idas"], "sliding has no strategy `idas`; did you mean `ida*`?");
    refused(&[MANHATTAN, "ida*+memory"], "strategy `ida*` has no heuristic `memory`; expected one of manhattan, ");
    refused(&[MANHATTAN, "weighted@0.5"], "weight `0.5`: expected a number, 1 or above");
    refused(&[MANHATTAN, "ida*@2"], "strategy `ida*` has no weight; expected one of weighted");
    refused(&[MANHATTAN], "a race has two to six entries, not 1");
    refused(&[], "a race has two to six entries, not 0");
    refused(&[MANHATTAN; 7], "a race has two to six entries, not 7");
    race(&["sliding/classroom", "fourteen:1"], &["ida*", "a*"], &[]).refused(&["fourteen has no strategy `ida*`"]);
    race(&["sliding/classroom"], &["ida*", "a*"], &["--csv", "/proc/none/x.csv"]).refused(&["/proc/none/x.csv"]);
    race(&["sliding/nothing"], &["ida*", "a*"], &[]).refused(&["sliding/nothing"]);
}

/// A strategy may object to one puzzle of several; that is told, and the others go on.
#[test]
fn an_entry_that_a_puzzle_does_not_go_with() {
    let ran = race(
        &["sliding:5x5:1", "sliding:3x3:1"],
        &["ida*+manhattan", "ida*+walking-distance"],
        &["--nodes", "1000", "--json"],
    );
    let objects = ran.expect(2).objects();
    let statuses: Vec<_> = objects.iter().filter_map(|row| row["status"].as_str()).collect();
    assert_eq!(statuses[..2], ["limit", "invalid"]);
    assert!(statuses[2..].iter().all(|status| *status != "invalid"), "{statuses:?}");
    assert!(objects[1]["error"].as_str().unwrap().contains("entry `ida*+walking-distance`"), "{}", objects[1]);
}

/// The first puzzle is done, the second never ends: what is done is kept.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_is_done() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rompicapo"))
        .args([
            "race",
            "sliding/fifteen-10",
            "sliding/fifteen-80a",
            "--json",
            "--entry",
            MANHATTAN,
            "--entry",
            CONFLICT,
        ])
        .env("XDG_CACHE_HOME", "/proc/none")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.contains("fifteen-10") && line.contains("\"solved\""), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(rest.contains("\"race\":true") && rest.contains("\"solved\":1"), "{rest}");
}

/// The picture of a race over a whole pack: axes, units, a legend, and every run that reached its limit as an open mark.
#[test]
fn a_plot_for_a_report_and_one_for_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("race.svg");
    let entries = [MANHATTAN, CONFLICT, "ida*+pdb"];
    race(&["sliding/ladder"], &entries, &["--nodes", "20000", "--plot", text(&file)]).expect(3);
    let svg = std::fs::read_to_string(&file).unwrap();
    for part in ["Race over sliding/ladder", "moves of a shortest known solution", "nodes (states generated)"] {
        assert!(svg.contains(part), "{part}");
    }
    // How long they took is no matter, but it has a unit.
    assert!([" µs", " ms", " s\n"].iter().any(|unit| svg.contains(unit)), "an axis of times");
    assert!(entries.iter().all(|entry| svg.contains(entry)) && svg.contains("Each run up to 20,000 nodes."));
    let ran = race(&["sliding/fifteen-10", "sliding/fifteen-20"], &entries[..2], &["--plot", "-"]).expect(0);
    assert!(ran.out.contains("Nodes: nodes (states generated)") && ran.out.contains("A ida*+manhattan"), "{}", ran.out);
    race(&["sliding/classroom"], &entries, &["--plot", "race.png"]).refused(&["expected a file FILE.svg"]);
}

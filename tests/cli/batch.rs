//! Many puzzles: order, malformed ones, pipes, interruption.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use crate::{run, run_with};

const LINES: &str = "\
# id verdict puzzle
a yes 7|7

b no 1|2
c yes 1|99
d yes 1 13|13 1
";

#[test]
fn one_malformed_line_does_not_stop_the_others() {
    for jobs in ["1", "3"] {
        let args = ["solve", "--lines", "-", "--skip", "2", "--game", "fourteen", "--json", "--jobs", jobs];
        let ran = run_with(&args, LINES).expect(2);
        let objects = ran.objects();
        let pairs: Vec<_> =
            objects.iter().map(|o| (o["puzzle"].as_str().unwrap(), o["status"].as_str().unwrap())).collect();
        assert_eq!(pairs, [("-:2", "solved"), ("-:4", "unsolvable"), ("-:5", "invalid"), ("-:6", "solved")]);
        // The place is that of the file, not of the puzzle: `99` is the ninth character of line 5.
        assert!(objects[2]["error"].as_str().unwrap().starts_with("-:5:9: "), "{}", objects[2]["error"]);
        assert!(ran.err.contains("error: -:5:9: "), "{}", ran.err);
    }
}

#[test]
fn a_line_with_nothing_behind_the_skipped_words() {
    let ran = run_with(&["solve", "--lines", "-", "--skip", "3", "--game", "fourteen"], "a yes 7|7\n").expect(2);
    assert!(ran.err.contains("-:1: expected a puzzle behind the 3 words"), "{}", ran.err);
}

#[test]
fn an_empty_batch_is_bad_input() {
    run_with(&["solve", "--lines", "-", "--game", "fourteen"], "# nothing\n\n")
        .refused(&["expected at least one puzzle"]);
}

#[test]
fn several_jobs_give_the_same_lines_in_the_same_order() {
    let solve = |jobs: &str| {
        let ran = run(&["solve", "fourteen:1..500", "--json", "--nodes", "2000", "--jobs", jobs]);
        let mut objects = ran.objects();
        for object in &mut objects {
            object.as_object_mut().unwrap().remove("seconds");
        }
        (ran.code, objects)
    };
    let alone = solve("1");
    assert_eq!(alone.1.len(), 500);
    assert_eq!(alone, solve("4"));
}

#[test]
fn people_get_a_summary() {
    let ran = run(&["solve", "fourteen:1..3"]).expect(0);
    assert_eq!(ran.err, "3 puzzles: 3 solved\n");
}

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rompicapo"))
        .args(args)
        .env("XDG_DATA_HOME", "/proc/none")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

const ENDLESS: &str = "fourteen:1..18446744073709551615";

#[test]
fn a_verdict_does_not_wait_for_the_next_puzzle() {
    for jobs in ["1", "2"] {
        let mut child = start(&["solve", "--lines", "-", "--game", "fourteen", "--json", "--jobs", jobs]);
        let mut stdin = child.stdin.take().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        for number in 1..=3 {
            writeln!(stdin, "7|7").unwrap();
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            assert!(line.contains(&format!("\"puzzle\":\"-:{number}\"")), "{line}");
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for jobs in ["1", "2"] {
        let mut child = start(&["solve", ENDLESS, "--json", "--jobs", jobs]);
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("fourteen:1\""));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
#[cfg(unix)]
fn an_interruption_ends_a_batch_with_whole_lines() {
    for jobs in ["1", "2"] {
        let mut child = start(&["solve", ENDLESS, "--json", "--jobs", jobs]);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
        for line in out.lines() {
            serde_json::from_str::<serde_json::Value>(&line.unwrap()).expect("a whole object");
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "interrupted\n");
    }
}

#[test]
#[cfg(unix)]
fn an_interruption_ends_the_wait_for_a_pipe() {
    let mut child = start(&["solve", "--lines", "-", "--game", "fourteen", "--json"]);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "7|7").unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    // Standard input stays open: only the signal can end it.
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
}

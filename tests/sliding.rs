//! The sliding puzzle on the command line: boards and their goals, options, interruption, tables on disk.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use assert_cmd::Command;

fn rompicapo(cache: &std::path::Path, args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rompicapo"));
    let ran = command.env("XDG_CACHE_HOME", cache).args(args).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (ran.status.code().unwrap_or(-1), text(ran.stdout), text(ran.stderr))
}

#[test]
fn bad_boards_are_refused_with_their_place() {
    let cache = tempfile::tempdir().unwrap();
    for (board, place, expected) in [
        ("1 2 3\n4 5 5\n7 8 0\n", ":2:5:", "a second tile 5"),
        ("1 2 3\n4 5 6\n7 8 9\n", ":3:5:", "0, _ or v for the blank"),
        ("1 2 3\n4 5 6\n7 0\n", ":3:", "ragged rows"),
        ("1 2 3 4 5 6 7\n0 8 9 10 11 12 13\n", ":1:", "boards go from 2x2 to 6x6"),
        ("0x120401030e0c100807050d0f0b060a0911\n", ":1:1:", "more than 16 cells"),
    ] {
        let (code, out, err) = rompicapo(cache.path(), &["solve", "--game", "sliding", "-"], board);
        assert_eq!((code, out.as_str()), (2, ""), "{board}");
        assert!(err.contains(place) && err.contains(expected), "{board}: {err}");
    }
}

/// One run without any tables on disk.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    rompicapo(std::path::Path::new("/proc/none"), args, input)
}

#[test]
fn options_that_go_with_no_board_are_told_once_and_nothing_runs() {
    let boards = "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n";
    for (options, expected) in [
        (&["--strategy", "weighted", "--weight", "20"][..], "weight 20: expected 1 to 10"),
        (&["--weight", "2"], "strategy `ida*` has no weight"),
        (&["--all"], "endlessly many solutions"),
        (&["--goal", "nonsense"], "--goal, column 1: expected blank-last, blank-first or a board"),
        (&["--goal", "1 2 3 4 5 6 7 8 x"], "--goal, column 17: expected a tile from 1 to 8"),
        (&["--size", "9x9"], "--size: boards go from 2x2 to 6x6, not 9x9"),
    ] {
        let lines = ["solve", "--lines", "-", "--game", "sliding", "--json"];
        let (code, out, err) = run(&[&lines, options].concat(), boards);
        assert_eq!((code, out.as_str()), (2, ""), "{options:?}");
        assert!(err.contains(expected) && err.lines().count() == 1, "{options:?}: {err}");
    }
    let refused = ["solve", "sliding/fourteen-fifteen", "--strategy", "weighted", "--weight", "11"];
    assert_eq!(run(&refused, "").0, 2, "whatever the parity");
}

#[test]
fn what_one_board_cannot_do_is_not_called_malformed() {
    let large: Vec<String> = (1..25).chain([0]).map(|tile| tile.to_string()).collect();
    let boards = format!("1 2 3 4 5 6 7 0 8\n{}\n", large.join(" "));
    let args = ["solve", "--lines", "-", "--game", "sliding", "--strategy", "ida*", "--only", "walking-distance"];
    let (code, out, err) = run(&args, &boards);
    assert_eq!(code, 2);
    assert!(out.contains("-:1: solved, 1 move"), "{out}");
    assert!(err.contains("error: -:2: walking-distance") && err.contains("1 that the options do not fit"), "{err}");
    assert!(!err.contains("malformed"), "{err}");
}

#[test]
fn what_is_printed_is_read_back_with_its_goal() {
    for form in ["rows", "line", "packed", "decimal"] {
        let (_, text, _) = run(&["show", "sliding:3x3,goal=blank-first:3", "--form", form], "");
        let (code, out, _) = run(&["solve", "-", "--game", "sliding", "--json"], &text);
        assert!(code == 0 && out.contains("\"goal\":\"blank-first\""), "{form}: {out}");
    }
    let (_, board, _) = run(&["show", "sliding:3x3,goal=blank-first:3"], "");
    assert!(board.starts_with("goal: blank-first\n"), "{board}");
    assert_eq!(run(&["solve", "-", "--game", "sliding"], &board).0, 0);
    let (_, made, _) = run(&["generate", "sliding:2x3,goal=blank-first", "--seed", "3"], "");
    assert_eq!(run(&["solve", "--lines", "-", "--skip", "1", "--game", "sliding"], &made).0, 0, "{made}");
}

#[test]
fn boards_along_moves_stand_apart() {
    let (_, out, _) = run(&["show", "-", "--game", "sliding", "--moves", "L R"], "1 2\n3 0\n");
    assert_eq!(out, "  1  2\n _3  .\n\n  1  2\n  . _3\n\n  1  2\n  3  .\n");
}

#[test]
fn a_weighted_answer_carries_its_factor() {
    let weighted = ["solve", "sliding/eight-31a", "--strategy", "weighted"];
    let (_, out, _) = run(&weighted, "");
    assert!(out.contains("at most 1.5 times the shortest"), "{out}");
    let (_, out, _) = run(&[&weighted[..], &["--json"]].concat(), "");
    assert!(out.contains("\"heuristics\":[\"manhattan\"],\"weight\":1.5,"), "{out}");
}

/// The Turin slides relax IDA*; what once was a toggle has a name of its own.
#[test]
fn an_open_list_is_refused_with_where_it_is_now() {
    let (code, _, err) = run(&["solve", "sliding/classroom", "--strategy", "weighted", "--with", "open-list"], "");
    assert_eq!(code, 2);
    assert!(err.contains("A* with a weight is the strategy `weighted-a*`"), "{err}");
    let (_, out, _) = run(&["show", "sliding/classroom", "--form", "packing"], "");
    assert!(out.contains(" = 2679245703445435204062882741413612041"), "{out}");
}

#[test]
fn verify_settles_by_the_rules_what_they_can_tell() {
    let line = |board: &str, rest: &str| {
        format!("{{\"schema\":1,\"game\":\"sliding\",\"puzzle\":\"x\",\"text\":\"{board}\",{rest}}}\n")
    };
    let solved = "\"status\":\"solved\",\"optimal\":false,\"moves\":[\"R\"],\"length\":1,\"lower_bound\"";
    for (object, code, expected) in [
        (line("1 0 3 2", &format!("{solved}:1")), 1, "move 1, R"),
        (line("1 2 3 4 5 6 7 0 8", &format!("{solved}:1")), 0, "1 solution right"),
        (line("1 2 3 4 5 6 7 0 8", &format!("{solved}:99")), 1, "\"lower_bound\" is 99, but it has 1 move"),
        (line("1 2 3 4 5 6 7 0 8", "\"status\":\"unsolvable\""), 1, "it has a solution, by the rules alone"),
        (line("2 1 3 4 5 6 7 8 0", "\"status\":\"unsolvable\""), 0, "1 refuted with a proof that holds"),
    ] {
        let (found, out, err) = run(&["verify", "--from", "-"], &object);
        assert_eq!(found, code, "{object}{out}{err}");
        assert!(out.contains(expected), "{object}{out}{err}");
    }
}

#[test]
fn a_seed_without_room_is_refused_before_anything_is_made() {
    let (code, out, err) = run(&["generate", "sliding", "--seed", "18446744073709551615", "--count", "2"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("leaves no room"), "{err}");
    assert_eq!(run(&["generate", "sliding", "--seed", "18446744073709551615"], "").0, 0);
}

#[test]
#[cfg(unix)]
fn an_interruption_leaves_the_best_answer_in_hand() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_rompicapo"))
        .args(["solve", "sliding:6x6:1", "--json", "--time", "600", "--verbose"])
        .env("XDG_CACHE_HOME", "/proc/none")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // What the search meets is told on standard error, solutions among it.
    let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains("solution, length") {
        line.clear();
        assert!(told.read_line(&mut line).expect("text") > 0, "it ended without an answer");
    }
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    std::io::copy(&mut told, &mut std::io::sink()).expect("the rest is read");
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.contains("\"status\":\"solved\",\"optimal\":false,\"lower_bound\":"), "{out}");
}

#[test]
fn tables_are_listed_and_a_damaged_one_is_not_trusted() {
    let cache = tempfile::tempdir().unwrap();
    let (code, out, _) = rompicapo(cache.path(), &["tables", "list"], "");
    assert_eq!(code, 0);
    assert!(out.contains("sliding:4x4") && out.contains("not built"), "{out}");
    let dir = cache.path().join("rompicapo/tables");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("sliding-4x4.tables"), "rompicapo tables 1\nsomething else\n").unwrap();
    let (_, out, _) = rompicapo(cache.path(), &["tables", "list"], "");
    assert!(out.contains("made for another board"), "{out}");
    // Parity needs no tables.
    let (code, out, err) = rompicapo(cache.path(), &["solve", "sliding/fourteen-fifteen"], "");
    assert!(code == 1 && out.contains("no solution") && err.is_empty(), "{out}{err}");
    let classroom = ["solve", "sliding/eight-12", "--json"];
    let (code, out, _) = rompicapo(cache.path(), &classroom, "");
    assert!(code == 0 && out.contains("\"length\":12"), "{out}");
    assert_eq!(rompicapo(cache.path(), &["tables", "remove", "sliding:4x4", "--large"], "").0, 0);
    std::fs::create_dir_all(dir.join("sliding-4x4.tables/in-the-way")).unwrap();
    // What cannot be made is told, and the verdict does not need it.
    let (code, out, err) = rompicapo(cache.path(), &["solve", "sliding/fifteen-10"], "");
    assert!(code == 0 && out.contains("10 moves, none shorter"), "{out}");
    assert!(err.contains("sliding-4x4.tables: tables not used, is a directory"), "{err}");
    assert!(!err.contains("again"), "{err}");
    for command in ["build", "remove"] {
        let (code, _, err) = rompicapo(cache.path(), &["tables", command, "sliding:4x4", "--large"], "");
        assert!(code == 2 && err.contains("sliding-4x4.tables: "), "{err}");
    }
    assert_eq!(rompicapo(cache.path(), &["tables", "build", "sliding:9x9"], "").0, 2);
}

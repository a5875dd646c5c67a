//! Counters on the command line: verdicts, counts, exit codes, the triangle.

use assert_cmd::Command;

fn rompicapo(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("rompicapo").expect("the program").args(args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

fn solved(args: &[&str]) -> serde_json::Value {
    let args: Vec<&str> = ["solve", "--json"].into_iter().chain(args.iter().copied()).collect();
    serde_json::from_str(&rompicapo(&args).1).expect("one object")
}

#[test]
fn moves_are_left_places_from_0() {
    let run = solved(&["counters:4"]);
    assert_eq!(run["moves"], serde_json::json!(["7", "4", "1", "8"]));
    assert_eq!((&run["optimal"], &run["length"]), (&true.into(), &4.into()));
}

#[test]
fn counts_and_lists() {
    let count = solved(&["counters:7", "--strategy", "count"]);
    assert_eq!((&count["solutions"], &count["length"]), (&2.into(), &7.into()));
    let all = solved(&["counters:3", "--strategy", "search-all", "--max-moves", "5", "--all"]);
    assert_eq!(all["solutions"], 8);
    assert_eq!(all["all"].as_array().map(Vec::len), Some(8));
}

#[test]
fn none_within_m_moves_is_not_none_at_all() {
    let (code, out, _) = rompicapo(&["solve", "counters:5", "--strategy", "search-one", "--max-moves", "4", "--json"]);
    assert_eq!(code, 3);
    assert!(out.contains("\"status\":\"limit\""), "{out}");
    let (_, out, _) = rompicapo(&["solve", "counters:5", "--strategy", "search-one", "--max-moves", "4"]);
    assert!(out.contains("no solution in 4 moves or fewer"), "{out}");
    let (_, out, _) = rompicapo(&["solve", "counters:3", "--strategy", "search-all"]);
    assert!(out.contains("2 solutions of at most 4 moves") && out.contains("solution 2:"), "{out}");
    let (code, out, _) = rompicapo(&["solve", "counters:2", "--json"]);
    assert_eq!(code, 1);
    assert!(out.contains("\"status\":\"unsolvable\""), "{out}");
}

#[test]
fn bad_rows_and_names_exit_with_2() {
    for name in ["counters:0", "counters:3,k=9", "counters:3,goal=up", "counters:1000001"] {
        let (code, _, message) = rompicapo(&["solve", name]);
        assert_eq!(code, 2, "{name}: {message}");
        assert!(
            message.contains("expected") || message.contains("larger") || message.contains("a goal is"),
            "{message}"
        );
    }
    for row in ["__ABCAB", "ABAB", "_AB_", "__ABAB -> ABBB__", "__A k=2"] {
        let mut command = Command::cargo_bin("rompicapo").expect("the program");
        command.args(["solve", "-", "--game", "counters"]).write_stdin(row).assert().code(2);
    }
}

#[test]
fn show_prints_the_triangle() {
    let (code, out, _) = rompicapo(&["show", "counters:4", "--moves", "7 4 1 8"]);
    assert_eq!(code, 0);
    let expected = "\
7  __ABABABAB
4  BAABABA__B
1  BAAB__AABB
8  B__BAAAABB
   BBBBAAAA__
";
    assert_eq!(out, expected);
    let (_, svg, _) = rompicapo(&["show", "counters:4", "--moves", "7 4 1 8", "--form", "svg"]);
    assert!(svg.starts_with("<svg") && svg.matches("class=\"pair\"").count() == 4, "{svg}");
}

//! `verify` and `show`: the rules alone.

use crate::{run, run_with};

#[test]
fn what_solve_writes_verify_accepts() {
    let solved = run(&["solve", "fourteen:1..60", "fourteen/duchi-2", "--json", "--nodes", "100000"]);
    let ran = run_with(&["verify", "--from", "-"], &solved.out).expect(0);
    assert!(ran.out.contains("right"), "{}", ran.out);
    let lines = run_with(&["solve", "--lines", "-", "--game", "fourteen", "--json"], "7|7\n1|2\nx\n").expect(2);
    let ran = run_with(&["verify", "--from", "-"], &lines.out).expect(0);
    assert!(ran.out.starts_with("1 solution right"), "{}", ran.out);
}

/// A line of `solve --json` about the puzzle of two sevens, a king and an ace.
fn line(moves: &str, length: u64) -> String {
    format!(
        "{{\"schema\":1,\"game\":\"fourteen\",\"puzzle\":\"x:1\",\"text\":\"7 1|7|13\",\"status\":\"solved\",\
         \"optimal\":true,\"moves\":{moves},\"length\":{length}}}\n"
    )
}

#[test]
fn each_wrong_line_is_told() {
    let right = line("[\"1-2\",\"1-3\"]", 2);
    run_with(&["verify", "--from", "-"], &right).expect(0);
    let cases = [
        (line("[\"1-3\",\"1-2\"]", 2), "x:1: move 1, 1-3"),
        (line("[\"1-2\"]", 1), "2 cards left after move 1"),
        (line("[]", 2), "\"length\" is 2, but 0 moves are there"),
        (line("[\"1-2\",\"1-3\"]", 3), "\"length\" is 3"),
        (line("[\"1-2\",\"nonsense\"]", 2), "move 2, nonsense"),
    ];
    for (wrong, why) in cases {
        let ran = run_with(&["verify", "--from", "-"], &[right.as_str(), &wrong].concat()).expect(1);
        assert!(ran.out.contains("-:2: wrong: x:1: ") && ran.out.contains(why), "{}", ran.out);
    }
}

#[test]
fn a_name_and_a_text_beside_it_are_the_same_puzzle() {
    let named = |name: &str| line("[\"1-2\",\"1-3\"]", 2).replace("x:1", name);
    let ran = run_with(&["verify", "--from", "-"], &named("fourteen:5")).expect(1);
    assert!(ran.out.contains("fourteen:5: \"text\" is another position"), "{}", ran.out);
    let ran = run_with(&["verify", "--from", "-"], &named("freecell:5")).expect(1);
    assert!(ran.out.contains("the puzzle's name is of another game"), "{}", ran.out);
    run_with(&["verify", "--from", "-"], &named("fourteen/boards.txt:5")).expect(0);
    run_with(&["verify", "--from", "-"], &named("./fourteen:5")).expect(0);
}

#[test]
fn what_the_moves_tell_is_computed_again() {
    let verify = |object: &str| run_with(&["verify", "--from", "-"], &format!("{object}\n"));
    let right = run_with(&["solve", "-", "--game", "kakuro", "--json"], "# 3\\\n\\3 .\n").expect(0).out;
    let right = right.trim();
    verify(right).expect(0);
    assert!(verify(&right.replace("3 3\"", "3 4\"")).expect(1).out.contains("\"grid\" is"));
    let twice = right.replace("[\"r2c2=3\"", "[\"r2c2=3\",\"r2c2=3\"").replace("\"length\":1", "\"length\":2");
    let told = verify(&twice).expect(1).out;
    assert!(told.contains("writes into a cell that has its digit already"), "{told}");
    let solved = run(&["solve", "freecell:1", "--json"]).expect(0).out;
    let cards = &solved[solved.find("\"cards\":").unwrap()..];
    let cards = &cards[..cards.find(',').unwrap()];
    assert!(verify(solved.replace(cards, "\"cards\":3").trim()).expect(1).out.contains("\"cards\" is 3"));
}

#[test]
fn claims_that_only_a_search_could_settle_are_named_and_strictly_fail() {
    // Four moves are as few as the rules let four counters of each colour have; three of each need one more.
    let solved = run(&["solve", "counters:4", "--strategy", "count", "--json"]).expect(0).out;
    let ran = run_with(&["verify", "--from", "-"], &solved).expect(0);
    assert!(ran.out.contains("1 solution right\nclaimed and not checked: solutions (1)\n"), "{}", ran.out);
    let solved = run(&["solve", "counters:3", "--strategy", "count", "--json"]).expect(0).out;
    let ran = run_with(&["verify", "--from", "-"], &solved).expect(0);
    assert!(ran.out.contains("1 solution right\nclaimed and not checked: optimal (1), solutions (1)\n"), "{}", ran.out);
    run_with(&["verify", "--strict", "--from", "-"], &solved).expect(3);
    run_with(&["verify", "--strict", "--from", "-"], &line("[\"1-2\",\"1-3\"]", 2)).expect(0);
    let wrong = [&*solved, &line("[]", 2)].concat();
    run_with(&["verify", "--strict", "--from", "-"], &wrong).expect(1);
    let bare = "{\"schema\":1,\"game\":\"fourteen\",\"puzzle\":\"x\",\"text\":\"7|1\",\"status\":\"unsolvable\"}\n";
    run_with(&["verify", "--strict", "--from", "-"], bare).expect(3);
}

#[test]
fn lines_that_are_no_objects_are_bad_input() {
    for bad in [
        "{",
        "[]",
        "{\"schema\":2}",
        "{\"schema\":1,\"game\":\"chess\",\"puzzle\":\"x\",\"status\":\"solved\"}",
        "{\"schema\":1,\"game\":\"fourteen\",\"puzzle\":\"x\",\"status\":\"solved\"}",
        "{\"schema\":1,\"game\":\"fourteen\",\"puzzle\":\"fourteen:1\",\"status\":\"fine\"}",
    ] {
        let ran = run_with(&["verify", "--from", "-"], &format!("{bad}\n")).expect(2);
        assert!(ran.err.contains("error: -:1: "), "{bad}: {}", ran.err);
    }
    run(&["verify", "--from", "nowhere.jsonl"]).refused(&["nowhere.jsonl"]);
    run_with(&["verify", "--from", "-"], "").refused(&["no line"]);
}

#[test]
fn moves_on_the_command_line() {
    let game = ["--game", "fourteen"];
    let verify = |moves: &str| run_with(&[&["verify", "-", "--moves", moves], &game[..]].concat(), "7 1|7|13");
    assert!(verify("1-2 1-3").expect(0).out.contains("a solution, 2 moves"));
    assert!(verify("1-2,1-3").expect(0).out.contains("a solution"));
    assert!(verify("1-2").expect(1).out.contains("not a solution: 2 cards left after move 1"));
    assert!(verify("1-3").expect(1).out.contains("move 1, 1-3"));
    run(&["verify", "fourteen:1"]).refused(&["--moves"]);
    run(&["verify"]).refused(&["PUZZLE", "--from", "--certificate"]);
}

#[test]
fn show_prints_boards_and_forms() {
    let board = run(&["show", "fourteen/duchi-1"]).expect(0).out;
    assert!(board.contains(" 7 13  8  3  8  6  9  2 12 10  8  5"), "{board}");
    let boards = run(&["show", "fourteen/duchi-1", "--moves", "3-6 4-6"]).expect(0).out;
    assert_eq!(boards.lines().count(), 9 + 9 + 7, "before each move, and where they lead");
    assert!(boards.starts_with("       _        _\n"), "{boards}");
    assert!(boards.lines().all(|line| line == line.trim_end()), "{boards}");
    run(&["show", "fourteen/duchi-1", "--moves", "3-6 1-2"]).refused(&["move 2, 1-2"]);
    run(&["show", "fourteen/duchi-1", "--form", "poem"]).refused(&["no text form `poem`", "expected one of"]);
}

#[test]
fn every_form_that_is_written_is_read() {
    let forms = rompicapo::games::GAMES
        .iter()
        .flat_map(|game| game.profile().forms.iter().map(|form| (game.name(), form.name)));
    for (game, form) in forms.filter(|(game, _)| *game == "fourteen") {
        let written = run(&["show", "fourteen:5", "--form", form]).expect(0).out;
        let again = run_with(&["show", "-", "--game", game, "--form", form], &written).expect(0).out;
        assert_eq!(written, again, "{form}");
    }
}

#[test]
fn generated_puzzles_have_names_that_give_them_again() {
    let made = run(&["generate", "fourteen", "--count", "3", "--seed", "7"]).expect(0).out;
    let names: Vec<_> = made.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, ["fourteen:7", "fourteen:8", "fourteen:9"]);
    // `NAME TEXT` is what --lines with --skip 1 reads.
    let solved = run_with(&["solve", "--lines", "-", "--skip", "1", "--game", "fourteen", "--json"], &made);
    let by_name = run(&["solve", "fourteen:7..9", "--json"]);
    for (by_text, by_name) in solved.objects().iter().zip(by_name.objects()) {
        assert_eq!(by_text["moves"], by_name["moves"]);
    }
    assert_eq!(run(&["generate", "fourteen", "--count", "2"]).expect(0).out.lines().count(), 2);
    run(&["generate", "forteen"]).refused(&["did you mean `fourteen`?"]);
    run(&["generate", "fourteen:9x9"]).refused(&["fourteen:9x9:"]);
}

/// A claim beside a status that has no solution, of the wrong kind, or of more than the moves tell.
#[test]
fn no_field_passes_unseen() {
    let of = |rest: &str| format!("{{\"schema\":1,\"game\":\"queens\",\"puzzle\":\"queens:4\",{rest}}}\n");
    let solved = "\"status\":\"solved\",\"moves\":[\"2\",\"4\",\"1\",\"3\"],\"length\":4";
    let cases = [
        // There are two; that none is missing in the list only a search tells.
        (of(&format!("{solved},\"all\":[[\"2\",\"4\",\"1\",\"3\"]],\"all_complete\":true")), 3, "all_complete"),
        (of(&format!("{solved},\"solutions\":0")), 1, "\"solutions\" is 0"),
        (of(&format!("{solved},\"optimal\":\"yes\"")), 2, "expected \"optimal\", true or false"),
        (of(&format!("{solved},\"solutions\":-1")), 2, "expected \"solutions\", a whole number"),
        (of("\"status\":\"limit\",\"unique\":true"), 1, "\"unique\" speaks of a solution"),
        (of("\"status\":\"unsolvable\",\"solutions\":5"), 1, "\"solutions\" speaks of a solution"),
        (of("\"status\":\"unsolvable\",\"moves\":[\"1\"]"), 1, "\"moves\" speaks of a solution"),
    ];
    for (line, code, words) in cases {
        let ran = run_with(&["verify", "--strict", "--from", "-"], &line).expect(code);
        assert!(format!("{}{}", ran.out, ran.err).contains(words), "{line}{}{}", ran.out, ran.err);
    }
}

#[test]
fn the_grid_of_a_sudoku_is_computed_again() {
    let solved = run(&["solve", "sudoku:easy:1", "--json"]).expect(0);
    run_with(&["verify", "--from", "-"], &solved.out).expect(0);
    let start = solved.out.find("\"grid\":\"").expect("a grid") + 8;
    let mut other = solved.out.clone();
    other.replace_range(start..=start, if other[start..].starts_with('1') { "2" } else { "1" });
    run_with(&["verify", "--from", "-"], &other).expect(1);
}

/// A name says it all: what stands beside it must say the same.
#[test]
fn a_name_with_another_goal_is_another_puzzle() {
    let verify = |puzzle: &str, beside: &str| {
        let game = puzzle.split(':').next().unwrap();
        let line = format!(r#"{{"schema":1,"game":"{game}","puzzle":"{puzzle}",{beside},"status":"limit"}}"#);
        run_with(&["verify", "--from", "-"], &(line + "\n"))
    };
    for (puzzle, right, other) in [
        ("sliding:3x3:4", r#""goal":"blank-last""#, r#""goal":"blank-first""#),
        ("sliding:2x3,goal=blank-first:4", r#""goal":"blank-first""#, r#""goal":"blank-last""#),
        ("sliding:2x3:4", r#""size":"2x3""#, r#""size":"3x2""#),
        ("counters:5,goal=ab-left", r#""goal":"ab-left""#, r#""goal":"ab-right""#),
        ("freecell:cells=2:1", r#""cells":"2""#, r#""cells":"3""#),
    ] {
        verify(puzzle, right).expect(0);
        let told = verify(puzzle, other).expect(1).out;
        assert!(
            told.contains(&format!("{puzzle}: \"")) && told.contains("beside it is not that of the puzzle"),
            "{told}"
        );
    }
    assert!(verify("sliding:3x3:4", r#""goal":7"#).expect(2).err.contains("expected \"goal\", a string"));
}

/// Of two values for one key each reader takes the one that it likes.
#[test]
fn no_key_stands_in_a_line_twice() {
    let right = line("[\"1-2\",\"1-3\"]", 2);
    for twice in ["\"length\":2,", "\"status\":\"solved\",", "\"x\":{\"y\":1,\"y\":1},"] {
        let line = right.replacen('{', &format!("{{{twice}"), 1);
        let ran = run_with(&["verify", "--from", "-"], &line).expect(2);
        assert!(ran.err.contains("error: -:1: column ") && ran.err.contains("\" stands there twice"), "{}", ran.err);
    }
}

#[test]
fn what_is_called_invalid_is_read_again_where_it_has_a_name() {
    let verify = |puzzle: &str| {
        let head = r#"{"schema":1,"game":"fourteen","status":"invalid","error":"a thirteenth column","puzzle":"#;
        run_with(&["verify", "--strict", "--from", "-"], &format!("{head}\"{puzzle}\"}}\n"))
    };
    assert!(verify("fourteen:1").expect(1).out.contains("there is nothing wrong with the puzzle of this name"));
    assert_eq!(verify("fourteen:0x7").expect(0).out, "0 solutions right, 1 without anything to replay\n");
    assert_eq!(verify("deals.txt:7").expect(3).out, "0 solutions right, 1 called invalid, not checked\n");
}

#[test]
fn a_directory_is_no_file_of_lines() {
    for (option, what) in [("--from", "lines of `solve --json`"), ("--certificate", "certificates")] {
        run(&["verify", option, "/"]).refused(&[&format!("/: is a directory; expected a file with {what}")]);
    }
}

/// However long a name or a number in a line is, the message is short.
#[test]
fn names_and_numbers_without_end_are_cut() {
    let digits = "9".repeat(3_000);
    for game in rompicapo::games::GAMES.iter().map(|game| game.name()) {
        for puzzle in [format!("{game}:{digits}"), format!("{game}/{digits}"), digits.clone()] {
            let line = format!(r#"{{"schema":1,"game":"{game}","puzzle":"{puzzle}","status":"limit"}}"#);
            let ran = run_with(&["verify", "--from", "-"], &(line + "\n")).expect(2);
            assert!(ran.err.chars().count() < 400, "{}", ran.err);
        }
    }
    let line = line("[]", 2).replace(":2}", &format!(":{digits}}}"));
    assert!(run_with(&["verify", "--from", "-"], &line).expect(2).err.chars().count() < 400);
}

#[test]
fn making_a_puzzle_is_inside_the_time_of_a_check() {
    let slow = "sliding:3x5,moves=79..80:1";
    let line = format!(r#"{{"schema":1,"game":"sliding","puzzle":"{slow}","status":"limit"}}"#);
    let ran = run_with(&["verify", "--from", "-", "--time", "0.1"], &(line + "\n")).expect(3);
    assert!(ran.out.ends_with("0 solutions right, 1 given up\n"), "{}", ran.out);
    let ran = run(&["verify", slow, "--moves", "U", "--time", "0.1"]).expect(3);
    assert_eq!(ran.out, format!("{slow}: not checked: not done after 0.1 s\n"));
}

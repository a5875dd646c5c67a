//! Verdicts, options, exit codes.

use crate::{finish, program, run, run_with};

#[test]
fn the_object_has_the_fields_of_the_contract_in_their_order() {
    let ran = run(&["solve", "fourteen:1", "--json", "--strategy", "dfs"]).expect(0);
    let object = &ran.objects()[0];
    let keys: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = "schema game puzzle status optimal moves length strategy heuristics nodes expanded seconds version";
    let mut expected: Vec<_> = expected.split(' ').collect();
    if cfg!(target_os = "linux") {
        expected.push("peak_mib");
    }
    assert_eq!(keys, expected);
    assert_eq!(object["schema"], 1);
    assert_eq!(object["length"], 26);
    assert_eq!(object["moves"].as_array().unwrap().len(), 26);
    assert!(object["seconds"].as_f64().unwrap() > 0.0);
    assert!(object["nodes"].as_u64() >= object["expanded"].as_u64());
}

#[test]
fn peak_memory_is_told_only_of_a_single_puzzle() {
    let ran = run(&["solve", "fourteen:1", "fourteen:2", "--json"]).expect(0);
    assert!(ran.objects().iter().all(|object| object.get("peak_mib").is_none()));
}

#[test]
fn exit_codes_rank_malformed_over_limit_over_unsolvable() {
    let solve = |lines: &str| {
        let args = ["solve", "--lines", "-", "--game", "fourteen", "--strategy", "dfs", "--nodes", "4", "--json"];
        run_with(&args, lines).code
    };
    // With four nodes: 7 7 is solved, 1 2 has no solution, the long one is given up.
    let (solved, unsolvable, limit, malformed) = ("7|7\n", "1|2\n", "1|13|2|12|3|11|4|10|5|9\n", "99\n");
    assert_eq!(solve(solved), 0);
    assert_eq!(solve(&[solved, unsolvable].concat()), 1);
    assert_eq!(solve(&[unsolvable, limit, solved].concat()), 3);
    assert_eq!(solve(&[limit, malformed, unsolvable, solved].concat()), 2);
}

#[test]
fn a_limit_says_which_and_what_to_try() {
    let ran = run(&["solve", "fourteen:1", "--strategy", "dfs", "--nodes", "5"]).expect(3);
    assert!(ran.out.contains("node limit") && ran.out.contains("--nodes"), "{}", ran.out);
    let ran = run(&["solve", "fourteen:1", "--strategy", "dfs", "--nodes", "5", "--json"]).expect(3);
    assert_eq!(ran.objects()[0]["status"], "limit");
    assert_eq!(ran.objects()[0]["limit"], "nodes");
    assert!(ran.objects()[0].get("moves").is_none());
}

#[test]
fn time_is_a_limit_too() {
    let ran = run(&["solve", "fourteen:1", "--strategy", "dfs", "--time", "0.000000001", "--json"]).expect(3);
    assert_eq!(ran.objects()[0]["limit"], "time");
    run(&["solve", "fourteen:1", "--time", "3600"]).expect(0);
}

#[test]
fn an_unsolvable_puzzle_says_so_for_people() {
    let ran = run_with(&["solve", "-", "--game", "fourteen"], "1 2 | 3").expect(1);
    assert!(ran.out.contains("no solution"), "{}", ran.out);
    assert!(!ran.out.contains('\x1b'), "no colour in a pipe");
}

#[test]
fn heuristics_are_switched_from_the_defaults() {
    let heuristics = |options: &[&str]| {
        let args = [&["solve", "fourteen/duchi-1", "--json", "--strategy", "dfs"], options].concat();
        run(&args).expect(0).objects()[0]["heuristics"].clone()
    };
    assert_eq!(heuristics(&["--without", "memory"]), serde_json::json!([]));
    assert_eq!(heuristics(&["--only", "none"]), serde_json::json!([]));
    assert_eq!(heuristics(&["--only", "memory"]), serde_json::json!(["memory"]));
    assert_eq!(heuristics(&["--with", "memory"]), serde_json::json!(["memory"]));
}

#[test]
fn options_are_checked_before_anything_runs() {
    let cases: [(&[&str], &[&str]); 13] = [
        (&["--strategy", "dsf"], &["fourteen has no strategy `dsf`", "did you mean `dfs`?"]),
        (&["--strategy", "dfs", "--with", "memry"], &["no heuristic `memry`", "did you mean `memory`?"]),
        (&["--strategy", "dfs", "--only", "magic"], &["no heuristic `magic`", "expected one of"]),
        (&["--only", "memory", "--with", "memory"], &["cannot be used with"]),
        (&["--strategy", "dfs", "--weight", "2"], &["has no weight"]),
        (&["--weight", "heavy"], &["expected a number"]),
        (&["--nodes", "0"], &["above 0"]),
        (&["--time", "-1"], &["--time", "expected seconds above 0"]),
        (&["--time", "soon"], &["expected seconds above 0"]),
        (&["--memory", "0"], &["above 0"]),
        (&["--jobs", "0"], &["above 0"]),
        (&["--states"], &["--json"]),
        (&["--boards", "--json"], &["cannot be used with"]),
    ];
    for (options, parts) in cases {
        run(&[&["solve", "fourteen:1", "fourteen:2"], options].concat()).refused(parts);
    }
    run(&["solve"]).refused(&["PUZZLE"]);
    run(&["solve", "--lines", "x.txt"]).refused(&["--game"]);
    run(&["solve", "fourteen:1", "--skip", "1"]).refused(&["--lines"]);
    run(&["solve", "-", "--game", "forteen"]).refused(&["forteen", "fourteen"]);
    run(&["slove", "fourteen:1"]).refused(&["solve"]);
}

#[test]
fn a_plan_that_the_strategy_cannot_carry_out_is_bad_usage() {
    // Every solution of Fourteen takes the same number of moves, and there are far too many to list.
    let ran = run(&["solve", "fourteen:1", "fourteen:2", "--strategy", "dfs", "--all"]);
    ran.refused(&["fourteen:1: "]);
    run(&["solve", "fourteen:1", "--strategy", "dfs", "--all", "--json"]).refused(&["fourteen:1: "]);
}

#[test]
fn boards_are_the_only_data_of_boards() {
    let boards = run(&["solve", "fourteen/duchi-1", "--boards"]).expect(0);
    assert!(boards.err.contains("solved"));
    // One board before each move, none of the empty table: 26 boards of eight lines.
    assert_eq!(boards.out.lines().count(), 26 * 8);
}

/// As `risolvi_stampa` of the 2007 report: first the two deadlocks in comments, then the boards, and what it printed can
/// be pasted.
#[test]
fn deadlocks_are_printed_before_the_boards() {
    let ran = run(&["solve", "fourteen/duchi-2", "--strategy", "classic", "--deadlocks", "--boards"]).expect(0);
    let (deadlocks, boards) = ran.out.rsplit_once("*/\n").unwrap();
    assert_eq!(deadlocks.matches("/*deadlock detected-----").count(), 2);
    assert!(!ran.err.contains(" from "), "no node is told: {}", ran.err);
    assert_eq!(boards.lines().count(), 26 * 8);
    let line = run(&["show", "fourteen/duchi-2", "--form", "line"]).expect(0).out;
    assert_eq!(run_with(&["show", "-", "--game", "fourteen", "--form", "line"], &ran.out).expect(0).out, line);
}

/// Was he right? Both published deadlocks of the 2007 report are real; what is zero is not told.
#[test]
fn what_a_strategy_remarks_stands_in_text_and_json() {
    let args = ["solve", "fourteen/duchi-2", "--strategy", "classic"];
    assert!(run(&args).expect(0).out.contains("deadlocks right: 2"));
    let told = run(&[&args[..], &["--verbose"]].concat()).expect(0).err;
    assert_eq!(told.matches("by the checks of 2007; exact: really lost").count(), 2, "{told}");
    let ran = run(&[&args[..], &["--json"]].concat()).expect(0);
    assert_eq!(ran.objects()[0]["deadlocks_right"], 2);
    assert_eq!(ran.objects()[0].get("checks_given_up"), None);
}

#[test]
fn states_are_the_boards_along_the_solution() {
    let ran = run_with(&["solve", "-", "--game", "fourteen", "--json", "--states"], "7 1|7|13").expect(0);
    assert_eq!(ran.objects()[0]["states"].as_array().unwrap().len(), 3);
    assert_eq!(ran.objects()[0]["states"][0], ran.objects()[0]["text"]);
}

#[test]
fn verbose_talks_on_standard_error_only() {
    let quiet = run(&["solve", "fourteen/duchi-1", "--strategy", "dfs"]).expect(0);
    let ran = run(&["solve", "fourteen/duchi-1", "--strategy", "dfs", "--verbose"]).expect(0);
    assert_eq!(ran.out.lines().count(), quiet.out.lines().count());
    assert!(ran.err.contains("* solution, length 26"), "{}", ran.err);
    assert!(quiet.err.is_empty());
}

#[test]
fn colour_is_asked_for_or_not() {
    let coloured = |args: &[&str], no_color: Option<&str>| {
        let mut command = program();
        command.args(args);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        finish(command).out.contains('\x1b')
    };
    assert!(!coloured(&["solve", "fourteen:1"], None), "a pipe is no terminal");
    assert!(coloured(&["solve", "fourteen:1", "--color", "always"], None));
    assert!(coloured(&["--color=always", "solve", "fourteen:1"], Some("1")), "--color beats NO_COLOR");
    assert!(!coloured(&["solve", "fourteen:1", "--color", "never"], None));
    run(&["solve", "fourteen:1", "--color", "sometimes"]).refused(&["auto", "always", "never"]);
}

#[test]
fn the_workstation_needs_a_terminal() {
    run(&[]).refused(&["terminal", "rompicapo solve"]);
    run(&["play", "fourteen:1"]).refused(&["terminal", "rompicapo solve"]);
    run(&["play", "forteen:1"]).refused(&["did you mean `fourteen:…`?"]);
}

/// A grid with eleven solutions.
const ELEVEN: &str = "# 15\\ 7\\ 8\\\n\\16 . . .\n\\14 . . .\n";

#[test]
fn uniqueness_is_claimed_only_by_a_search_that_ended() {
    for strategy in [&["classic"][..], &["logic", "--with", "guess"]] {
        let limited = [&["solve", "-", "--game", "kakuro", "--json", "-s"], strategy, &["--unique"]].concat();
        let mut codes = Vec::new();
        for nodes in ["1", "2", "3", "4", "5", "8", "1000"] {
            let ran = run_with(&[&limited[..], &["--nodes", nodes]].concat(), ELEVEN);
            let object = &ran.objects()[0];
            assert_ne!(object["unique"], true, "{object}");
            codes.push(ran.code);
            if object["status"] == "solved" {
                assert_eq!(ran.code, if object["unique"].is_null() { 3 } else { 0 }, "{object}");
            }
        }
        assert!(codes.contains(&3) && codes.contains(&0), "{codes:?}");
    }
}

#[test]
fn a_list_that_was_cut_says_so() {
    let solve = |nodes: &str| {
        let args = ["solve", "-", "--game", "kakuro", "--json", "-s", "classic", "--all", "--nodes", nodes];
        run_with(&args, ELEVEN)
    };
    let cut = solve("5").expect(3);
    let object = &cut.objects()[0];
    assert_eq!((&object["status"], &object["all_complete"]), (&"solved".into(), &false.into()));
    assert!(object.get("solutions").is_none(), "{object}");
    let whole = solve("1000").expect(0);
    let object = &whole.objects()[0];
    assert_eq!((&object["solutions"], &object["all_complete"]), (&11.into(), &true.into()));
    assert_eq!(object["unique"], false);
}

/// What `fast` has found of all solutions when a limit stops it is printed, and is not called all.
#[test]
fn solutions_in_hand_are_printed() {
    let row = format!("#{}", " .".repeat(8));
    let open = format!("#{}\n{}\n", " #".repeat(8), vec![row; 8].join("\n"));
    for ask in ["--all", "--unique"] {
        let args = ["solve", "-", "--game", "kakuro", "--json", "-s", "fast", ask, "--nodes"];
        let ran = run_with(&[&args[..], &["300"]].concat(), &open);
        let object = &ran.objects()[0];
        assert_eq!(object["status"], "solved", "{ask}: {}", ran.out);
        let is_all = object["all_complete"] == true;
        assert!(
            ran.code == 3 && !is_all && object["unique"] != true || object["unique"] == false,
            "{ask}: {}",
            ran.out
        );
        run_with(&["verify", "--from", "-"], &ran.out).expect(0);
    }
}

/// Strategies that count or list all by themselves, in every game that has one.
#[test]
fn a_count_that_was_cut_says_so() {
    for (puzzle, strategy) in [
        ("queens:9", "classic-all"),
        ("queens:9", "count"),
        ("knight:5x5:1", "classic-all"),
        ("maze/loops", "classic-all"),
    ] {
        let ran = run(&["solve", puzzle, "-s", strategy, "--nodes", "60000", "--json"]);
        let whole = ran.code == 0;
        assert!(!whole || ran.objects()[0]["solutions"].as_u64() > Some(1), "{}", ran.out);
        let nodes = if whole { "1500" } else { "60000" };
        let ran = run(&["solve", puzzle, "-s", strategy, "--nodes", nodes, "--json"]).expect(3);
        let object = &ran.objects()[0];
        assert_eq!((&object["status"], &object["all_complete"]), (&"solved".into(), &false.into()), "{puzzle}");
        assert!(object.get("solutions").is_none(), "{object}");
    }
}

/// A grid with eleven solutions: a search that a limit stopped after the first of them knows nothing of the others.
#[test]
fn one_solution_is_claimed_only_by_a_search_that_ended() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("eleven.txt");
    std::fs::write(&file, "# 15\\ 7\\ 8\\\n\\16 . . .\n\\14 . . .\n").unwrap();
    for (strategy, with) in [("classic", None), ("logic", Some("guess"))] {
        for ask in ["--unique", "--all"] {
            for nodes in 2..40 {
                let nodes = nodes.to_string();
                let mut args = vec!["solve", "--json", "--game", "kakuro", crate::text(&file), "-s", strategy, ask];
                args.extend(["--nodes", &nodes]);
                args.extend(with.iter().flat_map(|with| ["--with", with]));
                let ran = crate::run(&args);
                let object = ran.objects().remove(0);
                assert_ne!(object["unique"], true, "{args:?}");
                assert!(ran.code == 3 || object["unique"] == false, "{args:?}: {}", ran.code);
                if ran.code == 0 {
                    break;
                }
            }
        }
    }
}

#[test]
fn one_of_each_kind_is_not_all() {
    let all = ["solve", "queens:8", "--all", "--with", "symmetry"];
    assert!(run(&all).expect(0).out.contains("  12 solutions up to symmetry\n"));
    let object = run(&[&all[..], &["--json"]].concat()).expect(0).objects().remove(0);
    assert_eq!((&object["solutions"], object.get("all_complete")), (&12.into(), None));
    let object = run(&["solve", "queens:8", "--all", "--json"]).expect(0).objects().remove(0);
    assert_eq!((&object["solutions"], &object["all_complete"]), (&92.into(), &true.into()));
}

#[test]
fn one_square_has_an_open_tour_and_no_closed_one() {
    run(&["solve", "knight:1x1:1"]).expect(0);
    for strategy in ["tour", "classic", "classic-all"] {
        let object = run(&["solve", "knight:1x1,closed:1", "--json", "-s", strategy]).expect(1).objects().remove(0);
        assert_eq!(object["status"], "unsolvable", "{strategy}");
    }
}

#[test]
fn no_film_of_what_is_proven_unsolvable() {
    let dir = tempfile::tempdir().unwrap();
    let film = dir.path().join("film.svg");
    let ran = run(&["cast", "queens:3", "--out", crate::text(&film)]).expect(1);
    assert!(ran.err.contains("queens:3: no solution to show"), "{}", ran.err);
    assert!(!film.exists());
}

#[test]
fn no_moves_show_the_board_one_begins_with() {
    let board = run(&["show", "queens:4"]).expect(0).out;
    assert!(board.contains('.'), "{board}");
    assert_eq!(run(&["show", "queens:4", "--moves", ""]).expect(0).out, board);
}

/// A search that enters no square twice passes by short ways: what it did not find within M moves may well be there.
#[test]
fn only_a_proof_says_that_nothing_is_so_short() {
    let within = |strategy: &str| run(&["solve", "maze:21x21,loops=20:1", "--strategy", strategy, "--max-moves", "52"]);
    assert!(within("bfs").out.contains("solved, 44 moves"));
    for strategy in ["dfs", "wall"] {
        let ran = within(strategy);
        assert_eq!(ran.code, 3);
        assert!(ran.out.contains("unknown: nothing found in 52 moves or fewer"), "{}", ran.out);
    }
    let deal = "freecell:cells=2,suits=2,ranks=5,columns=3:12";
    let ran = run(&["solve", deal, "--strategy", "optimal", "--max-moves", "13"]);
    assert!(ran.out.contains("unknown: no solution in 13 cards or fewer"), "{}", ran.out);
}

#[test]
fn a_count_says_which_solutions_it_counts() {
    let told = |args: &[&str]| run(args).out;
    let count = told(&["solve", "counters:4", "--strategy", "count"]);
    assert!(count.contains("1 solution of the fewest moves"), "{count}");
    let all = told(&["solve", "counters:4", "--strategy", "search-all", "--max-moves", "5"]);
    assert!(all.contains("8 solutions of at most 5 moves"), "{all}");
    let ways = told(&["solve", "maze:9x9,loops=4:1", "--strategy", "classic-all", "--max-moves", "12"]);
    assert!(ways.contains("6 solutions of at most 12 moves"), "{ways}");
}

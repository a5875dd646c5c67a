//! How runs end before their time: signals, limits, caches that are none.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rompicapo::games::GAMES;
use rompicapo::search::Plan;
use rompicapo::workbench::drive::Driver;
use rompicapo::workbench::finding::End;

use crate::{finish, program, run, text};

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rompicapo"));
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env(name, "/proc/none");
    }
    let command = command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
}

/// The lines of an interrupted batch are the first ones, whoever was quicker.
#[test]
fn a_batch_that_is_ended_has_no_gaps() {
    for (signal, code, jobs) in [("TERM", 143, "1"), ("TERM", 143, "3"), ("INT", 130, "3"), ("HUP", 129, "2")] {
        let mut child = start(&["solve", "freecell:1..30000", "--json", "--jobs", jobs]);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut seen: Vec<String> = lines.by_ref().take(20).map(Result::unwrap).collect();
        send(signal, &child);
        seen.extend(lines.map(Result::unwrap));
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
        for (number, line) in (1..).zip(&seen) {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["puzzle"], format!("freecell:{number}"), "{signal}, {jobs} jobs");
        }
    }
}

/// `short` has an answer at once and goes on improving it.
#[test]
fn a_run_that_is_terminated_prints_the_best_in_hand() {
    let mut child = start(&["solve", "sliding:5x5:3", "--strategy", "short", "--json", "--time", "600", "--verbose"]);
    let mut told = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("solution") {
        line.clear();
        assert!(told.read_line(&mut line).unwrap() > 0, "it ended by itself");
    }
    let rest = std::thread::spawn(move || drop(told.read_to_end(&mut Vec::new())));
    send("TERM", &child);
    let output = child.wait_with_output().unwrap();
    rest.join().unwrap();
    assert_eq!(output.status.code(), Some(143));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["status"], &object["optimal"]), (&"solved".into(), &false.into()));
}

#[test]
fn making_a_puzzle_is_inside_its_time() {
    for (name, rest) in
        [("sliding:3x5,moves=79..80:1", "sliding:3x3:1"), ("kakuro:40x40,expert:1", "kakuro:5x5,easy:1")]
    {
        let ran = run(&["solve", name, rest, "--time", "0.3", "--json"]).expect(3);
        let objects = ran.objects();
        assert_eq!((&objects[0]["status"], &objects[0]["limit"]), (&"limit".into(), &"time".into()), "{name}");
        assert_eq!((&objects[0]["strategy"], &objects[0]["nodes"]), (&serde_json::Value::Null, &0.into()), "{name}");
        assert_eq!(objects[1]["puzzle"], rest);
    }
    let ran = run(&["solve", "sliding:3x5,moves=79..80:1", "--time", "0.2"]).expect(3);
    assert!(ran.out.contains("gave up at the time limit while the puzzle was made"), "{}", ran.out);
}

/// Wherever there is a `--time`: in a range whose first puzzle the strategy is tried on, in a race, a trace, a comparison.
#[test]
fn making_a_puzzle_is_inside_the_time_of_every_command() {
    const SLOW: &str = "sliding:3x5,moves=79..80:1";
    let ran = run(&["solve", &format!("{SLOW}..2"), "-s", "ida*", "--time", "0.2", "--json"]).expect(3);
    assert_eq!(ran.objects().iter().filter(|object| object["limit"] == "time").count(), 2, "{}", ran.out);
    let entries = ["--entry", "ida*", "--entry", "id", "--time", "0.2"];
    let ran = run(&[&["race", SLOW, "--json"], &entries[..]].concat()).expect(3);
    let entry = |object: &serde_json::Value| (object["strategy"].clone(), object["limit"].clone());
    let raced: Vec<_> = ran.objects().iter().take(2).map(entry).collect();
    assert_eq!(raced, [("ida*".into(), "time".into()), ("id".into(), "time".into())]);
    for args in [&["diff", SLOW][..], &["trace", SLOW, "--time", "0.2"]] {
        let args = if args[0] == "diff" { [args, &entries[..]].concat() } else { args.to_vec() };
        let ran = run(&args).expect(3);
        assert!(ran.err.contains("gave up at the time limit while the puzzle was made"), "{}", ran.err);
    }
}

#[test]
fn jobs_have_a_most_and_a_file_must_not_say_another_game() {
    run(&["solve", "fourteen:1..3", "--jobs", "100000"]).refused(&["expected at most 256"]);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("p.txt");
    fs::write(&file, "game: sliding\n1 2 3 4 5 6 7 0 8\n").unwrap();
    run(&["solve", "--game", "fourteen", text(&file)]).refused(&["says that it is sliding, --game says fourteen"]);
    run(&["solve", "--game", "sliding", text(&file)]).expect(0);
}

/// No strategy of any game answers with more moves than it may, nor calls unsolvable what is only longer.
#[test]
fn max_moves_is_kept_by_every_strategy() {
    let puzzles = [
        ("fourteen", "3"),
        ("freecell", "classroom,suits=2,ranks=4:7"),
        ("kakuro", "5x5,easy:1"),
        ("counters", "4"),
        ("sliding", "3x3:5"),
        ("queens", "6"),
        ("knight", "5x5:1"),
        ("maze", "11x11,loops=9:1"),
        ("sudoku", "easy:1"),
    ];
    let stop = AtomicBool::new(false);
    for game in GAMES {
        let (_, name) = puzzles.iter().find(|(of, _)| *of == game.name()).expect("a puzzle of every game");
        let position = game.deal(name).unwrap();
        for strategy in game.strategies() {
            for most in [0, 1, 3] {
                let plan = Plan { max_moves: Some(most), nodes: Some(50_000), ..Plan::new(strategy) };
                let driver = Driver { time: Some(Duration::from_secs(20)), stop: &stop };
                let Ok(run) = driver.solve(&*position, &plan, None, &mut |_| ()) else { continue };
                let what = format!("{} {} --max-moves {most}: {:?}", game.name(), strategy.name, run.end);
                assert!(run.finding.length().is_none_or(|length| length <= most), "{what}");
                assert!(matches!(run.end, End::Limit(_)), "{what}");
            }
        }
    }
}

fn with_home(home: &str, args: &[&str]) -> crate::Ran {
    let mut command = program();
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env_remove(name);
    }
    command.env("HOME", home).args(args);
    finish(command)
}

#[test]
fn a_home_that_is_none_is_no_reason_to_build_tables() {
    for home in ["/dev/null", "/proc/none", ""] {
        let ran = with_home(home, &["solve", "sliding:4x4:1", "--json"]).expect(0);
        assert_eq!(ran.err, "", "{home}");
        with_home(home, &["list", "sliding"]).expect(0);
    }
    // What was asked for is told at once, and not after the work.
    with_home("/dev/null", &["tables", "build", "sliding:4x4"]).refused(&["/dev/null"]);
}

/// A pipe or a directory in the place of a file keeps nobody waiting.
#[test]
fn pipes_and_directories_are_no_files() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = |path: &std::path::Path| {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    let tables = dir.path().join(".cache/rompicapo/tables/sliding-4x4.tables");
    pipe(&tables);
    pipe(&dir.path().join(".local/share/rompicapo/puzzles/sliding/own.toml"));
    pipe(&dir.path().join("config.toml"));
    fs::create_dir_all(dir.path().join(".local/share/rompicapo/puzzles/fourteen/own.toml")).unwrap();
    let home = text(dir.path());
    let ran = with_home(home, &["solve", "sliding:4x4:1..3", "--json"]).expect(0);
    assert_eq!(ran.err.matches("tables not used, is no ordinary file").count(), 1, "{}", ran.err);
    assert!(with_home(home, &["list", "sliding"]).expect(0).err.contains("own.toml: is no ordinary file"));
    assert!(with_home(home, &["list", "fourteen"]).expect(0).err.contains("own.toml: is a directory"));
    let config = dir.path().join("config.toml");
    with_home(home, &["list", "--config", text(&config)]).refused(&["config.toml: is no ordinary file"]);
    with_home(home, &["tables", "build", "sliding:4x4"]).refused(&["is no ordinary file"]);
    assert!(tables.exists(), "what is not ours stays");
    // A table that is larger than the run may be is left out, and that is said.
    fs::remove_file(&tables).unwrap();
    fs::write(&tables, "anything").unwrap();
    let ran = with_home(home, &["solve", "sliding:4x4:1", "--memory", "64"]).expect(0);
    assert!(ran.err.contains("more than --memory allows"), "{}", ran.err);
    // A link to a file is as good as the file.
    fs::remove_file(dir.path().join("config.toml")).unwrap();
    fs::write(dir.path().join("real.toml"), "speed = 4\n").unwrap();
    std::os::unix::fs::symlink(dir.path().join("real.toml"), &config).unwrap();
    with_home(home, &["list", "--config", text(&config)]).expect(0);
}

/// A grid without clues has more solutions than anybody could list: the list is cut where `--memory` says, and says so.
#[test]
fn a_list_that_is_cut_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("open.txt");
    fs::write(&file, "\\ \\ \\ \\/\\ . . ./\\ . . ./\\ . . .").unwrap();
    let ask = |strategy: &str, json: bool| {
        let mut args = vec!["solve", "--game", "kakuro", text(&file), "-s", strategy, "--all", "--memory", "2"];
        args.extend(json.then_some("--json"));
        run(&args).expect(3)
    };
    for strategy in ["fast", "classic"] {
        let object = ask(strategy, true).objects().remove(0);
        let listed = object["all"].as_array().unwrap().len();
        assert!((100..10_000).contains(&listed), "{strategy}: {listed}");
        assert_eq!((&object["status"], &object["all_complete"]), (&"solved".into(), &false.into()));
        assert_eq!(object["unique"], false);
        let said = ask(strategy, false).out;
        assert!(said.contains("at least ") && said.contains("gave up at the memory limit"), "{strategy}");
    }
}

/// Moves that are only written down take room as well.
#[test]
fn an_answer_that_is_too_large_is_given_up() {
    let ran = run(&["solve", "counters:400000", "-s", "construct", "--memory", "16", "--json"]).expect(3);
    assert_eq!(ran.objects()[0]["limit"], "memory");
    run(&["solve", "counters:400000", "-s", "construct", "--json"]).expect(0);
}

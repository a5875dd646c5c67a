//! `trace`: JSON lines, Posthoc, DOT; limits, windows, interruption.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use serde_json::Value;

use crate::run;

/// What Posthoc asks of a trace of version 1.4.0.
fn hold_to_schema(trace: &Value) {
    assert_eq!(trace["version"], "1.4.0");
    let views = trace["views"].as_object().unwrap();
    for component in views["main"].as_array().unwrap() {
        let shape = component["$"].as_str().unwrap();
        assert!(["rect", "circle", "path", "polygon"].contains(&shape) || views.contains_key(shape));
        assert!(component["clear"].is_boolean() || component["clear"].is_string());
        if let Some(each) = component.get("$for") {
            let known = ["$let", "$from", "$to", "$step"];
            assert!(each.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())));
        }
    }
    let usual = ["source", "destination", "generating", "expanding", "updating", "closing", "end"];
    let mut known = BTreeSet::new();
    for event in trace["events"].as_array().unwrap() {
        assert!(usual.contains(&event["type"].as_str().unwrap()), "{event}");
        let id = event["id"].as_u64().unwrap();
        let parent = event.get("pId").expect("null at the root");
        assert!(parent.is_null() && id == 0 || known.contains(&parent.as_u64().unwrap()), "before its parent: {event}");
        known.insert(id);
    }
}

#[test]
fn a_trace_for_posthoc_keeps_its_schema_and_draws_every_board() {
    let ran = run(&["trace", "sliding/eight-8", "--strategy", "a*", "--format", "posthoc"]).expect(0);
    let trace: Value = serde_json::from_str(&ran.out).unwrap();
    hold_to_schema(&trace);
    let events = trace["events"].as_array().unwrap();
    let count = |kind: &str| events.iter().filter(|event| event["type"] == kind).count();
    assert_eq!((count("source"), count("generating"), count("expanding"), count("end")), (1, 20, 10, 1));
    // The boards: nine cells that the view walks through, those of the rules along each line.
    let board = |event: &Value| -> String {
        let words = event["cells"].as_array().unwrap().iter().map(|cell| cell["t"].as_str().unwrap());
        words.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(board(&events[0]), "4 1 2 6 . 3 7 5 8");
    let first = events.iter().find(|event| event["type"] == "generating").unwrap();
    assert_eq!((first["move"].as_str(), board(first)), (Some("U"), "4 . 2 6 1 3 7 5 8".into()));
    let end = events.last().unwrap();
    assert_eq!((end["g"].as_u64(), end["f"].as_u64(), board(end)), (Some(8), Some(8), "1 2 3 4 5 6 7 8 .".into()));
    let drawn = serde_json::to_string(&trace["views"]["main"]).unwrap();
    assert!(drawn.contains("$.cells.length") && drawn.contains("$.cells[$.i].t"), "{drawn}");
    // Neighbours stand side by side and rows one below the other.
    let places: Vec<(u64, u64)> = events[0]["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| (cell["x"].as_u64().unwrap(), cell["y"].as_u64().unwrap()))
        .collect();
    assert!(places.windows(2).all(|pair| (pair[0].1, pair[0].0) < (pair[1].1, pair[1].0)), "{places:?}");
}

#[test]
fn a_part_for_posthoc_has_parents_before_children_too() {
    for strategy in ["a*", "ida*"] {
        let args =
            ["trace", "sliding/eight-8", "--strategy", strategy, "--format", "posthoc", "--from", "4", "--to", "6"];
        hold_to_schema(&serde_json::from_str(&run(&args).expect(0).out).unwrap());
    }
}

#[test]
fn a_small_tree_is_drawn_for_graphviz_and_a_large_one_refused() {
    let ran = run(&["trace", "counters:3", "--format", "dot"]).expect(0);
    assert!(ran.out.starts_with("digraph search {\n") && ran.out.ends_with("}\n"), "{}", ran.out);
    assert_eq!(ran.out.matches(" -> ").count(), 85);
    assert!(ran.out.contains("doubleoctagon") && ran.out.contains("met before"), "{}", ran.out);
    let ran = run(&["trace", "sliding/classroom", "--strategy", "ida*", "--only", "manhattan", "--format", "dot"]);
    let ran = ran.expect(3);
    assert!(ran.out.is_empty() && ran.err.contains("room for 2,000 nodes"), "{}", ran.err);
}

#[test]
fn a_trace_ends_with_a_line_of_its_own_whatever_ended_it() {
    let end = |more: &[&str], code: i32| {
        let args = [&["trace", "sliding/classroom", "--strategy", "ida*", "--only", "manhattan"], more].concat();
        let ran = run(&args).expect(code);
        serde_json::from_str::<Value>(ran.out.lines().last().unwrap()).unwrap()
    };
    let limit = end(&["--nodes", "50"], 3);
    assert_eq!(
        (limit["e"].as_str(), limit["status"].as_str(), limit["limit"].as_str()),
        (Some("end"), Some("limit"), Some("nodes"))
    );
    assert_eq!(end(&["--time", "0.000000001"], 3)["limit"], "time");
    let stopped = end(&["--from", "3", "--to", "5"], 0);
    assert_eq!((stopped["status"].as_str(), stopped["expanded"].as_u64()), (Some("stopped"), Some(5)));
    run(&["trace", "sliding:3x3,moves=4:1", "--from", "900"]).expect(2);
    run(&["trace", "sliding/classroom", "--from", "9", "--to", "3"]).refused(&["--from 9 --to 3"]);
    run(&["trace", "sliding/classroom", "--strategy", "idas"]).refused(&["did you mean `ida*`?"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_trace_is_whole_lines_and_ends() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rompicapo"));
    command.args(["trace", "sliding/korf-1", "--strategy", "ida*", "--only", "manhattan"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    for _ in 0..1000 {
        line.clear();
        out.read_line(&mut line).unwrap();
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let last: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert_eq!((last["e"].as_str(), last["status"].as_str()), (Some("end"), Some("interrupted")));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn solve_tells_the_iterations_that_a_trace_tells() {
    let args = ["sliding/eight-8", "--strategy", "ida*", "--only", "manhattan"];
    let solved = run(&[&["solve", "--json"], &args[..]].concat()).expect(0);
    let traced = run(&[&["trace"], &args[..]].concat()).expect(0);
    let iterations = solved.objects()[0]["iterations"].clone();
    let bounds: Vec<_> = iterations.as_array().unwrap().iter().map(|it| it["bound"].clone()).collect();
    let told = traced.objects().into_iter().filter(|line| line["e"] == "bound").map(|line| line["bound"].clone());
    assert_eq!(bounds, told.collect::<Vec<_>>());
}

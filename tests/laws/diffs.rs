//! Two searches in lockstep differ where a slow comparison of their whole traces says that they do.

use std::sync::atomic::AtomicBool;

use rompicapo::games::{self, Position, SplitMix};
use rompicapo::search::Plan;
use rompicapo::workbench::diff::{Comparison, Other, Patience, TraceFile, compare};
use rompicapo::workbench::entry::Entry;
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::trace::{self, JsonLines, Subject, Window};
use serde_json::Value;

use crate::instances;

fn trace_of(position: &dyn Position, plan: &Plan) -> String {
    let named = Named::new("some puzzle".into(), position.game(), position.boxed_clone());
    let (mut out, window, stop) = (Vec::new(), Window::new(None, None), AtomicBool::new(false));
    trace::write(Subject { named: &named, plan }, &window, None, &stop, &mut JsonLines::new(&mut out, &window))
        .unwrap();
    String::from_utf8(out).unwrap()
}

/// Every decision of a trace as words: the kind of event and the whole line of moves from the root.
fn decisions(trace: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut found = Vec::new();
    let mut last_cut = Value::Null;
    for event in trace.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let kind = event["e"].as_str().unwrap().to_owned();
        if kind == "note" || kind == "end" || ["seen", "dead"].contains(&&*kind) && event["id"] == last_cut {
            continue;
        }
        last_cut = if kind == "cut" { event["id"].clone() } else { Value::Null };
        let line_of = |id: &Value| id.as_u64().map_or(String::new(), |id| lines[id as usize].clone());
        let line = match &*kind {
            "node" => {
                let line = format!("{} {}", line_of(&event["parent"]), event["move"].as_str().unwrap_or_default());
                lines.push(line.clone());
                line
            }
            "skip" => line_of(&event["parent"]),
            _ => line_of(&event["id"]),
        };
        // Two children by the same move are two nodes.
        let id = if event["id"].is_null() { &event["parent"] } else { &event["id"] };
        found.push(format!("{kind} {line} {id}"));
    }
    found
}

/// Whether they are equal as far as they go, and the number of the first difference or of equal decisions.
fn slowly(one: &str, other: &str) -> (bool, u64) {
    let is_short = |trace: &str| trace.contains(r#""limit":"nodes""#);
    let (short, other_short) = (is_short(one), is_short(other));
    let (one, other) = (decisions(one), decisions(other));
    let equal = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let is_over = |decisions: &[String]| decisions.len() == equal;
    let ends = is_over(&one) && is_over(&other) || is_over(&one) && short || is_over(&other) && other_short;
    if ends { (true, equal as u64) } else { (false, equal as u64 + 1) }
}

fn in_lockstep(position: &dyn Position, plan: &Plan, other: Other<'_>) -> (bool, u64) {
    let stop = AtomicBool::new(false);
    match compare(position, plan, other, Patience { time: None, stop: &stop }).unwrap() {
        Comparison::Equal(equal) | Comparison::Limit(equal, _) => (true, equal.events),
        Comparison::Different(difference) => (false, difference.event),
    }
}

/// Makes the text of a small puzzle.
type Maker = fn(&mut SplitMix) -> String;

/// Small boards of several games, and entries to compare on each.
const CASES: [(&str, Maker, [&str; 3]); 4] = [
    ("sliding", instances::sliding, ["ida*+manhattan", "ida*+manhattan,linear-conflict", "a*"]),
    ("fourteen", instances::fourteen, ["classic", "classic+avoid,order-longest", "dfs"]),
    ("counters", instances::counters, ["shortest", "shortest+memory", "search-one"]),
    ("freecell", instances::freecell, ["prove", "prove+safe-home", "classic"]),
];

#[test]
fn the_first_difference_is_that_of_the_whole_traces() {
    let mut dice = SplitMix(77);
    let mut differences = 0;
    for (name, make, entries) in CASES {
        let game = games::find(name).unwrap();
        for _ in 0..6 {
            let text = make(&mut dice);
            let position = instances::read(name, &text);
            let plans = entries.map(|entry| Plan { nodes: Some(3_000), ..Entry::read(game, entry).unwrap().plan() });
            let traces = plans.each_ref().map(|plan| trace_of(&*position, plan));
            for (one, other) in [(0, 1), (1, 2), (0, 0), (2, 0), (1, 1)] {
                let expected = slowly(&traces[one], &traces[other]);
                let found = in_lockstep(&*position, &plans[one], Other::Search(&plans[other]));
                assert_eq!(found, expected, "{text} {} {}", entries[one], entries[other]);
                differences += u64::from(!found.0);
            }
        }
    }
    assert!(differences > 20, "only {differences}");
}

#[test]
fn a_stored_trace_is_a_side_like_another() {
    let game = games::find("sliding").unwrap();
    let position = game.deal("3x3,moves=14:3").unwrap();
    let plans =
        ["ida*+manhattan", "ida*+manhattan,linear-conflict"].map(|entry| Entry::read(game, entry).unwrap().plan());
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("trace.jsonl");
    for (one, other) in [(0, 0), (0, 1), (1, 0)] {
        let trace = trace_of(&*position, &plans[other]);
        std::fs::write(&path, &trace).unwrap();
        let expected = slowly(&trace_of(&*position, &plans[one]), &trace);
        let file = TraceFile::open(path.to_str().unwrap(), game).unwrap();
        assert_eq!(in_lockstep(&*position, &plans[one], Other::Trace(Box::new(file))), expected);
    }
}

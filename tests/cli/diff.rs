//! `diff`: the first difference of two searches.

use crate::{run, text};

const PLAIN: &str = "ida*+manhattan";
const BETTER: &str = "ida*+manhattan,linear-conflict";

#[test]
fn the_first_difference_is_named_with_both_boards_and_the_reason() {
    let ran = run(&["diff", "sliding/classroom", "--entry", PLAIN, "--entry", BETTER]).expect(1);
    let told = "They part at expansion 1, of the start: A cut U by manhattan: f 35; B entered it with f 37. \
                Their estimates differ, and with them the bound and what it cuts.\n\nevent 5 is the first that differs\n";
    assert!(ran.out.contains(told) && ran.out.contains("line: U\n"), "{}", ran.out);
    assert_eq!(ran.out.matches(" 2  4  .  3").count(), 2, "{}", ran.out);
    let ran = run(&["diff", "sliding/classroom", "--entry", PLAIN, "--entry", BETTER, "--json"]).expect(1);
    let found = &ran.objects()[0];
    assert_eq!((found["equal"].as_bool(), found["event"].as_u64()), (Some(false), Some(5)));
    assert_eq!((found["a"]["e"].as_str(), found["b"]["e"].as_str()), (Some("cut"), Some("expand")));
    assert_eq!(
        (found["a"]["by"].as_str(), found["b"]["terms"]["linear-conflict"].as_u64()),
        (Some("manhattan"), Some(2))
    );
    assert_eq!(found["estimates_differ_at"], 1);
}

#[test]
fn what_differs_is_said_in_a_sentence_first() {
    let parting = |puzzle: &str, a: &str, b: &str| {
        let ran = run(&["diff", puzzle, "--entry", a, "--entry", b]).expect(1);
        ran.out.lines().nth(1).unwrap_or_default().to_owned()
    };
    let told = parting("sliding/eight-20", "ida*", "a*");
    assert!(told.ends_with("A goes into a child as soon as it is made; B makes the other children first."), "{told}");
    let told = parting("fourteen/duchi-1", "classic", "exact");
    assert!(told.ends_with("A goes on by moves of play, B by other decisions, in the words of its search."), "{told}");
    let told = parting("sliding/eight-20", "a*", "weighted-a*");
    assert!(told.starts_with("They part at expansion ") && told.contains(", of "), "{told}");
}

#[test]
fn the_same_entry_twice_is_equal_to_the_end() {
    let ran = run(&["diff", "sliding/eight-8", "--entry", PLAIN, "--entry", PLAIN]).expect(0);
    assert!(ran.out.contains("equal to the end: "), "{}", ran.out);
    let ran = run(&["diff", "sliding/classroom", "--entry", PLAIN, "--entry", PLAIN, "--json"]).expect(0);
    assert_eq!(ran.objects()[0]["equal"], true);
    assert!(ran.objects()[0]["events"].as_u64().unwrap() > 1000);
}

#[test]
fn a_limit_that_comes_first_leaves_it_open() {
    let ran =
        run(&["diff", "sliding/korf-1", "--entry", PLAIN, "--entry", PLAIN, "--nodes", "5000", "--json"]).expect(3);
    assert_eq!(ran.objects()[0]["equal"], serde_json::Value::Null);
    assert_eq!(ran.objects()[0]["limit"], "nodes");
}

#[test]
fn a_students_trace_needs_only_events_ids_parents_and_moves() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("own.jsonl");
    let compared = |own: &str| {
        std::fs::write(&path, own).unwrap();
        run(&["diff", "sliding/eight-8", "--entry", "a*", "--trace", text(&path), "--json"])
    };
    let ours = run(&["trace", "sliding/eight-8", "--strategy", "a*"]).expect(0);
    let own: Vec<String> = ours
        .objects()
        .iter()
        .filter_map(|event| {
            let id = |key: &str| event[key].as_u64().map_or("null".to_owned(), |id| format!("\"n{id}\""));
            match event["e"].as_str()? {
                "node" => Some(format!(
                    r#"{{"e":"node","id":{},"parent":{},"move":{}}}"#,
                    id("id"),
                    id("parent"),
                    event["move"]
                )),
                "expand" => Some(format!(r#"{{"e":"expand","id":{}}}"#, id("id"))),
                _ => None,
            }
        })
        .collect();
    let equal = compared(&own.join("\n")).expect(0);
    assert_eq!(equal.objects()[0]["equal"], true, "{}", equal.out);
    // Another order of the children is another search.
    let other = own.join("\n").replacen(r#""move":"U""#, r#""move":"D""#, 1);
    let different = compared(&other).expect(1);
    assert_eq!(different.objects()[0]["why"], "A made U with f 10; B made D");
    let short = own[..own.len() - 1].join("\n");
    let ended = compared(&short).expect(1);
    assert!(ended.objects()[0]["why"].as_str().unwrap().ends_with("B ended (no more lines)"), "{}", ended.out);
    compared("").refused(&["there is no event in it"]);
    compared("{\"e\":\"node\",\"id\":0}\n{\"e\":\"expand\",\"id\":7}\n")
        .refused(&["own.jsonl:2: node 7 was not told before"]);
    compared("{\"e\":\"node\",\"id\":0}\nnode 1\n").refused(&["own.jsonl:2: expected a JSON object"]);
    compared("{\"trace\":1,\"game\":\"kakuro\"}\n").refused(&["a trace of kakuro, expected one of sliding"]);
}

#[test]
fn bad_entries_say_what_is_possible() {
    let diff = |entries: &[&str]| {
        let mut args = vec!["diff", "sliding/eight-8"];
        for entry in entries {
            args.extend(["--entry", entry]);
        }
        run(&args)
    };
    diff(&["idas", "a*"]).refused(&["sliding has no strategy `idas`", "did you mean `ida*`?"]);
    diff(&["ida*+luck", "a*"]).refused(&["strategy `ida*` has no heuristic `luck`", "expected one of"]);
    diff(&["weighted@0.9", "a*"]).refused(&["weight `0.9`: expected a number, 1 or above"]);
    diff(&["a*"]).refused(&["expected two sides", "there are 1"]);
    diff(&["a*", "a*", "a*"]).refused(&["expected two sides", "there are 3"]);
}

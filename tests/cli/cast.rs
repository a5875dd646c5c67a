//! `cast`: films of a solution and of a search.

use serde_json::Value;

use crate::{run, text};

/// The head of an asciicast, and when each of its screens comes.
fn film(args: &[&str]) -> (Value, Vec<f64>) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("film.cast");
    run(&[&["cast"], args, &["--out", text(&file)]].concat()).expect(0);
    let lines = std::fs::read_to_string(file).unwrap();
    let mut lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let head = lines.next().unwrap();
    (head, lines.map(|event| event[0].as_f64().unwrap()).collect())
}

/// Every step is seen, at most thirty of them in a second.
#[test]
fn the_highest_speed_leaves_no_step_out() {
    let (head, times) = film(&["sliding/classroom", "--entry", "ida*+manhattan", "--to", "40", "--speed", "30"]);
    assert_eq!(
        (head["version"].as_u64(), head["width"].as_u64(), head["height"].as_u64()),
        (Some(2), Some(80), Some(24))
    );
    // A screen an expansion, and the end.
    assert_eq!(times.len(), 41);
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] > 1.0 / 30.0 - 1e-6), "{times:?}");
}

#[test]
fn long_waits_are_shortened() {
    let (_, times) = film(&["sliding/fifteen-10", "--speed", "0.1"]);
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] <= 2.0), "{times:?}");
}

//! The walks of ARCHITECTURE.md: every hop is there, and calls the next one.

use crate::source::{Source, has_word};
use crate::text_of;

struct Hop {
    file: String,
    function: String,
    /// Whether it is called by the hop before, and not reached through a channel.
    is_called: bool,
}

/// The hops of a line "- **name**: `file::function` → `file::function` ⇢ …".
fn hops(walk: &str) -> Vec<Hop> {
    let line = format!("- **{walk}**: ");
    let page = text_of("ARCHITECTURE.md");
    let hops = page.lines().find_map(|text| text.strip_prefix(&line)).unwrap_or_else(|| panic!("no walk {walk}"));
    let mut is_called = false;
    let mut found = Vec::new();
    for word in hops.split_whitespace() {
        match word {
            "→" => is_called = true,
            "⇢" => is_called = false,
            _ => {
                let hop = word.trim_matches('`').split_once("::");
                let (file, function) = hop.unwrap_or_else(|| panic!("{walk}: expected `file::function`, not {word}"));
                found.push(Hop { file: format!("src/{file}"), function: function.to_owned(), is_called });
            }
        }
    }
    found
}

fn follow(walk: &str) {
    let hops = hops(walk);
    assert!(hops.len() > 4, "{walk}: only {} hops", hops.len());
    let mut before: Vec<String> = Vec::new();
    for Hop { file, function, is_called } in hops {
        let bodies = Source::new(&text_of(&file)).without_tests().functions(&function);
        assert!(!bodies.is_empty(), "ARCHITECTURE.md, {walk}: no function {function} in {file}");
        let calls = before.iter().any(|body| has_word(body, &function));
        assert!(!is_called || calls, "ARCHITECTURE.md, {walk}: the hop before does not call {file}::{function}");
        before = bodies;
    }
}

#[test]
fn a_key_comes_to_the_board() {
    follow("key to board");
}

#[test]
fn a_text_comes_to_its_verdict() {
    follow("text to verdict");
}

#[test]
fn a_step_comes_to_its_figures() {
    follow("step to figures");
}

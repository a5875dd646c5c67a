//! One word for one thing: docs/words.md says which, and no text of the program has another.

use std::fmt::Write as _;
use std::fs;

use crate::source::{Source, has_word};
use crate::{files_below, text_of};

/// A text that people may read, with its file and line.
struct Text {
    place: String,
    text: String,
}

/// The texts of more than one word: names of fields, keys and strategies are not for reading.
fn texts() -> Vec<Text> {
    let files = files_below("src", "rs").into_iter().filter(|file| !file.to_string_lossy().contains("tests"));
    let of_file = |file: std::path::PathBuf| {
        let found = Source::new(&text_of(&file)).without_tests().texts();
        let is_read =
            |text: &str| text.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic)).count() > 1;
        found.into_iter().filter(move |(_, text)| is_read(text)).map(move |(line, text)| {
            let place = format!("{}:{line}", file.display());
            Text { place, text }
        })
    };
    files.flat_map(of_file).chain(texts_of_packs()).collect()
}

/// What packs say of their puzzles.
fn texts_of_packs() -> impl Iterator<Item = Text> {
    let of_file = |file: std::path::PathBuf| {
        let lines: Vec<String> = text_of(&file).lines().map(str::to_owned).collect();
        let is_read = |line: &str| ["title = ", "about = ", "text = "].iter().any(|field| line.starts_with(field));
        let told = |(n, text): (usize, String)| Text { place: format!("{}:{}", file.display(), n + 1), text };
        let told: Vec<Text> =
            lines.into_iter().enumerate().filter(|(_, line)| is_read(line) && line.contains(' ')).map(told).collect();
        told
    };
    files_below("puzzles", "toml").into_iter().flat_map(of_file)
}

/// The words of the last column.
fn unsaid() -> Vec<String> {
    let page = text_of("docs/words.md");
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| --- "));
    let lasts =
        rows.filter_map(|row| row.trim_end_matches('|').rsplit_once('|')).map(|(_, last)| last.trim().to_owned());
    let words: Vec<String> = lasts.flat_map(|last| last.split(", ").map(str::to_owned).collect::<Vec<_>>()).collect();
    words.into_iter().filter(|word| !word.is_empty() && word != "not").collect()
}

/// Neither of a book for programmers nor of a machine, nor American where the rest is British.
const NEVER: [&str; 12] = [
    "please",
    "sorry",
    "oops",
    "successfully",
    "e.g.",
    "i.e.",
    "etc.",
    "(s)",
    "colors",
    "neighbor",
    "utilize",
    "abort",
];

#[test]
fn no_text_has_another_word_for_a_thing_of_ours() {
    let unsaid = unsaid();
    assert!(unsaid.len() > 50, "the tables of docs/words.md");
    let mut found = String::new();
    for Text { place, text } in texts() {
        let low = text.to_lowercase();
        for word in unsaid.iter().map(String::as_str).chain(NEVER).filter(|word| has_word(&low, word)) {
            writeln!(found, "{place}: {word}: {text}").expect("a text takes all");
        }
    }
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn all_texts_can_be_read_in_one_place() {
    let all: Vec<String> = texts().iter().map(|Text { place, text }| format!("{place}: {text}")).collect();
    let all = all.join("\n");
    assert!(all.contains("Three things to try"), "the welcome is among them");
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("texts.txt");
    fs::write(file, all).expect("a file of ours");
}

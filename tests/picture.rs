//! Pictures of the screen: the README's are those that `scripts/pictures.sh` makes, the gallery's those of
//! `scripts/screens.sh --gallery`.

mod common;

use std::process::Command;

use common::Desk;
use rompicapo::tui::picture;

/// The picture without the rows that depend on the machine: times, rates, bars of them.
fn without_times(svg: &str) -> String {
    let is_seconds = |word: &str| {
        let fraction = word.split_once('.').filter(|(whole, _)| whole.chars().all(|c| c.is_ascii_digit()));
        fraction.is_some_and(|(_, part)| part.len() == 3 && part.chars().all(|c| c.is_ascii_digit()))
    };
    let is_timed = |row: &str| {
        let texts = row.lines().filter_map(|line| line.strip_suffix("</text>")?.rsplit_once('>'));
        let words: Vec<&str> = texts.flat_map(|(_, text)| text.split_whitespace()).collect();
        let timed = ["rate", "time", "s", "ms", "µs", "us", "ns"];
        let bars = |word: &str| word.chars().any(|c| ('▁'..='█').contains(&c));
        words.iter().any(|word| timed.contains(word) || word.ends_with("/s") || is_seconds(word) || bars(word))
    };
    let rows: Vec<&str> = svg.split("<g ").map(|row| if is_timed(row) { "TIME" } else { row }).collect();
    rows.join("<g ")
}

/// Makes the pictures of a page again with a script, and holds those that are kept in a folder to them; `called` is how
/// the page names the folder.
#[cfg(unix)]
fn are_up_to_date(script: &[&str], page: &str, folder: &str, called: &str) {
    let directory = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    command.args(script).arg(directory.path());
    command.env("ROMPICAPO", env!("CARGO_BIN_EXE_rompicapo")).env("HOME", directory.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(page).unwrap();
    let mut made = 0;
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(text.contains(&format!("]({called}/{name})")), "{name} is not in {page}");
        let read = |path: &std::path::Path| without_times(&std::fs::read_to_string(path).unwrap_or_default());
        let (now, kept) = (read(&path), read(&std::path::Path::new(folder).join(&name)));
        let differs = now.lines().zip(kept.lines()).find(|(now, kept)| now != kept);
        assert!(now == kept, "{folder}/{name} is stale, `sh {}` makes it again: {differs:?}", script.join(" "));
        made += 1;
    }
    let named = text.matches(&format!("]({called}/")).count();
    assert_eq!(named, made, "every picture of {page} is made by the script");
}

#[cfg(unix)]
#[test]
fn the_pictures_of_the_readme_are_up_to_date() {
    are_up_to_date(&["scripts/pictures.sh"], "README.md", "assets", "assets");
}

#[cfg(unix)]
#[test]
fn the_pictures_of_the_gallery_are_up_to_date() {
    are_up_to_date(&["scripts/screens.sh", "--gallery"], "docs/gallery.md", "docs/gallery", "gallery");
}

#[test]
fn a_picture_has_every_character_of_the_screen() {
    let mut desk = Desk::at("counters/classic-4");
    let screen = desk.screen();
    let svg = picture::svg(desk.buffer());
    let texts = svg.lines().filter_map(|line| line.strip_prefix("<text")?.split_once('>')?.1.strip_suffix("</text>"));
    let shown: String =
        texts.map(|text| text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")).collect();
    let letters = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    assert_eq!(letters(&shown), letters(&screen));
}

//! Pictures of the screen: the README's are those that `scripts/pictures.sh` makes.

mod common;

use std::process::Command;

use common::Desk;
use rompicapo::tui::picture;

/// The picture with each figure that depends on the machine as a word of its own: times, rates, bars of them.
fn without_times(svg: &str) -> String {
    let mut text = String::new();
    for line in svg.lines() {
        let is_timed =
            [" s<", " ms<", "µs<", "us<", "ns<", "/s<", " s ", " ms ", "/s "].iter().any(|unit| line.contains(unit))
                || line.chars().any(|c| ('▁'..='█').contains(&c))
                || line.contains("rate");
        text.push_str(if is_timed { "TIME" } else { line });
        text.push('\n');
    }
    text
}

#[cfg(unix)]
#[test]
fn the_pictures_of_the_readme_are_up_to_date() {
    let directory = tempfile::tempdir().unwrap();
    let mut script = Command::new("sh");
    script.args(["scripts/pictures.sh", directory.path().to_str().unwrap()]);
    script.env("ROMPICAPO", env!("CARGO_BIN_EXE_rompicapo")).env("HOME", directory.path());
    let output = script.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let readme = std::fs::read_to_string("README.md").unwrap();
    let mut made = 0;
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(readme.contains(&format!("assets/{name}")), "{name} is not in the README");
        let read = |path: &std::path::Path| without_times(&std::fs::read_to_string(path).unwrap_or_default());
        let (now, kept) = (read(&path), read(&std::path::Path::new("assets").join(&name)));
        let differs = now.lines().zip(kept.lines()).find(|(now, kept)| now != kept);
        assert!(now == kept, "assets/{name} is stale, `sh scripts/pictures.sh` makes it again: {differs:?}");
        made += 1;
    }
    assert_eq!(readme.matches("](assets/").count(), made, "every picture of the README is made by the script");
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

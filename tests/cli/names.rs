//! Naming a puzzle, and every way to get it wrong.

use std::fs;

use crate::{run, run_with, text};

#[test]
fn a_puzzle_of_a_pack_a_number_and_a_range() {
    for name in ["fourteen/duchi-1", "fourteen:2"] {
        let ran = run(&["solve", name, "--json"]).expect(0);
        assert_eq!(ran.objects()[0]["puzzle"], name);
        assert!(ran.objects()[0].get("text").is_none(), "a name says it all");
    }
    let names: Vec<_> = run(&["solve", "fourteen:2..4", "--json"]).expect(0).objects();
    let names: Vec<_> = names.iter().map(|object| object["puzzle"].as_str().unwrap()).collect();
    assert_eq!(names, ["fourteen:2", "fourteen:3", "fourteen:4"]);
}

#[test]
fn a_pack_by_its_name_is_all_its_puzzles() {
    let names = |what| -> Vec<String> {
        let objects = run(&["solve", what, "--json"]).objects();
        objects.iter().map(|object| object["puzzle"].as_str().unwrap().to_owned()).collect()
    };
    let duchi = names("fourteen/duchi");
    assert_eq!((duchi.len(), &*duchi[0]), (6, "fourteen/duchi-1"));
    // A puzzle's name goes before that of a pack.
    assert_eq!(names("sliding/classroom"), ["sliding/classroom"]);
    let pack = names("sliding/classroom/");
    assert!(pack.len() > 1 && pack.contains(&"sliding/classroom".to_owned()), "{pack:?}");
    run(&["show", "fourteen/duchi"]).refused(&["expected one puzzle, not 6"]);
    run(&["solve", "fourteen/duchy"]).refused(&["did you mean `fourteen/duchi`?"]);
    run(&["solve", "fourteen/duchi-1/"]).refused(&["no pack is called so"]);
    run(&["solve", "sliding/ladder", "--goal", "blank-first"]).refused(&["--goal goes with a puzzle's text"]);
}

#[test]
fn a_pack_is_listed_by_its_name() {
    let listed = run(&["list", "fourteen/duchi"]).expect(0).out;
    assert!(listed.contains("fourteen/duchi-2") && !listed.contains("graded"), "{listed}");
    run(&["list", "fourteen/duchy"]).refused(&["did you mean `duchi`?"]);
    run(&["list", "fourteen/duchi", "--strategies"]).refused(&["rompicapo list fourteen --strategies"]);
}

#[test]
fn a_huge_range_starts_at_once() {
    let ran = run(&["show", "fourteen:1..18446744073709551615"]);
    ran.refused(&["expected one puzzle"]);
}

#[test]
fn a_file_and_standard_input() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("seven.txt");
    fs::write(&file, "7 1\n7\n13\n").unwrap();
    let path = text(&file);
    let ran = run(&["solve", path, "--game", "fourteen", "--json"]).expect(0);
    assert_eq!(ran.objects()[0]["puzzle"], path);
    let line = ran.objects()[0]["text"].as_str().unwrap().to_owned();
    let ran = run_with(&["solve", "-", "--game", "fourteen", "--json"], &line);
    assert_eq!(ran.objects()[0]["puzzle"], "-");
    assert_eq!(ran.objects()[0]["text"], line.as_str());
}

#[test]
fn a_file_may_tell_its_game_itself() {
    let ran = run_with(&["solve", "-", "--json"], "game: fourteen\n7 | 7\n").expect(0);
    assert_eq!(ran.objects()[0]["game"], "fourteen");
    run_with(&["solve", "-"], "game: fourten\n7 | 7\n").refused(&["-:1", "did you mean `fourteen`?"]);
    run_with(&["solve", "-"], "7 | 7\n").refused(&["--game", "game: NAME"]);
}

#[test]
fn places_count_the_header_lines() {
    let ran = run_with(&["solve", "-"], "game: fourteen\n7 7\n1 99\n").expect(2);
    assert!(ran.err.contains("-:3:"), "{}", ran.err);
}

#[test]
fn a_pack_given_as_a_path_is_all_its_puzzles() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.toml");
    let pack = "name = \"mine\"\ntitle = \"Mine\"\n[[puzzle]]\nname = \"a\"\ntext = \"7|7\"\n\
                [[puzzle]]\nname = \"b\"\ntext = \"1|2\"\n";
    fs::write(&file, pack).unwrap();
    let ran = run(&["solve", text(&file), "--game", "fourteen", "--json"]).expect(1);
    let statuses: Vec<_> = ran.objects().iter().map(|object| object["status"].clone()).collect();
    assert_eq!(statuses, ["solved", "unsolvable"]);
    run(&["solve", text(&file)]).refused(&["mine.toml", "--game", "game = "]);
}

#[test]
fn names_that_are_none_say_what_they_could_be() {
    let cases: [(&str, &[&str]); 9] = [
        ("forteen:1", &["forteen:1", "did you mean `fourteen:…`?"]),
        ("forteen/duchi-1", &["did you mean `fourteen/…`?"]),
        ("chess:1", &["no game is called `chess`", "fourteen"]),
        ("fourteen/duchi-9", &["none has this puzzle", "did you mean `fourteen/duchi-"]),
        ("duchi-1", &["did you mean `fourteen/duchi-1`?"]),
        ("fourteen", &["which one?", "fourteen:NUMBER"]),
        ("fourteen:9..1", &["the range is empty"]),
        ("fourteen:a..b", &["expected a range A..B"]),
        ("fourteen:x", &["fourteen:x", "expected a number"]),
    ];
    for (name, parts) in cases {
        run(&["solve", name]).refused(parts);
        // Names are checked before anything runs.
        run(&["solve", "fourteen:1", name]).refused(parts);
    }
    run(&["solve", "no/such/file.txt", "--game", "fourteen"]).refused(&["no/such/file.txt: no such file"]);
    run(&["solve", "-", "-", "--game", "fourteen"]).refused(&["only once"]);
}

#[test]
fn a_file_that_is_no_text_or_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("bytes");
    fs::write(&file, [0xff, 0xfe, 0x00]).unwrap();
    run(&["solve", text(&file), "--game", "fourteen"]).refused(&["bytes", "UTF-8"]);
    run(&["solve", text(dir.path()), "--game", "fourteen"]).refused(&["directory"]);
    run(&["solve", "--lines", text(dir.path()), "--game", "fourteen"]).refused(&["directory"]);
    run(&["solve", "--lines", "nowhere.txt", "--game", "fourteen"]).refused(&["nowhere.txt: no such file"]);
}

#[test]
fn malformed_texts_have_their_place() {
    // The contract's list: an unknown rank, five of a rank, thirteen columns, nothing at all.
    let thirteen = ["1"; 4].join("|") + "|" + &["2"; 4].join("|") + "|3|3|3|3|4";
    for malformed in ["7 7\n1 14\n", "1 1 1 1 1", &thirteen, "", "[[1,2],[x]]"] {
        let ran = run_with(&["solve", "-", "--game", "fourteen", "--json"], malformed).expect(2);
        assert!(ran.err.starts_with("error: -:"), "{malformed:?}: {}", ran.err);
        assert_eq!(ran.objects()[0]["status"], "invalid");
        assert_eq!(format!("error: {}", ran.objects()[0]["error"].as_str().unwrap()), ran.err.trim_end());
    }
}

#[test]
fn merely_unsolvable_is_not_malformed() {
    let ran = run_with(&["solve", "-", "--game", "fourteen", "--json"], "1 2 | 3").expect(1);
    assert_eq!(ran.objects()[0]["status"], "unsolvable");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_text() {
    run_with(&["solve", "-", "--game", "fourteen"], "\u{feff}7 | 7\n").expect(0);
    run_with(&["solve", "-"], "\u{feff}game: fourteen\n7 | 7\n").expect(0);
    run_with(&["solve", "--lines", "-", "--game", "fourteen"], "\u{feff}7|7\n").expect(0);
}

#[test]
fn both_places_of_a_duplicate_are_those_of_the_file() {
    let lines = "# boards\n\na 1 2 3 4 5 6 8 8 0\n";
    let ran = run_with(&["solve", "--lines", "-", "--skip", "1", "--game", "sliding"], lines).expect(2);
    assert!(ran.err.contains("-:3:17: a second tile 8; the first is at line 3, column 15"), "{}", ran.err);
    let ran = run_with(&["solve", "-"], "game: sliding\n1 2\n2 0\n").expect(2);
    assert!(ran.err.contains("-:3:1: a second tile 2; the first is at line 2, column 3"), "{}", ran.err);
    let ran = run_with(&["solve", "-"], "game: sliding\ngoal: 1 2 x 0\n1 2\n3 0\n").expect(2);
    assert!(ran.err.contains("-:2:11: expected a tile"), "{}", ran.err);
}

//! Input that nobody means well with: a batch survives every line, and a reader is done with it at once.

use std::fs;

use rompicapo::games::{GAMES, Options};

use crate::{finish, program, run, text};

/// A file with these bytes, and `solve --lines` or `verify --from` over it.
fn over(bytes: &[u8], args: &[&str]) -> crate::Ran {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("lines.txt");
    fs::write(&file, bytes).unwrap();
    let mut args: Vec<&str> = args.to_vec();
    args.push(text(&file));
    run(&args)
}

#[test]
fn twenty_thousand_commas_are_one_line_of_a_batch() {
    let commas = format!("7|7\n[[{}\n[[7],[7]]\n", ",".repeat(20_000));
    let ran = over(commas.as_bytes(), &["solve", "--json", "--game", "fourteen", "--lines"]).expect(2);
    let status: Vec<_> = ran.objects().iter().map(|object| object["status"].clone()).collect();
    assert_eq!(status, ["solved", "invalid", "solved"]);
}

#[test]
fn a_line_that_is_no_text_or_too_large_is_one_invalid_puzzle() {
    let mut bytes = b"7|7\n7 \xff 7\n".to_vec();
    bytes.extend(vec![b'7'; 3 << 20]);
    bytes.extend(b"\n7|7\n");
    let ran = over(&bytes, &["solve", "--json", "--game", "fourteen", "--lines"]).expect(2);
    let objects = ran.objects();
    let status: Vec<_> = objects.iter().map(|object| object["status"].clone()).collect();
    assert_eq!(status, ["solved", "invalid", "invalid", "solved"]);
    assert!(objects[1]["error"].as_str().unwrap().ends_with(":2: expected UTF-8 text"));
    let error = objects[2]["error"].as_str().unwrap();
    assert!(error.ends_with(":3: too large: the text of a Fourteen puzzle has at most 16 KiB"), "{error}");
}

#[test]
fn verify_survives_a_line_that_is_no_text() {
    let line = run(&["solve", "--json", "fourteen:3"]).expect(0).out;
    let bytes = [line.as_bytes(), b"\xff\xfe\n", line.as_bytes()].concat();
    let ran = over(&bytes, &["verify", "--from"]).expect(2);
    assert!(ran.out.starts_with("2 solutions right, 1 unreadable"), "{}", ran.out);
    assert!(ran.err.contains(":2: expected UTF-8 text"), "{}", ran.err);
}

/// Brackets, signs and words without end, each for every game: refused, and nobody waits or overflows.
#[test]
fn readers_do_not_recurse_and_look_at_each_character_once() {
    let pieces =
        ["[", "[[", "[[,", "[,]", "]", ",", ".", ". ", "|", "/", "\\", "# ", "7 ", "7|", "\n", "a=", "size=", "é"];
    for game in GAMES {
        let most = game.profile().largest_text;
        for piece in pieces {
            let text = piece.repeat(most / piece.len());
            let _ = game.read(&text, &Options::new());
            let _ = game.read(&format!("[[{text}"), &Options::new());
        }
        let error = game.read(&"7".repeat(most + 1), &Options::new()).err().expect("too large").to_string();
        assert!(error.starts_with("too large: the text of a"), "{error}");
    }
}

#[test]
fn files_and_toml_have_their_bounds_too() {
    let dir = tempfile::tempdir().unwrap();
    let large = dir.path().join("large.txt");
    fs::write(&large, vec![b'.'; 17 << 20]).unwrap();
    run(&["solve", "--game", "sliding", text(&large)]).refused(&["large.txt: is larger than 16 MiB"]);
    run(&["list", "--config", text(&large)]).refused(&["large.txt: is larger than 16 MiB"]);
    let deep = dir.path().join("deep.toml");
    for open in ["a = ", "[", "[[", "a.", "a = [[[{b="] {
        fs::write(&deep, format!("name = 'x'\n{}{}", open, "[".repeat(200_000))).unwrap();
        run(&["solve", "--game", "sliding", text(&deep)]).refused(&["deep.toml:"]);
        run(&["list", "--config", text(&deep)]).refused(&["deep.toml:"]);
    }
    let nested = format!("{{\"a\":{}", "[".repeat(200_000));
    let ran = over(nested.as_bytes(), &["verify", "--from"]).expect(2);
    assert!(ran.err.contains("lines.txt:1: "), "{}", ran.err);
}

#[test]
fn a_comment_that_is_a_puzzle_is_told_with_its_line() {
    let grid = "# 3\\ 3\\/\\3 . ./\\3 . .\n\n# Two lines of words.\nx\n";
    let ran = over(grid.as_bytes(), &["solve", "--game", "kakuro", "--lines"]).expect(2);
    assert!(ran.err.contains("lines.txt:1: passed over as a comment, since it begins with `# `"), "{}", ran.err);
    assert_eq!(ran.err.matches("warning").count(), 1, "{}", ran.err);
    let open = format!(" {}", grid.lines().next().unwrap());
    over(open.as_bytes(), &["solve", "--game", "kakuro", "--lines"]).expect(0);
}

#[test]
fn a_name_twice_in_a_pack_is_an_error_with_both_places() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("rompicapo/puzzles/fourteen");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("own.toml");
    let puzzle = "[[puzzle]]\nname = 'pair'\ntext = '7|7'\n";
    fs::write(&file, format!("name = 'own'\ntitle = 'Own'\ngame = 'fourteen'\n{puzzle}{puzzle}")).unwrap();
    let message = "own.toml:8: a second puzzle is called `pair`; the first stands in line 5";
    run(&["solve", text(&file)]).refused(&[message]);
    let mut command = program();
    command.args(["list", "fourteen"]).env("XDG_DATA_HOME", dir.path());
    assert!(finish(command).err.contains(message));
}

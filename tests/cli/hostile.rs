//! Input that nobody means well with: a batch survives every line, and a reader is done with it at once.

use std::fs;

use rompicapo::games::quote::is_risky;
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

/// Two packs of megabytes: each name is looked up once, or nobody would see the end of it.
#[test]
fn large_packs_are_read_in_proportion_to_their_size() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("rompicapo/puzzles/fourteen");
    fs::create_dir_all(&folder).unwrap();
    for pack in ["a", "b"] {
        let puzzle = |number| format!("[[puzzle]]\nname = '{pack}-{number}'\ntext = '7 1|7|13'\n");
        let puzzles: String = (0..40_000).map(puzzle).collect();
        fs::write(folder.join(pack).with_extension("toml"), format!("name = '{pack}'\ntitle = 'Large'\n{puzzles}"))
            .unwrap();
    }
    let mut command = program();
    command.args(["solve", "fourteen/b-39999"]).env("XDG_DATA_HOME", dir.path());
    let ran = finish(command).expect(0);
    assert!(ran.out.starts_with("fourteen/b-39999: solved, 2 moves"), "{}", ran.out);
}

/// OSC 52, C1, a terminal's title, an order of letters that is not theirs.
const CURSED: &str = "a\u{1b}]52;c;aGk=\u{7}\u{9b}2J\u{202e}\u{2066}\u{85}z";

#[track_caller]
fn assert_harmless(what: &str, text: &str) {
    let risky: Vec<char> = text.chars().filter(|&c| is_risky(c) && c != '\n').collect();
    assert!(risky.is_empty(), "{what}: {risky:?} in {text:?}");
}

/// A word in a message is escaped, and a long one is cut: in texts, names, options and moves of every game.
#[test]
fn no_message_of_a_game_gives_back_what_it_was_given() {
    let long = "x".repeat(12_000);
    let faults = std::cell::RefCell::new(std::collections::BTreeMap::new());
    let check = |what: &str, message: &str| {
        if message.contains(is_risky) || message.chars().count() >= 400 {
            faults.borrow_mut().insert(what.to_owned(), message.chars().take(100).collect::<String>());
        }
    };
    for game in GAMES {
        let name = game.name();
        for word in [CURSED, &long, "\u{9b}", "\u{202e}"] {
            let shapes = [
                word.to_owned(),
                format!("[[{word}]]"),
                format!("[{word}"),
                format!("7 {word}|7"),
                format!("{word}=7"),
                format!("cells={word}"),
                format!("1 2 3 4 size={word}"),
                format!("1 2 3 4 goal={word}"),
                format!("goal: {word}"),
                format!("__ABAB goal={word}"),
                format!("__ABAB k={word}"),
                format!("kakuro/3/3/{word}"),
                format!("kakuro/{word}/3/"),
                format!("|{word}|"),
                format!("{word}\\{word} ."),
                format!("Foundations: {word}"),
                format!("{word} ("),
                format!("solve([[7]] {word}"),
            ];
            for shape in &shapes {
                if let Err(error) = game.read(shape, &Options::new()) {
                    check(&format!("{name} text"), &error.in_file("file"));
                }
                for params in [shape.clone(), format!("{shape}:1"), format!("1:{shape}"), format!("4x4,{shape}:1")] {
                    if let Err(error) = game.deal(&params) {
                        check(&format!("{name} name"), &error.to_string());
                    }
                }
                let mut position = game.deal("1").or_else(|_| game.deal("4")).or_else(|_| game.deal("easy:1")).unwrap();
                if let Err(why) = position.play(shape) {
                    check(&format!("{name} move"), &why);
                }
            }
            for option in game.profile().text_options {
                let options = Options::from([(option.name.to_owned(), word.to_owned())]);
                if let Err(error) = game.read("1 2 3 4 5 6 7 8 0", &options) {
                    check(&format!("{name} option"), &error.in_option());
                }
            }
        }
    }
    assert!(faults.borrow().is_empty(), "{faults:#?}");
}

#[test]
fn names_titles_and_messages_of_packs_reach_no_terminal_raw() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("rompicapo/puzzles/fourteen");
    fs::create_dir_all(&folder).unwrap();
    let cursed = "a\\u001b]52;c;aGk=\\u0007\\u009b2J\\u202e\\u2066\\u0085z";
    let head = format!("name = \"p{cursed}\"\ntitle = \"t{cursed}\"\nsource = \"s{cursed}\"\nabout = \"{cursed}\"\n");
    let puzzle = |name: &str, text: &str| {
        format!(
            "[[puzzle]]\nname = \"{name}{cursed}\"\ntitle = \"{cursed}\"\nlevel = \"{cursed}\"\ntext = \"{text}\"\n"
        )
    };
    fs::write(folder.join("own.toml"), format!("{head}{}{}", puzzle("b", "7|7"), puzzle("c", cursed))).unwrap();
    fs::write(folder.join("bad.toml"), format!("{head}\"{cursed}\" = 1\n")).unwrap();
    fs::write(folder.join(format!("{CURSED}.toml")), "name = 1").unwrap();
    let program = |args: &[&str]| {
        let mut command = program();
        command.args(args).env("XDG_DATA_HOME", dir.path());
        finish(command)
    };
    let list = program(&["list", "fourteen"]).expect(0);
    assert_harmless("list", &list.out);
    assert_harmless("list", &list.err);
    assert_eq!(list.err.matches("warning").count(), 2, "{}", list.err);
    for args in [&["list"][..], &["solve", text(&folder.join("own.toml"))], &["solve", CURSED], &["show", CURSED]] {
        let ran = program(args);
        assert_harmless(&format!("{args:?}"), &ran.out);
        assert_harmless(&format!("{args:?}"), &ran.err);
    }
    let json = program(&["solve", "--json", "--game", "fourteen", text(&folder.join("own.toml"))]);
    assert_harmless("JSON", &json.out);
    assert_eq!(json.objects()[0]["status"], "solved");
}

/// A name with a line break in it would put lines of its own into a list.
#[test]
fn a_name_is_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("rompicapo/puzzles/fourteen");
    fs::create_dir_all(&folder).unwrap();
    let pack = "name = \"p\\nq\"\ntitle = \"t\\nu\"\n[[puzzle]]\nname = \"a\\n  fourteen/forged\"\ntext = \"7|7\"\n";
    fs::write(folder.join("own.toml"), pack).unwrap();
    let mut command = program();
    command.args(["list", "fourteen"]).env("XDG_DATA_HOME", dir.path());
    let list = finish(command).expect(0).out;
    assert!(list.contains(r"fourteen/a\n  fourteen/forged"), "{list}");
    assert!(!list.lines().any(|line| line.trim_start().starts_with("fourteen/forged")), "{list}");
}

#[test]
fn claims_configurations_and_file_names_reach_no_terminal_raw() {
    let dir = tempfile::tempdir().unwrap();
    let cursed = "a\\u001b]52;c;aGk=\\u0007\\u009b2J\\u202ez";
    let lines = [
        format!(r#"{{"schema":1,"game":"{cursed}","puzzle":"{cursed}","status":"{cursed}"}}"#),
        format!(r#"{{"schema":1,"game":"fourteen","puzzle":"{cursed}","status":"solved","moves":[],"length":0}}"#),
        format!(
            r#"{{"schema":1,"game":"fourteen","puzzle":"fourteen:{cursed}","status":"solved","moves":[],"length":0}}"#
        ),
        format!(
            r#"{{"schema":1,"game":"fourteen","puzzle":"f:1","text":"7|7","status":"solved","moves":["{cursed}"],"length":1}}"#
        ),
        format!(r#"{{"schema":1,"game":"fourteen","puzzle":"{cursed}","text":"7|{cursed}","status":"{cursed}"}}"#),
        format!(r#"{{"{cursed}":{CURSED}}}"#),
    ];
    let file = dir.path().join(format!("{CURSED}.json"));
    fs::write(&file, lines.join("\n")).unwrap();
    let ran = run(&["verify", "--from", text(&file)]).expect(2);
    assert_harmless("verify", &ran.out);
    assert_harmless("verify", &ran.err);
    assert_eq!(ran.err.matches("error: ").count() + ran.out.matches("wrong: ").count(), 6, "{}{}", ran.err, ran.out);

    let config = dir.path().join(format!("{CURSED}.toml"));
    for content in [
        format!("\"{cursed}\" = 1"),
        format!("theme = \"{cursed}\""),
        format!("charset = \"{cursed}\""),
        format!("[keys]\n\"{cursed}\" = \"x\""),
        format!("[keys]\nsolve = \"{cursed}\""),
        format!("[games.\"{cursed}\"]\na = 1"),
        format!("[games.freecell]\n\"{cursed}\" = 1"),
        CURSED.to_owned(),
    ] {
        fs::write(&config, content).unwrap();
        let ran = run(&["--config", text(&config)]).expect(2);
        assert_harmless("config", &ran.err);
        assert!(ran.err.contains("2J"), "{}", ran.err);
    }
}

/// A trace of another program's is read as carefully as a puzzle.
#[test]
fn traces_are_bounded_and_their_words_reach_no_terminal_raw() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(format!("{CURSED}.jsonl"));
    let cursed = "a\\u001b]52;c;aGk=\\u0007\\u009b2J\\u202ez";
    let node = r#"{"e":"node","id":0}"#;
    for (content, part) in [
        (format!(r#"{{"trace":1,"game":"{cursed}"}}"#), ":1: a trace of a"),
        (format!("{node}\n{{\"e\":\"expand\",\"id\":\"{cursed}\"}}"), ":2: node "),
        (format!("{node}\n{{\"e\":\"{CURSED}\""), ":2: expected a JSON object"),
        (format!("{node}\n{}", "[".repeat(900_000)), ":2: expected a JSON object"),
        (format!("{node}\n{}", " ".repeat(2 << 20)), ":2: expected a line of at most 1 MiB"),
        (format!("{node}\n{{\"e\":\"node\",\"parent\":0,\"id\":\"{}\"}}", "x".repeat(5000)), "an id of at most 100"),
    ] {
        fs::write(&file, content).unwrap();
        let ran = run(&["diff", "sliding/eight-8", "--entry", "a*", "--trace", text(&file)]).expect(2);
        assert_harmless("trace", &ran.err);
        assert!(ran.err.contains(part) && ran.err.len() < 2000, "{part}: {}", ran.err);
    }
    let directory = text(dir.path());
    let ran = run(&["diff", "sliding/eight-8", "--entry", "a*", "--trace", directory]).expect(2);
    assert!(ran.err.contains("is no ordinary file"), "{}", ran.err);
}

/// What is no text is a malformed puzzle like another: the rest of the batch goes on.
#[test]
fn a_file_that_is_no_text_is_one_invalid_puzzle() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("junk.bin");
    std::fs::write(&file, b"\xff\xfe\x00").unwrap();
    let file = file.to_str().unwrap();
    let ran = crate::run(&["solve", "queens:4", file, "queens:5", "--game", "queens", "--json"]).expect(2);
    let statuses: Vec<&str> = ran.out.lines().filter_map(|line| line.split("\"status\":\"").nth(1)).collect();
    assert_eq!(statuses.len(), 3, "{}", ran.out);
    assert!(statuses[1].starts_with("invalid") && statuses[2].starts_with("solved"), "{}", ran.out);
}

#[test]
fn words_of_the_command_line_come_back_without_their_colours() {
    for args in [["solve", "queens:4", "--strategy"], ["solve", "queens:4", "--with"], ["show", "queens:4", "--form"]] {
        let ran = crate::run(&[&args[..], &["no\u{1b}[31mvil"]].concat()).expect(2);
        assert!(!ran.err.contains('\u{1b}') && ran.err.contains("vil"), "{}", ran.err);
    }
}

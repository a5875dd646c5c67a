//! The sliding puzzle on the command line: bad boards and tables on disk.

use assert_cmd::Command;

fn rompicapo(cache: &std::path::Path, args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rompicapo"));
    let ran = command.env("XDG_CACHE_HOME", cache).args(args).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (ran.status.code().unwrap_or(-1), text(ran.stdout), text(ran.stderr))
}

#[test]
fn bad_boards_are_refused_with_their_place() {
    let cache = tempfile::tempdir().unwrap();
    for (board, place, expected) in [
        ("1 2 3\n4 5 5\n7 8 0\n", ":2:5:", "a second tile 5"),
        ("1 2 3\n4 5 6\n7 8 9\n", ":3:5:", "0, _ or v for the blank"),
        ("1 2 3\n4 5 6\n7 0\n", ":3:", "ragged rows"),
        ("1 2 3 4 5 6 7\n0 8 9 10 11 12 13\n", ":1:", "boards go from 2x2 to 6x6"),
        ("0x120401030e0c100807050d0f0b060a0911\n", ":1:1:", "more than 16 cells"),
    ] {
        let (code, out, err) = rompicapo(cache.path(), &["solve", "--game", "sliding", "-"], board);
        assert_eq!((code, out.as_str()), (2, ""), "{board}");
        assert!(err.contains(place) && err.contains(expected), "{board}: {err}");
    }
}

#[test]
fn tables_are_listed_and_a_damaged_one_is_not_trusted() {
    let cache = tempfile::tempdir().unwrap();
    let (code, out, _) = rompicapo(cache.path(), &["tables", "list"], "");
    assert_eq!(code, 0);
    assert!(out.contains("sliding:4x4") && out.contains("not built"), "{out}");
    let dir = cache.path().join("rompicapo/tables");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("sliding-4x4.tables"), "rompicapo tables 1\nsomething else\n").unwrap();
    let (_, out, _) = rompicapo(cache.path(), &["tables", "list"], "");
    assert!(out.contains("made for another board"), "{out}");
    // A 4x4 board asks for it; what is wrong with it is told, and the verdict does not need it.
    let (code, out, err) = rompicapo(cache.path(), &["solve", "sliding/fourteen-fifteen"], "");
    assert!(code == 1 && out.contains("no solution"), "{out}");
    assert!(err.contains("tables not used, made for another board"), "{err}");
    assert!(err.contains("`rompicapo tables build sliding:4x4 --large` makes them again"), "{err}");
    let classroom = ["solve", "sliding/eight-12", "--json"];
    let (code, out, _) = rompicapo(cache.path(), &classroom, "");
    assert!(code == 0 && out.contains("\"length\":12"), "{out}");
    assert_eq!(rompicapo(cache.path(), &["tables", "remove", "sliding:4x4"], "").0, 0);
    assert_eq!(rompicapo(cache.path(), &["tables", "build", "sliding:9x9"], "").0, 2);
}

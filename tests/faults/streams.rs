//! Standard streams that are full, closed, or read by somebody who has seen enough.

use crate::shell;

fn code(script: &str) -> (Option<i32>, String) {
    let home = tempfile::tempdir().unwrap();
    let output = shell(home.path(), script);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_full_device_is_an_error_that_is_told() {
    for command in [
        "solve fourteen:1..2000 --json",
        "solve fourteen:1",
        "list",
        "show fourteen:1",
        "generate fourteen",
        "man",
        "--help",
        "solve --help",
    ] {
        let (code, err) = code(&format!("rompicapo {command} > /dev/full"));
        assert_eq!(code, Some(2), "{command}: {err}");
        assert!(err.contains("No space left on device"), "{command}: {err}");
    }
    // Where standard error is full, the verdict is still the verdict.
    assert_eq!(code("rompicapo solve fourteen:1..3 2> /dev/full > /dev/null").0, Some(0));
}

#[test]
fn closed_streams_are_survived() {
    for (script, expected) in [
        ("rompicapo solve fourteen:3 <&-", &[0][..]),
        ("rompicapo solve fourteen:3 2>&-", &[0]),
        ("rompicapo solve fourteen:3 >&-", &[0, 2]),
        ("rompicapo solve fourteen:3 <&- >&- 2>&-", &[0, 2]),
        ("rompicapo solve --game fourteen - <&-", &[2]),
        ("rompicapo <&- >&- 2>&-", &[2]),
    ] {
        let (code, err) = code(script);
        assert!(code.is_some_and(|code| expected.contains(&code)), "{script}: {code:?} {err}");
        assert!(!err.contains("panicked"), "{script}: {err}");
    }
}

#[test]
fn a_reader_of_one_line_is_no_error() {
    for command in
        ["solve fourteen:1..20000 --json", "list", "generate fourteen --count 20000", "man", "completions bash"]
    {
        // The shell tells how the first of the two ended.
        let (_, err) = code(&format!("{{ rompicapo {command}; echo \"code $?\" >&2; }} | head -1"));
        assert!(err.ends_with("code 0\n"), "{command}: {err}");
        assert!(!err.contains("panicked") && !err.contains("roken pipe"), "{command}: {err}");
    }
}

//! Disks that are full or read-only, homes that are missing, two programs at the same files.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use crate::{program, shell};

/// The large tables of 4x4 are the only ones that take seconds.
const BUILD: [&str; 3] = ["tables", "build", "sliding:4x4"];

fn left_in(dir: &std::path::Path) -> Vec<String> {
    let tables = dir.join(".cache/rompicapo/tables");
    let entries = fs::read_dir(tables).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// A file may not grow beyond some kilobytes: as a full disk does, writing fails half way.
#[test]
#[ignore = "builds the large tables, some seconds on two cores"]
fn a_full_disk_leaves_nothing_half_written() {
    let home = tempfile::tempdir().unwrap();
    let output = shell(home.path(), "trap '' XFSZ; ulimit -f 200; rompicapo tables build sliding:4x4");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("File too large"), "{err}");
    assert!(left_in(home.path()).is_empty(), "{:?}", left_in(home.path()));
    // A damaged file gives up its room, and the next run does not try again.
    let tables = home.path().join(".cache/rompicapo/tables");
    fs::create_dir_all(&tables).unwrap();
    fs::write(tables.join("sliding-4x4.tables"), "nonsense").unwrap();
    let solve = "trap '' XFSZ; ulimit -f 200; rompicapo solve sliding:4x4:1 --json";
    let first = shell(home.path(), solve);
    assert_eq!(first.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&first.stderr).contains("making them again: File too large"));
    let second = shell(home.path(), solve);
    assert_eq!((second.status.code(), String::from_utf8_lossy(&second.stderr).into_owned()), (Some(0), String::new()));
}

#[test]
#[ignore = "builds the large tables, some seconds on two cores"]
fn a_build_that_is_ended_leaves_nothing_behind() {
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        for after in [100, 1500] {
            let home = tempfile::tempdir().unwrap();
            let mut child = program(home.path()).args(BUILD).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(after));
            if let Some(status) = child.try_wait().unwrap() {
                panic!("it ended by itself: {status}");
            }
            crate::terminals::send(signal, child.id());
            assert_eq!(child.wait().unwrap().code(), Some(code), "{signal} after {after} ms");
            assert!(left_in(home.path()).is_empty(), "{signal} after {after} ms: {:?}", left_in(home.path()));
        }
    }
}

#[test]
#[ignore = "builds the large tables twice, some seconds on two cores"]
fn two_builds_at_once_make_one_good_file() {
    let home = tempfile::tempdir().unwrap();
    let start = || program(home.path()).args(BUILD).stderr(Stdio::null()).spawn().unwrap();
    let mut both = [start(), start()];
    for child in &mut both {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(left_in(home.path()), ["sliding-4x4.tables"]);
    let list = program(home.path()).args(["tables", "list"]).output().unwrap();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    assert!(list.contains("ready, "), "{list}");
}

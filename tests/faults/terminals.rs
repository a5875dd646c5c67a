//! Terminals that go away, that nobody reads, and programs that are started and stopped again and again.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtyPair, native_pty_system};

use crate::setting;
use crate::terminal::{Session, size};

pub fn send(signal: &str, pid: u32) {
    assert!(Command::new("kill").args(["-s", signal, &pid.to_string()]).status().unwrap().success());
}

/// Long enough for a loaded machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program in a terminal that only this thread reads.
fn start(home: &Path, args: &[&str]) -> (PtyPair, Box<dyn Child + Send + Sync>) {
    let pty = native_pty_system().openpty(size(40, 120)).unwrap();
    let mut command = CommandBuilder::new(crate::PROGRAM);
    command.args(args);
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "C");
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env(name, home);
    }
    let child = pty.slave.spawn_command(command).unwrap();
    (pty, child)
}

#[track_caller]
fn ends_with(mut child: Box<dyn Child + Send + Sync>, code: u32) {
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.exit_code(), code);
}

#[test]
fn a_terminal_that_goes_away_ends_the_search_too() {
    let home = tempfile::tempdir().unwrap();
    let (pty, child) = start(home.path(), &["play", "sliding:5x5:3"]);
    let mut reader = pty.master.try_clone_reader().unwrap();
    let mut writer = pty.master.take_writer().unwrap();
    let mut parser = vt100::Parser::new(40, 120, 0);
    let mut wait_for = |text: &str| {
        let mut chunk = [0; 4096];
        while !parser.screen().contents().contains(text) {
            let n = reader.read(&mut chunk).unwrap();
            parser.process(&chunk[..n]);
        }
    };
    wait_for("Sliding");
    writer.write_all(b"s").unwrap();
    wait_for("running");
    drop((reader, writer, pty));
    ends_with(child, 129);
}

/// Nobody reads the terminal, so that drawing blocks: a hang-up and a termination end the program all the same.
#[test]
fn a_terminal_that_nobody_reads_does_not_hold_the_program() {
    for (signal, code) in [("HUP", 129), ("TERM", 143)] {
        let home = tempfile::tempdir().unwrap();
        let (pty, child) = start(home.path(), &["play", "sliding:5x5:3"]);
        let mut writer = pty.master.take_writer().unwrap();
        // Enough frames to fill any buffer on the way.
        for _ in 0..40 {
            let _ = writer.write_all(b"s?UU?");
            std::thread::sleep(Duration::from_millis(20));
        }
        send(signal, child.process_id().unwrap());
        ends_with(child, code);
    }
}

/// A batch that writes to such a terminal.
#[test]
fn a_batch_does_not_wait_for_a_terminal_that_nobody_reads() {
    let home = tempfile::tempdir().unwrap();
    let (_pty, child) = start(home.path(), &["solve", "fourteen:1..10000000", "--json"]);
    std::thread::sleep(Duration::from_millis(500));
    send("HUP", child.process_id().unwrap());
    ends_with(child, 129);
}

/// A move is made and the program left, with whatever it could keep of it.
fn play_and_leave(mut session: Session) {
    session.wait_for("52 cards left");
    session.press("=3-6");
    session.wait_for("50 cards left");
    session.press("\x03");
    assert_eq!(session.wait_for_end(), 0);
    assert!(session.is_restored());
}

/// Homes in which nothing can be made, and disks on which nothing can be written: one can play all the same.
#[test]
fn the_workstation_needs_no_place_for_its_files() {
    for home in ["/dev/null", "/dev/null/home", "/proc"] {
        let places = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"];
        let places = places.map(|name| (name, home));
        play_and_leave(Session::start(&["play", "fourteen/duchi-1"], &places));
    }
    play_and_leave(Session::through_shell("trap '' XFSZ; ulimit -f 0; exec rompicapo play fourteen/duchi-1", &[]));
}

/// Stopped from outside in the middle of a search, and continued.
#[test]
fn a_search_that_is_stopped_and_continued_goes_on() {
    let mut session = Session::start(&["play", "sliding:5x5:3"], &[]);
    session.wait_for("Sliding");
    session.press("s");
    session.wait_for("running");
    session.signal("STOP");
    std::thread::sleep(Duration::from_millis(200));
    session.press(" ");
    session.signal("CONT");
    session.wait_for("paused");
    session.press("\x03");
    session.wait_for_end();
    assert!(session.is_restored());
}

/// The clock of the machine jumps by decades between two games: what was begun is still there, and goes on.
#[test]
fn a_clock_that_jumps_loses_nothing() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().to_str().unwrap();
    let start = || Session::start(&["play", "fourteen/duchi-1"], &[("XDG_STATE_HOME", state)]);
    play_and_leave(start());
    for seconds in [0, 1, 4_102_444_800_u64] {
        let time = std::time::UNIX_EPOCH + Duration::from_secs(seconds);
        let mut folders = vec![home.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
                if entry.file_type().unwrap().is_dir() {
                    folders.push(entry.path());
                } else {
                    std::fs::File::options().append(true).open(entry.path()).unwrap().set_modified(time).unwrap();
                }
            }
        }
        let mut session = start();
        session.wait_for("50 cards left");
        session.wait_for("1 move into it");
        session.press("q");
        session.wait_for("Your board after 1 move");
        session.press("G");
        session.wait_for("duchi-1");
        session.press("\x03");
        session.wait_for_end();
    }
}

/// Killed without a warning again and again: what was made is there at the next start.
#[test]
#[ignore = "a hundred kills"]
fn a_hundred_kills() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().to_str().unwrap();
    for round in 0..setting("FAULT_KILLS", 100) {
        let mut session = Session::start(&["play", "fourteen/duchi-1"], &[("XDG_STATE_HOME", state)]);
        let screen = session.wait_until("its cards", |screen| screen.contains(" cards left"));
        assert_eq!(screen.contains("52 cards left"), round % 2 == 0, "round {round}:\n{screen}");
        // Made in one round, taken back in the next.
        session.press(if round % 2 == 0 { "=3-6" } else { "u" });
        session.wait_for(if round % 2 == 0 { "50 cards left" } else { "52 cards left" });
        session.signal("KILL");
        session.wait_for_end();
    }
}

#[test]
#[ignore = "a hundred terminals"]
fn a_hundred_starts_and_stops() {
    for round in 0..100 {
        let mut session = Session::start(&[], &[]);
        session.wait_for("Puzzles");
        match round % 4 {
            0 => session.press("q"),
            1 => session.press("\x03"),
            2 => session.signal("TERM"),
            _ => session.signal("HUP"),
        }
        let code = session.wait_for_end();
        assert_eq!(code, [0, code, 143, 129][round % 4], "round {round}");
        assert!(session.is_restored(), "round {round}");
    }
}

/// Two workstations share a home: neither takes from the other what it has kept.
#[test]
#[ignore = "twenty terminals"]
fn two_workstations_at_once() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().to_str().unwrap().to_owned();
    for _ in 0..5 {
        let mut first = Session::start(&["play", "fourteen/duchi-1"], &[("XDG_STATE_HOME", &state)]);
        let mut second = Session::start(&["play", "fourteen/duchi-2"], &[("XDG_STATE_HOME", &state)]);
        first.wait_for("Fourteen");
        second.wait_for("Fourteen");
        first.press("s");
        second.press("s");
        first.wait_for("step");
        second.wait_for("step");
        for session in [&mut first, &mut second] {
            session.press("\x03");
            session.wait_for_end();
        }
    }
}

/// What was left does not go on: toggles, strategies and boards changed two hundred times, then the browser.
#[test]
#[ignore = "looks at the processor's time for seconds"]
#[cfg(target_os = "linux")]
fn no_core_stays_busy_after_a_puzzle_is_left() {
    let mut session = Session::start(&["play", "sliding:3x5:7"], &[]);
    session.wait_for("Sliding");
    session.press("s");
    // Another estimate, and from the start: each time a table was made inside the engine.
    for _ in 0..200 {
        session.press("3s");
    }
    // The search that is under way is asked about.
    session.press("q");
    session.wait_until("the browser, or a question", |s| s.contains("Preview") || s.contains("y leave"));
    session.press("y");
    session.wait_for("Preview");
    std::thread::sleep(Duration::from_millis(1500));
    let before = ticks(session.child.process_id().unwrap());
    std::thread::sleep(Duration::from_secs(3));
    let spent = ticks(session.child.process_id().unwrap()) - before;
    assert!(spent <= 3, "{spent} clock ticks in three seconds of nothing");
}

#[cfg(target_os = "linux")]
pub fn ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<u64> = stat.rsplit_once(')').unwrap().1.split_whitespace().filter_map(|f| f.parse().ok()).collect();
    // Behind the name and the state's letter: user and system time are the 11th and 12th numbers.
    fields[10] + fields[11]
}

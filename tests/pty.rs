//! The program in a real pseudo-terminal: keys in, screen out, and a terminal that is given back.
#![cfg(unix)]

#[path = "common/terminal.rs"]
mod terminal;

use std::time::Duration;

use terminal::{Session, size};

fn figure(screen: &str, label: &str) -> u64 {
    let part = screen.lines().find_map(|l| l.split('|').find(|part| part.starts_with(label))).unwrap_or_default();
    let digits: String = part.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

#[test]
fn start_browse_open_and_leave() {
    let mut session = Session::start(&[], &[]);
    session.wait_for("Puzzles");
    session.press("/duchi-2\r");
    session.wait_until("the filtered list", |s| s.contains("duchi-2") && !s.contains("duchi-1"));
    session.press("\r");
    session.wait_for("Fourteen - duchi-2");
    session.press("q");
    session.wait_for("Preview");
    session.press("\x1b");
    session.wait_until("the filter to go", |s| s.contains("duchi-1"));
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
    assert!(session.is_restored());
}

#[test]
fn solve_and_walk_the_solution() {
    let mut session = Session::start(&["play", "fourteen/duchi-1"], &[]);
    session.wait_for("winnable, 26 moves to go");
    session.press("s");
    session.wait_for("step 0/26");
    session.press(">>>");
    session.wait_for("step 3/26");
    session.press("<");
    session.wait_for("step 2/26");
    session.press("\x1b[C");
    session.wait_for("step 3/26");
}

/// Depth first search without memory on a deal where it goes astray for long.
fn long_run() -> Session {
    let mut session = Session::start(&["play", "fourteen:25"], &[]);
    session.wait_for("Fourteen - 25");
    session.press("S");
    session.wait_for("> exact");
    session.press("\x1b[F");
    session.wait_for("> dfs");
    session.press("7\r");
    session.wait_for("[ ] 7 memory");
    session.press("s");
    session.wait_for("running");
    session.wait_until("the first nodes", |s| s.contains("expanded") && figure(s, "expanded") > 0);
    session
}

#[test]
fn pause_holds_the_count_and_a_step_expands_one_node() {
    let mut session = long_run();
    session.press(" ");
    session.wait_for("paused");
    let held = figure(&session.screen(), "expanded");
    assert!(held > 0);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(figure(&session.screen(), "expanded"), held);
    for more in 1..=3 {
        session.press(".");
        session.wait_until("one node more", |s| figure(s, "expanded") == held + more);
    }
    session.press(" ");
    session.wait_until("it to go on", |s| figure(s, "expanded") > held + 1000);
}

#[test]
fn a_key_is_answered_while_the_solver_runs_at_full_speed() {
    let mut session = long_run();
    session.press("?");
    session.wait_for("Reading the search");
    session.press("?");
    session.wait_for("Help: Fourteen");
    session.press("\x1b");
    session.wait_until("the help to close", |s| !s.contains("Help: Fourteen"));
    session.wait_for("running");
    session.press("q");
    session.wait_for("a search is under way");
    session.press("y");
    session.wait_for("Preview");
}

/// Nothing is polled: who waits for a key takes no processor time.
#[test]
#[cfg(target_os = "linux")]
fn idle_costs_no_cpu() {
    let mut session = Session::start(&["play", "fourteen/duchi-1"], &[]);
    session.wait_for("winnable");
    session.press("s");
    session.wait_for("step 0/26");
    let pid = session.child.process_id().unwrap();
    let ticks = || {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        let fields: Vec<u64> =
            stat.rsplit_once(')').unwrap().1.split_whitespace().filter_map(|f| f.parse().ok()).collect();
        // Behind the name and the state's letter: user and system time are the 11th and 12th numbers.
        fields[10] + fields[11]
    };
    std::thread::sleep(Duration::from_millis(300));
    let before = ticks();
    std::thread::sleep(Duration::from_millis(1500));
    assert!(ticks() - before <= 1, "{} clock ticks while idle", ticks() - before);
}

#[test]
fn resizing_redraws() {
    let mut session = Session::start(&[], &[]);
    session.wait_for("Puzzles");
    for (rows, cols, expected) in [(10, 40, "too small: 40x10"), (40, 120, "1 2 3 choose")] {
        session.seen.lock().unwrap().parser.screen_mut().set_size(rows, cols);
        session.master.resize(size(rows, cols)).unwrap();
        session.wait_for(expected);
    }
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
}

#[test]
fn signals_give_the_terminal_back() {
    for (signal, code) in [("TERM", 143), ("HUP", 129)] {
        let mut session = Session::start(&["play", "fourteen/duchi-1"], &[]);
        session.wait_for("Fourteen");
        session.signal(signal);
        assert_eq!(session.wait_for_end(), code, "{signal}");
        assert!(session.is_restored(), "{signal}");
    }
}

#[test]
fn suspend_and_continue() {
    let mut session = Session::start(&["play", "fourteen/duchi-1"], &[]);
    session.wait_for("Fourteen");
    session.press("\x1a");
    session.wait_until("the terminal to be given back", |_| session.is_restored());
    session.signal("CONT");
    session.wait_until("the screen to come back", |s| !session.is_restored() && s.contains("duchi-1"));
    session.press("q");
    session.wait_for("Preview");
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
}

#[test]
fn no_color_means_no_colour() {
    let coloured = |session: &Session| {
        let bytes = session.seen.lock().unwrap().bytes.clone();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        text.split("\x1b[").skip(1).filter_map(|part| part.split_once('m')).any(|(codes, _)| {
            codes.split(';').any(|code| matches!(code.parse::<u32>(), Ok(30..=38 | 40..=48 | 90..=97 | 100..=107)))
        })
    };
    let session = Session::start(&[], &[("NO_COLOR", "1")]);
    session.wait_for("? help");
    assert!(!coloured(&session), "colours in spite of NO_COLOR");
    let session = Session::start(&[], &[]);
    session.wait_for("? help");
    assert!(coloured(&session), "no colours at all");
    let session = Session::start(&["--color", "always"], &[("NO_COLOR", "1")]);
    session.wait_for("? help");
    assert!(coloured(&session), "--color beats NO_COLOR");
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().to_str().unwrap().to_owned();
    let mut session = Session::start(&["play", "fourteen/duchi-1"], &[("XDG_STATE_HOME", &state)]);
    session.wait_for("0 moves made");
    session.press("=3-6");
    session.wait_for("1 move");
    session.press("q");
    session.wait_for("You are 1 move into it");
    session.press("q");
    session.wait_for_end();
    let session = Session::start(&["play", "fourteen/duchi-1"], &[("XDG_STATE_HOME", &state)]);
    session.wait_for("You are 1 move into it");
    session.wait_for("50 cards left");
}

/// Killed without a warning at any moment, a game goes on from a moment of it, and never from an earlier one than before.
#[test]
fn a_killed_game_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().to_str().unwrap();
    let start = || Session::start(&["play", "fourteen/duchi-1"], &[("XDG_STATE_HOME", state)]);
    let mut session = start();
    session.wait_for("52 cards left");
    session.press("=3-6");
    session.wait_for("50 cards left");
    session.signal("KILL");
    session.wait_for_end();
    for pause in [0, 3, 11, 40] {
        let mut session = start();
        session.wait_for("50 cards left");
        session.wait_for("You are 1 move into it");
        // Undone and redone over and over, and killed in the middle of it: the board has 50 or 52 cards then.
        session.press(&"ur".repeat(40));
        std::thread::sleep(Duration::from_millis(pause));
        session.signal("KILL");
        session.wait_for_end();
        let mut session = start();
        let screen = session.wait_until("its cards", |screen| screen.contains(" cards left"));
        if screen.contains("52 cards left") {
            session.wait_for("r makes your moves again");
            session.press("r");
            session.wait_for("50 cards left");
        }
        session.signal("KILL");
        session.wait_for_end();
    }
}

/// What the terminal was asked to put into the clipboard (OSC 52), the last of it.
fn copied(session: &Session) -> Option<String> {
    let bytes = session.seen.lock().unwrap().bytes.clone();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let coded = text.rsplit_once("\x1b]52;c;")?.1.split_once('\x07')?.0.to_owned();
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let sextets: Vec<usize> = coded.chars().filter_map(|c| alphabet.find(c)).collect();
    let octets = sextets.chunks(4).flat_map(|four| {
        let bits = four.iter().enumerate().fold(0, |bits, (n, sextet)| bits | sextet << (18 - 6 * n));
        (1..four.len()).map(move |n| (bits >> (24 - 8 * n) & 255) as u8)
    });
    String::from_utf8(octets.collect()).ok()
}

#[test]
fn the_finish_of_a_race_reaches_the_clipboard_and_the_screen_a_file() {
    let pictures = tempfile::tempdir().unwrap();
    let script = format!("cd {} && exec rompicapo play sliding/fifteen-30", pictures.path().display());
    let mut session = Session::through_shell(&script, &[]);
    session.wait_for("30 moves");
    session.press("V");
    session.wait_for("Who races?");
    session.press("\r");
    session.wait_for("Finish, sliding/fifteen-30");
    session.press("y");
    session.wait_for("Copied the table as CSV.");
    let csv = copied(&session).expect("something was copied");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "puzzle,entry,status,length,nodes,expanded,seconds");
    assert!(lines[1].starts_with("sliding/fifteen-30,ida*+manhattan,solved,30,1657,"), "{csv}");
    assert!(lines[2].starts_with("sliding/fifteen-30,\"ida*+manhattan,linear-conflict\",solved,30,633,"), "{csv}");
    session.press("O");
    session.wait_for("The screen is in rompicapo-1.svg.");
    let picture = std::fs::read_to_string(pictures.path().join("rompicapo-1.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("Finish, sliding/fifteen-30"), "{picture}");
    session.press("\x1b");
    session.wait_for("Solver");
    session.press("E");
    session.wait_for("Earlier runs");
    session.press("y");
    session.wait_for("Copied the earlier runs as CSV.");
    let csv = copied(&session).expect("something was copied");
    assert!(csv.starts_with("position,text,entry,result,nodes,expanded,seconds\nstart,"), "{csv}");
    session.press("O");
    session.wait_for("The screen is in rompicapo-2.svg.");
}

//! Faults of the world around: streams that are closed, disks that are full, terminals that go away, limits that are
//! tight. The quick ones run with the other tests; all of them run with
//!
//! ```text
//! cargo test --release --test faults -- --ignored --test-threads 1 --nocapture
//! ```
//!
//! which takes about half an hour, most of it `limits` (every strategy of every game, five times) and `keys` (a million
//! keys and mouse events a game). `FAULT_RUNS=1`, `FAULT_KEYS=10000` and `FAULT_KILLS=10` make them short.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/counting.rs"]
mod counting;
mod disk;
mod keys;
mod kills;
mod limits;
mod streams;
#[path = "../common/terminal.rs"]
mod terminal;
mod terminals;

use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_rompicapo");

/// The program in a home of its own.
fn program(home: &std::path::Path) -> Command {
    let mut command = Command::new(PROGRAM);
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env_remove(name);
    }
    command.env("HOME", home).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// The same through a shell, which can close streams and set limits.
fn shell(home: &std::path::Path, script: &str) -> std::process::Output {
    let mut command = Command::new("sh");
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env_remove(name);
    }
    let command = command.arg("-c").arg(script.replace("rompicapo", PROGRAM)).env("HOME", home);
    command.stdin(Stdio::null()).output().expect("a shell")
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

//! `cargo bench --bench start`: from the start to the first frame, and what the idle workstation holds and burns.

use std::io::Read;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const RUNS: usize = 20;
const IDLE: Duration = Duration::from_secs(2);

fn main() {
    let mut times: Vec<Duration> = (0..RUNS).map(|_| first_frame().0).collect();
    times.sort();
    println!(
        "start to first frame: median {:.1} ms, worst of {RUNS} {:.1} ms",
        ms(times[RUNS / 2]),
        ms(times[RUNS - 1])
    );
    let (_, pid, _child) = first_frame();
    if let (Some(rss), Some(before)) = (status(pid, "VmRSS:"), ticks(pid)) {
        std::thread::sleep(IDLE);
        let burnt = ticks(pid).unwrap_or(before) - before;
        println!(
            "idle workstation: {:.1} MB resident, {burnt} clock ticks of CPU in {} s",
            rss as f64 / 1024.0,
            IDLE.as_secs()
        );
    } else {
        println!("idle workstation: no /proc here, memory not measured");
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Kills the program when the measurement is over.
struct Ended(Box<dyn portable_pty::Child + Send + Sync>);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the program in a pseudo-terminal and reads until the last word of the browser's first frame is there.
fn first_frame() -> (Duration, u32, Ended) {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pty = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_rompicapo"));
    command.env("TERM", "xterm-256color");
    let mut reader = pty.master.try_clone_reader().expect("a reader");
    let started = Instant::now();
    let child = pty.slave.spawn_command(command).expect("the program starts");
    let pid = child.process_id().unwrap_or(0);
    let mut seen = Vec::new();
    let mut chunk = [0; 4096];
    while !seen.windows(4).any(|w| w == b"help") {
        let n = reader.read(&mut chunk).expect("output");
        assert!(n > 0, "the program ended before its first frame");
        seen.extend_from_slice(&chunk[..n]);
    }
    let time = started.elapsed();
    // The pseudo-terminal must outlive the program, and whoever does not read blocks it.
    std::thread::spawn(move || {
        let _keep = pty;
        while matches!(reader.read(&mut chunk), Ok(1..)) {}
    });
    (time, pid, Ended(child))
}

fn status(pid: u32, field: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with(field))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn ticks(pid: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

//! The program in a real pseudo-terminal, and somebody who reads it.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Long enough for a loaded machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(20);
const USUAL: (u16, u16) = (80, 24);
const ENTER_ALTERNATE: &[u8] = b"\x1b[?1049h";
const LEAVE_ALTERNATE: &[u8] = b"\x1b[?1049l";

pub struct Session {
    pub child: Box<dyn Child + Send + Sync>,
    pub master: Box<dyn MasterPty + Send>,
    pub writer: Box<dyn Write + Send>,
    pub seen: Arc<Mutex<Seen>>,
    _home: tempfile::TempDir,
}

pub struct Seen {
    pub parser: vt100::Parser,
    pub bytes: Vec<u8>,
}

impl Session {
    pub fn start(args: &[&str], environment: &[(&str, &str)]) -> Session {
        Self::start_in(USUAL, args, environment)
    }

    /// In a window of so many columns and rows.
    pub fn start_in(window: (u16, u16), args: &[&str], environment: &[(&str, &str)]) -> Session {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_rompicapo"));
        command.args(args);
        Self::run(window, command, environment)
    }

    /// The same through a shell, which can set limits; `rompicapo` in its script is the program.
    pub fn through_shell(script: &str, environment: &[(&str, &str)]) -> Session {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", &script.replace("rompicapo", env!("CARGO_BIN_EXE_rompicapo"))]);
        Self::run(USUAL, command, environment)
    }

    fn run((cols, rows): (u16, u16), mut command: CommandBuilder, environment: &[(&str, &str)]) -> Session {
        let home = tempfile::tempdir().unwrap();
        let pty = native_pty_system().openpty(size(rows, cols)).unwrap();
        // Else the terminal would begin at HOME, which may be no directory.
        command.cwd(home.path());
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command.env("LC_ALL", "C");
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            command.env(name, home.path());
        }
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pty.slave.spawn_command(command).unwrap();
        let mut reader = pty.master.try_clone_reader().unwrap();
        let writer = pty.master.take_writer().unwrap();
        let seen = Arc::new(Mutex::new(Seen { parser: vt100::Parser::new(rows, cols, 0), bytes: Vec::new() }));
        let sink = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut chunk) {
                let mut seen = sink.lock().unwrap();
                seen.parser.process(&chunk[..n]);
                seen.bytes.extend_from_slice(&chunk[..n]);
            }
        });
        Session { child, master: pty.master, writer, seen, _home: home }
    }

    pub fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    pub fn screen(&self) -> String {
        self.seen.lock().unwrap().parser.screen().contents()
    }

    pub fn wait_until(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_there(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "waited in vain for {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    pub fn wait_for_end(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // The last bytes may still be on their way.
                std::thread::sleep(Duration::from_millis(100));
                return status.exit_code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn signal(&self, name: &str) {
        let pid = self.child.process_id().unwrap().to_string();
        assert!(std::process::Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    pub fn is_restored(&self) -> bool {
        let bytes = self.seen.lock().unwrap().bytes.clone();
        let last = |needle: &[u8]| bytes.windows(needle.len()).rposition(|window| window == needle);
        last(LEAVE_ALTERNATE) > last(ENTER_ALTERNATE) && last(b"\x1b[?25h") > last(b"\x1b[?25l")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

pub fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

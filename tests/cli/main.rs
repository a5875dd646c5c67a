//! The built program as a script meets it.

mod batch;
mod cast;
mod certificates;
mod diff;
mod docs;
mod ending;
mod files;
mod generate;
mod hostile;
mod names;
mod race;
mod solve;
mod trace;
mod verify;

use std::path::Path;

use assert_cmd::Command;

/// What a run left behind.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The objects of `solve --json`.
    pub fn objects(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    #[expect(clippy::return_self_not_must_use, reason = "the code alone is often all a test asks")]
    #[track_caller]
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "\nstdout: {}\nstderr: {}", self.out, self.err);
        self
    }

    /// Bad usage or input: nothing on standard output, and a message with these parts.
    #[track_caller]
    pub fn refused(self, parts: &[&str]) {
        let ran = self.expect(2);
        assert_eq!(ran.out, "");
        for part in parts {
            assert!(ran.err.contains(part), "{part:?} is not in: {}", ran.err);
        }
    }
}

/// The program in an environment without any file of the user's.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rompicapo"));
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env(name, "/proc/none");
    }
    command.env_remove("NO_COLOR");
    command
}

pub fn finish(mut command: Command) -> Ran {
    let output = command.output().expect("the program starts");
    Ran {
        code: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

pub fn run(args: &[&str]) -> Ran {
    let mut command = program();
    command.args(args);
    finish(command)
}

pub fn run_with(args: &[&str], stdin: &str) -> Ran {
    let mut command = program();
    command.args(args).write_stdin(stdin);
    finish(command)
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

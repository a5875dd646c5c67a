//! The command line: one file a command. Standard output is data, standard error is everything else.

mod args;
mod batch;
mod cast;
pub mod certificates;
mod certify;
pub mod claims;
mod config;
mod diff;
mod docs;
mod equip;
mod figures;
mod generate;
mod human;
mod interrupt;
mod list;
mod objects;
mod out;
mod pack;
mod plan;
mod play;
mod progress;
mod race;
mod race_table;
mod show;
mod solve;
mod stage;
mod stats;
mod tables;
mod trace;
mod user;
mod verbose;
mod verify;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::FromArgMatches as _;

use args::{Cli, Command};
use out::Ink;

/// What a script learns from the program's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Solved, all of them, or done.
    Done,
    /// One is proven to have no solution, or is no solution.
    Refuted,
    /// Bad usage or bad input.
    Bad,
    /// One was given up at a limit.
    Limit,
    /// Ended by this signal.
    Signal(i32),
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        ExitCode::from(match code {
            Code::Done => 0,
            Code::Refuted => 1,
            Code::Bad => 2,
            Code::Limit => 3,
            Code::Signal(signal) => 128 + signal as u8,
        })
    }
}

/// The whole program: reads the arguments, runs a command, returns the exit code.
pub fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let command = args::command().color(args::early_color(&words).into());
    let parsed = command.try_get_matches_from(words).and_then(|mut matches| {
        let options = args::GameOptions::of(&matches);
        Ok((Cli::from_arg_matches_mut(&mut matches)?, options))
    });
    let (cli, options) = match parsed {
        Ok(parsed) => parsed,
        Err(usage) => return tell_usage(&usage),
    };
    let ink = Ink::for_stderr(cli.color);
    match run(cli, options) {
        Ok(code) => code.into(),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Words of others may be among it, and no colour of theirs is ours.
            let message = format!("{error:#}").replace('\x1b', "\\u{1b}");
            out::tell(&format!("{} {message}", ink.bad("error:")));
            Code::Bad.into()
        }
    }
}

/// Help that was asked for is data, and the error is told where it cannot be written.
fn tell_usage(usage: &clap::Error) -> ExitCode {
    let printed = usage.print().and_then(|()| io::stdout().flush());
    match printed {
        // A reader that went away does not change what the usage was worth.
        Err(error) if !usage.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
            out::tell(&format!("error: {error}"));
            Code::Bad.into()
        }
        _ => ExitCode::from(usage.exit_code() as u8),
    }
}

fn run(cli: Cli, options: args::GameOptions) -> anyhow::Result<Code> {
    let Cli { color, config, command } = cli;
    if let (Some(file), Some(_)) = (&config, &command) {
        // Whatever the command, a configuration that was named must be one.
        crate::workbench::config::Config::from_file(file)?;
    }
    match command {
        None => play::browser(color, config.as_deref()),
        Some(Command::Play(args)) => play::run(&args, options, color, config.as_deref()),
        Some(Command::Tour) => play::tour(color, config.as_deref()),
        Some(Command::Solve(args)) => solve::run(&args, options, color),
        Some(Command::Race(args)) => race::run(&args, options, color),
        Some(Command::Figures(args)) => figures::run(&args),
        Some(Command::Show(args)) => show::run(&args, options),
        Some(Command::CheckStage(args)) => stage::check(&args, options),
        Some(Command::Verify(args)) => verify::run(&args, options),
        Some(Command::Cast(args)) => cast::run(&args, options),
        Some(Command::Diff(args)) => diff::run(&args, options),
        Some(Command::Trace(args)) => trace::run(&args, options),
        Some(Command::Generate(args)) => generate::run(&args, options),
        Some(Command::List(args)) => list::run(&args, color),
        Some(Command::Pack(command)) => pack::run(&command, options),
        Some(Command::Stats(args)) => stats::run(&args),
        Some(Command::Tables(command)) => tables::run(&command),
        Some(Command::Completions { shell }) => docs::completions(shell),
        Some(Command::Man { out }) => docs::man(out.as_deref()),
        Some(Command::Config(args)) => config::run(&args, config.as_deref()),
    }
}

/// A reader that has seen enough (`| head`) is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

//! What the command line takes. Options that belong to one game come from the registry.

mod help;
mod searches;
mod values;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgGroup, ArgMatches, Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use self::help::{CAST_HELP, DIFF_HELP, RACE_HELP, SOLVE_HELP, TOP_HELP, TOP_LONG_HELP, TRACE_HELP};
pub use self::searches::*;
use self::values::{game_parser, positive, positive_usize};
use crate::games::{GAMES, Game, Options, TextOption};
use crate::workbench::words;

/// A terminal workstation for puzzles: play them, solve them, watch them being solved
#[derive(Parser)]
#[command(name = "rompicapo", version, after_help = TOP_HELP, after_long_help = TOP_LONG_HELP)]
#[command(disable_help_subcommand = false, propagate_version = false)]
pub struct Cli {
    /// When to use colour; beats `NO_COLOR`
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub color: When,
    /// Read this configuration in place of the user's own
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// Where the output is a terminal and `NO_COLOR` is not set
    Auto,
    Always,
    Never,
}

impl From<When> for clap::ColorChoice {
    fn from(when: When) -> Self {
        match when {
            When::Auto => clap::ColorChoice::Auto,
            When::Always => clap::ColorChoice::Always,
            When::Never => clap::ColorChoice::Never,
        }
    }
}

#[derive(Subcommand)]
pub enum Command {
    /// Open the workstation, at a puzzle or at a game's list of them
    Play(PlayArgs),
    /// Open the workstation for a tour: ten short steps on real puzzles
    Tour,
    /// Solve puzzles, or prove that they have no solution
    #[command(after_help = SOLVE_HELP)]
    Solve(Box<SolveArgs>),
    /// Run several strategies on the same puzzles and compare them
    #[command(after_help = RACE_HELP)]
    Race(Box<RaceArgs>),
    /// Draw the figures of the five reports that the games come from, with our numbers
    Figures(FiguresArgs),
    /// Print a board, every board along some moves, or the puzzle in another text form
    Show(ShowArgs),
    /// Hold somebody's output of a stage against what it should be, and name the first thing that is wrong
    CheckStage(CheckStageArgs),
    /// Replay moves with the rules alone and say whether they solve the puzzle
    Verify(VerifyArgs),
    /// Make a film or a picture of a solution, of a search, or of any keys
    #[command(after_help = CAST_HELP)]
    Cast(Box<CastArgs>),
    /// Say where two searches decide differently for the first time
    #[command(after_help = DIFF_HELP)]
    Diff(Box<DiffArgs>),
    /// Write down what a search does, event by event
    #[command(after_help = TRACE_HELP)]
    Trace(Box<TraceArgs>),
    /// Make new puzzles
    Generate(GenerateArgs),
    /// Show games, packs and puzzles, or a game's strategies
    List(ListArgs),
    /// Packs of puzzles of your own: begin one, check one, add a puzzle
    #[command(subcommand)]
    Pack(PackCommand),
    /// Show the figures of your play, by game and level
    ///
    /// Won is by your own moves alone; helped is after hints, with marks on moves or along the solver's. Times and streaks
    /// are of games won.
    Stats(StatsArgs),
    /// Large tables on disk: solvers use them from then on
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Print a shell's completion script
    Completions { shell: Shell },
    /// Print the manual page, or write it and all completions into a directory
    Man {
        /// Write the manual page and the completion scripts of all shells into DIR, for packagers
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Say where the configuration is, or print the default one
    Config(ConfigArgs),
}

#[derive(Subcommand)]
pub enum PackCommand {
    /// Print a pack with an example, to begin one's own with
    New {
        #[arg(value_parser = game_parser())]
        game: &'static dyn Game,
    },
    /// Read a pack and say what is wrong with it: file, line, field
    Check {
        file: PathBuf,
        /// The game, where neither the pack nor its folder says it
        #[arg(long, value_name = "GAME", value_parser = game_parser())]
        game: Option<&'static dyn Game>,
    },
    /// Add a puzzle to a pack of one's own, which is made where there is none
    Add {
        file: PathBuf,
        /// GAME/NAME, GAME:NUMBER, GAME:PARAMS:NUMBER, a file, or -
        puzzle: String,
        /// Its name in the pack [default: made from the puzzle's]
        #[arg(long)]
        name: Option<String>,
        /// Its title
        #[arg(long, default_value = "")]
        title: String,
        #[command(flatten)]
        text: TextArgs,
    },
}

#[derive(Args)]
pub struct StatsArgs {
    /// Only this game
    #[arg(value_parser = game_parser())]
    pub game: Option<&'static dyn Game>,
    /// Print them as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum TablesCommand {
    /// Show which tables there are, and which are built
    List,
    /// Build a set on all cores, unless it is there and whole
    Build {
        /// GAME:SET, as in sliding:4x4
        #[arg(value_name = "GAME:SET")]
        what: String,
        /// The large set (the only one that is kept on disk)
        #[arg(long)]
        large: bool,
    },
    /// Remove a set
    Remove {
        /// GAME:SET, as in sliding:4x4
        #[arg(value_name = "GAME:SET")]
        what: String,
        /// The large set (the only one that is kept on disk)
        #[arg(long)]
        large: bool,
    },
}

#[derive(Args)]
pub struct PlayArgs {
    /// GAME/NAME, GAME:NUMBER, GAME:PARAMS:NUMBER, a file, or -; GAME alone lists its puzzles
    pub puzzle: Option<String>,
    #[command(flatten)]
    pub text: TextArgs,
}

/// How to read puzzles that come as text.
#[derive(Args)]
pub struct TextArgs {
    /// The game of a puzzle that comes as text
    #[arg(long, value_name = "GAME", value_parser = game_parser(), help_heading = "Reading texts")]
    pub game: Option<&'static dyn Game>,
}

/// Puzzles by name or as text, as many as there are.
#[derive(Args)]
pub struct PuzzlesArgs {
    /// GAME/NAME, GAME/PACK, GAME:NUMBER, GAME:A..B, GAME:PARAMS:NUMBER, a file, or -
    #[arg(value_name = "PUZZLE", required_unless_present = "lines")]
    pub puzzles: Vec<String>,
    #[command(flatten)]
    pub text: TextArgs,
    /// Read one puzzle a line from this file (- for standard input)
    #[arg(long, value_name = "FILE", requires = "game", help_heading = "Reading texts")]
    pub lines: Option<String>,
    /// Leave out the first N words of each line
    #[arg(long, value_name = "N", requires = "lines", default_value_t = 0, help_heading = "Reading texts")]
    pub skip: usize,
}

impl PuzzlesArgs {
    /// What was asked for, in a few words.
    pub fn title(&self) -> String {
        let all: Vec<&str> = self.puzzles.iter().chain(&self.lines).map(String::as_str).collect();
        match all.as_slice() {
            [first, second, third, _, ..] => format!("{first}, {second}, {third}, …"),
            _ => all.join(", "),
        }
    }
}

#[derive(Args)]
pub struct ShowArgs {
    /// GAME/NAME, GAME:NUMBER, GAME:PARAMS:NUMBER, a file, or -
    pub puzzle: String,
    /// Print every board along these moves
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Print the puzzle (behind the moves, if there are any) in this text form of the game
    #[arg(long, value_name = "FORM")]
    pub form: Option<String>,
    /// Print what a stage of the classroom's method gives (`list GAME --strategies` names them)
    #[arg(long, value_name = "N", value_parser = positive_usize, conflicts_with_all = ["form", "moves"])]
    pub stage: Option<usize>,
    /// With --stage: only of this space, in the order of the paper's list
    #[arg(long, value_name = "K", value_parser = positive_usize, requires = "stage")]
    pub space: Option<usize>,
    #[command(flatten)]
    pub text: TextArgs,
}

#[derive(Args)]
pub struct CheckStageArgs {
    /// GAME/NAME, GAME:NUMBER, GAME:PARAMS:NUMBER, a file, or -
    pub puzzle: String,
    /// The stage, from 1
    #[arg(long, value_name = "N", value_parser = positive_usize)]
    pub stage: usize,
    /// The output is of this space only
    #[arg(long, value_name = "K", value_parser = positive_usize)]
    pub space: Option<usize>,
    /// What the student's program printed (- for standard input)
    pub file: String,
    #[command(flatten)]
    pub text: TextArgs,
}

#[derive(Args)]
#[command(group = ArgGroup::new("what").required(true).args(["puzzle", "from", "certificate"]))]
pub struct VerifyArgs {
    /// GAME/NAME, GAME:NUMBER, GAME:PARAMS:NUMBER, a file, or -
    #[arg(conflicts_with = "from", requires = "moves")]
    pub puzzle: Option<String>,
    /// The moves, between blanks or commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, requires = "puzzle")]
    pub moves: Option<String>,
    /// Check `solve --json` lines (- for standard input)
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
    /// Check certificates of `solve --certificate` (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "puzzle"])]
    pub certificate: Option<String>,
    /// Exit with 3 where a claim could not be checked
    #[arg(long, conflicts_with = "puzzle")]
    pub strict: bool,
    #[command(flatten)]
    pub text: TextArgs,
    #[command(flatten)]
    pub limits: CheckLimitArgs,
}

#[derive(Args)]
pub struct GenerateArgs {
    /// GAME or GAME:PARAMS, as in a puzzle's name
    #[arg(value_name = "GAME[:PARAMS]")]
    pub what: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive, allow_negative_numbers = true)]
    pub count: u64,
    /// The first number, from which they are counted up; at random where none is given
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Print them in this text form of the game, not as `NAME TEXT` lines
    #[arg(long, value_name = "FORM")]
    pub form: Option<String>,
}

#[derive(Args)]
pub struct ListArgs {
    /// Only this game, or one pack of it, with its puzzles
    #[arg(value_name = "GAME[/PACK]")]
    pub what: Option<String>,
    /// The strategies and heuristics, with one line on each
    #[arg(long)]
    pub strategies: bool,
}

#[derive(Args)]
pub struct ConfigArgs {
    /// Print a commented configuration with every default
    #[arg(long)]
    pub print_default: bool,
}

/// `--color` as it will be, for messages about the arguments themselves.
pub fn early_color(words: &[OsString]) -> When {
    let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let joined = texts.iter().find_map(|word| word.strip_prefix("--color="));
    let apart = texts.windows(2).find_map(|pair| (pair[0] == "--color").then_some(pair[1]));
    joined.or(apart).and_then(|value| When::from_str(value, true).ok()).unwrap_or(When::Auto)
}

const TEXT_COMMANDS: &[&str] = &["play", "solve", "race", "show", "check-stage", "verify", "trace", "diff", "cast"];

/// The whole command line, with the options that single games add. A command's own are made when it is asked for:
/// most starts are one short search.
pub fn command() -> clap::Command {
    joined(Cli::command()).mut_subcommands(|sub| {
        let whole = match sub.get_name() {
            "generate" => with_making_options,
            name if TEXT_COMMANDS.contains(&name) => with_reading_options,
            _ => unbroken,
        };
        sub.defer(whole)
    })
}

fn with_reading_options(command: clap::Command) -> clap::Command {
    let options = by_name(|game| game.profile().text_options);
    unbroken(add_options(command, &options, "Reading texts"))
}

fn with_making_options(command: clap::Command) -> clap::Command {
    let options = by_name(|game| game.profile().generate_options);
    unbroken(add_options(command, &options, "Options of single games"))
}

fn unbroken(command: clap::Command) -> clap::Command {
    joined(command).mut_subcommands(|sub| sub.defer(unbroken))
}

/// The texts below the options are broken to the terminal once: lines of one paragraph are joined before.
fn joined(mut command: clap::Command) -> clap::Command {
    let joined = |text: &clap::builder::StyledStr| words::paragraphs(&text.to_string(), usize::MAX).join("\n");
    let (short, long) = (command.get_after_help().map(joined), command.get_after_long_help().map(joined));
    if let Some(text) = short {
        command = command.after_help(text);
    }
    if let Some(text) = long {
        command = command.after_long_help(text);
    }
    command
}

type ByName = BTreeMap<&'static str, Vec<(&'static str, &'static TextOption)>>;

/// The options of all games; several games may have one of the same name.
fn by_name(options: impl Fn(&'static dyn Game) -> &'static [TextOption]) -> ByName {
    let mut all = ByName::new();
    for &game in GAMES {
        for option in options(game) {
            all.entry(option.name).or_default().push((game.name(), option));
        }
    }
    all
}

fn add_options(mut command: clap::Command, options: &ByName, heading: &'static str) -> clap::Command {
    for (&name, owners) in options {
        let about: Vec<String> = owners.iter().map(|(game, option)| format!("{game}: {}", option.about)).collect();
        let arg = Arg::new(name).long(name).value_name(owners[0].1.value);
        command = command.arg(arg.help(about.join("; ")).help_heading(heading));
    }
    command
}

/// The values of options that single games add, whatever the command.
#[derive(Default)]
pub struct GameOptions(pub Options);

impl GameOptions {
    pub fn of(matches: &ArgMatches) -> Self {
        let mut values = Options::new();
        let Some((command, matches)) = matches.subcommand() else { return GameOptions(values) };
        let making = command == "generate";
        for &game in GAMES {
            let options = if making { game.profile().generate_options } else { game.profile().text_options };
            for option in options {
                if let Ok(Some(value)) = matches.try_get_one::<String>(option.name) {
                    values.insert(option.name.to_owned(), value.clone());
                }
            }
        }
        GameOptions(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_option_of_a_game_clashes_with_another() {
        command().debug_assert();
    }
}

//! The options of commands that search: `solve`, `race`, `diff`, `trace`, `cast`, `figures`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::values::{jobs, positive, seconds, weight};
use super::{PuzzlesArgs, TextArgs};

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct SolveArgs {
    #[command(flatten)]
    pub input: PuzzlesArgs,
    #[command(flatten)]
    pub plan: PlanArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How many cores to use, a puzzle on each; a single puzzle is shared out by sliding's ida*, id and short [default: all]
    #[arg(long, short = 'j', value_name = "J", value_parser = jobs, allow_negative_numbers = true)]
    pub jobs: Option<usize>,
    /// Print one JSON object a puzzle
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// With --json: the boards along the solution too
    #[arg(long, requires = "json", help_heading = "Output")]
    pub states: bool,
    /// Print every board along the solution
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub boards: bool,
    /// Print each dead end that the search recognises, before the boards
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub deadlocks: bool,
    /// Tell on standard error what the search meets
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    /// Write proofs of what is claimed into this file, for `verify --certificate` and `verify --from`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub certificate: Option<String>,
}

#[derive(Args)]
pub struct RaceArgs {
    #[command(flatten)]
    pub input: PuzzlesArgs,
    /// A strategy, with exactly these heuristics, with a weight; two to six of them
    #[arg(long = "entry", short, value_name = "S[+H,…][@W]", help_heading = "Strategy")]
    pub entries: Vec<String>,
    /// Look only for solutions of at most M moves
    #[arg(long, value_name = "M", help_heading = "Strategy")]
    pub max_moves: Option<u64>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How many cores to use [default: all]
    #[arg(long, short = 'j', value_name = "J", value_parser = jobs, allow_negative_numbers = true)]
    pub jobs: Option<usize>,
    /// Print one JSON object for each entry and puzzle, and one for the whole
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write a line for each entry and puzzle to this file (without one, or with -, to standard output)
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", help_heading = "Output")]
    pub csv: Option<String>,
    /// Draw nodes and time by the shortest length into this file (- for the terminal)
    #[arg(long, value_name = "FILE.svg", help_heading = "Output")]
    pub plot: Option<String>,
}

#[derive(Args)]
pub struct FiguresArgs {
    /// The figure's name, as turin or genoa; all where none is named
    pub name: Option<String>,
    /// Write NAME.svg and NAME.csv there; without it the plots are printed
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Let each run generate N states in place of the figure's own limit
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// How many cores to use [default: all]
    #[arg(long, short = 'j', value_name = "J", value_parser = jobs, allow_negative_numbers = true)]
    pub jobs: Option<usize>,
}

/// Which strategy to run and how.
#[derive(Args, Default)]
#[command(next_help_heading = "Strategy")]
pub struct PlanArgs {
    /// The strategy; `rompicapo list GAME --strategies` shows them
    #[arg(long, short, value_name = "S")]
    pub strategy: Option<String>,
    /// Switch heuristics on, from the strategy's defaults
    #[arg(long, value_name = "H,…", value_delimiter = ',')]
    pub with: Vec<String>,
    /// Switch heuristics off
    #[arg(long, value_name = "H,…", value_delimiter = ',')]
    pub without: Vec<String>,
    /// Exactly these heuristics (`none` for none at all)
    #[arg(long, value_name = "H,…", value_delimiter = ',', conflicts_with_all = ["with", "without"])]
    pub only: Option<Vec<String>>,
    /// The weight of the estimate, for strategies that have one
    #[arg(long, value_name = "W", value_parser = weight, allow_negative_numbers = true)]
    pub weight: Option<f64>,
    /// Look only for solutions of at most M moves
    #[arg(long, value_name = "M")]
    pub max_moves: Option<u64>,
    /// Find all solutions
    #[arg(long)]
    pub all: bool,
    /// Prove that the solution is the only one
    #[arg(long)]
    pub unique: bool,
}

/// When to give up on a puzzle.
#[derive(Args)]
#[command(next_help_heading = "Limits of each puzzle")]
pub struct LimitArgs {
    /// Give up when N states were generated; the expansion under way is finished first
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Give up after so many seconds; an improving strategy stops then, at 10 where none is given
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Memory that a run may take, in MiB: positions, answers, and tables on disk, which are left out where they are larger [default: 2048]
    #[arg(long, value_name = "MIB", value_parser = positive, allow_negative_numbers = true)]
    pub memory: Option<u64>,
}

/// When to give up on the check of a line.
#[derive(Args)]
#[command(next_help_heading = "Limits of each check")]
pub struct CheckLimitArgs {
    /// Check a certificate with at most N positions
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Memory for the positions of a certificate, in MiB [default: 2048]
    #[arg(long, value_name = "MIB", value_parser = positive, allow_negative_numbers = true)]
    pub memory: Option<u64>,
}

#[derive(Args)]
pub struct CastArgs {
    /// GAME/NAME, GAME:NUMBER, GAME:PARAMS:NUMBER, a file, or -
    pub puzzle: String,
    #[command(flatten)]
    pub text: TextArgs,
    /// Where to write it: FILE.cast or FILE.svg
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The strategy: STRATEGY[+H,…][@W]
    #[arg(long, value_name = "ENTRY")]
    pub entry: Option<String>,
    /// Show the search, from this expansion on
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub from: Option<u64>,
    /// Show the search, to the expansion of this number
    #[arg(long, value_name = "M", value_parser = positive, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// Press these keys, between blanks; `wait` lets the solver finish
    #[arg(long, value_name = "KEYS", conflicts_with_all = ["from", "to"], allow_hyphen_values = true)]
    pub keys: Option<String>,
    /// Only the last screen, as a picture
    #[arg(long)]
    pub still: bool,
    /// The size of the screen: columns, `x`, rows
    #[arg(long, value_name = "SIZE", default_value = "80x24", value_parser = crate::cli::cast::screen_size)]
    pub screen: (u16, u16),
    /// Steps a second
    #[arg(long, value_name = "S", default_value = "4", value_parser = crate::cli::cast::speed)]
    pub speed: f64,
    /// Search for so many seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// One of the built-in themes
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// Frames in plain ASCII
    #[arg(long)]
    pub ascii: bool,
    /// Boards in Unicode too: suits, discs, box drawing
    #[arg(long, conflicts_with = "ascii")]
    pub unicode: bool,
}

#[derive(Args)]
pub struct DiffArgs {
    /// GAME/NAME, GAME:NUMBER, GAME:PARAMS:NUMBER, a file, or -
    pub puzzle: String,
    #[command(flatten)]
    pub text: TextArgs,
    /// A search: STRATEGY[+H,…][@W]; give two, or one and --trace
    #[arg(long, value_name = "ENTRY", required = true)]
    pub entry: Vec<String>,
    /// Compare with this trace, of `trace` or of a program of one's own
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

#[derive(Args)]
pub struct TraceArgs {
    /// GAME/NAME, GAME:NUMBER, GAME:PARAMS:NUMBER, a file, or -
    pub puzzle: String,
    #[command(flatten)]
    pub text: TextArgs,
    #[command(flatten)]
    pub plan: PlanArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// What to write: JSON lines, a search trace for Posthoc, or a drawing for Graphviz
    #[arg(long, value_enum, default_value_t = TraceFormat::Jsonl, help_heading = "Output")]
    pub format: TraceFormat,
    /// Begin with the expansion of this number, from 1
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true, help_heading = "Output")]
    pub from: Option<u64>,
    /// End behind the expansion of this number
    #[arg(long, value_name = "M", value_parser = positive, allow_negative_numbers = true, help_heading = "Output")]
    pub to: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    Jsonl,
    Posthoc,
    Dot,
}

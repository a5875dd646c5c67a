//! What the command line takes. Options that belong to one game come from the registry.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::games::{self, GAMES, Game, Options, TextOption};

const TOP_HELP: &str = "\
Examples:
  rompicapo                               open the workstation
  rompicapo play fourteen/duchi-1         open it at a puzzle
  rompicapo solve fourteen:1..100         solve a hundred numbered deals
  rompicapo list fourteen --strategies    what can be run, and what it is worth

`rompicapo help solve` says more on a command.";

const TOP_LONG_HELP: &str = "\
Naming a puzzle:
  GAME/NAME           a puzzle of a pack: `rompicapo list` shows them
  GAME/PACK           all puzzles of a pack, where several are allowed (GAME/PACK/ where a puzzle is called so too)
  GAME:NUMBER         a numbered deal; GAME:A..B is a range of them
  GAME:PARAMS:NUMBER  the same with the game's own parameters
  FILE, or -          a text form of the game, told by --game or a first line `game: NAME`

Examples:
  rompicapo                               open the workstation
  rompicapo play fourteen/duchi-1         open it at a puzzle
  rompicapo solve fourteen:1..100         solve a hundred numbered deals
  rompicapo solve fourteen:1 --json | rompicapo verify --from -
  rompicapo list fourteen --strategies    what can be run, and what it is worth

Exit codes:
  0    solved (all of them), or done
  1    at least one is proven to have no solution, or `verify` found one wrong
  2    bad usage or bad input
  3    at least one was given up at a limit: its verdict is unknown; or `verify --strict` could not check a claim
  129, 130, 143  hang-up, interruption, termination; the best in hand is printed";

const SOLVE_HELP: &str = "\
Examples:
  rompicapo solve fourteen/duchi-1
  rompicapo solve fourteen/duchi-2 --strategy classic --boards
  rompicapo solve fourteen:1..1000 --json --jobs 2 > verdicts.jsonl
  rompicapo solve --lines deals.txt --skip 1 --game fourteen --time 5
  echo '1 13 | 7 7' | rompicapo solve - --game fourteen
  rompicapo solve sliding/korf-1 --strategy 'ida*' --only manhattan
  rompicapo solve --lines boards.txt --game sliding --goal blank-first
  rompicapo solve fourteen:1..100 --json --certificate proofs.jsonl > verdicts.jsonl

Nodes are states generated: the root once for the whole run, a child when it is made, before any test of it, and none
after the solution is found; iterations add up. Plain `ida*` of sliding so gives the published counts.

Exit code: 0 all solved, 1 one has no solution, 2 bad input, 3 one was given up at a limit.";

const RACE_HELP: &str = "\
Examples:
  rompicapo race sliding/classroom --entry 'ida*+manhattan' --entry 'ida*+manhattan,linear-conflict'
  rompicapo race sliding/ladder --entry 'ida*+manhattan' --entry 'ida*+pdb' --time 10 --plot race.svg --csv race.csv
  rompicapo race fourteen:1..100 --entry classic --entry exact --json > race.jsonl

An entry is STRATEGY, STRATEGY+H,H (exactly these heuristics on) and @W behind it for a weight. The entries of a puzzle
take turns of equal time, so that a slow moment of the machine falls on all alike; limits hold for each entry on each
puzzle. Nodes of a run that ended by itself, or at --nodes, are those of a run alone, to the node. A run that was cut by
time is marked, and left out of medians and of best.

Exit code: as of `solve`, over all runs.";

const TRACE_HELP: &str = "\
Examples:
  rompicapo trace sliding/eight-8 --strategy 'a*' > trace.jsonl
  rompicapo trace sliding/classroom --strategy 'ida*' --from 1000 --to 1100
  rompicapo trace sliding/eight-8 --strategy 'a*' --format posthoc > eight.trace.json
  rompicapo trace counters:3 --format dot | dot -Tsvg > tree.svg

A whole trace has as many `node` lines as `solve` counts nodes, and as many `expand` lines as it counts expanded ones.
docs/formats.md says what each line means.

Exit code: that of `solve`; 0 where --to ended it.";

const CAST_HELP: &str = "\
Examples:
  rompicapo cast fourteen/duchi-1 --out duchi.svg
  rompicapo cast sliding/classroom --entry 'ida*+manhattan' --from 1 --to 60 --out search.cast
  rompicapo cast freecell:617 --keys '? down down' --still --out help.svg

FILE.cast is for asciinema (asciicast, version 2), FILE.svg moves by itself in any browser. At most thirty frames a second,
and no wait is longer than two seconds. In the workstation O writes the screen into a file.";

const DIFF_HELP: &str = "\
Examples:
  rompicapo diff sliding/classroom --entry 'ida*+manhattan' --entry 'ida*+manhattan,linear-conflict'
  rompicapo diff fourteen:1 --entry classic --entry classic+avoid,order-longest --json
  rompicapo diff sliding/eight-8 --entry 'a*' --trace my-own.jsonl

An entry is STRATEGY, STRATEGY+H,H (exactly these heuristics on), and @W behind it for a weight. Compared is what was
decided: the kind of event, the line of moves from the root, and of a cut that it was one. A trace needs only `e`, `id`,
`parent` and `move`; kinds of events that it never tells are passed over.

Exit code: 0 equal to the end, 1 different, 2 bad input, 3 a limit came first.";

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
    /// Write a line for each entry and puzzle to this file (- for standard output)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub csv: Option<String>,
    /// Draw nodes and time against the length of a shortest solution into this file (- for the terminal)
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
    /// Show the search, from the expansion of this number on
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
    #[arg(long, value_name = "SIZE", default_value = "80x24", value_parser = super::cast::screen_size)]
    pub screen: (u16, u16),
    /// Steps a second
    #[arg(long, value_name = "S", default_value = "4", value_parser = super::cast::speed)]
    pub speed: f64,
    /// Look for a solution for so many seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// One of the built-in themes
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// Frames in plain ASCII
    #[arg(long)]
    pub ascii: bool,
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
    /// Print what this stage of the classroom's method gives (`rompicapo list GAME --strategies` names them)
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
pub struct VerifyArgs {
    /// GAME/NAME, GAME:NUMBER, GAME:PARAMS:NUMBER, a file, or -
    #[arg(required_unless_present_any = ["from", "certificate"], conflicts_with = "from", requires = "moves")]
    pub puzzle: Option<String>,
    /// The moves, between blanks or commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, requires = "puzzle")]
    pub moves: Option<String>,
    /// Check lines of `solve --json` (- for standard input)
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
    /// Print them in this text form of the game, in place of `NAME TEXT` on a line
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

fn game_parser() -> impl TypedValueParser<Value = &'static dyn Game> {
    let names = PossibleValuesParser::new(GAMES.iter().map(|game| game.name()));
    names.map(|name| games::find(&name).expect("the parser only lets games through"))
}

fn positive_usize(text: &str) -> Result<usize, String> {
    positive(text).map(|number| number as usize)
}

fn positive(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("expected a whole number above 0".into()),
        Ok(number) => Ok(number),
    }
}

/// More threads than this are no help on any machine.
const MOST_JOBS: u64 = 256;

fn jobs(text: &str) -> Result<usize, String> {
    match positive(text)? {
        jobs @ 1..=MOST_JOBS => Ok(jobs as usize),
        _ => Err(format!("expected at most {MOST_JOBS}")),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || "expected seconds above 0".to_owned();
    let number: f64 = text.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(number).ok().filter(|time| !time.is_zero()).ok_or_else(expected)
}

fn weight(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number, 0 or above".into())
}

/// `--color` as it will be, for messages about the arguments themselves.
pub fn early_color(words: &[OsString]) -> When {
    let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let joined = texts.iter().find_map(|word| word.strip_prefix("--color="));
    let apart = texts.windows(2).find_map(|pair| (pair[0] == "--color").then_some(pair[1]));
    joined.or(apart).and_then(|value| When::from_str(value, true).ok()).unwrap_or(When::Auto)
}

const TEXT_COMMANDS: &[&str] = &["play", "solve", "race", "show", "check-stage", "verify", "trace", "diff", "cast"];

/// The whole command line, with the options that single games add.
pub fn command() -> clap::Command {
    let mut command = Cli::command();
    let reading = by_name(|game| game.profile().text_options);
    for name in TEXT_COMMANDS {
        command = command.mut_subcommand(name, |sub| add_options(sub, &reading, "Reading texts"));
    }
    let making = by_name(|game| game.profile().generate_options);
    command.mut_subcommand("generate", |sub| add_options(sub, &making, "Options of single games"))
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

//! `race`: the same puzzles under several entries.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use super::Code;
use super::args::{GameOptions, RaceArgs, When};
use super::batch::Tally;
use super::equip::Equipper;
use super::interrupt::Stop;
use super::out::{self, Ink, Out, tell};
use super::plan::memory;
use super::play::locale_is_utf8;
use super::progress::RunsMeter;
use super::race_table::{Table, limit_words};
use super::solve::sources;
use super::user;
use crate::games::Game;
use crate::games::patience::while_wanted;
use crate::search::Plan;
use crate::workbench::drive::Run;
use crate::workbench::entry::Entry;
use crate::workbench::naming::{Malformed, Named, Source, Ticket};
use crate::workbench::plot::Sheet;
use crate::workbench::race::{self, Drawn, Heat, Heats, Lane, Row, csv};
use crate::workbench::report::{self, More, Report, Verdict};

/// How many entries can be told apart in a table and in a plot.
const ENTRIES: std::ops::RangeInclusive<usize> = 2..=6;

pub fn run(args: &RaceArgs, options: GameOptions, color: When) -> anyhow::Result<Code> {
    let stop = Stop::listen()?;
    let library = user::library();
    if !ENTRIES.contains(&args.entries.len()) {
        bail!(
            "a race has two to six entries, not {}: --entry \"STRATEGY\", \"STRATEGY+H,H\", \"STRATEGY+H@WEIGHT\"; \
             `rompicapo list GAME --strategies` shows what there is",
            args.entries.len()
        );
    }
    let sources = sources(&args.input, options, &library)?;
    let field = Field::read(args, &sources)?;
    let outputs = Outputs::open(args)?;
    let puzzles: Option<u64> =
        sources.iter().map(Source::len).try_fold(0_u64, |sum, len| Some(sum.saturating_add(len?)));

    stop.begin();
    let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut race = Race {
        args,
        outputs,
        out: Out::new(),
        table: Table::new(&args.entries, Ink::for_stdout(color)),
        rows: Vec::new(),
        tally: Tally::default(),
    };
    race.begin(jobs)?;
    race.run(&field, sources, puzzles, jobs, &stop)?;
    race.end(&field.drawn(&args.entries), stop.signal())
}

/// The entries as each game reads them.
struct Field {
    entries: Vec<(&'static dyn Game, Vec<Plan>)>,
    time: Option<Duration>,
}

impl Field {
    /// Every entry must mean something to every game, before anything runs.
    fn read(args: &RaceArgs, sources: &[Source]) -> anyhow::Result<Field> {
        let mut entries: Vec<(&'static dyn Game, Vec<Plan>)> = Vec::new();
        for game in sources.iter().filter_map(Source::game) {
            if entries.iter().any(|(known, _)| known.name() == game.name()) {
                continue;
            }
            let read = args.entries.iter().map(|text| {
                let mut plan = Entry::read(game, text)?.plan();
                (plan.nodes, plan.max_moves) = (args.limits.nodes, args.max_moves);
                plan.memory = args.limits.memory.map_or(plan.memory, memory);
                game.check_usage(&plan).map_err(|error| error.to_string())?;
                Ok(plan)
            });
            entries.push((game, read.collect::<Result<_, String>>().map_err(anyhow::Error::msg)?));
        }
        Ok(Field { entries, time: args.limits.time })
    }

    /// The entries as a plot knows them.
    fn drawn(&self, names: &[String]) -> Vec<Drawn> {
        let weight = |entry: usize| {
            let plan = self.entries.first()?.1.get(entry)?;
            plan.strategy.weight.map(|_| plan.weight())
        };
        names.iter().enumerate().map(|(i, name)| Drawn { name: name.trim().to_owned(), weight: weight(i) }).collect()
    }

    fn plans(&self, game: &dyn Game) -> &[Plan] {
        self.entries.iter().find(|(known, _)| known.name() == game.name()).map_or(&[], |(_, plans)| plans)
    }

    /// The puzzle set up, or what there is to tell in its place.
    fn opened(&self, ticket: Ticket, stop: &Stop) -> Result<Named, Starter> {
        match ticket {
            Ticket::Warning(warning) => return Err(Starter::Warning(warning)),
            Ticket::Unreadable(error) => return Err(Starter::Unreadable(error.to_string())),
            _ => {}
        }
        let (name, game) = (ticket.name(), ticket.game());
        let opened = while_wanted(stop.waits(Instant::now(), self.time), || ticket.open());
        let undealt = Starter::Undealt { name, game: game.map_or("", |game| game.name()) };
        opened.ok_or(undealt)?.map_err(Starter::Malformed)
    }

    /// Sets a puzzle up with a lane for each entry.
    fn heat(&self, ticket: Ticket, equipper: &Equipper<'_>, stop: &Stop) -> Heat<Starter> {
        let named = match self.opened(ticket, stop) {
            Ok(named) => named,
            Err(puzzle) => return Heat { puzzle, lanes: Vec::new() },
        };
        let mut warnings = String::new();
        for warning in named.position.warnings() {
            let _ = writeln!(warnings, "warning: {}: {warning}", named.name);
        }
        let plans = self.plans(named.game).iter();
        let plans: Vec<Plan> = plans.map(|plan| equipper.equip(&named, plan, &mut warnings).into_owned()).collect();
        let lanes = plans.iter().map(|plan| Lane::new(named.position.clone(), plan.clone(), self.time)).collect();
        Heat { puzzle: Starter::Puzzle { named: Box::new(named), plans, warnings }, lanes }
    }
}

/// What a heat is about.
enum Starter {
    Puzzle {
        named: Box<Named>,
        plans: Vec<Plan>,
        warnings: String,
    },
    Malformed(Malformed),
    /// It took all of its time to be made, or until an interruption.
    Undealt {
        name: String,
        game: &'static str,
    },
    Unreadable(String),
    /// No puzzle, but something to be told of the file.
    Warning(String),
}

/// Files that were asked for, opened before anything runs.
struct Outputs {
    csv: Option<Box<dyn io::Write>>,
    plot: Option<File>,
}

impl Outputs {
    fn open(args: &RaceArgs) -> anyhow::Result<Outputs> {
        let create = |file: &str| File::create(file).with_context(|| file.to_owned());
        if args.csv.as_deref() == Some("-") && args.json {
            bail!("--json and --csv - both want standard output: give --csv a file");
        }
        let csv: Option<Box<dyn io::Write>> = match args.csv.as_deref() {
            None | Some("-") => None,
            Some(file) => Some(Box::new(create(file)?)),
        };
        let plot = match args.plot.as_deref() {
            Some("-") if args.json || args.csv.as_deref() == Some("-") => {
                bail!("--plot - is for people, and standard output has data: give --plot a file");
            }
            None | Some("-") => None,
            Some(file) if file.to_ascii_lowercase().ends_with(".svg") => Some(create(file)?),
            Some(file) => bail!("--plot {file}: expected a file FILE.svg, or - for the terminal"),
        };
        Ok(Outputs { csv, plot })
    }
}

struct Race<'a> {
    args: &'a RaceArgs,
    outputs: Outputs,
    out: Out,
    table: Table,
    rows: Vec<Row>,
    tally: Tally,
}

impl Race<'_> {
    fn shows_table(&self) -> bool {
        !self.args.json && !self.csv_is_data()
    }

    fn csv_is_data(&self) -> bool {
        self.args.csv.as_deref() == Some("-")
    }

    fn begin(&mut self, jobs: usize) -> anyhow::Result<()> {
        if self.shows_table() {
            let head = self.table.head(jobs, &self.args.limits);
            self.out.put(&head)?;
        }
        self.put_csv(csv::HEAD)
    }

    fn run(
        &mut self,
        field: &Field,
        sources: Vec<Source>,
        puzzles: Option<u64>,
        jobs: usize,
        stop: &Stop,
    ) -> anyhow::Result<()> {
        let equipper = Equipper::new(&stop.flag);
        let runs = puzzles.map(|puzzles| puzzles.saturating_mul(self.args.entries.len() as u64));
        let (over, meter) = (AtomicU64::new(0), RunsMeter::new(runs, self.args.limits.time, jobs));
        let heats = Heats { jobs, stop: &stop.flag, over: &over };
        heats.run(
            sources.into_iter().flatten(),
            |ticket| field.heat(ticket, &equipper, stop),
            |(starter, runs)| meter.aside(|| self.take(starter, runs, stop.signal().is_some())),
            || meter.show(over.load(Ordering::Relaxed)),
        )?;
        meter.clear();
        Ok(())
    }

    /// A heat is over: writes all that is to be written of it.
    fn take(&mut self, starter: Starter, runs: Vec<Result<Run, String>>, stopped: bool) -> anyhow::Result<()> {
        match starter {
            // Interrupted: there is nothing to say.
            Starter::Undealt { .. } if stopped => {}
            Starter::Undealt { name, game } => self.tell_undealt(&name, game)?,
            Starter::Unreadable(error) => self.tell_error(&error)?,
            Starter::Warning(warning) => tell(&format!("warning: {warning}")),
            Starter::Malformed(malformed) => self.tell_malformed(&malformed)?,
            Starter::Puzzle { named, plans, warnings } => {
                if !warnings.is_empty() {
                    self.out.flush()?;
                    tell(warnings.trim_end());
                }
                let first = self.rows.len();
                for (entry, (run, plan)) in runs.into_iter().zip(&plans).enumerate() {
                    self.take_run(&named, plan, entry, run)?;
                }
                self.show_rows(first)?;
            }
        }
        // Whoever reads gets a puzzle when it is done, however long the next one takes.
        self.out.flush()?;
        Ok(())
    }

    /// The table's lines of one puzzle, whose rows begin there.
    fn show_rows(&mut self, first: usize) -> anyhow::Result<()> {
        if self.shows_table() {
            let text = self.table.heat(&self.rows[first..]);
            self.out.put(&text)?;
        }
        Ok(())
    }

    /// A puzzle that cannot be read is told once, and has a line for every entry.
    fn tell_malformed(&mut self, malformed: &Malformed) -> anyhow::Result<()> {
        self.tell_error(&malformed.error)?;
        let args = self.args;
        for (entry, name) in args.entries.iter().map(|name| name.trim()).enumerate() {
            if args.json {
                let mut line = String::new();
                report::write_malformed_json(malformed, Some(name), &mut line);
                self.out.put(&line)?;
            }
            self.put_csv(&csv::line(&Row::refused(&malformed.name, entry), name))?;
        }
        Ok(())
    }

    /// A puzzle that took all of its time to be made is given up for every entry.
    fn tell_undealt(&mut self, puzzle: &str, game: &str) -> anyhow::Result<()> {
        let (args, first) = (self.args, self.rows.len());
        for (entry, name) in args.entries.iter().map(|name| name.trim()).enumerate() {
            self.tally.limit += 1;
            let row = Row::undealt(puzzle, entry);
            if args.json {
                let mut line = String::new();
                let strategy = name.split(['+', '@']).next();
                report::write_undealt_json(game, puzzle, Some(name), strategy, &mut line);
                self.out.put(&line)?;
            }
            self.put_csv(&csv::line(&row, name))?;
            self.rows.push(row);
        }
        self.show_rows(first)
    }

    fn take_run(&mut self, named: &Named, plan: &Plan, entry: usize, run: Result<Run, String>) -> anyhow::Result<()> {
        let mut line = String::new();
        let name = self.args.entries[entry].trim();
        let row = match run.map(Report::of) {
            // Interrupted with nothing in hand: there is nothing to say.
            Ok(None) => return Ok(()),
            Ok(Some(report)) => {
                match report.verdict() {
                    Verdict::Solved(_) => self.tally.solved += 1,
                    Verdict::Unsolvable(_) => self.tally.unsolvable += 1,
                    Verdict::Limit(_) => self.tally.limit += 1,
                }
                let more = More { entry: Some(name.to_owned()), ..More::default() };
                report.write_json(named, plan, &more, &mut line);
                Row { known: named.best, ..Row::new(&named.name, entry, &report, named.game.has_one_length()) }
            }
            Err(refusal) => {
                let error = format!("{}, entry `{name}`: {refusal}", named.name);
                self.tell_error(&error)?;
                let refused = Malformed { name: named.name.clone(), game: named.game, error };
                report::write_malformed_json(&refused, Some(name), &mut line);
                Row::refused(&named.name, entry)
            }
        };
        if self.args.json {
            self.out.put(&line)?;
        }
        self.put_csv(&csv::line(&row, name))?;
        self.rows.push(row);
        Ok(())
    }

    fn tell_error(&mut self, error: &str) -> anyhow::Result<()> {
        self.tally.invalid += 1;
        // In order with the data, for those who see both.
        self.out.flush()?;
        tell(&format!("error: {error}"));
        Ok(())
    }

    fn put_csv(&mut self, line: &str) -> anyhow::Result<()> {
        if self.csv_is_data() {
            self.out.put(line)?;
        }
        match (&mut self.outputs.csv, &self.args.csv) {
            (Some(file), Some(name)) => file.write_all(line.as_bytes()).with_context(|| name.clone()),
            _ => Ok(()),
        }
    }

    /// Puts the plot where it was asked for.
    fn draw(&mut self, drawn: &[Drawn]) -> anyhow::Result<()> {
        let Some(name) = &self.args.plot else { return Ok(()) };
        let title = format!("Race over {}", self.args.input.title());
        let limits = format!("Each run {}. Entries take turns of equal time.", limit_words(&self.args.limits));
        let sheet: Sheet = race::sheet(&title, &self.rows, drawn, &limits);
        match &mut self.outputs.plot {
            Some(file) => file.write_all(sheet.svg().as_bytes()).with_context(|| name.clone())?,
            None => self.out.put(&format!("\n{}", sheet.text(out::width(), locale_is_utf8())))?,
        }
        Ok(())
    }

    fn end(mut self, drawn: &[Drawn], signal: Option<i32>) -> anyhow::Result<Code> {
        let standings = race::standings(&self.rows, self.args.entries.len());
        if self.args.json {
            let entries: Vec<&str> = self.args.entries.iter().map(|entry| entry.trim()).collect();
            self.out.put(&report::race_json(&entries, &standings))?;
        } else if self.shows_table() {
            let text = self.table.standings(&standings, &self.rows);
            self.out.put(&text)?;
        }
        self.draw(drawn)?;
        self.out.flush()?;
        if let Some(signal) = signal {
            tell("interrupted; what was done by then is written");
            return Ok(Code::Signal(signal));
        }
        if self.tally.total() == 0 {
            bail!("expected at least one puzzle, and the input has none");
        }
        Ok(self.tally.code())
    }
}

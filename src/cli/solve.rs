//! `solve`: verdicts on puzzles.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::bail;

use super::Code;
use super::args::{GameOptions, PuzzlesArgs, SolveArgs, When};
use super::batch::{Batch, Sheet, Tally, Work};
use super::certify::{Certified, Certifier};
use super::equip::Equipper;
use super::human::{Writer, remark};
use super::interrupt::Stop;
use super::out::{Ink, Out, tell};
use super::plan::PlanMaker;
use super::progress::Meter;
use super::show;
use super::user;
use super::verbose::{DeadEnds, Narrator};
use crate::games::Position;
use crate::games::patience::while_wanted;
use crate::search::{Engine, Limit, Observer, Plan};
use crate::workbench::drive::Driver;
use crate::workbench::guard::guarded;
use crate::workbench::naming::{Malformed, Named, Source, Ticket};
use crate::workbench::packs::Library;
use crate::workbench::report::{self, More, Report, Verdict};
use crate::workbench::resolve::Resolver;
use crate::workbench::words::{count, grouped};

pub fn run(args: &SolveArgs, options: GameOptions, color: When) -> anyhow::Result<Code> {
    // Some names take a while to deal.
    let stop = Stop::listen()?;
    let library = user::library();
    let sources = sources(&args.input, options, &library)?;
    let plans = PlanMaker { args: &args.plan, limits: &args.limits };
    let known: Option<u64> = sources.iter().map(Source::len).try_fold(0_u64, |sum, len| Some(sum.saturating_add(len?)));
    let single = known == Some(1);
    check_plans(&plans, &sources, single, &stop)?;

    stop.begin();
    let mut out = Out::new();
    let solver = Solver {
        args,
        plans,
        stop: &stop,
        single,
        writer: Writer::new(Ink::for_stdout(color)),
        equipper: Equipper::new(&stop.flag),
        certifier: args.certificate.as_deref().map(Certifier::create).transpose()?,
        remarks: Mutex::default(),
    };
    let stream = sources.iter().any(Source::is_stream);
    let batch = Batch { work: &solver, stop: &stop, jobs: jobs(args, known), stream };
    let mut progress = Meter::new(known);
    let tally = batch.run(sources.into_iter().flatten(), &mut out, &mut progress);
    // A reader that went away raises the flag too, and is told by the error.
    if let Some(signal) = stop.signal().filter(|_| tally.is_ok() || stop.is_hung_up()) {
        stop.tell();
        return Ok(Code::Signal(signal));
    }
    let tally = tally?;
    if tally.total() == 0 {
        bail!(
            "expected at least one puzzle, and the input has none (blank lines and lines that begin with `# ` are passed over)"
        );
    }
    if tally.total() > 1 && !args.json {
        tell(&summary(tally));
        for (name, number) in &*solver.remarks.lock().unwrap_or_else(PoisonError::into_inner) {
            tell(&format!("{}: {}", remark(name), grouped(*number)));
        }
    }
    if let Some(certifier) = solver.certifier.as_ref().filter(|_| !args.json) {
        tell(&certifier.summary());
    }
    solver.certifier.as_ref().map_or(Ok(()), Certifier::conclude)?;
    Ok(tally.code())
}

/// What the arguments name, all of it checked.
pub fn sources(args: &PuzzlesArgs, options: GameOptions, library: &Library) -> anyhow::Result<Vec<Source>> {
    let resolver = Resolver { library, game: args.text.game, options: options.0, is_asked: true };
    let stdin_users = args.puzzles.iter().chain(&args.lines).filter(|&name| name == "-").count();
    if stdin_users > 1 {
        bail!("standard input (-) can be read only once");
    }
    let mut sources = Vec::new();
    for puzzle in &args.puzzles {
        sources.push(resolver.resolve(puzzle)?);
    }
    if let Some(file) = &args.lines {
        sources.push(resolver.lines(file, args.skip)?);
    }
    resolver.check_use(&sources)?;
    Ok(sources)
}

/// Names of strategies and heuristics, and what a strategy itself objects to, before anything runs.
fn check_plans(plans: &PlanMaker<'_>, sources: &[Source], single: bool, stop: &Stop) -> anyhow::Result<()> {
    if plans.is_plain() {
        return Ok(());
    }
    for source in sources {
        if let Some(game) = source.game() {
            plans.check(game).map_err(anyhow::Error::msg)?;
        }
        // One that takes all of its time to be made is told of when its turn comes.
        let first = source
            .first()
            .and_then(|first| while_wanted(stop.waits(Instant::now(), plans.limits.time), || first.open()));
        if let Some(Ok(first)) = first {
            let plan = plans.plan(&*first.position).map_err(anyhow::Error::msg)?;
            // A single puzzle's engine is about to be made anyway, and some take a while to make.
            if !single {
                first.position.engine(&plan).map_err(|error| anyhow::anyhow!("{}: {error}", first.name))?;
            }
        }
    }
    Ok(())
}

fn jobs(args: &SolveArgs, known: Option<u64>) -> usize {
    if args.verbose || known == Some(1) { 1 } else { cores(args) }
}

fn cores(args: &SolveArgs) -> usize {
    args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

fn summary(tally: Tally) -> String {
    let counts = [
        (tally.solved, "solved"),
        (tally.open, "solved, the rest of the question given up"),
        (tally.unsolvable, "without a solution"),
        (tally.limit, "given up"),
        (tally.refused, "that the options do not fit"),
        (tally.invalid, "malformed"),
    ];
    let counts = counts.iter().filter(|(number, _)| *number > 0);
    let counts: Vec<String> = counts.map(|(number, what)| format!("{} {what}", grouped(*number))).collect();
    format!("{}: {}", count(tally.total(), "puzzle", "puzzles"), counts.join(", "))
}

struct Solver<'a> {
    args: &'a SolveArgs,
    plans: PlanMaker<'a>,
    stop: &'a Stop,
    single: bool,
    writer: Writer,
    equipper: Equipper<'a>,
    certifier: Option<Certifier<'a>>,
    /// What belongs to the verdicts, added up over all puzzles.
    remarks: Mutex<BTreeMap<&'static str, u64>>,
}

impl Work for Solver<'_> {
    fn work(&self, ticket: Ticket, sheet: &mut Sheet, tick: &mut dyn FnMut(&dyn Engine)) {
        match &ticket {
            Ticket::Warning(warning) => {
                let _ = writeln!(sheet.err, "warning: {warning}");
                return;
            }
            Ticket::Unreadable(error) => {
                sheet.tally.invalid += 1;
                let _ = writeln!(sheet.err, "error: {error}");
                return;
            }
            _ => {}
        }
        // A fault of ours in one puzzle must not take the answers of the others with it.
        let (out, err, slips, tally) = (sheet.out.len(), sheet.err.len(), sheet.slips.len(), sheet.tally);
        let (name, game) = (ticket.name(), ticket.game());
        if let (Err(message), Some(game)) = (guarded(|| self.work_on(ticket, sheet, tick)), game) {
            sheet.out.truncate(out);
            sheet.err.truncate(err);
            sheet.slips.truncate(slips);
            sheet.tally = tally;
            let error = format!("{name}: a fault of this program: {message}");
            self.tell_malformed(&Malformed { name, game, error }, sheet);
        }
    }

    fn hand_in(&self, sheet: &mut Sheet) {
        if let Some(certifier) = &self.certifier {
            certifier.hand_in(sheet);
        }
    }
}

impl Solver<'_> {
    fn work_on(&self, ticket: Ticket, sheet: &mut Sheet, tick: &mut dyn FnMut(&dyn Engine)) {
        let started = Instant::now();
        let (name, game) = (ticket.name(), ticket.game());
        let named = match self.opened(ticket, started) {
            Some(Ok(named)) => named,
            Some(Err(malformed)) => return self.tell_malformed(&malformed, sheet),
            None if self.stop.signal().is_some() => return sheet.ends_here = true,
            None => return self.tell_undealt(&name, game.map_or("", |game| game.name()), sheet),
        };
        for warning in named.position.warnings() {
            let _ = writeln!(sheet.err, "warning: {}: {warning}", named.name);
        }
        if let Err(error) = self.solve(&named, started, sheet, tick) {
            // Nothing is wrong with the puzzle, but in a batch it must not be missing.
            let error = format!("{}: {error}", named.name);
            sheet.tally.refused += 1;
            let _ = writeln!(sheet.err, "error: {error}");
            if self.args.json && !self.single {
                let refused = Malformed { name: named.name, game: named.game, error };
                report::write_malformed_json(&refused, None, &mut sheet.out);
            }
        }
    }

    /// The puzzle set up; `None` where making it takes longer than it may, or until an interruption.
    fn opened(&self, ticket: Ticket, started: Instant) -> Option<Result<Named, Malformed>> {
        if !matches!(ticket, Ticket::Deal(_)) {
            return Some(ticket.open());
        }
        while_wanted(self.stop.waits(started, self.args.limits.time), || ticket.open())
    }

    /// A puzzle that took all of its time to be made.
    fn tell_undealt(&self, name: &str, game: &str, sheet: &mut Sheet) {
        sheet.tally.limit += 1;
        if self.args.json {
            report::write_undealt_json(game, name, None, self.args.plan.strategy.as_deref(), &mut sheet.out);
        } else {
            let _ = writeln!(sheet.out, "{name}: unknown: {} while the puzzle was made", Limit::Time.words());
        }
    }

    /// Solves and writes; the error is a plan that this puzzle's strategy cannot carry out.
    fn solve(
        &self,
        named: &Named,
        started: Instant,
        sheet: &mut Sheet,
        tick: &mut dyn FnMut(&dyn Engine),
    ) -> Result<(), String> {
        let mut plan = self.plans.plan(&*named.position)?;
        if self.single && !self.args.verbose && !self.args.deadlocks {
            plan.cores = cores(self.args);
        }
        let plan = self.equipper.equip(named, &plan, &mut sheet.err);
        let left = self.args.limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let driver = Driver { time: left, stop: &self.stop.flag };
        let narrator = self.args.verbose.then(Narrator::new);
        let mut dead_ends = DeadEnds { text: String::new(), narrator };
        let is_watched = self.args.verbose || self.args.deadlocks;
        let watch = is_watched.then_some(&mut dead_ends as &mut dyn Observer);
        let run = driver.solve(&*named.position, &plan, watch, tick).map_err(|error| error.to_string())?;
        if self.args.deadlocks {
            sheet.out.push_str(&dead_ends.text);
        }
        drop(dead_ends);
        let Some(report) = Report::of(run) else {
            sheet.ends_here = true;
            return Ok(());
        };
        self.add_remarks(&report);
        match report.verdict() {
            Verdict::Solved(_) if report.is_complete(&plan) => sheet.tally.solved += 1,
            Verdict::Solved(_) => sheet.tally.open += 1,
            Verdict::Unsolvable(_) => sheet.tally.unsolvable += 1,
            Verdict::Limit(_) => sheet.tally.limit += 1,
        }
        let Some(certifier) = &self.certifier else {
            self.write(&report, named, &plan, None, sheet);
            return Ok(());
        };
        let certified = certifier.certify(&report, named, plan.memory, self.stop.waits(started, self.args.limits.time));
        match certified {
            Certified::Proven { beside, slip } => {
                let from = sheet.out.len();
                self.write(&report, named, &plan, Some(beside), sheet);
                sheet.slips.push(slip.placed(&sheet.out, from));
            }
            certified => {
                sheet.tally.uncertified += u64::from(matches!(certified, Certified::GivenUp));
                self.write(&report, named, &plan, None, sheet);
            }
        }
        Ok(())
    }

    fn add_remarks(&self, report: &Report) {
        let mut remarks = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, number) in report.remarks() {
            *remarks.entry(name).or_default() += number;
        }
    }

    fn write(&self, report: &Report, named: &Named, plan: &Plan, certificate: Option<String>, sheet: &mut Sheet) {
        if self.args.json {
            let more = More {
                states: self.args.states.then(|| states(report, named)).flatten(),
                entry: None,
                certificate,
                peak_mib: self.single.then(report::peak_mib).flatten(),
            };
            report.write_json(named, plan, &more, &mut sheet.out);
        } else if self.args.boards {
            self.writer.write(report, named, plan, &mut sheet.err);
            if let Verdict::Solved(answer) = report.verdict()
                && let Err(error) =
                    show::write_boards(&*named.position, &answer.moves, <dyn Position>::board, &mut sheet.out)
            {
                let _ = writeln!(sheet.err, "{}: {error}", named.name);
            }
        } else {
            self.writer.write(report, named, plan, &mut sheet.out);
        }
    }

    fn tell_malformed(&self, malformed: &Malformed, sheet: &mut Sheet) {
        sheet.tally.invalid += 1;
        let _ = writeln!(sheet.err, "error: {}", malformed.error);
        if self.args.json {
            report::write_malformed_json(malformed, None, &mut sheet.out);
        }
    }
}

/// The boards along the solution.
fn states(report: &Report, named: &Named) -> Option<serde_json::Value> {
    let Verdict::Solved(answer) = report.verdict() else { return None };
    named.position.states(&answer.moves)
}

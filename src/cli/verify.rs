//! `verify`: replays moves and checks certificates, with the rules alone.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::Path;

use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};

use super::Code;
use super::args::{CheckLimitArgs, GameOptions, VerifyArgs};
use super::certificates;
use super::claims::{self, Bench, Check, Fault, Settled};
use super::interrupt::leave_on_interrupt;
use super::out::{Out, tell};
use super::plan::memory;
use super::show::split_moves;
use super::user;
use crate::games::Effort;
use crate::games::patience::while_wanted;
use crate::workbench::certificates::{Archive, LONGEST_LINE};
use crate::workbench::lines::{Line, Lines};
use crate::workbench::packs::Library;
use crate::workbench::resolve::Resolver;
use crate::workbench::words::count;

pub fn run(args: &VerifyArgs, options: GameOptions) -> anyhow::Result<Code> {
    leave_on_interrupt(|| ())?;
    let library = user::library();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0, is_asked: true };
    let mut out = Out::new();
    let limits = Limits::of(&args.limits);
    let code = match (&args.puzzle, &args.from, &args.certificate) {
        (Some(puzzle), ..) => moves(&resolver, puzzle, args.moves.as_deref().unwrap_or_default(), &limits, &mut out)?,
        (None, Some(file), _) => lines(&library, file, &limits, args.strict, &mut out)?,
        (None, None, Some(file)) => certificates::lines(&library, file, &limits, args.strict, &mut out)?,
        (None, None, None) => bail!("expected a puzzle and --moves, --from or --certificate"),
    };
    out.flush()?;
    Ok(code)
}

/// What the check of one line may take.
pub struct Limits {
    pub effort: Effort,
    time: Option<Duration>,
}

impl Limits {
    fn of(args: &CheckLimitArgs) -> Limits {
        let usual = Effort::default();
        let effort =
            Effort { memory: args.memory.map_or(usual.memory, memory), nodes: args.nodes.unwrap_or(usual.nodes) };
        Limits { effort, time: args.time }
    }

    /// What comes of a check, unless the time is up before.
    pub fn within<T>(&self, check: impl FnOnce() -> T) -> Option<T> {
        let (began, time) = (Instant::now(), self.time);
        while_wanted(move || time.is_none_or(|most| began.elapsed() < most), check)
    }

    pub fn time_is_up(&self) -> String {
        format!("not done after {} s", self.time.unwrap_or_default().as_secs_f64())
    }
}

/// Moves on the command line.
fn moves(resolver: &Resolver<'_>, puzzle: &str, moves: &str, limits: &Limits, out: &mut Out) -> anyhow::Result<Code> {
    let moves = split_moves(moves);
    let Some(replayed) = limits.within(|| {
        let named = resolver.only(puzzle)?;
        let replayed = claims::replay(&*named.position, &moves);
        anyhow::Ok((named.name, replayed))
    }) else {
        writeln!(out, "{puzzle}: not checked: {}", limits.time_is_up())?;
        return Ok(Code::Limit);
    };
    Ok(match replayed? {
        (name, Ok(_)) => {
            writeln!(out, "{name}: a solution, {}", count(moves.len() as u64, "move", "moves"))?;
            Code::Done
        }
        (name, Err(why)) => {
            writeln!(out, "{name}: not a solution: {why}")?;
            Code::Refuted
        }
    })
}

#[derive(Default)]
struct Totals {
    right: u64,
    certified: u64,
    /// Refuted without a certificate.
    unproven: u64,
    /// Refuted with a certificate that could not be checked.
    uncheckable: u64,
    /// Nothing in them could be replayed.
    nothing: u64,
    malformed: u64,
    given_up: u64,
    wrong: u64,
    unreadable: u64,
    /// How often a field's claim was not checked.
    open: BTreeMap<&'static str, u64>,
}

impl Totals {
    fn add(&mut self, check: &Check) {
        *match check.settled {
            Settled::Solution => &mut self.right,
            Settled::Refutation => &mut self.certified,
            Settled::Unproven if check.objection.is_some() => &mut self.uncheckable,
            Settled::Unproven => &mut self.unproven,
            Settled::Nothing => &mut self.nothing,
            Settled::Malformed => &mut self.malformed,
        } += 1;
        for field in &check.open {
            *self.open.entry(field).or_default() += 1;
        }
    }

    /// How many lines there were of each kind, in words.
    fn parts(&self) -> [(u64, &'static str); 8] {
        [
            (self.certified, "refuted with a proof that holds"),
            (self.unproven, "refuted without a certificate, not checked"),
            (self.uncheckable, "refuted with a certificate that is not checkable"),
            (self.nothing, "without anything to replay"),
            (self.malformed, "called invalid, not checked"),
            (self.given_up, "given up"),
            (self.wrong, "wrong"),
            (self.unreadable, "unreadable"),
        ]
    }
}

/// Lines to be checked, one object each.
pub struct Input<'a> {
    file: &'a str,
    reader: Box<dyn BufRead>,
}

impl<'a> Input<'a> {
    /// `-` is standard input; `what` is expected in the file.
    pub fn open(file: &'a str, what: &str) -> anyhow::Result<Self> {
        let reader: Box<dyn BufRead> = if file == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else if Path::new(file).is_dir() {
            bail!("{file}: is a directory; expected a file with {what}");
        } else {
            Box::new(BufReader::new(File::open(file).with_context(|| file.to_owned())?))
        };
        Ok(Input { file, reader })
    }

    /// Gives every line that is not blank with its number.
    pub fn each(self, mut take: impl FnMut(u64, Result<String, Fault>) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let Input { file, reader } = self;
        for (number, line) in (1..).zip(Lines::new(reader, LONGEST_LINE)) {
            let line = match line.with_context(|| format!("{file}:{number}"))? {
                Line::Text(text) if text.trim().is_empty() => continue,
                Line::Text(text) => Ok(text),
                Line::NotText => Err(anyhow!("expected UTF-8 text").into()),
                Line::TooLong => Err(anyhow!("expected a line of at most {} MiB", LONGEST_LINE >> 20).into()),
            };
            take(number, line)?;
        }
        Ok(())
    }
}

fn lines(library: &Library, file: &str, limits: &Limits, strict: bool, out: &mut Out) -> anyhow::Result<Code> {
    let mut totals = Totals::default();
    let mut bench = Bench { library, archive: Archive::beside(file), effort: limits.effort };
    Input::open(file, "lines of `solve --json`")?.each(|number, line| {
        let object = line.and_then(|line| claims::read(&line, "solve --json"));
        let Some(checked) = limits.within(|| object.and_then(|object| claims::check(&mut bench, &object))) else {
            totals.given_up += 1;
            return Ok(writeln!(out, "{file}:{number}: not checked: {}", limits.time_is_up())?);
        };
        match checked {
            Ok(check) => {
                totals.add(&check);
                if let Some(why) = check.objection {
                    writeln!(out, "{file}:{number}: its certificate is not checkable: {why}")?;
                }
            }
            Err(Fault::Wrong(why)) => {
                totals.wrong += 1;
                writeln!(out, "{file}:{number}: wrong: {why}")?;
            }
            Err(Fault::Unreadable(error)) => {
                totals.unreadable += 1;
                tell(&format!("error: {file}:{number}: {error:#}"));
            }
        }
        Ok(())
    })?;
    conclude(&totals, file, strict, out)
}

fn conclude(totals: &Totals, file: &str, strict: bool, out: &mut Out) -> anyhow::Result<Code> {
    let parts = totals.parts();
    if totals.right + parts.iter().map(|(number, _)| number).sum::<u64>() == 0 {
        bail!("{file}: there is no line of `solve --json` in it");
    }
    let mut words = vec![format!("{} right", count(totals.right, "solution", "solutions"))];
    let others = parts.iter().filter(|(number, _)| *number > 0);
    words.extend(others.map(|(number, what)| format!("{number} {what}")));
    writeln!(out, "{}", words.join(", "))?;
    if !totals.open.is_empty() {
        let fields: Vec<_> = totals.open.iter().map(|(field, number)| format!("{field} ({number})")).collect();
        writeln!(out, "claimed and not checked: {}", fields.join(", "))?;
    }
    let is_open = totals.unproven + totals.uncheckable + totals.malformed > 0 || !totals.open.is_empty();
    Ok(match totals {
        Totals { unreadable: 1.., .. } => Code::Bad,
        Totals { wrong: 1.., .. } => Code::Refuted,
        Totals { given_up: 1.., .. } => Code::Limit,
        _ if strict && is_open => Code::Limit,
        _ => Code::Done,
    })
}

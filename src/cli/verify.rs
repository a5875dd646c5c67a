//! `verify`: replays moves and checks certificates, with the rules alone.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};

use anyhow::{Context as _, anyhow, bail};

use super::Code;
use super::args::{GameOptions, VerifyArgs};
use super::certificates;
use super::claims::{self, Check, Fault};
use super::interrupt::leave_on_interrupt;
use super::out::{Out, tell};
use super::show::split_moves;
use super::user;
use crate::workbench::certificates::{Archive, LONGEST_LINE};
use crate::workbench::lines::{Line, Lines};
use crate::workbench::packs::Library;
use crate::workbench::resolve::Resolver;
use crate::workbench::words::count;

pub fn run(args: &VerifyArgs, options: GameOptions) -> anyhow::Result<Code> {
    leave_on_interrupt(|| ())?;
    let library = user::library();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0 };
    let mut out = Out::new();
    let code = match (&args.puzzle, &args.from) {
        (Some(puzzle), _) => {
            let named = resolver.only(puzzle)?;
            let moves = split_moves(args.moves.as_deref().unwrap_or_default());
            match claims::replay(&*named.position, &moves) {
                Ok(_) => {
                    writeln!(out, "{}: a solution, {}", named.name, count(moves.len() as u64, "move", "moves"))?;
                    Code::Done
                }
                Err(why) => {
                    writeln!(out, "{}: not a solution: {why}", named.name)?;
                    Code::Refuted
                }
            }
        }
        (None, Some(file)) => lines(&library, file, args.strict, &mut out)?,
        (None, None) => match &args.certificate {
            Some(file) => certificates::lines(&library, file, args.strict, &mut out)?,
            None => bail!("expected a puzzle and --moves, --from or --certificate"),
        },
    };
    out.flush()?;
    Ok(code)
}

#[derive(Default)]
struct Totals {
    right: u64,
    certified: u64,
    unchecked: u64,
    unproven: u64,
    wrong: u64,
    unreadable: u64,
    /// How often a field's claim was not checked.
    open: BTreeMap<&'static str, u64>,
}

impl Totals {
    fn add(&mut self, check: Check) {
        let open = match check {
            Check::Right(open) => (self.right += 1, open).1,
            Check::Certified => return self.certified += 1,
            Check::Unproven => return self.unproven += 1,
            Check::Unchecked(open) => (self.unchecked += 1, open).1,
        };
        for field in open {
            *self.open.entry(field).or_default() += 1;
        }
    }
}

/// Lines to be checked, one object each.
pub struct Input<'a> {
    file: &'a str,
    reader: Box<dyn BufRead>,
}

impl<'a> Input<'a> {
    /// `-` is standard input.
    pub fn open(file: &'a str) -> anyhow::Result<Self> {
        let reader: Box<dyn BufRead> = if file == "-" {
            Box::new(BufReader::new(io::stdin()))
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

fn lines(library: &Library, file: &str, strict: bool, out: &mut Out) -> anyhow::Result<Code> {
    let mut totals = Totals::default();
    let mut archive = Archive::beside(file);
    Input::open(file)?.each(|number, line| {
        let object = line.and_then(|line| claims::read(&line, "solve --json"));
        match object.and_then(|object| claims::check(library, &mut archive, &object)) {
            Ok(check) => totals.add(check),
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
    let Totals { right, certified, unchecked, unproven, wrong, unreadable, ref open } = *totals;
    if right + certified + unchecked + unproven + wrong + unreadable == 0 {
        bail!("{file}: there is no line of `solve --json` in it");
    }
    let mut words = vec![format!("{} right", count(right, "solution", "solutions"))];
    for (number, what) in [
        (certified, "refuted with a proof that holds"),
        (unproven, "refuted without a certificate, not checked"),
        (unchecked, "without anything to replay"),
        (wrong, "wrong"),
        (unreadable, "unreadable"),
    ] {
        if number > 0 {
            words.push(format!("{number} {what}"));
        }
    }
    writeln!(out, "{}", words.join(", "))?;
    if !open.is_empty() {
        let fields: Vec<_> = open.iter().map(|(field, number)| format!("{field} ({number})")).collect();
        writeln!(out, "claimed and not checked: {}", fields.join(", "))?;
    }
    Ok(match (unreadable, wrong) {
        (1.., _) => Code::Bad,
        (_, 1..) => Code::Refuted,
        _ if strict && (unproven > 0 || !open.is_empty()) => Code::Limit,
        _ => Code::Done,
    })
}

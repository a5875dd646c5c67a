//! `show --stage` and `check-stage`: the stages of a classroom's method, to look at and to be marked by.

use std::io::{Read as _, Write as _};

use anyhow::{Context as _, anyhow, bail};

use super::Code;
use super::args::{CheckStageArgs, GameOptions};
use super::interrupt::leave_on_interrupt;
use super::out::Out;
use super::user;
use crate::games::{Position, Stages};
use crate::workbench::resolve::Resolver;

/// Prints what a stage gives, line by line.
pub fn show(position: &dyn Position, stage: usize, part: Option<usize>) -> anyhow::Result<Code> {
    let (stages, part) = asked(position, stage, part)?;
    let lines = stages.output(position, stage, part, false).map_err(anyhow::Error::msg)?;
    let mut out = Out::new();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(Code::Done)
}

pub fn check(args: &CheckStageArgs, options: GameOptions) -> anyhow::Result<Code> {
    leave_on_interrupt(|| ())?;
    if args.file == "-" && args.puzzle == "-" {
        bail!("standard input (-) can be read only once");
    }
    let library = user::library();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0, is_asked: true };
    let named = resolver.only(&args.puzzle)?;
    let (stages, part) = asked(&*named.position, args.stage, args.space)?;
    let text = read(&args.file)?;
    let fault = stages.fault(&*named.position, args.stage, part, &text);
    let fault = fault.map_err(|error| anyhow!("{}", error.in_file(&args.file)))?;
    let name = stages.list()[args.stage - 1].name;
    let mut out = Out::new();
    match &fault {
        None => writeln!(out, "stage {}, {name}: right", args.stage)?,
        Some(fault) => writeln!(out, "stage {}, {name}: {fault}", args.stage)?,
    }
    out.flush()?;
    Ok(if fault.is_none() { Code::Done } else { Code::Refuted })
}

/// The stages of a position's game, and the part from 0, if there are such.
fn asked(
    position: &dyn Position,
    stage: usize,
    part: Option<usize>,
) -> anyhow::Result<(&'static dyn Stages, Option<usize>)> {
    let Some(stages) = position.game().stages() else {
        bail!("{} has no stages", position.game().name());
    };
    let (list, word) = (stages.list(), stages.part_word());
    let Some(asked) = list.get(stage - 1) else {
        bail!("there is no stage {stage}; the stages are 1 to {}", list.len());
    };
    let parts = stages.parts(position).len();
    match part {
        Some(part) if part > parts => bail!("there is no {word} {part}; this puzzle has {parts}"),
        Some(_) if !asked.has_parts => bail!("stage {stage}, {}, is not asked of a single {word}", asked.name),
        part => Ok((stages, part.map(|part| part - 1))),
    }
}

/// A student's output is small: more is not read.
const LARGEST: u64 = 64 << 20;

fn read(file: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    let read = match file {
        "-" => std::io::stdin().take(LARGEST).read_to_string(&mut text),
        file => std::fs::File::open(file).and_then(|opened| opened.take(LARGEST).read_to_string(&mut text)),
    };
    read.with_context(|| format!("cannot read {file}"))?;
    Ok(text)
}

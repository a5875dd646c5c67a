//! `trace`: what a search did, event by event.

use std::time::Instant;

use anyhow::{anyhow, bail};

use super::Code;
use super::args::{GameOptions, LimitArgs, TraceArgs, TraceFormat};
use super::interrupt::Stop;
use super::out::{Out, tell};
use super::plan::PlanMaker;
use super::user;
use crate::games::patience::while_wanted;
use crate::search::{Limit, Plan};
use crate::workbench::naming::Named;
use crate::workbench::resolve::Resolver;
use crate::workbench::tables;
use crate::workbench::trace::{self, Dot, JsonLines, Posthoc, Scribe, Subject, Window, Written};
use crate::workbench::words::{count, grouped};

pub fn run(args: &TraceArgs, options: GameOptions) -> anyhow::Result<Code> {
    let stop = Stop::listen()?;
    let window = window(args)?;
    let library = user::library();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0, is_asked: true };
    let Some(named) = made_in_time(&resolver, &args.puzzle, &args.limits, &stop)? else { return Ok(Code::Limit) };
    for warning in named.position.warnings() {
        tell(&format!("warning: {}: {warning}", named.name));
    }
    let plans = PlanMaker { args: &args.plan, limits: &args.limits };
    let plan = equipped(&named, &plans.plan(&*named.position).map_err(anyhow::Error::msg)?);

    stop.begin();
    let mut out = Out::new();
    let mut scribe: Box<dyn Scribe + '_> = match args.format {
        TraceFormat::Jsonl => Box::new(JsonLines::new(&mut out, &window)),
        TraceFormat::Posthoc => Box::new(Posthoc::new(&mut out)),
        TraceFormat::Dot => Box::new(Dot::new(&mut out)),
    };
    let subject = Subject { named: &named, plan: &plan };
    let written = trace::write(subject, &window, args.limits.time, &stop.flag, &mut *scribe)?;
    conclude(&written, &window, &stop)
}

/// The puzzle set up; `None`, which is told, where making it takes longer than it may.
pub fn made_in_time(
    resolver: &Resolver<'_>,
    puzzle: &str,
    limits: &LimitArgs,
    stop: &Stop,
) -> anyhow::Result<Option<Named>> {
    let Some(named) = while_wanted(stop.waits(Instant::now(), limits.time), || resolver.only(puzzle)) else {
        tell(&format!("{puzzle}: {} while the puzzle was made", Limit::Time.words()));
        return Ok(None);
    };
    Ok(Some(named?))
}

fn window(args: &TraceArgs) -> anyhow::Result<Window> {
    if let (Some(from), Some(to)) = (args.from, args.to)
        && from > to
    {
        bail!("--from {from} --to {to}: expected an expansion that is not before the first");
    }
    Ok(Window::new(args.from, args.to))
}

/// With the tables on disk that the strategy can use, so that figures are those of `solve`.
pub fn equipped(named: &Named, plan: &Plan) -> Plan {
    let (equipped, unusable) = tables::equipped(user::shelf().as_ref(), &*named.position, plan);
    if let Some(unusable) = unusable {
        tell(&format!("warning: {unusable}; going on without"));
    }
    equipped.into_owned()
}

fn conclude(written: &Written, window: &Window, stop: &Stop) -> anyhow::Result<Code> {
    let last = &written.last;
    if let Some(signal) = stop.tell() {
        return Ok(Code::Signal(signal));
    }
    if let Some(full) = written.full {
        tell(&format!("{full}: --from and --to cut out a part, --nodes ends the search, jsonl has no limit"));
        return Ok(Code::Limit);
    }
    if last.expanded < window.from() && window.from() > 1 {
        let expanded = count(last.expanded, "expansion", "expansions");
        return Err(anyhow!("--from {}: the search ended after {expanded}", grouped(window.from())));
    }
    Ok(match last.status {
        "unsolvable" => Code::Refuted,
        "limit" => Code::Limit,
        _ => Code::Done,
    })
}

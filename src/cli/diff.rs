//! `diff`: where two searches decide differently for the first time.

use std::fmt::Write as _;

use anyhow::bail;
use serde_json::{Value, json};

use super::Code;
use super::args::{DiffArgs, GameOptions};
use super::interrupt::Stop;
use super::out::Out;
use super::trace::{equipped, made_in_time};
use super::user;
use crate::games::Game;
use crate::search::Plan;
use crate::workbench::diff::{self, Comparison, Difference, Equal, Other, Patience, TraceFile};
use crate::workbench::entry::Entry;
use crate::workbench::naming::Named;
use crate::workbench::resolve::Resolver;
use crate::workbench::words::{count, grouped};

pub fn run(args: &DiffArgs, options: GameOptions) -> anyhow::Result<Code> {
    let stop = Stop::listen()?;
    let library = user::library();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0, is_asked: true };
    let Some(named) = made_in_time(&resolver, &args.puzzle, &args.limits, &stop)? else { return Ok(Code::Limit) };
    let names = names(args)?;
    let entries = entries(args, named.game)?;
    let plans: Vec<Plan> = entries.iter().map(|entry| plan(args, entry, &named)).collect();
    for (plan, entry) in plans.iter().zip(&entries) {
        // Before anything runs; a file may be long.
        named.position.engine(plan).map_err(|error| anyhow::anyhow!("entry `{entry}`: {error}"))?;
    }
    stop.begin();
    let other = match (&args.trace, plans.get(1)) {
        (Some(file), _) => Other::Trace(Box::new(TraceFile::open(file, named.game)?)),
        (None, Some(plan)) => Other::Search(plan),
        (None, None) => bail!("expected two entries, or one and --trace"),
    };
    let patience = Patience { time: args.limits.time, stop: &stop.flag };
    let found = diff::compare(&*named.position, &plans[0], other, patience)?;
    let mut out = Out::new();
    out.put(&if args.json { as_json(&found) } else { as_text(&found, &named, &names) })?;
    out.flush()?;
    if let Some(signal) = stop.tell() {
        return Ok(Code::Signal(signal));
    }
    Ok(match found {
        Comparison::Equal(_) => Code::Done,
        Comparison::Different(_) => Code::Refuted,
        Comparison::Limit(..) => Code::Limit,
    })
}

fn entries(args: &DiffArgs, game: &dyn Game) -> anyhow::Result<Vec<Entry>> {
    args.entry.iter().map(|text| Entry::read(game, text).map_err(anyhow::Error::msg)).collect()
}

/// What the two sides are called.
fn names(args: &DiffArgs) -> anyhow::Result<[&str; 2]> {
    match (&args.entry[..], &args.trace) {
        ([one, other], None) => Ok([one, other]),
        ([one], Some(file)) => Ok([one, file]),
        (entries, trace) => {
            let traces = usize::from(trace.is_some());
            bail!(
                "expected two sides: --entry A --entry B, or --entry A --trace FILE; there are {}",
                entries.len() + traces
            )
        }
    }
}

fn plan(args: &DiffArgs, entry: &Entry, named: &Named) -> Plan {
    let mut plan = entry.plan();
    args.limits.apply(&mut plan);
    equipped(named, &plan)
}

fn as_json(found: &Comparison) -> String {
    let differ = |value: &mut Value, at: Option<u64>| {
        if let Some(at) = at {
            value["estimates_differ_at"] = at.into();
        }
    };
    let mut value;
    match found {
        Comparison::Equal(equal) => {
            value = json!({ "equal": true, "events": equal.events });
            differ(&mut value, equal.estimates_differ_at);
        }
        Comparison::Limit(equal, limit) => {
            value = json!({ "equal": null, "events": equal.events, "limit": limit });
            differ(&mut value, equal.estimates_differ_at);
        }
        Comparison::Different(difference) => {
            let Difference { event, sides: [a, b], why, estimates_differ_at, .. } = &**difference;
            value = json!({ "equal": false, "event": event, "a": a.event, "b": b.event, "why": why });
            differ(&mut value, *estimates_differ_at);
        }
    }
    value.to_string() + "\n"
}

fn as_text(found: &Comparison, named: &Named, [a, b]: &[&str; 2]) -> String {
    let mut text = format!("{}: A is {a}, B is {b}\n", named.name);
    match found {
        Comparison::Equal(equal) => {
            let _ = writeln!(text, "equal to the end: {}", events(equal.events));
            text += &estimates(equal.estimates_differ_at);
        }
        Comparison::Limit(Equal { events: number, estimates_differ_at, .. }, limit) => {
            let _ = writeln!(text, "equal as far as it goes, {}; {}", events(*number), ended(limit));
            text += &estimates(*estimates_differ_at);
        }
        Comparison::Different(difference) => write_difference(difference, &mut text),
    }
    text
}

fn events(number: u64) -> String {
    count(number, "event", "events")
}

fn ended(limit: &str) -> String {
    match limit {
        "interrupted" => "then it was interrupted".into(),
        "trace" => "then the trace was cut short".into(),
        limit => format!("then the limit of {limit} was reached (--{limit})"),
    }
}

fn estimates(at: Option<u64>) -> String {
    at.map(|at| format!("they estimate differently from event {} on\n", grouped(at))).unwrap_or_default()
}

fn write_difference(difference: &Difference, text: &mut String) {
    let Difference { event, sides, parting, estimates_differ_at, .. } = difference;
    let _ = writeln!(text, "{parting}\n\nevent {} is the first that differs", grouped(*event));
    text.push_str(&estimates(*estimates_differ_at));
    let same = sides[0].line == sides[1].line;
    let lines: &[(&str, &diff::Side)] =
        if same { &[("line", &sides[0])] } else { &[("line of A", &sides[0]), ("line of B", &sides[1])] };
    for (label, side) in lines {
        let line = if side.line.is_empty() { "(the start)".into() } else { side.line.join(" ") };
        let _ = writeln!(text, "{label}: {line}");
    }
    for name in ["A", "B"].iter().zip(sides).filter(|(_, side)| !side.is_of_moves).map(|(name, _)| name) {
        let _ = writeln!(text, "{name} decides what is no move; its board shows its moves alone");
    }
    text.push('\n');
    let boards = sides.each_ref().map(|side| side.board.board(None));
    text.push_str(&side_by_side(&format!("A\n{}", boards[0]), &format!("B\n{}", boards[1])));
}

/// Two texts beside each other, blanks behind lines left out.
fn side_by_side(left: &str, right: &str) -> String {
    let (left, right): (Vec<&str>, Vec<&str>) = (left.trim_end().lines().collect(), right.trim_end().lines().collect());
    let width = left.iter().map(|line| line.trim_end().chars().count()).max().unwrap_or(0) + 6;
    let mut text = String::new();
    for i in 0..left.len().max(right.len()) {
        let line = |lines: &[&str]| lines.get(i).map_or(String::new(), |line| line.trim_end().to_owned());
        let joined = format!("{:width$}{}", line(&left), line(&right));
        let _ = writeln!(text, "{}", joined.trim_end());
    }
    text
}

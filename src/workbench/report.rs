//! What came of a run, as the object of `solve --json`.

use std::fmt::Write as _;

use super::drive::Run;
use super::finding::{End, Finding};
use super::naming::{Malformed, Named};
use crate::games::Method;
use crate::search::{Answer, Counters, Limit, Plan, Refutation, Value};

pub const SCHEMA: u32 = 1;

/// The verdict on a puzzle.
#[derive(Clone, Copy, Debug)]
pub enum Verdict<'a> {
    Solved(&'a Answer),
    /// A proof.
    Unsolvable(Option<&'a Refutation>),
    /// Unknown.
    Limit(Limit),
}

impl Verdict<'_> {
    pub fn status(self) -> &'static str {
        match self {
            Verdict::Solved(_) => "solved",
            Verdict::Unsolvable(_) => "unsolvable",
            Verdict::Limit(_) => "limit",
        }
    }
}

/// A run that there is something to say of.
pub struct Report {
    pub finding: Finding,
    end: End,
    pub seconds: f64,
}

impl Report {
    /// `None` where the run was interrupted with no solution in hand: then there is nothing to say.
    pub fn of(run: Run) -> Option<Report> {
        let Run { finding, end, time } = run;
        (end != End::Interrupted || finding.answer.is_some()).then_some(Report {
            finding,
            end,
            seconds: time.as_secs_f64(),
        })
    }

    pub fn verdict(&self) -> Verdict<'_> {
        match (self.end, &self.finding.answer) {
            (End::Exhausted, _) => Verdict::Unsolvable(self.finding.refutation.as_ref()),
            (End::Limit(limit), _) => Verdict::Limit(limit),
            (_, Some(answer)) => Verdict::Solved(answer),
            (_, None) => unreachable!("a run that ends like this has an answer"),
        }
    }

    /// Why the search for more or better solutions was stopped, in words.
    pub fn stopped(&self) -> Option<&'static str> {
        match self.end {
            End::Stopped(limit) => Some(limit.words()),
            End::Interrupted => Some("interrupted"),
            _ => None,
        }
    }

    /// Whether the answer is proven to have no more than any other of what is counted.
    fn is_least(&self, answer: &Answer) -> bool {
        answer.optimal || self.finding.measure.is_some_and(|measure| measure.is_reached)
    }

    /// A proven lower bound, where no proof of the shortest length makes it idle.
    pub fn lower_bound(&self) -> Option<u64> {
        match self.verdict() {
            Verdict::Solved(answer) if self.is_least(answer) => None,
            Verdict::Unsolvable(_) => None,
            _ => self.finding.measure.map_or(self.finding.lower_bound, |measure| Some(measure.least)),
        }
    }

    /// Whether all that was asked beside a solution (`--all`, `--unique`) is known: a list that was cut short is not
    /// all, and of uniqueness a stopped search knows only that it met a second solution.
    pub fn is_complete(&self, plan: &Plan) -> bool {
        let Verdict::Solved(answer) = self.verdict() else { return true };
        let unique = || answer.extra.iter().any(|(key, value)| *key == "unique" && *value != Value::Flag(None));
        self.stopped().is_none() || !plan.all && (!plan.unique || unique())
    }

    /// Appends the object, on one line, with its line break.
    pub fn write_json(&self, named: &Named, plan: &Plan, more: &More, out: &mut String) {
        open_object(named.game.name(), &named.name, out);
        if named.text {
            member("text", out);
            string(&named.position.line(), out);
            for (key, value) in named.position.line_options() {
                member(&key, out);
                string(&value, out);
            }
        }
        member("status", out);
        string(self.verdict().status(), out);
        match self.verdict() {
            Verdict::Solved(answer) => self.write_answer(answer, plan, out),
            Verdict::Unsolvable(refutation) => write_refutation(refutation, out),
            Verdict::Limit(limit) => {
                member("limit", out);
                string(limit_name(limit), out);
                self.write_lower_bound(out);
            }
        }
        member("strategy", out);
        string(plan.strategy.name, out);
        member("heuristics", out);
        let Method { heuristics, tables, .. } = named.position.method(plan);
        strings(&heuristics, out);
        if let Some(tables) = tables {
            member("tables", out);
            string(&tables, out);
        }
        if plan.strategy.weight.is_some() {
            let _ = write!(out, ",\"weight\":{}", plan.weight());
        }
        let Counters { generated, expanded, .. } = self.finding.counters;
        let _ = write!(out, ",\"nodes\":{generated},\"expanded\":{expanded},\"seconds\":{:.9}", self.seconds);
        if let Some(states) = &more.states {
            member("states", out);
            out.push_str(&states.to_string());
        }
        member("version", out);
        string(env!("CARGO_PKG_VERSION"), out);
        if let Some(peak) = more.peak_mib {
            let _ = write!(out, ",\"peak_mib\":{peak:.1}");
        }
        out.push_str("}\n");
    }

    fn write_answer(&self, answer: &Answer, plan: &Plan, out: &mut String) {
        let _ = write!(out, ",\"optimal\":{}", self.is_least(answer));
        self.write_lower_bound(out);
        member("moves", out);
        strings(&answer.moves, out);
        let _ = write!(out, ",\"length\":{}", answer.length());
        for (key, value) in &answer.extra {
            member(key, out);
            write_value(value, out);
        }
        // A count that was cut short is no count.
        if let (Some(solutions), None) = (answer.solutions, self.stopped()) {
            let _ = write!(out, ",\"solutions\":{solutions}");
        }
        if plan.all {
            member("all", out);
            list(&answer.all, out, |moves, out| strings(moves, out));
            let _ = write!(out, ",\"all_complete\":{}", self.is_complete(plan));
        }
    }

    /// With what it counts, where that is not moves.
    fn write_lower_bound(&self, out: &mut String) {
        if let Some(measure) = self.finding.measure {
            member("measure", out);
            string(measure.name, out);
        }
        if let Some(bound) = self.lower_bound() {
            let _ = write!(out, ",\"lower_bound\":{bound}");
        }
    }
}

/// What is written only where it was asked for or makes sense.
#[derive(Default)]
pub struct More {
    pub states: Option<serde_json::Value>,
    pub peak_mib: Option<f64>,
}

/// Appends the object of a malformed puzzle.
pub fn write_malformed_json(malformed: &Malformed, out: &mut String) {
    open_object(malformed.game.name(), &malformed.name, out);
    out.push_str(",\"status\":\"invalid\"");
    member("error", out);
    string(&malformed.error, out);
    member("version", out);
    string(env!("CARGO_PKG_VERSION"), out);
    out.push_str("}\n");
}

fn open_object(game: &str, puzzle: &str, out: &mut String) {
    let _ = write!(out, "{{\"schema\":{SCHEMA}");
    member("game", out);
    string(game, out);
    member("puzzle", out);
    string(puzzle, out);
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Flag(None) => out.push_str("null"),
        Value::Flag(Some(flag)) => {
            let _ = write!(out, "{flag}");
        }
        Value::Number(number) => {
            let _ = write!(out, "{number}");
        }
        Value::Text(text) => string(text, out),
    }
}

fn write_refutation(refutation: Option<&Refutation>, out: &mut String) {
    let Some(refutation) = refutation else { return };
    if !refutation.reason.is_empty() {
        member("reason", out);
        string(&refutation.reason, out);
    }
    if let Some(certificate) = &refutation.certificate {
        member("certificate", out);
        string(certificate, out);
    }
}

/// The word for a limit in the object.
pub fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "nodes",
        Limit::Memory => "memory",
        Limit::Depth => "max-moves",
        Limit::Incomplete => "incomplete",
        Limit::Time => "time",
    }
}

fn member(key: &str, out: &mut String) {
    out.push(',');
    string(key, out);
    out.push(':');
}

fn strings<S: AsRef<str>>(items: &[S], out: &mut String) {
    list(items, out, |item, out| string(item.as_ref(), out));
}

fn list<T>(items: &[T], out: &mut String, mut each: impl FnMut(&T, &mut String)) {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        each(item, out);
    }
    out.push(']');
}

/// A JSON string. Moves and names need no escapes, so that is the quick way.
fn string(text: &str, out: &mut String) {
    out.push('"');
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        out.push_str(text);
    } else {
        for c in text.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                c if c < ' ' => {
                    let _ = write!(out, "\\u{:04x}", c as u32);
                }
                c => out.push(c),
            }
        }
    }
    out.push('"');
}

/// The most memory this process ever held, where the system tells.
pub fn peak_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_back_as_they_were() {
        for text in ["3-7", "", "a\"b\\c\nd\te\u{1}f", "Köln ♠", "\u{7f}"] {
            let mut out = String::new();
            string(text, &mut out);
            assert_eq!(serde_json::from_str::<String>(&out).unwrap(), text, "{out}");
        }
    }
}

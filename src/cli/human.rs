//! Verdicts for people.

use std::fmt::Write as _;

use super::out::{self, Ink};
use crate::games::{Game, harmless};
use crate::search::{Answer, Keeps, Limit, Plan};
use crate::workbench::finding::limit_words;
use crate::workbench::naming::Named;
use crate::workbench::report::{Report, Verdict};
use crate::workbench::words::{count, grouped};

/// `34 µs`, `1.52 ms`, `12.3 s`.
pub fn duration(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 0.001 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

/// Writes verdicts; one for a whole batch.
pub struct Writer {
    pub ink: Ink,
    pub width: usize,
}

impl Writer {
    pub fn new(ink: Ink) -> Self {
        Writer { ink, width: out::width() }
    }

    pub fn write(&self, report: &Report, named: &Named, plan: &Plan, out: &mut String) {
        let ink = self.ink;
        let (verdict, coloured) = match report.verdict() {
            Verdict::Solved(answer) => {
                let one_length = named.game.has_one_length();
                let words = solved(report, answer, named.position.method(plan).factor, one_length);
                (words.clone(), ink.good(&words))
            }
            Verdict::Unsolvable(_) => ("no solution (proven)".to_owned(), ink.bad("no solution (proven)")),
            Verdict::Limit(limit) => {
                let words = format!("unknown: {}", limit_words(limit, Some(plan), &report.finding));
                (words.clone(), ink.warning(&words))
            }
        };
        let nodes = count(report.finding.counters.generated, "node", "nodes");
        let how = format!("[{}, {nodes}, {}]", plan.strategy.name, duration(report.seconds));
        let columns = [&named.name, &verdict, &how].iter().map(|part| part.chars().count()).sum::<usize>() + 4;
        let gap = if columns > self.width { "\n  " } else { "  " };
        let _ = writeln!(out, "{}: {coloured}{gap}{}", ink.strong(&harmless(&named.name)), ink.dim(&how));
        self.details(report, named, plan, out);
        for (name, number) in report.remarks() {
            let _ = writeln!(out, "  {}: {}", remark(name), grouped(number));
        }
    }

    fn details(&self, report: &Report, named: &Named, plan: &Plan, out: &mut String) {
        match report.verdict() {
            Verdict::Solved(answer) => self.answer(report, answer, plan, out),
            Verdict::Unsolvable(refutation) => {
                // A person gets the game's own story where there is one; it may take longer than the proof did.
                let story = named.position.deadlock().map(|deadlock| deadlock.story);
                let reason = story.or_else(|| refutation.map(|r| r.reason.clone())).unwrap_or_default();
                let words: Vec<&str> = reason.split_whitespace().collect();
                if !words.is_empty() {
                    out.push_str(&out::wrapped(&words, 2, self.width));
                }
            }
            Verdict::Limit(limit) => {
                if let Some(bound) = report.lower_bound().filter(|&bound| bound > 0) {
                    let _ = writeln!(out, "  any solution has at least {}", measured(report, bound));
                }
                let _ = writeln!(out, "  {}", self.ink.dim(&advice(limit, named.game, plan)));
            }
        }
    }

    fn answer(&self, report: &Report, answer: &Answer, plan: &Plan, out: &mut String) {
        out.push_str(&out::wrapped(&answer.moves, 2, self.width));
        for (key, value) in &answer.extra {
            if let Some(value) = value.words() {
                let _ = writeln!(out, "  {key}: {value}");
            }
        }
        let found = (answer.all.len() as u64).max(answer.solutions.unwrap_or(0));
        match (answer.solutions, report.stopped()) {
            (Some(all), None) => {
                let _ = writeln!(out, "  {} {}", count(all, "solution", "solutions"), extent(answer, plan));
            }
            (_, Some(why)) if found > 0 => {
                let _ = writeln!(out, "  at least {}; {why}", count(found, "solution", "solutions"));
            }
            _ => {}
        }
        let listed: &[Vec<String>] = if plan.all || answer.lists_all { &answer.all } else { &[] };
        for (i, moves) in listed.iter().enumerate() {
            let _ = writeln!(out, "  solution {}:", i + 1);
            out.push_str(&out::wrapped(moves, 4, self.width));
        }
    }
}

/// Which solutions were counted: all of them only where no limit left any out.
fn extent(answer: &Answer, plan: &Plan) -> String {
    let up_to = answer.up_to.map(|what| format!("up to {what}"));
    let within = || plan.max_moves.map(|most| format!("of at most {}", count(most, "move", "moves")));
    answer.extent.clone().or(up_to).or_else(within).unwrap_or_else(|| "in all".into())
}

/// The name of a remark for people.
pub fn remark(name: &str) -> String {
    name.replace('_', " ")
}

/// `factor`: how many times the shortest length an answer of this plan can have; of solutions that are all of one length
/// none is called short.
fn solved(report: &Report, answer: &Answer, factor: Option<f64>, has_one_length: bool) -> String {
    let length = count(answer.length(), "move", "moves");
    if has_one_length {
        return format!("solved, {length}");
    }
    let worth = factor.map_or_else(String::new, |factor| format!(", at most {factor} times the shortest"));
    match (answer.optimal, report.lower_bound(), report.finding.measure) {
        (true, ..) => format!("solved, {length}, none shorter"),
        (_, _, Some(measure)) if measure.is_reached => format!("solved, {length}, none with fewer {}", measure.name),
        (_, Some(bound), Some(_)) => format!("solved, {length}, at least {} needed{worth}", measured(report, bound)),
        (_, Some(bound), None) => format!("solved, {length}, at least {bound} needed{worth}"),
        (_, None, _) => format!("solved, {length}{worth}"),
    }
}

/// A bound with what it counts.
fn measured(report: &Report, bound: u64) -> String {
    report
        .finding
        .measure
        .map_or_else(|| count(bound, "move", "moves"), |measure| format!("{} {}", grouped(bound), measure.name))
}

/// What to try where a limit ended the search.
fn advice(limit: Limit, game: &dyn Game, plan: &Plan) -> String {
    match limit {
        Limit::Nodes => format!("try --nodes above {}, or none", grouped(plan.nodes.unwrap_or_default())),
        Limit::Memory => format!("try --memory above {} (MiB)", plan.memory >> 20),
        Limit::Time => "try a larger --time, or none".into(),
        Limit::Depth => match plan.max_moves {
            Some(moves) => format!("try --max-moves above {moves}, or none"),
            None => "try another --strategy".into(),
        },
        Limit::Incomplete => incomplete_advice(game, plan),
    }
}

/// Leave out what can miss solutions, or take another strategy.
fn incomplete_advice(game: &dyn Game, plan: &Plan) -> String {
    let toggles = plan.strategy.toggles.iter().enumerate();
    let unsound = toggles.filter(|&(i, toggle)| plan.on.has(i) && toggle.keeps == Keeps::Nothing);
    let unsound: Vec<&str> = unsound.map(|(_, toggle)| toggle.name).collect();
    let other = game.strategies().iter().find(|strategy| strategy.name != plan.strategy.name);
    match (unsound.is_empty(), other) {
        (false, Some(other)) => format!("try --without {}, or --strategy {}", unsound.join(","), other.name),
        (false, None) => format!("try --without {}", unsound.join(",")),
        (true, Some(other)) => format!("try --strategy {}", other.name),
        (true, None) => "this game has no other strategy to ask".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_figures() {
        assert_eq!(duration(0.000_034), "34.0 µs");
        assert_eq!(duration(0.001_52), "1.52 ms");
        assert_eq!(duration(123.4), "123 s");
    }
}

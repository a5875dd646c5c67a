//! What came of a run, as the object of `solve --json`.

mod line;

use serde::Serialize;
use serde_json::value::RawValue;

pub use self::line::push_json;
pub(super) use self::line::write_line;
use self::line::{Head, Line, MalformedLine, VerdictFields, number};
use super::drive::Run;
use super::finding::{End, Finding};
use super::naming::{Malformed, Named};
use super::race::Standing;
use crate::games::{Claim, Method, Options, Position};
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

    /// Whether the clock or a hand ended it, so that its figures do not repeat.
    pub fn is_cut(&self) -> bool {
        matches!(self.end, End::Stopped(Limit::Time) | End::Limit(Limit::Time) | End::Interrupted)
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

    /// Whether all that was asked beside a solution (`--all`, `--unique`, a strategy that counts) is known: a list or a
    /// count that was cut short is not all, and of uniqueness a stopped search knows only that it met a second solution.
    pub fn is_complete(&self, plan: &Plan) -> bool {
        let Verdict::Solved(answer) = self.verdict() else { return true };
        let unique = || answer.extra.iter().any(|(key, value)| *key == "unique" && *value != Value::Flag(None));
        let known = || if plan.unique { unique() } else { answer.solutions.is_none() };
        self.stopped().is_none() || !plan.all && known()
    }

    /// What a certificate could prove of it, and the solution that it would show.
    pub fn claim(&self, position: &dyn Position) -> Option<(Claim, &[String])> {
        let answer = match self.verdict() {
            Verdict::Solved(answer) => answer,
            Verdict::Unsolvable(_) => return Some((Claim::Unsolvable, &[])),
            Verdict::Limit(_) => return None,
        };
        let unique = answer.extra.iter().find(|(key, _)| *key == "unique").map(|(_, value)| value);
        let one_length = position.game().has_one_length();
        let claim = match unique {
            Some(Value::Flag(Some(true))) => Claim::Unique,
            Some(Value::Flag(Some(false))) => Claim::Several,
            _ if answer.optimal && !one_length && self.finding.measure.is_none() => Claim::Optimal,
            _ => return None,
        };
        // A strategy that only counts shows no solution.
        let is_shown = answer.length() == answer.moves.len() as u64;
        is_shown.then_some((claim, &*answer.moves))
    }

    /// Appends the object, on one line, with its line break.
    pub fn write_json(&self, named: &Named, plan: &Plan, more: &More, out: &mut String) {
        let Method { heuristics, tables, .. } = named.position.method(plan);
        let Counters { generated, expanded, ref iterations, .. } = self.finding.counters;
        let line = Line {
            head: Head::of(named.game.name(), &named.name),
            entry: more.entry.as_deref(),
            text: named.text.then(|| named.position.line()),
            options: if named.text { named.position.line_options() } else { Options::new() },
            verdict: self.verdict_fields(plan, more.certificate.as_deref()),
            strategy: plan.strategy.name,
            heuristics,
            tables,
            weight: plan.strategy.weight.map(|_| number(plan.weight().to_string())),
            nodes: generated,
            expanded,
            iterations,
            seconds: number(format!("{:.9}", self.seconds)),
            remarks: self.remarks().collect(),
            states: more.states.as_ref(),
            cut_by_time: (more.entry.is_some() && self.is_cut()).then_some(true),
            version: VERSION,
            peak_mib: more.peak_mib.map(|peak| number(format!("{peak:.1}"))),
        };
        // Room for the moves, each with its marks: a million of them need not be copied as the line grows.
        out.reserve(self.finding.answer.as_ref().map_or(0, |answer| 10 * answer.moves.len()));
        write_line(&line, out);
    }

    /// What belongs to the verdict, by its name in the object: only what there is.
    pub fn remarks(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.finding.counters.remarks.iter().copied().filter(|&(_, count)| count > 0)
    }

    fn verdict_fields<'a>(&'a self, plan: &Plan, certificate: Option<&'a str>) -> VerdictFields<'a> {
        let verdict = self.verdict();
        let mut fields = VerdictFields { status: verdict.status(), certificate, ..VerdictFields::default() };
        match verdict {
            Verdict::Solved(answer) => {
                fields.optimal = Some(self.is_least(answer));
                fields.moves = Some(&answer.moves);
                fields.length = Some(answer.length());
                fields.extra = &answer.extra;
                // A count that was cut short is no count.
                fields.solutions = answer.solutions.filter(|_| self.stopped().is_none());
                fields.all = plan.all.then_some(&answer.all[..]);
                let complete = self.is_complete(plan);
                // One of each kind is what was asked for, but not all.
                let is_told = !complete || plan.all && answer.up_to.is_none();
                fields.all_complete = is_told.then_some(complete);
            }
            Verdict::Unsolvable(refutation) => {
                fields.reason = refutation.map(|refutation| &*refutation.reason).filter(|reason| !reason.is_empty());
                let own = || refutation.and_then(|refutation| refutation.certificate.as_deref());
                fields.certificate = certificate.or_else(own);
                return fields;
            }
            Verdict::Limit(limit) => fields.limit = Some(limit_name(limit)),
        }
        fields.measure = self.finding.measure.map(|measure| measure.name);
        fields.lower_bound = self.lower_bound();
        fields
    }
}

pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is written only where it was asked for or makes sense.
#[derive(Default)]
pub struct More {
    /// What it was called in a race; a race also says of a run that it was cut by time.
    pub entry: Option<String>,
    pub states: Option<serde_json::Value>,
    /// In place of the certificate that a search had itself.
    pub certificate: Option<String>,
    pub peak_mib: Option<f64>,
}

/// Appends the object of a malformed puzzle, or of one that the entry of a race does not go with.
pub fn write_malformed_json(malformed: &Malformed, entry: Option<&str>, out: &mut String) {
    let head = Head::of(malformed.game.name(), &malformed.name);
    write_line(&MalformedLine { head, entry, status: "invalid", error: &malformed.error, version: VERSION }, out);
}

/// The last line of `race --json`: how the entries stand.
pub fn race_json(entries: &[&str], standings: &[Standing]) -> String {
    let entries = entries.iter().zip(standings).map(|(entry, standing)| StandingFields {
        entry,
        solved: standing.solved,
        unsolvable: standing.unsolvable,
        cut_by_time: standing.cut,
        nodes: standing.nodes,
        median_nodes: standing.median_nodes.map(|nodes| number(nodes.to_string())),
        seconds: number(format!("{:.9}", standing.seconds)),
        median_seconds: standing.median_seconds.map(|seconds| number(format!("{seconds:.9}"))),
        best: standing.best,
    });
    let mut out = String::new();
    write_line(&RaceLine { race: true, entries: entries.collect() }, &mut out);
    out
}

#[derive(Serialize)]
struct RaceLine<'a> {
    race: bool,
    entries: Vec<StandingFields<'a>>,
}

#[derive(Serialize)]
struct StandingFields<'a> {
    entry: &'a str,
    solved: u64,
    unsolvable: u64,
    cut_by_time: u64,
    nodes: u64,
    median_nodes: Option<Box<RawValue>>,
    seconds: Box<RawValue>,
    median_seconds: Option<Box<RawValue>>,
    best: u64,
}

/// Appends the object of a puzzle that took all of its time to be made: no search has begun. `strategy` is the one that
/// was asked for.
pub fn write_undealt_json(game: &str, name: &str, entry: Option<&str>, strategy: Option<&str>, out: &mut String) {
    #[derive(Serialize)]
    struct Undealt<'a> {
        #[serde(flatten)]
        head: Head<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        entry: Option<&'a str>,
        status: &'a str,
        limit: &'a str,
        reason: &'a str,
        strategy: Option<&'a str>,
        nodes: u64,
        expanded: u64,
        seconds: u64,
        version: &'a str,
    }
    let undealt = Undealt {
        head: Head::of(game, name),
        entry,
        status: "limit",
        limit: limit_name(Limit::Time),
        reason: "the time was up while the puzzle was made",
        strategy,
        nodes: 0,
        expanded: 0,
        seconds: 0,
        version: VERSION,
    };
    write_line(&undealt, out);
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

/// The most memory this process ever held, where the system tells.
pub fn peak_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib / 1024.0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games::{self, Options};
    use crate::search::Measure;

    fn named(game: &str, text: &str) -> Named {
        let game = games::find(game).unwrap();
        Named { text: true, ..Named::new("a file.txt:3".into(), game, game.read(text, &Options::new()).unwrap()) }
    }

    fn written(finding: Finding, end: End, named: &Named, plan: &Plan, more: &More) -> String {
        let time = Duration::from_micros(1_234_500);
        let mut out = String::new();
        Report::of(Run { finding, end, time }).unwrap().write_json(named, plan, more, &mut out);
        out.replace(VERSION, "VERSION")
    }

    fn counted() -> Counters {
        Counters { generated: 123, expanded: 60, ..Counters::default() }
    }

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn a_solved_puzzle_is_written_as_scripts_rely_on() {
        let answer = Answer {
            moves: moves("1-2 1-2"),
            optimal: true,
            extra: vec![("unique", Value::Flag(None)), ("grid", Value::Text("a\\b".into()))],
            ..Answer::default()
        };
        let finding = Finding { answer: Some(answer), lower_bound: Some(2), counters: counted(), ..Finding::default() };
        let plan = Plan::new(games::find("fourteen").unwrap().strategy("dfs").unwrap());
        let more = More { states: Some(serde_json::json!([[1, 2], []])), peak_mib: Some(8.0), ..More::default() };
        assert_eq!(
            written(finding, End::Solved, &named("fourteen", "7 1|7 13"), &plan, &more),
            concat!(
                r#"{"schema":1,"game":"fourteen","puzzle":"a file.txt:3","text":"7 1|7 13","status":"solved","#,
                r#""optimal":true,"moves":["1-2","1-2"],"length":2,"unique":null,"grid":"a\\b","strategy":"dfs","#,
                r#""heuristics":["memory"],"nodes":123,"expanded":60,"seconds":1.234500000,"states":[[1,2],[]],"#,
                r#""version":"VERSION","peak_mib":8.0}"#,
                "\n"
            )
        );
    }

    #[test]
    fn all_solutions_and_whether_they_are_all() {
        let answer = Answer {
            moves: moves("1-2"),
            solutions: Some(2),
            all: vec![moves("1-2"), moves("2-3 \"")],
            ..Answer::default()
        };
        let finding = Finding { answer: Some(answer), lower_bound: Some(1), counters: counted(), ..Finding::default() };
        let plan = Plan { all: true, ..Plan::new(games::find("fourteen").unwrap().strategy("dfs").unwrap()) };
        let puzzle = Named { text: false, ..named("fourteen", "7|7") };
        let json = |end| written(finding.clone(), end, &puzzle, &plan, &More::default());
        let line = concat!(
            r#"{"schema":1,"game":"fourteen","puzzle":"a file.txt:3","status":"solved","optimal":false,"#,
            r#""lower_bound":1,"moves":["1-2"],"length":1,"solutions":2,"all":[["1-2"],["2-3","\""]],"#,
            r#""all_complete":true,"strategy":"dfs","heuristics":["memory"],"nodes":123,"expanded":60,"#,
            r#""seconds":1.234500000,"version":"VERSION"}"#,
            "\n"
        );
        assert_eq!(json(End::Solved), line);
        let cut = line.replace(r#""solutions":2,"#, "").replace("complete\":true", "complete\":false");
        assert_eq!(json(End::Stopped(Limit::Time)), cut);
    }

    #[test]
    fn a_limit_says_which_and_what_is_proven_and_a_weight_has_no_idle_decimals() {
        let measure = Some(Measure { name: "cards", least: 65, is_reached: false });
        let finding = Finding { measure, lower_bound: Some(3), counters: counted(), ..Finding::default() };
        let strategy = games::find("sliding").unwrap().strategy("weighted").unwrap();
        let plan = Plan { weight: Some(2.0), ..Plan::new(strategy) };
        assert_eq!(
            written(finding, End::Limit(Limit::Nodes), &named("sliding", "1 2 3 4 5 6 7 0 8"), &plan, &More::default()),
            concat!(
                r#"{"schema":1,"game":"sliding","puzzle":"a file.txt:3","text":"1 2 3 4 5 6 7 0 8","status":"limit","#,
                r#""limit":"nodes","measure":"cards","lower_bound":65,"strategy":"weighted","#,
                r#""heuristics":["manhattan"],"weight":2,"nodes":123,"expanded":60,"#,
                r#""seconds":1.234500000,"version":"VERSION"}"#,
                "\n"
            )
        );
    }

    #[test]
    fn an_unsolvable_puzzle_has_its_reason_and_a_malformed_one_its_error() {
        let refutation =
            Refutation { reason: "wrong parity".into(), certificate: Some("odd".into()), ..Refutation::default() };
        let finding = Finding { refutation: Some(refutation), counters: counted(), ..Finding::default() };
        let game = games::find("sliding").unwrap();
        let plan = Plan::new(game.strategy("a*").unwrap());
        let json = written(finding, End::Exhausted, &named("sliding", "1 2 3 4 5 6 8 7 0"), &plan, &More::default());
        let verdict =
            r#""status":"unsolvable","reason":"wrong parity","certificate":"odd","strategy":"a*","heuristics":["#;
        assert!(json.contains(verdict), "{json}");
        let mut out = String::new();
        let malformed = Malformed { name: "x:1".into(), game, error: "x:1: a\tb\u{1} ♠".into() };
        write_malformed_json(&malformed, None, &mut out);
        let line =
            r#"{"schema":1,"game":"sliding","puzzle":"x:1","status":"invalid","error":"x:1: a\tb\u0001 ♠","version":"#;
        assert_eq!(out, format!("{line}\"{VERSION}\"}}\n"));
    }
}

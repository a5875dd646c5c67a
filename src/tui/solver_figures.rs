//! The figures of a run in the solver pane, row by row, and which of them stay where there is no room for all.

use super::chrome::sparkline;
use crate::games::view::Role;
use crate::search::{Counters, Detail, Iteration, Limit, Plan, Value};
use crate::workbench::desk::{Desk, result_words};
use crate::workbench::finding::{End, is_proven_within, most_moves};
use crate::workbench::laps::branching_factor;
use crate::workbench::run_record::RunRecord;
use crate::workbench::session::Session;
use crate::workbench::words;
use crate::workbench::worker::{Exhibit, Phase, Snapshot};

/// A row of figures: text alone where there is no value.
pub struct Figure {
    pub label: String,
    pub value: String,
    pub role: Role,
    /// The higher, the sooner it gives way where there is no room for all.
    rank: u8,
    /// Belongs to an earlier run.
    pub is_earlier: bool,
    /// Goes on with the row above, and gives way with it.
    goes_on: bool,
    /// A call of a recursion, under so many others.
    calls_above: Option<usize>,
}

impl Figure {
    pub fn text(label: String, role: Role, rank: u8) -> Self {
        Figure { label, value: String::new(), role, rank, is_earlier: false, goes_on: false, calls_above: None }
    }

    fn number(label: &str, value: String, rank: u8) -> Self {
        Figure { value, ..Self::text(label.to_owned(), Role::Number, rank) }
    }

    /// In so many columns: a label that has no room beside its value, or is longer than the row, is broken between words,
    /// and the value stands under it.
    fn broken(self, width: usize) -> Vec<Figure> {
        let beside = |label: &str| {
            let gap = usize::from(!label.is_empty() && !self.value.is_empty());
            label.chars().count() + gap + self.value.chars().count() <= width
        };
        if beside(&self.label) {
            return vec![self];
        }
        let mut labels = words::wrap(&self.label, width);
        if !self.value.is_empty() && !labels.last().is_some_and(|last| beside(last)) {
            labels.push(String::new());
        }
        let last = labels.len() - 1;
        let row = |(n, label): (usize, String)| {
            let value = if n == last { self.value.clone() } else { String::new() };
            // What has its value elsewhere looks as it does beside it.
            let role = if n < last && !self.value.is_empty() { Role::Dim } else { self.role };
            Figure {
                label,
                value,
                role,
                rank: self.rank,
                is_earlier: self.is_earlier,
                goes_on: n > 0,
                calls_above: self.calls_above.filter(|_| n == 0),
            }
        };
        labels.into_iter().enumerate().map(row).collect()
    }

    /// A count: whole where it fits beside its label.
    fn count(label: &str, n: u64, width: usize, rank: u8) -> Self {
        let whole = words::grouped(n);
        let fits = label.chars().count() + 1 + whole.len() <= width;
        Self::number(label, if fits { whole } else { short(n) }, rank)
    }
}

/// So many iterations stay in view before most other figures, and so many earlier runs and details.
const LATEST: usize = 4;
const RECORDS: usize = 3;
const DETAILS: usize = 3;
/// In a pane of this width an earlier run has its seconds beside it.
const WIDE: usize = 36;

// What gives way, the last first.
const RESULT: u8 = 0;
const NODES: u8 = 10;
const TIME: u8 = 20;
const ITERATIONS_HEADING: u8 = 29;
const LATEST_ITERATIONS: u8 = 30;
const FIRST_DETAILS: u8 = 31;
const RATE: u8 = 40;
const CUTS: u8 = 41;
const FIRST_RECORDS: u8 = 50;
const EXPANDED: u8 = 60;
const MORE_DETAILS: u8 = 61;
const DEPTH: u8 = 90;
const MORE_RECORDS: u8 = 91;
const NOTHING_CUT: u8 = 110;
const HISTORY: u8 = 111;
const OLD_ITERATIONS: u8 = 120;

/// The figures of the present run.
pub fn of_run(desk: &Desk, session: &Session, snapshot: &Snapshot, width: usize, unicode: bool) -> Vec<Figure> {
    let mut rows = Vec::new();
    rows.extend(whose(desk, session, width).map(|text| Figure::text(text, Role::Title, RESULT)));
    let (state, role) = phase_words(snapshot, desk.running_plan(), session.position().game().has_one_length());
    rows.push(Figure::text(state, role, RESULT));
    rows.extend(common(snapshot, unicode));
    if !snapshot.rates.is_empty() {
        let label = sparkline(&snapshot.rates, width.saturating_sub(8), unicode);
        rows.push(Figure { value: "nodes/s".into(), ..Figure::text(label, Role::Dim, HISTORY) });
    }
    rows.extend(own(&snapshot.finding.counters, desk.running_plan(), width));
    rows.extend(details(snapshot));
    let mut rows: Vec<Figure> = rows.into_iter().flat_map(|figure| figure.broken(width)).collect();
    rows.extend(iterations(snapshot, width));
    rows
}

/// Whose figures these are, where they are not of the plan and the position that one sees.
fn whose(desk: &Desk, session: &Session, width: usize) -> Option<String> {
    let label = match (desk.is_elsewhere(session), desk.other_run()) {
        (false, None) => return None,
        (true, None) => return Some("last run, elsewhere:".into()),
        (true, Some(_)) => "elsewhere: ",
        (false, Some(_)) => "last run: ",
    };
    let run = desk.other_run()?;
    Some(format!("{label}{}", run.within(width.saturating_sub(label.len()))))
}

/// As many rows as there is room for, in their order: those of the highest rank go first, and of these the earliest.
pub fn fitting(mut rows: Vec<Figure>, room: usize) -> Vec<Figure> {
    while rows.len() > room {
        let highest = rows.iter().map(|figure| figure.rank).max().unwrap_or(0);
        let Some(place) = rows.iter().position(|figure| figure.rank == highest) else { break };
        rows.remove(place);
        while rows.get(place).is_some_and(|figure| figure.goes_on) {
            rows.remove(place);
        }
        // A heading with nothing left under it says nothing.
        let of_table = |figure: &Figure| matches!(figure.rank, LATEST_ITERATIONS | OLD_ITERATIONS);
        if !rows.iter().any(of_table) {
            rows.retain(|figure| figure.rank != ITERATIONS_HEADING);
        }
    }
    count_calls_above(&mut rows, room);
    rows
}

/// Before the innermost calls of a recursion stands how many there are above them: in a row of its own, or in that of the
/// outermost that is shown.
fn count_calls_above(rows: &mut Vec<Figure>, room: usize) {
    let calls = rows.iter().filter(|figure| figure.calls_above.is_some()).count();
    let Some(first) = rows.iter().position(|figure| figure.calls_above.is_some_and(|above| above > 0)) else { return };
    let words = |above: usize| words::count(above as u64, "call above", "calls above");
    let above = rows[first].calls_above.unwrap_or(0);
    if rows.len() < room {
        rows.insert(first, Figure::text(words(above), Role::Text, FIRST_DETAILS));
    } else if calls > 1 {
        rows[first].label = words(above + 1);
    }
}

fn phase_words(snapshot: &Snapshot, plan: Option<&Plan>, has_one_length: bool) -> (String, Role) {
    let result = result_words(snapshot);
    match (snapshot.phase, result) {
        (Phase::Running, Some(best)) => (format!("running: {best}"), Role::Good),
        (Phase::Running, None) => ("running".into(), Role::Warning),
        (Phase::Paused, Some(best)) => (format!("paused: {best}"), Role::Warning),
        (Phase::Paused, None) => ("paused".into(), Role::Warning),
        (Phase::Done(End::Solved | End::Stopped(_)), Some(found)) => {
            let sign = if is_called_shortest(snapshot) && !has_one_length { "+ shortest:" } else { "* found:" };
            (format!("{sign} {found}"), Role::Good)
        }
        (Phase::Done(End::Exhausted), _) => ("# proven: no solution".into(), Role::Bad),
        (Phase::Done(End::Limit(Limit::Incomplete)), _) => ("none found, no proof".into(), Role::Warning),
        (Phase::Done(End::Limit(Limit::Depth)), _) => (none_within(plan, snapshot), Role::Warning),
        (Phase::Done(End::Limit(_)), _) => ("gave up at a limit".into(), Role::Warning),
        (Phase::Cancelled, Some(best)) if snapshot.finding.answer.is_some() => {
            (format!("stopped: {best}"), Role::Warning)
        }
        (Phase::Cancelled, _) => ("stopped".into(), Role::Warning),
        (Phase::Failed, _) => ("failed".into(), Role::Bad),
        _ => (String::new(), Role::Dim),
    }
}

/// The limit of moves by its number: the one that was set, or the one that the strategy went to.
fn none_within(plan: Option<&Plan>, snapshot: &Snapshot) -> String {
    match most_moves(plan, &snapshot.finding) {
        Some(most) if is_proven_within(most, &snapshot.finding) => {
            format!("none in {}", words::count(most, "move", "moves"))
        }
        Some(most) => format!("none found in {}", words::count(most, "move", "moves")),
        None => "none that short".into(),
    }
}

fn is_called_shortest(snapshot: &Snapshot) -> bool {
    snapshot.phase == Phase::Done(End::Solved) && snapshot.finding.is_optimal()
}

/// Seconds from which on it is told what was loaded or made ready before the search began.
const LEAST_PREPARING: f64 = 0.001;

/// The figures that every search has.
fn common(snapshot: &Snapshot, unicode: bool) -> Vec<Figure> {
    let Counters { generated, expanded, depth, deepest, memory, .. } = &snapshot.finding.counters;
    // Who has gone back sees the counts of that place; the clock is that of the whole run.
    let [rate, time] = if snapshot.is_past() { ["run's rate", "run's time"] } else { ["rate", "time"] };
    let mut rows = vec![
        Figure::number("nodes", words::grouped(*generated), NODES),
        Figure::number("expanded", words::grouped(*expanded), EXPANDED),
    ];
    // While it runs the row stays, so that those below it do not jump when a rate comes to be told.
    let pace = words::rate(*generated, snapshot.seconds, snapshot.rate);
    let pace = pace.or_else(|| snapshot.is_running().then(|| "-".to_owned()));
    rows.extend(pace.map(|pace| Figure::number(rate, pace, RATE)));
    rows.push(Figure::number(time, words::duration(snapshot.seconds, unicode), TIME));
    if snapshot.preparing >= LEAST_PREPARING {
        rows.push(Figure::number("preparing", words::duration(snapshot.preparing, unicode), TIME));
    }
    // Where it stands still, the depth is that of the node that is shown: a dead end, a cut or a child may be shown while
    // the search itself is elsewhere already.
    let is_shown = snapshot.exhibit == Exhibit::Met || snapshot.phase == Phase::Paused;
    let depth = if is_shown { snapshot.look.depth } else { *depth };
    let deepest = &depth.max(*deepest);
    // The last move to a solution is not expanded any more.
    let is_found = snapshot.exhibit == Exhibit::Solution || snapshot.phase == Phase::Done(End::Solved);
    let is_last = depth < *deepest && snapshot.finding.length() == Some(u64::from(depth) + 1);
    let depth = depth + u32::from(is_found && is_last && !snapshot.is_past());
    if *deepest > 0 {
        rows.push(Figure::number(
            "depth",
            format!("{} of {}", words::grouped(depth.into()), words::grouped((*deepest).into())),
            DEPTH,
        ));
    }
    rows.extend(optimum(snapshot));
    if *memory > 0 {
        rows.push(Figure::number("memory", words::bytes(*memory), DEPTH));
    }
    rows
}

/// What is proven of the shortest length, where neither the result nor the last iteration tells it.
fn optimum(snapshot: &Snapshot) -> Option<Figure> {
    // After a proof that there are no solutions it says nothing.
    let bound = snapshot.finding.lower_bound.filter(|_| snapshot.phase != Phase::Done(End::Exhausted))?;
    let is_last = snapshot.finding.counters.iterations.last().is_some_and(|last| last.bound == bound);
    match snapshot.finding.length() {
        Some(_) if is_called_shortest(snapshot) => None,
        Some(best) if best <= bound => Some(Figure::number("optimum", best.to_string(), NODES)),
        Some(best) => Some(Figure::number("", format!("{best} >= optimum >= {bound}"), NODES)),
        None => (!is_last && bound > 0).then(|| Figure::number("optimum", format!(">= {bound}"), NODES)),
    }
}

/// The figures under their own names. What a heuristic cuts that is off goes without saying.
fn own(counters: &Counters, plan: Option<&Plan>, width: usize) -> Vec<Figure> {
    let Counters { cuts, dead, more, remarks, .. } = counters;
    let count = |label: &str, n: u64, rank| Figure::count(label, n, width, rank);
    let mut rows = Vec::new();
    if *dead > 0 {
        rows.push(count("dead", *dead, CUTS));
    }
    rows.extend(cuts.iter().filter(|(name, n)| *n > 0 || !is_off(plan, name)).map(|(name, n)| {
        let rank = if *n > 0 { CUTS } else { NOTHING_CUT };
        count(&format!("cut {name}"), *n, rank)
    }));
    rows.extend(more.iter().filter(|(_, n)| *n > 0).map(|(name, n)| count(name, *n, CUTS)));
    rows.extend(remarks.iter().filter(|(_, n)| *n > 0).map(|(name, n)| count(&name.replace('_', " "), *n, NODES)));
    rows
}

fn is_off(plan: Option<&Plan>, name: &str) -> bool {
    let place = plan.and_then(|plan| plan.strategy.toggles.iter().position(|toggle| toggle.name == name));
    plan.zip(place).is_some_and(|(plan, place)| !plan.on.has(place))
}

/// What the engine tells of itself: rows with a number like the others, or sentences.
fn details(snapshot: &Snapshot) -> Vec<Figure> {
    let rank = |n: usize| if n < DETAILS { FIRST_DETAILS } else { MORE_DETAILS + (n - DETAILS).min(20) as u8 };
    let mut rows = Vec::new();
    for (n, detail) in snapshot.details.iter().enumerate() {
        match detail {
            Detail::Figure { label, value: Value::Number(number) } => {
                rows.push(Figure::number(label, words::grouped(*number), rank(n)));
            }
            Detail::Figure { label, value } => {
                rows.push(Figure::number(label, value.words().unwrap_or_default(), rank(n)));
            }
            Detail::Line(text) => rows.push(Figure::text(text.clone(), Role::Text, rank(n))),
            Detail::Calls { above, lines } => rows.extend(lines.iter().enumerate().map(|(at, line)| {
                // The innermost are those that are watched.
                let rank = rank(lines.len() - 1 - at);
                Figure { calls_above: Some(above + at), ..Figure::text(line.clone(), Role::Text, rank) }
            })),
        }
    }
    rows
}

/// The iterations of a strategy that raises a bound: bound, nodes, seconds, and the branching factor. Where there is
/// no room for all, the latest stay.
fn iterations(snapshot: &Snapshot, width: usize) -> Vec<Figure> {
    let iterations = &snapshot.finding.counters.iterations;
    if iterations.is_empty() {
        return Vec::new();
    }
    let columns = Columns::within(width);
    // There is nothing to compare the first bound with.
    let grow = if iterations.len() > 1 { "grow" } else { "" };
    let heading = columns.line("bound", "nodes", "s", grow).trim_end().to_owned();
    let mut rows = vec![Figure::text(heading, Role::Dim, ITERATIONS_HEADING)];
    for (i, Iteration { bound, nodes }) in iterations.iter().enumerate() {
        let seconds = snapshot.iteration_seconds.get(i).copied().unwrap_or(0.0);
        let whole = words::grouped(*nodes);
        let nodes = if whole.len() < columns.nodes { whole } else { words::short(*nodes as f64) };
        let factor = branching_factor(iterations, i).map_or_else(String::new, |factor| format!("{factor:.2}"));
        let latest = i + LATEST >= iterations.len();
        let row = columns.line(&bound.to_string(), &nodes, &in_five(seconds), &factor);
        rows.push(Figure::text(row, Role::Number, if latest { LATEST_ITERATIONS } else { OLD_ITERATIONS }));
    }
    rows
}

/// How wide the columns of the iterations are, each with a blank before it; 0 for one that is left out.
struct Columns {
    nodes: usize,
    seconds: usize,
    factor: usize,
}

impl Columns {
    const BOUND: usize = 5;
    /// A blank and `1.24 M`.
    const LEAST_NODES: usize = 7;

    /// The seconds are left out first: the run's time is told above.
    fn within(width: usize) -> Self {
        let nodes = |others: usize| width.checked_sub(Self::BOUND + others).filter(|&left| left >= Self::LEAST_NODES);
        let choices = [(6, 5), (0, 5), (0, 0)];
        let fits = choices.into_iter().find_map(|(s, b)| nodes(s + b).map(|nodes| (nodes, s, b)));
        let (nodes, seconds, factor) = fits.unwrap_or((Self::LEAST_NODES, 0, 0));
        Columns { nodes, seconds, factor }
    }

    fn line(&self, bound: &str, nodes: &str, seconds: &str, factor: &str) -> String {
        let cell = |text: &str, width: usize| match width {
            0 => String::new(),
            _ => format!(" {text:>0$}", width - 1),
        };
        let bound = format!("{bound:>0$}", Self::BOUND);
        bound + &cell(nodes, self.nodes) + &cell(seconds, self.seconds) + &cell(factor, self.factor)
    }
}

/// A count in at most five characters.
fn short(n: u64) -> String {
    words::short(n as f64).replace(' ', "")
}

/// Seconds in at most five characters, for half a day.
fn in_five(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.3}"),
        s if s < 100.0 => format!("{s:.2}"),
        s => format!("{s:.0}"),
    }
}

/// Earlier runs under a heading; the present one, once it is filed, is told by its own figures.
pub fn of_earlier_runs(desk: &Desk, session: &Session, snapshot: Option<&Snapshot>, width: usize) -> Vec<Figure> {
    let filed = snapshot.is_some_and(|s| !s.is_alive() && result_words(s).is_some()) && !desk.is_elsewhere(session);
    let mut records = desk.records_here(session);
    records.drain(..usize::from(filed).min(records.len()));
    if records.is_empty() {
        return Vec::new();
    }
    let heading = match width {
        WIDE.. => "earlier run/toggles on",
        23.. => "run/toggles",
        _ => "run/on",
    };
    let mut rows = vec![record_row(heading.into(), "moves", "nodes", "s", width, FIRST_RECORDS + 1)];
    // The same run again tells nothing new: the latest stays.
    let told = |record: &RunRecord| (record.plan.clone(), record.nodes, record.result.clone());
    let is_new = |&(n, record): &(usize, &RunRecord)| !records[..n].iter().any(|known| told(known) == told(record));
    for (n, (_, record)) in records.iter().copied().enumerate().filter(is_new).enumerate() {
        let RunRecord { plan, nodes, seconds, result, .. } = record;
        let result = result.trim_end_matches(" moves").trim_end_matches(" move");
        let rank = if n < RECORDS { FIRST_RECORDS } else { MORE_RECORDS } + 2 * n as u8;
        let mut row = record_row(String::new(), result, &short(*nodes), &in_five(*seconds), width, rank);
        // A strategy's name is not cut: its figures go under it.
        let beside = width.saturating_sub(row.value.chars().count() + 1);
        row.label = plan.within(if plan.strategy.chars().count() <= beside { beside } else { width });
        rows.extend(row.broken(width));
    }
    rows
}

fn record_row(label: String, result: &str, nodes: &str, seconds: &str, width: usize, rank: u8) -> Figure {
    let seconds = if width >= WIDE { format!("{seconds:>7}") } else { String::new() };
    let value = format!("{result}{nodes:>6}{seconds}");
    Figure { value, is_earlier: true, ..Figure::text(label, Role::Dim, rank) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::workbench::finding::Finding;

    fn labels(rows: &[Figure]) -> Vec<&str> {
        rows.iter().map(|figure| &*figure.label).collect()
    }

    fn deepening(bounds: std::ops::Range<u64>) -> Snapshot {
        let iterations = bounds.map(|bound| Iteration { bound, nodes: 56_500 << bound.min(20) }).collect();
        let counters = Counters { iterations, ..Counters::default() };
        Snapshot { finding: Finding { counters, ..Finding::default() }, ..Snapshot::default() }
    }

    /// Words are whole in every column that has room for the longest of them.
    #[test]
    fn figures_break_between_words() {
        let text = Figure::text("none found, no proof".into(), Role::Warning, 0).broken(17);
        assert_eq!(labels(&text), ["none found, no", "proof"]);
        let rows = Figure::number("removed candidates", "445".into(), 7).broken(19);
        assert_eq!(labels(&rows), ["removed candidates", ""]);
        assert_eq!((&*rows[0].value, &*rows[1].value), ("", "445"));
        assert_eq!(labels(&Figure::number("removed candidates", "4".into(), 7).broken(20)), ["removed candidates"]);
        // They give way together.
        assert!(fitting(rows, 1).is_empty());
    }

    #[test]
    fn no_heading_stands_over_nothing() {
        let rows = || iterations(&deepening(3..9), 30);
        assert_eq!(fitting(rows(), 2).len(), 2);
        assert!(fitting(rows(), 1).is_empty());
    }

    #[test]
    fn the_columns_of_iterations_never_touch() {
        let snapshot = deepening(80..90);
        for width in 12..60 {
            let rows = iterations(&snapshot, width);
            let columns = rows[0].label.split_whitespace().count();
            for row in &rows[1..rows.len() - 1] {
                assert!(row.label.chars().count() <= width, "{width}: {}", row.label);
                // The unit of a short number stands apart from it.
                let words = row.label.split_whitespace().filter(|word| !["k", "M", "G"].contains(word)).count();
                assert!(words == columns || rows[1].label == row.label, "{width}: {}", row.label);
            }
        }
        let heads = [25, 22, 16].map(|width| iterations(&snapshot, width)[0].label.clone());
        assert_eq!(heads, ["bound    nodes     s grow", "bound       nodes grow", "bound      nodes"]);
    }

    #[test]
    fn the_latest_iterations_stay_before_earlier_runs_and_memory() {
        let mut snapshot = deepening(40..60);
        snapshot.finding.counters.cuts = vec![("idle", 0), ("busy", 60_730)];
        snapshot.finding.counters.memory = 5000;
        let mut rows = common(&snapshot, false);
        rows.extend(own(&snapshot.finding.counters, None, 25));
        rows.extend(iterations(&snapshot, 25));
        let rows = fitting(rows, 9);
        assert_eq!(labels(&rows)[..5], ["nodes", "expanded", "time", "cut busy", "bound    nodes     s grow"]);
        let bounds: Vec<_> = rows[5..].iter().filter_map(|row| row.label.split_whitespace().next()).collect();
        assert_eq!(bounds, ["56", "57", "58", "59"]);
    }

    #[test]
    fn what_engines_tell_is_aligned() {
        let details = vec![Detail::figure("least value", 51_u64), Detail::line("dash 1")];
        let snapshot = Snapshot { details, ..Snapshot::default() };
        let rows: Vec<_> = super::details(&snapshot).into_iter().map(|row| (row.label, row.value)).collect();
        assert_eq!(rows, [("least value".into(), "51".into()), ("dash 1".into(), String::new())]);
    }

    #[test]
    fn engines_tell_nothing_that_the_pane_tells_of_every_run() {
        const TOLD: [&str; 9] =
            ["nodes", "expanded", "rate", "time", "depth", "depth limit", "bound", "lower bound", "memory"];
        for game in games::GAMES {
            let number = if game.name() == "counters" { "4" } else { "1" };
            let position = game.deal(number).unwrap();
            for strategy in game.strategies() {
                let Ok(mut engine) = position.engine(&Plan::new(strategy)) else { continue };
                for _ in 0..300 {
                    engine.run(1, None);
                    let (counters, bound) = (engine.counters(), engine.lower_bound());
                    for detail in engine.details() {
                        let what = format!("{} {}: {detail:?}", game.name(), strategy.name);
                        match detail {
                            Detail::Figure { label, .. } => {
                                assert!(!TOLD.contains(&label), "{what}");
                                assert!(counters.more.iter().all(|(name, _)| *name != label), "{what}");
                            }
                            Detail::Calls { .. } => {}
                            Detail::Line(text) => {
                                assert!(counters.more.iter().all(|(name, n)| text != format!("{n} {name}")), "{what}");
                                assert!(bound.is_none_or(|n| !text.starts_with(&format!("at least {n} "))), "{what}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_count_shrinks_before_it_touches_its_label() {
        assert_eq!(Figure::count("cut linear-conflict", 730, 25, 0).value, "730");
        assert_eq!(Figure::count("cut linear-conflict", 60_730, 25, 0).value, "60.7k");
    }
}

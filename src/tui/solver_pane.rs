//! The solver pane: strategy, toggles, live counters, and the last results beside the present one.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, row, sparkline};
use super::game_tables::TableState;
use super::keymap::Action;
use crate::games::view::Role;
use crate::search::{Answer, Counters, Iteration, Limit, Outcome, Plan, Toggle};
use crate::workbench::builder::Progress;
use crate::workbench::desk::{Desk, RunRecord, result_words};
use crate::workbench::laps::branching_factor;
use crate::workbench::words;
use crate::workbench::worker::{Phase, Snapshot};

/// The keys that the pane names.
pub struct Keys<'a> {
    /// Before the digits of toggles, where the game takes digits for itself.
    pub prefix: &'a str,
    pub tables: &'a str,
}

pub fn draw(
    canvas: &mut Canvas<'_>,
    area: Rect,
    desk: &Desk,
    snapshot: Option<&Snapshot>,
    tables: Option<&TableState>,
    keys: &Keys<'_>,
) {
    let inner = canvas.pane(area, "Solver", false);
    let notes = toggle_notes(&desk.plan, inner);
    let mut used = draw_head(canvas, inner, &desk.plan, tables, keys);
    used += draw_plan(canvas, below(inner, used), &desk.plan, keys.prefix, &notes);
    // An empty row, where one can be spared.
    used += u16::from(inner.height > used + LEAST_FIGURES);
    let mut rest = below(inner, used);
    // What the last run said stays in view, whatever there is above it.
    let records = shown_records(desk, snapshot);
    let foot = (records.len() as u16).min(rest.height / 3);
    let figures = Rect { height: rest.height - foot, ..rest };
    if let Some(snapshot) = snapshot {
        draw_run(canvas, figures, snapshot);
    } else {
        canvas.line(row(rest, 0), "s solve   . step", Role::Dim);
    }
    rest = below(rest, figures.height);
    for (n, record) in records.iter().take(foot as usize).enumerate() {
        draw_record(canvas, row(rest, n as u16), record);
    }
}

/// Earlier runs; the present one, once it is filed, is told by its own figures.
fn shown_records<'a>(desk: &'a Desk, snapshot: Option<&Snapshot>) -> &'a [RunRecord] {
    let records = desk.records();
    let filed = snapshot.is_some_and(|s| !s.is_alive() && result_words(s).is_some());
    if filed && !records.is_empty() { &records[1..] } else { records }
}

/// Rows that the figures of a run want.
const FIGURES: usize = 18;
/// Fewer rows than these are too few to leave one empty.
const LEAST_FIGURES: u16 = 12;
/// Where a toggle's name begins, and so the line on it.
const NAME_COLUMN: u16 = 6;
/// In a pane of this width an earlier run has its seconds beside it.
const WIDE: u16 = 36;
/// So many iterations stay in view before all other figures but the first few.
const LATEST: usize = 4;

/// A line or two on each toggle, where the pane has the room; everywhere else the chooser tells.
fn toggle_notes(plan: &Plan, area: Rect) -> Vec<Vec<String>> {
    let width = area.width.saturating_sub(NAME_COLUMN) as usize;
    let note = |t: &Toggle| words::wrap(&format!("{}; {}", t.about, t.keeps.words()), width);
    let notes: Vec<_> = plan.strategy.toggles.iter().map(note).collect();
    let rows: usize = notes.iter().map(|note| note.len() + 1).sum();
    if rows + FIGURES <= area.height as usize { notes } else { Vec::new() }
}

/// The strategy's name, and how the tables stand that it could use.
fn draw_head(canvas: &mut Canvas<'_>, area: Rect, plan: &Plan, tables: Option<&TableState>, keys: &Keys<'_>) -> u16 {
    let first = row(area, 0);
    canvas.line(first, plan.strategy.name, Role::Title);
    canvas.right(first, "[S]", Role::Key);
    canvas.zone(first, Zone::Do(Action::Strategy));
    let (text, role) = match tables {
        None => return 1,
        Some(TableState::Ready) => ("tables ready ".to_owned(), Role::Good),
        Some(TableState::Absent) => (format!("tables [{}] ", keys.tables), Role::Dim),
        Some(TableState::Bad(_)) => (format!("bad tables [{}] ", keys.tables), Role::Bad),
        Some(TableState::Building(progress)) => {
            let second = row(area, 1);
            canvas.pair(second, "tables", &progress_words(progress), Role::Number);
            canvas.zone(second, Zone::Do(Action::Tables));
            return 2;
        }
    };
    let width = text.chars().count() as u16;
    let place = Rect { width, ..after(first, first.width.saturating_sub(width + 3)) };
    canvas.line(place, &text, role);
    canvas.zone(place, Zone::Do(Action::Tables));
    1
}

fn progress_words(progress: &Progress) -> String {
    let percent = (progress.share * 100.0) as u64;
    match progress.left.map(|left| left.as_secs()) {
        Some(left @ ..100) => format!("{percent} %, {left} s left"),
        Some(left) => format!("{percent} %, {} min left", left.div_ceil(60)),
        None => format!("{percent} %"),
    }
}

fn draw_plan(canvas: &mut Canvas<'_>, area: Rect, plan: &Plan, prefix: &str, notes: &[Vec<String>]) -> u16 {
    let mut used = 0;
    if plan.strategy.weight.is_some() {
        canvas.pair(row(area, used), "weight  + -", &format!("{:.1}", plan.weight()), Role::Number);
        used += 1;
    }
    for (n, toggle) in plan.strategy.toggles.iter().enumerate() {
        let line = row(area, used);
        let on = plan.on.has(n);
        let digit = if n < 9 { format!("{prefix}{}", n + 1) } else { " ".into() };
        let text = format!("[{}] {digit} {}", if on { "x" } else { " " }, toggle.name);
        canvas.line(line, &text, if on { Role::Text } else { Role::Dim });
        canvas.zone(line, Zone::Do(Action::Toggle(n as u8)));
        used += 1;
        for note in notes.get(n).into_iter().flatten() {
            canvas.line(after(row(area, used), NAME_COLUMN), note, Role::Dim);
            used += 1;
        }
    }
    used
}

/// A row of figures: text alone where there is no value.
struct Figure {
    label: String,
    value: String,
    role: Role,
    /// The higher, the sooner it gives way where there is no room for all.
    rank: u8,
}

fn draw_run(canvas: &mut Canvas<'_>, area: Rect, snapshot: &Snapshot) {
    let (state, role) = phase_words(snapshot);
    let mut rows = vec![Figure { label: state, value: String::new(), role, rank: 0 }];
    rows.extend(common_figures(snapshot, canvas.paint.unicode));
    if !snapshot.rates.is_empty() {
        let label = sparkline(&snapshot.rates, (area.width as usize).saturating_sub(8), canvas.paint.unicode);
        rows.push(Figure { label, value: "nodes/s".into(), role: Role::Dim, rank: 8 });
    }
    rows.extend(own_figures(&snapshot.counters));
    let details = snapshot.details.iter();
    rows.extend(details.map(|text| Figure { label: text.clone(), value: String::new(), role: Role::Text, rank: 3 }));
    rows.extend(iteration_rows(snapshot, area.width as usize));
    for (n, Figure { label, value, role, .. }) in fitting(rows, area.height as usize).iter().enumerate() {
        let line = row(area, n as u16);
        if value.is_empty() {
            canvas.line(line, label, *role);
        } else {
            canvas.pair(line, label, value, *role);
        }
    }
}

/// As many rows as there is room for, in their order: those of the highest rank go first, and of these the earliest.
fn fitting(mut rows: Vec<Figure>, room: usize) -> Vec<Figure> {
    while rows.len() > room {
        let highest = rows.iter().map(|figure| figure.rank).max().unwrap_or(0);
        let Some(place) = rows.iter().position(|figure| figure.rank == highest) else { break };
        rows.remove(place);
    }
    rows
}

fn phase_words(snapshot: &Snapshot) -> (String, Role) {
    let result = result_words(snapshot);
    match (snapshot.phase, result) {
        (Phase::Running, Some(best)) => (format!("running, best {best}"), Role::Good),
        (Phase::Running, None) => ("running".into(), Role::Warning),
        (Phase::Paused, _) => ("paused".into(), Role::Warning),
        (Phase::Done(Outcome::Solved), Some(found)) => {
            let sign = if snapshot.answer.as_ref().is_some_and(|a| a.optimal) { "+ shortest:" } else { "* found:" };
            (format!("{sign} {found}"), Role::Good)
        }
        (Phase::Done(Outcome::Exhausted), _) => ("# no solution (proof)".into(), Role::Bad),
        (Phase::Done(Outcome::Limit(Limit::Incomplete)), _) => ("nothing found, no proof".into(), Role::Warning),
        (Phase::Done(Outcome::Limit(Limit::Depth)), _) => ("none that short".into(), Role::Warning),
        (Phase::Done(Outcome::Limit(_)), _) => ("gave up at a limit".into(), Role::Warning),
        (Phase::Cancelled, _) => ("cancelled".into(), Role::Warning),
        (Phase::Failed, _) => ("failed".into(), Role::Bad),
        _ => (String::new(), Role::Dim),
    }
}

/// The figures that every search has.
fn common_figures(snapshot: &Snapshot, unicode: bool) -> Vec<Figure> {
    let Counters { generated, expanded, depth, deepest, memory, .. } = &snapshot.counters;
    let mut rows = vec![
        number("nodes", words::grouped(*generated), 1),
        number("expanded", words::grouped(*expanded), 6),
        number("rate", format!("{}/s", words::short(snapshot.rate)), 4),
        number("time", words::duration(snapshot.seconds, unicode), 2),
    ];
    if *deepest > 0 {
        rows.push(number("depth", format!("{depth} of {deepest}"), 7));
    }
    // A bound on solutions says nothing where it is proven that there are none.
    let refuted = snapshot.phase == Phase::Done(Outcome::Exhausted);
    if let Some(bound) = snapshot.lower_bound.filter(|_| !refuted) {
        let best = snapshot.answer.as_ref().map(Answer::length);
        rows.push(match best {
            Some(best) if best <= bound => number("optimum", best.to_string(), 1),
            Some(best) => number("", format!("{best} >= optimum >= {bound}"), 1),
            None => number("optimum", format!(">= {bound}"), 1),
        });
    }
    if *memory > 0 {
        rows.push(number("memory", words::bytes(*memory), 7));
    }
    rows
}

fn number(label: &str, value: String, rank: u8) -> Figure {
    Figure { label: label.to_owned(), value, role: Role::Number, rank }
}

/// The figures under their own names.
fn own_figures(counters: &Counters) -> Vec<Figure> {
    let Counters { cuts, dead, more, .. } = counters;
    let mut rows = Vec::new();
    if *dead > 0 {
        rows.push(number("dead", words::grouped(*dead), 5));
    }
    rows.extend(cuts.iter().map(|(name, n)| number(&format!("cut {name}"), words::grouped(*n), 5)));
    rows.extend(more.iter().filter(|(_, n)| *n > 0).map(|(name, n)| number(name, words::grouped(*n), 5)));
    rows
}

/// The iterations of a strategy that raises a bound: bound, nodes, seconds, and the branching factor. Where there is
/// no room for all, the latest stay.
fn iteration_rows(snapshot: &Snapshot, width: usize) -> Vec<Figure> {
    let iterations = &snapshot.counters.iterations;
    if iterations.is_empty() {
        return Vec::new();
    }
    let nodes_width = width.saturating_sub(17);
    let line = |bound: &str, nodes: &str, seconds: &str, factor: &str| {
        format!("{bound:>5}{nodes:>nodes_width$}{seconds:>7}{factor:>5}")
    };
    let text = |label, role, rank| Figure { label, value: String::new(), role, rank };
    let mut rows = vec![text(line("bound", "nodes", "s", "b*"), Role::Dim, 2)];
    for (i, Iteration { bound, nodes }) in iterations.iter().enumerate() {
        let seconds = snapshot.iteration_seconds.get(i).copied().unwrap_or(0.0);
        let seconds = in_five(seconds);
        let whole = words::grouped(*nodes);
        let nodes = if whole.len() < nodes_width { whole } else { words::short(*nodes as f64) };
        let factor = branching_factor(iterations, i).map_or_else(String::new, |factor| format!("{factor:.2}"));
        let latest = i + LATEST >= iterations.len();
        let row = line(&bound.to_string(), &nodes, &seconds, &factor);
        rows.push(text(row, Role::Number, if latest { 3 } else { 9 }));
    }
    rows
}

/// Seconds in at most five characters, for half a day.
fn in_five(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.3}"),
        s if s < 100.0 => format!("{s:.2}"),
        s => format!("{s:.0}"),
    }
}

/// The figures whole; the toggles that were on (`classic/234`) where all of them fit beside the strategy's name.
fn draw_record(canvas: &mut Canvas<'_>, area: Rect, record: &RunRecord) {
    let nodes = words::short(record.nodes as f64).replace(' ', "");
    let seconds = if area.width >= WIDE { format!(" {} s", in_five(record.seconds)) } else { String::new() };
    let figures = format!("{} {nodes}n{seconds}", record.result);
    let name_width = area.width.saturating_sub(figures.chars().count() as u16 + 1);
    let slash = if record.toggles.is_empty() { "" } else { "/" };
    let with_toggles = format!("{}{slash}{}", record.strategy, record.toggles);
    let fits = with_toggles.chars().count() <= name_width as usize;
    let name = if fits { &with_toggles } else { record.strategy };
    canvas.line(Rect { width: name_width, ..area }, name, Role::Dim);
    canvas.right(area, &figures, Role::Dim);
}

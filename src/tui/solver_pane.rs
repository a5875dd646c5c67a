//! The solver pane: strategy, toggles, live counters, and the last results beside the present one.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, row, sparkline};
use super::keymap::Action;
use crate::games::view::Role;
use crate::search::{Counters, Limit, Outcome, Plan, Toggle};
use crate::workbench::desk::{Desk, RunRecord, result_words};
use crate::workbench::words;
use crate::workbench::worker::{Phase, Snapshot};

pub fn draw(canvas: &mut Canvas<'_>, area: Rect, desk: &Desk, snapshot: Option<&Snapshot>, prefix: &str) {
    let inner = canvas.pane(area, "Solver", false);
    let notes = toggle_notes(&desk.plan, inner);
    let used = draw_plan(canvas, inner, &desk.plan, prefix, &notes);
    let mut rest = below(inner, used + 1);
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
/// Where a toggle's name begins, and so the line on it.
const NAME_COLUMN: u16 = 6;

/// A line or two on each toggle, where the pane has the room; everywhere else the chooser tells.
fn toggle_notes(plan: &Plan, area: Rect) -> Vec<Vec<String>> {
    let width = area.width.saturating_sub(NAME_COLUMN) as usize;
    let note = |t: &Toggle| words::wrap(&format!("{}; {}", t.about, t.keeps.words()), width);
    let notes: Vec<_> = plan.strategy.toggles.iter().map(note).collect();
    let rows: usize = notes.iter().map(|note| note.len() + 1).sum();
    if rows + FIGURES <= area.height as usize { notes } else { Vec::new() }
}

fn draw_plan(canvas: &mut Canvas<'_>, area: Rect, plan: &Plan, prefix: &str, notes: &[Vec<String>]) -> u16 {
    let first = row(area, 0);
    canvas.line(first, plan.strategy.name, Role::Title);
    canvas.right(first, "[S]", Role::Key);
    canvas.zone(first, Zone::Do(Action::Strategy));
    let mut used = 1;
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

fn draw_run(canvas: &mut Canvas<'_>, area: Rect, snapshot: &Snapshot) {
    let (state, role) = phase_words(snapshot);
    let mut rows = vec![(state, String::new(), role)];
    let number = |(label, value)| (label, value, Role::Number);
    rows.extend(common_figures(snapshot, canvas.paint.unicode).into_iter().map(number));
    if !snapshot.rates.is_empty() {
        let line = sparkline(&snapshot.rates, (area.width as usize).saturating_sub(8), canvas.paint.unicode);
        rows.push((line, "nodes/s".into(), Role::Dim));
    }
    // What only some strategies have comes last: it is what a small window cuts.
    rows.extend(own_figures(&snapshot.counters).into_iter().map(number));
    let room = (area.height as usize).saturating_sub(rows.len() + snapshot.details.len());
    rows.extend(iteration_rows(snapshot, room).into_iter().map(number));
    rows.extend(snapshot.details.iter().map(|text| (text.clone(), String::new(), Role::Text)));
    for (n, (label, value, role)) in rows.iter().enumerate() {
        let line = row(area, n as u16);
        if value.is_empty() {
            canvas.line(line, label, *role);
        } else {
            canvas.pair(line, label, value, *role);
        }
    }
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
fn common_figures(snapshot: &Snapshot, unicode: bool) -> Vec<(String, String)> {
    let Counters { generated, expanded, depth, deepest, memory, .. } = &snapshot.counters;
    let mut rows = vec![
        ("nodes".to_owned(), words::grouped(*generated)),
        ("expanded".to_owned(), words::grouped(*expanded)),
        ("rate".to_owned(), format!("{}/s", words::short(snapshot.rate))),
        ("time".to_owned(), words::duration(snapshot.seconds, unicode)),
    ];
    if *deepest > 0 {
        rows.push(("depth".into(), format!("{depth} of {deepest}")));
    }
    if let Some(bound) = snapshot.lower_bound {
        let best = snapshot.answer.as_ref().map(crate::search::Answer::length);
        rows.push(match best {
            Some(best) => ("best, bound".into(), format!("{best} >= {bound}")),
            None => ("at least".into(), words::count(bound, "move", "moves")),
        });
    }
    if *memory > 0 {
        rows.push(("memory".into(), words::bytes(*memory)));
    }
    rows
}

/// The figures under their own names.
fn own_figures(counters: &Counters) -> Vec<(String, String)> {
    let Counters { cuts, dead, more, .. } = counters;
    let mut rows = Vec::new();
    if *dead > 0 {
        rows.push(("dead".into(), words::grouped(*dead)));
    }
    rows.extend(cuts.iter().map(|(name, n)| (format!("cut {name}"), words::grouped(*n))));
    rows.extend(more.iter().filter(|(_, n)| *n > 0).map(|(name, n)| ((*name).to_owned(), words::grouped(*n))));
    rows
}

/// The last iterations of a strategy that raises a bound: bound, nodes, and seconds so far.
fn iteration_rows(snapshot: &Snapshot, most: usize) -> Vec<(String, String)> {
    let iterations = &snapshot.counters.iterations;
    if iterations.len() < 2 || most < 2 {
        return Vec::new();
    }
    let first = iterations.len().saturating_sub(most.saturating_sub(1));
    let mut rows = vec![("bound     nodes".to_owned(), "done at".to_owned())];
    for (i, iteration) in iterations.iter().enumerate().skip(first) {
        // A bound's seconds are those at which the next one was raised.
        let seconds = snapshot.bound_seconds.get(i + 1).copied().unwrap_or(snapshot.seconds);
        let label = format!("{:>5} {:>9}", iteration.bound, words::short(iteration.nodes as f64));
        rows.push((label, format!("{seconds:.2} s")));
    }
    rows
}

/// The figures whole; the toggles that were on (`classic/234`) where all of them fit beside the strategy's name.
fn draw_record(canvas: &mut Canvas<'_>, area: Rect, record: &RunRecord) {
    let nodes = words::short(record.nodes as f64).replace(' ', "");
    let figures = format!("{} {nodes}n", record.result);
    let name_width = area.width.saturating_sub(figures.chars().count() as u16 + 1);
    let with_toggles = format!("{}/{}", record.strategy, record.toggles);
    let fits = with_toggles.chars().count() <= name_width as usize;
    let name = if fits { &with_toggles } else { record.strategy };
    canvas.line(Rect { width: name_width, ..area }, name, Role::Dim);
    canvas.right(area, &figures, Role::Dim);
}

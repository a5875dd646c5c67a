//! The solver pane: strategy, toggles, live counters, and the last results beside the present one.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, fitted, padded, row};
use super::key_line::{self, KeyItem};
use super::keymap::Action;
use super::solver_figures::{Figure, fitting, of_earlier_runs, of_run};
use super::solver_toggles::Toggles;
use crate::games::view::Role;
use crate::search::Plan;
use crate::workbench::builder::BuildProgress;
use crate::workbench::desk::Desk;
use crate::workbench::middle::TableState;
use crate::workbench::session::Session;
use crate::workbench::worker::Snapshot;

/// The keys that the pane names.
pub struct Keys<'a> {
    /// Before the digits of toggles, where the game takes digits for itself.
    pub prefix: &'a str,
    pub tables: &'a str,
    pub solve: &'a str,
    pub step: &'a str,
}

/// Fewer rows than these are too few to leave one empty.
const LEAST_FIGURES: u16 = 16;

pub fn draw(
    canvas: &mut Canvas<'_>,
    area: Rect,
    desk: &Desk,
    session: &Session,
    snapshot: Option<&Snapshot>,
    tables: Option<&TableState>,
    keys: &Keys<'_>,
) {
    let inner = padded(canvas.pane(area, "Solver", false));
    let mut used = draw_head(canvas, inner, &desk.plan, tables, keys);
    if desk.plan.strategy.weight.is_some() {
        canvas.pair(row(inner, used), "weight  + -", &format!("{:.1}", desk.plan.weight()), Role::Number);
        used += 1;
    }
    if let Some(most) = desk.plan.max_moves {
        canvas.pair(row(inner, used), "M, moves at most", &most.to_string(), Role::Number);
        used += 1;
    }
    // Whoever prepares another run wants to read what there is to switch.
    let run = snapshot.filter(|_| desk.other_run().is_none());
    let figures = run.map(|run| of_run(desk, session, run, inner.width.into(), canvas.paint.lines).len() as u16);
    used += Toggles { plan: &desk.plan, prefix: keys.prefix }.draw(canvas, below(inner, used), figures);
    used += u16::from(snapshot.is_none() || inner.height > used + LEAST_FIGURES);
    draw_runs(canvas, below(inner, used), desk, session, snapshot, keys);
}

/// The rows that it takes before a run in a place of this size, and those that it needs without notes on toggles.
pub fn idle_rows(inner: Rect, desk: &Desk, tables: Option<&TableState>, prefix: &str) -> (u16, u16) {
    const KEYS: u16 = 2;
    let building = u16::from(matches!(tables, Some(TableState::Building(_))));
    let lines = u16::from(desk.plan.strategy.weight.is_some()) + u16::from(desk.plan.max_moves.is_some());
    let head = 1 + building + lines;
    let toggles = Toggles { plan: &desk.plan, prefix }.idle_rows(below(inner, head));
    (head + toggles + KEYS, head + desk.plan.strategy.toggles.len() as u16 + KEYS)
}

/// The present run from the top, earlier ones at the foot.
fn draw_runs(
    canvas: &mut Canvas<'_>,
    area: Rect,
    desk: &Desk,
    session: &Session,
    snapshot: Option<&Snapshot>,
    keys: &Keys<'_>,
) {
    let width = area.width as usize;
    let mut rows = match snapshot {
        Some(snapshot) => of_run(desk, session, snapshot, width, canvas.paint.lines),
        None if session.is_solved() => Vec::new(),
        None => {
            let keys = [(keys.solve, Action::Solve, "solve"), (keys.step, Action::Step, "step")];
            key_line::draw(canvas, area, &keys.map(|(key, action, does)| KeyItem::written(key.into(), action, does)));
            vec![Figure::text(String::new(), Role::Dim, 0)]
        }
    };
    rows.extend(of_earlier_runs(desk, session, snapshot, width));
    let rows = fitting(rows, area.height as usize);
    let first_earlier = rows.iter().position(|figure| figure.is_earlier).unwrap_or(rows.len());
    let gap = area.height as usize - rows.len();
    for (n, figure) in rows.iter().enumerate() {
        let place = if n < first_earlier { n } else { n + gap };
        draw_figure(canvas, row(area, place as u16), figure);
    }
}

fn draw_figure(canvas: &mut Canvas<'_>, line: Rect, Figure { label, value, role, .. }: &Figure) {
    if value.is_empty() {
        canvas.line(line, &fitted(label, line.width.into()), *role);
    } else {
        canvas.pair(line, label, value, *role);
    }
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

fn progress_words(progress: &BuildProgress) -> String {
    let percent = (progress.share * 100.0) as u64;
    match progress.left.map(|left| left.as_secs()) {
        Some(left @ ..100) => format!("{percent} %, {left} s left"),
        Some(left) => format!("{percent} %, {} min left", left.div_ceil(60)),
        None => format!("{percent} %"),
    }
}

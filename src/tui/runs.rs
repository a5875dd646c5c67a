//! Earlier runs of a puzzle: from which position, with what, and what came of them; sorted, and copied as CSV.

use std::cmp::Ordering;

use ratatui::layout::Rect;

use super::chrome::{Canvas, after, centred, fitted, row};
use super::key_line::{self, KeyItem};
use super::keymap::{Action, Keymap};
use crate::games::KeyHint;
use crate::games::view::Role;
use crate::workbench::entry::{cut_inside, in_words};
use crate::workbench::race::csv;
use crate::workbench::run_record::RunRecord;
use crate::workbench::words;

/// What the list can be sorted by.
type Sort = (&'static str, fn(&RunRecord, &RunRecord) -> Ordering);
const SORTS: [Sort; 5] = [
    ("latest first", |_, _| Ordering::Equal),
    // The start first, and ten moves behind two.
    ("by position", |a, b| (a.place.len(), &a.place, &a.text).cmp(&(b.place.len(), &b.place, &b.text))),
    ("by entry", |a, b| a.entry.cmp(&b.entry)),
    ("by nodes", |a, b| a.nodes.cmp(&b.nodes)),
    ("by time", |a, b| a.seconds.total_cmp(&b.seconds)),
];

/// From this width on a run is one line.
const WIDE: u16 = 110;
/// What the figures of a run take of its line.
const FIGURES_WIDTH: u16 = 50;
/// What the frame takes of a window.
const MARGIN: u16 = 2;

#[derive(Default)]
pub struct RunsScreen {
    sort: usize,
    top: usize,
    /// What the last key came to, in place of the key line.
    pub message: String,
}

/// What a key came to.
pub enum Came {
    Stays,
    Leaves,
    Copy(String),
}

impl RunsScreen {
    fn sorted<'a>(&self, records: &'a [RunRecord]) -> Vec<&'a RunRecord> {
        let mut sorted: Vec<&RunRecord> = records.iter().collect();
        sorted.sort_by(|a, b| SORTS[self.sort].1(a, b));
        sorted
    }

    pub fn act(&mut self, action: Option<Action>, records: &[RunRecord]) -> Came {
        self.message.clear();
        match action {
            Some(Action::Back | Action::Runs | Action::Leave) => return Came::Leaves,
            Some(Action::Right | Action::NextPane) => self.sort = (self.sort + 1) % SORTS.len(),
            Some(Action::Left) => self.sort = (self.sort + SORTS.len() - 1) % SORTS.len(),
            Some(Action::Down) => self.top = (self.top + 1).min(records.len().saturating_sub(1)),
            Some(Action::Up) => self.top = self.top.saturating_sub(1),
            Some(Action::PageDown) => self.top = (self.top + 8).min(records.len().saturating_sub(1)),
            Some(Action::PageUp) => self.top = self.top.saturating_sub(8),
            Some(Action::Home) => self.top = 0,
            Some(Action::End) => self.top = records.len().saturating_sub(1),
            Some(Action::CopyPuzzle | Action::CopySolution) => return Came::Copy(self.table(records)),
            _ => {}
        }
        Came::Stays
    }

    /// All runs as lines for spreadsheets, in the order that is shown.
    fn table(&self, records: &[RunRecord]) -> String {
        let line = |record: &RunRecord| {
            let [place, text, entry, result] =
                [&record.place, &record.text, &record.entry, &record.result].map(|text| csv::field(text));
            format!("{place},{text},{entry},{result},{},{},{:.9}\n", record.nodes, record.expanded, record.seconds)
        };
        let head = "position,text,entry,result,nodes,expanded,seconds\n".to_owned();
        self.sorted(records).into_iter().fold(head, |text, record| text + &line(record))
    }

    /// As large as the list asks for.
    fn frame(area: Rect, records: &[RunRecord]) -> Rect {
        let each = if area.width >= WIDE + MARGIN { 1 } else { 2 };
        let rows = (records.len().max(2) as u16).saturating_mul(each).saturating_add(4);
        // Beside an entry stand its position, a quarter, and its figures.
        let longest = records.iter().map(|record| in_words(&record.entry).chars().count() as u16).max().unwrap_or(0);
        let wanted = (longest + FIGURES_WIDTH) / 3 * 4;
        centred(area, area.width.min(wanted.max(WIDE) + MARGIN), area.height.min(rows))
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, records: &[RunRecord], keymap: &Keymap) {
        let title = format!("Earlier runs: {}", SORTS[self.sort].0);
        let inner = canvas.dialog(Self::frame(area, records), &title);
        canvas.zones.clear();
        let list = Rect { height: inner.height.saturating_sub(1), ..inner };
        if records.is_empty() {
            canvas.line(
                after(row(list, 1), 1),
                "No run has ended yet: s solves, V races and shows a race under way.",
                Role::Dim,
            );
        }
        let each = if inner.width >= WIDE { 1 } else { 2 };
        let shown = self.sorted(records);
        for (n, record) in shown.iter().skip(self.top).take((list.height / each) as usize).enumerate() {
            let line = row(list, n as u16 * each);
            draw_run(canvas, line, (each == 2).then(|| row(list, n as u16 * each + 1)), record);
        }
        let foot = row(inner, list.height);
        if !self.message.is_empty() {
            canvas.line(after(foot, 1), &self.message, Role::Warning);
            if key_line::foot(canvas, foot).is_none() {
                return;
            }
        }
        let keys = [
            KeyItem::hint(&KeyHint { keys: "left right", does: "sort" }),
            KeyItem::hint(&KeyHint { keys: "up down", does: "scroll" }),
            KeyItem::press(&keymap.key(Action::CopyPuzzle), "copy as CSV"),
            KeyItem::press("esc", "back").always(),
        ];
        key_line::draw_of_dialog(canvas, foot, &keys);
    }
}

/// Position and result first, what ran and what it took below or behind it.
fn draw_run(canvas: &mut Canvas<'_>, line: Rect, second: Option<Rect>, record: &RunRecord) {
    let time = words::duration(record.seconds, canvas.paint.lines);
    let figures = format!("{}  {time} ", words::count(record.nodes, "node", "nodes"));
    match second {
        Some(second) => {
            let result = format!(" {} ", record.result);
            let room = usize::from(line.width).saturating_sub(result.chars().count() + 1);
            canvas.line(after(line, 1), &fitted(&record.place, room), Role::Text);
            canvas.right(line, &result, Role::Good);
            let room = usize::from(second.width).saturating_sub(figures.chars().count() + 4);
            canvas.line(after(second, 3), &cut_inside(&in_words(&record.entry), room), Role::Dim);
            canvas.right(second, &format!(" {figures}"), Role::Number);
        }
        None => {
            let part = line.width / 4;
            canvas.line(after(line, 1), &fitted(&record.place, usize::from(part - 1)), Role::Text);
            let result = format!("{:>18} ", record.result);
            let right = figures.chars().count() as u16 + result.chars().count() as u16 + 1;
            let middle = line.width.saturating_sub(part + right + 1);
            canvas.line(after(line, part + 1), &cut_inside(&in_words(&record.entry), middle.into()), Role::Dim);
            canvas.right(line, &format!("{figures}{result}"), Role::Number);
        }
    }
}

//! The toggles in the solver pane: a row each, or folded into a few lines while a run needs the room.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, row};
use super::keymap::Action;
use crate::games::view::Role;
use crate::search::{Keeps, Plan, Toggle};
use crate::workbench::toggles::{toggle_digit, toggle_numbers};
use crate::workbench::words;

/// Rows that the figures of a run want where each toggle has a line on it besides.
const FIGURES: u16 = 18;
/// With fewer rows than these left for the figures, toggles fold; with fewer still they lose their names.
const FIGURES_IF_LISTED: u16 = 14;
const FIGURES_IF_NAMED: u16 = 12;
/// Where a toggle's name begins in the list, and so the line on it.
const NAME_COLUMN: u16 = 6;
/// Where the toggles begin behind `on` and `off`.
const FOLD_COLUMN: usize = 4;

/// A piece of a row; a click on it switches the toggle.
struct Chip {
    text: String,
    role: Role,
    toggle: Option<usize>,
}

impl Chip {
    fn plain(text: &str) -> Self {
        Chip { text: text.to_owned(), role: Role::Dim, toggle: None }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

type Row = Vec<Chip>;

pub struct Toggles<'a> {
    pub plan: &'a Plan,
    /// Before the digits, where the game takes digits for itself.
    pub prefix: &'a str,
}

impl Toggles<'_> {
    /// Draws them, folded if `folds` and room is short. Returns how many rows they took.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, folds: bool) -> u16 {
        let rows = self.rows(area, folds);
        for (y, chips) in (0..).zip(&rows) {
            let line = row(area, y);
            let mut used = 0;
            for (n, chip) in chips.iter().enumerate() {
                used += u16::from(n > 0);
                let place = Rect { width: (chip.width() as u16).min(line.width), ..after(line, used) };
                used += canvas.line(after(line, used), &chip.text, chip.role);
                if let Some(toggle) = chip.toggle {
                    // In the list the whole row is the toggle's.
                    let place = if chips.len() == 1 { line } else { place };
                    canvas.zone(place.intersection(line), Zone::Do(Action::Toggle(self.number(toggle) as u8)));
                }
            }
        }
        rows.len() as u16
    }

    fn rows(&self, area: Rect, folds: bool) -> Vec<Row> {
        let listed = self.listed(area);
        let leaves = |rows: &[Row], least: u16| rows.len() + least as usize <= area.height as usize;
        if !folds || leaves(&listed, FIGURES_IF_LISTED) {
            return listed;
        }
        let named = self.folded(area.width as usize, true);
        let folded = if leaves(&named, FIGURES_IF_NAMED) { named } else { self.folded(area.width as usize, false) };
        if folded.len() + 1 < listed.len() { folded } else { listed }
    }

    /// A row for each, and a line or two on it where the pane has the room; everywhere else the chooser tells.
    fn listed(&self, area: Rect) -> Vec<Row> {
        let toggles = self.plan.strategy.toggles;
        let width = area.width.saturating_sub(NAME_COLUMN) as usize;
        // That nothing is given up goes without saying.
        let note = |t: &Toggle| match t.keeps {
            Keeps::Everything => words::wrap(t.about, width),
            keeps => words::wrap(&format!("{}; {}", t.about, keeps.words()), width),
        };
        let mut notes: Vec<_> = toggles.iter().map(note).collect();
        let rows: usize = notes.iter().map(|note| note.len() + 1).sum();
        if rows + FIGURES as usize > area.height as usize {
            notes.clear();
        }
        let mut rows = Vec::new();
        for (n, toggle) in toggles.iter().enumerate() {
            let (sign, role) = if self.plan.on.has(n) { ("x", Role::Text) } else { (" ", Role::Dim) };
            let text = format!("[{sign}] {} {}", self.digit(n), toggle.name);
            rows.push(vec![Chip { text, role, toggle: Some(n) }]);
            let notes = notes.get(n).into_iter().flatten();
            let indent = " ".repeat(NAME_COLUMN as usize);
            rows.extend(notes.map(|note| vec![Chip::plain(&format!("{indent}{note}"))]));
        }
        rows
    }

    /// `on` and `off` with the digits of each; those that are on have their names, where there is room for that.
    fn folded(&self, width: usize, named: bool) -> Vec<Row> {
        let is_on = |n: &usize| self.plan.on.has(*n);
        let toggles = self.plan.strategy.toggles;
        let on = (0..toggles.len()).filter(is_on).map(|n| {
            let name = if named { format!(" {}", toggles[n].name) } else { String::new() };
            vec![Chip { text: self.digit(n) + &name, role: Role::Text, toggle: Some(n) }]
        });
        let mut rows = flow("on", on.collect(), width);
        rows.extend(flow("off", self.off(), width));
        rows
    }

    /// The digits of toggles that are off. Alternatives that are all off stand together under the name of their group.
    fn off(&self) -> Vec<Row> {
        let toggles = self.plan.strategy.toggles;
        let chip = |n| Chip { text: self.digit(n), role: Role::Dim, toggle: Some(n) };
        let mut off: Vec<Row> = Vec::new();
        for n in (0..toggles.len()).filter(|&n| !self.plan.on.has(n)) {
            let group = toggles[n].group.filter(|group| {
                let mut others = toggles.iter().enumerate().filter(|(_, other)| other.group == Some(*group));
                others.all(|(other, _)| !self.plan.on.has(other))
            });
            match (group, off.iter_mut().find(|unit| Some(&*unit[0].text) == group)) {
                (Some(_), Some(unit)) => unit.push(chip(n)),
                (Some(group), None) => off.push(vec![Chip::plain(group), chip(n)]),
                (None, _) => off.push(vec![chip(n)]),
            }
        }
        off
    }

    fn number(&self, n: usize) -> usize {
        toggle_numbers(self.plan.strategy)[n]
    }

    fn digit(&self, n: usize) -> String {
        toggle_digit(self.number(n)).map_or_else(|| " ".into(), |digit| format!("{}{digit}", self.prefix))
    }
}

/// Units behind a label, as many in a row as fit.
fn flow(label: &str, units: Vec<Row>, width: usize) -> Vec<Row> {
    let head = |label: &str| vec![Chip::plain(&format!("{label:<0$}", FOLD_COLUMN - 1))];
    let mut rows: Vec<Row> = Vec::new();
    let mut used = 0;
    for unit in units {
        let wide: usize = unit.iter().map(|chip| chip.width() + 1).sum();
        if rows.is_empty() || used + wide > width && used >= FOLD_COLUMN {
            rows.push(head(if rows.is_empty() { label } else { "" }));
            used = FOLD_COLUMN - 1;
        }
        used += wide;
        rows.last_mut().expect("a row was begun").extend(unit);
    }
    rows
}

//! The toggles in the solver pane: a row each, or folded into a few lines while a run needs the room.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, fitted, row};
use super::keymap::Action;
use crate::games::view::Role;
use crate::search::{Keeps, Plan, Toggle};
use crate::workbench::toggles::{toggle_digit, toggle_numbers, toggles_in_order};
use crate::workbench::words;

/// Rows that the figures of a run want where each toggle has a line on it besides, and those that are kept free for
/// the keys where none has begun.
const FIGURES: u16 = 18;
const BEFORE_A_RUN: u16 = 2;
/// With fewer rows than these left for the figures, if they want so many, toggles fold; with fewer still they lose
/// their names.
const FIGURES_IF_LISTED: u16 = 14;
const FIGURES_IF_NAMED: u16 = 12;
/// A digit alone says nothing of what is at work: the names of those that are on stay longest.
const FIGURES_IF_ON_NAMED: u16 = 7;
/// In a narrower pane the lines on toggles would be in tatters.
const LEAST_NOTES: u16 = 30;
/// Where a toggle's name begins in the list, and so the line on it.
const NAME_COLUMN: u16 = 6;
/// Where the toggles begin behind `on:`.
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

/// Which of the folded toggles have their names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    All,
    On,
    None,
}

pub struct Toggles<'a> {
    pub plan: &'a Plan,
    /// Before the digits, where the game takes digits for itself.
    pub prefix: &'a str,
}

impl Toggles<'_> {
    /// Draws them, folded where a run wants so many rows for its figures and room is short. Returns how many rows they
    /// took.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, figures: Option<u16>) -> u16 {
        let rows = self.rows(area, figures);
        for (y, chips) in (0..).zip(&rows) {
            let line = row(area, y);
            let mut used = 0;
            for (n, chip) in chips.iter().enumerate() {
                used += u16::from(n > 0);
                let place = Rect { width: (chip.width() as u16).min(line.width), ..after(line, used) };
                used += canvas.line(after(line, used), &chip.text, chip.role);
                if let Some(toggle) = chip.toggle {
                    // In the list the whole row is the toggle's.
                    let place = if chips.iter().all(|chip| chip.toggle == Some(toggle)) { line } else { place };
                    canvas.zone(place.intersection(line), Zone::Do(Action::Toggle(self.number(toggle) as u8)));
                }
            }
        }
        rows.len() as u16
    }

    pub fn idle_rows(&self, area: Rect) -> u16 {
        self.rows(area, None).len() as u16
    }

    fn rows(&self, area: Rect, figures: Option<u16>) -> Vec<Row> {
        let listed = self.listed(area, figures);
        let Some(figures) = figures else { return listed };
        let leaves = |rows: &[Row], least: u16| rows.len() + figures.min(least) as usize <= area.height as usize;
        if leaves(&listed, FIGURES_IF_LISTED) {
            return listed;
        }
        let width = area.width as usize;
        let ways = [(Names::All, FIGURES_IF_NAMED), (Names::On, FIGURES_IF_ON_NAMED)];
        let mut ways = ways.into_iter().map(|(names, least)| (self.folded(width, names), least));
        let named = ways.find_map(|(rows, least)| leaves(&rows, least).then_some(rows));
        let folded = named.unwrap_or_else(|| self.folded(width, Names::None));
        if folded.len() + 1 < listed.len() { folded } else { listed }
    }

    /// A row for each, and a line or two on it where the pane has the room; everywhere else the chooser tells.
    fn listed(&self, area: Rect, figures: Option<u16>) -> Vec<Row> {
        let toggles = self.plan.strategy.toggles;
        // Before a run there are but the keys that begin one.
        let figures = if figures.is_some() { FIGURES } else { BEFORE_A_RUN };
        let width = area.width.saturating_sub(NAME_COLUMN) as usize;
        // That nothing is given up goes without saying.
        let note = |t: &Toggle| match t.keeps {
            Keeps::Everything => words::wrap(t.about, width),
            keeps => words::wrap(&format!("{}; {}", t.about, keeps.words()), width),
        };
        let mut notes: Vec<_> = toggles.iter().map(note).collect();
        if area.width < LEAST_NOTES {
            notes.clear();
        }
        // The last ones go first where not all have room.
        let fits = |notes: &[Vec<String>]| {
            let lines: usize = notes.iter().map(Vec::len).sum();
            lines + toggles.len() + usize::from(figures) <= area.height.into()
        };
        while !notes.is_empty() && !fits(&notes) {
            notes.pop();
        }
        let width_named = |n: usize| self.digit(n).chars().count() + 1 + toggles[n].name.chars().count();
        // Boxes give way to the ends of the names, all of them alike, to what is no key.
        let widest = (0..toggles.len()).map(width_named).max().unwrap_or(0);
        let boxes = if widest + 4 > area.width.into() { ["+", "-"] } else { ["[x]", "[ ]"] };
        let mut rows = Vec::new();
        for n in toggles_in_order(self.plan.strategy) {
            let is_on = self.plan.on.has(n);
            let role = if is_on { Role::Text } else { Role::Dim };
            let (tick, key) = (boxes[usize::from(!is_on)], self.digit(n));
            let used = tick.chars().count() + key.chars().count() + 2;
            let name = fitted(toggles[n].name, usize::from(area.width).saturating_sub(used));
            let chips = [(tick.to_owned(), role), (key, Role::Key), (name, role)];
            rows.push(chips.map(|(text, role)| Chip { text, role, toggle: Some(n) }).into());
            let notes = notes.get(n).into_iter().flatten();
            let indent = " ".repeat(NAME_COLUMN as usize);
            rows.extend(notes.map(|note| vec![Chip::plain(&format!("{indent}{note}"))]));
        }
        rows
    }

    /// `on` and `off` with the digits of each, and their names where there is room for that.
    fn folded(&self, width: usize, names: Names) -> Vec<Row> {
        let (on, off): (Vec<usize>, _) =
            toggles_in_order(self.plan.strategy).into_iter().partition(|&n| self.plan.on.has(n));
        let units = |toggles: &[usize], named: bool, role| -> Vec<Row> {
            let unit = |(at, &n): (usize, &usize)| {
                let key = Chip { text: self.digit(n), role: if named { Role::Key } else { role }, toggle: Some(n) };
                let comma = if at + 1 < toggles.len() { "," } else { "" };
                let name = format!("{}{comma}", self.plan.strategy.toggles[n].name);
                let name = named.then_some(Chip { text: name, role, toggle: Some(n) });
                std::iter::once(key).chain(name).collect()
            };
            toggles.iter().enumerate().map(unit).collect()
        };
        let mut rows = flow("on:", units(&on, names != Names::None, Role::Text), width);
        rows.extend(flow("off:", units(&off, names == Names::All, Role::Dim), width));
        rows
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
        if rows.is_empty() || used + wide > width && used > label.len().max(FOLD_COLUMN - 1) {
            let row = head(if rows.is_empty() { label } else { "" });
            used = row[0].width();
            rows.push(row);
        }
        used += wide;
        rows.last_mut().expect("a row was begun").extend(unit);
    }
    rows
}

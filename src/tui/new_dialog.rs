//! The dialog for a new puzzle: a game's parameters, a number, and the name that gives the puzzle again.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, centred, row};
use super::key_line::{self, KeyItem};
use super::keymap::Key;
use super::prompt::empties;
use crate::games::view::Role;
use crate::games::{Deal, Game, NewPuzzle, ParamError};
use crate::workbench::dealer::Wanted;
use crate::workbench::words;

pub struct NewDialog {
    game: &'static dyn Game,
    values: Vec<String>,
    number: String,
    /// Whether the player typed it: then it stays, and what is wrong with it is told.
    is_own_number: bool,
    only_winnable: bool,
    /// The row under the cursor: a field, the number, or whether it must be winnable.
    selected: usize,
    /// Whether the value under the cursor is being typed; the first character replaces it.
    is_typing: bool,
    /// Why there is no such puzzle, until the next key.
    refusal: String,
}

/// What came of a key.
pub enum Asked {
    /// Still choosing.
    Open,
    Dropped,
    Deal(Wanted),
}

impl NewDialog {
    /// For more puzzles of this kind. Where the number counts something one begins with that of the puzzle at hand.
    pub fn new(game: &'static dyn Game, params: &str, number: Option<u64>) -> Self {
        let values = game.profile().new_puzzle.values(params);
        let mut dialog = NewDialog {
            game,
            values,
            number: String::new(),
            is_own_number: false,
            only_winnable: false,
            selected: 0,
            is_typing: false,
            refusal: String::new(),
        };
        dialog.selected = dialog.number_row();
        dialog.draw_number();
        if let Some(number) = number.filter(|_| dialog.counts_something()) {
            dialog.number = number.to_string();
            dialog.mend_number();
        }
        dialog
    }

    fn asks(&self) -> &'static NewPuzzle {
        &self.game.profile().new_puzzle
    }

    /// Whether the number is a size and not the name of a deal.
    fn counts_something(&self) -> bool {
        self.asks().number != NewPuzzle::NUMBERED.number
    }

    fn number_row(&self) -> usize {
        self.values.len()
    }

    fn rows(&self) -> usize {
        self.values.len() + 1 + usize::from(self.asks().can_be_lost)
    }

    /// A number of this kind at random; none where the parameters alone are one puzzle.
    fn draw_number(&mut self) {
        let params = self.asks().params(&self.values);
        let drawn = Deal::random(self.game, &params, rand::random()).ok().and_then(|deal| deal.number());
        self.number = drawn.map(|number| number.to_string()).unwrap_or_default();
        self.is_own_number = false;
    }

    /// The puzzle that is asked for as things stand.
    fn deal(&self) -> Result<Deal, ParamError> {
        let number = match &*self.number {
            "" => None,
            text => Some(text.parse().map_err(|_| ParamError(format!("{text} is no number")))?),
        };
        Deal::new(self.game, &self.asks().params(&self.values), number)
    }

    fn number_words(&self) -> Option<String> {
        self.game.number_words(&self.asks().params(&self.values), self.number.parse().ok()?)
    }

    /// Nothing was found for what was asked; it can be changed.
    pub fn refuse(&mut self, why: String) {
        self.refusal = why;
    }

    pub fn key(&mut self, key: Key) -> Asked {
        self.refusal.clear();
        let last = self.rows() - 1;
        match (key.code(), key.character()) {
            (KeyCode::Esc, _) => return Asked::Dropped,
            (KeyCode::Enter, _) => {
                if let Ok(deal) = self.deal() {
                    return Asked::Deal(Wanted { deal, only_winnable: self.only_winnable });
                }
            }
            (KeyCode::Up | KeyCode::BackTab, _) => self.select(self.selected.checked_sub(1).unwrap_or(last)),
            (KeyCode::Down | KeyCode::Tab, _) => self.select((self.selected + 1) % (last + 1)),
            (KeyCode::Left, _) => self.change(false),
            (KeyCode::Right, _) | (_, Some(' ')) => self.change(true),
            (KeyCode::Backspace, _) => self.edit(|text| {
                text.pop();
            }),
            _ if empties(key) => self.edit(String::clear),
            (_, Some(c)) => {
                if !self.is_typing {
                    self.edit(String::clear);
                }
                self.edit(|text| text.push(c));
            }
            _ => {}
        }
        Asked::Open
    }

    pub fn paste(&mut self, text: &str) {
        self.edit(|value| text.trim().clone_into(value));
    }

    fn select(&mut self, row: usize) {
        (self.selected, self.is_typing) = (row, false);
    }

    /// A click on a row goes there, and on to its next value.
    pub fn click(&mut self, row: usize) {
        if row < self.rows() {
            self.refusal.clear();
            self.select(row);
            self.change(true);
        }
    }

    fn change(&mut self, forward: bool) {
        self.is_typing = false;
        if self.selected == self.number_row() {
            return if self.counts_something() { self.count(forward) } else { self.draw_number() };
        }
        let Some(field) = self.asks().fields.get(self.selected) else {
            self.only_winnable = !self.only_winnable;
            return;
        };
        let count = field.values.len();
        let at = field.values.iter().position(|(value, _)| *value == self.values[self.selected]);
        let next = match at {
            Some(at) if forward => (at + 1) % count,
            Some(at) => (at + count - 1) % count,
            None => 0,
        };
        field.values[next].0.clone_into(&mut self.values[self.selected]);
        self.mend_number();
    }

    /// One more or one less, where there is such a puzzle.
    fn count(&mut self, forward: bool) {
        let Ok(number) = self.number.parse::<u64>() else { return self.draw_number() };
        let next = if forward { number.saturating_add(1) } else { number.saturating_sub(1) };
        let before = std::mem::replace(&mut self.number, next.to_string());
        if self.deal().is_err() {
            self.number = before;
        }
    }

    /// A number that the new parameters do not have gives way to one that they have, unless it was typed.
    fn mend_number(&mut self) {
        if !self.is_own_number && self.deal().is_err() {
            let kept = std::mem::take(&mut self.number);
            self.draw_number();
            if self.deal().is_err() {
                self.number = kept;
            }
        }
    }

    fn edit(&mut self, change: impl FnOnce(&mut String)) {
        let is_open = self.asks().fields.get(self.selected).is_none_or(|field| field.is_open);
        if self.selected == self.number_row() {
            change(&mut self.number);
            self.is_own_number = true;
        } else if is_open && let Some(value) = self.values.get_mut(self.selected) {
            change(value);
            self.mend_number();
        } else {
            return;
        }
        self.is_typing = true;
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let width = area.width.saturating_sub(4).min(72);
        let (name, role) = match self.deal() {
            _ if !self.refusal.is_empty() => (self.refusal.clone(), Role::Warning),
            Ok(deal) if self.only_winnable => (format!("{deal}, or the first behind it that can be won"), Role::Good),
            Ok(deal) => (deal.to_string(), Role::Good),
            Err(error) => (error.to_string(), Role::Bad),
        };
        let told = words::wrap(&name, width as usize - 4);
        let height = self.rows() as u16 + told.len().max(2) as u16 + 4;
        let frame = centred(area, width, height);
        let inner = canvas.dialog(frame, &format!("New: {}", self.game.profile().title));
        let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        // Whatever lies under it is out of reach; a click beside it closes it.
        canvas.zones.clear();
        canvas.zone(area, Zone::Press(Key::read("esc").expect("a key")));
        canvas.zone(frame, Zone::Row(usize::MAX));
        for n in 0..self.rows() {
            self.draw_row(canvas, row(inner, n as u16), n);
        }
        let below = self.rows() as u16 + 1;
        for (n, line) in told.iter().enumerate() {
            canvas.line(row(inner, below + n as u16), line, role);
        }
        let keys = [
            KeyItem::press("enter", "open").rank(1),
            KeyItem::told("arrows", "change").rank(3),
            KeyItem::told("type", "a value").rank(4),
            KeyItem::press("esc", "no").rank(2),
        ];
        key_line::draw_of_dialog(canvas, row(inner, inner.height.saturating_sub(1)), &keys);
    }

    fn draw_row(&self, canvas: &mut Canvas<'_>, line: Rect, n: usize) {
        const VALUE: u16 = 26;
        let is_selected = n == self.selected;
        let role = if is_selected { Role::Selected } else { Role::Text };
        let field = self.asks().fields.get(n);
        let (label, value, how) = match field {
            Some(field) => {
                let value = &self.values[n];
                let known = field.values.iter().find(|(known, _)| known == value);
                let shown = known.map_or(&**value, |(_, called)| called);
                (field.label, shown.to_owned(), if field.is_open { "or type one" } else { "" })
            }
            None if n == self.number_row() => {
                let value = if self.number.is_empty() { "none: there is but one".into() } else { self.number.clone() };
                let words = self.number_words().filter(|_| !(is_selected && self.is_typing));
                let value = words.map_or(value.clone(), |words| format!("{value}, {words}"));
                (self.asks().number, value, "or type one")
            }
            None => ("winnable only", if self.only_winnable { "yes" } else { "no" }.to_owned(), ""),
        };
        canvas.line(line, if is_selected { ">" } else { " " }, Role::Key);
        canvas.line(after(line, 2), label, Role::Dim);
        let caret = if is_selected && self.is_typing { "_" } else { "" };
        let text = if is_selected && !self.is_typing { format!("< {value} >") } else { format!("  {value}{caret}") };
        let used = canvas.line(after(line, VALUE), &text, role);
        if is_selected && !how.is_empty() {
            let room = after(line, VALUE + used + 2);
            if usize::from(room.width) >= how.len() {
                canvas.line(room, how, Role::Dim);
            }
        }
        canvas.zone(line, Zone::Row(n));
    }
}

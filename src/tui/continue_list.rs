//! The puzzles begun, newest first, with the board as it was left: to go on with one.

use std::time::{Duration, SystemTime};

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, centred, fitted, row};
use super::key_line::{self, KeyItem};
use super::keymap::{Action, Key};
use crate::games::view::{Role, Scene};
use crate::workbench::kept::Begun;
use crate::workbench::middle::clock_words;
use crate::workbench::words;

/// Rows of a puzzle in the list, and columns before the second of them.
const ROWS: u16 = 2;
const INDENT: usize = 4;

/// What is said to a key that does nothing here.
const REFUSED: &str = "That key does nothing here; ? tells what each does.";

pub struct ContinueList {
    begun: Vec<Begun>,
    /// What each is called.
    names: Vec<String>,
    /// How each stands, in words.
    states: Vec<String>,
    selected: usize,
    /// The last key meant nothing.
    is_refused: bool,
}

/// What came of a key.
pub enum Continued {
    /// Still choosing.
    Open,
    Dropped,
    With(Box<Begun>),
    /// A key that works everywhere.
    Act(Action),
}

impl ContinueList {
    pub fn new(begun: &[Begun]) -> Self {
        // What was taken back to its start is begun no longer; it can still be redone when it is opened.
        let waits = |begun: &&Begun| begun.story.made > 0 || begun.is_draft();
        let begun: Vec<Begun> = begun.iter().filter(waits).cloned().collect();
        let states = begun.iter().map(state_words).collect();
        let names = begun.iter().map(|this| called(this, &begun)).collect();
        ContinueList { begun, names, states, selected: 0, is_refused: false }
    }

    pub fn key(&mut self, key: Key, action: Option<Action>) -> Continued {
        self.is_refused = false;
        let last = self.begun.len().saturating_sub(1);
        match (key.code(), key.character()) {
            (KeyCode::Esc, _) | (_, Some('q')) => return Continued::Dropped,
            (KeyCode::Enter, _) => {
                return self
                    .begun
                    .get(self.selected)
                    .map_or(Continued::Dropped, |begun| Continued::With(Box::new(begun.clone())));
            }
            (KeyCode::Up, _) | (_, Some('k')) => self.selected = self.selected.saturating_sub(1),
            (KeyCode::Down, _) | (_, Some('j')) => self.selected = (self.selected + 1).min(last),
            (KeyCode::PageUp, _) => self.selected = self.selected.saturating_sub(10),
            (KeyCode::PageDown, _) => self.selected = (self.selected + 10).min(last),
            (KeyCode::Home, _) => self.selected = 0,
            (KeyCode::End, _) => self.selected = last,
            _ => match action {
                Some(Action::Continue) => return Continued::Dropped,
                Some(action @ (Action::Help | Action::Theme | Action::Charset | Action::Picture)) => {
                    return Continued::Act(action);
                }
                _ => self.is_refused = true,
            },
        }
        Continued::Open
    }

    /// A click on a row chooses it, a second one opens it.
    pub fn click(&mut self, row: usize) -> Continued {
        if row >= self.begun.len() {
            return Continued::Open;
        }
        if row == self.selected {
            return Continued::With(Box::new(self.begun[row].clone()));
        }
        self.selected = row;
        Continued::Open
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let title = match self.begun.len() {
            0 | 1 => "Continue".to_owned(),
            all => format!("Continue: {} of {all}", self.selected + 1),
        };
        let inner = canvas.overlay(area, &title);
        canvas.zones.clear();
        canvas.zone(area, Zone::Row(usize::MAX));
        let foot = inner.height.saturating_sub(1);
        let body = Rect { height: foot.saturating_sub(u16::from(self.is_refused)), ..inner };
        let is_solved = self.begun.get(self.selected).is_some_and(Begun::is_solved);
        let enter = KeyItem::press("enter", if is_solved { "play again" } else { "go on" });
        let keys =
            [enter, KeyItem::told("arrows", "choose"), KeyItem::press("esc", "back"), KeyItem::press("?", "help")];
        let first = if self.begun.is_empty() { keys.len() - 2 } else { 0 };
        key_line::draw_of_dialog(canvas, row(inner, foot), &keys[first..]);
        if self.is_refused {
            canvas.line(after(row(inner, body.height), 1), REFUSED, Role::Warning);
        }
        if self.begun.is_empty() {
            let none = "No puzzle has been begun yet. Esc, choose one and make a move: from then on it waits here, with its board as you left it.";
            for (n, line) in words::wrap_well(none, body.width.saturating_sub(2).into()).iter().enumerate() {
                canvas.line(after(row(body, n as u16), 1), line, Role::Text);
            }
            return;
        }
        let (list, place) = self.rooms(canvas, body);
        let height = (list.height / ROWS).max(1) as usize;
        let top = (self.selected + 1).saturating_sub(height);
        for (n, begun) in self.begun.iter().enumerate().skip(top).take(height) {
            self.draw_begun(canvas, below(list, (n - top) as u16 * ROWS), n, begun);
        }
        self.draw_board(canvas, place);
    }

    /// The list with the board beside it or, where more of the board is seen so, below it.
    fn rooms(&self, canvas: &Canvas<'_>, body: Rect) -> (Rect, Rect) {
        let wide = |(n, begun): (usize, &Begun)| {
            (self.states[n].len() + INDENT).max(self.names[n].len() + ago(begun.last).len() + 3)
        };
        let widest = self.begun.iter().enumerate().map(wide).max();
        let wide = (widest.unwrap_or(0) as u16).min(body.width / 2);
        // The list keeps half of the rows at least, where it has so many.
        let few = (self.begun.len() as u16).min(body.height.div_ceil(2 * ROWS)).max(1) * ROWS;
        let beside = (Rect { width: wide, ..body }, after(body, wide + 1));
        let above = (Rect { height: few, ..body }, below(body, few));
        let board = self.begun.get(self.selected).and_then(|begun| Some((begun, begun.opening()?)));
        let Some((begun, board)) = board else { return beside };
        let seen = |room: Rect| {
            let (width, height) = begun.game.view().size_in(&*board, canvas.paint, (room.width, room.height));
            let share = |room: u16, needed: u16| f64::from(room.min(needed)) / f64::from(needed.max(1));
            share(room.width, width) * share(room.height, height)
        };
        if seen(above.1) > seen(beside.1) { above } else { beside }
    }

    /// Two rows each: its name, and how it stands.
    fn draw_begun(&self, canvas: &mut Canvas<'_>, area: Rect, n: usize, begun: &Begun) {
        let (sign, role) = if n == self.selected { (">", Role::Selected) } else { (" ", Role::Text) };
        let (first, ago) = (row(area, 0), ago(begun.last));
        let name = first.width.saturating_sub(ago.len() as u16 + 1);
        canvas.line(Rect { width: name, ..first }, &fitted(&format!("{sign} {}", self.names[n]), name.into()), role);
        canvas.right(first, &ago, Role::Dim);
        canvas.line(after(row(area, 1), INDENT as u16), &self.states[n], Role::Dim);
        canvas.zone(Rect { height: 2, ..first }, Zone::Row(n));
    }

    fn draw_board(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let Some(begun) = self.begun.get(self.selected) else { return };
        let Some(board) = begun.opening() else {
            canvas.line(row(area, 0), "This puzzle cannot be read any more.", Role::Warning);
            return;
        };
        let (width, height) = begun.game.view().size_in(&*board, canvas.paint, (area.width, area.height));
        let paint = canvas.paint.only_looked_at();
        let scene = Scene { position: &*board, marks: &[], cursor: None, looked: None, paint: &paint };
        begun.game.view().draw(&scene, centred(area, width, height), canvas.buffer);
    }
}

/// Its name; of several games of the same puzzle also which one it is.
fn called(this: &Begun, begun: &[Begun]) -> String {
    let is_one_of_several = begun.iter().filter(|begun| begun.is_of_same_puzzle(this)).count() > 1;
    if is_one_of_several { format!("{}, game {}", this.name, this.number()) } else { this.name.clone() }
}

/// State, moves and time.
fn state_words(begun: &Begun) -> String {
    let time = clock_words(begun.time());
    // A solved board of digits says no more than that it is solved.
    let took = if begun.is_solved() && begun.game.has_notes() { time } else { format!("{}, {time}", begun.so_far()) };
    match (begun.is_draft(), begun.story.is_own_board()) {
        (true, _) => "own board, left for later".into(),
        (_, true) if begun.missing().is_some() => "own board, not complete".into(),
        (_, true) if begun.moves() == 0 => "own board, not played yet".into(),
        (_, true) => format!("own board, {took}"),
        // That it is under way the cells say, and what is filled is cells.
        (false, false) if begun.game.has_notes() && !begun.is_solved() => took.replace(" cells filled", " filled"),
        (false, false) => format!("{}, {took}", if begun.is_solved() { "solved" } else { "under way" }),
    }
}

/// How long ago that was, roughly.
fn ago(when: SystemTime) -> String {
    let seconds = when.elapsed().unwrap_or(Duration::ZERO).as_secs();
    match seconds {
        0..60 => "just now".into(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} ago", words::count(seconds / 86_400, "day", "days")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_roughly() {
        let before = |seconds| ago(SystemTime::now() - Duration::from_secs(seconds));
        let told = [0, 60, 7200 + 100, 86_400 * 3].map(before);
        assert_eq!(told, ["just now", "1 min ago", "2 h ago", "3 days ago"]);
    }
}

//! The player's hand: digits, notes, the helper for the runs under the cursor, checks and bookmarks.

use super::editor::Editor;
use super::grid::{Place, Run};
use super::logic;
use super::rules::{DigitGrid as _, Filling, Kakuro, Move, What, digit_bit, set_text};
use super::sums::Sums;
use crate::games::digits::moves_between;
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Settings};
use crate::search::{Cell, Mark, MarkKind};

/// Columns that a line of the helper may take.
const LINE: usize = 50;

pub struct KakuroHand {
    cursor: Option<Cell>,
    /// Digits are written as notes.
    notes: bool,
    /// Conflicts are shown as they arise; otherwise only where they were asked for.
    conflicts_at_once: bool,
    /// Notes of a digit go from its runs when it is placed.
    tidy: bool,
    /// Shown until the position changes: a check's conflicts, a hint's cells.
    shown: Vec<Mark>,
    shown_at: Option<Filling>,
    bookmarks: Vec<Filling>,
    /// Hints given in a row, and where the last was asked for.
    hints: u32,
    hinted_at: Option<Filling>,
    editor: Option<Editor>,
}

impl KakuroHand {
    pub fn new(settings: &Settings) -> KakuroHand {
        let is = |name: &str, value: &str| settings.get(name).is_some_and(|v| v == value);
        KakuroHand {
            cursor: None,
            notes: false,
            conflicts_at_once: !is("conflicts", "on-demand"),
            tidy: !is("tidy-notes", "off"),
            shown: Vec::new(),
            shown_at: None,
            bookmarks: Vec::new(),
            hints: 0,
            hinted_at: None,
            editor: None,
        }
    }

    /// The cursor, on a square that the grid has (an edit may have changed it).
    fn at(&self, rules: &Kakuro) -> Cell {
        let squares = rules.grid.squares();
        let first = || squares.iter().position(|square| square.is_white()).unwrap_or(0) as Cell;
        match self.cursor {
            Some(cell) if (cell as usize) < squares.len() && (self.editor.is_some() || rules.grid.is_white(cell)) => {
                cell
            }
            _ => first(),
        }
    }

    fn step(&mut self, rules: &Kakuro, down: isize, right: isize) -> Reply {
        let at = rules.grid.place(self.at(rules));
        let (rows, cols) = (rules.grid.rows() as isize, rules.grid.cols() as isize);
        let (mut row, mut col) = (at.row as isize, at.col as isize);
        loop {
            row += down;
            col += right;
            if !(0..rows).contains(&row) || !(0..cols).contains(&col) {
                return Reply::Cursor;
            }
            let cell = rules.grid.number(Place { row: row as usize, col: col as usize });
            if self.editor.is_some() || rules.grid.is_white(cell) {
                self.cursor = Some(cell);
                return Reply::Cursor;
            }
        }
    }

    /// To the first or last white cell of the row or the column.
    fn jump(&mut self, rules: &Kakuro, down: isize, right: isize) -> Reply {
        loop {
            let before = self.at(rules);
            self.step(rules, down, right);
            if self.at(rules) == before {
                return Reply::Cursor;
            }
        }
    }

    fn digit(&self, rules: &Kakuro, state: &Filling, digit: u8) -> Reply {
        let cell = self.at(rules);
        let at = rules.grid.place(cell);
        if rules.is_given(cell) {
            return Reply::Say(format!("the digit at {at} is given"));
        }
        let here = cell as usize;
        if self.notes {
            if state.digits[here] > 0 {
                return Reply::Say(format!("{at} has a digit; erase it to write notes"));
            }
            let what = What::Notes(state.notes[here] ^ digit_bit(digit));
            return Reply::Move(Move { at, what }.to_string());
        }
        if state.digits[here] == digit {
            return Reply::Move(Move { at, what: What::Digit(0) }.to_string());
        }
        let mut moves = vec![Move { at, what: What::Digit(digit) }.to_string()];
        if self.tidy {
            for &other in rules.runs_of(cell).iter().flat_map(|run| &run.cells) {
                let notes = state.notes[other as usize];
                if other != cell && notes & digit_bit(digit) != 0 && state.digits[other as usize] == 0 {
                    let at = rules.grid.place(other);
                    moves.push(Move { at, what: What::Notes(notes & !digit_bit(digit)) }.to_string());
                }
            }
        }
        if moves.len() == 1 { Reply::Move(moves.remove(0)) } else { Reply::Moves(moves) }
    }

    fn erase(&self, rules: &Kakuro, state: &Filling) -> Reply {
        let cell = self.at(rules);
        let at = rules.grid.place(cell);
        let here = cell as usize;
        if rules.is_given(cell) {
            Reply::Say(format!("the digit at {at} is given"))
        } else if state.digits[here] > 0 {
            Reply::Move(Move { at, what: What::Digit(0) }.to_string())
        } else if state.notes[here] != 0 {
            Reply::Move(Move { at, what: What::Notes(0) }.to_string())
        } else {
            Reply::Say(format!("{at} is empty already"))
        }
    }

    /// Notes in every empty cell: what its runs still allow.
    fn automatic(rules: &Kakuro, state: &Filling) -> Reply {
        let Some(candidates) = logic::run_candidates(rules, state) else {
            return Reply::Say("no candidates: some run has no filling left".into());
        };
        let mut moves = Vec::new();
        for (cell, &notes) in candidates.iter().enumerate() {
            if notes != 0 && state.digits[cell] == 0 && state.notes[cell] != notes {
                moves.push(Move { at: rules.grid.place(cell as Cell), what: What::Notes(notes) }.to_string());
            }
        }
        if moves.is_empty() { Reply::Say("the notes are up to date".into()) } else { Reply::Moves(moves) }
    }

    /// Says whether anything is wrong, not where.
    fn check(&mut self, rules: &Kakuro, state: &Filling) -> Reply {
        let conflicts = rules.conflicts(state);
        if !conflicts.is_empty() {
            self.show(state, conflicts.iter().map(|&cell| Mark::new(cell, MarkKind::Dead)).collect());
            return Reply::Say("some digits break the rules; they are marked".into());
        }
        let text = match rules.fillings(state, 1) {
            None => "too hard to tell quickly; press s to let the solver look",
            Some(found) if found.is_empty() && rules.fillings(&rules.start(), 1).is_some_and(|all| all.is_empty()) => {
                "this puzzle has no solution at all"
            }
            Some(found) if found.is_empty() => "something is wrong: this cannot be completed any more",
            Some(_) => "nothing is wrong so far",
        };
        Reply::Say(text.into())
    }

    fn show(&mut self, state: &Filling, marks: Vec<Mark>) {
        self.shown = marks;
        self.shown_at = Some(state.clone());
    }

    fn bookmark(&mut self, state: &Filling) -> Reply {
        self.bookmarks.push(state.clone());
        Reply::Say(format!("bookmark {} set; z comes back to it", self.bookmarks.len()))
    }

    /// Back to the last bookmark that differs from here, as one step that can be undone.
    fn return_to_bookmark(&mut self, rules: &Kakuro, state: &Filling) -> Reply {
        while let Some(mark) = self.bookmarks.pop() {
            if mark.digits.len() != state.digits.len() {
                continue;
            }
            let moves = moves_between(rules.grid.cols(), state, &mark);
            if !moves.is_empty() {
                return Reply::Moves(moves);
            }
        }
        Reply::Say("no bookmark before this position; B sets one".into())
    }

    fn play(&mut self, rules: &Kakuro, state: &Filling, input: Input) -> Reply {
        match input {
            Input::Char(c @ '1'..='9') => self.digit(rules, state, c as u8 - b'0'),
            Input::Char('0') | Input::Backspace | Input::Delete => self.erase(rules, state),
            Input::Char('p') | Input::Tab => {
                self.notes = !self.notes;
                Reply::Cursor
            }
            Input::Char('a') => Self::automatic(rules, state),
            Input::Char('w') => self.check(rules, state),
            Input::Char('f') => {
                self.conflicts_at_once = !self.conflicts_at_once;
                Reply::Say(if self.conflicts_at_once { "conflicts show at once" } else { "conflicts show on w" }.into())
            }
            Input::Char('B') => self.bookmark(state),
            Input::Char('z') => self.return_to_bookmark(rules, state),
            Input::Char('e') => {
                self.cursor = Some(self.at(rules));
                self.editor = Some(Editor::default());
                Reply::Say("editor: f flips a square, digits write clues or a solution, e leaves".into())
            }
            _ => Reply::Ignored,
        }
    }

    fn moved(&mut self, rules: &Kakuro, input: Input) -> Option<Reply> {
        let reply = match input {
            Input::Up => self.step(rules, -1, 0),
            Input::Down => self.step(rules, 1, 0),
            Input::Left => self.step(rules, 0, -1),
            Input::Right => self.step(rules, 0, 1),
            Input::Home => self.jump(rules, 0, -1),
            Input::End => self.jump(rules, 0, 1),
            Input::PageUp => self.jump(rules, -1, 0),
            Input::PageDown => self.jump(rules, 1, 0),
            Input::Click(cell) | Input::AltClick(cell) => {
                if (cell as usize) < rules.grid.squares().len() && (self.editor.is_some() || rules.grid.is_white(cell))
                {
                    self.cursor = Some(cell);
                }
                Reply::Cursor
            }
            _ => return None,
        };
        if let Some(editor) = &mut self.editor {
            editor.moved();
        }
        Some(reply)
    }
}

/// "16 across, 4 cells: 9 more in 2: 18 27 36": the digit sets that the open cells of a run can still have.
fn helper(state: &Filling, run: &Run) -> String {
    let digits: Vec<u8> = run.cells.iter().map(|&cell| state.digits[cell as usize]).filter(|&d| d > 0).collect();
    let used = digits.iter().fold(0, |set, &digit| set | digit_bit(digit));
    let (sum, open) = (digits.iter().sum::<u8>(), run.cells.len() - digits.len());
    let word = run.direction.word();
    if run.sum == 0 {
        let cells = if run.cells.len() == 1 { "cell" } else { "cells" };
        return format!("{word}: no clue, {} {cells}", run.cells.len());
    }
    let head = format!("{word} {} in {}", run.sum, run.cells.len());
    if open == 0 {
        return format!("{head}: full, {}", if sum == run.sum { "right".into() } else { format!("makes {sum}") });
    }
    let rest = run.sum.saturating_sub(sum) as usize;
    let sets = Sums::get().sets(open, rest).iter().filter(|&&set| set & used == 0);
    let mut sets: Vec<String> = sets.map(|&set| set_text(set, "")).collect();
    sets.sort();
    let left = if digits.is_empty() { String::new() } else { format!(", {rest} left in {open}") };
    if sets.is_empty() {
        return format!("{head}{left}: no digits fit");
    }
    let mut line = format!("{head}{left}:");
    for (i, set) in sets.iter().enumerate() {
        if line.len() + set.len() + 6 > LINE {
            line = format!("{line} +{}", sets.len() - i);
            break;
        }
        line = line + " " + set;
    }
    line
}

impl Hand for KakuroHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        if let Some(reply) = self.moved(rules, input) {
            return reply;
        }
        let at = self.at(rules);
        let Some(editor) = &mut self.editor else {
            return self.play(rules, state, input);
        };
        if matches!(input, Input::Char('e') | Input::Cancel) {
            self.editor = None;
            return Reply::Say("back to playing".into());
        }
        editor.input(rules, state, at, input)
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        let mut marks = vec![Mark::new(self.at(rules), MarkKind::Cursor)];
        if self.conflicts_at_once {
            marks.extend(rules.conflicts(state).into_iter().map(|cell| Mark::new(cell, MarkKind::Dead)));
        }
        if self.shown_at.as_ref() == Some(state) {
            marks.extend(&self.shown);
        }
        if let Some(editor) = &self.editor {
            marks.extend(editor.marks(rules));
        }
        marks
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.at(&Placed::<Kakuro>::of(position).rules))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        let at = self.at(rules);
        if let Some(editor) = &self.editor {
            return editor.lines(rules, at);
        }
        let mode = if self.notes { "notes" } else { "digits" };
        // A small square has no room for many notes; here is room for all.
        let noted = match state.notes[at as usize] {
            0 => String::new(),
            notes => format!(", noted {}", set_text(notes, " ")),
        };
        let mut lines = vec![format!("{}: writing {mode}{noted}", rules.grid.place(at))];
        lines.extend(rules.runs_of(at).iter().map(|run| helper(state, run)));
        lines
    }

    fn keys(&self) -> Vec<KeyHint> {
        let key = |keys, does| KeyHint { keys, does };
        if self.editor.is_some() {
            return Editor::keys();
        }
        vec![
            key("1-9", if self.notes { "note" } else { "digit" }),
            key("p", if self.notes { "digits" } else { "notes" }),
            key("0", "erase"),
            key("a", "auto notes"),
            key("w", "what is wrong?"),
            key("B z", "bookmark, back to it"),
            key("f", "faults at once"),
            key("e", "editor"),
        ]
    }

    fn wants(&self, c: char) -> bool {
        c.is_ascii_digit()
            || matches!(c, 'p' | 'a' | 'w' | 'f' | 'B' | 'z' | 'e')
            || self.editor.is_some() && Editor::wants(c)
    }

    fn is_busy(&self) -> bool {
        self.editor.is_some()
    }

    /// Where to look, which technique, the placement; from the start again once the cells have changed.
    fn hint(&mut self, position: &dyn Position) -> Option<Reply> {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        self.hints = if self.hinted_at.as_ref() == Some(state) { self.hints + 1 } else { 0 };
        self.hinted_at = Some(state.clone());
        let hint = match logic::hint(rules, state) {
            Ok(hint) => hint,
            Err(reason) => return Some(Reply::Say(reason)),
        };
        let marks = |cells: &[Cell]| cells.iter().map(|&cell| Mark::new(cell, MarkKind::Hint)).collect();
        match self.hints {
            0 => {
                self.show(state, marks(&hint.region));
                Some(Reply::Say(format!("look at {}", hint.place)))
            }
            1 => {
                self.show(state, marks(&hint.region));
                Some(Reply::Say(format!("{}: {}", hint.technique, hint.reason)))
            }
            _ => {
                self.cursor = Some(hint.cell);
                let at = rules.grid.place(hint.cell);
                Some(Reply::Move(Move { at, what: What::Digit(hint.digit) }.to_string()))
            }
        }
    }
}

//! The player's pencil: a cursor on the grid, digits and notes, checks, bookmarks, hints in levels.

use super::filling::{Filling, Move, What, moves_between};
use super::ladder::Hint;
use super::rules::DigitGrid;
use super::set::{digit_bit, only_digit, set_text};
use crate::games::{HintLevel, Input, KeyHint, Reply, Setting, Settings};
use crate::search::{Cell, Mark, MarkKind, Rules as _, capitalised};

/// What a pencil asks of a puzzle.
pub trait Desk: DigitGrid {
    /// The cells that break a rule by themselves.
    fn conflicts(&self, state: &Filling) -> Vec<Cell>;
    /// By cell, what the digits placed leave to it without any deduction; 0 for cells with a digit. The error says why
    /// there are none.
    fn candidates(&self, state: &Filling) -> Result<Vec<u16>, String>;
    /// Whether the position can be completed; `None` where it takes too long to tell.
    fn is_solvable(&self, state: &Filling) -> Option<bool>;
    /// The puzzle as it is given.
    fn given(&self) -> Filling;
    /// The next placement; what is wrong or missing, in words, where there is none.
    fn hint(&self, state: &Filling) -> Result<Hint, String>;
    /// What stands under the board: what the pencil does (`mode`), and what helps at the cell under it; what is wrong there
    /// only where that is to be told.
    fn lines(&self, state: &Filling, at: Cell, mode: String, tells_faults: bool) -> Vec<String>;
}

/// The digits that are left where every open cell has but one already: whoever would have to look for the next is not done.
pub fn finish<D: Desk>(desk: &D, state: &Filling) -> Option<Vec<Move>> {
    let candidates = desk.candidates(state).ok()?;
    let last = |cell: Cell| {
        let digit = only_digit(candidates[cell as usize])?;
        Some(Move { at: desk.place(cell), what: What::Digit(digit) })
    };
    let moves: Vec<Move> = desk.open_cells(state).map(last).collect::<Option<_>>()?;
    let mut full = state.clone();
    for mv in &moves {
        desk.apply(&mut full, mv);
    }
    (desk.is_solved(&full) && !moves.is_empty()).then_some(moves)
}

pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "conflicts",
        values: &["at-once", "on-demand"],
        default: "at-once",
        about: "when digits that break a rule are marked",
    },
    Setting {
        name: "tidy-notes",
        values: &["on", "off"],
        default: "on",
        about: "a placed digit takes its notes from the cells that must differ",
    },
];

pub struct Pencil {
    pub cursor: Option<Cell>,
    /// Digits are written as notes.
    notes: bool,
    /// Conflicts are shown as they arise; otherwise only where they were asked for.
    conflicts_at_once: bool,
    /// Notes of a digit go from its peers when it is placed.
    tidy: bool,
    /// Shown until the position changes: a check's conflicts, a hint's cells.
    shown: Vec<Mark>,
    shown_at: Option<Filling>,
    bookmarks: Vec<Filling>,
}

impl Pencil {
    pub fn new(settings: &Settings) -> Pencil {
        let is = |name: &str, value: &str| settings.get(name).is_some_and(|v| v == value);
        Pencil {
            cursor: None,
            notes: false,
            conflicts_at_once: !is("conflicts", "on-demand"),
            tidy: !is("tidy-notes", "off"),
            shown: Vec::new(),
            shown_at: None,
            bookmarks: Vec::new(),
        }
    }

    /// Whether what is wrong is told as it arises.
    pub fn tells_faults(&self) -> bool {
        self.conflicts_at_once
    }

    fn may_stand_at<D: Desk>(desk: &D, cell: Cell) -> bool {
        (cell as usize) < desk.rows() * desk.cols() && desk.takes_digit(cell)
    }

    /// The cursor, on a square that the grid has (an edit may have changed it).
    pub fn at<D: Desk>(&self, desk: &D) -> Cell {
        let cells = 0..(desk.rows() * desk.cols()) as Cell;
        let first = || cells.into_iter().find(|&cell| desk.takes_digit(cell)).unwrap_or(0);
        self.cursor.filter(|&cell| Self::may_stand_at(desk, cell)).unwrap_or_else(first)
    }

    fn step<D: Desk>(&mut self, desk: &D, down: isize, right: isize) -> Reply {
        let at = desk.place(self.at(desk));
        let (mut row, mut col) = (at.row as isize, at.col as isize);
        loop {
            row += down;
            col += right;
            if !(0..desk.rows() as isize).contains(&row) || !(0..desk.cols() as isize).contains(&col) {
                return Reply::Cursor;
            }
            let cell = (row as usize * desk.cols() + col as usize) as Cell;
            if Self::may_stand_at(desk, cell) {
                self.cursor = Some(cell);
                return Reply::Cursor;
            }
        }
    }

    /// To the first or last cell of the row or the column.
    fn jump<D: Desk>(&mut self, desk: &D, down: isize, right: isize) -> Reply {
        loop {
            let before = self.at(desk);
            self.step(desk, down, right);
            if self.at(desk) == before {
                return Reply::Cursor;
            }
        }
    }

    /// What an input does to the cursor; `None` where it is for something else.
    pub fn moved<D: Desk>(&mut self, desk: &D, input: Input) -> Option<Reply> {
        Some(match input {
            Input::Up => self.step(desk, -1, 0),
            Input::Down => self.step(desk, 1, 0),
            Input::Left => self.step(desk, 0, -1),
            Input::Right => self.step(desk, 0, 1),
            Input::Home => self.jump(desk, 0, -1),
            Input::End => self.jump(desk, 0, 1),
            Input::PageUp => self.jump(desk, -1, 0),
            Input::PageDown => self.jump(desk, 1, 0),
            Input::Click(cell) | Input::AltClick(cell) => {
                if Self::may_stand_at(desk, cell) {
                    self.cursor = Some(cell);
                }
                Reply::Cursor
            }
            _ => return None,
        })
    }

    /// Digits, notes and what else every puzzle of digits has keys for.
    pub fn write<D: Desk>(&mut self, desk: &D, state: &Filling, input: Input) -> Reply {
        match input {
            Input::Char(c @ '1'..='9') => self.digit(desk, state, c as u8 - b'0'),
            Input::Char('0') | Input::Backspace | Input::Delete => self.erase(desk, state),
            Input::Char('p') | Input::Tab => {
                self.notes = !self.notes;
                Reply::Cursor
            }
            Input::Char('a') => Self::automatic(desk, state),
            Input::Char('w') => self.check(desk, state),
            Input::Char('f') => {
                self.conflicts_at_once = !self.conflicts_at_once;
                self.shown.clear();
                Reply::Say(
                    if self.conflicts_at_once { "conflicts are shown at once" } else { "conflicts are shown on w" }
                        .into(),
                )
            }
            Input::Char('B') => self.bookmark(state),
            Input::Char('z') => self.return_to_bookmark(desk, state),
            _ => Reply::Ignored,
        }
    }

    pub fn wants(c: char) -> bool {
        c.is_ascii_digit() || matches!(c, 'p' | 'a' | 'w' | 'f' | 'B' | 'z')
    }

    pub fn keys(&self) -> Vec<KeyHint> {
        let key = |keys, does| KeyHint { keys, does };
        vec![
            key("1-9", if self.notes { "note" } else { "digit" }),
            key("p", if self.notes { "digit" } else { "note" }),
            key("0", "erase"),
            key("a", "fill in notes; yours stay"),
            key("w", "what is wrong?"),
            key("B z", "bookmark, back to it"),
            key("f", "conflicts at once"),
        ]
    }

    /// What keys have set, to be kept.
    pub fn settings(&self) -> Settings {
        let conflicts = if self.conflicts_at_once { "at-once" } else { "on-demand" };
        Settings::from([("conflicts".to_owned(), conflicts.to_owned())])
    }

    /// "r3c2: writing digits, noted 1 4": a small cell has no room for many notes; here is room for all.
    pub fn mode<D: Desk>(&self, desk: &D, state: &Filling) -> String {
        let at = self.at(desk);
        let noted = match state.notes[at as usize] {
            0 => String::new(),
            notes => format!(", noted {}", set_text(notes, " ")),
        };
        if desk.is_given(at) {
            return format!("{}: given", desk.place(at));
        }
        format!("{}: writing {}{noted}", desk.place(at), if self.notes { "notes" } else { "digits" })
    }

    pub fn marks<D: Desk>(&self, desk: &D, state: &Filling) -> Vec<Mark> {
        let mut marks = vec![Mark::new(self.at(desk), MarkKind::Cursor)];
        if self.conflicts_at_once {
            marks.extend(desk.conflicts(state).into_iter().map(|cell| Mark::new(cell, MarkKind::Dead)));
        }
        if self.shown_at.as_ref() == Some(state) {
            marks.extend(&self.shown);
        }
        marks
    }

    fn digit<D: Desk>(&self, desk: &D, state: &Filling, digit: u8) -> Reply {
        let cell = self.at(desk);
        let at = desk.place(cell);
        if desk.is_given(cell) {
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
            for other in desk.peers(cell) {
                let notes = state.notes[other as usize];
                if notes & digit_bit(digit) != 0 && state.digits[other as usize] == 0 {
                    let what = What::Notes(notes & !digit_bit(digit));
                    moves.push(Move { at: desk.place(other), what }.to_string());
                }
            }
        }
        if moves.len() == 1 { Reply::Move(moves.remove(0)) } else { Reply::Moves(moves) }
    }

    fn erase<D: Desk>(&self, desk: &D, state: &Filling) -> Reply {
        let cell = self.at(desk);
        let at = desk.place(cell);
        let here = cell as usize;
        if desk.is_given(cell) {
            Reply::Say(format!("the digit at {at} is given"))
        } else if state.digits[here] > 0 {
            Reply::Move(Move { at, what: What::Digit(0) }.to_string())
        } else if state.notes[here] != 0 {
            Reply::Move(Move { at, what: What::Notes(0) }.to_string())
        } else {
            Reply::Say(format!("{at} is empty already"))
        }
    }

    /// Notes in every empty cell: what the digits placed still allow. Of notes that stand there already those stay that
    /// are allowed: what a player has ruled out is not written again.
    fn automatic<D: Desk>(desk: &D, state: &Filling) -> Reply {
        let candidates = match desk.candidates(state) {
            Ok(candidates) => candidates,
            Err(why) => return Reply::Say(why),
        };
        let mut moves = Vec::new();
        for (cell, &allowed) in candidates.iter().enumerate() {
            let own = state.notes[cell];
            let notes = if own & allowed == 0 { allowed } else { own & allowed };
            if allowed != 0 && state.digits[cell] == 0 && own != notes {
                moves.push(Move { at: desk.place(cell as Cell), what: What::Notes(notes) }.to_string());
            }
        }
        if moves.is_empty() {
            Reply::Say("every empty cell has its notes; where you erase them (0), a writes them anew".into())
        } else {
            Reply::Moves(moves)
        }
    }

    /// Says whether anything is wrong, not where.
    fn check<D: Desk>(&mut self, desk: &D, state: &Filling) -> Reply {
        let conflicts = desk.conflicts(state);
        if !conflicts.is_empty() {
            self.show(state, &conflicts, MarkKind::Dead);
            return Reply::Say("some digits break the rules; they are marked".into());
        }
        let text = match desk.is_solvable(state) {
            None => "too hard to tell quickly; press s to let the solver look",
            Some(true) => "nothing is wrong so far",
            Some(false) if desk.is_solvable(&desk.given()) == Some(false) => "this puzzle has no solution at all",
            Some(false) => "something is wrong: this cannot be completed any more",
        };
        Reply::Say(text.into())
    }

    fn show(&mut self, state: &Filling, cells: &[Cell], kind: MarkKind) {
        self.shown = cells.iter().map(|&cell| Mark::new(cell, kind)).collect();
        self.shown_at = Some(state.clone());
    }

    fn bookmark(&mut self, state: &Filling) -> Reply {
        self.bookmarks.push(state.clone());
        Reply::Say(format!("bookmark {} set; z comes back to it", self.bookmarks.len()))
    }

    /// Back to the last bookmark that differs from here, as one step that can be undone.
    fn return_to_bookmark<D: Desk>(&mut self, desk: &D, state: &Filling) -> Reply {
        let mut is_here = false;
        while let Some(mark) = self.bookmarks.pop() {
            if mark.digits.len() != state.digits.len() {
                continue;
            }
            let moves = moves_between(desk.cols(), state, &mark);
            if !moves.is_empty() {
                return Reply::Moves(moves);
            }
            is_here = true;
        }
        if is_here {
            self.bookmarks.push(state.clone());
            return Reply::Say("you are at the bookmark".into());
        }
        Reply::Say("no bookmark is set; B sets one".into())
    }

    /// Each bookmark as the moves that write it into the puzzle as it is given.
    pub fn bookmarks<D: Desk>(&self, desk: &D) -> Vec<Vec<String>> {
        let given = desk.given();
        let fits = |mark: &&Filling| mark.digits.len() == given.digits.len();
        self.bookmarks.iter().filter(fits).map(|mark| moves_between(desk.cols(), &given, mark)).collect()
    }

    /// Takes up the bookmarks of an earlier sitting; one that is no position of this puzzle is left out.
    pub fn recall_bookmarks<D: Desk>(&mut self, desk: &D, bookmarks: &[Vec<String>]) {
        let written = |moves: &Vec<String>| {
            let mut state = desk.given();
            for text in moves {
                let mv = desk.read_move(&state, text).ok()?;
                desk.apply(&mut state, &mv);
            }
            Some(state)
        };
        self.bookmarks = bookmarks.iter().filter_map(written).collect();
    }

    /// Where to look, which technique, the placement.
    pub fn hint<D: Desk>(&mut self, desk: &D, state: &Filling, level: HintLevel) -> Result<Reply, String> {
        let hint = desk.hint(state)?;
        Ok(match level {
            HintLevel::Where => {
                self.show(state, &hint.around, MarkKind::Hint);
                Reply::Say(format!("Look at {}. H again: why.", hint.place))
            }
            HintLevel::Why => {
                self.show(state, &hint.region, MarkKind::Hint);
                let technique = capitalised(hint.technique);
                Reply::Say(format!("{technique}: {}. H again: which digit.", hint.why))
            }
            HintLevel::What => {
                // The cursor waits there: writing the digit is the player's.
                self.cursor = Some(hint.cell);
                self.show(state, &[hint.cell], MarkKind::Hint);
                Reply::Say(format!("Hint: {}: {}.", hint.claim, hint.reason))
            }
        })
    }
}

//! The player's hand: a pencil, the helper for the runs under the cursor, and the editor.

use super::editor::Editor;
use super::grid::Run;
use super::logic;
use super::rules::{Filling, Kakuro, digit_bit, set_text};
use super::sums::Sums;
use crate::games::digits::{Desk, Hint, Pencil};
use crate::games::{Hand, HintLevel, Input, KeyHint, Placed, Position, Reply, Settings};
use crate::search::{Cell, Mark, count};

/// Columns that a line of the helper may take.
const LINE: usize = 50;

pub struct KakuroHand {
    pencil: Pencil,
    editor: Option<Editor>,
}

impl KakuroHand {
    pub fn new(settings: &Settings) -> KakuroHand {
        KakuroHand { pencil: Pencil::new(settings), editor: None }
    }

    fn edit(&mut self, editor: Option<Editor>) {
        self.pencil.anywhere = editor.is_some();
        self.editor = editor;
    }
}

impl Desk for Kakuro {
    fn conflicts(&self, state: &Filling) -> Vec<Cell> {
        Kakuro::conflicts(self, state)
    }

    fn candidates(&self, state: &Filling) -> Result<Vec<u16>, String> {
        logic::run_candidates(self, state).ok_or_else(|| "no candidates: some run has no filling left".into())
    }

    fn is_solvable(&self, state: &Filling) -> Option<bool> {
        self.fillings(state, 1).map(|found| !found.is_empty())
    }

    fn given(&self) -> Filling {
        self.start()
    }

    fn hint(&self, state: &Filling) -> Result<Hint, String> {
        logic::hint(self, state)
    }
}

/// "16 across, 4 cells: 9 more in 2: 18 27 36": the digit sets that the open cells of a run can still have.
fn helper(state: &Filling, run: &Run) -> String {
    let digits: Vec<u8> = run.cells.iter().map(|&cell| state.digits[cell as usize]).filter(|&d| d > 0).collect();
    let used = digits.iter().fold(0, |set, &digit| set | digit_bit(digit));
    let (sum, open) = (digits.iter().sum::<u8>(), run.cells.len() - digits.len());
    let word = run.direction.word();
    if run.sum == 0 {
        return format!("{word}: no clue, {}", count(run.cells.len() as u64, "cell", "cells"));
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
        if let Some(reply) = self.pencil.moved(&**rules, input) {
            if let Some(editor) = &mut self.editor {
                editor.moved();
            }
            return reply;
        }
        let at = self.pencil.at(&**rules);
        let Some(editor) = &mut self.editor else {
            if input == Input::Char('e') {
                self.pencil.cursor = Some(at);
                self.edit(Some(Editor::default()));
                return Reply::Say("editor: f flips a square, digits write clues or a solution, e leaves".into());
            }
            return self.pencil.write(&**rules, state, input);
        };
        if matches!(input, Input::Char('e') | Input::Cancel) {
            self.edit(None);
            return Reply::Say("back to playing".into());
        }
        editor.input(rules, state, at, input)
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        let mut marks = self.pencil.marks(&**rules, state);
        if let Some(editor) = &self.editor {
            marks.extend(editor.marks(rules));
        }
        marks
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.pencil.at(&*Placed::<Kakuro>::of(position).rules))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        let at = self.pencil.at(&**rules);
        if let Some(editor) = &self.editor {
            return editor.lines(rules, at);
        }
        let mut lines = vec![self.pencil.mode(&**rules, state)];
        lines.extend(rules.runs_of(at).iter().map(|run| helper(state, run)));
        lines
    }

    fn keys(&self) -> Vec<KeyHint> {
        if self.editor.is_some() {
            return Editor::keys();
        }
        let mut keys = self.pencil.keys();
        keys.push(KeyHint { keys: "e", does: "editor" });
        keys
    }

    fn wants(&self, c: char) -> bool {
        c == 'e' || Pencil::wants(c) || self.editor.is_some() && Editor::wants(c)
    }

    fn settings(&self) -> Settings {
        self.pencil.settings()
    }

    fn is_busy(&self) -> bool {
        self.editor.is_some()
    }

    fn hint(&mut self, position: &dyn Position, level: HintLevel) -> Option<Reply> {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        Some(self.pencil.hint(&**rules, state, level))
    }
}

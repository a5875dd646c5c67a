//! Playing: the cursor lies under a group; Enter moves it. Where there are several gaps, a second Enter says which.

use super::rules::{Counters, State};
use super::told;
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply};
use crate::search::{Cell, Mark, MarkKind, Rules, count};

#[derive(Default)]
pub struct RowHand {
    /// The left place of the group under the cursor; before the first key, the leftmost group.
    cursor: Option<usize>,
    /// The left place of the group that was taken and waits for its gap.
    taken: Option<usize>,
}

impl RowHand {
    fn here(&self, rules: &Counters, state: &State) -> usize {
        let last = state.row.len() - rules.k;
        match self.cursor {
            Some(cursor) => cursor.min(last),
            None => (0..=last).find(|&at| rules.is_group(&state.row, at)).unwrap_or(0),
        }
    }

    fn go(&mut self, rules: &Counters, state: &State, to: isize) -> Reply {
        let last = (state.row.len() - rules.k) as isize;
        self.cursor = Some(to.clamp(0, last) as usize);
        Reply::Cursor
    }

    /// Takes the group at `from`, or puts the taken one down there.
    fn pick(&mut self, rules: &Counters, state: &State, at: usize) -> Reply {
        if let Some(from) = self.taken {
            if at == from {
                self.taken = None;
                return Reply::Cursor;
            }
            return match rules.read_move(state, &format!("{from}-{at}")) {
                Ok(step) => {
                    self.taken = None;
                    Reply::Move(step.to_string())
                }
                Err(why) => Reply::Say(why),
            };
        }
        if rules.is_group(&state.row, at) && rules.targets(state).len() > 1 {
            self.taken = Some(at);
            return Reply::Cursor;
        }
        match rules.read_move(state, &at.to_string()) {
            Ok(step) => Reply::Move(step.to_string()),
            Err(why) => Reply::Say(why),
        }
    }

    /// A click means the group that begins there, or the one that ends there.
    fn click(&mut self, rules: &Counters, state: &State, cell: usize) -> Reply {
        let ends_here = (cell + 1).checked_sub(rules.k);
        let fits = |at: usize| match self.taken {
            Some(_) => rules.targets(state).contains(&at),
            None => rules.is_group(&state.row, at),
        };
        let at = [Some(cell), ends_here].into_iter().flatten().find(|&at| fits(at)).unwrap_or(cell);
        self.cursor = Some(at.min(state.row.len() - rules.k));
        self.pick(rules, state, at)
    }
}

impl Hand for RowHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        let here = self.here(rules, state);
        let by = |step: isize| here as isize + step;
        match input {
            Input::Left => self.go(rules, state, by(-1)),
            Input::Right => self.go(rules, state, by(1)),
            Input::PageUp => self.go(rules, state, by(-10)),
            Input::PageDown => self.go(rules, state, by(10)),
            Input::Home => self.go(rules, state, 0),
            Input::End => self.go(rules, state, isize::MAX),
            Input::Tab => {
                // To the next gap, where a taken group can go, or the cursor is lost in a long row.
                let targets = rules.targets(state);
                let next = targets.iter().find(|&&to| to > here).or(targets.first());
                next.map_or(Reply::Ignored, |&to| self.go(rules, state, to as isize))
            }
            Input::Pick => self.pick(rules, state, here),
            Input::Cancel if self.taken.take().is_some() => Reply::Cursor,
            Input::Click(cell) | Input::AltClick(cell) => self.click(rules, state, cell as usize),
            _ => Reply::Ignored,
        }
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        let group = |at: usize, kind| {
            let places = at..(at + rules.k).min(state.row.len());
            places.map(move |place| Mark::new(place as Cell, kind))
        };
        let taken = self.taken.into_iter().flat_map(|at| group(at, MarkKind::Picked));
        group(self.here(rules, state), MarkKind::Cursor).chain(taken).collect()
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        Some(self.here(rules, state) as Cell)
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        let pairs = state.pairs().into();
        let mut lines = vec![format!(
            "{}; {}",
            rules.goal.words(),
            count(pairs, "pair of equal neighbours", "pairs of equal neighbours")
        )];
        lines.extend(told::own_move(rules).filter(|_| state.trail.is_empty() && self.taken.is_none()));
        if let Some(from) = self.taken {
            let targets = told::either(&rules.targets(state));
            lines.push(format!("The {} counters from {from}: put them at {targets}.", rules.k));
        }
        lines
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "enter", does: "move" },
            KeyHint { keys: "arrows", does: "choose" },
            KeyHint { keys: "tab", does: "to the gap" },
        ]
    }

    fn let_go(&mut self) {
        self.taken = None;
    }

    fn is_busy(&self) -> bool {
        self.taken.is_some()
    }
}

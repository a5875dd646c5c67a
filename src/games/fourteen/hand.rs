//! The player's hand: a cursor on the columns, a picked head, and pairs typed as numbers.

use super::rules::{COLUMNS, Fourteen, Pair, SUM, State, article};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply};
use crate::search::{Cell, Mark, MarkKind};

#[derive(Default)]
pub struct Player {
    column: usize,
    /// The head that was picked first: its column and its card, so that a pick is dropped when the card has gone.
    picked: Option<(usize, usize)>,
    /// What was typed behind `=`: one or two column numbers.
    typed: Option<String>,
    /// A typed pair was taken as soon as it was complete; an Enter that follows out of habit means nothing.
    just_took: bool,
    /// How many cards above the head the player looks, where a low window hides some.
    look: usize,
}

/// Cards that a page key goes up or down a column.
const LOOK: usize = 3;

/// The typed text as far as it can be read.
enum Typed {
    /// More may follow.
    Open,
    Pair(usize, usize),
}

impl Player {
    fn looked_at(&self, rules: &Fourteen, state: &State) -> Cell {
        let card = rules.left(state, self.column).nth(self.look);
        card.map_or_else(|| rules.column_cell(state, self.column), |card| card as Cell)
    }

    fn picked(&self, rules: &Fourteen, state: &State) -> Option<usize> {
        self.picked.filter(|&(column, card)| rules.head(state, column) == Some(card)).map(|(column, _)| column)
    }

    /// Whether a head is worth going to: it has a partner, the picked one where there is one.
    fn is_legal(&self, rules: &Fourteen, state: &State, column: usize) -> bool {
        match self.picked(rules, state) {
            Some(picked) => rules.partners(state, picked).any(|c| c == column),
            None => rules.head(state, column).is_some() && rules.partners(state, column).next().is_some(),
        }
    }

    fn go(&mut self, rules: &Fourteen, state: &State, forward: bool, wanted: impl Fn(&Self, usize) -> bool) -> Reply {
        let width = rules.width().max(1);
        let here = self.column.min(width - 1);
        let step = |k: usize| if forward { (here + k) % width } else { (here + width - k) % width };
        if let Some(column) = (1..width).map(step).find(|&c| rules.head(state, c).is_some() && wanted(self, c)) {
            self.column = column;
        }
        Reply::Cursor
    }

    fn edge(&mut self, rules: &Fourteen, state: &State, mut columns: impl Iterator<Item = usize>) -> Reply {
        if let Some(column) = columns.find(|&c| rules.head(state, c).is_some()) {
            self.column = column;
        }
        Reply::Cursor
    }

    /// What Enter does where the cursor stands.
    fn enter_does(&self) -> &'static str {
        match self.picked {
            Some((column, _)) if column == self.column => "put it back",
            Some(_) => "take the pair",
            None => "pick",
        }
    }

    /// Picks a head, drops it, or pairs it with the one picked before.
    fn pick(&mut self, rules: &Fourteen, state: &State, column: usize) -> Reply {
        self.column = column;
        let Some(card) = rules.head(state, column) else {
            return Reply::Say(format!("column {} is empty", column + 1));
        };
        match self.picked(rules, state) {
            Some(first) if first == column => {
                self.picked = None;
                Reply::Cursor
            }
            Some(first) => self.take(rules.pair(state, first, column)),
            None => {
                self.picked = Some((column, card));
                Reply::Cursor
            }
        }
    }

    /// Makes the pair; an impossible one says why and leaves the first head picked.
    fn take(&mut self, pair: Result<Pair, String>) -> Reply {
        match pair {
            Ok(pair) => {
                self.picked = None;
                Reply::Move(pair.to_string())
            }
            Err(why) => Reply::Say(why),
        }
    }

    /// Takes a head with its only partner.
    fn take_with_partner(&mut self, rules: &Fourteen, state: &State, column: usize) -> Reply {
        self.column = column;
        if rules.head(state, column).is_none() {
            return Reply::Say(format!("column {} is empty", column + 1));
        }
        let rank = rules.head_rank(state, column);
        let partners: Vec<usize> = rules.partners(state, column).collect();
        match partners.as_slice() {
            [only] => self.take(rules.pair(state, column, *only)),
            [] => Reply::Say(format!("{} goes with {}, and none is open", article(rank), article(SUM - rank))),
            _ => {
                self.picked = rules.head(state, column).map(|card| (column, card));
                Reply::Say(format!("several open heads go with {}: choose one", article(rank)))
            }
        }
    }

    fn typing(&mut self, rules: &Fourteen, state: &State, input: Input) -> Reply {
        let mut text = self.typed.take().unwrap_or_default();
        match input {
            Input::Char(c) if c.is_ascii_digit() || matches!(c, '-' | ',' | ' ') => {
                text.push(if c.is_ascii_digit() { c } else { '-' });
                match read_typed(&text, false) {
                    Typed::Pair(one, other) => {
                        self.just_took = true;
                        return self.take(rules.pair(state, one, other));
                    }
                    Typed::Open => self.typed = Some(text),
                }
                Reply::Cursor
            }
            Input::Backspace if !text.is_empty() => {
                text.pop();
                self.typed = Some(text);
                Reply::Cursor
            }
            Input::Pick => match read_typed(&text, true) {
                Typed::Pair(one, other) => self.take(rules.pair(state, one, other)),
                Typed::Open => {
                    // One number alone picks that head, as the cursor would.
                    match text.trim_matches('-').parse::<usize>() {
                        Ok(n) if (1..=rules.width()).contains(&n) => self.pick(rules, state, n - 1),
                        _ => Reply::Say(format!("expected columns from 1 to {}, such as 3-7", rules.width())),
                    }
                }
            },
            Input::Char('=') | Input::Cancel | Input::Backspace => Reply::Cursor,
            _ => {
                self.typed = Some(text);
                Reply::Ignored
            }
        }
    }
}

/// `37`, `3-7`, `1-12`, `1012`: a number is complete when no column could have one digit more, or at a dash.
fn read_typed(text: &str, finished: bool) -> Typed {
    let mut numbers = Vec::new();
    let mut digits = String::new();
    for c in text.chars() {
        if c == '-' {
            numbers.extend(std::mem::take(&mut digits).parse::<usize>());
            continue;
        }
        if digits == "1" && c > '2' {
            numbers.push(1);
            digits.clear();
        }
        digits.push(c);
        if digits != "1" {
            numbers.extend(std::mem::take(&mut digits).parse::<usize>());
        }
    }
    if finished {
        numbers.extend(digits.parse::<usize>());
    }
    match numbers.as_slice() {
        // There is no column 0, so a 0 by itself stands for 10.
        [one, other, ..] => Typed::Pair(one.checked_sub(1).unwrap_or(9), other.checked_sub(1).unwrap_or(9)),
        _ => Typed::Open,
    }
}

impl Hand for Player {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        if std::mem::take(&mut self.just_took) && input == Input::Pick {
            return Reply::Cursor;
        }
        if self.typed.is_some() {
            return self.typing(rules, state, input);
        }
        let look = std::mem::take(&mut self.look);
        match input {
            Input::PageUp => {
                self.look = (look + LOOK).min(rules.height(state, self.column).saturating_sub(1));
                Reply::Cursor
            }
            Input::PageDown => {
                self.look = look.saturating_sub(LOOK);
                Reply::Cursor
            }
            Input::Left => self.go(rules, state, false, |_, _| true),
            Input::Right => self.go(rules, state, true, |_, _| true),
            Input::Up => self.go(rules, state, false, |hand, c| hand.is_legal(rules, state, c)),
            Input::Down | Input::Tab => self.go(rules, state, true, |hand, c| hand.is_legal(rules, state, c)),
            Input::Home => self.edge(rules, state, 0..rules.width()),
            Input::End => self.edge(rules, state, (0..rules.width()).rev()),
            Input::Pick => self.pick(rules, state, self.column.min(COLUMNS - 1)),
            Input::Cancel | Input::Backspace if self.picked.is_some() => {
                self.picked = None;
                Reply::Cursor
            }
            Input::Char('=') => {
                self.typed = Some(String::new());
                Reply::Cursor
            }
            Input::Click(cell) => match rules.cell_column(cell) {
                Some(column) => self.pick(rules, state, column),
                None => Reply::Ignored,
            },
            Input::AltClick(cell) => match rules.cell_column(cell) {
                Some(column) => self.take_with_partner(rules, state, column),
                None => Reply::Ignored,
            },
            _ => Reply::Ignored,
        }
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        let mut marks = vec![Mark::new(self.looked_at(rules, state), MarkKind::Cursor)];
        let picked = self.picked(rules, state);
        marks.extend(picked.map(|column| Mark::new(rules.column_cell(state, column), MarkKind::Picked)));
        let legal = (0..rules.width()).filter(|&c| self.is_legal(rules, state, c));
        marks.extend(legal.map(|c| Mark::new(rules.column_cell(state, c), MarkKind::Legal)));
        marks
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        Some(self.looked_at(rules, state))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        if let Some(typed) = &self.typed {
            return vec![format!("columns: {typed}_   (such as 3-7)")];
        }
        let Some(column) = self.picked(rules, state) else { return Vec::new() };
        let rank = rules.head_rank(state, column);
        let partners: Vec<_> = rules.partners(state, column).map(|c| (c + 1).to_string()).collect();
        let wanted = article(SUM - rank);
        vec![match partners.as_slice() {
            [] => format!("{rank} in column {} goes with {wanted}, and none is open", column + 1),
            [one] => format!("{rank} in column {} goes with {wanted}: column {one}", column + 1),
            many => format!("{rank} in column {} goes with {wanted}: columns {}", column + 1, many.join(", ")),
        }]
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "enter", does: self.enter_does() },
            KeyHint { keys: "arrows", does: "choose" },
            KeyHint { keys: "= 3-7", does: "type a pair" },
            KeyHint { keys: "tab", does: "next open pair" },
            KeyHint { keys: "pageup", does: "look up a column; pagedown comes back" },
            KeyHint { keys: "double click", does: "take with its only partner" },
        ]
    }

    fn wants(&self, c: char) -> bool {
        c == '=' || (self.typed.is_some() && (c.is_ascii_digit() || matches!(c, '-' | ',' | ' ')))
    }

    fn let_go(&mut self) {
        self.picked = None;
        self.typed = None;
    }

    fn is_busy(&self) -> bool {
        self.picked.is_some() || self.typed.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fourteen::GAME;
    use crate::games::{Game, Options};

    fn table() -> Box<dyn Position> {
        GAME.read("6 10|8 4|-|7|7|8|1|2|3|13|12|11", &Options::new()).unwrap()
    }

    fn play(inputs: &[Input]) -> String {
        let position = table();
        let mut player = Player::default();
        let mut last = String::new();
        for &input in inputs {
            last = match player.input(&*position, input) {
                Reply::Move(mv) => format!("move {mv}"),
                Reply::Say(why) => why,
                Reply::Cursor => format!("cursor {}", player.column + 1),
                Reply::Ignored => "ignored".to_string(),
                _ => "something else".to_string(),
            };
        }
        last
    }

    fn typed(text: &str) -> String {
        play(&text.chars().map(|c| if c == '!' { Input::Pick } else { Input::Char(c) }).collect::<Vec<_>>())
    }

    #[test]
    fn two_heads_are_chosen_with_the_cursor() {
        assert_eq!(play(&[Input::Pick, Input::Right, Input::Pick]), "move 1-2");
        assert_eq!(play(&[Input::Right, Input::Right]), "cursor 4");
        assert_eq!(play(&[Input::Pick, Input::Down, Input::Down]), "cursor 6");
        assert_eq!(play(&[Input::End, Input::Pick, Input::Pick, Input::Pick]), "cursor 12");
    }

    #[test]
    fn an_impossible_pair_says_why() {
        let why = "6 and 7 make 13, not 14: a 6 goes with an 8";
        assert_eq!(play(&[Input::Pick, Input::Right, Input::Right, Input::Pick]), why);
        assert_eq!(play(&[Input::Click(64 + 2)]), "column 3 is empty");
    }

    #[test]
    fn a_second_click_takes_the_only_partner() {
        assert_eq!(play(&[Input::AltClick(4)]), "move 4-5");
        assert_eq!(play(&[Input::AltClick(0)]), "several open heads go with a 6: choose one");
        assert_eq!(play(&[Input::Click(0), Input::Click(2)]), "move 1-2");
    }

    #[test]
    fn a_pair_is_typed_behind_an_equals_sign() {
        assert_eq!(typed("=12"), "cursor 1");
        assert_eq!(typed("=1-2"), "move 1-2");
        assert_eq!(typed("=16"), "move 1-6");
        assert_eq!(typed("=45"), "move 4-5");
        assert_eq!(typed("=7 10"), "move 7-10");
        assert_eq!(typed("=8-11"), "move 8-11");
        assert_eq!(typed("=1012"), "13 and 11 make 24, not 14: a 13 goes with a 1");
        assert_eq!(typed("=2-1!"), "move 1-2");
        assert_eq!(typed("=99"), "a pair needs two columns, not column 9 twice");
        assert_eq!(typed("=12!"), "cursor 12");
    }
}

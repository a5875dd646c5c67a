//! Setting a table up: a rank puts a card in front of the column under the cursor, backspace takes one away.

use super::rules::{COLUMNS, Fourteen, SUM, State, article};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Workshop};
use crate::search::{Cell, count};

pub struct TableWorkshop;

/// Cards of a rank in the deck.
const SUITS: usize = 4;
/// The table without a card, which no reader takes for a puzzle.
const BARE: &str = "no cards yet";

impl Workshop for TableWorkshop {
    fn hand(&self) -> Box<dyn Hand> {
        Box::<TableSetter>::default()
    }

    fn missing(&self, position: &dyn Position) -> Option<String> {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        (rules.cards_left(state) == 0).then(|| "there is no card on the table yet".into())
    }

    fn emptied(&self, _position: &dyn Position, _size: Option<&str>) -> Result<Box<dyn Position>, String> {
        Ok(bare())
    }

    fn draft(&self, position: &dyn Position) -> Option<String> {
        self.missing(position).map(|_| BARE.into())
    }

    fn read_draft(&self, text: &str) -> Option<Box<dyn Position>> {
        (text == BARE).then(bare)
    }
}

fn bare() -> Box<dyn Position> {
    Placed::boxed(Fourteen::new(&vec![Vec::new(); COLUMNS]), State::default())
}

#[derive(Default)]
struct TableSetter {
    column: usize,
    /// A 1 was typed last, and may become 10 to 13.
    typed_one: bool,
}

/// The columns, all twelve of them, heads first.
fn columns(rules: &Fourteen, state: &State) -> Vec<Vec<u8>> {
    let mut columns = rules.columns(state);
    columns.resize(COLUMNS, Vec::new());
    columns
}

fn replaced(columns: &[Vec<u8>]) -> Reply {
    Reply::Replace(Placed::boxed(Fourteen::new(columns), State::default()))
}

fn left_of(columns: &[Vec<u8>], rank: u8) -> usize {
    SUITS - columns.iter().flatten().filter(|&&other| other == rank).count().min(SUITS)
}

/// The rank of a key, as in the deck or as a number below ten.
fn rank(key: char) -> Option<u8> {
    Some(match key.to_ascii_lowercase() {
        'a' => 1,
        '1'..='9' => key as u8 - b'0',
        't' => 10,
        'j' => 11,
        'q' => 12,
        'k' => 13,
        _ => return None,
    })
}

impl TableSetter {
    fn put(&mut self, columns: &mut [Vec<u8>], rank: u8) -> Reply {
        if left_of(columns, rank) == 0 {
            return Reply::Say(format!("all four {rank}s are on the table"));
        }
        self.typed_one = rank == 1;
        columns[self.column].insert(0, rank);
        replaced(columns)
    }

    fn key(&mut self, columns: &mut [Vec<u8>], key: char) -> Reply {
        let became = match key {
            '0'..='3' if self.typed_one => Some(key as u8 - b'0' + 10),
            _ => None,
        };
        match (became, rank(key)) {
            (Some(rank), _) => {
                columns[self.column].remove(0);
                self.put(columns, rank)
            }
            (None, Some(rank)) => self.put(columns, rank),
            (None, None) => Reply::Ignored,
        }
    }

    fn go(&mut self, column: usize) -> Reply {
        (self.column, self.typed_one) = (column, false);
        Reply::Cursor
    }
}

impl Hand for TableSetter {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        let mut columns = columns(rules, state);
        match input {
            Input::Left => self.go((self.column + COLUMNS - 1) % COLUMNS),
            Input::Right | Input::Tab => self.go((self.column + 1) % COLUMNS),
            Input::Home => self.go(0),
            Input::End => self.go(COLUMNS - 1),
            Input::Click(cell) => match rules.cell_column(cell) {
                Some(column) => self.go(column),
                None => Reply::Ignored,
            },
            Input::Backspace | Input::Delete if columns[self.column].is_empty() => {
                Reply::Say(format!("column {} is empty", self.column + 1))
            }
            Input::Backspace | Input::Delete => {
                self.typed_one = false;
                columns[self.column].remove(0);
                replaced(&columns)
            }
            Input::Char(key) => self.key(&mut columns, key),
            _ => Reply::Ignored,
        }
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        Some(rules.column_cell(state, self.column))
    }

    /// What is left of the deck, and ranks that cannot pair up.
    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        let columns = columns(rules, state);
        let cards = columns.iter().map(Vec::len).sum::<usize>();
        let left = (1..SUM).map(|rank| (rank, left_of(&columns, rank))).filter(|&(_, left)| left > 0);
        let left: Vec<String> = left.map(|(rank, left)| format!("{rank}x{left}")).collect();
        let column = columns.get(self.column).map_or(0, Vec::len);
        let here =
            format!("column {}: {}; on the table: {cards}", self.column + 1, count(column as u64, "card", "cards"));
        let left = if left.is_empty() {
            "every card of the deck is on the table".into()
        } else {
            format!("not on the table (rank x cards): {}", left.join(" "))
        };
        let odd = (1..=SUM / 2).find(|&low| match low {
            7 => left_of(&columns, 7) % 2 == 1,
            low => left_of(&columns, low) != left_of(&columns, SUM - low),
        });
        let odd = odd.map(|low| match low {
            7 => "the 7s do not pair up".into(),
            low => format!(
                "there are not as many {low}s as {}s: {} goes with {}",
                SUM - low,
                article(low),
                article(SUM - low)
            ),
        });
        [here, left].into_iter().chain(odd).collect()
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "1-13 a t j q k", does: "a card in front" },
            KeyHint { keys: "backspace", does: "takes it away" },
            KeyHint { keys: "left right", does: "column" },
        ]
    }

    fn wants(&self, c: char) -> bool {
        rank(c).is_some() || c == '0'
    }

    fn let_go(&mut self) {
        self.typed_one = false;
    }
}

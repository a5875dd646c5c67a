//! Setting a board up: a rank and a suit put that card where the cursor is, wherever it was before. Cards that are
//! nowhere are missing, and told.

use crate::games::freecell::rules::cards::{Build, Card, Home, SUITS, Variant};
use crate::games::freecell::rules::deal::{build_word, home_word, read_build, read_home};
use crate::games::freecell::rules::layout::{Spot, cell_of_card};
use crate::games::freecell::rules::{Board, FreeCell, Place};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Workshop};
use crate::search::{Cell, count};

pub struct CardWorkshop;

/// What a text begins with that is no puzzle yet.
const DRAFT: &str = "draft";
/// Missing cards that are named.
const NAMED: usize = 12;

impl Workshop for CardWorkshop {
    fn hand(&self) -> Box<dyn Hand> {
        Box::new(CardSetter { cursor: Place::Column(0), typed: String::new() })
    }

    fn missing(&self, position: &dyn Position) -> Option<String> {
        let Placed { rules, state } = Placed::<FreeCell>::of(position);
        let missing = missing(rules, state);
        let named = rules.variant.names(&missing[..missing.len().min(NAMED)]);
        let more = if missing.len() > NAMED { " ..." } else { "" };
        let number = count(missing.len() as u64, "card is missing", "cards are missing");
        (!missing.is_empty()).then(|| format!("{number}: {named}{more}"))
    }

    fn emptied(&self, position: &dyn Position, _size: Option<&str>) -> Result<Box<dyn Position>, String> {
        let rules = &Placed::<FreeCell>::of(position).rules;
        Ok(placed(rules, Board::empty(&rules.variant)))
    }

    fn draft(&self, position: &dyn Position) -> Option<String> {
        let Placed { rules, state } = Placed::<FreeCell>::of(position);
        (!missing(rules, state).is_empty()).then(|| written(rules, state))
    }

    fn read_draft(&self, text: &str) -> Option<Box<dyn Position>> {
        let (rules, board) = read(text)?;
        Some(placed(&rules, board))
    }
}

fn placed(rules: &FreeCell, board: Board) -> Box<dyn Position> {
    Placed::boxed(rules.clone(), board)
}

fn is_home(board: &Board, card: Card) -> bool {
    card.rank() < board.homes[card.suit() as usize]
}

/// The cards of the deck that lie nowhere.
fn missing(rules: &FreeCell, board: &Board) -> Vec<Card> {
    let lies = |card: &Card| {
        is_home(board, *card)
            || rules.cells(board).contains(&Some(*card))
            || board.columns.iter().any(|column| column.contains(card))
    };
    rules.variant.deck().filter(|card| !lies(card)).collect()
}

/// The variant, the sizes of the home piles, the cells, the columns: between bars.
fn written(rules: &FreeCell, board: &Board) -> String {
    let Variant { cells, suits, ranks, columns, build, home } = rules.variant;
    let head = format!("{DRAFT} {cells} {suits} {ranks} {columns} {} {}", build_word(build), home_word(home));
    let homes =
        board.homes[..SUITS.len().max(suits.into())].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let in_cells =
        rules.cells(board).iter().map(|cell| cell.map_or("-".into(), |card| rules.variant.name(card).to_string()));
    let mut parts = vec![head, homes, in_cells.collect::<Vec<String>>().join(" ")];
    parts.extend(board.columns.iter().map(|column| rules.variant.names(column)));
    parts.join("|")
}

fn read(text: &str) -> Option<(FreeCell, Board)> {
    let mut parts = text.split('|');
    let head: Vec<&str> = parts.next()?.split(' ').collect();
    let [DRAFT, cells, suits, ranks, columns, build, home] = head[..] else { return None };
    let (build, home): (Build, Home) = (read_build(build).ok()?, read_home(home).ok()?);
    let number = |text: &str| text.parse().ok();
    let variant = Variant {
        cells: number(cells)?,
        suits: number(suits)?,
        ranks: number(ranks)?,
        columns: number(columns)?,
        build,
        home,
    };
    variant.check().ok()?;
    let mut board = Board::empty(&variant);
    for (pile, size) in board.homes.iter_mut().zip(parts.next()?.split(' ')) {
        *pile = size.parse().ok().filter(|size| *size <= variant.ranks)?;
    }
    for (cell, card) in board.cells.iter_mut().zip(parts.next()?.split(' ')) {
        *cell = variant.parse(card);
    }
    for column in &mut board.columns {
        *column = parts.next()?.split_whitespace().map(|name| variant.parse(name)).collect::<Option<_>>()?;
    }
    Some((FreeCell { variant }, board))
}

/// The last card of the deck, key by key.
fn example(variant: &Variant) -> String {
    let name = variant.deck().last().map(|card| variant.name(card).to_string()).unwrap_or_default();
    name.to_lowercase().chars().map(String::from).collect::<Vec<_>>().join(" ")
}

struct CardSetter {
    cursor: Place,
    /// The rank that waits for its suit.
    typed: String,
}

impl CardSetter {
    /// Takes a card from wherever it lies; of a home pile all above it come off too.
    fn take(board: &mut Board, card: Card) {
        let pile = &mut board.homes[card.suit() as usize];
        *pile = (*pile).min(card.rank());
        board.cells.iter_mut().filter(|cell| **cell == Some(card)).for_each(|cell| *cell = None);
        board.columns.iter_mut().for_each(|column| column.retain(|other| *other != card));
    }

    fn put(&self, rules: &FreeCell, board: &Board, card: Card) -> Reply {
        if !rules.variant.deck().any(|known| known == card) {
            return Reply::Say(format!("{} is not of this deck", rules.variant.name(card)));
        }
        let mut board = board.clone();
        match self.cursor {
            Place::Column(column) => {
                Self::take(&mut board, card);
                board.columns[column as usize].push(card);
            }
            Place::Cell(cell) => {
                Self::take(&mut board, card);
                board.cells[cell as usize] = Some(card);
            }
            // Home is a pile from the ace on: all up to this card go there.
            Place::Home => {
                for rank in 0..=card.rank() {
                    Self::take(&mut board, Card::new(rank, card.suit()));
                }
                board.homes[card.suit() as usize] = card.rank() + 1;
            }
        }
        Reply::Replace(placed(rules, board))
    }

    fn take_away(&self, rules: &FreeCell, board: &Board) -> Reply {
        let mut board = board.clone();
        let taken = match self.cursor {
            Place::Column(column) => board.columns[column as usize].pop().is_some(),
            Place::Cell(cell) => board.cells[cell as usize].take().is_some(),
            Place::Home => {
                let any = board.cards_home() > 0;
                board.homes.fill(0);
                any
            }
        };
        if taken { Reply::Replace(placed(rules, board)) } else { Reply::Say("there is no card here".into()) }
    }

    fn key(&mut self, rules: &FreeCell, board: &Board, key: char) -> Reply {
        let key = key.to_ascii_uppercase();
        let with = format!("{}{key}", self.typed);
        if let Some(card) = rules.variant.parse(&with).filter(|_| !self.typed.is_empty()) {
            self.typed.clear();
            return self.put(rules, board, card);
        }
        let begins_card = |text: &str| {
            let mut names = rules.variant.deck().map(|card| rules.variant.name(card).to_string());
            names.any(|name| name.starts_with(text) || name.replace('T', "10").starts_with(text)) || text == "1"
        };
        self.typed = if begins_card(&with) { with } else { key.to_string() };
        if begins_card(&self.typed) {
            return Reply::Cursor;
        }
        let text = std::mem::take(&mut self.typed);
        Reply::Say(if rules.variant.is_wide() {
            format!("{text} begins no card: a value, a slash, a suit, as in 12/3")
        } else {
            let names: Vec<String> = rules.variant.deck().map(|card| rules.variant.name(card).to_string()).collect();
            let part = |first: bool| {
                let mut parts: Vec<&str> = Vec::new();
                for (rank, suit) in names.iter().map(|name| name.split_at(name.len() - 1)) {
                    let part = if first { rank } else { suit };
                    if !parts.contains(&part) {
                        parts.push(part);
                    }
                }
                parts.join(" ")
            };
            format!("{text} is no rank: {}, then a suit {}", part(true), part(false))
        })
    }

    /// Cells and homes above, columns below.
    fn walk(&mut self, rules: &FreeCell, input: Input) -> bool {
        let (cells, columns) = (rules.variant.cells, rules.variant.columns);
        let step = |at: u8, count: u8, right: bool| if right { (at + 1) % count } else { (at + count - 1) % count };
        let upper = |at: u8| if at == cells { Place::Home } else { Place::Cell(at) };
        self.cursor = match (input, self.cursor) {
            (Input::Left | Input::Right | Input::Tab, Place::Column(column)) => {
                Place::Column(step(column, columns, input != Input::Left))
            }
            (Input::Left | Input::Right | Input::Tab, place) => {
                let at = if let Place::Cell(cell) = place { cell } else { cells };
                upper(step(at, cells + 1, input != Input::Left))
            }
            (Input::Up, Place::Column(column)) => upper(column.min(cells)),
            (Input::Down, Place::Cell(cell)) => Place::Column(cell.min(columns - 1)),
            (Input::Down, Place::Home) | (Input::End, _) => Place::Column(columns - 1),
            (Input::Up | Input::Down, place) => place,
            (Input::Home, _) => Place::Column(0),
            (Input::Click(cell), _) => match Spot::from(cell) {
                Spot::Cell(cell) => Place::Cell(cell as u8),
                Spot::Home(_) => Place::Home,
                Spot::Column(column, _) => Place::Column(column as u8),
            },
            _ => return false,
        };
        self.typed.clear();
        true
    }
}

impl Hand for CardSetter {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state: board } = Placed::<FreeCell>::of(position);
        if self.walk(rules, input) {
            return Reply::Cursor;
        }
        match input {
            Input::Char(key) => self.key(rules, board, key),
            Input::Backspace | Input::Delete | Input::Cancel if !self.typed.is_empty() => {
                self.typed.clear();
                Reply::Cursor
            }
            Input::Backspace | Input::Delete => self.take_away(rules, board),
            _ => Reply::Ignored,
        }
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        let board = &Placed::<FreeCell>::of(position).state;
        Some(match self.cursor {
            Place::Cell(cell) => Spot::Cell(cell as usize).into(),
            Place::Home => Spot::Home(0).into(),
            Place::Column(column) => {
                let height = board.columns.get(column as usize).map_or(0, Vec::len);
                cell_of_card(column as usize, height.saturating_sub(1))
            }
        })
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let rules = &Placed::<FreeCell>::of(position).rules;
        let (variant, sign) = (&rules.variant, rules.sign(self.cursor));
        let place = match self.cursor {
            Place::Column(_) => format!("column {sign}"),
            Place::Cell(_) => format!("cell {sign}"),
            Place::Home => "home, with all below it".into(),
        };
        let typed = match self.typed.as_str() {
            "" => format!(" when you type it, as in {}", example(variant)),
            typed => format!(": {typed}_"),
        };
        vec![format!("A card goes to {place}{typed}")]
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "rank suit", does: "that card here" },
            KeyHint { keys: "backspace", does: "takes it away" },
            KeyHint { keys: "arrows", does: "column, cell, home" },
        ]
    }

    /// Ranks and suits, in small letters or in capitals as on the cards; `1` begins a 10, and a slash stands between numbers.
    fn wants(&self, c: char) -> bool {
        let letter = matches!(c.to_ascii_lowercase(), 'a' | 't' | 'j' | 'q' | 'k' | 'c' | 'd' | 'h' | 's');
        c.is_ascii_digit() || c == '/' || letter
    }

    fn let_go(&mut self) {
        self.typed.clear();
    }

    fn is_busy(&self) -> bool {
        !self.typed.is_empty()
    }
}

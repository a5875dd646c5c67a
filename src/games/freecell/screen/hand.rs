//! The player's hand: keys of the standard notation, a cursor, the mouse, and autoplay.

use crate::games::freecell::rules::layout::{Spot, cell_of_card};
use crate::games::freecell::rules::{Board, FreeCell, Move, Place};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Settings};
use crate::search::{Cell, Mark, MarkKind, Rules, Status};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Autoplay {
    None,
    Safe,
    All,
}

/// What is picked up: the place, and how many cards of its run where it is a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Picked {
    from: Place,
    count: usize,
}

/// Before any table was shown.
const USUAL_CELLS: u8 = 4;

/// Cards that a page key goes up or down a column.
const LOOK: usize = 3;

pub struct FreeCellHand {
    /// A column with a number of cards from its end, a cell, or the homes.
    cursor: Place,
    /// How many cards above the playable one the cursor stands.
    up: usize,
    picked: Option<Picked>,
    /// What was typed of a place whose number may go on, as `1` of 12 or `c` of c3.
    typed: String,
    /// Places have numbers in place of single signs, as the table that was shown last says.
    wide: std::cell::Cell<bool>,
    /// Its cells, whose letters are the hand's; the letters behind them are the screen's.
    cells: std::cell::Cell<u8>,
    autoplay: Autoplay,
}

impl Autoplay {
    fn next(self) -> Autoplay {
        match self {
            Autoplay::None => Autoplay::Safe,
            Autoplay::Safe => Autoplay::All,
            Autoplay::All => Autoplay::None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Autoplay::None => "none",
            Autoplay::Safe => "safe",
            Autoplay::All => "all",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Autoplay::None => "Autoplay: none, no card goes home by itself.",
            Autoplay::Safe => "Autoplay: safe, cards that nothing can need go home after a move.",
            Autoplay::All => "Autoplay: all, every card that can goes home after a move.",
        }
    }
}

impl FreeCellHand {
    pub fn new(settings: &Settings) -> Self {
        let autoplay = match settings.get("autoplay").map(String::as_str) {
            Some("none") => Autoplay::None,
            Some("all") => Autoplay::All,
            _ => Autoplay::Safe,
        };
        FreeCellHand {
            cursor: Place::Column(0),
            up: 0,
            picked: None,
            typed: String::new(),
            wide: false.into(),
            cells: USUAL_CELLS.into(),
            autoplay,
        }
    }

    /// Keys depend on the table; it is looked at whenever it is at hand.
    fn look_at(&self, rules: &FreeCell) {
        self.wide.set(rules.variant.is_wide());
        self.cells.set(rules.variant.cells);
    }

    fn pick(&mut self, rules: &FreeCell, board: &Board, from: Place, count: usize) -> Reply {
        if rules.playable(board, from).is_none() {
            return Reply::Say(match from {
                Place::Home => "cards never leave home".into(),
                _ => format!("{} is empty", rules.sign(from)),
            });
        }
        self.picked = Some(Picked { from, count });
        Reply::Cursor
    }

    fn drop_on(&mut self, rules: &FreeCell, board: &Board, to: Place) -> Reply {
        let Some(picked) = self.picked.take() else { return Reply::Ignored };
        match Self::way_to(rules, board, picked, to) {
            Err(why) => Reply::Say(why),
            Ok(mv) => {
                let mut board = board.clone();
                let mut moves = vec![mv.to_string()];
                rules.apply(&mut board, &mv);
                while self.autoplay != Autoplay::None
                    && let Some(home) = rules.autoplay(&board, self.autoplay == Autoplay::All)
                {
                    rules.apply(&mut board, &home);
                    moves.push(home.to_string());
                }
                self.up = 0;
                if moves.len() == 1 { Reply::Move(moves.remove(0)) } else { Reply::Moves(moves) }
            }
        }
    }

    /// The move of what is picked to a place, or why there is none.
    fn way_to(rules: &FreeCell, board: &Board, picked: Picked, to: Place) -> Result<Move, String> {
        let opens = matches!(to, Place::Column(column) if board.columns[column as usize].is_empty());
        match to {
            Place::Cell(_) if picked.count > 1 => {
                Err(format!("a cell holds one card, and {} are picked", picked.count))
            }
            Place::Home if picked.count > 1 => {
                Err(format!("cards go home one by one, and {} are picked", picked.count))
            }
            _ => rules.read_move(board, &rules.several(picked.from, to, picked.count as u8, opens).text()),
        }
    }

    /// A key or a click on a place: picks up, takes one card more, or drops.
    fn choose(&mut self, rules: &FreeCell, board: &Board, place: Place, count: usize) -> Reply {
        match self.picked {
            None => self.pick(rules, board, place, count),
            Some(picked) if picked.from == place => {
                let most = match place {
                    Place::Column(column) => rules.run(&board.columns[column as usize]),
                    _ => 1,
                };
                self.picked = (picked.count < most).then_some(Picked { count: picked.count + 1, ..picked });
                Reply::Cursor
            }
            Some(_) => self.drop_on(rules, board, place),
        }
    }

    fn spot_place(board: &Board, cell: Cell) -> (Place, usize) {
        match Spot::from(cell) {
            Spot::Cell(cell) => (Place::Cell(cell as u8), 1),
            Spot::Home(_) => (Place::Home, 1),
            Spot::Column(column, row) => {
                let height = board.columns.get(column).map_or(0, Vec::len);
                (Place::Column(column as u8), height.saturating_sub(row).max(1))
            }
        }
    }

    /// A double click sends a card home, or else to a cell.
    fn send_away(&mut self, rules: &FreeCell, board: &Board, from: Place) -> Reply {
        self.picked = Some(Picked { from, count: 1 });
        let home = rules.playable(board, from).is_some_and(|card| rules.goes_home(board, card));
        match (home, rules.first_free_cell(board)) {
            (true, _) => self.drop_on(rules, board, Place::Home),
            (false, Some(cell)) => self.drop_on(rules, board, Place::Cell(cell as u8)),
            (false, None) => {
                self.picked = None;
                Reply::Say("no cell is free".into())
            }
        }
    }

    /// The upper row: the cells, then the homes as one place.
    fn sideways(&mut self, rules: &FreeCell, right: bool) {
        let step = |at: u8, count: u8| if right { (at + 1) % count } else { (at + count - 1) % count };
        let (cells, columns) = (rules.variant.cells, rules.variant.columns);
        self.cursor = match self.cursor {
            Place::Column(column) => Place::Column(step(column, columns)),
            upper => {
                let at = if let Place::Cell(cell) = upper { cell } else { cells };
                match step(at, cells + 1) {
                    at if at == cells => Place::Home,
                    at => Place::Cell(at),
                }
            }
        };
        self.up = 0;
    }

    fn upwards(&mut self, rules: &FreeCell, board: &Board) {
        let Place::Column(column) = self.cursor else { return };
        if self.picked.is_none() && self.up + 1 < rules.run(&board.columns[column as usize]) {
            self.up += 1;
            return;
        }
        self.up = 0;
        self.cursor = if column < rules.variant.cells { Place::Cell(column) } else { Place::Home };
    }

    /// Goes up a column whether its cards can move or not: to see what a low window hides.
    fn look(&mut self, board: &Board, cards: usize) {
        if let Place::Column(column) = self.cursor {
            self.up = (self.up + cards).min(board.columns[column as usize].len().saturating_sub(1));
        }
    }

    fn downwards(&mut self, rules: &FreeCell) {
        match self.cursor {
            Place::Cell(cell) => self.cursor = Place::Column(cell.min(rules.variant.columns - 1)),
            Place::Home => self.cursor = Place::Column(rules.variant.columns - 1),
            Place::Column(_) => self.up = self.up.saturating_sub(1),
        }
    }

    fn place_of_key(&self, rules: &FreeCell, key: char) -> Option<Place> {
        let place = match key {
            '1'..='9' => Place::Column(key as u8 - b'1'),
            'a'..='g' => Place::Cell(key as u8 - b'a'),
            'h' if self.picked.is_some() => Place::Home,
            _ => return None,
        };
        match place {
            Place::Column(column) if column >= rules.variant.columns => None,
            Place::Cell(cell) if cell >= rules.variant.cells => None,
            _ => Some(place),
        }
    }

    /// On a wide table: another sign of a place. It is chosen as soon as no longer number can be meant.
    fn type_sign(&mut self, rules: &FreeCell, board: &Board, key: char) -> Reply {
        if key == '>' {
            return self.choose_typed(rules, board);
        }
        self.typed.push(key.to_ascii_lowercase());
        let begins = |place: &Place| rules.sign(*place).starts_with(&self.typed);
        let home = self.picked.map(|_| Place::Home);
        let meant: Vec<Place> = rules.sources().chain(home).filter(begins).collect();
        match meant.as_slice() {
            [] => Reply::Say(format!("there is no place {}", std::mem::take(&mut self.typed))),
            [place] if rules.sign(*place) == self.typed => self.choose_typed(rules, board),
            _ => Reply::Cursor,
        }
    }

    /// The place whose sign was typed; nothing where none was.
    fn choose_typed(&mut self, rules: &FreeCell, board: &Board) -> Reply {
        let typed = std::mem::take(&mut self.typed);
        if typed.is_empty() {
            return Reply::Cursor;
        }
        let Some(place) = rules.sources().chain([Place::Home]).find(|&place| rules.sign(place) == typed) else {
            return Reply::Say(format!("there is no place {typed}"));
        };
        self.cursor = place;
        self.up = 0;
        self.choose(rules, board, place, 1)
    }

    /// A sign that goes on with what is typed, or begins a place.
    fn is_sign(&self, key: char) -> bool {
        match key {
            '1'..='9' | 'c' => true,
            '0' => !self.typed.is_empty(),
            'h' => self.picked.is_some() && self.typed.is_empty(),
            '>' => self.is_busy(),
            _ => false,
        }
    }

    /// The homes are one place, shown at the pile of the picked card's suit.
    fn cell_of(&self, rules: &FreeCell, board: &Board, place: Place, up: usize) -> Cell {
        match place {
            Place::Cell(cell) => Spot::Cell(cell as usize).into(),
            Place::Home => {
                let card = self.picked.and_then(|picked| rules.playable(board, picked.from));
                Spot::Home(card.map_or(0, |card| card.suit() as usize)).into()
            }
            Place::Column(column) => {
                let height = board.columns.get(column as usize).map_or(0, Vec::len);
                cell_of_card(column as usize, height.saturating_sub(1 + up))
            }
        }
    }
}

/// For a key that would be a place on another table.
fn no_place(key: char) -> Reply {
    match key {
        '1'..='9' => Reply::Say(format!("there is no column {key}")),
        'a'..='g' => Reply::Say(format!("there is no cell {key}")),
        _ => Reply::Ignored,
    }
}

impl Hand for FreeCellHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let placed = Placed::<FreeCell>::of(position);
        let (rules, board) = (&*placed.rules, &placed.state);
        self.look_at(rules);
        if !matches!(input, Input::Char(_) | Input::Pick | Input::Cancel | Input::Backspace) {
            self.typed.clear();
        }
        match input {
            Input::Pick if !self.typed.is_empty() => return self.choose_typed(rules, board),
            Input::Cancel if !self.typed.is_empty() => self.typed.clear(),
            Input::Backspace if self.typed.pop().is_some() => {}
            Input::Left => self.sideways(rules, false),
            Input::Right | Input::Tab => self.sideways(rules, true),
            Input::Up => self.upwards(rules, board),
            Input::Down => self.downwards(rules),
            Input::PageUp => self.look(board, LOOK),
            Input::PageDown => self.up = self.up.saturating_sub(LOOK),
            Input::Pick => {
                let most =
                    if let Place::Column(c) = self.cursor { rules.run(&board.columns[c as usize]).max(1) } else { 1 };
                return self.choose(rules, board, self.cursor, (self.up + 1).min(most));
            }
            Input::Cancel if self.picked.take().is_some() => {}
            Input::Char(key) => {
                if key == 'A' {
                    self.autoplay = self.autoplay.next();
                    return Reply::Say(self.autoplay.words().into());
                }
                if self.wide.get() {
                    return if self.is_sign(key) { self.type_sign(rules, board, key) } else { Reply::Ignored };
                }
                let Some(place) = self.place_of_key(rules, key) else { return no_place(key) };
                self.cursor = place;
                self.up = 0;
                return self.choose(rules, board, place, 1);
            }
            Input::Click(cell) => {
                let (place, count) = Self::spot_place(board, cell);
                self.cursor = place;
                self.up = 0;
                let most = if let Place::Column(c) = place { rules.run(&board.columns[c as usize]).max(1) } else { 1 };
                return self.choose(rules, board, place, count.min(most));
            }
            Input::AltClick(cell) => {
                let (place, _) = Self::spot_place(board, cell);
                return self.send_away(rules, board, place);
            }
            _ => return Reply::Ignored,
        }
        Reply::Cursor
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let placed = Placed::<FreeCell>::of(position);
        let (rules, board) = (&*placed.rules, &placed.state);
        self.look_at(rules);
        let cell_of = |place, up| self.cell_of(rules, board, place, up);
        let mut marks = vec![Mark::new(cell_of(self.cursor, self.up), MarkKind::Cursor)];
        if let Some(picked) = self.picked {
            let cards = (0..picked.count).map(|up| cell_of(picked.from, up));
            marks.extend(cards.map(|cell| Mark::new(cell, MarkKind::Picked)));
            for to in rules.sources().chain([Place::Home]) {
                if Self::way_to(rules, board, picked, to).is_ok() {
                    marks.push(Mark::new(cell_of(to, 0), MarkKind::Legal));
                }
            }
        }
        marks
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        let placed = Placed::<FreeCell>::of(position);
        Some(self.cell_of(&placed.rules, &placed.state, self.cursor, self.up))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let placed = Placed::<FreeCell>::of(position);
        let (rules, board) = (&*placed.rules, &placed.state);
        if rules.status(board) != Status::Open {
            return Vec::new();
        }
        let room = match (rules.capacity(board, false), board.empty_columns()) {
            (1, _) => "Cards move one at a time.".into(),
            (most, 0) => format!("Up to {most} cards can move together."),
            (most, _) => {
                format!("Up to {most} cards can move together, {} into an empty column.", rules.capacity(board, true))
            }
        };
        let names = |picked: Picked| rules.variant.names(rules.at_the_end(board, picked.from, picked.count));
        let picked = self.picked.map(|picked| format!("Picked {}.", names(picked)));
        let typed = match self.typed.as_str() {
            "" => None,
            "c" => Some("Typed c: now the number of a cell.".to_owned()),
            typed => Some(format!("Typed {typed}: another digit, or enter for column {typed}.")),
        };
        typed.into_iter().chain(picked).chain([room]).collect()
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "enter", does: if self.picked.is_some() { "drop" } else { "pick" } },
            KeyHint { keys: "2 6", does: "type a move" },
            KeyHint { keys: "arrows", does: "choose" },
            if self.wide.get() {
                KeyHint { keys: "2 c 8", does: "to cell c8" }
            } else {
                KeyHint { keys: "2 a", does: "to cell a" }
            },
            KeyHint { keys: "2 h", does: "home" },
            KeyHint { keys: "2 2 6", does: "two cards into the empty column 6" },
            KeyHint { keys: "1 2 6", does: "column 12 to 6 where there are so many; 1 enter is column 1" },
            KeyHint { keys: "up, enter", does: "pick more cards of a column" },
            KeyHint { keys: "pageup", does: "look up a column; pagedown comes back" },
            KeyHint { keys: "click", does: "pick, drop" },
            KeyHint { keys: "double click", does: "home, or else to a cell" },
            KeyHint { keys: "A", does: "autoplay: none, safe, all" },
        ]
    }

    fn settings(&self) -> Settings {
        Settings::from([("autoplay".to_owned(), self.autoplay.name().to_owned())])
    }

    fn wants(&self, c: char) -> bool {
        if self.wide.get() {
            return self.is_sign(c);
        }
        match c {
            '1'..='9' => true,
            'a'..='g' => c as u8 - b'a' < self.cells.get(),
            _ => c == 'h' && self.picked.is_some(),
        }
    }

    fn let_go(&mut self) {
        self.typed.clear();
        self.picked = None;
    }

    fn is_busy(&self) -> bool {
        self.picked.is_some() || !self.typed.is_empty()
    }
}

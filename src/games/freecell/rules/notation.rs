//! Moves from text: the standard notation, and the one by numbers for tables that it has no signs for.

use super::cards::Card;
use super::{Board, FreeCell, Move, Place};
use crate::games::quoted;

/// A legal move, or in words why it is none.
pub fn read(rules: &FreeCell, board: &Board, text: &str) -> Result<Move, String> {
    let (from, to, told) = if rules.variant.is_wide() { by_numbers(rules, text)? } else { by_signs(rules, text)? };
    legal(rules, board, from, to, told)
}

/// The move between two places, of so many cards where that is told; or in words why there is none.
pub fn legal(rules: &FreeCell, board: &Board, from: Place, to: Place, told: Option<usize>) -> Result<Move, String> {
    let sign = |place| rules.sign(place);
    if from == to {
        return Err(format!("{} is both source and target", sign(from)));
    }
    if from == Place::Home {
        return Err("cards never leave home".into());
    }
    if let Place::Column(to) = to {
        return to_column(rules, board, from, to, told);
    }
    let card = rules.playable(board, from).ok_or_else(|| format!("{} is empty", sign(from)))?;
    if told.is_some_and(|told| told != 1) {
        return Err(format!("only one card at a time goes to {}", sign(to)));
    }
    match to {
        Place::Cell(_) if matches!(from, Place::Cell(_)) => Err("a card does not go from cell to cell".into()),
        Place::Cell(cell) => match board.cells[cell as usize] {
            Some(held) => Err(format!("cell {} holds {}", sign(to), rules.variant.name(held))),
            None => Ok(rules.single(from, to, false)),
        },
        _ if rules.goes_home(board, card) => Ok(rules.single(from, Place::Home, false)),
        _ => {
            let next = Card::new(board.homes[card.suit() as usize], card.suit());
            let [card, next] = [card, next].map(|card| rules.variant.name(card));
            Err(format!("{card} does not go home: the next of its suit is {next}"))
        }
    }
}

/// What a text tells: from where, to where, and how many cards if it says so.
type Told = (Place, Place, Option<usize>);

fn by_signs(rules: &FreeCell, text: &str) -> Result<Told, String> {
    let malformed = || format!("`{text}` is no move: expected as in 26, 3a, a5, bh, 7h or 26v3", text = quoted(text));
    let mut letters = text.chars();
    let (Some(from), Some(to)) = (letters.next(), letters.next()) else { return Err(malformed()) };
    let told = match letters.next() {
        None => None,
        Some('v' | 'V') => Some(usize::from_str_radix(letters.as_str(), 16).map_err(|_| malformed())?),
        Some(_) => return Err(malformed()),
    };
    Ok((signed(rules, from)?, signed(rules, to)?, told))
}

fn signed(rules: &FreeCell, letter: char) -> Result<Place, String> {
    let letter = letter.to_ascii_lowercase();
    match letter {
        'h' => Ok(Place::Home),
        '1'..='9' => column(rules, letter as usize - '0' as usize),
        'a'..='g' if letter as u8 - b'a' < rules.variant.cells => Ok(Place::Cell(letter as u8 - b'a')),
        'a'..='g' => Err(format!("there is no cell {letter}: there are {}", rules.variant.cells)),
        _ => Err(format!(
            "`{letter}` is no place: expected a column 1-9, a cell a-g or h for home",
            letter = quoted(letter)
        )),
    }
}

fn column(rules: &FreeCell, number: usize) -> Result<Place, String> {
    match rules.variant.columns {
        columns if (1..=columns as usize).contains(&number) => Ok(Place::Column(number as u8 - 1)),
        columns => Err(format!("there is no column {number}: there are {columns}")),
    }
}

/// As in `12>3`, `3>c8`, `c2>h` and `12>3v5`.
fn by_numbers(rules: &FreeCell, text: &str) -> Result<Told, String> {
    let malformed =
        || format!("`{text}` is no move: expected as in 12>3, 3>c8, c2>5, c2>h or 12>3v5", text = quoted(text));
    let (from, to) = text.split_once('>').ok_or_else(malformed)?;
    let (to, told) = match to.split_once(['v', 'V']) {
        Some((to, many)) => (to, Some(usize::from_str_radix(many, 16).map_err(|_| malformed())?)),
        None => (to, None),
    };
    Ok((numbered(rules, from)?, numbered(rules, to)?, told))
}

/// A place as moves write it on a wide table.
pub fn numbered(rules: &FreeCell, text: &str) -> Result<Place, String> {
    let digits = |digits: &str| digits.parse::<usize>().ok().filter(|_| !digits.starts_with('+'));
    let cells = rules.variant.cells;
    if text.eq_ignore_ascii_case("h") {
        return Ok(Place::Home);
    }
    let cell = text.strip_prefix(['c', 'C']);
    match (cell, digits(cell.unwrap_or(text))) {
        (None, Some(number)) => column(rules, number),
        (Some(_), Some(number)) if (1..=cells as usize).contains(&number) => Ok(Place::Cell(number as u8 - 1)),
        (Some(_), Some(number)) => Err(format!("there is no cell c{number}: there are {cells}")),
        (_, None) => Err(format!("`{}` is no place: expected a column 12, a cell c3 or h for home", quoted(text))),
    }
}

fn to_column(rules: &FreeCell, board: &Board, from: Place, to: u8, told: Option<usize>) -> Result<Move, String> {
    let source = || rules.sign(from);
    let card = rules.playable(board, from).ok_or_else(|| format!("{} is empty", source()))?;
    let opens = board.columns[to as usize].is_empty();
    let one = [card];
    let column: &[Card] = match from {
        Place::Column(column) => &board.columns[column as usize],
        _ => &one,
    };
    let count = if let Some(target) = board.top(to as usize) {
        let (asked, target) = (rules.asked(column, target), rules.variant.name(target));
        let count = asked.ok_or_else(|| format!("nothing at the end of {} goes on {target}", source()))?;
        if told.is_some_and(|told| told != count) {
            return Err(format!("onto {target} go exactly {count} cards"));
        }
        count
    } else {
        told.unwrap_or(1)
    };
    if count == 0 || count > rules.run(column) {
        return Err(format!("only {} cards lie in order at the end of {}", rules.run(column), source()));
    }
    let most = rules.capacity(board, opens);
    if count > most {
        return Err(format!("{count} cards cannot go together: there is room for {most}"));
    }
    Ok(rules.several(from, Place::Column(to), count as u8, opens))
}

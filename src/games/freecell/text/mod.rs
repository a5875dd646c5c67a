//! The text forms: the board format of freecell solvers, the printed board, and the classroom's nested list.

mod nested;
mod printed;

use super::rules::cards::{
    Build, Card, Home, MAX_CELLS, MAX_COLUMNS, MAX_RANKS, MAX_SUITS, NUMBERS, RANKS, SUITS, Variant, parse_rank,
    parse_suit,
};
use super::rules::deal::{build_word, home_word, read_build, read_home};
use super::rules::{Board, FreeCell};
use crate::games::{self, Options, TextError, quoted};

/// A card as a text says it: by letters, or by the classroom's numbers, whose rank only the variant knows.
#[derive(Clone, Copy)]
enum Said {
    Card(Card),
    Numbers { value: u8, suit: u8 },
}

impl Said {
    fn suit(self) -> u8 {
        match self {
            Said::Card(card) => card.suit(),
            Said::Numbers { suit, .. } => suit,
        }
    }

    /// Of a deck in which it is the last card, the number of ranks.
    fn ranks(self) -> u8 {
        match self {
            Said::Card(card) => card.rank() + 1,
            Said::Numbers { value, .. } => value + 1,
        }
    }
}

/// A card of the text with its place, for the checks that need the whole deck.
pub struct Seen {
    said: Said,
    line: usize,
    column: usize,
}

/// What the text says, before the variant is settled.
#[derive(Default)]
struct Draft {
    /// The last card home of each suit, or none, and where it is told.
    homes: [Option<(Option<Said>, usize, usize)>; MAX_SUITS],
    cells: Vec<Option<Seen>>,
    /// The `Freecells:` line shows its free cells, so it tells how many there are.
    tells_cells: bool,
    /// The playable card last.
    columns: Vec<Vec<Seen>>,
    /// What the text says of the variant in words.
    said: Options,
}

/// Reads either form.
pub fn read(text: &str, options: &Options) -> Result<(FreeCell, Board), TextError> {
    if !text.trim_start().starts_with('[') {
        return read_board(text, options);
    }
    let end = text.rfind(']').map_or(text.len(), |last| last + 1);
    let (list, behind) = text.split_at(end);
    if !behind.contains('=') {
        return read_list(text, options);
    }
    let mut said = Options::new();
    let line = list.lines().count();
    let column = list.lines().last().map_or(0, |last| last.chars().count()) + 1;
    words(column, behind).into_iter().try_for_each(|(column, word)| say(&mut said, line, column, word))?;
    read_list(list, &with(said, options))
}

/// What the text says of the variant, where no option says otherwise.
fn with(mut said: Options, options: &Options) -> Options {
    said.extend(options.clone());
    said
}

/// Takes a word such as `cells=2`.
fn say(said: &mut Options, line: usize, column: usize, word: &str) -> Result<(), TextError> {
    match word.split_once('=') {
        Some((key @ ("cells" | "suits" | "ranks" | "columns" | "build" | "home"), value)) => {
            said.insert(key.into(), value.into());
            Ok(())
        }
        _ => {
            let expected = "expected cells=, suits=, ranks=, columns=, build= or home=";
            Err(TextError::at(line, column, format!("`{word}`: {expected}", word = quoted(word))))
        }
    }
}

fn option(options: &Options, name: &str) -> Result<Option<u8>, TextError> {
    let Some(value) = options.get(name) else { return Ok(None) };
    value.parse().map(Some).map_err(|_| {
        TextError::whole(format!("{name}={value}: expected a number", name = quoted(name), value = quoted(value)))
    })
}

/// Stretches between line breaks or bars, with the place where they begin.
fn segments(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#')).flat_map(|(i, line)| {
        let mut start = 0;
        line.split('|').map(move |part| {
            let at = start + 1;
            start += part.chars().count() + 1;
            (i + 1, at, part)
        })
    })
}

/// Words of a segment with the column of each.
fn words(at: usize, part: &str) -> Vec<(usize, &str)> {
    games::words(part, char::is_whitespace).map(|(column, word)| (at + column - 1, word)).collect()
}

/// A card by numbers, as in `19/7`; its deck is not known yet, but none is larger than the largest.
fn read_numbers(line: usize, column: usize, word: &str) -> Result<Said, TextError> {
    let number = |digits: &str, most: usize| {
        digits.parse::<u8>().ok().filter(|&number| (number as usize) < most && !digits.starts_with('+'))
    };
    let told = word.split_once('/').and_then(|(value, suit)| {
        Some(Said::Numbers { value: number(value, MAX_RANKS)?, suit: number(suit, MAX_SUITS)? })
    });
    told.ok_or_else(|| {
        let (value, suit) = (MAX_RANKS - 1, MAX_SUITS - 1);
        let expected = format!("expected a value 0-{value} and a suit 0-{suit}, as in 12/3");
        TextError::at(line, column, format!("`{word}` is no card: {expected}", word = quoted(word)))
    })
}

fn read_card(line: usize, column: usize, word: &str) -> Result<Seen, TextError> {
    if word.contains('/') {
        return Ok(Seen { said: read_numbers(line, column, word)?, line, column });
    }
    if let Some(card) = Card::parse(word) {
        return Ok(Seen { said: Said::Card(card), line, column });
    }
    let suit = word.chars().next_back().filter(|&c| parse_suit(c).is_none());
    let message = match suit {
        Some(suit) => {
            format!("`{word}`: `{suit}` is no suit, expected C, D, H or S", word = quoted(word), suit = quoted(suit))
        }
        None => format!(
            "`{word}` is no card: expected a rank A 2-9 T J Q K and a suit C D H S, as in TH",
            word = quoted(word)
        ),
    };
    Err(TextError::at(line, column, message))
}

fn read_homes(draft: &mut Draft, line: usize, words: &[(usize, &str)]) -> Result<(), TextError> {
    for &(column, word) in words {
        if word == "-" {
            continue;
        }
        let told = if word.contains('/') {
            let last = read_numbers(line, column, word)?;
            Some((last.suit(), Some(last)))
        } else {
            word.split_once('-').and_then(|(suit, rank)| {
                let mut letters = suit.chars();
                let suit = letters.next().filter(|_| letters.next().is_none()).and_then(parse_suit)?;
                Some((suit, if rank == "0" { None } else { Some(Said::Card(Card::new(parse_rank(rank)?, suit))) }))
            })
        };
        let Some((suit, last)) = told else {
            let message = format!(
                "`{word}` is no home pile: expected a suit and its last rank home, as in H-5 or C-0",
                word = quoted(word)
            );
            return Err(TextError::at(line, column, message));
        };
        draft.homes[suit as usize] = Some((last, line, column));
    }
    Ok(())
}

fn read_draft(text: &str) -> Result<Draft, TextError> {
    let mut draft = Draft::default();
    for (line, at, part) in segments(text).filter(|(_, _, part)| !part.trim().is_empty()) {
        let mut words = words(at, part);
        let head = words[0].1.to_ascii_lowercase();
        match head.as_str() {
            "foundations:" | "founds:" | "homes:" => read_homes(&mut draft, line, &words[1..])?,
            "freecells:" | "fc:" | "cells:" => {
                draft.tells_cells = words[1..].iter().any(|&(_, word)| word == "-");
                for &(column, word) in &words[1..] {
                    draft.cells.push(if word == "-" { None } else { Some(read_card(line, column, word)?) });
                }
            }
            head if head.contains('=') => {
                for &(column, word) in &words {
                    say(&mut draft.said, line, column, word)?;
                }
            }
            _ => {
                if words[0].1 == ":" {
                    words.remove(0);
                }
                let cards = words.into_iter().map(|(column, word)| read_card(line, column, word));
                draft.columns.push(cards.collect::<Result<_, _>>()?);
            }
        }
    }
    Ok(draft)
}

fn read_board(text: &str, options: &Options) -> Result<(FreeCell, Board), TextError> {
    let printed = printed::draft(text)?;
    let is_printed = printed.is_some();
    let mut draft = printed.map_or_else(|| read_draft(text), Ok)?;
    let options = &with(std::mem::take(&mut draft.said), options);
    if !is_printed && !options.contains_key("columns") {
        refuse_rows(&draft)?;
    }
    if draft.columns.is_empty() {
        return Err(TextError::whole("no columns: expected a line of cards for each, the playable card last"));
    }
    let seen = || draft.columns.iter().flatten().chain(draft.cells.iter().flatten()).map(|seen| seen.said);
    let every = || seen().chain(draft.homes.iter().flatten().filter_map(|home| home.0));
    let suits = every().map(|said| said.suit() + 1).max();
    let ranks = every().map(Said::ranks).max();
    let told_cells = if draft.tells_cells { draft.cells.len() } else { draft.cells.len().max(4) };
    let base = Variant {
        cells: told_cells.min(255) as u8,
        suits: suits.unwrap_or(4),
        ranks: ranks.unwrap_or(13).max(1),
        columns: draft.columns.len().min(255) as u8,
        ..Variant::STANDARD
    };
    settle(base, &draft, options)
}

/// A whole deal row by row, as books print it, must not become seven odd columns.
fn refuse_rows(draft: &Draft) -> Result<(), TextError> {
    let lengths: Vec<usize> = draft.columns.iter().map(Vec::len).collect();
    let tells_more = draft.tells_cells || !draft.cells.is_empty() || draft.homes.iter().any(Option::is_some);
    if tells_more || lengths != [8, 8, 8, 8, 8, 8, 4] {
        return Ok(());
    }
    let both = "with a last line `1 2 3 4 5 6 7 8` each line is a row, with `columns=7` a column";
    Err(TextError::whole(format!("rows of eight cards, or seven columns? {both}")))
}

/// Settles the variant by the options, checks the deck and sets the board up.
fn settle(mut variant: Variant, draft: &Draft, options: &Options) -> Result<(FreeCell, Board), TextError> {
    let told = draft.columns.len();
    variant.cells = option(options, "cells")?.unwrap_or(variant.cells);
    variant.suits = option(options, "suits")?.unwrap_or(variant.suits);
    variant.ranks = option(options, "ranks")?.unwrap_or(variant.ranks);
    variant.columns = option(options, "columns")?.unwrap_or(variant.columns);
    if let Some(build) = options.get("build") {
        variant.build = read_build(build).map_err(TextError::whole)?;
    }
    if let Some(home) = options.get("home") {
        variant.home = read_home(home).map_err(TextError::whole)?;
    }
    variant.check().map_err(TextError::whole)?;
    if told > variant.columns as usize {
        return Err(TextError::whole(format!("{told} columns: expected {}", variant.columns)));
    }
    if draft.cells.len() > variant.cells as usize {
        let message = format!("{} cards or signs for {} cells", draft.cells.len(), variant.cells);
        return Err(TextError::whole(message));
    }
    let mut board = Board::empty(&variant);
    for (suit, home) in draft.homes.iter().enumerate() {
        board.homes[suit] = home_count(&variant, *home)?;
    }
    check_deck(&variant, draft, &board.homes)?;
    for (cell, seen) in draft.cells.iter().enumerate() {
        board.cells[cell] = seen.as_ref().and_then(|seen| card_of(&variant, seen.said));
    }
    for (column, cards) in draft.columns.iter().enumerate() {
        board.columns[column] = cards.iter().filter_map(|seen| card_of(&variant, seen.said)).collect();
    }
    Ok((FreeCell { variant }, board))
}

/// The card that a text means, if it is one of this deck.
fn card_of(variant: &Variant, said: Said) -> Option<Card> {
    if said.suit() >= variant.suits || said.ranks() > variant.ranks {
        return None;
    }
    Some(match said {
        Said::Card(card) => card,
        Said::Numbers { value, suit } => variant.valued(value, suit),
    })
}

/// A card as the text says it.
fn name(said: Said) -> String {
    match said {
        Said::Card(card) => Variant::STANDARD.name(card).to_string(),
        Said::Numbers { value, suit } => format!("{value}/{suit}"),
    }
}

/// A home pile as the text says it.
fn pile(last: Said) -> String {
    match last {
        Said::Card(card) => format!("{}-{}", SUITS[card.suit() as usize], RANKS[card.rank() as usize]),
        Said::Numbers { .. } => name(last),
    }
}

/// How many cards of a suit are home.
fn home_count(variant: &Variant, home: Option<(Option<Said>, usize, usize)>) -> Result<u8, TextError> {
    let Some((Some(last), line, column)) = home else { return Ok(0) };
    let card = card_of(variant, last);
    let card = card.ok_or_else(|| TextError::at(line, column, format!("{}: the deck has no such card", pile(last))))?;
    Ok(card.rank() + 1)
}

fn check_deck(variant: &Variant, draft: &Draft, homes: &[u8]) -> Result<(), TextError> {
    let mut places: [Option<(usize, usize)>; NUMBERS] = [None; NUMBERS];
    for seen in draft.cells.iter().flatten().chain(draft.columns.iter().flatten()) {
        let &Seen { said, line, column } = seen;
        let told = name(said);
        let Some(card) = card_of(variant, said) else {
            let message = format!("{told} is not of this deck of {} suits and {} ranks", variant.suits, variant.ranks);
            return Err(TextError::at(line, column, message));
        };
        if let Some((Some(last), _, _)) = draft.homes[card.suit() as usize]
            && card.rank() < homes[card.suit() as usize]
        {
            let message = format!("{told} is here and also home: the home pile says {}", pile(last));
            return Err(TextError::at(line, column, message));
        }
        if let Some((first, at)) = places[card.0 as usize].replace((line, column)) {
            let message = format!("{told} is there twice, first in line {first}, column {at}");
            return Err(TextError::at(line, column, message));
        }
    }
    let home = |card: Card| card.rank() < homes[card.suit() as usize];
    let missing: Vec<Card> = variant.deck().filter(|&card| places[card.0 as usize].is_none() && !home(card)).collect();
    match missing.as_slice() {
        [] => Ok(()),
        [card] => Err(TextError::whole(format!("{} is missing", variant.name(*card)))),
        [card, ..] => {
            let first = variant.name(*card);
            Err(TextError::whole(format!("{} cards are missing, {first} the first", missing.len())))
        }
    }
}

/// The classroom's list: a field of columns, playable card first, or a whole state `[homes, cells, columns]`.
fn read_list(text: &str, options: &Options) -> Result<(FreeCell, Board), TextError> {
    let top = nested::read(text)?;
    let parts = nested::state_parts(&top)?;
    let every = || parts.homes.iter().chain(&parts.columns).flatten().chain(parts.cells.iter().flatten());
    let suits = every().map(|card| card.suit + 1).max().unwrap_or(1);
    let ranks = match option(options, "ranks")? {
        Some(ranks) => ranks,
        None => every().map(|card| card.value + 1).max().unwrap_or(1),
    };
    let columns = parts.columns.len();
    let mut base = Variant::classroom(option(options, "suits")?.unwrap_or(suits), ranks);
    base.columns = columns.min(255) as u8;
    if !(2..=MAX_COLUMNS).contains(&columns) {
        return Err(TextError::whole(format!("{columns} columns: expected 2 to {MAX_COLUMNS}")));
    }
    if parts.cells.len() > MAX_CELLS {
        return Err(TextError::whole(format!("{} cards in cells: expected at most {MAX_CELLS}", parts.cells.len())));
    }
    if options.get("home").is_some_and(|home| home == "standard") {
        base.home = Home::Standard;
    }
    let seen = |card: &nested::ListCard| -> Result<Seen, TextError> {
        let (line, column) = card.at;
        if card.value >= ranks || ranks as usize > MAX_RANKS || card.suit as usize >= MAX_SUITS {
            let (value, suit) = (ranks.saturating_sub(1).min(MAX_RANKS as u8 - 1), MAX_SUITS - 1);
            let message = format!("[{},{}]: expected a value 0-{value} and a colour 0-{suit}", card.value, card.suit);
            return Err(TextError::at(line, column, message));
        }
        let &nested::ListCard { value, suit, .. } = card;
        let by_numbers = base.is_wide() || suit as usize >= SUITS.len() || value as usize >= RANKS.len();
        let said = if by_numbers { Said::Numbers { value, suit } } else { Said::Card(base.valued(value, suit)) };
        Ok(Seen { said, line, column })
    };
    let mut draft = Draft::default();
    for pile in parts.homes.iter().filter(|pile| !pile.is_empty()) {
        let cards = pile.iter().rev().map(seen).collect::<Result<Vec<_>, _>>()?;
        for (place, card) in cards.iter().enumerate() {
            if card_of(&base, card.said) != Some(Card::new(place as u8, cards[0].said.suit())) {
                return Err(TextError::at(card.line, card.column, "this card is out of order in its home pile"));
            }
        }
        let (first, last) = (&cards[0], cards.last().map(|card| card.said));
        draft.homes[first.said.suit() as usize] = Some((last, first.line, first.column));
    }
    draft.cells = parts.cells.iter().map(|cell| cell.as_ref().map(seen).transpose()).collect::<Result<_, _>>()?;
    let columns = parts.columns.iter().map(|column| column.iter().rev().map(seen).collect());
    draft.columns = columns.collect::<Result<_, _>>()?;
    settle(base, &draft, options)
}

/// The board format, `between` between its lines.
pub fn write_board(rules: &FreeCell, board: &Board, between: &str) -> String {
    let variant = &rules.variant;
    let mut lines = Vec::new();
    let homes = (0..variant.suits).map(|suit| match board.homes[suit as usize] {
        0 if variant.is_wide() => "-".into(),
        0 => format!("{}-0", SUITS[suit as usize]),
        count if variant.is_wide() => variant.name(Card::new(count - 1, suit)).to_string(),
        count => pile(Said::Card(Card::new(count - 1, suit))),
    });
    lines.push(format!("Foundations: {}", homes.collect::<Vec<_>>().join(" ")));
    let cells = rules.cells(board).iter().map(|cell| cell.map_or("-".into(), |card| variant.name(card).to_string()));
    lines.push(format!("Freecells: {}", cells.collect::<Vec<String>>().join(" ")).trim_end().to_string());
    for column in &board.columns {
        lines.push(if column.is_empty() { ":".into() } else { variant.names(column) });
    }
    lines.join(between)
}

/// What the board format does not show by itself, in words: cells where none is free, the size of a wide deck (the
/// value of an ace that is home and covered tells it), and the rules of the classroom.
pub fn board_words(rules: &FreeCell, board: &Board) -> Vec<String> {
    let Variant { cells, suits, ranks, build, home, .. } = rules.variant;
    let shown = rules.cells(board).iter().any(Option::is_none) || cells >= Variant::STANDARD.cells;
    let mut words = Vec::new();
    words.extend((!shown).then(|| format!("cells={cells}")));
    if rules.variant.is_wide() {
        words.extend([format!("suits={suits}"), format!("ranks={ranks}")]);
    }
    words.extend((build != Build::Colour).then(|| format!("build={}", build_word(build))));
    words.extend((home != Home::Standard).then(|| format!("home={}", home_word(home))));
    words
}

/// The same for the list, which is the classroom's unless it says otherwise.
pub fn list_words(rules: &FreeCell) -> Vec<String> {
    let Variant { cells, suits, build, home, .. } = rules.variant;
    let mut words = Vec::new();
    words.extend((cells != suits).then(|| format!("cells={cells}")));
    words.extend((build != Build::SuitOther).then(|| format!("build={}", build_word(build))));
    words.extend((home != Home::Classroom).then(|| format!("home={}", home_word(home))));
    words
}

/// A text with words behind it, where there are any.
pub fn followed(text: String, between: &str, words: &[String]) -> String {
    if words.is_empty() { text } else { text + between + &words.join(" ") }
}

/// The nested list: the field alone where nothing is home or in a cell, the whole state otherwise.
pub fn write_list(rules: &FreeCell, board: &Board) -> String {
    let cards = |cards: &[Card]| -> String {
        let cards: Vec<String> = cards.iter().rev().map(|&card| list_card(rules, card)).collect();
        format!("[{}]", cards.join(","))
    };
    let columns: Vec<String> = board.columns.iter().map(|column| cards(column)).collect();
    let field = format!("[{}]", columns.join(","));
    // A free cell before one that is taken is an empty list, so that every card keeps its cell.
    let taken = rules.cells(board).iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let cell = |cell: &Option<Card>| cell.map_or("[]".into(), |card| list_card(rules, card));
    let cells: Vec<String> = rules.cells(board)[..taken].iter().map(cell).collect();
    if cells.is_empty() && board.cards_home() == 0 {
        return field;
    }
    let homes = (0..rules.variant.suits).map(|suit| {
        let pile: Vec<Card> = (0..board.homes[suit as usize]).map(|rank| Card::new(rank, suit)).collect();
        cards(&pile)
    });
    format!("[[{}],[{}],{field}]", homes.collect::<Vec<_>>().join(","), cells.join(","))
}

fn list_card(rules: &FreeCell, card: Card) -> String {
    format!("[{},{}]", rules.variant.height(card.rank()), card.suit())
}

/// What a reader needs beside the board format.
pub fn line_options(variant: &Variant) -> Options {
    let mut options = Options::new();
    let standard = Variant::STANDARD;
    let numbers = [
        ("cells", variant.cells, standard.cells),
        ("suits", variant.suits, standard.suits),
        ("ranks", variant.ranks, standard.ranks),
    ];
    for (name, value, usual) in numbers {
        // Values do not tell the size of a deck whose aces are home.
        if value != usual || variant.is_wide() {
            options.insert(name.into(), value.to_string());
        }
    }
    if variant.build == Build::SuitOther {
        options.insert("build".into(), "suit-other".into());
    }
    if variant.home == Home::Classroom {
        options.insert("home".into(), "classroom".into());
    }
    options
}

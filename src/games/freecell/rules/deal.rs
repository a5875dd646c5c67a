//! Numbered deals: Microsoft's numbers, and the same shuffle for every other deck.

use super::Board;
use super::cards::{Build, Card, Home, Variant};

/// What stands between `freecell:` and the number: a variant and how it is dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    pub variant: Variant,
    /// The classroom deals so that the first card dealt is the playable one.
    pub first_is_playable: bool,
}

/// The largest number of `FreeCell Pro`'s extension.
pub const LAST_DEAL: u64 = (1 << 33) - 1;

const EXPECTED: &str = "expected cells=0..7, suits=1..4, ranks=1..13, columns=2..9, build=colour|suit-other, \
                        home=standard|classroom, or classroom, with commas between them";

impl Params {
    pub fn read(text: &str) -> Result<Params, String> {
        let words: Vec<&str> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        let classroom = words.contains(&"classroom");
        let mut variant = Variant::STANDARD;
        let (mut cells, mut columns) = (None, None);
        if classroom {
            variant = Variant::classroom(4, 13);
        }
        for word in words.into_iter().filter(|&word| word != "classroom") {
            let Some((name, value)) = word.split_once('=') else {
                return Err(format!("unknown parameter `{word}`: {EXPECTED}"));
            };
            let number = || value.parse::<u8>().map_err(|_| format!("{name}={value} is no such number: {EXPECTED}"));
            match name {
                "cells" => cells = Some(number()?),
                "suits" => variant.suits = number()?,
                "ranks" => variant.ranks = number()?,
                "columns" => columns = Some(number()?),
                "build" => variant.build = read_build(value)?,
                "home" => variant.home = read_home(value)?,
                _ => return Err(format!("unknown parameter `{name}`: {EXPECTED}")),
            }
        }
        if classroom {
            variant.cells = variant.suits;
            variant.columns = variant.suits.saturating_mul(2);
        }
        variant.cells = cells.unwrap_or(variant.cells);
        variant.columns = columns.unwrap_or(variant.columns);
        variant.check()?;
        Ok(Params { variant, first_is_playable: classroom })
    }

    pub fn deal(&self, number: u64) -> Board {
        let mut board = Board::empty(&self.variant);
        let columns = board.columns.len();
        for (i, card) in shuffled(&self.variant, number).into_iter().enumerate() {
            let column = &mut board.columns[i % columns];
            if self.first_is_playable {
                column.insert(0, card);
            } else {
                column.push(card);
            }
        }
        board
    }
}

/// The parameters of deals of this variant, as short as they can be.
pub fn params(variant: &Variant) -> String {
    let classroom = Variant::classroom(variant.suits, variant.ranks);
    let is_classroom = (variant.home, variant.build) == (classroom.home, classroom.build);
    let usual = if is_classroom { classroom } else { Variant::STANDARD };
    let mut words: Vec<String> = Vec::new();
    if is_classroom {
        words.push("classroom".into());
    }
    let Variant { cells, suits, ranks, columns, build, home } = variant;
    let numbers = [
        ("cells", cells, usual.cells),
        ("suits", suits, Variant::STANDARD.suits),
        ("ranks", ranks, Variant::STANDARD.ranks),
        ("columns", columns, usual.columns),
    ];
    words.extend(numbers.iter().filter(|(_, n, usual)| *n != usual).map(|(name, n, _)| format!("{name}={n}")));
    if *build != usual.build {
        words.push("build=suit-other".into());
    }
    if *home != usual.home {
        words.push("home=classroom".into());
    }
    words.join(",")
}

pub fn read_build(text: &str) -> Result<Build, String> {
    match text {
        "colour" => Ok(Build::Colour),
        "suit-other" => Ok(Build::SuitOther),
        _ => Err(format!("build={text} is unknown: expected colour (alternating) or suit-other (any other suit)")),
    }
}

pub fn read_home(text: &str) -> Result<Home, String> {
    match text {
        "standard" => Ok(Home::Standard),
        "classroom" => Ok(Home::Classroom),
        _ => Err(format!("home={text} is unknown: expected standard (ace lowest) or classroom (ace highest)")),
    }
}

/// A deal number as written, or what is possible.
pub fn read_number(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(number) if (1..=LAST_DEAL).contains(&number) => Ok(number),
        _ => Err(format!("`{text}` is no deal number: expected 1 to {LAST_DEAL}")),
    }
}

/// The deck in dealing order. The generator is that of Microsoft's C library; numbers from 2^31 and from 2^32 draw as
/// `FreeCell Pro` does. Smaller decks go through the same steps with fewer cards.
fn shuffled(variant: &Variant, number: u64) -> Vec<Card> {
    let mut seed = number as u32;
    let mut draw = || {
        seed = seed.wrapping_mul(214_013).wrapping_add(2_531_011);
        match number {
            0..0x8000_0000 => seed >> 16 & 0x7fff,
            0x8000_0000..0x1_0000_0000 => seed >> 16 & 0x7fff | 0x8000,
            _ => (seed >> 16) + 1,
        }
    };
    let mut deck: Vec<Card> = variant.deck().collect();
    let mut dealt = Vec::with_capacity(deck.len());
    while !deck.is_empty() {
        let j = draw() as usize % deck.len();
        dealt.push(deck.swap_remove(j));
    }
    dealt
}

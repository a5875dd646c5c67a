//! Numbered deals: Microsoft's numbers, and the same shuffle for every other deck.

use crate::games::quoted;
use std::fmt;

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

const EXPECTED: &str = "expected cells=0..8, suits=1..8, ranks=1..20, columns=2..16, build=colour|suit-other, \
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
                return Err(format!("unknown parameter `{word}`: {EXPECTED}", word = quoted(word)));
            };
            let number = || {
                value
                    .parse::<u8>()
                    .map_err(|_| format!("{}={} is no such number: {EXPECTED}", quoted(name), quoted(value)))
            };
            match name {
                "cells" => cells = Some(number()?),
                "suits" => variant.suits = number()?,
                "ranks" => variant.ranks = number()?,
                "columns" => columns = Some(number()?),
                "build" => variant.build = read_build(value)?,
                "home" => variant.home = read_home(value)?,
                _ => return Err(format!("unknown parameter `{name}`: {EXPECTED}", name = quoted(name))),
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

impl Params {
    /// Those that puzzles of this variant usually have.
    pub fn of(variant: &Variant) -> Params {
        let classroom = (variant.home, variant.build) == (Home::Classroom, Build::SuitOther);
        Params { variant: variant.clone(), first_is_playable: classroom }
    }
}

/// As short as they can be.
impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Variant { cells, suits, ranks, columns, build, home } = self.variant;
        let classroom = Variant::classroom(suits, ranks);
        let usual = if self.first_is_playable { classroom } else { Variant::STANDARD };
        let mut words: Vec<String> = Vec::new();
        words.extend(self.first_is_playable.then(|| "classroom".into()));
        let numbers = [
            ("cells", cells, usual.cells),
            ("suits", suits, Variant::STANDARD.suits),
            ("ranks", ranks, Variant::STANDARD.ranks),
            ("columns", columns, usual.columns),
        ];
        words.extend(numbers.iter().filter(|(_, n, usual)| n != usual).map(|(name, n, _)| format!("{name}={n}")));
        words.extend((build != usual.build).then(|| format!("build={}", build_word(build))));
        words.extend((home != usual.home).then(|| format!("home={}", home_word(home))));
        f.write_str(&words.join(","))
    }
}

pub fn build_word(build: Build) -> &'static str {
    match build {
        Build::Colour => "colour",
        Build::SuitOther => "suit-other",
    }
}

pub fn home_word(home: Home) -> &'static str {
    match home {
        Home::Standard => "standard",
        Home::Classroom => "classroom",
    }
}

pub fn read_build(text: &str) -> Result<Build, String> {
    match text {
        "colour" => Ok(Build::Colour),
        "suit-other" => Ok(Build::SuitOther),
        _ => Err(format!(
            "build={} is unknown: expected colour (alternating) or suit-other (any other suit)",
            quoted(text)
        )),
    }
}

pub fn read_home(text: &str) -> Result<Home, String> {
    match text {
        "standard" => Ok(Home::Standard),
        "classroom" => Ok(Home::Classroom),
        _ => {
            Err(format!("home={} is unknown: expected standard (ace lowest) or classroom (ace highest)", quoted(text)))
        }
    }
}

/// The deck in dealing order. The generator is that of Microsoft's C library; numbers from 2^31 and from 2^32 draw as
/// `FreeCell Pro` does. Other decks go through the same steps with fewer or more cards.
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

//! Numbered deals: the same number gives the same deal for ever.

use super::rules::{CARDS, Fourteen};
use crate::games::{Kind, ParamError, SplitMix, quoted};

/// Columns 1 to 4 hold five cards, the others four.
const LENGTHS: [usize; 12] = [5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4];

/// The deal of this number: the deck A to K four times, shuffled from the last card down, laid out column by column,
/// heads first.
pub fn deal(number: u64) -> Fourteen {
    let mut deck: [u8; CARDS] = std::array::from_fn(|i| (i % 13 + 1) as u8);
    let mut random = SplitMix(number);
    for i in (1..CARDS).rev() {
        deck.swap(i, random.below(i + 1));
    }
    let mut rest = deck.as_slice();
    let columns = LENGTHS.map(|length| {
        let (column, behind) = rest.split_at(length);
        rest = behind;
        column.to_vec()
    });
    Fourteen::new(&columns)
}

/// Deals have numbers and nothing else.
pub fn kind(params: &str) -> Result<Kind, ParamError> {
    if !params.is_empty() {
        let expected = "expected a number alone, as in fourteen:7";
        return Err(ParamError(format!(
            "fourteen takes no parameters, found `{params}`: {expected}",
            params = quoted(params)
        )));
    }
    Ok(Kind::numbered(String::new(), 0..=u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game as _;
    use crate::games::fourteen::rules::State;
    use crate::games::fourteen::text;

    #[test]
    fn the_first_deals_are_pinned() {
        let lines = [
            "7 9 4 8 8|5 11 6 9 11|5 13 3 2 11|5 7 4 2 1|6 13 13 10|10 11 10 8|12 4 6 7|1 5 1 13|6 12 12 12|9 3 3 1|4 2 8 10|3 2 9 7",
            "12 3 4 5 7|2 13 10 1 6|7 3 12 7 6|11 10 9 11 8|4 5 2 4|1 12 6 8|3 9 6 11|1 5 11 1|13 2 7 4|9 10 5 10|12 13 8 13|3 2 8 9",
        ];
        for (number, line) in (1..).zip(lines) {
            assert_eq!(text::line(&deal(number), &State::default()), line);
        }
    }

    #[test]
    fn bad_names_say_what_is_possible() {
        let deal = |name: &str| super::super::GAME.deal(name).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(deal("easy:3").contains("no parameters"));
        assert!(deal("-3").contains("expected a number"));
        assert!(deal("easy:").contains("no parameters"));
        assert_eq!(deal("18446744073709551615"), "");
    }
}

//! The hint where a ladder of techniques ends: what comes of each digit that a cell can still have.

use super::filling::Place;
use super::ladder::Hint;
use super::set::{digit_bit, digits_of, only_digit, set_text};
use crate::search::Cell;

/// The candidates of a cell, by what comes of each.
#[derive(Debug, Default)]
pub struct Trial {
    /// Part of a solution.
    fits: u16,
    fails: u16,
    /// A short search does not tell.
    open: u16,
}

impl Trial {
    /// Asks of each candidate whether it is part of a solution.
    pub fn of(candidates: u16, mut is_in_solution: impl FnMut(u8) -> Option<bool>) -> Trial {
        let mut trial = Trial::default();
        for digit in digits_of(candidates) {
            let came_to = match is_in_solution(digit) {
                Some(true) => &mut trial.fits,
                Some(false) => &mut trial.fails,
                None => &mut trial.open,
            };
            *came_to |= digit_bit(digit);
        }
        trial
    }

    /// A hint at the cell; why there is none where no digit of it is known to lead on.
    pub fn hint(&self, cell: Cell, at: Place, place: String, around: Vec<Cell>) -> Result<Hint, String> {
        let Some(digit) = digits_of(self.fits).next() else {
            return Err(match self.open {
                0 => format!("something is wrong: no digit leads on at {at}"),
                _ => "only trying is left, and a short search finds no digit; s searches on".into(),
            });
        };
        Ok(Hint {
            place,
            region: around.clone(),
            around,
            technique: "trying",
            why: format!("nothing else is left; {at} has the fewest candidates"),
            claim: self.claim(at),
            reason: self.reason(),
            cell,
            digit,
        })
    }

    fn claim(&self, at: Place) -> String {
        match only_digit(self.fits) {
            Some(digit) => format!("{at} {} {digit}, by trying", if self.open == 0 { "is" } else { "can be" }),
            None => format!("{at} can be {}", listed(self.fits, "or")),
        }
    }

    fn reason(&self) -> String {
        let fails = || match only_digit(self.fails) {
            Some(digit) => format!("{digit} leads to a contradiction"),
            None => format!("{} lead to contradictions", listed(self.fails, "and")),
        };
        let fits = match (only_digit(self.fits), self.fails) {
            (Some(digit), 0) => format!("{digit} is part of a solution"),
            (Some(_), _) => fails(),
            (None, 0) => "there are several solutions, and each of these digits is part of one".into(),
            (None, _) => {
                format!("there are several solutions, and each of these digits is part of one; {}", fails())
            }
        };
        match self.open {
            0 => fits,
            open => format!("{fits}; of {} a short search does not tell", listed(open, "and")),
        }
    }
}

/// "4, 5 and 8"
fn listed(digits: u16, last: &str) -> String {
    let text = set_text(digits, ", ");
    match text.rsplit_once(", ") {
        Some((before, digit)) => format!("{before} {last} {digit}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(candidates: &[u8], is_in_solution: impl FnMut(u8) -> Option<bool>) -> String {
        let candidates = candidates.iter().fold(0, |set, &digit| set | digit_bit(digit));
        let at = Place { row: 1, col: 1 };
        match Trial::of(candidates, is_in_solution).hint(9, at, at.to_string(), vec![9]) {
            Ok(hint) => format!("{}: {}", hint.claim, hint.reason),
            Err(why) => why,
        }
    }

    #[test]
    fn each_digit_is_told_as_it_is_known() {
        assert_eq!(told(&[4, 7], |digit| Some(digit == 7)), "r2c2 is 7, by trying: 4 leads to a contradiction");
        assert_eq!(
            told(&[4, 5, 7, 8], |digit| Some(digit > 6)),
            "r2c2 can be 7 or 8: there are several solutions, and each of these digits is part of one; \
             4 and 5 lead to contradictions"
        );
        assert_eq!(
            told(&[4, 7], |digit| (digit == 7).then_some(true)),
            "r2c2 can be 7, by trying: 7 is part of a solution; of 4 a short search does not tell"
        );
        assert_eq!(told(&[4, 7], |_| Some(false)), "something is wrong: no digit leads on at r2c2");
    }
}

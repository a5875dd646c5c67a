//! The numbers of toggles. A toggle that several strategies of a game have keeps its number in all of them, so that a
//! digit switches the same heuristic whichever strategy is set.

use std::collections::BTreeMap;

use crate::games::GAMES;
use crate::search::Strategy;

/// More toggles than a set of them can hold.
const NUMBERS: usize = 64;

/// The digit that stands for a number: 1 to 9, and 0 for the tenth.
pub fn toggle_digit(number: usize) -> Option<char> {
    "1234567890".chars().nth(number)
}

/// The number of each toggle of a strategy, in the strategy's order.
pub fn toggle_numbers(strategy: &Strategy) -> Vec<usize> {
    let is_own = |all: &&[Strategy]| all.iter().any(|own| std::ptr::eq(own, strategy));
    let family = GAMES.iter().map(|game| game.strategies()).find(is_own);
    let numbers = numbered(family.unwrap_or(std::slice::from_ref(strategy)));
    strategy.toggles.iter().map(|toggle| numbers[toggle.name]).collect()
}

/// The toggles of a strategy in the order of their numbers, which is that of the keys.
pub fn toggles_in_order(strategy: &Strategy) -> Vec<usize> {
    let numbers = toggle_numbers(strategy);
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|&toggle| numbers[toggle]);
    order
}

/// The toggle of a strategy that has this number.
pub fn toggle_of(strategy: &Strategy, number: usize) -> Option<usize> {
    toggle_numbers(strategy).iter().position(|&own| own == number)
}

/// The keys of toggles by their numbers, those that follow each other as a range: `1-3`, `1-9 0`, `1 4-6`.
pub fn toggle_keys(numbers: &[usize]) -> String {
    let mut digits: Vec<(usize, char)> = numbers.iter().filter_map(|&n| Some((n, toggle_digit(n)?))).collect();
    digits.sort_unstable();
    digits.dedup();
    // The tenth is 0, which ends no range of digits.
    let ranges = digits.chunk_by(|one, next| one.0 + 1 == next.0 && next.1 != '0');
    let range = |range: &[(usize, char)]| match range {
        [(_, first), .., (_, last)] => format!("{first}-{last}"),
        [(_, only)] => only.to_string(),
        [] => String::new(),
    };
    ranges.map(range).collect::<Vec<_>>().join(" ")
}

/// The numbers of all toggles by name. Those that are shared come first, then those whose own place is still free: with
/// few names in common nearly every toggle is numbered by its place in the list.
fn numbered(strategies: &[Strategy]) -> BTreeMap<&'static str, usize> {
    let mut longest: Vec<&Strategy> = strategies.iter().collect();
    longest.sort_by_key(|strategy| std::cmp::Reverse(strategy.toggles.len()));
    let sharers = |name: &str| strategies.iter().filter(|own| own.toggle_index(name).is_some()).count();
    let mut wishes: Vec<(&'static str, usize)> = Vec::new();
    for (place, toggle) in longest.iter().flat_map(|strategy| strategy.toggles.iter().enumerate()) {
        if !wishes.iter().any(|(name, _)| *name == toggle.name) {
            wishes.push((toggle.name, place));
        }
    }
    wishes.sort_by_key(|(name, _)| sharers(name) == 1);
    let mut numbers = BTreeMap::new();
    for is_last_round in [false, true] {
        for &(name, place) in &wishes {
            let is_free = |number: &usize| is_free(strategies, &numbers, name, *number);
            let found =
                if is_free(&place) { Some(place) } else { (0..NUMBERS).find(is_free).filter(|_| is_last_round) };
            if let (false, Some(number)) = (numbers.contains_key(name), found) {
                numbers.insert(name, number);
            }
        }
    }
    numbers
}

/// Whether no toggle that stands beside this one in some strategy has the number.
fn is_free(strategies: &[Strategy], numbers: &BTreeMap<&str, usize>, name: &str, number: usize) -> bool {
    let beside = strategies.iter().filter(|strategy| strategy.toggle_index(name).is_some());
    let mut beside = beside.flat_map(|strategy| strategy.toggles).filter(|other| other.name != name);
    !beside.any(|other| numbers.get(other.name) == Some(&number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn one_name_has_one_number_and_no_two_of_a_strategy_share_one() {
        for game in GAMES {
            let mut known: BTreeMap<&str, usize> = BTreeMap::new();
            for strategy in game.strategies() {
                let numbers = toggle_numbers(strategy);
                for (toggle, &number) in strategy.toggles.iter().zip(&numbers) {
                    let what = format!("{} {}: {}", game.name(), strategy.name, toggle.name);
                    assert_eq!(*known.entry(toggle.name).or_insert(number), number, "{what}");
                    assert!(toggle_digit(number).is_some(), "{what} has no digit");
                    assert_eq!(toggle_of(strategy, number), strategy.toggle_index(toggle.name), "{what}");
                }
            }
        }
    }

    #[test]
    fn lists_follow_the_keys() {
        let strategies = games::find("sliding").unwrap().strategies();
        let short = strategies.iter().find(|strategy| strategy.name == "short").unwrap();
        assert_eq!((toggle_numbers(short), toggles_in_order(short)), (vec![3, 4, 5, 0], vec![3, 0, 1, 2]));
    }

    #[test]
    fn keys_are_told_as_ranges() {
        let up_to = |n: usize| toggle_keys(&(0..n).collect::<Vec<_>>());
        assert_eq!([0, 1, 3, 9, 10].map(up_to), ["", "1", "1-3", "1-9", "1-9 0"]);
        assert_eq!(toggle_keys(&[3, 4, 5, 0]), "1 4-6");
    }

    #[test]
    fn toggles_that_are_not_shared_are_numbered_by_their_place() {
        let numbers = |game: &str, name: &str| {
            let strategies = games::find(game).unwrap().strategies();
            toggle_numbers(strategies.iter().find(|strategy| strategy.name == name).unwrap())
        };
        assert_eq!(numbers("fourteen", "classic"), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(numbers("fourteen", "dfs"), [6]);
        assert_eq!(numbers("sliding", "ida*"), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(numbers("sliding", "short"), [3, 4, 5, 0]);
        assert_eq!(numbers("sliding", "id"), [7, 8, 9]);
    }
}

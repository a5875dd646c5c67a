//! What is known of the shortest way on from a position: the best way found, and the proven bound below.

use super::finding::Finding;
use super::words;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// The shortest way found so far.
    pub way: Option<Vec<String>>,
    /// No way is shorter.
    pub bound: u64,
}

impl Gap {
    /// What a search from the position itself has found so far.
    pub fn of(finding: &Finding) -> Self {
        let answer = finding.answer.as_ref().filter(|answer| !answer.moves.is_empty());
        let way = answer.map(|answer| answer.moves.clone());
        let proven = answer.filter(|answer| answer.optimal).map_or(0, |answer| answer.moves.len() as u64);
        Gap { way, bound: finding.lower_bound.unwrap_or(0).max(proven) }
    }

    /// What holds after these moves: the way goes on where they are its own, and no move brings the goal nearer by more
    /// than one.
    #[must_use]
    pub fn after(&self, moves: &[String]) -> Self {
        let way = self.way.as_ref().and_then(|way| way.strip_prefix(moves)).map(<[String]>::to_vec);
        Gap { way, bound: self.bound.saturating_sub(moves.len() as u64) }
    }

    /// Takes the better of two on each side.
    pub fn narrow(&mut self, other: Gap) {
        self.bound = self.bound.max(other.bound);
        if other.length().is_some_and(|length| self.length().is_none_or(|own| length < own)) {
            self.way = other.way;
        }
    }

    pub fn length(&self) -> Option<u64> {
        self.way.as_ref().map(|way| way.len() as u64)
    }

    /// The length of a shortest way, where both sides have met.
    pub fn optimum(&self) -> Option<u64> {
        self.length().filter(|&length| length <= self.bound)
    }

    /// `optimal from here: 45 moves`, `from here 116 >= optimum >= 100`; nothing where no way is known.
    pub fn words(&self) -> Option<String> {
        let length = self.length()?;
        Some(match self.optimum() {
            Some(optimum) => format!("optimal from here: {}", words::count(optimum, "move", "moves")),
            None => format!("from here {length} >= optimum >= {}", self.bound),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(way: &str, bound: u64) -> Gap {
        let way: Vec<String> = way.chars().map(String::from).collect();
        Gap { way: (!way.is_empty()).then_some(way), bound }
    }

    fn moves(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    #[test]
    fn along_a_shortest_way_the_optimum_counts_down() {
        let start = gap("ULDR", 4);
        assert_eq!(start.after(&moves("UL")).optimum(), Some(2));
        assert_eq!(start.after(&moves("UL")).words().unwrap(), "optimal from here: 2 moves");
    }

    #[test]
    fn off_the_way_only_the_bound_follows() {
        assert_eq!(gap("ULDRUL", 4).after(&moves("D")), gap("", 3));
        assert_eq!(gap("ULDRUL", 4).after(&moves("U")).words().unwrap(), "from here 5 >= optimum >= 3");
    }

    #[test]
    fn the_better_of_two_holds_on_each_side() {
        let mut known = gap("ULDRUL", 2);
        known.narrow(gap("ULDRULDR", 4));
        assert_eq!(known, gap("ULDRUL", 4));
        known.narrow(gap("DRDR", 0));
        assert_eq!(known.optimum(), Some(4));
    }
}

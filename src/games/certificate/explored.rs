//! Proofs by looking at every position that matters, breadth first; the checker looks at them again, with the rules alone.
//!
//! `closed` proves that there is no solution: so many positions lie one move from the start, so many two moves, and so
//! on until there are no more, and none of them is solved. `layers` proves that no solution is shorter: so many lie one
//! move from the start, and so on, as many behind a `|` one move from the goal, and so on, and no position is in both.

use rustc_hash::FxHashSet;

use super::{Case, Checked, Claim, Effort, NoProof, Objection, Proof, invalid, unchecked};
use crate::games::patience::still_wanted;
use crate::games::quoted;
use crate::search::{Rules, Status};

pub const CLOSED: &str = "closed";
pub const LAYERS: &str = "layers";

/// How many positions are looked at, and how many bytes they take: about a second's work.
const MOST_POSITIONS: usize = 1 << 20;
const MOST_BYTES: usize = 128 << 20;

/// A puzzle to be looked through.
pub struct Explored<'a, R: Rules> {
    pub rules: &'a R,
    pub start: &'a R::State,
    /// Where there is a single one, and every move can be taken back by another.
    pub goal: Option<R::State>,
    /// What a state takes, roughly.
    pub bytes: usize,
}

/// The positions within some moves of one.
struct Ball<'a, R: Rules> {
    rules: &'a R,
    seen: FxHashSet<R::State>,
    last: Vec<R::State>,
    /// How many lie so many moves away.
    sizes: Vec<usize>,
}

impl<'a, R: Rules> Ball<'a, R> {
    fn new(rules: &'a R, centre: &R::State) -> Self {
        let seen = FxHashSet::from_iter([centre.clone()]);
        Ball { rules, seen, last: vec![centre.clone()], sizes: vec![1] }
    }

    /// One move more; false where that is more than `most` positions, and the layer then has gaps.
    fn grow(&mut self, most: usize) -> bool {
        let (mut layer, mut moves) = (Vec::new(), Vec::new());
        for state in &self.last {
            still_wanted();
            moves.clear();
            self.rules.moves(state, &mut moves);
            for mv in &moves {
                let mut next = state.clone();
                self.rules.apply(&mut next, mv);
                if self.seen.insert(next.clone()) {
                    layer.push(next);
                }
            }
            if self.seen.len() > most {
                return false;
            }
        }
        self.sizes.push(layer.len());
        self.last = layer;
        true
    }

    fn is_closed(&self) -> bool {
        self.last.is_empty()
    }

    fn has_solved(&self) -> bool {
        self.seen.iter().any(|state| self.rules.status(state) == Status::Solved)
    }

    fn text(&self) -> String {
        self.sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Grows as the text says, and finds what the text says.
    fn grow_as(&mut self, sizes: &[usize]) -> Checked {
        if sizes.first() != Some(&1) {
            return invalid("expected one position without any move");
        }
        for (moves, &size) in sizes.iter().enumerate().skip(1) {
            // No further than what is claimed, however much more there is.
            let found = if self.grow(self.seen.len() + size) { self.sizes[moves] } else { usize::MAX };
            if found != size {
                let found = if found == usize::MAX { "more".to_owned() } else { found.to_string() };
                return invalid(format!("{found} positions are new after {moves} moves, not {size}"));
            }
        }
        Ok(())
    }
}

impl<R: Rules> Explored<'_, R> {
    fn most(&self) -> usize {
        (MOST_BYTES / self.bytes.max(1)).min(MOST_POSITIONS)
    }

    /// Proves a claim, where few enough positions do.
    pub fn make(&self, case: &Case<'_>) -> Result<Proof, NoProof> {
        match case.claim {
            Claim::Unsolvable => self.make_closed(),
            Claim::Optimal => self.make_layers(case.moves.len()),
            Claim::Unique | Claim::Several => Err(NoProof::Unknown),
        }
    }

    fn make_closed(&self) -> Result<Proof, NoProof> {
        let mut ball = Ball::new(self.rules, self.start);
        while !ball.is_closed() {
            if !ball.grow(self.most()) {
                return Err(NoProof::Unknown);
            }
        }
        Ok(Proof::new(CLOSED, ball.text()))
    }

    /// From both sides, the smaller first, until no room for a shorter solution is left between them.
    fn make_layers(&self, length: usize) -> Result<Proof, NoProof> {
        let mut from_start = Ball::new(self.rules, self.start);
        let mut from_goal = self.goal.as_ref().map(|goal| Ball::new(self.rules, goal));
        for _ in 1..length {
            let others = from_goal.as_ref().map_or(0, |ball| ball.seen.len());
            let most = self.most().saturating_sub(others.min(from_start.seen.len()));
            let grown = match &mut from_goal {
                Some(ball) if ball.last.len() < from_start.last.len() => ball.grow(most),
                _ => from_start.grow(most),
            };
            if !grown {
                return Err(NoProof::Unknown);
            }
        }
        let goal = from_goal.map_or_else(String::new, |ball| format!("|{}", ball.text()));
        Ok(Proof::new(LAYERS, from_start.text() + &goal))
    }

    /// Checks a proof of one of the two kinds.
    pub fn check(&self, case: &Case<'_>, proof: &Proof, effort: Effort) -> Checked {
        let (start, goal) = match proof.text.split_once('|') {
            Some((start, goal)) => (sizes(start)?, Some(sizes(goal)?)),
            None => (sizes(&proof.text)?, None),
        };
        let positions = start.iter().chain(goal.iter().flatten()).fold(0, |sum: usize, &size| sum.saturating_add(size));
        let most =
            self.most().min(effort.memory / self.bytes.max(1)).min(usize::try_from(effort.nodes).unwrap_or(usize::MAX));
        // A layer may be empty, but then it is the last.
        if positions > most || start.len() + goal.as_ref().map_or(0, Vec::len) > positions + 2 {
            return unchecked(format!("it speaks of {positions} positions, and at most {most} are looked at"));
        }
        match (&*proof.kind, case.claim) {
            (CLOSED, Claim::Unsolvable) => self.check_closed(&start),
            (LAYERS, Claim::Optimal) => self.check_layers(&start, goal.as_deref(), case.moves.len()),
            (kind, claim) => invalid(format!("a proof of the kind \"{kind}\" does not prove {}", claim.name())),
        }
    }

    fn check_closed(&self, sizes: &[usize]) -> Checked {
        let mut ball = Ball::new(self.rules, self.start);
        ball.grow_as(sizes)?;
        match () {
            () if !ball.is_closed() => invalid(format!("more positions follow after {} moves", sizes.len() - 1)),
            () if ball.has_solved() => invalid("one of the positions is solved"),
            () => Ok(()),
        }
    }

    fn check_layers(&self, start: &[usize], goal: Option<&[usize]>, length: usize) -> Checked {
        let mut from_start = Ball::new(self.rules, self.start);
        from_start.grow_as(start)?;
        if from_start.has_solved() {
            return invalid(format!("a position within {} moves is solved", start.len() - 1));
        }
        let mut refuted = start.len();
        if let Some(sizes) = goal {
            let Some(goal) = &self.goal else { return invalid("there is no single goal to begin from") };
            let mut from_goal = Ball::new(self.rules, goal);
            from_goal.grow_as(sizes)?;
            if from_goal.seen.iter().any(|state| from_start.seen.contains(state)) {
                return invalid("a position is near the start and near the goal");
            }
            refuted += sizes.len() - 1;
        }
        match refuted.cmp(&length) {
            std::cmp::Ordering::Less => invalid(format!("a solution of {refuted} moves is not refuted")),
            _ => Ok(()),
        }
    }
}

fn sizes(text: &str) -> Result<Vec<usize>, Objection> {
    let number = |word: &str| {
        word.parse().or_else(|_| invalid(format!("expected the number of positions, found \"{}\"", quoted(word))))
    };
    text.split(' ').map(number).collect()
}

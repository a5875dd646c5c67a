//! What a depth-first engine shows of itself.

use std::ops::Range;

use super::{DepthFirst, Here, Remember};
use crate::search::{
    Answer, Branch, CHOICES, Counters, Detail, Focus, Guide, Keeps, Kernel, Observer, Outcome, Refutation, Rules,
    Standing, count, grouped,
};

const RULE: &str = "Depth first goes on with the first child that is not cut, and back where none is left";

impl<R: Rules, G: Guide<R>> DepthFirst<R, G> {
    /// Those of the moves of a node that make a child: the one back is left out where the guide says so.
    fn children(&self, node: Here, moves: Range<usize>) -> impl Iterator<Item = &R::Move> {
        let last = (node.depth as usize).checked_sub(1).and_then(|before| self.made.get(before));
        self.moves[moves].iter().filter(move |mv| !last.is_some_and(|last| self.guide.undoes(&last.mv, mv)))
    }

    /// Whether all was searched and every way found, so that none is shorter than the shortest of them. Who enters no state
    /// twice may have entered one by a longer way first.
    fn lists_every_way(&self) -> bool {
        self.all && self.over == Some(Outcome::Solved) && self.remember != Remember::States
    }
}

impl<R: Rules, G: Guide<R>> Kernel for DepthFirst<R, G> {
    #[inline(never)]
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        match self.drive(fuel, watch) {
            Ok(()) => Outcome::MoreWork,
            Err(outcome) => {
                self.over = Some(outcome);
                outcome
            }
        }
    }

    fn counters(&self) -> Counters {
        Counters { depth: self.made.len() as u32, memory: self.budget.used(), ..self.tally.counters(self.guide.cuts()) }
    }

    fn answer(&self) -> Option<Answer> {
        let shortest = self.found.get(self.shortest)?;
        let mut answer = Answer::of_moves(shortest);
        answer.optimal = self.lower_bound() == Some(shortest.len() as u64);
        if self.all {
            answer.solutions = Some(self.found.len() as u64);
            answer.all = self
                .found
                .iter()
                .take(self.lists)
                .map(|moves| moves.iter().map(ToString::to_string).collect())
                .collect();
        }
        Some(answer)
    }

    fn refutation(&self) -> Option<Refutation> {
        let reason = match self.remember {
            Remember::States => {
                format!(
                    "{} positions were searched, and none of them leads to the goal",
                    grouped(self.seen.len() as u64)
                )
            }
            _ => "every line of play was searched".to_string(),
        };
        Some(Refutation { reason, ..Refutation::default() })
    }

    fn lower_bound(&self) -> Option<u64> {
        let least = match self.found.get(self.shortest) {
            Some(shortest) if self.lists_every_way() => shortest.len() as u64,
            _ => self.lower.into(),
        };
        (self.guide.keeps() == Keeps::Everything).then_some(least)
    }

    fn focus(&self) -> Focus {
        let untried = self.children(self.here, self.here.next as usize..self.moves.len()).count() as u64;
        let note = match (self.over.is_some(), self.fresh) {
            (true, _) => String::new(),
            (false, false) if self.tally.counters(self.guide.cuts()).expanded == 0 => "about to be expanded".into(),
            (false, true) => "about to be expanded".into(),
            (false, false) => format!("{} left to try here", count(untried, "move", "moves")),
        };
        let path = match (self.over, self.found.get(self.shortest)) {
            (Some(_), Some(moves)) => moves.iter().map(ToString::to_string).collect(),
            _ => self.made.iter().map(|made| made.mv.to_string()).collect(),
        };
        Focus { path, marks: Vec::new(), note }
    }

    fn standing(&self) -> Standing {
        if self.over.is_some() {
            return Standing { rule: RULE, ..Standing::default() };
        }
        // The moves of a node lie between its own and the next one's base in the list.
        let mut end = self.moves.len();
        let mut levels = self.made.iter().rev().map(|made| made.from);
        let mut at = Some(self.here).filter(|_| !self.fresh).or_else(|| levels.next());
        let mut stack = Vec::new();
        while let Some(level) = at.filter(|_| stack.len() < CHOICES) {
            let [base, next] = [level.base, level.next].map(|place| place as usize);
            let text = |moves| self.children(level, moves).map(ToString::to_string).collect();
            let left: Vec<String> = text(next..end);
            if stack.is_empty() || !left.is_empty() {
                stack.push(Branch { depth: level.depth + 1, tried: text(base..next), left });
            }
            end = base;
            at = levels.next();
        }
        Standing { stack, ..Standing::at(self.here.id, RULE) }
    }

    fn details(&self) -> Vec<Detail> {
        let kept = (self.remember == Remember::States).then(|| Detail::figure("states kept", self.seen.len()));
        let solutions = self.all.then(|| Detail::figure("solutions", self.found.len()));
        kept.into_iter().chain(solutions).collect()
    }
}

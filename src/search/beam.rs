//! Beam search: layer by layer, of each layer only the most promising states. Quick, and it proves nothing once it
//! has left a state out.

use std::sync::Arc;

use super::memory::Tag;
use super::stored::{Child, Stored};
use super::tally::Cut;
use super::{
    Answer, Counters, Engine, Event, Focus, Guide, Limit, NoObserver, Observer, Outcome, Plan, Refutation, Rules,
};

pub(super) struct Beam<R: Rules, G> {
    stored: Stored<R, G>,
    width: usize,
    /// The states of the current layer that are still to be expanded, last first, and their children.
    layer: Vec<u32>,
    next: Vec<u32>,
    depth: u32,
    /// States left out for the beam's width.
    dropped: u64,
}

impl<R: Rules, G: Guide<R>> Beam<R, G> {
    pub fn new(rules: &Arc<R>, start: &R::State, guide: G, plan: &Plan, width: usize) -> Self {
        let stored = Stored::new(rules, start, guide, plan);
        Beam { stored, width, layer: Vec::new(), next: Vec::new(), depth: 0, dropped: 0 }
    }

    pub fn run_with<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        if let Some(outcome) = self.stored.outcome {
            return outcome;
        }
        match self.drive(fuel, watch) {
            Ok(()) => Outcome::MoreWork,
            Err(outcome) => {
                self.stored.outcome = Some(outcome);
                outcome
            }
        }
    }

    fn drive<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Result<(), Outcome> {
        if self.stored.lower == 0 {
            self.stored.test_root(watch)?;
            self.stored.budget.reserve(&mut self.layer, 1)?;
            self.layer.push(0);
            watch.on(&Event::Bound { bound: 0 });
        }
        loop {
            if self.layer.is_empty() {
                self.next_layer(watch)?;
            }
            if fuel == 0 {
                return Ok(());
            }
            fuel -= 1;
            if let Some(index) = self.layer.pop() {
                self.expand(index, watch)?;
            }
        }
    }

    /// Keeps the best of the children, the earlier first among equals, and makes them the current layer.
    fn next_layer<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        let nodes = &self.stored.nodes;
        // Numbers rise with time, so they make the order total and the result the same on every machine.
        self.next.sort_unstable_by_key(|&index| (nodes.value(index).estimate, index));
        for index in self.next.drain(self.width.min(self.next.len())..) {
            let parent = nodes.value(nodes.value(index).parent).id;
            self.stored.tally.cut(Cut::Width, parent, watch);
            self.dropped += 1;
        }
        std::mem::swap(&mut self.layer, &mut self.next);
        self.layer.reverse();
        if self.layer.is_empty() {
            return Err(self.ended());
        }
        self.depth += 1;
        if self.dropped == 0 {
            // Until something is left out this is breadth-first search.
            self.stored.lower = self.stored.lower.max(self.depth + 1);
        }
        watch.on(&Event::Bound { bound: u64::from(self.depth) });
        Ok(())
    }

    fn expand<O: Observer>(&mut self, index: u32, watch: &mut O) -> Result<(), Outcome> {
        let mut state = self.stored.nodes.state(index).clone();
        let depth = self.depth + 1;
        let moves = self.stored.moves_of(index, &state, watch)?;
        for mv in &moves {
            let id = self.stored.tally.make()?;
            let undo = self.stored.rules.apply(&mut state, mv);
            self.child(&Child { id, parent: index, mv, state: &state, depth }, watch)?;
            self.stored.rules.undo(&mut state, mv, &undo);
        }
        self.stored.moves_done(moves);
        Ok(())
    }

    fn child<O: Observer>(&mut self, child: &Child<'_, R>, watch: &mut O) -> Result<(), Outcome> {
        let stored = &mut self.stored;
        let tag = Tag::of(child.state);
        if stored.nodes.find(child.state, tag).is_some() {
            stored.tally.cut(Cut::Memory, stored.nodes.value(child.parent).id, watch);
            return Ok(());
        }
        let solved = stored.guide.solved(&stored.rules, child.state);
        let estimate = if solved { Some(0) } else { stored.test(child, watch) };
        let Some(estimate) = estimate else { return Ok(()) };
        let index = stored.add(child, tag, estimate)?;
        if solved {
            return Err(stored.solved(index, watch));
        }
        stored.budget.reserve(&mut self.next, 1)?;
        self.next.push(index);
        Ok(())
    }

    fn ended(&mut self) -> Outcome {
        if self.dropped > 0 { Outcome::Limit(Limit::Incomplete) } else { self.stored.ended() }
    }
}

impl<R: Rules, G: Guide<R>> Engine for Beam<R, G> {
    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        match watch {
            None => self.run_with(fuel, &mut NoObserver),
            Some(mut watch) => self.run_with(fuel, &mut watch),
        }
    }

    fn counters(&self) -> Counters {
        Counters { more: vec![("left out", self.dropped)], ..self.stored.counters() }
    }

    fn answer(&self) -> Option<Answer> {
        self.stored.answer()
    }

    fn refutation(&self) -> Option<Refutation> {
        self.stored.refutation()
    }

    fn lower_bound(&self) -> Option<u64> {
        self.stored.lower_bound()
    }

    fn focus(&self) -> Focus {
        self.stored.focus()
    }

    fn details(&self) -> Vec<String> {
        vec![
            format!("layer {:>17}", self.depth),
            format!("left in layer {:>9}", self.layer.len()),
            format!("next layer {:>12}", self.next.len()),
        ]
    }
}

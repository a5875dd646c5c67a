//! What a strategy writes, and the one adapter that makes an [`Engine`] of it.

use super::{
    Answer, Counters, Detail, Engine, Focus, Lookout, Measure, NoObserver, Observer, Outcome, Refutation, Standing,
};

/// A strategy at work, written once for every observer.
///
/// A clone goes on exactly as the original would: large tables that no longer change are best shared by `Arc`.
pub trait Kernel: Clone + Send + 'static {
    /// See [`Engine::run`]. Not called again after a final outcome.
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome;
    /// See [`Engine::run_leg`].
    fn work_leg<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        self.work(fuel, watch)
    }
    /// See [`Engine::is_preparing`].
    fn is_preparing(&self) -> bool {
        false
    }
    /// See [`Engine::raises_bound`].
    fn raises_bound(&self) -> bool {
        false
    }
    /// See [`Engine::shows_moves`].
    fn shows_moves(&self) -> bool {
        true
    }
    /// See [`Engine::run_until`]. The place for a quicker way than unit by unit to the very same place.
    fn work_until(&mut self, fuel: u64, watch: &mut dyn Lookout) -> Outcome {
        let prepares = self.is_preparing();
        for _ in 0..fuel {
            let outcome = self.work(1, &mut &mut *watch);
            if outcome != Outcome::MoreWork || watch.is_met() || self.is_preparing() != prepares {
                return outcome;
            }
        }
        Outcome::MoreWork
    }
    fn counters(&self) -> Counters;
    /// The solution, or the best so far of a strategy that goes on improving.
    fn answer(&self) -> Option<Answer>;
    /// Why there is no solution; asked only after [`Outcome::Exhausted`].
    fn refutation(&self) -> Option<Refutation> {
        None
    }
    /// What a strategy proves that counts something else than moves.
    fn measure(&self) -> Option<Measure> {
        None
    }
    /// A proven lower bound on the length of any solution; not asked after [`Outcome::Exhausted`].
    fn lower_bound(&self) -> Option<u64> {
        None
    }
    fn focus(&self) -> Focus;
    /// See [`Engine::standing`].
    fn standing(&self) -> Standing {
        Standing::default()
    }
    /// See [`Engine::details`].
    fn details(&self) -> Vec<Detail> {
        Vec::new()
    }
}

/// Spends unit after unit until one ends the run, or `watch` has met what it waits for.
pub fn unit_by_unit(fuel: u64, watch: &mut dyn Lookout, mut unit: impl FnMut(&mut dyn Observer) -> Outcome) -> Outcome {
    for _ in 0..fuel {
        let outcome = unit(&mut *watch);
        if outcome != Outcome::MoreWork || watch.is_met() {
            return outcome;
        }
    }
    Outcome::MoreWork
}

/// The engine of a kernel.
pub fn engine<K: Kernel>(kernel: K) -> Box<dyn Engine> {
    Box::new(Running { kernel, outcome: Outcome::MoreWork })
}

/// A kernel with the outcome it has come to, which then holds.
#[derive(Clone)]
struct Running<K> {
    kernel: K,
    outcome: Outcome,
}

impl<K: Kernel> Running<K> {
    fn advance(&mut self, work: impl FnOnce(&mut K) -> Outcome) -> Outcome {
        if self.outcome == Outcome::MoreWork {
            self.outcome = work(&mut self.kernel);
        }
        self.outcome
    }

    fn is_refuted(&self) -> bool {
        self.outcome == Outcome::Exhausted
    }
}

impl<K: Kernel> Engine for Running<K> {
    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        self.advance(|kernel| match watch {
            None => kernel.work(fuel, &mut NoObserver),
            Some(mut watch) => kernel.work(fuel, &mut watch),
        })
    }

    fn run_leg(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        self.advance(|kernel| match watch {
            None => kernel.work_leg(fuel, &mut NoObserver),
            Some(mut watch) => kernel.work_leg(fuel, &mut watch),
        })
    }

    fn is_preparing(&self) -> bool {
        self.outcome == Outcome::MoreWork && self.kernel.is_preparing()
    }

    fn raises_bound(&self) -> bool {
        self.kernel.raises_bound()
    }

    fn shows_moves(&self) -> bool {
        self.kernel.shows_moves()
    }

    fn run_until(&mut self, fuel: u64, watch: &mut dyn Lookout) -> Outcome {
        self.advance(|kernel| kernel.work_until(fuel, watch))
    }

    fn fork(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }

    fn counters(&self) -> Counters {
        self.kernel.counters()
    }

    fn answer(&self) -> Option<Answer> {
        self.kernel.answer()
    }

    fn refutation(&self) -> Option<Refutation> {
        self.is_refuted().then(|| self.kernel.refutation()).flatten()
    }

    fn measure(&self) -> Option<Measure> {
        self.kernel.measure()
    }

    fn lower_bound(&self) -> Option<u64> {
        if self.is_refuted() { None } else { self.kernel.lower_bound() }
    }

    fn focus(&self) -> Focus {
        self.kernel.focus()
    }

    fn standing(&self) -> Standing {
        self.kernel.standing()
    }

    fn details(&self) -> Vec<Detail> {
        self.kernel.details()
    }
}

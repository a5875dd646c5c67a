//! What a game may add to its rules so that the generic engines search it better.

use std::fmt;

use super::{Keeps, Rules, Status};

/// The estimate of a state from which the goal cannot be reached.
pub const NEVER: u32 = u32::MAX;

/// Heuristics for the generic engines. Every hook has a default that knows nothing ([`Blind`] is just these), so a
/// game writes only those it has. The hooks that search calls for each node take `&mut self`: a guide may keep
/// scratch space or a cache, as long as the answers stay the same for the same arguments.
pub trait Guide<R: Rules>: Clone + Send + 'static {
    /// About how many moves the goal is away. An engine calls an answer optimal only if this never overestimates,
    /// so a guide that may overestimate says so in [`Guide::keeps`]. [`NEVER`] is a proof that there is no way.
    fn estimate(&mut self, _rules: &R, _state: &R::State) -> u32 {
        0
    }

    /// The estimate of `state`, just reached by `mv` from a state whose estimate was `before`: the place for
    /// incremental updates.
    #[inline]
    fn estimate_after(&mut self, rules: &R, _before: u32, state: &R::State, _mv: &R::Move) -> u32 {
        self.estimate(rules, state)
    }

    /// Names the parts that the estimate of a state is made of, for whoever watches.
    fn terms(&self, _rules: &R, _state: &R::State, _tell: &mut dyn FnMut(&'static str, u64)) {}

    /// Whether the goal is reached: the place for a test that is cheaper than [`Rules::status`], which has to tell
    /// stuck from open as well.
    #[inline]
    fn solved(&mut self, rules: &R, state: &R::State) -> bool {
        rules.status(state) == Status::Solved
    }

    /// Puts the legal moves of `state` into the order in which to try them; they come in the order of the rules.
    #[inline]
    fn order(&mut self, _rules: &R, _state: &R::State, _moves: &mut [R::Move]) {}

    /// Whether `next` only takes `last` back. Such a child is not even made: the parent is not re-entered.
    #[inline]
    fn undoes(&self, _last: &R::Move, _next: &R::Move) -> bool {
        false
    }

    /// The names under which [`Guide::cut`] is counted and reported.
    fn cuts(&self) -> &[&'static str] {
        &[]
    }

    /// Whether to leave out a state as lost; the answer is the place of the reason in [`Guide::cuts`]. It may
    /// depend on the state alone, not on the way to it.
    #[inline]
    fn cut(&mut self, _rules: &R, _state: &R::State) -> Option<usize> {
        None
    }

    /// Writes the sentence on why `cut` left out this state, for whoever watches.
    fn why(&self, _rules: &R, _state: &R::State, cut: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.cuts()[cut])
    }

    /// What estimate, cuts and skipped moves together keep of the answer's guarantees. With [`Keeps::Nothing`] an
    /// exhausted search ends in a limit; with less than [`Keeps::Everything`] no answer is called optimal.
    fn keeps(&self) -> Keeps {
        Keeps::Everything
    }

    /// Bytes that a stored state holds outside itself, so that the memory cap counts them.
    #[inline]
    fn heap_bytes(&self, _state: &R::State) -> usize {
        0
    }
}

/// Knows nothing: blind search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<R: Rules> Guide<R> for Blind {}

/// A guide without its estimate, for engines that search blindly but still order and cut.
#[derive(Clone)]
pub(super) struct Unguided<G>(pub G);

impl<R: Rules, G: Guide<R>> Guide<R> for Unguided<G> {
    #[inline]
    fn estimate(&mut self, _rules: &R, _state: &R::State) -> u32 {
        0
    }

    #[inline]
    fn solved(&mut self, rules: &R, state: &R::State) -> bool {
        self.0.solved(rules, state)
    }

    #[inline]
    fn order(&mut self, rules: &R, state: &R::State, moves: &mut [R::Move]) {
        self.0.order(rules, state, moves);
    }

    #[inline]
    fn undoes(&self, last: &R::Move, next: &R::Move) -> bool {
        self.0.undoes(last, next)
    }

    fn cuts(&self) -> &[&'static str] {
        self.0.cuts()
    }

    #[inline]
    fn cut(&mut self, rules: &R, state: &R::State) -> Option<usize> {
        self.0.cut(rules, state)
    }

    fn why(&self, rules: &R, state: &R::State, cut: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.why(rules, state, cut, f)
    }

    fn keeps(&self) -> Keeps {
        self.0.keeps()
    }

    #[inline]
    fn heap_bytes(&self, state: &R::State) -> usize {
        self.0.heap_bytes(state)
    }
}

/// The factor on estimates, in 1/65536. Rounded down, so that "at most `w` times the optimum" holds for the `w` that
/// was asked for; products are rounded down too, which costs nothing since lengths are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weight(u64);

impl Weight {
    pub const ONE: Weight = Weight(1 << 16);

    pub fn new(weight: f64) -> Self {
        Weight((weight * 65536.0) as u64)
    }

    #[inline]
    pub fn times(self, estimate: u32) -> u32 {
        if self == Weight::ONE { estimate } else { ((u64::from(estimate) * self.0) >> 16).min(u64::from(NEVER)) as u32 }
    }
}

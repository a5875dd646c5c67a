//! Several estimates at once. What one of them adds is not another's to add, so the largest counts.

use std::sync::Arc;

use super::canon::Labels;
use super::conflict::Conflicts;
use super::kernel::{Estimate, Grid, Manhattan, Slide, Tell};
use super::walking::{Place, Walking};

/// `E` (Manhattan, pattern databases or nothing) with linear conflicts, walking distance or both.
#[derive(Clone)]
pub struct Mixed<E: Estimate> {
    pub inner: E,
    pub manhattan: Manhattan,
    pub conflicts: Option<Conflicts>,
    pub walking: Option<Arc<Walking>>,
}

#[derive(Clone, Copy)]
pub struct Step<S> {
    inner: S,
    manhattan: i16,
    /// What linear conflicts add to Manhattan.
    conflicts: i16,
    walking: i16,
    place: Place,
    value: i16,
}

/// The places of the names in [`Mixed::CUTS`], behind those of the pattern databases.
const BY_CONFLICT: usize = 3;
const BY_WALKING: usize = 4;

impl<E: Estimate> Estimate for Mixed<E> {
    type Node = E::Node;
    type Step = Step<E::Step>;
    const CUTS: &'static [&'static str] = &["manhattan", "pdb", "reflection", "linear-conflict", "walking-distance"];
    const STEP: u32 = 2;

    fn root(&self, labels: &Labels) -> (E::Node, Step<E::Step>) {
        let (node, inner) = self.inner.root(labels);
        let manhattan = self.manhattan.of(labels);
        let conflicts = self.conflicts.as_ref().map_or(0, |conflicts| conflicts.of(labels));
        let place = self.walking.as_ref().map_or(Place::default(), |walking| walking.root(labels));
        let walking = self.walking.as_ref().map_or(0, |walking| walking.distance(place));
        let with_conflicts = if self.conflicts.is_some() { manhattan + conflicts } else { 0 };
        let value = E::value(&inner).max(with_conflicts).max(walking) as i16;
        let (manhattan, conflicts, walking) = (manhattan as i16, conflicts as i16, walking as i16);
        (node, Step { inner, manhattan, conflicts, walking, place, value })
    }

    #[inline(always)]
    fn slid<G: Grid>(&self, node: &E::Node, step: &Step<E::Step>, slide: Slide, grid: &G, room: i32) -> Step<E::Step> {
        let inner = self.inner.slid(node, &step.inner, slide, grid, room);
        let mut next = Step { inner, ..*step };
        let mut value = E::value(&inner);
        next.manhattan += self.manhattan.change(slide) as i16;
        if let Some(conflicts) = &self.conflicts {
            next.conflicts += conflicts.change(slide, grid) as i16;
            value = value.max(i32::from(next.manhattan + next.conflicts));
        }
        if let Some(walking) = &self.walking {
            next.place = walking.slid(step.place, slide);
            next.walking = walking.distance(next.place) as i16;
            value = value.max(i32::from(next.walking));
        }
        next.value = value as i16;
        next
    }

    #[inline(always)]
    fn credit(step: &Step<E::Step>, room: i32) -> usize {
        if E::value(&step.inner) > room {
            E::credit(&step.inner, room)
        } else if i32::from(step.walking) > room {
            BY_WALKING
        } else {
            BY_CONFLICT
        }
    }

    #[inline(always)]
    fn enter(node: &mut E::Node, step: &Step<E::Step>) {
        E::enter(node, &step.inner);
    }

    #[inline(always)]
    fn value(step: &Step<E::Step>) -> i32 {
        i32::from(step.value)
    }

    fn terms(&self, labels: &Labels, tell: Tell<'_>) {
        let mut told = false;
        self.inner.terms(labels, &mut |name, value| {
            told |= name == Self::CUTS[0];
            tell(name, value);
        });
        if let Some(conflicts) = &self.conflicts {
            if !told {
                tell(Self::CUTS[0], self.manhattan.of(labels) as u64);
            }
            tell(Self::CUTS[BY_CONFLICT], conflicts.of(labels) as u64);
        }
        if let Some(walking) = &self.walking {
            tell(Self::CUTS[BY_WALKING], walking.distance(walking.root(labels)) as u64);
        }
    }
}

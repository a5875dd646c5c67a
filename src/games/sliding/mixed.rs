//! Several estimates at once. What one of them adds is not another's to add, so the largest counts.

use std::sync::Arc;

use super::canon::Labels;
use super::conflict::Conflicts;
use super::kernel::{Cut, Estimate, Grid, Manhattan, Slide};
use super::walking::{Place, Walking};

/// `E` (Manhattan, pattern databases or nothing) with linear conflicts, walking distance or both.
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
const BY_CONFLICT: u8 = 3;
const BY_WALKING: u8 = 4;

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
    fn slid<G: Grid>(
        &self,
        node: &E::Node,
        step: &Step<E::Step>,
        slide: Slide,
        grid: &G,
        room: i32,
    ) -> Result<Step<E::Step>, Cut> {
        let mut next = *step;
        let manhattan = i32::from(step.manhattan) + self.manhattan.change(slide);
        next.manhattan = manhattan as i16;
        let mut value = 0;
        if let Some(conflicts) = &self.conflicts {
            let added = i32::from(step.conflicts) + conflicts.change(slide, grid);
            next.conflicts = added as i16;
            value = manhattan + added;
            if value > room {
                return Err(Cut { value, credit: if manhattan > room { 0 } else { BY_CONFLICT } });
            }
        }
        if let Some(walking) = &self.walking {
            next.place = walking.slid(step.place, slide);
            let distance = walking.distance(next.place);
            next.walking = distance as i16;
            if distance > room {
                return Err(Cut { value: distance, credit: BY_WALKING });
            }
            value = value.max(distance);
        }
        next.inner = self.inner.slid(node, &step.inner, slide, grid, room)?;
        next.value = value.max(E::value(&next.inner)) as i16;
        Ok(next)
    }

    fn enter(node: &mut E::Node, step: &Step<E::Step>) {
        E::enter(node, &step.inner);
    }

    fn value(step: &Step<E::Step>) -> i32 {
        i32::from(step.value)
    }
}

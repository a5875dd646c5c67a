//! The strategy `logic`: which techniques its toggles allow.

use std::sync::Arc;

use super::{Technique, Worksheet};
use crate::games::digits::{self, Allowed};
use crate::games::kakuro::rules::{Filling, Kakuro};
use crate::search::{Engine, Keeps, Plan, Toggle};

const fn toggle(name: &'static str, about: &'static str, default: bool) -> Toggle {
    Toggle { name, about, keeps: Keeps::Everything, default, group: None }
}

pub const TOGGLES: &[Toggle] = &[
    toggle("unique-sums", "a run with one possible set of digits", true),
    toggle("crossing", "digits that no set of the run has", true),
    toggle("combinations", "sets that the candidates rule out", true),
    toggle("subsets", "naked and hidden pairs and triples", true),
    toggle("bounds", "smallest and largest of the other cells", true),
    toggle("cut", "cut arithmetic: sums across against sums down", true),
    toggle("run-consistency", "candidates without a filling of the run", true),
    toggle("guess", "try a digit where nothing else is left, and go back", false),
];

fn allowed(plan: &Plan) -> Allowed<Technique> {
    let switches = [
        (Technique::UniqueSum, "unique-sums"),
        (Technique::Crossing, "crossing"),
        (Technique::Combinations, "combinations"),
        (Technique::Subsets, "subsets"),
        (Technique::Bounds, "bounds"),
        (Technique::Cut, "cut"),
        (Technique::Consistency, "run-consistency"),
    ];
    switches.into_iter().fold(Allowed::ALL, |set, (technique, name)| set.with(technique, plan.is_on(name)))
}

pub fn engine(rules: &Arc<Kakuro>, state: &Filling, plan: &Plan) -> Box<dyn Engine> {
    let paper = Worksheet::new(Arc::clone(rules));
    let cells = paper.field.cells();
    digits::logic(paper, cells, state, plan, allowed(plan))
}

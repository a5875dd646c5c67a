//! The strategy `logic`: which techniques its toggles allow.

use std::sync::Arc;

use super::{Technique, Worksheet};
use crate::games::digits::{self, Allowed, GUESS};
use crate::games::kakuro::rules::{Filling, Kakuro};
use crate::search::{Engine, Plan, Toggle};

pub const TOGGLES: &[Toggle] = &[
    Toggle::on("unique-sums", "a run with one possible set of digits"),
    Toggle::on("crossing", "digits that no set of the run has"),
    Toggle::on("combinations", "sets that the candidates rule out"),
    Toggle::on("subsets", "naked and hidden pairs and triples"),
    Toggle::on("bounds", "smallest and largest of the other cells"),
    Toggle::on("cut", "cut arithmetic: sums across against sums down"),
    Toggle::on("run-consistency", "candidates without a filling of the run"),
    GUESS,
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

//! What the search looks at: how many ways lead on from each square, which squares can only be the last, and colours.

use super::dead::{self, Dead};
use super::rules::{Knight, Tour};
use super::solve::in_warnsdorffs_order;
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Mark, MarkKind, Plan};

pub struct LeapRays;

impl Xray for LeapRays {
    fn look(&self, position: &dyn Position, _marks: &[Mark], plan: &Plan) -> Sight {
        let Placed { rules, state: tour } = Placed::<Knight>::of(position);
        let mut sight = Sight::default();
        exits(rules, tour, &mut sight);
        ends(rules, tour, &mut sight);
        colours(rules, tour, &mut sight);
        // Each line but that of the figures begins with the name of a heuristic.
        for line in &mut sight.lines {
            let name = line.split([' ', ':']).next().unwrap_or_default();
            if plan.strategy.toggle_index(name).is_some_and(|toggle| !plan.on.has(toggle)) {
                line.insert_str(name.len(), " (off)");
            }
        }
        sight
    }
}

fn open(rules: &Knight, tour: &Tour) -> impl Iterator<Item = u16> {
    (0..rules.grid.cells() as u16).filter(|&square| tour.is_open(square))
}

/// The ways on from each square that is left, and where Warnsdorff's rule goes.
fn exits(rules: &Knight, tour: &Tour, sight: &mut Sight) {
    let figure = |square: u16| Mark::new(square.into(), MarkKind::Figure(tour.exits(square).into()));
    sight.marks.extend(open(rules, tour).map(figure));
    sight.lines.push("+3 in a square: 3 ways on from it".into());
    // Beside the board the knight could go anywhere.
    let mut next: Vec<_> = rules.next(tour).filter(|_| !tour.path.is_empty()).map(|to| rules.leap(to)).collect();
    in_warnsdorffs_order(rules, tour, &mut next);
    if let Some(first) = next.first() {
        sight.marks.push(Mark::new(first.to.into(), MarkKind::Counted));
        let mut told: Vec<String> = next.iter().map(|leap| format!("{leap} {}", tour.exits(leap.to))).collect();
        told[0] += " (~)";
        sight.lines.push(format!("warnsdorff goes where the fewest ways lead on: {}", told.join(", ")));
    }
}

/// Squares with a single way to or from them, and why that is too little where it is.
fn ends(rules: &Knight, tour: &Tour, sight: &mut Sight) {
    if tour.path.is_empty() || tour.left() == 0 {
        return;
    }
    let narrow: Vec<u16> = open(rules, tour).filter(|&square| dead::ways(rules, tour, square) < 2).collect();
    sight.marks.extend(narrow.iter().map(|&square| Mark::new(square.into(), MarkKind::Besides)));
    let names: Vec<String> = narrow.iter().map(|&square| rules.grid.name(square.into())).collect();
    let most = if rules.closed { "a closed tour allows none" } else { "one may be the last" };
    let is_shut = dead::dead_end(rules, tour) == Some(Dead::ShutStart);
    sight.lines.push(match names.len() {
        0 if is_shut => "dead-ends: nothing leads back to the start any more".into(),
        0 => "dead-ends: none, each square left has a way to it and another on".into(),
        _ => format!("dead-ends (^): {}, with no way to it and another on; {most}", names.join(", ")),
    });
    sight.lines.push(match dead::apart(rules, tour) {
        Some(apart) => format!("connected: {}", apart.words(rules)),
        None => "connected: the squares left hang together".into(),
    });
}

/// Light and dark squares come in turn.
fn colours(rules: &Knight, tour: &Tour, sight: &mut Sight) {
    let dark = open(rules, tour).filter(|&square| rules.is_dark(square)).count();
    let light = tour.left() - dark;
    let verdict = if dead::colours(rules, tour).is_some() { "cannot come out even" } else { "can come out even" };
    sight.lines.push(format!("parity: {light} light and {dark} dark left, taken in turn: {verdict}"));
}

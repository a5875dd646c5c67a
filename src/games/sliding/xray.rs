//! What the estimates see: the steps of each tile to its home, tiles in each other's way, and the parts of the patterns.

use super::canon::Canon;
use super::conflict::Conflicts;
use super::rules::{BLANK, Board, Sliding};
use super::solve::{databases, judge_at_hand};
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Mark, MarkKind, Plan, letter_of_part};

pub struct TileRays;

impl Xray for TileRays {
    fn look(&self, position: &dyn Position, _marks: &[Mark], plan: &Plan) -> Sight {
        let Placed { rules, state: board } = Placed::<Sliding>::of(position);
        let mut sight = Sight::default();
        steps_home(rules, board, plan, &mut sight);
        conflicts(rules, board, plan, &mut sight);
        patterns(position, plan, &mut sight);
        sight
    }
}

/// What stands behind the name of a heuristic that is told of and has no part in the estimate.
fn unless_on(plan: &Plan, name: &str) -> &'static str {
    if plan.has(name) { "" } else { " (off)" }
}

/// The cells of all tiles that are not at home, with their steps.
fn steps_home(rules: &Sliding, board: &Board, plan: &Plan, sight: &mut Sight) {
    let size = rules.size;
    let tiles = (0..size.cells()).filter(|&cell| board.tile(cell) != BLANK);
    let away: Vec<(usize, usize)> =
        tiles.map(|cell| (cell, size.distance(cell, rules.home(board.tile(cell))))).collect();
    let sum: usize = away.iter().map(|(_, steps)| steps).sum();
    sight.lines.push(format!("manhattan{} {sum}: small numbers are steps home", unless_on(plan, "manhattan")));
    let figures = away.iter().filter(|(_, steps)| *steps > 0);
    sight.marks.extend(figures.map(|&(cell, steps)| Mark::new(cell as u32, MarkKind::Figure(steps as u16))));
}

/// Pairs of tiles in their goal row (or column) in the wrong order; on the board only where they are counted.
fn conflicts(rules: &Sliding, board: &Board, plan: &Plan, sight: &mut Sight) {
    let size = rules.size;
    let (is_on, off) = (plan.has("linear-conflict"), unless_on(plan, "linear-conflict"));
    let rows =
        (0..size.rows).map(|row| ("row", row, (0..size.cols).map(|col| row * size.cols + col).collect::<Vec<_>>()));
    let cols = (0..size.cols).map(|col| ("column", col, (0..size.rows).map(|row| row * size.cols + col).collect()));
    let mut told = Vec::new();
    for (name, line, cells) in rows.chain(cols) {
        let mut pairs = Vec::new();
        let at_home: Vec<usize> = cells
            .iter()
            .copied()
            .filter(|&cell| board.tile(cell) != BLANK && cells.contains(&rules.home(board.tile(cell))))
            .collect();
        for (n, &one) in at_home.iter().enumerate() {
            for &other in
                at_home[n + 1..].iter().filter(|&&other| rules.home(board.tile(other)) < rules.home(board.tile(one)))
            {
                pairs.push(format!("{} {}", board.tile(one), board.tile(other)));
                if is_on {
                    sight.marks.extend([one, other].map(|cell| Mark::new(cell as u32, MarkKind::Counted)));
                }
            }
        }
        if !pairs.is_empty() {
            told.push(format!("{} in {name} {}", pairs.join(", "), line + 1));
        }
    }
    let canon = Canon::new(rules);
    let more = Conflicts::new(size, canon.goal_blank).of(&canon.labels(board));
    sight.lines.push(if told.is_empty() {
        format!("linear-conflict{off} +0: no two tiles are in each other's way")
    } else {
        let sign = if is_on { " (~)" } else { "" };
        format!("linear-conflict{off} +{more}: in each other's way{sign}: {}", told.join("; "))
    });
}

/// Each pattern with its tiles and the moves that it counts, where the plan has patterns and their tables are there.
fn patterns(position: &dyn Position, plan: &Plan, sight: &mut Sight) {
    let Placed { rules, state: board } = Placed::<Sliding>::of(position);
    if !plan.has("pdb") && !plan.has("pdb-small") {
        return;
    }
    if rules.parity_fault(board).is_some() {
        sight.lines.push("the patterns know nothing of a board that cannot be solved".into());
        return;
    }
    let canon = Canon::new(rules);
    let (Ok(databases), Some(judge)) = (databases(&canon, plan), judge_at_hand(rules, board, plan)) else {
        sight.lines.push("the tables of the patterns are made when a search begins".into());
        return;
    };
    let mut values = Vec::new();
    judge.terms(&canon.labels(board), &mut |name, value| {
        if name.starts_with("pattern ") {
            values.push(value);
        }
    });
    let mut told = Vec::new();
    for ((part, pattern), value) in (0..).zip(&databases.patterns).zip(values) {
        let is_in = |&cell: &usize| {
            let tile = board.tile(cell);
            tile != BLANK && pattern.tiles.contains(&(canon.cell(rules.home(tile)) as u8))
        };
        let tiles = (0..rules.size.cells()).filter(is_in);
        sight.marks.extend(tiles.map(|cell| Mark::new(cell as u32, MarkKind::Part(part))));
        told.push(format!("{} {value}", letter_of_part(part)));
    }
    sight.lines.push(format!("patterns, moves of their own tiles: {}", told.join(", ")));
}

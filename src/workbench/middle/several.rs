//! Several solutions of one search: from one to the next, and where they differ from the first.

use std::time::Instant;

use super::{Middle, Stride};
use crate::games::Position;
use crate::search::{Mark, MarkKind, capitalised};
use crate::workbench::words;

impl Middle {
    /// The solutions in hand, where there are several.
    fn solutions(&self) -> Vec<Vec<String>> {
        let snapshot = self.desk.snapshot();
        let answer = snapshot.as_ref().and_then(|snapshot| snapshot.finding.answer.as_ref());
        answer.map_or_else(Vec::new, |answer| answer.all.clone())
    }

    /// Which of how many solutions one walks along, from 1.
    pub fn solution_place(&self) -> Option<(usize, u64)> {
        let snapshot = self.desk.snapshot()?;
        let answer = snapshot.finding.answer.as_ref()?;
        let walked = self.session.solution()?;
        let at = answer.all.iter().position(|moves| moves == walked)?;
        let all = answer.solutions.unwrap_or(0).max(answer.all.len() as u64);
        (all > 1).then_some((at + 1, all))
    }

    pub fn next_solution(&mut self, now: Instant) -> bool {
        self.turn_to_solution(1, now)
    }

    pub fn previous_solution(&mut self, now: Instant) -> bool {
        self.turn_to_solution(-1, now)
    }

    /// Brings another solution into hand, at the same step where one walks along: no game is finished by it. True if there
    /// is one.
    fn turn_to_solution(&mut self, by: isize, now: Instant) -> bool {
        let all = self.solutions();
        let offers_all = std::mem::take(&mut self.offers_all);
        let (Some(walked), Some(root)) = (self.session.solution(), self.desk.root_made()) else {
            self.message = self.no_solution_words();
            return false;
        };
        if all.len() < 2 {
            self.ask_for_all(offers_all);
            return false;
        }
        let at = all.iter().position(|moves| moves == walked);
        let next = at.map_or(0, |at| (at as isize + by).rem_euclid(all.len() as isize) as usize);
        let (step, is_over) = (self.session.solution_step(), self.session.is_solved());
        if step.is_some() || root > self.session.made() {
            self.session.solution_jump(0);
        }
        self.session.set_solution(root, all[next].clone());
        match step {
            Some((step, _)) if step > 0 => {
                let before_last = all[next].len().saturating_sub(1);
                self.walk(Stride::To(if is_over { usize::MAX } else { step.min(before_last) }), now);
            }
            _ => self.changed(now),
        }
        self.message = self.difference_words(&all, next);
        true
    }

    /// Only one is known: the first key says so, the second looks for all.
    fn ask_for_all(&mut self, is_asked: bool) {
        if self.desk.is_alive() {
            self.message = "One solution is known so far; the search goes on.".into();
        } else if is_asked {
            self.desk.plan.all = true;
            self.start(false);
            self.desk.plan.all = false;
            self.message = "Looking for all solutions.".into();
        } else if self.desk.running_plan().is_some_and(|plan| plan.all) {
            self.message = "There is one solution, and no other.".into();
        } else if let Some(why) = self.refuses_all() {
            self.message = format!("{}.", capitalised(why.trim_end_matches('.')));
        } else {
            self.offers_all = true;
            self.message = "One solution is known. The same key again looks for all of them.".into();
        }
    }

    /// Why the strategy at hand does not look for all solutions, if it does not.
    fn refuses_all(&self) -> Option<String> {
        let mut plan = self.desk.plan.clone();
        plan.all = true;
        self.session.position().engine(&plan).err().map(|why| why.to_string())
    }

    fn difference_words(&self, all: &[Vec<String>], at: usize) -> String {
        let count = self.solution_place().map_or(all.len() as u64, |(_, count)| count);
        let place = format!("Solution {} of {}", words::grouped(at as u64 + 1), words::grouped(count));
        let (mine, first) = (&all[at], &all[0]);
        match mine.iter().zip(first).position(|(a, b)| a != b) {
            _ if at == 0 => format!("{place}, the first that was found."),
            Some(parts) => {
                let (mine, first) = (&mine[parts], &first[parts]);
                let way = match (self.session.solution_step(), self.difference_marks().is_empty()) {
                    (None, _) => "[ goes to its start",
                    (Some((0, _)), true) => "> steps along it",
                    (Some((0, _)), false) => "! marks where they differ in the end, > steps along it",
                    (_, false) => "! marks the difference",
                    (Some((done, _)), true) if done <= parts => "both are alike so far: > goes on to where they differ",
                    _ => "here both boards are alike: < goes to where they differ",
                };
                format!("{place}: parts from the first at move {} ({mine} for {first}); {way}.", parts + 1)
            }
            None => {
                format!("{place}: {}, the first has {}.", words::count(mine.len() as u64, "move", "moves"), first.len())
            }
        }
    }

    /// Where the solution differs from the first: in the end, or else at this step.
    pub(super) fn difference_marks(&self) -> Vec<Mark> {
        if self.solution_place().is_none_or(|(at, _)| at == 1) {
            return Vec::new();
        }
        let (all, root) = (self.solutions(), self.desk.root());
        let (Some(root), Some(walked), Some((done, _))) = (root, self.session.solution(), self.session.solution_step())
        else {
            return Vec::new();
        };
        let ends = [walked, &all[0]].map(|moves| after(root, moves));
        let mut cells = ends[0].changed(&*ends[1]);
        if cells.is_empty() {
            let first = after(root, &all[0][..done.min(all[0].len())]);
            cells = self.session.position().changed(&*first);
        }
        cells.into_iter().map(|cell| Mark::new(cell, MarkKind::Hint)).collect()
    }
}

fn after(root: &dyn Position, moves: &[String]) -> Box<dyn Position> {
    let mut board = root.boxed_clone();
    for mv in moves {
        if board.play(mv).is_err() {
            break;
        }
    }
    board
}

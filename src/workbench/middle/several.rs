//! Several solutions of one search: from one to the next, and where each differs from the one before it.

use std::time::Instant;

use super::{Middle, Stride};
use crate::games::Position;
use crate::search::{Mark, MarkKind, Plan, Strategy, ToggleSet, capitalised};
use crate::workbench::finding::End;
use crate::workbench::toggles::{toggle_digit, toggle_numbers};
use crate::workbench::words;
use crate::workbench::worker::Phase;

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

    /// How many there are, in words: no more than a lower bound where the search that found them did not end.
    pub fn number_of_solutions(&self, found: u64) -> String {
        let phase = self.desk.snapshot().map(|snapshot| snapshot.phase);
        let is_cut = matches!(phase, Some(Phase::Cancelled | Phase::Done(End::Stopped(_))));
        let least = if is_cut || self.has_unfinished_search() { "at least " } else { "" };
        format!("{least}{}", words::grouped(found))
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
            self.say_no_other();
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

    /// There is none to turn from. The words of a win stay to be read.
    fn say_no_other(&mut self) {
        if !self.is_solved() {
            self.message = self.no_solution_words();
            return;
        }
        let words = "No search has looked for other solutions: R goes back to the start, s solves from there.";
        self.say_besides(words);
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
        } else if let Some(all) = self.all_words() {
            self.message = all;
        } else if let Some(why) = self.refuses_all(&self.desk.plan) {
            let reason = || format!("{}.", capitalised(why.trim_end_matches('.')));
            self.message = self.way_to_all().unwrap_or_else(reason);
        } else {
            self.offers_all = true;
            self.message = "One solution is known. The same key again looks for all of them.".into();
        }
    }

    /// What a search for all solutions came to, where it found one and ended.
    pub(super) fn all_words(&self) -> Option<String> {
        let extent = self.extent_of_all()?;
        (self.solutions().len() < 2).then(|| format!("There is one solution{extent}, and no other."))
    }

    /// Within what all solutions were looked for, in words behind them, where they were.
    fn extent_of_all(&self) -> Option<String> {
        let (snapshot, plan) = (self.desk.snapshot()?, self.desk.running_plan()?);
        let answer = snapshot.finding.answer.as_ref()?;
        let is_listed = !answer.all.is_empty() && answer.solutions == Some(answer.all.len() as u64);
        let has_all = snapshot.phase == Phase::Done(End::Solved) && (plan.all || answer.lists_all || is_listed);
        let within = || plan.max_moves.map(|most| format!("of at most {}", words::count(most, "move", "moves")));
        let kinds = || answer.up_to.map(|what| format!("up to {what}"));
        let extent = || kinds().or_else(|| answer.extent.clone()).or_else(within);
        has_all.then(|| extent().map_or_else(String::new, |extent| format!(" {extent}")))
    }

    /// Why a plan does not look for all solutions, if it does not.
    fn refuses_all(&self, plan: &Plan) -> Option<String> {
        let plan = Plan { all: true, ..plan.clone() };
        let refused = self.named.game.check_usage(&plan).err();
        refused.or_else(|| self.session.position().engine(&plan).err()).map(|why| why.to_string())
    }

    /// What to press for all solutions where the strategy at hand finds one: the nearest plan that finds them, by one
    /// toggle, by another strategy, or by both.
    fn way_to_all(&self) -> Option<String> {
        let here = &self.desk.plan;
        let others = || self.named.game.strategies().iter().filter(|other| other.name != here.strategy.name);
        let plan = |strategy, on| Plan { strategy, on, weight: None, ..here.clone() };
        let switched = |strategy: &'static Strategy, on: ToggleSet| {
            let one = move |toggle| (plan(strategy, strategy.switched(on, toggle, !on.has(toggle))), Some(toggle));
            (0..strategy.toggles.len()).map(one)
        };
        let chosen = others().map(|other| (plan(other, self.desk.toggles_of(other)), None));
        let both = others().flat_map(|other| switched(other, self.desk.toggles_of(other)));
        let mut plans = switched(here.strategy, here.on).chain(chosen).chain(both);
        let (found, toggle) = plans.find(|(plan, _)| self.refuses_all(plan).is_none())?;
        let choose = (found.strategy.name != here.strategy.name)
            .then(|| format!("{} chooses {}", self.press('S'), found.strategy.name));
        let switch = toggle.map(|toggle| self.switch_words(&found, toggle));
        let steps: Vec<String> = choose.into_iter().chain(switch).collect();
        let again = self.press('\'');
        Some(format!(
            "{} finds one solution. For all of them {}, then {again} again.",
            here.strategy.name,
            steps.join(", ")
        ))
    }

    /// The key of a toggle, and what it does to come to this plan.
    fn switch_words(&self, plan: &Plan, toggle: usize) -> String {
        let key = toggle_digit(toggle_numbers(plan.strategy)[toggle]).map_or_else(|| "S".into(), |key| self.press(key));
        let how = if plan.on.has(toggle) { "on" } else { "off" };
        format!("{key} switches {} {how}", plan.strategy.toggles[toggle].name)
    }

    fn difference_words(&self, all: &[Vec<String>], at: usize) -> String {
        let count = self.solution_place().map_or(all.len() as u64, |(_, count)| count);
        let place = format!("Solution {} of {}", words::grouped(at as u64 + 1), self.number_of_solutions(count));
        let (mine, before) = (&all[at], &all[at.saturating_sub(1)]);
        match mine.iter().zip(before).position(|(a, b)| a != b) {
            _ if at == 0 => format!("{place}, the first that was found."),
            Some(parts) => {
                let (mine, before) = (&mine[parts], &before[parts]);
                let way = match (self.session.solution_step(), self.difference_marks().is_empty()) {
                    (None, _) => "[ goes to its start",
                    (Some((0, _)), true) => "> steps along it",
                    (Some((0, _)), false) => "! marks where they differ in the end, > steps along it",
                    (_, false) => "! marks the difference",
                    (Some((done, _)), true) if done <= parts => "both are alike so far: > goes on to where they differ",
                    _ => "here both boards are alike: < goes to where they differ",
                };
                format!("{place}: parts from the one before at move {} ({mine} for {before}); {way}.", parts + 1)
            }
            None => {
                let moves = words::count(mine.len() as u64, "move", "moves");
                format!("{place}: {moves}, the one before has {}.", before.len())
            }
        }
    }

    /// Where the solution differs from the one before it: in the end, or else at this step.
    pub(super) fn difference_marks(&self) -> Vec<Mark> {
        let Some(before) = self.solution_place().and_then(|(at, _)| at.checked_sub(2)) else { return Vec::new() };
        let (all, root) = (self.solutions(), self.desk.root());
        let (Some(root), Some(walked), Some((done, _))) = (root, self.session.solution(), self.session.solution_step())
        else {
            return Vec::new();
        };
        let before = &all[before];
        let ends = [walked, before.as_slice()].map(|moves| after(root, moves));
        let mut cells = ends[0].changed(&*ends[1]);
        if cells.is_empty() {
            let other = after(root, &before[..done.min(before.len())]);
            cells = self.session.position().changed(&*other);
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

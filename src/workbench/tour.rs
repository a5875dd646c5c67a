//! The tour: a few steps on real puzzles, each of them done by whoever takes it. The steps are data
//! (`puzzles/tour.toml`); here stands when one is done.

use serde::Deserialize;

use super::middle::Middle;
use super::words;

/// What must be the case for a step to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    Moves,
    Lost,
    Winnable,
    Hint,
    Solution,
    Walked,
    Expanded,
    Ended,
    Runs,
    Raced,
}

/// What the solver has done where a step begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InHand {
    Solution,
    Search,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// `GAME/NAME` of the puzzle that it is done on.
    pub puzzle: String,
    pub title: String,
    pub text: String,
    #[serde(rename = "do")]
    pub task: Task,
    #[serde(default)]
    pub count: usize,
    /// Moves that are made where one comes to it at the puzzle's start.
    #[serde(default)]
    pub before: Vec<String>,
    /// What the steps before it leave in hand, for whoever has skipped them.
    #[serde(default)]
    pub with: Option<InHand>,
    /// Whether it speaks of the solver pane.
    #[serde(default)]
    pub solver: bool,
}

impl Step {
    /// Whether it asks to compare what two runs took.
    fn compares(&self) -> bool {
        self.task == Task::Runs
    }
}

#[derive(Deserialize)]
struct File {
    step: Vec<Step>,
}

/// The steps of the tour, and where one is.
pub struct Tour {
    steps: Vec<Step>,
    at: usize,
    is_done: bool,
    /// What there is to compare, once it is done.
    found: String,
    /// How often hints were asked for when the step began.
    asked: u32,
}

impl Default for Tour {
    fn default() -> Self {
        let file: File = toml::from_str(include_str!("../../puzzles/tour.toml")).expect("the tour is well-formed");
        Tour { steps: file.step, at: 0, is_done: false, found: String::new(), asked: 0 }
    }
}

impl Tour {
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// From 0.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn step(&self) -> &Step {
        &self.steps[self.at]
    }

    /// What there is to do, with the answer to its question once it is done.
    pub fn text(&self) -> String {
        format!("{} {}", self.step().text, self.found).trim_end().to_owned()
    }

    /// All texts with the longest answer: the puzzle keeps its room from step to step.
    pub fn longest_texts(&self) -> impl Iterator<Item = (usize, String)> {
        let answered = |step: &Step| {
            if step.compares() { format!("{} {}", step.text, compared(MANY, MANY)) } else { step.text.clone() }
        };
        self.steps.iter().map(answered).enumerate()
    }

    pub fn is_done(&self) -> bool {
        self.is_done
    }

    pub fn is_last(&self) -> bool {
        self.at + 1 == self.steps.len()
    }

    /// On to the next step. Returns whether that is on another puzzle; `None` at the end of the tour.
    pub fn go_on(&mut self) -> Option<bool> {
        let before = self.step().puzzle.clone();
        if self.is_last() {
            return None;
        }
        self.at += 1;
        self.is_done = false;
        self.found.clear();
        Some(self.step().puzzle != before)
    }

    /// The puzzle stands as the step needs it.
    pub fn begin(&mut self, middle: &Middle) {
        self.asked = middle.times_asked();
    }

    /// Looks whether the step is done by now; once done it stays so.
    pub fn look(&mut self, middle: &Middle) {
        self.is_done |= match self.step().task {
            Task::Hint => middle.times_asked() > self.asked,
            _ => is_done(self.step(), middle),
        };
        if let [now, before, ..] = middle.desk().records()
            && self.is_done
            && self.step().compares()
        {
            self.found = compared(before.nodes, now.nodes);
        } else if self.step().compares() {
            self.found = if middle.desk().records().is_empty() { FIRST.into() } else { String::new() };
        }
    }
}

/// What is said to whoever has skipped the run to compare with.
const FIRST: &str = "Press s once before.";

/// No run of the tour takes more nodes.
const MANY: u64 = 99_999;

fn compared(before: u64, now: u64) -> String {
    format!("Before: {} nodes, now: {}.", words::grouped(before), words::grouped(now))
}

fn is_done(step: &Step, middle: &Middle) -> bool {
    let (session, desk) = (middle.session(), middle.desk());
    let snapshot = desk.snapshot();
    match step.task {
        Task::Moves => session.moves_made().len() >= step.count,
        Task::Lost => middle.is_refuted(),
        Task::Winnable => !middle.is_refuted() && session.can_redo(),
        // Counted from the beginning of the step.
        Task::Hint => false,
        Task::Solution => session.solution().is_some(),
        Task::Walked => session.solution_step().is_some_and(|(done, _)| done >= step.count),
        Task::Expanded => snapshot.is_some_and(|snapshot| snapshot.finding.counters.expanded >= step.count as u64),
        Task::Ended => snapshot.is_some_and(|snapshot| !snapshot.is_alive()),
        Task::Runs => {
            let mut nodes: Vec<u64> = desk.records().iter().map(|record| record.nodes).collect();
            nodes.dedup();
            nodes.len() >= step.count
        }
        Task::Raced => desk.all_records().iter().any(|record| record.in_race),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::workbench::packs::Library;

    #[test]
    fn every_step_has_a_puzzle_and_few_words() {
        let tour = Tour::default();
        assert_eq!(tour.steps().len(), 10);
        let library = Library::new(None);
        for step in tour.steps() {
            let (game, name) = step.puzzle.split_once('/').expect("a puzzle of a pack");
            let game = games::find(game).expect("a game");
            assert!(library.open(game, name).is_some_and(|opened| opened.is_ok()), "{}", step.puzzle);
            assert!(step.text.len() < 200, "{}: {} letters", step.title, step.text.len());
        }
    }
}

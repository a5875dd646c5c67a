//! The solver's desk: the plan that the player has set, the run that carries it out, and what earlier runs gave.

use std::sync::Arc;

use super::finding::End;
use super::run_record::{PlanName, RunRecord};
use super::session::{PointId, Session};
use super::tables::TableShelf;
use super::words;
use super::worker::{Breakpoint, Generation, Phase, Snapshot, TreeWish, Wake, Worker};
use crate::games::Position;
use crate::search::{Plan, Strategy, ToggleSet};

/// How a strategy that was left had been set.
struct Setting {
    strategy: &'static str,
    on: ToggleSet,
    weight: Option<f64>,
}

/// Where a run started.
struct Root {
    /// How many deeds lead to it, and how many moves: one deed can make several, and a board of one's own begins anew.
    made: usize,
    moves: usize,
    /// The board is not that of the name.
    is_own: bool,
    point: PointId,
    position: Box<dyn Position>,
    plan: Plan,
    generation: Generation,
    starts_paused: bool,
    /// The result was handed to the session and to the records.
    is_filed: bool,
    /// Length of the last answer that the session was given.
    handed: Option<u64>,
}

fn has_own_board(session: &Session) -> bool {
    session.first_of_puzzle() > 0
}

impl Root {
    fn record(&self, snapshot: &Snapshot, result: String) -> RunRecord {
        let record = RunRecord::of(&self.plan, &*self.position, self.moves, snapshot, result);
        if self.is_own { record.on_own_board() } else { record }
    }
}

pub struct Desk {
    worker: Worker,
    pub plan: Plan,
    root: Option<Root>,
    records: Vec<RunRecord>,
    /// These and the lanes of races, for the list of earlier runs.
    history: Vec<RunRecord>,
    settings: Vec<Setting>,
    /// How many were filed since somebody last asked.
    newly_filed: usize,
}

/// How many solutions of one run can be walked through.
const MOST_LISTED: usize = 256;
/// How many runs the list of earlier ones has.
const MOST_HISTORY: usize = 500;
/// How many earlier results are kept.
const MOST_RECORDS: usize = 8;

impl Desk {
    pub fn new(plan: Plan, wake: Wake, shelf: Option<TableShelf>) -> Self {
        Desk {
            worker: Worker::spawn(wake, shelf).keeping_past(),
            plan,
            root: None,
            records: Vec::new(),
            history: Vec::new(),
            settings: Vec::new(),
            newly_filed: 0,
        }
    }

    /// Results of an earlier sitting, oldest first.
    pub fn recall(&mut self, runs: &[RunRecord]) {
        for run in runs {
            if run.in_race { self.remember(run.clone()) } else { self.file(run.clone()) }
        }
        self.newly_filed = 0;
    }

    /// The results filed since the last call, oldest first.
    pub fn take_filed(&mut self) -> Vec<RunRecord> {
        let new = std::mem::take(&mut self.newly_filed).min(self.history.len());
        self.history[..new].iter().rev().cloned().collect()
    }

    /// Starts the plan from the session's present position.
    pub fn start(&mut self, session: &Session, starts_paused: bool) {
        self.file_unfinished();
        let (made, moves, is_own) = (session.made(), session.moves_made().len(), has_own_board(session));
        // The player's notes are no candidates of the search.
        let position = session.position().without_notes();
        let plan = Plan { listed: Some(MOST_LISTED), ..self.plan.clone() };
        let generation = self.worker.start(position.clone(), plan, starts_paused, None);
        let point = session.point(made);
        let plan = self.plan.clone();
        self.root = Some(Root {
            made,
            moves,
            is_own,
            point,
            position,
            plan,
            generation,
            starts_paused,
            is_filed: false,
            handed: None,
        });
    }

    /// The figures of a run that gives way to another one stay beside those of its successor.
    fn file_unfinished(&mut self) {
        let (Some(snapshot), Some(root)) = (self.snapshot(), &self.root) else { return };
        if snapshot.is_alive() && !root.is_filed && snapshot.finding.counters.expanded > 0 {
            let record = root.record(&snapshot, "stopped".into());
            self.file(record);
        }
    }

    fn file(&mut self, record: RunRecord) {
        self.remember(record.clone());
        self.records.insert(0, record);
        self.records.truncate(MOST_RECORDS);
    }

    /// Keeps a run for the list of earlier runs alone.
    pub fn remember(&mut self, record: RunRecord) {
        self.newly_filed += 1;
        self.history.insert(0, record);
        self.history.truncate(MOST_HISTORY);
    }

    /// The present run, if there is one and it has published anything.
    pub fn snapshot(&self) -> Option<Arc<Snapshot>> {
        let root = self.root.as_ref()?;
        self.worker.snapshot().filter(|s| s.generation == root.generation)
    }

    /// After how many deeds of the history the present run begins.
    pub fn root_made(&self) -> Option<usize> {
        self.root.as_ref().map(|root| root.made)
    }

    /// Whether a run is under way, paused or not; one that has published nothing yet is.
    pub fn is_alive(&self) -> bool {
        self.root.is_some() && self.snapshot().is_none_or(|s| s.is_alive())
    }

    /// Whether the present run has come to its end, wherever in it one is now.
    pub fn has_ended(&self) -> bool {
        self.root.as_ref().is_some_and(|root| root.is_filed)
    }

    pub fn is_running(&self) -> bool {
        self.root.as_ref().is_some_and(|root| self.snapshot().map_or(!root.starts_paused, |s| s.is_running()))
    }

    /// The position that the present run searches from.
    pub fn root(&self) -> Option<&dyn Position> {
        self.root.as_ref().map(|root| &*root.position)
    }

    /// The point of the history that the present run searches from.
    pub fn root_point(&self) -> Option<PointId> {
        self.root.as_ref().map(|root| root.point)
    }

    /// The plan of the present run, which may differ from the plan of the next one.
    pub fn running_plan(&self) -> Option<&Plan> {
        self.root.as_ref().map(|root| &root.plan)
    }

    /// Which run the figures are of, where the plan was changed since.
    pub fn other_run(&self) -> Option<PlanName> {
        let run = PlanName::of(self.running_plan()?);
        (run != PlanName::of(&self.plan)).then_some(run)
    }

    /// Whether the figures are of a run from another position: neither from the present one nor, while the player walks
    /// along what it found, from where that way starts.
    pub fn is_elsewhere(&self, session: &Session) -> bool {
        let Some(root) = &self.root else { return false };
        session.solution_step().is_none() && !session.position().same_as(&*root.position)
    }

    pub fn pause(&self) {
        self.worker.pause();
    }

    pub fn resume(&self) {
        self.worker.resume();
    }

    pub fn step(&self, nodes: u64) {
        self.worker.step(nodes);
    }

    pub fn run_to(&self, breakpoint: Breakpoint) {
        self.worker.run_to(breakpoint);
    }

    /// Runs until the search comes to this board.
    pub fn run_to_board(&self, board: Box<dyn Position>) {
        self.worker.run_to_board(board);
    }

    pub fn tree(&self, wish: TreeWish) {
        self.worker.tree(wish);
    }

    pub fn seek(&self, expanded: u64) {
        self.worker.seek(expanded);
    }

    pub fn back_one(&self) {
        self.worker.back_one();
    }

    pub fn back_to(&self, breakpoint: Breakpoint) {
        self.worker.back_to(breakpoint);
    }

    /// Expansions a second; none is full speed.
    pub fn set_tempo(&self, rate: Option<f64>) {
        self.worker.set_tempo(rate);
    }

    /// Whether a search that stands still looks one expansion ahead.
    pub fn peek(&self, peeks: bool) {
        self.worker.peek(peeks);
    }

    /// Ends the run; an answer it already had stays with the session.
    pub fn cancel(&mut self) {
        self.worker.cancel();
    }

    /// Earlier results, newest first.
    pub fn records(&self) -> &[RunRecord] {
        &self.records
    }

    /// Those of the puzzle that lies there: what was found of a board of one's own says nothing of the puzzle of the name.
    pub fn records_here(&self, session: &Session) -> Vec<&RunRecord> {
        let is_own = has_own_board(session);
        self.records.iter().filter(|record| record.is_of_own_board() == is_own).collect()
    }

    /// All earlier runs, races too, newest first.
    pub fn all_records(&self) -> &[RunRecord] {
        &self.history
    }

    /// Takes up a strategy as it was set when it was left, or as it comes.
    pub fn choose(&mut self, strategy: &'static Strategy) {
        let Plan { strategy: left, on, weight, memory, tables, max_moves, .. } = self.plan.clone();
        self.settings.retain(|setting| setting.strategy != left.name);
        self.settings.push(Setting { strategy: left.name, on, weight });
        let weight = self.setting(strategy).and_then(|setting| setting.weight);
        self.plan = Plan { on: self.toggles_of(strategy), weight, memory, tables, max_moves, ..Plan::new(strategy) };
    }

    fn setting(&self, strategy: &Strategy) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.strategy == strategy.name)
    }

    /// The toggles that a strategy has on, or would have on if it were chosen.
    pub fn toggles_of(&self, strategy: &Strategy) -> ToggleSet {
        if strategy.name == self.plan.strategy.name {
            return self.plan.on;
        }
        self.setting(strategy).map_or_else(|| strategy.defaults(), |setting| setting.on)
    }

    /// Hands new answers to the session and files the result of a finished run. Returns the final phase once.
    pub fn attend(&mut self, session: &mut Session) -> Option<Phase> {
        let snapshot = self.snapshot()?;
        let root = self.root.as_mut()?;
        let on_line = root.made <= session.made() && session.point(root.made) == root.point;
        if let Some(answer) = &snapshot.finding.answer
            && !snapshot.is_past()
            && root.handed != Some(answer.length())
            && on_line
            && !answer.moves.is_empty()
        {
            root.handed = Some(answer.length());
            session.set_solution(root.made, answer.moves.clone());
        }
        if snapshot.is_alive() || root.is_filed {
            return None;
        }
        root.is_filed = true;
        if let Some(result) = result_words(&snapshot) {
            let record = root.record(&snapshot, result);
            self.file(record);
        }
        Some(snapshot.phase)
    }

    /// Waits until the run is paused or finished: for tests.
    pub fn wait_idle(&self) {
        self.worker.wait_idle();
    }
}

/// A run's result in a word or two; nothing for a run that never began.
pub fn result_words(snapshot: &Snapshot) -> Option<String> {
    match (snapshot.phase, snapshot.finding.length()) {
        (Phase::Idle | Phase::Failed, _) => None,
        (_, Some(length)) => Some(words::count(length, "move", "moves")),
        (Phase::Done(End::Exhausted), None) => Some("no solution".into()),
        (Phase::Done(End::Limit(_)), None) => Some("gave up".into()),
        (Phase::Cancelled, None) => Some("stopped".into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Toggle;

    const fn strategy(name: &'static str, toggles: &'static [Toggle], weight: Option<f64>) -> Strategy {
        Strategy { name, about: "", toggles, anytime: false, weight }
    }

    static PLAIN: Strategy = strategy("plain", &[], None);
    static TEN: [Toggle; 10] = {
        const fn on(name: &'static str) -> Toggle {
            Toggle::on(name, "")
        }
        [on("a"), on("b"), on("c"), on("d"), on("e"), on("f"), on("g"), on("h"), on("i"), on("j")]
    };
    static FULL: Strategy = strategy("full", &TEN, None);
    static WEIGHTED: Strategy = strategy("weighted", &[Toggle::on("one", ""), Toggle::off("two", "")], Some(1.5));

    #[test]
    fn a_plan_is_named_by_what_tells_it_apart() {
        let name = |strategy| PlanName::of(&Plan::new(strategy));
        assert_eq!(name(&PLAIN).to_string(), "plain");
        assert_eq!(name(&FULL).to_string(), "full/1234567890");
        assert_eq!(name(&WEIGHTED).to_string(), "weighted 1.5/1");
        assert_eq!(name(&WEIGHTED).within(14), "weighted 1.5/1");
        assert_eq!(name(&WEIGHTED).within(12), "weigh. 1.5/1");
        assert_eq!(name(&WEIGHTED).within(8), "w. 1.5/1");
        assert_eq!(name(&FULL).within(9), "f./1234..");
    }

    #[test]
    fn a_strategy_is_found_again_as_it_was_left() {
        let mut desk = Desk::new(Plan::new(&WEIGHTED), Box::new(|| {}), None);
        desk.plan = Plan { weight: Some(2.0), ..Plan::new(&WEIGHTED).with("one", false).with("two", true) };
        desk.choose(&PLAIN);
        assert_eq!(PlanName::of(&desk.plan).to_string(), "plain");
        assert!(desk.toggles_of(&WEIGHTED).has(1));
        desk.choose(&WEIGHTED);
        assert_eq!(PlanName::of(&desk.plan).to_string(), "weighted 2.0/2");
        desk.choose(&WEIGHTED);
        assert_eq!(PlanName::of(&desk.plan).to_string(), "weighted 2.0/2");
    }
}

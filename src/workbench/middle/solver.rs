//! The player's searches: start, pause, step, toggle, weigh, and what came of them in words.

use std::time::Instant;

use super::Middle;
use crate::search::{Answer, Keeps, Limit, Plan, Strategy, ToggleSet};
use crate::workbench::desk::result_words;
use crate::workbench::finding::{End, limit_words};
use crate::workbench::run_record::PlanName;
use crate::workbench::toggles::{toggle_keys, toggle_numbers, toggle_of};
use crate::workbench::words;
use crate::workbench::worker::{Breakpoint, Phase, Snapshot};

const WEIGHT_STEP: f64 = 0.1;

/// So many seconds of a search are long.
const LONG_SEARCH: f64 = 10.0;

impl Middle {
    /// Whether a search is under way, paused or not.
    pub fn is_searching(&self) -> bool {
        self.desk.is_alive()
    }

    /// Whether a search is under way that has not come to an end before: one can also have gone back in it from there.
    pub fn has_unfinished_search(&self) -> bool {
        self.desk.is_alive() && !self.desk.has_ended()
    }

    /// Whether such a search has taken so long that nobody wants to lose it by chance.
    pub fn has_long_search(&self) -> bool {
        self.has_unfinished_search() && self.desk.snapshot().is_some_and(|snapshot| snapshot.seconds >= LONG_SEARCH)
    }

    pub(super) fn tell_end(&mut self, phase: Phase) {
        let Some(snapshot) = self.desk.snapshot() else { return };
        match phase {
            Phase::Failed => self.message.clone_from(&snapshot.message),
            Phase::Done(End::Solved) => {
                let words = result_words(&snapshot).unwrap_or_default();
                let is_least = snapshot.finding.is_optimal() && !self.named.game.has_one_length();
                let shortest = if is_least { ", proven shortest" } else { "" };
                // Who steps wants to know that there is no further step.
                let expansions = words::count(snapshot.furthest, "expansion", "expansions");
                let after = snapshot.stepped.map_or_else(String::new, |_| format!(" after {expansions}"));
                let found = match (self.all_words(), snapshot.finding.answer.as_ref()) {
                    (Some(all), _) => format!("{}{after}.", all.trim_end_matches('.')),
                    (None, Some(answer)) => format!("Found{after}: {}.", counted_words(answer, &words, shortest)),
                    (None, None) => format!("Found{after}: {words}{shortest}."),
                };
                self.message = format!("{found} {}", self.walk_words(true));
            }
            // A run that is stopped need not have lost anything.
            Phase::Cancelled => self.message = self.stop_words("Stopped", &snapshot, true),
            Phase::Done(End::Stopped(limit)) => {
                self.message = self.stop_words(&format!("Stopped{}", limit.place()), &snapshot, true);
            }
            Phase::Done(End::Exhausted) => {
                // Where the board has the story already, the message need not tell it again.
                let told = !self.story().0.is_empty();
                let reason = snapshot.finding.refutation.as_ref().filter(|_| !told).map(|r| r.reason.clone());
                let reason = reason.unwrap_or_default();
                let nodes = words::count(snapshot.finding.counters.generated, "node", "nodes");
                let reason = words::sentence(reason.trim_end_matches('.'));
                let stop = if reason.is_empty() { "" } else { "." };
                self.message = format!("No solution: proven after {nodes}. {reason}{stop}");
            }
            Phase::Done(End::Limit(limit)) => {
                let words = limit_words(limit, self.desk.running_plan(), &snapshot.finding);
                self.message =
                    format!("Not decided: {words}. {}{}.", self.other_way(limit), self.other_heuristics(limit));
            }
            _ => {}
        }
        if matches!(phase, Phase::Done(_))
            && let Some(missed) = missed_words(&snapshot)
        {
            self.message = format!("{} {missed}", self.message);
        }
    }

    /// What a search was told to run to and did not meet on its way to the end.
    pub(super) fn tell_missed(&mut self) {
        if let Some(missed) = self.desk.snapshot().and_then(|snapshot| missed_words(&snapshot)) {
            self.message = missed;
        }
    }

    /// How to walk along the solution from where the player stands now; the arrows do after the end of a run.
    fn walk_words(&self, at_end: bool) -> &'static str {
        match (self.session.solution(), self.session.solution_step()) {
            (None, _) => "It starts at a position that you have left.",
            (Some(_), None) => "You have left its way: [ goes to its start.",
            _ if at_end && self.session.next_of_solution().is_some() => "Arrows or < > step through it.",
            _ => "< > step through it.",
        }
    }

    /// What a search has that is stopped or paused: the answer, and how far from the shortest it may be.
    fn stop_words(&self, how: &str, snapshot: &Snapshot, at_end: bool) -> String {
        let best = snapshot.finding.length();
        let moves = words::count(best.unwrap_or(0), "move", "moves");
        match (best, snapshot.finding.lower_bound.filter(|&bound| bound > 0)) {
            _ if best.is_some() && self.named.game.has_one_length() => format!("{how}: {}.", found_words(snapshot)),
            (Some(best), Some(bound)) if best <= bound => format!("{how}: {moves}, proven shortest."),
            (Some(best), Some(bound)) => {
                format!("{how}: {best} >= optimum >= {bound}. {}", self.walk_words(at_end))
            }
            (Some(_), None) => format!("{how}: {moves} found. {}", self.walk_words(at_end)),
            (None, Some(bound)) if self.named.game.profile().seeks_shortest => {
                format!("{how}: no solution so far, and none in less than {}.", words::count(bound, "move", "moves"))
            }
            (None, _) => format!("{how}: no solution so far."),
        }
    }

    /// Solves from here. A search that is under way is not lost by that: one that is paused goes on.
    pub fn solve(&mut self) {
        if !self.desk.is_alive() {
            self.start(false);
        } else if self.desk.is_elsewhere(&self.session) {
            self.message = "A search from another position is under way: c stops it, and then s begins here.".into();
        } else if self.desk.is_running() {
            self.message = "The search is under way: space pauses it, c stops it.".into();
        } else {
            self.desk.resume();
            self.message.clear();
        }
    }

    /// Starts the plan from the present position; what was found before is let go.
    pub fn start(&mut self, paused: bool) {
        if !self.must_be_ready() {
            return;
        }
        self.message.clear();
        self.leave_strategy_of_start();
        self.hand_mut().let_go();
        self.session.drop_solution();
        self.playing.stop();
        self.desk.start(&self.session, paused);
    }

    /// The strategy that a puzzle comes with may be one for its start alone, as a construction is: elsewhere another one
    /// takes its place, unless the player has chosen.
    fn leave_strategy_of_start(&mut self) {
        let (here, plan) = (self.session.position(), &self.desk.plan);
        let came_with = self.named.position.default_strategy().name;
        if plan.strategy.name != came_with || here.default_strategy().name == came_with {
            return;
        }
        let Plan { strategy, on, .. } = here.check_plan();
        self.desk.choose(strategy);
        self.desk.plan.on = on;
        let name = PlanName::of(&self.desk.plan);
        self.message = format!("{came_with} solves this puzzle from its start; from here {name} does.");
    }

    /// A changed plan takes effect at once where a search is under way.
    fn restart_run(&mut self) {
        let is_changed = self.desk.running_plan().is_some_and(|plan| !plan.searches_like(&self.desk.plan));
        if self.desk.is_alive() && is_changed {
            let (paused, conduct) = (!self.desk.is_running(), self.conduct.take());
            self.start(paused);
            if let Some(conduct) = conduct {
                self.conduct_again(&conduct);
            }
        }
    }

    /// Pauses the search or lets it go on; where there is none, the solution plays or stops.
    pub fn pause(&mut self, now: Instant) {
        if self.desk.is_running() {
            self.desk.pause();
            if let Some(snapshot) = self.desk.snapshot().filter(|s| s.finding.answer.is_some()) {
                self.message = self.stop_words("Paused", &snapshot, false);
            }
        } else if self.desk.is_alive() {
            self.desk.resume();
            self.message.clear();
        } else if self.is_playing() || self.is_replaying() || self.session.next_of_solution().is_some() {
            self.play_or_stop(now);
        } else if self.session.is_solved() {
            self.replay(now);
        } else {
            self.message = format!("Nothing to pause: {} solves from here.", self.press('s'));
        }
    }

    /// Expands so many nodes more, of a search that is started if there is none.
    pub fn step(&mut self, nodes: u64) {
        if self.has_ended_here() {
            let expansions = self.desk.snapshot().map_or(0, |snapshot| snapshot.furthest);
            let count = words::count(expansions, "expansion", "expansions");
            let [solve, go_to] = ['s', 'g'].map(|key| self.press(key));
            self.message = match expansions {
                0 => format!("The search has ended at its root, without an expansion; {solve} begins anew."),
                _ => format!(
                    "The search has ended after {count}: [ goes back in it, {go_to} to any of them, {solve} begins anew."
                ),
            };
            return;
        }
        if !self.is_alive_or_started() {
            return;
        }
        self.desk.step(nodes);
    }

    /// Whether the search from here, as it is planned, has come to its end already.
    pub fn has_ended_here(&self) -> bool {
        let is_done = self.desk.snapshot().is_some_and(|snapshot| matches!(snapshot.phase, Phase::Done(_)));
        is_done && self.desk.other_run().is_none() && !self.desk.is_elsewhere(&self.session)
    }

    pub fn run_to(&mut self, breakpoint: Breakpoint) {
        if !self.is_alive_or_started() {
            return;
        }
        let made = self.desk.snapshot().map_or(0, |snapshot| snapshot.finding.counters.generated);
        if let Breakpoint::Nodes(nodes) = breakpoint
            && (1..=made).contains(&nodes)
        {
            self.message = format!("{} nodes are made already: {{ n goes back to that one.", words::grouped(made));
            return;
        }
        self.desk.run_to(breakpoint);
    }

    /// Whether there is a search; one is started, paused, where there is none and the position can be solved.
    fn is_alive_or_started(&mut self) -> bool {
        if !self.desk.is_alive() {
            self.start(true);
        }
        self.desk.is_alive()
    }

    pub fn cancel(&mut self) {
        if self.desk.is_alive() {
            self.desk.cancel();
            self.message = "Stopping.".into();
        } else {
            self.message = "No search is under way.".into();
        }
    }

    /// Takes up a strategy with these toggles on.
    pub fn choose(&mut self, strategy: &'static Strategy, on: ToggleSet) {
        self.desk.choose(strategy);
        self.desk.plan.on = on;
        self.restart_run();
    }

    /// Takes up a whole plan, with its weight.
    pub fn take_up(&mut self, plan: &Plan) {
        self.choose(plan.strategy, plan.on);
        self.desk.plan.weight = plan.weight;
    }

    /// Switches the toggle of this number.
    pub fn toggle(&mut self, number: usize) {
        let strategy = self.desk.plan.strategy;
        let Some(index) = toggle_of(strategy, number) else {
            self.message = match toggle_keys(&toggle_numbers(strategy)) {
                none if none.is_empty() => {
                    format!("{} has no heuristics to toggle; S chooses another strategy.", strategy.name)
                }
                digits => format!("{} has toggles {digits}; S tells about them.", strategy.name),
            };
            return;
        };
        let toggle = &strategy.toggles[index];
        let on = !self.desk.plan.on.has(index);
        self.desk.plan.on = strategy.switched(self.desk.plan.on, index, on);
        let was_alive = self.desk.is_alive();
        self.restart_run();
        let now = if on { "is on" } else { "is off. When on" };
        // That nothing is given up goes without saying.
        let costs = match toggle.keeps {
            Keeps::Everything => String::new(),
            keeps => format!(" ({})", keeps.words()),
        };
        let then = if was_alive { " The search begins again.".into() } else { self.runs_it() };
        self.message = format!("{} {now}: {}{costs}.{then}", toggle.name, toggle.about);
    }

    /// What there is to do where the same search would end at the same limit again.
    pub(super) fn other_way(&self, limit: Limit) -> String {
        if limit == Limit::Depth && self.has_lengths() {
            return format!("{} sets another limit", self.press('M'));
        }
        format!("{} takes another strategy", self.press('S'))
    }

    /// What else there is, where there is room for it.
    fn other_heuristics(&self, limit: Limit) -> &'static str {
        let has_none = self.desk.plan.strategy.toggles.is_empty();
        if limit == Limit::Depth || has_none { "" } else { ", digits other heuristics" }
    }

    /// What is said behind a change of the plan where no search is under way.
    fn runs_it(&self) -> String {
        format!(" {} runs it.", self.press('s'))
    }

    /// Whether one solution can be longer than another.
    pub fn has_lengths(&self) -> bool {
        !self.named.game.has_one_length() && !self.named.game.has_notes()
    }

    /// What to ask where the limit of moves is set: a strategy may have one of its own.
    pub fn most_moves_words(&self) -> String {
        let now =
            self.desk.plan.max_moves.map_or("none set now".into(), |most| format!("{most} now; nothing: none set"));
        format!("At most how many moves ({now})? ")
    }

    /// Sets or lifts the limit of moves, counted from the position that a search begins with.
    pub fn limit_moves(&mut self, most: Option<u64>) {
        self.desk.plan.max_moves = most;
        let then = if self.desk.is_alive() { String::new() } else { self.runs_it() };
        self.restart_run();
        self.message = match most {
            Some(1) => format!("M = 1: only solutions of one move from here are looked for.{then}"),
            Some(most) => format!("M = {most}: only solutions of at most {most} moves from here are looked for.{then}"),
            None => format!("No limit M: the strategy sets its own.{then}"),
        };
    }

    /// Changes the weight by so many steps.
    pub fn weigh(&mut self, steps: f64) {
        let plan = &self.desk.plan;
        if plan.strategy.weight.is_none() {
            self.message = format!("{} has no weight.", plan.strategy.name);
            return;
        }
        let weight = ((plan.weight() + steps * WEIGHT_STEP).max(1.0) * 10.0).round() / 10.0;
        let changed = Plan { weight: Some(weight), ..plan.clone() };
        if let Err(error) = self.named.game.check_usage(&changed) {
            self.message = format!("{error}.");
            return;
        }
        self.desk.plan = changed;
        let then = if self.desk.is_alive() { String::new() } else { self.runs_it() };
        self.restart_run();
        self.message = if weight > 1.0 {
            format!("Weight {weight}: a solution is at most {weight} times as long as the shortest.{then}")
        } else {
            format!("Weight 1: the solution is a shortest one.{then}")
        };
    }
}

/// What was found: of several solutions their number first.
fn counted_words(answer: &Answer, length: &str, shortest: &str) -> String {
    let up_to = answer.up_to.map_or_else(String::new, |what| format!(" up to {what}"));
    // Those who count without listing count the shortest.
    let is_of_shortest = answer.optimal && answer.extent.is_some() && !answer.lists_all;
    match answer.solutions {
        Some(solutions) if is_of_shortest => {
            format!("{}{up_to}, of {length}", words::count(solutions, "shortest solution", "shortest solutions"))
        }
        Some(solutions) if solutions > 1 => {
            let is_alike = answer.all.iter().all(|moves| moves.len() as u64 == answer.length());
            let length = if is_alike { format!(" of {length}") } else { format!("; the one at hand has {length}") };
            format!("{} solutions{up_to}{length}{shortest}", words::grouped(solutions))
        }
        _ => format!("{length}{shortest}"),
    }
}

/// How many solutions a search has that did not come to its end, where all have as many moves.
fn found_words(snapshot: &Snapshot) -> String {
    match snapshot.finding.answer.as_ref().and_then(|answer| answer.solutions) {
        Some(solutions) if solutions > 1 => format!("at least {} solutions", words::grouped(solutions)),
        _ => "a solution is found".into(),
    }
}

fn missed_words(snapshot: &Snapshot) -> Option<String> {
    let missed = snapshot.breakpoint.filter(|_| snapshot.met == 0)?;
    let is_found = missed == Breakpoint::Solution && snapshot.finding.answer.is_some();
    let counters = &snapshot.finding.counters;
    let was_met_before = match missed {
        Breakpoint::Deadlock => counters.dead > 0,
        Breakpoint::Bound => counters.iterations.len() > 1,
        Breakpoint::Cut(name) => counters.cuts.iter().any(|&(by, cut)| by == name && cut > 0),
        _ => false,
    };
    let way = match missed {
        // Whether there was one before is not counted.
        Breakpoint::Depth(_) | Breakpoint::Board => " on the way to the end",
        _ => "",
    };
    let further = if was_met_before { "further " } else { "" };
    (!is_found).then(|| format!("No {further}{} was met{way}.", missed.words()))
}

//! What the journal is told of a game, and how a game goes on from it.

use std::time::{Duration, Instant};

use super::{Clock, Middle};
use crate::games::Position;
use crate::search::{Plan, Status};
use crate::workbench::entry;
use crate::workbench::kept::{Draft, Entry, Story};
use crate::workbench::naming::Named;
use crate::workbench::run_record::RunRecord;
use crate::workbench::session::Change;
use crate::workbench::words;

/// What the journal was told last, of what can change without a move.
pub(super) struct Told {
    plan: String,
    hints: u32,
    marked: bool,
    shelved: Vec<Draft>,
    bookmarks: Vec<Vec<String>>,
    is_over: bool,
    /// What the clock showed that was left for the one of the other game: the journal has it only up to the last move.
    left_at: Option<Duration>,
    /// The game came to its end, and counts from then on.
    pub has_ended: bool,
}

impl Told {
    pub fn of(story: &Story) -> Self {
        Told {
            plan: story.plan.clone().unwrap_or_default(),
            hints: story.hints,
            marked: story.marked,
            shelved: story.shelved.clone(),
            bookmarks: story.bookmarks.clone(),
            is_over: story.is_over,
            left_at: None,
            has_ended: story.has_ended,
        }
    }
}

/// The strategy that the player had chosen, or the game's own choice.
pub(super) fn plan_of(named: &Named, story: &Story) -> Plan {
    let chosen = story.plan.as_deref().and_then(|plan| entry::Entry::read(named.game, plan).ok());
    chosen.map_or_else(|| Plan::new(named.position.default_strategy()), |entry| entry.plan())
}

fn plan_word(plan: &Plan) -> String {
    entry::Entry { strategy: plan.strategy, on: plan.on, weight: plan.weight }.to_string()
}

fn leads_to_the_goal(board: &dyn Position, way: &[String]) -> bool {
    let mut board = board.boxed_clone();
    way.iter().all(|mv| board.play(mv).is_ok()) && board.status() == Status::Solved
}

impl Middle {
    /// What goes on from an earlier sitting beside the history, and a word on it.
    pub(super) fn recall(&mut self, story: &Story) {
        self.desk.recall(&story.runs);
        self.recall_ways(&story.runs);
        self.hand.recall_bookmarks(self.session.position(), &story.bookmarks);
        if self.told.plan.is_empty() {
            self.told.plan = plan_word(&self.desk.plan);
        }
        let moves = self.session.moves_made().len() as u64;
        if self.is_solved() {
            self.message = "You have solved it; R starts again.".into();
        } else if self.is_edited() && moves == 0 {
            self.message = "Your own board, at its start; e changes it.".into();
        } else if self.is_edited() && self.named.game.has_notes() {
            let so_far = self.session.position().headline(&self.session.moves_made());
            self.message = format!("Your own board, {so_far}; R starts it again.");
        } else if self.is_edited() {
            let made = words::count(moves, "move", "moves");
            self.message = format!("You are {made} into your own board; R starts it again.");
        } else if self.session.made() > 0 && self.named.game.has_notes() {
            let so_far = self.session.position().headline(&self.session.moves_made());
            self.message = format!("As you left it, {so_far}; R starts again.");
        } else if self.session.made() > 0 {
            let made = words::count(moves, "move", "moves");
            self.message = format!("You are {made} into it; R starts again.");
        } else if self.session.can_redo() {
            let is_board = self.session.redoes_own_board();
            let again = if is_board { "brings your own board back" } else { "makes your moves again" };
            self.message = format!("Back at its start; r {again}.");
        }
    }

    /// The answers of earlier runs hold where the line still comes through their starts. A file may say anything: an answer is
    /// one that the rules replay.
    fn recall_ways(&mut self, runs: &[RunRecord]) {
        let found: Vec<&RunRecord> = runs.iter().filter(|run| !run.way.is_empty()).collect();
        if found.is_empty() || self.named.game.has_notes() {
            return;
        }
        for at in self.session.first_of_puzzle()..=self.session.made() {
            let board = self.session.board_at(at);
            let text = board.whole_line();
            for run in found.iter().filter(|run| run.text == text && leads_to_the_goal(&*board, &run.way)) {
                self.referee.recall(self.session.point(at), run.way.clone());
            }
        }
    }

    /// A new game of the same puzzle, after one that was won: its clock and its hints begin at nought.
    pub(super) fn begin_anew(&mut self) {
        self.session.begin_anew();
        self.clock = Clock::default();
        (self.hints, self.told.hints) = (0, 0);
        (self.marks.used, self.told.marked) = (false, false);
        // Those that are set stay, and belong to the new game.
        self.told.bookmarks.clear();
        (self.told.is_over, self.told.has_ended) = (false, false);
    }

    /// A new game of a board of one's own: what was counted belongs to what it was before.
    pub(super) fn begin_own_anew(&mut self) {
        (self.clock, self.hints) = (Clock::default(), 0);
    }

    /// The times that both games have taken, as they were kept.
    pub(super) fn recall_times(&mut self, story: &Story) {
        let is_own = self.is_edited();
        let here_ended = if is_own { self.is_solved() } else { story.has_ended };
        self.clock = Clock::opened(story.clock, here_ended);
        self.aside.clock = Clock::opened(story.aside.0, is_own && story.has_ended);
        self.aside.is_puzzles = is_own;
    }

    /// A board of one's own takes no time and no hints of the game that it was set up in the middle of, and gives it none.
    pub(super) fn keep_apart(&mut self, now: Instant) {
        if self.aside.is_puzzles == self.is_edited() {
            return;
        }
        self.aside.is_puzzles = !self.aside.is_puzzles;
        self.clock.wait(now);
        self.told.left_at = self.clock.elapsed(now);
        std::mem::swap(&mut self.clock, &mut self.aside.clock);
        std::mem::swap(&mut self.hints, &mut self.aside.hints);
        self.told.hints = self.hints;
    }

    /// The game of a board of one's own, with the player's time: lines for a journal of its own. Where it is still set up
    /// nothing is played yet.
    pub fn own_game(&self, now: Instant) -> Vec<(Entry, Duration)> {
        if !self.is_edited() {
            return Vec::new();
        }
        let mut entries = vec![Entry::Begin, Entry::Plan(plan_word(&self.desk.plan))];
        if self.is_setting_up() {
            return entries.into_iter().map(|entry| (entry, Duration::ZERO)).collect();
        }
        let (deeds, made) = self.session.game_of_puzzle();
        let is_at_its_end = made == deeds.len();
        entries.extend(deeds.into_iter().map(Entry::Did));
        entries.extend((!is_at_its_end).then_some(Entry::Went(made)));
        entries.extend((self.hints > 0).then_some(Entry::Hints(self.hints)));
        entries.push(Entry::Bookmarks(self.hand.bookmarks(self.session.position())));
        entries.push(Entry::Over(self.is_solved()));
        let clock = self.elapsed(now).unwrap_or_default();
        entries.into_iter().map(|entry| (entry, clock)).collect()
    }

    /// What happened since the last call, with the player's time: lines for the journal.
    pub fn take_entries(&mut self, now: Instant) -> Vec<(Entry, Duration)> {
        let left_at = self.told.left_at.take().map(|clock| (Entry::Clock, clock));
        let done = self.take_deeds(now);
        let mut entries: Vec<Entry> = Vec::new();
        let plan = plan_word(&self.desk.plan);
        if plan != self.told.plan {
            self.told.plan.clone_from(&plan);
            entries.push(Entry::Plan(plan));
        }
        if self.hints != self.told.hints {
            self.told.hints = self.hints;
            entries.push(Entry::Hints(self.hints));
        }
        if self.marks.used && !self.told.marked {
            self.told.marked = true;
            entries.push(Entry::Marked);
        }
        if self.shelved != self.told.shelved {
            self.told.shelved.clone_from(&self.shelved);
            entries.push(Entry::Shelved(self.shelved.clone()));
        }
        let bookmarks = self.hand.bookmarks(self.session.position());
        if bookmarks != self.told.bookmarks {
            self.told.bookmarks.clone_from(&bookmarks);
            entries.push(Entry::Bookmarks(bookmarks));
        }
        entries.extend(self.desk.take_filed().into_iter().map(Entry::Run));
        // What was set up and solved is not over: it would begin anew, and be lost, the next time.
        // A look at the setting up ends nothing.
        let stands_solved = self.session.is_solved() && self.session.made() > self.session.first_of_puzzle();
        let is_over = stands_solved && !self.is_edited();
        if is_over != self.told.is_over {
            self.told.is_over = is_over;
            entries.push(Entry::Over(self.told.is_over));
        }
        let clock = self.elapsed(now).unwrap_or_default();
        left_at.into_iter().chain(done).chain(entries.into_iter().map(|entry| (entry, clock))).collect()
    }

    /// What was done to the board, each with the time of the game that it came to: who sets up passes through both.
    fn take_deeds(&mut self, now: Instant) -> Vec<(Entry, Duration)> {
        let is_own = self.is_edited();
        let [here, aside] = [&self.clock, &self.aside.clock].map(|clock| clock.elapsed(now).unwrap_or_default());
        let timed = |(change, of_own): (Change, bool)| {
            let entry = match change {
                Change::Did(deed) => Entry::Did(deed),
                Change::Went(made) => Entry::Went(made),
                Change::Began => Entry::Begin,
            };
            (entry, if of_own == is_own { here } else { aside })
        };
        self.session.take_changes().into_iter().map(timed).collect()
    }
}

//! The middle between a puzzle and whoever shows it: everything about one puzzle being played and solved that needs no
//! terminal.
//!
//! It owns the session, the player's hand, the solver's desk, the referee, the clock, wins, the help that was taken, and
//! the words for all of it. A screen hands it inputs and wishes with the time of day, asks it what to show, and keeps
//! panes, popups and drawing for itself. A win is an event: the wish that made it returns it.

mod clock;
mod conducting;
mod ending;
mod hints;
mod keeping;
mod known;
mod setting;
mod several;
mod solution;
mod solver;
mod tables;
mod time;
mod tree;
mod verdict;
mod xray;

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;
use std::time::Instant;

use self::clock::Clock;
pub use self::clock::Win;
pub use self::ending::{Yardstick, clock_words, own_best_time_words, own_best_words};
use self::hints::Hinted;
use self::keeping::Told;
use self::solution::Playing;
pub use self::solution::Stride;
pub use self::tables::TableState;
use self::time::Tempo;
pub use self::xray::{Course, Estimate, course, estimate};
use super::builder::{Builder, Wake};
use super::conduct::Conduct;
use super::desk::Desk;
use super::kept::{Draft, Story};
use super::naming::Named;
use super::referee::Referee;
use super::run_record::RunRecord;
use super::session::{PointId, Session};
use super::tour::{InHand, Step};
use super::worker::{Phase, Snapshot};
use crate::games::{Deadlock, Hand, Input, Reply, Settings};
pub use crate::games::{HintWish, VerdictWish};
use crate::search::{Cell, Mark};

/// What came in since the last look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// There is something new to draw.
    pub is_new: bool,
    /// The player's search has come to its end.
    pub run_ended: bool,
    /// It ended with what it was told to run to or with an answer of the student's, which is still to be seen; or somebody
    /// who walks through it has come to its end.
    pub shows_end: bool,
}

/// Clock and hints of the other game: the puzzle of the name has one, a board of the player's own in its place another.
#[derive(Default)]
struct Aside {
    clock: Clock,
    hints: u32,
    /// Whether it is the puzzle's, and a board of the player's own is on the table.
    is_puzzles: bool,
}

/// Marks on legal moves.
#[derive(Clone, Copy, Debug)]
struct MoveMarks {
    wanted: bool,
    /// Whether moves of the game were made with them.
    used: bool,
}

pub struct Middle {
    named: Named,
    session: Session,
    hand: Box<dyn Hand>,
    /// While a position is being set up.
    setter: Option<Box<dyn Hand>>,
    /// The first point of the history that was not there when the setting up began.
    set_since: PointId,
    /// What was being set up and is not complete, left for later: the last one last.
    shelved: Vec<Draft>,
    /// Something was set up in this sitting and not saved since.
    is_unsaved: bool,
    /// How what is being set up stands: made once a change.
    standing: OnceCell<Option<(String, Option<bool>)>>,
    desk: Desk,
    referee: Referee,
    /// The last thing to tell the player.
    message: String,
    marks: MoveMarks,
    playing: Playing,
    tempo: Tempo,
    /// While the student says what the search does next.
    conduct: Option<Conduct>,
    /// Whether the next key that asks for another solution looks for all.
    offers_all: bool,
    /// How many were asked for since the start.
    hints: u32,
    hint_marks: Vec<Mark>,
    /// What the last hint points to, until the player looks elsewhere.
    looks_at: Option<Cell>,
    hinted: Hinted,
    hint_wish: HintWish,
    clock: Clock,
    aside: Aside,
    told: Told,
    /// When the player wants to know how it stands.
    wish: VerdictWish,
    /// The point of the history at which the player asked for the verdict.
    asked_at: Option<PointId>,
    /// What the solver had published when it was last attended to.
    seen: Option<Arc<Snapshot>>,
    /// What a look at the present position shows: made once a change, since it may take a while.
    deadlock: OnceCell<Option<Deadlock>>,
    /// The same at the node where the search stands: made once a node.
    node_deadlock: RefCell<Option<(Arc<Snapshot>, Option<Deadlock>)>>,
    builder: Arc<Builder>,
    tables: Option<TableState>,
}

impl Middle {
    /// At a puzzle, where it was left; `speed` is that of a solution that plays by itself.
    pub fn open(
        named: Named,
        settings: &Settings,
        story: &Story,
        speed: f64,
        waker: &Wake,
        builder: &Arc<Builder>,
    ) -> Self {
        let wake = || {
            let waker = Arc::clone(waker);
            Box::new(move || waker()) as Box<dyn Fn() + Send>
        };
        let session = Session::resumed(named.position.clone(), &story.deeds, story.made);
        let plan = keeping::plan_of(&named, story);
        let mut middle = Middle {
            hand: named.game.hand(settings),
            setter: None,
            set_since: 0,
            shelved: story.shelved.clone(),
            is_unsaved: false,
            standing: OnceCell::new(),
            clock: Clock::default(),
            session,
            desk: Desk::new(plan, wake(), builder.shelf().cloned()),
            referee: Referee::new(wake(), builder.shelf().cloned()),
            message: String::new(),
            marks: MoveMarks { wanted: false, used: story.marked },
            playing: Playing::at(speed),
            tempo: Tempo::default(),
            conduct: None,
            offers_all: false,
            hints: story.hints,
            aside: Aside { hints: story.aside.1, ..Aside::default() },
            hint_marks: Vec::new(),
            looks_at: None,
            hinted: Hinted::default(),
            hint_wish: HintWish::default(),
            told: Told::of(story),
            wish: named.game.profile().verdict,
            asked_at: None,
            seen: None,
            deadlock: OnceCell::new(),
            node_deadlock: RefCell::default(),
            builder: Arc::clone(builder),
            tables: None,
            named,
        };
        middle.recall_times(story);
        middle.recall(story);
        if !middle.is_ready() {
            middle.begin_setting();
        }
        middle.message.extend(middle.named.position.warnings().iter().map(|w| format!(" {w}.")));
        middle.attend();
        middle
    }

    pub fn named(&self) -> &Named {
        &self.named
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Keeps a run that somebody else has made with the earlier ones.
    pub fn file_run(&mut self, record: RunRecord) {
        self.desk.remember(record);
    }

    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// The last thing to tell the player; empty where there is nothing.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// How many hints were asked for.
    pub fn hints(&self) -> u32 {
        self.hints
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.message = text.into();
    }

    /// Behind what was said, which stays to be read.
    fn say_besides(&mut self, words: &str) {
        if !self.message.ends_with(words) {
            format!("{} {words}", self.message).trim_start().clone_into(&mut self.message);
        }
    }

    /// Whether a game has come to its end: a board that is being set up has not, nor one that was solved from the start.
    pub fn is_solved(&self) -> bool {
        self.setter.is_none() && self.session.is_solved() && self.session.made() > self.session.first_of_puzzle()
    }

    fn is_own_solution(&self) -> bool {
        self.session.is_solved() && !self.session.is_helped() && self.session.made() > 0
    }

    /// Whether the puzzle is another one than that of its name.
    pub fn is_edited(&self) -> bool {
        self.session.first_of_puzzle() > 0
    }

    /// Takes in what the solver, the referee and the builder of tables have found. Call it after every wish and wake.
    pub fn attend(&mut self) -> News {
        let snapshot = self.desk.snapshot();
        let same = match (&snapshot, &self.seen) {
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            (None, None) => true,
            _ => false,
        };
        if let (false, Some(snapshot), Some(point)) = (same, &snapshot, self.desk.root_point()) {
            self.referee.hear(point, snapshot, &self.session);
        }
        let seen = std::mem::replace(&mut self.seen, snapshot);
        let ended = self.desk.attend(&mut self.session);
        let has_met = |snapshot: &Snapshot| snapshot.met > 0 && snapshot.breakpoint.is_some();
        let shows_end = ended.is_some() && (self.was_asked() || self.seen.as_deref().is_some_and(has_met));
        let ends_again = ended.is_none() && self.has_come_to_its_end(seen.as_deref());
        if let Some(phase) = ended {
            self.tell_end(phase);
        } else if ends_again {
            self.tell_missed();
        }
        if !same {
            self.attend_conduct();
        }
        let tables = self.attend_tables();
        let judged = self.is_ready() && self.referee.attend(&self.session, self.marks.wanted);
        News { is_new: judged || !same || tables, run_ended: ended.is_some(), shows_end: shows_end || ends_again }
    }

    /// Whether the search has come from where it was seen last to the end that it had reached before.
    fn has_come_to_its_end(&self, seen: Option<&Snapshot>) -> bool {
        let (Some(seen), Some(now)) = (seen, &self.seen) else { return false };
        seen.generation == now.generation && seen.is_alive() && matches!(now.phase, Phase::Done(_))
    }

    /// Waits until the solver is paused or finished, and until Conduct asks or ends: for pictures and tests.
    pub fn settle_solver(&mut self) -> News {
        let mut all = News::default();
        loop {
            let before = self.unasked();
            self.desk.wait_idle();
            let News { is_new, run_ended, shows_end } = self.attend();
            all.is_new |= is_new;
            all.run_ended |= run_ended;
            all.shows_end |= shows_end;
            if before.is_none() || self.unasked().is_none() || self.unasked() == before {
                return all;
            }
        }
    }

    /// Waits until the referee knows what it can: for tests.
    pub fn settle_referee(&mut self) {
        if !self.is_ready() {
            return;
        }
        self.referee.settle(&self.session, self.marks.wanted);
    }

    /// Offers an input to the player's hand.
    pub fn input(&mut self, input: Input, now: Instant) -> Option<Win> {
        if self.setter.is_none() && !self.is_solved() {
            self.clock.touch(now);
        }
        self.looks_at = None;
        let hand = self.setter.as_mut().unwrap_or(&mut self.hand);
        let reply = hand.input(self.session.position(), input);
        if let (Reply::Ignored, Input::Char(c)) = (&reply, input) {
            self.say_unless_won(format!("{c} does nothing here; ? has all keys."));
        }
        self.take_reply(reply, now)
    }

    fn take_reply(&mut self, reply: Reply, now: Instant) -> Option<Win> {
        match reply {
            Reply::Ignored => {}
            Reply::Cursor => self.message.clear(),
            Reply::Say(text) => self.say_unless_won(text),
            Reply::Move(mv) => return self.make(&[mv], now),
            Reply::Moves(moves) => return self.make(&moves, now),
            Reply::Replace(position) => self.put(position, now),
        }
        None
    }

    fn make(&mut self, moves: &[String], now: Instant) -> Option<Win> {
        self.part_from_named();
        self.playing.leave_replay();
        if self.awaits_new_game() {
            self.begin_anew();
        }
        if self.awaits_new_own_game() {
            self.begin_own_anew();
        }
        if let Err(why) = self.session.play(moves) {
            self.say_unless_won(why);
            return None;
        }
        if self.setter.is_none() {
            self.clock.begin(now);
            self.marks.used |= self.marks_moves() && self.marks_tell() && !self.is_edited();
        }
        self.message.clear();
        self.changed(now);
        if self.is_solved() { self.won(now) } else { None }
    }

    /// Brings the board to where a step of the tour begins: with its first moves at the start, and after a step that was
    /// skipped as if it had been done.
    pub fn make_for_tour(&mut self, step: &Step, is_skipped: bool, now: Instant) {
        if is_skipped && self.session.go_back_to(self.session.first_of_puzzle()) {
            self.hand_mut().let_go();
            self.changed(now);
        }
        if self.session.made() == 0 && !step.before.is_empty() {
            self.make(&step.before, now);
        }
        match step.with {
            Some(InHand::Solution) if self.session.solution().is_none() => self.solve(),
            Some(InHand::Search) if self.desk.snapshot().is_none() => self.step(1),
            _ => {}
        }
    }

    /// What the board says to an input. After a win that stays to be read: a key held down goes on asking.
    fn say_unless_won(&mut self, text: String) {
        if !self.is_solved() || self.message.is_empty() {
            self.message = text;
        }
    }

    /// After any change of the position.
    fn changed(&mut self, now: Instant) {
        self.hint_marks.clear();
        self.looks_at = None;
        self.playing.stop();
        self.deadlock = OnceCell::new();
        self.standing = OnceCell::new();
        self.keep_apart(now);
        self.clock.note(self.is_solved(), now);
    }

    pub fn undo(&mut self, now: Instant) {
        if self.is_setting_up() && !self.is_edited() {
            self.message = "Nothing was changed yet.".into();
            return;
        }
        if self.setter.is_none() && self.session.is_replaced_at(self.session.made()) {
            return self.leave_own_board(now);
        }
        self.travel(Session::undo, "Nothing to undo.", now);
    }

    pub fn redo(&mut self, now: Instant) {
        let redo = if self.setter.is_none() { Session::redo_in_play } else { Session::redo };
        self.travel(redo, "Nothing to redo.", now);
    }

    /// Back to the first position; everything can be redone, so the clock goes on. After a win the next move begins a
    /// new game.
    pub fn restart(&mut self, now: Instant) {
        if self.is_setting_up() {
            return self.give_setting_up(now);
        }
        let start = if self.is_edited() {
            format!("This is the start of your board; u goes back to {}.", self.made_from_words())
        } else {
            "This is the start.".into()
        };
        self.playing.leave_replay();
        self.travel(Session::restart, &start, now);
    }

    /// Back to where so many moves were made; everything can be redone.
    pub fn back_to_move(&mut self, moves: usize, now: Instant) {
        let back = |session: &mut Session| {
            let made = session.made();
            while session.moves_made().len() > moves && session.undo() {}
            session.made() < made
        };
        self.travel(back, "", now);
    }

    fn travel(&mut self, step: impl FnOnce(&mut Session) -> bool, otherwise: &str, now: Instant) {
        // What the player had picked belongs to the position that is left now.
        self.hand_mut().let_go();
        if step(&mut self.session) {
            self.message.clear();
            self.changed(now);
            if !self.is_ready() && self.setter.is_none() {
                self.begin_setting();
            }
        } else {
            self.message = otherwise.into();
        }
    }

    /// Whether marks on the cells of moves tell something: not where every empty cell takes several digits.
    pub fn marks_tell(&self) -> bool {
        !self.named.game.has_notes()
    }

    /// Whether the player wants moves marked, also where none are at the moment.
    pub fn wants_move_marks(&self) -> bool {
        self.marks.wanted
    }

    pub fn set_move_marks(&mut self, wanted: bool) {
        self.marks.wanted = wanted;
    }

    /// Whether legal moves are marked.
    pub fn marks_moves(&self) -> bool {
        self.marks.wanted && self.setter.is_none()
    }

    /// Marks legal moves by what is known of them, or no longer.
    pub fn mark_moves(&mut self) {
        if !self.marks_tell() {
            self.message =
                "Every empty cell has moves here: marks would tell nothing. X shows what each can be.".into();
            return;
        }
        self.marks.wanted = !self.marks.wanted;
        let text = if self.marks.wanted {
            "Moves are marked as they become known. It counts as help."
        } else {
            "Move marks off."
        };
        self.message = text.into();
    }

    /// When there is something to do or to show without an input: a step of a playing solution, the clock, a build.
    pub fn next_tick(&self, now: Instant) -> Option<Instant> {
        // The time left runs on between two reports of the builder.
        let build = self.builder.progress().map(|_| now + clock::SECOND);
        [self.playing.due(), self.clock.next_second(now), build].into_iter().flatten().min()
    }

    /// Whether the next move begins a new game, after one that came to its end.
    fn awaits_new_game(&self) -> bool {
        self.told.has_ended && self.session.made() == 0
    }

    /// The same on a board of one's own.
    fn awaits_new_own_game(&self) -> bool {
        let is_at_start = self.session.made() == self.session.first_of_puzzle();
        self.aside.is_puzzles && self.clock.has_won() && is_at_start
    }

    /// What the clock shows: the time of a game that is over is not that of the next one.
    pub fn shown_time(&self, now: Instant) -> Option<std::time::Duration> {
        let is_new = !self.is_replaying() && (self.awaits_new_game() || self.awaits_new_own_game());
        self.elapsed(now).filter(|_| !is_new)
    }

    /// Time since the player's first move.
    pub fn elapsed(&self, now: Instant) -> Option<std::time::Duration> {
        self.clock.elapsed(now)
    }
}

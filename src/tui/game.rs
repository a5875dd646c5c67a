//! The game screen: a session, a player's hand, the solver's desk and the referee, and what keys do to them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::chooser::Chooser;
use super::game_solution::nearest_speed;
use super::game_tables::TableState;
use super::keymap::{Action, Key, Keymap};
use super::prompt::{Answer, Prompt};
use crate::games::view::{Paint, Scene};
use crate::games::{Hand, Input, Reply, Settings};
use crate::search::{Mark, Plan};
use crate::workbench::builder::Builder;
use crate::workbench::desk::Desk;
use crate::workbench::naming::Named;
use crate::workbench::referee::Referee;
use crate::workbench::session::Session;
use crate::workbench::words;
use crate::workbench::worker::Snapshot;

/// Which pane has the arrow keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    Board,
    Solution,
}

/// What the screen asks of the application.
pub enum Request {
    Leave,
    Help,
    Copy(String),
    /// Another numbered puzzle of this game: `PARAMS:NUMBER` or `NUMBER`.
    Deal(String),
}

/// Makes the callbacks that wake the event loop from another thread.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// What a prompt was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asking {
    Step,
    Number,
}

/// What lies over the board until it is answered.
pub(super) enum Popup {
    Prompt(Asking, Prompt),
    Chooser(Chooser),
    Breakpoint,
    /// The next key is the screen's, even if the game wants it.
    Prefix,
}

/// When the player made the first move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clock {
    Unset,
    Since(Instant),
    /// Before the game was left and opened again: what time it took by then is not kept.
    Unknown,
}

pub struct GameScreen {
    pub(super) named: Named,
    pub(super) session: Session,
    pub(super) hand: Box<dyn Hand>,
    pub(super) desk: Desk,
    pub(super) referee: Referee,
    pub(super) pane: Pane,
    /// The last thing to tell the player.
    pub(super) message: String,
    /// Whether the board shows the search's node while there is a search.
    pub(super) watches: bool,
    pub(super) marks_moves: bool,
    pub(super) speed: usize,
    /// When the next step of a playing solution is due.
    pub(super) play_due: Option<Instant>,
    pub(super) popup: Option<Popup>,
    pub(super) hints: u32,
    pub(super) hint_marks: Vec<Mark>,
    /// What is being made in the background, to open when it is there.
    pub(super) making: String,
    clock: Clock,
    ended: Option<Instant>,
    /// The player has solved it since the last start: the clock stands, whatever is done to the board afterwards.
    pub(super) has_won: bool,
    /// Length of the player's own solution, until it is kept.
    pub(super) win: Option<u64>,
    /// From which deed on a solution made the moves; what comes then is not the player's own.
    pub(super) helped_from: Option<usize>,
    /// What the solver had published when the screen was last told of it.
    seen: Option<Arc<Snapshot>>,
    /// Where the board was drawn last, for clicks.
    pub(super) board_area: Rect,
    pub(super) builder: Arc<Builder>,
    /// How the tables stood when the screen was last drawn.
    pub(super) tables: Option<TableState>,
}

impl GameScreen {
    pub fn open(
        named: Named,
        settings: &Settings,
        resume: &[String],
        speed: f64,
        waker: &Waker,
        builder: &Arc<Builder>,
    ) -> Self {
        let wake = || {
            let waker = Arc::clone(waker);
            Box::new(move || waker()) as Box<dyn Fn() + Send>
        };
        let mut session = Session::new(named.position.clone());
        for mv in resume {
            // Progress of an older version may no longer fit; what fits is kept.
            if session.play(std::slice::from_ref(mv)).is_err() {
                break;
            }
        }
        let clock = if session.made() > 0 { Clock::Unknown } else { Clock::Unset };
        let plan = Plan::new(named.position.default_strategy());
        let mut screen = GameScreen {
            hand: named.game.hand(settings),
            session,
            desk: Desk::new(plan, wake()),
            referee: Referee::new(wake()),
            pane: Pane::Board,
            message: String::new(),
            watches: true,
            marks_moves: false,
            speed: nearest_speed(speed),
            play_due: None,
            popup: None,
            hints: 0,
            hint_marks: Vec::new(),
            making: String::new(),
            clock,
            ended: None,
            has_won: false,
            win: None,
            helped_from: None,
            seen: None,
            board_area: Rect::default(),
            builder: Arc::clone(builder),
            tables: None,
            named,
        };
        if !resume.is_empty() {
            let made = words::count(screen.session.made() as u64, "move", "moves");
            screen.message = format!("You are {made} into it; R starts again.");
        }
        screen.message.extend(screen.named.position.warnings().iter().map(|w| format!(" {w}.")));
        screen.attend(Instant::now());
        screen
    }

    /// The player's own moves of an unfinished game, for the progress that is kept.
    pub fn moves_to_keep(&self) -> Vec<String> {
        if self.is_own_solution() || self.is_edited() {
            return Vec::new();
        }
        self.session.moves_until(self.helped_from.unwrap_or(self.session.made()))
    }

    pub(super) fn is_own_solution(&self) -> bool {
        self.session.is_solved() && self.helped_from.is_none() && self.session.made() > 0
    }

    /// Whether the puzzle is another one than that of its name.
    pub(super) fn is_edited(&self) -> bool {
        self.session.first_of_puzzle() > 0
    }

    /// Length of a solution that the player has found since the last call.
    pub fn take_win(&mut self) -> Option<u64> {
        self.win.take()
    }

    /// Takes in what the solver and the referee have found. Returns whether there is anything new to draw.
    pub fn attend(&mut self, now: Instant) -> bool {
        let snapshot = self.desk.snapshot();
        let same = match (&snapshot, &self.seen) {
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            (None, None) => true,
            _ => false,
        };
        if let (false, Some(snapshot), Some(point)) = (same, &snapshot, self.desk.root_point()) {
            self.referee.hear(point, snapshot, &self.session);
        }
        self.seen = snapshot;
        if let Some(phase) = self.desk.attend(&mut self.session) {
            self.tell_end(phase);
        }
        if self.helped_from.is_some_and(|from| self.session.made() <= from) {
            self.helped_from = None;
        }
        match (self.session.is_solved(), self.ended) {
            (true, None) => self.ended = Some(now),
            (false, Some(_)) if !self.has_won => self.ended = None,
            _ => {}
        }
        let tables = self.attend_tables();
        self.referee.attend(&self.session, self.marks_moves) || !same || tables
    }

    pub(super) fn settle_solver(&mut self) {
        self.desk.wait_idle();
        self.attend(Instant::now());
    }

    pub(super) fn settle(&mut self) {
        self.settle_solver();
        self.referee.settle(&self.session, self.marks_moves);
    }

    /// Whether a prompt or a chooser has the keys.
    pub fn has_popup(&self) -> bool {
        self.popup.is_some()
    }

    pub(super) fn prompt(&self) -> Option<&Prompt> {
        match &self.popup {
            Some(Popup::Prompt(_, prompt)) => Some(prompt),
            _ => None,
        }
    }

    pub(super) fn chooser(&self) -> Option<&Chooser> {
        match &self.popup {
            Some(Popup::Chooser(chooser)) => Some(chooser),
            _ => None,
        }
    }

    pub fn key(&mut self, key: Key, keymap: &Keymap, now: Instant) -> Option<Request> {
        let request = match self.popup.take() {
            Some(Popup::Prefix) => {
                self.message.clear();
                keymap.action(key).and_then(|action| self.act(action, now))
            }
            Some(popup) => self.answer_popup(popup, key, keymap),
            None => self.plain_key(key, keymap, now),
        };
        self.attend(now);
        request
    }

    fn plain_key(&mut self, key: Key, keymap: &Keymap, now: Instant) -> Option<Request> {
        let action = keymap.action(key);
        let wanted = key.character().is_some_and(|c| self.is_wanted(c));
        match (action, key.character()) {
            // The prefix is the way to every other key, so no game can take it.
            (Some(Action::Prefix), _) => return self.act(Action::Prefix, now),
            // One Esc too many must not cost a search of an hour.
            (Some(Action::Back), None) if self.shows_search() => {
                self.watches = false;
                self.message = "Your own board. v watches the search again; Esc leaves it.".into();
            }
            (_, Some(c)) if wanted => self.give(Input::Char(c), now),
            (Some(action), _) => return self.act(action, now),
            (None, Some(c)) => self.give(Input::Char(c), now),
            (None, None) => {
                if let Some(input) = editing_input(key) {
                    self.give(input, now);
                }
            }
        }
        None
    }

    /// Whether the game takes this character before the screen does. Not while the board is the search's: then the
    /// keys are the solver's.
    pub(super) fn is_wanted(&self, c: char) -> bool {
        !self.shows_search() && self.hand.wants(c)
    }

    fn answer_popup(&mut self, popup: Popup, key: Key, keymap: &Keymap) -> Option<Request> {
        match popup {
            Popup::Prefix => {}
            Popup::Breakpoint => self.run_to(key),
            Popup::Prompt(asking, mut prompt) => match prompt.key(key) {
                Answer::More => self.popup = Some(Popup::Prompt(asking, prompt)),
                Answer::Given(text) => return self.asked(asking, text.trim()),
                Answer::Dropped => {}
            },
            Popup::Chooser(mut chooser) => {
                let stays = chooser.key(key, keymap);
                self.after_chooser(chooser, stays);
            }
        }
        None
    }

    fn asked(&mut self, asking: Asking, text: &str) -> Option<Request> {
        match (asking, text.parse::<usize>()) {
            (Asking::Number, _) => return Some(Request::Deal(text.to_owned())),
            (Asking::Step, Ok(step)) => self.walk(|session| session.solution_jump(step)),
            (Asking::Step, Err(_)) => self.message = format!("\"{text}\" is no step number."),
        }
        None
    }

    /// Offers an input to the player's hand.
    fn give(&mut self, input: Input, now: Instant) {
        if self.shows_search() {
            // Whoever plays wants to see the own board.
            self.watches = false;
        }
        self.pane = Pane::Board;
        let reply = self.hand.input(self.session.position(), input);
        self.take_reply(reply, now);
    }

    pub(super) fn take_reply(&mut self, reply: Reply, now: Instant) {
        match reply {
            Reply::Ignored => {}
            Reply::Cursor => self.message.clear(),
            Reply::Say(text) => self.message = text,
            Reply::Move(mv) => self.make(&[mv], now),
            Reply::Moves(moves) => self.make(&moves, now),
            Reply::Replace(position) => {
                self.session.replace(position);
                self.message.clear();
                self.changed();
            }
        }
    }

    fn make(&mut self, moves: &[String], now: Instant) {
        match self.session.play(moves) {
            Ok(()) => {
                if self.clock == Clock::Unset {
                    self.clock = Clock::Since(now);
                }
                self.message.clear();
                self.changed();
                if self.session.is_solved() {
                    self.won();
                }
            }
            Err(why) => self.message = why,
        }
    }

    /// After any change of the position.
    pub(super) fn changed(&mut self) {
        self.hints = 0;
        self.hint_marks.clear();
        self.play_due = None;
        self.watches = self.watches && self.desk.is_alive();
    }

    pub fn act(&mut self, action: Action, now: Instant) -> Option<Request> {
        match action {
            Action::Back => return self.back(now),
            Action::Help => return Some(Request::Help),
            Action::CopyPuzzle => {
                self.message = "Copied the puzzle.".into();
                return Some(Request::Copy(self.session.position().whole_line()));
            }
            Action::CopySolution => return self.copy_solution(),
            Action::New => return Some(Request::Deal(self.random_deal())),
            Action::Number => {
                let hint = self.named.game.profile().names.first().map_or("", |(form, _)| form);
                let label = format!("Number ({hint}): ");
                self.popup = Some(Popup::Prompt(Asking::Number, Prompt::new(label)));
            }
            Action::Solve
            | Action::Pause
            | Action::Step
            | Action::StepMany
            | Action::RunTo
            | Action::Cancel
            | Action::Watch => self.drive(action, now),
            Action::Strategy => {
                let chooser = Chooser::new(self.named.game, &self.desk);
                self.popup = Some(Popup::Chooser(chooser));
            }
            Action::Toggle(n) => self.toggle(n as usize),
            Action::Tables => self.build_tables(),
            Action::WeightUp => self.weigh(1.0),
            Action::WeightDown => self.weigh(-1.0),
            Action::Prefix => {
                self.popup = Some(Popup::Prefix);
                self.message = "The next key is the screen's: a digit toggles a heuristic, g jumps, …".into();
            }
            Action::Undo => self.travel(Session::undo, "Nothing to undo."),
            Action::Redo => self.travel(Session::redo, "Nothing to redo."),
            Action::Restart => {
                self.travel(Session::restart, "This is the start.");
                (self.clock, self.ended, self.has_won) = (Clock::Unset, None, false);
            }
            Action::Hint => self.hint(now),
            Action::MoveMarks => {
                self.marks_moves = !self.marks_moves;
                let text = if self.marks_moves { "Moves are marked as they become known." } else { "Move marks off." };
                self.message = text.into();
            }
            _ => self.act_on_pane(action, now),
        }
        None
    }

    /// Arrows and the keys of the solution.
    fn act_on_pane(&mut self, action: Action, now: Instant) {
        match action {
            Action::NextPane => {
                self.pane = if self.pane == Pane::Board { Pane::Solution } else { Pane::Board };
                if self.pane == Pane::Solution && self.session.solution().is_none() {
                    self.pane = Pane::Board;
                    self.give(Input::Tab, now);
                }
            }
            Action::SolutionBack => self.walk(Session::solution_back),
            Action::SolutionForward => self.walk(Session::solution_forward),
            Action::SolutionFirst => self.walk(|session| session.solution_jump(0)),
            Action::SolutionLast => self.walk(|session| session.solution_jump(usize::MAX)),
            Action::Jump => match self.session.solution() {
                Some(moves) => {
                    let label = format!("Step (0 to {}): ", moves.len());
                    self.popup = Some(Popup::Prompt(Asking::Step, Prompt::new(label)));
                }
                None => self.message = self.no_solution_words(),
            },
            Action::Slower => self.set_speed(self.speed.saturating_sub(1)),
            Action::Faster => self.set_speed(self.speed + 1),
            _ if self.pane == Pane::Solution => self.act_on_solution(action),
            _ => {
                if let Some(input) = board_input(action) {
                    self.give(input, now);
                }
            }
        }
    }

    fn back(&mut self, now: Instant) -> Option<Request> {
        if self.play_due.take().is_some() {
            return None;
        }
        if self.hand.is_busy() {
            self.give(Input::Cancel, now);
            return None;
        }
        Some(Request::Leave)
    }

    /// What the player had picked belongs to the position that is left now.
    pub(super) fn drop_selection(&mut self) {
        self.hand.let_go();
    }

    fn travel(&mut self, step: impl FnOnce(&mut Session) -> bool, otherwise: &str) {
        self.watches = false;
        self.drop_selection();
        if step(&mut self.session) {
            self.message.clear();
            self.changed();
        } else {
            self.message = otherwise.into();
        }
    }

    /// A click on the board.
    pub fn click(&mut self, x: u16, y: u16, alternative: bool, paint: &Paint, now: Instant) {
        if self.popup.is_some() {
            self.popup = None;
            return;
        }
        if self.shows_search() {
            // The click was on the search's board; the next one is on the player's own.
            self.watches = false;
            return;
        }
        let marks = self.hand.marks(self.session.position());
        let cursor = self.hand.cursor(self.session.position());
        let scene = Scene { position: self.session.position(), marks: &marks, cursor, paint };
        if let Some(cell) = self.named.game.view().hit(&scene, self.board_area, x, y) {
            self.give(if alternative { Input::AltClick(cell) } else { Input::Click(cell) }, now);
            self.attend(now);
        }
    }

    /// When the screen wants to be woken for the next step of a playing solution or of the clock.
    pub fn next_tick(&self, now: Instant) -> Option<Instant> {
        let clock = self.elapsed(now).filter(|_| self.ended.is_none()).map(|elapsed| {
            let past = Duration::from_nanos(u64::from(elapsed.subsec_nanos()));
            now + (Duration::from_secs(1).saturating_sub(past))
        });
        // The time left runs on between two reports of the builder.
        let build = self.builder.progress().map(|_| now + Duration::from_secs(1));
        [self.play_due, clock, build].into_iter().flatten().min()
    }

    pub fn tick(&mut self, now: Instant) {
        self.play_on(now);
        self.attend(now);
    }

    /// Time since the player's first move.
    pub(super) fn elapsed(&self, now: Instant) -> Option<Duration> {
        let Clock::Since(start) = self.clock else { return None };
        Some(self.ended.unwrap_or(now).saturating_duration_since(start))
    }
}

fn board_input(action: Action) -> Option<Input> {
    Some(match action {
        Action::Up => Input::Up,
        Action::Down => Input::Down,
        Action::Left => Input::Left,
        Action::Right => Input::Right,
        Action::Home => Input::Home,
        Action::End => Input::End,
        Action::PageUp => Input::PageUp,
        Action::PageDown => Input::PageDown,
        Action::Pick => Input::Pick,
        _ => return None,
    })
}

fn editing_input(key: Key) -> Option<Input> {
    use ratatui::crossterm::event::KeyCode;
    match key.code() {
        KeyCode::Backspace => Some(Input::Backspace),
        KeyCode::Delete => Some(Input::Delete),
        KeyCode::Tab => Some(Input::Tab),
        _ => None,
    }
}

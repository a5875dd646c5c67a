//! The game screen: panes and popups over a middle, and which of its wishes a key means.

use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::chooser::Chooser;
use super::game_popup::{Asking, Popup};
use super::game_tree::TreeScreen;
use super::game_xray::XrayScreen;
use super::glance::Glance;
use super::keymap::{Action, Key, Keymap, Place};
use super::prompt::Prompt;
use super::rooms::PaneWish;
use super::time_line::TimeLine;
use crate::games::view::{Paint, Scene};
use crate::games::{Input, Position};
use crate::search::{Cell, Mark};
use crate::workbench::middle::{Middle, News, Stride, Win};
use crate::workbench::progress::Record;
use crate::workbench::worker::Breakpoint;

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
    /// What the signs mean.
    Legend,
    Copy(String),
    /// A new puzzle, like this one to begin with.
    New,
    /// A puzzle by its name.
    Name,
    /// A race from the position on the board.
    Race,
    /// The list of earlier runs.
    Runs,
    /// The player has solved the puzzle.
    Keep(Win),
    /// The next puzzle of the pack.
    Next,
    Statistics,
    /// The puzzle into a pack of one's own under this name, or into a file.
    Save(String),
    /// What a puzzle to be saved is called.
    AskSave,
}

/// Said where one comes back to it from the search's.
pub(super) const OWN_BOARD: &str = "Your own board. Now the keys play on it; v shows the search again.";

/// An Enter so soon behind a move was pressed out of habit, or once too often, and not at what the move has brought about.
const HABIT: Duration = Duration::from_millis(600);

/// A middle on a screen: which pane has the keys, what lies over the board, and whose board it is.
pub struct GameScreen {
    pub(super) middle: Middle,
    pub(super) pane: Pane,
    /// Whether the board shows the search's node while there is a search.
    pub(super) watches: bool,
    /// Whether it does after the search is over, too.
    pub(super) looks_back: bool,
    /// What the search was last told to go to.
    pub(super) last_breakpoint: Option<Breakpoint>,
    pub(super) time_line: TimeLine,
    pub(super) tree: TreeScreen,
    pub(super) xray: XrayScreen,
    pub(super) pane_wish: PaneWish,
    pub(super) popup: Option<Popup>,
    /// What the player has reached in this puzzle so far.
    pub(super) own_best: Option<Record>,
    /// What is being made in the background, to open when it is there.
    pub(super) making: String,
    pub(super) drawn: Drawn,
    /// When the last key made a move; none where it did something else.
    moved: Option<Instant>,
    /// When Enter is heard again, where it was passed over when the screen was drawn last: then it is not named.
    pub(super) enter_waits: Option<Instant>,
    /// Where the player looks on the board of the search.
    pub(super) glance: Option<Glance>,
    /// The cell that the player looks at, away from the cursor, on a board that is larger than its pane.
    pub(super) looked: Option<Cell>,
}

/// How the screen was drawn last.
#[derive(Default)]
pub(super) struct Drawn {
    pub board: Rect,
    /// Whether the board was larger than that.
    pub is_cut: bool,
    /// The solver pane; empty where it was not drawn.
    pub solver: Rect,
    pub keys: Rect,
    /// Whether the window is too narrow for most keys.
    pub is_narrow: bool,
    /// Whether the end of the game is told in a pane of its own.
    pub has_end_pane: bool,
}

impl GameScreen {
    pub fn new(middle: Middle) -> Self {
        GameScreen {
            middle,
            pane: Pane::Board,
            watches: true,
            looks_back: false,
            last_breakpoint: None,
            time_line: TimeLine::default(),
            tree: TreeScreen::default(),
            xray: XrayScreen::default(),
            pane_wish: PaneWish::default(),
            popup: None,
            own_best: None,
            making: String::new(),
            drawn: Drawn::default(),
            moved: None,
            enter_waits: None,
            glance: None,
            looked: None,
        }
    }

    /// Takes in what the solver and the referee have found. Returns whether there is anything new to draw.
    pub fn attend(&mut self) -> bool {
        let news = self.middle.attend();
        self.take(news)
    }

    fn take(&mut self, news: News) -> bool {
        if news.run_ended {
            // The arrows are the solution's where the player can walk along it, and the board's elsewhere.
            let walks = self.middle.session().next_of_solution().is_some();
            self.pane = if walks { Pane::Solution } else { Pane::Board };
        }
        self.looks_back |= news.shows_end;
        news.is_new
    }

    pub(super) fn settle_solver(&mut self) {
        let news = self.middle.settle_solver();
        self.take(news);
    }

    pub(super) fn settle(&mut self) {
        self.settle_solver();
        self.middle.settle_referee();
    }

    /// Whether the board shows the search's node in place of the player's position.
    pub(super) fn shows_search(&self) -> bool {
        // Whoever looks at the tree of a search looks at the search.
        let has_tree = self.tree.is_open && self.middle.desk().root().is_some();
        self.watches && (self.looks_back || has_tree || self.middle.is_searching())
    }

    /// What stands on the board now, and its marks.
    pub(super) fn board(&self) -> (Box<dyn Position>, Vec<Mark>) {
        if let Some(card) = self.chosen() {
            return self.middle.node_board(&card);
        }
        let search = if self.shows_search() { self.middle.search_board() } else { None };
        let search = search.map(|(position, mut marks)| {
            marks.extend(self.glance.as_ref().and_then(|glance| glance.mark(&*position)));
            (position, marks)
        });
        search.unwrap_or_else(|| {
            let marks = self.middle.own_marks(self.pane == Pane::Board);
            (self.middle.own_board(), marks)
        })
    }

    /// The cell of one's own board that is to be seen in any case: where the solution stands while one walks along it.
    pub(super) fn focus(&self) -> Option<Cell> {
        let walks = self.pane == Pane::Solution && self.middle.session().solution_step().is_some();
        let changed = || {
            let session = self.middle.session();
            session.before().and_then(|before| session.position().changed(&*before).pop())
        };
        walks.then(changed).flatten().or_else(|| self.middle.focus())
    }

    /// Whether this is an Enter right behind a move: neither the end of a game nor a step of the tour is left by it.
    pub fn is_habit(&self, key: Key, keymap: &Keymap, now: Instant) -> bool {
        keymap.action(key) == Some(Action::Pick) && self.enter_again(now).is_some()
    }

    /// When Enter is heard again that is passed over now.
    pub(super) fn enter_again(&self, now: Instant) -> Option<Instant> {
        self.moved.map(|moved| moved + HABIT).filter(|&again| now < again)
    }

    pub fn key(&mut self, key: Key, keymap: &Keymap, now: Instant) -> Option<Request> {
        if self.middle.is_solved() && self.is_habit(key, keymap, now) {
            return None;
        }
        self.moved = None;
        let request = match self.popup.take() {
            Some(Popup::Prefix) => {
                self.middle.say("");
                // Esc calls it off, as the key line says.
                keymap.action(key).filter(|action| *action != Action::Back).and_then(|action| self.act(action, now))
            }
            Some(popup) => self.answer_popup(popup, key, keymap, now),
            None => self.plain_key(key, keymap, now),
        };
        self.attend();
        request
    }

    /// An action that was clicked: it goes before whatever lies over the board.
    pub fn clicked(&mut self, action: Action, now: Instant) -> Option<Request> {
        self.popup = None;
        let request = self.act(action, now);
        self.attend();
        request
    }

    fn plain_key(&mut self, key: Key, keymap: &Keymap, now: Instant) -> Option<Request> {
        let action = keymap.action(key);
        let wanted = key.character().is_some_and(|c| self.is_wanted(c));
        if self.answers(key) {
            return None;
        }
        match (action, key.character()) {
            // The prefix is the way to every other key, so no game can take it.
            (Some(Action::Prefix), _) => self.act(Action::Prefix, now),
            (_, Some(c)) if wanted => self.give(Input::Char(c), now),
            (Some(action), _) if keymap.place(action) == Place::Browser => {
                let leave = self.key_of(Action::Leave, keymap);
                self.middle.say(format!("{key} is a key of the list of puzzles; {leave} leads there."));
                None
            }
            (Some(action), Some(c)) if action.is_of_tree() && !self.tree.is_open => self.give(Input::Char(c), now),
            (Some(action), _) => self.act(action, now),
            (None, Some(c)) => self.give(Input::Char(c), now),
            (None, None) => editing_input(key).and_then(|input| self.give(input, now)),
        }
    }

    /// Whether the game takes this character before the screen does. Not while the board is the search's: then the
    /// keys are the solver's.
    pub(super) fn is_wanted(&self, c: char) -> bool {
        !self.shows_search() && !self.tree.is_open && self.middle.hand().wants(c)
    }

    /// Offers an input to the player's hand.
    fn give(&mut self, input: Input, now: Instant) -> Option<Request> {
        if self.shows_search() && self.middle.question().is_some() {
            // A question is not lost by a key that was meant for an answer.
            self.middle.say("A digit answers; C ends Conduct with the tally.");
            return None;
        }
        if self.shows_search() {
            self.turn_to_own_board();
            return None;
        }
        self.pane = Pane::Board;
        self.looked = None;
        let before = self.middle.session().made();
        let win = self.middle.input(input, now);
        self.moved = (self.middle.session().made() > before).then_some(now);
        win.map(Request::Keep)
    }

    /// Nobody plays on a board that is not seen: a key that would comes to it first.
    pub(super) fn turn_to_own_board(&mut self) {
        self.watches = false;
        self.middle.say(OWN_BOARD);
    }

    pub fn act(&mut self, action: Action, now: Instant) -> Option<Request> {
        if self.look(action) || self.act_on_tree(action, now) {
            return None;
        }
        match action {
            Action::Back => return self.back(now),
            Action::Leave => return Some(Request::Leave),
            Action::Help => return Some(Request::Help),
            Action::Legend => return Some(Request::Legend),
            Action::CopyPuzzle => {
                self.middle.say("Copied the puzzle.");
                return Some(Request::Copy(self.middle.session().position().kept().0));
            }
            Action::CopySolution => return self.copy_solution(),
            Action::New => return Some(Request::New),
            Action::Number => return Some(Request::Name),
            Action::Race => return Some(Request::Race),
            Action::Runs => return Some(Request::Runs),
            Action::Solve
            | Action::Pause
            | Action::Step
            | Action::StepMany
            | Action::RunTo
            | Action::BackTo
            | Action::Conduct
            | Action::Cancel
            | Action::Watch => self.drive(action, now),
            Action::Strategy => {
                let chooser = Chooser::new(self.middle.named().game, self.middle.desk());
                self.popup = Some(Popup::Chooser(chooser));
            }
            Action::Toggle(n) => self.replan(|middle| middle.toggle(n as usize)),
            Action::Tables => self.middle.build_tables(),
            Action::Stages => self.open_stages(),
            Action::Inside => self.open_inside(),
            Action::MostMoves if !self.middle.has_lengths() => {
                self.middle.say("All solutions of this puzzle are of one length: there is no limit to set.");
            }
            Action::MostMoves => {
                let label = self.middle.most_moves_words();
                self.popup = Some(Popup::Prompt(Asking::MostMoves, Prompt::new(label)));
            }
            Action::WeightUp => self.replan(|middle| middle.weigh(1.0)),
            Action::WeightDown => self.replan(|middle| middle.weigh(-1.0)),
            Action::Prefix => {
                self.popup = Some(Popup::Prefix);
                self.middle.say(self.prefix_words());
            }
            Action::SetUp | Action::Save | Action::Size | Action::Empty => return self.act_on_setting(action, now),
            Action::Verdict => self.middle.ask_verdict(),
            Action::HintLevels => self.middle.turn_hints(),
            Action::Statistics => return Some(Request::Statistics),
            Action::Pick if self.middle.is_solved() && !self.shows_search() => return Some(Request::Next),
            Action::Undo | Action::Redo | Action::Restart | Action::Winnable | Action::Finish
                if self.shows_search() =>
            {
                self.turn_to_own_board();
            }
            Action::Undo | Action::Redo | Action::Restart | Action::Hint | Action::Winnable | Action::Finish => {
                self.watches = false;
                match action {
                    Action::Winnable => self.middle.back_to_winnable(now),
                    Action::Finish => return self.middle.finish(now).map(Request::Keep),
                    Action::Undo => self.middle.undo(now),
                    Action::Redo => self.middle.redo(now),
                    Action::Restart => {
                        // Whoever begins again plays: arrows are the board's.
                        self.pane = Pane::Board;
                        self.middle.restart(now);
                    }
                    _ => return self.middle.hint(now).map(Request::Keep),
                }
            }
            Action::SolverPane => self.switch_pane(),
            Action::MoveMarks => self.middle.mark_moves(),
            Action::Tree => self.toggle_tree(),
            Action::Xray => self.toggle_xray(),
            _ => return self.act_on_pane(action, now),
        }
        None
    }

    /// Arrows and the keys of the solution.
    fn act_on_pane(&mut self, action: Action, now: Instant) -> Option<Request> {
        match action {
            Action::NextPane | Action::LastPane => {
                let has_solution = self.middle.solution().is_some();
                match self.pane {
                    Pane::Solution => {
                        // The next step would take the keys back.
                        self.middle.stop_playing();
                        self.pane = Pane::Board;
                    }
                    Pane::Board if has_solution => self.pane = Pane::Solution,
                    Pane::Board => return self.give(Input::Tab, now),
                }
            }
            Action::SolutionBack => self.walk(Stride::Back, now),
            Action::SolutionForward => self.walk(Stride::Forward, now),
            Action::NextSolution => self.turn_to_solution(Middle::next_solution, now),
            Action::PreviousSolution => self.turn_to_solution(Middle::previous_solution, now),
            Action::SolutionFirst if self.shows_search() => self.middle.back_one(),
            Action::SolutionLast if self.shows_search() => self.middle.on_one(),
            Action::Slower if self.shows_search() => self.middle.slower_search(),
            Action::Faster if self.shows_search() => self.middle.faster_search(),
            Action::Jump if self.shows_search() => self.ask_expansion(),
            Action::SolutionFirst => self.walk(Stride::To(0), now),
            Action::SolutionLast => self.walk(Stride::To(usize::MAX), now),
            Action::Jump => match self.middle.solution() {
                Some(moves) => {
                    let label = format!("Step (0 to {}): ", moves.len());
                    self.popup = Some(Popup::Prompt(Asking::Step, Prompt::new(label)));
                }
                None => self.middle.say(self.middle.no_solution_words()),
            },
            Action::Slower => self.middle.slower(),
            Action::Faster => self.middle.faster(),
            _ if self.glances(action) => {}
            _ if self.pane == Pane::Solution => self.act_on_solution(action, now),
            _ => return board_input(action).and_then(|input| self.give(input, now)),
        }
        None
    }

    fn act_on_solution(&mut self, action: Action, now: Instant) {
        let (done, all) = self.middle.session().solution_step().unwrap_or((0, 0));
        match action {
            Action::Left => self.walk(Stride::Back, now),
            Action::Right => self.walk(Stride::Forward, now),
            Action::Up | Action::PageUp => self.walk(Stride::To(done.saturating_sub(10)), now),
            Action::Down | Action::PageDown => self.walk(Stride::To((done + 10).min(all)), now),
            Action::Home => self.walk(Stride::To(0), now),
            Action::End => self.walk(Stride::To(usize::MAX), now),
            Action::Pick => self.pane = Pane::Board,
            _ => {}
        }
    }

    pub(super) fn walk(&mut self, stride: Stride, now: Instant) {
        if self.middle.solution().is_some() {
            self.watches = false;
        }
        if self.middle.walk(stride, now) {
            self.pane = Pane::Solution;
        }
    }

    /// One thing after the other is dismissed, and a search never is.
    fn back(&mut self, now: Instant) -> Option<Request> {
        if self.middle.is_replaying() {
            self.middle.end_replay(now);
            return None;
        }
        if self.middle.stop_playing() {
            return None;
        }
        if self.shows_search() && self.glance.take().is_some() {
            self.middle.say("");
            return None;
        }
        if self.shows_search() {
            self.turn_to_own_board();
            return None;
        }
        if self.middle.hand().is_busy() {
            return self.give(Input::Cancel, now);
        }
        if self.xray.is_on {
            self.toggle_xray();
            return None;
        }
        if self.middle.is_setting_up() {
            self.middle.leave_setting(now);
            return None;
        }
        if self.middle.has_unfinished_search() {
            let [stop, leave] = ['c', 'q'].map(|key| self.middle.press(key));
            self.middle.say(format!("A search is under way: {stop} stops it, {leave} leaves the puzzle."));
            return None;
        }
        Some(Request::Leave)
    }

    /// A click on the board.
    pub fn click(&mut self, x: u16, y: u16, alternative: bool, paint: &Paint, now: Instant) -> Option<Request> {
        if self.popup.take().is_some() {
            return None;
        }
        if self.shows_search() {
            // The click was on the search's board; the next one is on the player's own.
            self.turn_to_own_board();
            return None;
        }
        let position = self.middle.session().position();
        let (marks, cursor) = (self.middle.hand().marks(position), self.focus());
        let scene = Scene { position, marks: &marks, cursor, looked: self.looked, paint };
        let cell = self.middle.named().game.view().hit(&scene, self.drawn.board, x, y)?;
        let request = self.give(if alternative { Input::AltClick(cell) } else { Input::Click(cell) }, now);
        self.attend();
        request
    }

    /// When the screen wants to be woken for the next step of a playing solution or of the clock.
    pub fn next_tick(&self, now: Instant) -> Option<Instant> {
        // What Enter does is named as soon as it does it.
        self.middle.next_tick(now).into_iter().chain(self.enter_waits).min()
    }

    pub fn tick(&mut self, now: Instant) {
        if self.middle.play_on(now) {
            (self.watches, self.pane, self.looked) = (false, Pane::Solution, None);
        }
        self.attend();
    }
}

pub(super) fn board_input(action: Action) -> Option<Input> {
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
    use crossterm::event::KeyCode;
    match key.code() {
        KeyCode::Backspace => Some(Input::Backspace),
        KeyCode::Delete => Some(Input::Delete),
        KeyCode::Tab => Some(Input::Tab),
        _ => None,
    }
}

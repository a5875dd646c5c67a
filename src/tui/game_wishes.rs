//! What a player asks of the game screen beside playing: a copy, another puzzle, one of one's own.

use std::time::Instant;

use super::game::{GameScreen, Request};
use super::game_popup::{Asking, Popup};
use super::keymap::Action;
use super::prompt::Prompt;
use crate::games::Deal;
use crate::workbench::words;

const SAVE_AS: &str = "Save as (a name, or ./FILE.txt): ";

impl GameScreen {
    pub(super) fn copy_solution(&mut self) -> Option<Request> {
        match self.middle.solution() {
            Some(moves) => {
                let text = moves.join(" ");
                self.middle.say(format!("Copied {}.", words::count(moves.len() as u64, "move", "moves")));
                Some(Request::Copy(text))
            }
            None => {
                self.middle.say(self.middle.no_solution_words());
                None
            }
        }
    }

    /// What is asked of a board that is set up, or is to be.
    pub(super) fn act_on_setting(&mut self, action: Action, now: Instant) -> Option<Request> {
        self.watches = false;
        match (action, self.middle.sizes()) {
            (Action::SetUp, _) => {
                while self.tree.is_open {
                    self.toggle_tree();
                }
                self.middle.set_up(now);
                (self.pane, self.xray.is_on) = (super::game::Pane::Board, false);
            }
            (Action::Save, _) => return self.middle.must_be_ready().then_some(Request::AskSave),
            (Action::Size, Some(sizes)) => {
                self.popup = Some(Popup::Prompt(Asking::Size, Prompt::new(format!("Size ({sizes}): "))));
            }
            (Action::Size, None) => self.middle.say("The size stays while a board is set up; n makes other puzzles."),
            _ => self.middle.empty_board(None, now),
        }
        None
    }

    /// Asks for a name, and proposes one.
    pub(super) fn ask_save(&mut self, proposed: String) {
        self.popup = Some(Popup::Prompt(Asking::Save, Prompt::proposing(SAVE_AS.into(), proposed)));
    }

    /// Asks again for a name that is refused, and says why.
    pub(super) fn ask_save_again(&mut self, refused: &str, why: String) {
        let prompt = Prompt::new(SAVE_AS.into()).refused(refused.into(), why);
        self.popup = Some(Popup::Prompt(Asking::Save, prompt));
    }

    /// The parameters of puzzles like this one: those that its name asks for, else what the position can tell.
    pub(super) fn params_like_this(&self) -> String {
        let named = self.middle.named().name.parse::<Deal>().ok().map(|deal| deal.params().to_owned());
        let named = named.filter(|params| !params.is_empty());
        named.or_else(|| self.middle.session().position().params()).unwrap_or_default()
    }

    /// The number in the name of this puzzle.
    pub(super) fn number_here(&self) -> Option<u64> {
        self.middle.named().name.parse::<Deal>().ok().and_then(|deal| deal.number())
    }
}

//! The keys that matter on the game screen, here and now.

use super::game::{GameScreen, Pane};
use super::game_popup::Popup;
use super::key_line::KeyItem;
use super::keymap::{Action, Keymap};
use crate::workbench::middle::TableState;
use crate::workbench::toggles::{toggle_digit, toggle_keys, toggle_numbers, toggles_in_order};

/// Four keys that are the arrows with shift are named together.
fn look_item(keymap: &Keymap) -> KeyItem {
    let keys = [Action::LookLeft, Action::LookRight, Action::LookUp, Action::LookDown].map(|look| keymap.key(look));
    let arrows = ["left", "right", "up", "down"].map(|arrow| format!("shift-{arrow}"));
    KeyItem::words(&if keys == arrows { "shift-arrows".to_owned() } else { keys.join(" ") }, "look around")
}

/// More columns than the second of a game's keys is worth in a line.
const LONG_HINT: u16 = 30;
/// Of what makes a move with how one chooses it, in a narrow window.
const SHORT_HINT: u16 = 19;

impl GameScreen {
    pub(super) fn key_items(&self, keymap: &Keymap) -> Vec<KeyItem> {
        if let Some(popup) = &self.popup {
            return self.popup_items(popup, keymap);
        }
        let snapshot = self.middle.desk().snapshot();
        let mut items = match snapshot {
            _ if self.middle.is_conducting() && self.shows_search() => self.conduct_items(keymap),
            snapshot if self.tree.is_open => self.tree_items(snapshot.as_deref(), keymap),
            _ if self.middle.is_setting_up() && !self.shows_search() => self.setting_items(keymap),
            Some(snapshot) if snapshot.is_alive() => self.search_items(snapshot.is_running(), keymap),
            _ if self.shows_search() => self.past_items(keymap),
            _ if self.pane == Pane::Solution && !self.middle.is_solved() => self.solution_items(keymap),
            _ if self.middle.is_solved() => self.end_items(keymap),
            _ => self.play_items(keymap),
        };
        if self.drawn.is_cut {
            items.push(look_item(keymap).rank(5));
        }
        items.push(KeyItem::of(keymap, Action::Help, "help").always());
        // From setting up esc leads back, and one leaves from there.
        if !self.middle.is_setting_up() {
            items.push(self.item(keymap, Action::Leave, "leave").always());
        }
        items
    }

    /// Whoever sets up has many keys, and may see them all where the board, seen whole in so many rows, needs none of theirs.
    pub(super) fn most_key_rows(&self, height: u16, board: u16) -> u16 {
        /// The headline, the frame of the board, the line in it, a line of what is said.
        const OTHERS: u16 = 5;
        match height {
            _ if !self.middle.is_setting_up() || self.shows_search() => 1,
            0..20 if board + OTHERS + 3 > height => 2,
            _ => 3,
        }
    }

    /// The key of an action, behind the prefix where the game takes it for itself.
    pub(super) fn key_of(&self, action: Action, keymap: &Keymap) -> String {
        let key = keymap.key(action);
        let mut chars = key.chars();
        let taken = matches!((chars.next(), chars.next()), (Some(c), None) if self.is_wanted(c));
        if taken { format!("{} {key}", keymap.key(Action::Prefix)) } else { key }
    }

    pub(super) fn item(&self, keymap: &Keymap, action: Action, does: &str) -> KeyItem {
        KeyItem::written(self.key_of(action, keymap), action, does)
    }

    fn play_items(&self, keymap: &Keymap) -> Vec<KeyItem> {
        let item = |action, does: &str| self.item(keymap, action, does);
        let hints = self.hand_keys();
        let mut items: Vec<KeyItem> = hints.into_iter().take(3).collect();
        // What makes a move is never left out; what is long gives way to several others.
        for (n, hint) in items.iter_mut().enumerate() {
            let rank = match n {
                0 => 0,
                1 if hint.width() <= LONG_HINT => 6,
                _ => 12,
            };
            *hint = hint.clone().rank(rank);
        }
        if self.middle.is_lost_by_a_move() {
            items.push(item(Action::Winnable, "back to winnable").rank(1));
        }
        if self.middle.can_finish() {
            items.push(item(Action::Finish, "finish").rank(1));
        }
        items.push(item(Action::Undo, "undo").rank(2));
        if self.middle.session().can_redo() {
            items.push(item(Action::Redo, "redo").rank(5));
        }
        items.extend([
            item(Action::Hint, "hint").rank(3),
            item(Action::Solve, "solve").rank(4),
            item(Action::Step, "step").rank(7),
            item(Action::New, "new").rank(9),
        ]);
        if self.middle.solution().is_some() {
            let walk = [Action::SolutionBack, Action::SolutionForward];
            items.push(KeyItem::several(keymap, &walk, "solution").rank(5));
        }
        items.extend(self.plan_items(keymap));
        items.extend(self.further_items(keymap));
        items
    }

    /// The game's own keys. A narrow window names the arrows that choose and what makes a move in one.
    fn hand_keys(&self) -> Vec<KeyItem> {
        let hints = self.middle.hand().keys();
        let items = hints.iter().map(KeyItem::hint);
        match hints.as_slice() {
            [makes, chooses, ..] if self.drawn.is_narrow && chooses.does == "choose" => {
                let both = KeyItem::words(&format!("{} {}", chooses.keys, makes.keys), makes.does);
                if both.width() <= SHORT_HINT {
                    return std::iter::once(both).chain(items.skip(2)).collect();
                }
                items.collect()
            }
            _ => items.collect(),
        }
    }

    /// What a wide window names besides. The strategy and its toggles come after it: the solver pane has their keys too.
    fn further_items(&self, keymap: &Keymap) -> impl Iterator<Item = KeyItem> {
        let sets_up = self.middle.named().game.workshop().map(|_| (Action::SetUp, "set up"));
        let first = sets_up.into_iter().chain([(Action::Statistics, "statistics")]).map(|named| (named, 10));
        let others = [
            (Action::MoveMarks, "mark moves"),
            (Action::Xray, "x-ray"),
            (Action::Race, "race"),
            (Action::Legend, "signs"),
            (Action::Theme, "theme"),
        ];
        let others = others.into_iter().filter(|(action, _)| *action != Action::MoveMarks || self.middle.marks_tell());
        let all: Vec<_> = first.chain(others.map(|named| (named, 15))).collect();
        all.into_iter().map(|((action, does), rank)| self.item(keymap, action, does).rank(rank))
    }

    /// While a board is being set up.
    fn setting_items(&self, keymap: &Keymap) -> Vec<KeyItem> {
        let item = |action, does: &str| self.item(keymap, action, does);
        let mut items: Vec<KeyItem> = self.middle.hand().keys().iter().map(KeyItem::hint).collect();
        for (n, hint) in items.iter_mut().enumerate() {
            // What sets up comes before what is the same in every game.
            let rank = match n {
                0 => 1,
                1..=5 => 2,
                _ => 5,
            };
            *hint = hint.clone().rank(rank);
        }
        items.extend([
            KeyItem::several(keymap, &[Action::Undo, Action::Redo], "undo redo").rank(4),
            item(Action::SetUp, "play it").rank(1),
            item(Action::Restart, "give up").rank(1),
            item(Action::Back, "back").rank(1),
            item(Action::Save, "save").rank(6),
            item(Action::Empty, self.middle.bare_word()).rank(7),
        ]);
        items.extend(self.middle.sizes().map(|_| item(Action::Size, "size").rank(3)));
        items.push(item(Action::Solve, "solve").rank(8));
        items
    }

    /// What the solver will do, and its tables.
    fn plan_items(&self, keymap: &Keymap) -> Vec<KeyItem> {
        let mut items = vec![self.item(keymap, Action::Strategy, "strategy").rank(13)];
        let toggles = toggle_keys(&toggle_numbers(self.middle.desk().plan.strategy));
        if !toggles.is_empty() {
            let prefix = if self.toggles_need_prefix() { keymap.key(Action::Prefix) + " " } else { String::new() };
            items.push(KeyItem::told(&(prefix + &toggles), "toggle").rank(14));
        }
        if self.middle.tables().is_some_and(|tables| *tables != TableState::Ready) {
            items.push(self.item(keymap, Action::Tables, "tables").rank(14));
        }
        items
    }

    /// While the student is asked what comes next.
    fn conduct_items(&self, keymap: &Keymap) -> Vec<KeyItem> {
        let answers = self.middle.question().map_or(0, |question| question.choices.len());
        let numbers: Vec<String> = (1..=answers).map(|n| n.to_string()).collect();
        let mut items = Vec::new();
        if answers > 0 {
            items.push(KeyItem::words(&numbers.join(" "), "answer").rank(1));
        }
        items.push(self.item(keymap, Action::Conduct, "end and tally").rank(1));
        items
    }

    fn search_items(&self, is_running: bool, keymap: &Keymap) -> Vec<KeyItem> {
        let item = |action, does: &str| self.item(keymap, action, does);
        let mut items = vec![
            item(Action::Pause, if is_running { "pause" } else { "go on" }).rank(1),
            item(Action::Step, "step").rank(1),
            item(Action::RunTo, "run to").rank(3),
            item(Action::Cancel, "stop").rank(2),
        ];
        if self.shows_search() {
            let times = [Action::SolutionFirst, Action::SolutionLast];
            items.push(KeyItem::several(keymap, &times, "back, on").rank(4));
            items.push(KeyItem::several(keymap, &[Action::Slower, Action::Faster], "tempo").rank(8));
            items.extend([
                item(Action::Tree, "tree").rank(6),
                item(Action::Xray, "x-ray").rank(7),
                item(Action::Conduct, "conduct").rank(9),
            ]);
        }
        let own = if self.shows_search() { "own board" } else { "watch" };
        items.push(item(Action::Watch, own).rank(2));
        items.extend(self.plan_items(keymap));
        items
    }

    /// Looking back into a search that is over.
    fn past_items(&self, keymap: &Keymap) -> Vec<KeyItem> {
        let times = [Action::SolutionFirst, Action::SolutionLast];
        vec![
            KeyItem::several(keymap, &times, "back, on").rank(1),
            self.item(keymap, Action::BackTo, "back to a stop").rank(2),
            self.item(keymap, Action::Jump, "go to").rank(3),
            self.item(keymap, Action::Watch, "own board").rank(1),
            self.item(keymap, Action::Tree, "tree").rank(4),
            self.item(keymap, Action::Xray, "x-ray").rank(5),
        ]
    }

    fn solution_items(&self, keymap: &Keymap) -> Vec<KeyItem> {
        let item = |action, does: &str| self.item(keymap, action, does);
        let walk = [Action::SolutionBack, Action::SolutionForward];
        let mut items = vec![
            KeyItem::several(keymap, &walk, "step").rank(1),
            item(Action::Pause, if self.middle.is_playing() { "stop" } else { "play" }).rank(1),
            item(Action::Jump, "go to").rank(4),
            item(Action::NextPane, "board").rank(2),
            item(Action::CopySolution, "copy").rank(3),
            item(Action::Undo, "undo").rank(3),
            item(Action::Watch, "search").rank(4),
            item(Action::New, "new").rank(5),
        ];
        items.extend(self.several_items(keymap));
        items.extend(self.plan_items(keymap));
        items
    }

    /// From one of several solutions to the next.
    fn several_items(&self, keymap: &Keymap) -> Option<KeyItem> {
        let turn = [Action::PreviousSolution, Action::NextSolution];
        self.middle.solution_place().map(|_| KeyItem::several(keymap, &turn, "other solutions").rank(2))
    }

    /// After the last move.
    fn end_items(&self, keymap: &Keymap) -> Vec<KeyItem> {
        let item = |action, does: &str| self.item(keymap, action, does);
        let mut items = vec![
            if self.enter_waits.is_some() { KeyItem::soon("enter", "next") } else { item(Action::Pick, "next") }
                .rank(1),
            item(Action::New, "new").rank(1),
            item(Action::Pause, "replay").rank(2),
            item(Action::Restart, "again").rank(2),
            item(Action::Undo, "undo"),
        ];
        if self.middle.solution().is_some() {
            let walk = [Action::SolutionBack, Action::SolutionForward];
            items.push(KeyItem::several(keymap, &walk, "solution").rank(3));
        }
        items.extend(self.several_items(keymap));
        items.push(item(Action::Strategy, "strategy").rank(8));
        items
    }

    fn popup_items(&self, popup: &Popup, keymap: &Keymap) -> Vec<KeyItem> {
        let esc = KeyItem::press("esc", "no").always();
        match popup {
            Popup::Prompt(..) => vec![KeyItem::press("enter", "take"), esc],
            Popup::Chooser(_) | Popup::Stages(_) | Popup::Leaf(_) => Vec::new(),
            Popup::Breakpoint(way, choices) => {
                let choices = choices.iter().map(|(key, what)| KeyItem::press(key, what));
                let again = self.last_breakpoint.map(|_| KeyItem::of(keymap, way.action(), "again"));
                choices.chain(again).chain([esc]).collect()
            }
            Popup::Cut(_) => {
                let names = (1..).zip(self.middle.cut_names());
                names.map(|(n, name)| KeyItem::press(&n.to_string(), name)).chain([esc]).collect()
            }
            Popup::Prefix => {
                let strategy = self.middle.desk().plan.strategy;
                let numbers = toggle_numbers(strategy);
                let toggles = toggles_in_order(strategy).into_iter().filter_map(|toggle| {
                    let digit = toggle_digit(numbers[toggle]).filter(|_| self.toggles_need_prefix())?.to_string();
                    Some(KeyItem::press(&digit, strategy.toggles[toggle].name).rank(6))
                });
                let others = [("g", "go to", 5), ("b", "run to", 7)];
                let others = others.into_iter().filter(|(key, ..)| key.chars().all(|c| self.is_wanted(c)));
                toggles
                    .chain(others.map(|(key, does, rank)| KeyItem::press(key, does).rank(rank)))
                    .chain([esc])
                    .collect()
            }
        }
    }

    /// What the prefix is for in this game, here and now.
    pub(super) fn prefix_words(&self) -> String {
        let what = match (self.toggles_need_prefix(), self.is_wanted('g')) {
            (true, true) => ": a digit switches a heuristic, g goes to a step",
            (true, false) => ": a digit switches a heuristic",
            _ if self.shows_search() => return "The keys are the search's here: each works without this one.".into(),
            _ if ('!'..='~').any(|c| self.is_wanted(c)) => "",
            _ => return "This game takes no key for itself: each works without this one.".into(),
        };
        format!("Now the key that the game takes for itself{what}.")
    }
}

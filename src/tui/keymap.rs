//! Which key does what. The key line and the help are made from this table, so they cannot drift from the code.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::games::quoted;
use crate::workbench::toggles::toggle_digit;

/// Everything a key can ask of the screen; what a game does with the rest of the keys is its hand's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    Back,
    Leave,
    Quit,
    Suspend,
    Help,
    Theme,
    Charset,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Pick,
    Filter,
    Continue,
    NextPane,
    LastPane,
    Solve,
    Pause,
    Step,
    StepMany,
    RunTo,
    BackTo,
    Conduct,
    Cancel,
    Watch,
    Tree,
    TreeFollow,
    TreeWhole,
    TreeMark,
    TreeNextMark,
    Xray,
    SolutionBack,
    SolutionForward,
    NextSolution,
    PreviousSolution,
    SolutionFirst,
    SolutionLast,
    Jump,
    Slower,
    Faster,
    Undo,
    Redo,
    Restart,
    Hint,
    HintLevels,
    Verdict,
    Winnable,
    Finish,
    SetUp,
    Save,
    Size,
    Empty,
    Statistics,
    Reread,
    MoveMarks,
    New,
    Number,
    Strategy,
    Race,
    Difference,
    Runs,
    WeightUp,
    WeightDown,
    Tables,
    Stages,
    Inside,
    MostMoves,
    SolverPane,
    Legend,
    Prefix,
    CopyPuzzle,
    CopySolution,
    Picture,
    LookUp,
    LookDown,
    LookLeft,
    LookRight,
    /// The toggle of this number.
    Toggle(u8),
}

impl Action {
    /// Whether it means something only while the tree is open.
    pub fn is_of_tree(self) -> bool {
        matches!(self, Action::TreeFollow | Action::TreeWhole | Action::TreeMark | Action::TreeNextMark)
    }

    /// Whether it leads to a node while the tree is open.
    pub fn walks_in_tree(self) -> bool {
        let is_arrow = matches!(self, Action::Up | Action::Down | Action::Left | Action::Right);
        let is_leap = matches!(self, Action::Home | Action::End | Action::PageUp | Action::PageDown);
        is_arrow || is_leap || matches!(self, Action::Pick | Action::TreeFollow | Action::TreeNextMark)
    }

    /// Columns and rows by which it looks further over a board.
    pub fn looks(self) -> Option<(isize, isize)> {
        match self {
            Action::LookUp => Some((0, -1)),
            Action::LookDown => Some((0, 1)),
            Action::LookLeft => Some((-1, 0)),
            Action::LookRight => Some((1, 0)),
            _ => None,
        }
    }
}

/// Where a binding works, and so in which help it is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Everywhere,
    Browser,
    Game,
}

struct Binding {
    action: Action,
    /// Its name in `[keys]` of the configuration.
    name: &'static str,
    keys: &'static [&'static str],
    does: &'static str,
    place: Place,
}

const fn bind(
    action: Action,
    name: &'static str,
    keys: &'static [&'static str],
    does: &'static str,
    place: Place,
) -> Binding {
    Binding { action, name, keys, does, place }
}

use Place::{Browser, Everywhere, Game};

const BINDINGS: &[Binding] = &[
    bind(Action::Up, "up", &["up", "k"], "up", Everywhere),
    bind(Action::Down, "down", &["down", "j"], "down", Everywhere),
    bind(Action::Left, "left", &["left", "h"], "left", Everywhere),
    bind(Action::Right, "right", &["right", "l"], "right", Everywhere),
    bind(Action::PageUp, "page-up", &["pageup"], "a page up", Everywhere),
    bind(Action::PageDown, "page-down", &["pagedown"], "a page down", Everywhere),
    bind(Action::Home, "home", &["home"], "to the first", Everywhere),
    bind(Action::End, "end", &["end"], "to the last", Everywhere),
    bind(Action::Pick, "pick", &["enter"], "open, pick, choose", Everywhere),
    bind(Action::Filter, "filter", &["/"], "filter the list", Browser),
    bind(Action::Continue, "continue", &["G"], "go on with a puzzle that was begun", Browser),
    bind(Action::NextPane, "next-pane", &["tab"], "next game (browser); board or solution", Everywhere),
    bind(Action::LastPane, "last-pane", &["backtab"], "the game before (browser); board or solution", Everywhere),
    bind(Action::Solve, "solve", &["s"], "solve from here", Game),
    bind(Action::Pause, "pause", &["space"], "pause, go on; play the solution", Game),
    bind(Action::Step, "step", &["."], "one expansion", Game),
    bind(Action::StepMany, "step-many", &[":"], "a hundred expansions", Game),
    bind(Action::RunTo, "run-to", &["b"], "run to the next dead end, solution, cut, …; twice: again", Game),
    bind(
        Action::BackTo,
        "back-to",
        &["{"],
        "search: back to the last of these, by whole expansions; twice: again",
        Game,
    ),
    bind(Action::Conduct, "conduct", &["C"], "conduct: say what the search does next, and hear the rule", Game),
    bind(Action::Cancel, "cancel", &["c"], "stop the search", Game),
    bind(Action::Watch, "watch", &["v"], "board: the search's node or yours", Game),
    bind(Action::Tree, "tree", &["T"], "the tree of the search", Game),
    bind(Action::TreeFollow, "tree-follow", &["f"], "tree: follow the search, or stay at a node", Game),
    bind(Action::TreeWhole, "tree-whole", &["o"], "tree: all of it, depth by depth", Game),
    bind(Action::TreeMark, "tree-mark", &["a"], "tree: set a bookmark, or take it away", Game),
    bind(Action::TreeNextMark, "tree-next-mark", &["A"], "tree: to the next bookmark", Game),
    bind(Action::Xray, "x-ray", &["X"], "x-ray: what the heuristics see on the board", Game),
    bind(Action::SolutionBack, "solution-back", &["<"], "solution: a step back", Game),
    bind(Action::SolutionForward, "solution-forward", &[">"], "solution: a step forward", Game),
    bind(Action::NextSolution, "next-solution", &["'"], "the next of several solutions; twice: look for all", Game),
    bind(Action::PreviousSolution, "previous-solution", &["\""], "the one before it", Game),
    bind(Action::SolutionFirst, "solution-first", &["["], "search: an expansion back; solution: its start", Game),
    bind(Action::SolutionLast, "solution-last", &["]"], "search: an expansion on; solution: its end", Game),
    bind(Action::Jump, "jump", &["g"], "to an expansion or step by number", Game),
    bind(Action::Slower, "slower", &["("], "search or solution slower", Game),
    bind(Action::Faster, "faster", &[")"], "search or solution faster", Game),
    bind(Action::Undo, "undo", &["u"], "undo", Game),
    bind(Action::Redo, "redo", &["r"], "redo", Game),
    bind(Action::Restart, "restart", &["R"], "restart", Game),
    bind(Action::Hint, "hint", &["H"], "hint: where to look; again: why; again: what", Game),
    bind(Action::HintLevels, "hint-levels", &["J"], "hints: in three levels, all at once, off", Game),
    bind(Action::Verdict, "verdict", &["!"], "verdict: always, on request, off", Game),
    bind(Action::Winnable, "winnable", &["W"], "back to the last position that can be won", Game),
    bind(Action::Finish, "finish", &["F"], "finish where nothing is left to decide", Game),
    bind(Action::MoveMarks, "move-marks", &["m"], "mark moves: winning, losing, not known", Game),
    bind(Action::SetUp, "set-up", &["e"], "set up a board of your own; again: play it", Game),
    bind(Action::Save, "save", &["f2"], "save the puzzle to a pack of your own, or to a file", Game),
    bind(Action::Size, "size", &["f3"], "set up: an empty board of another size", Game),
    bind(Action::Empty, "empty", &["f4"], "set up: an empty board", Game),
    bind(Action::Statistics, "statistics", &["#"], "statistics of your play", Everywhere),
    bind(Action::Reread, "reread", &["f5"], "read packs of your own again", Browser),
    bind(Action::New, "new", &["n"], "a new puzzle: size, level, number, ...", Everywhere),
    bind(Action::Number, "number", &["N"], "a puzzle by its name; lists the forms", Everywhere),
    bind(Action::Strategy, "strategy", &["S"], "choose the strategy, read on its heuristics", Game),
    bind(Action::Race, "race", &["V"], "race several strategies from here", Game),
    bind(Action::Difference, "difference", &["D"], "in a race: where two entries first differ", Game),
    bind(Action::Runs, "runs", &["E"], "earlier runs: compare, sort, copy", Game),
    bind(Action::WeightUp, "weight-up", &["+"], "heavier weight", Game),
    bind(Action::WeightDown, "weight-down", &["-"], "lighter weight", Game),
    bind(Action::Tables, "tables", &["B"], "build large tables for the solver, or stop building", Game),
    bind(Action::MostMoves, "most-moves", &["M"], "the limit M: how many moves a solution may have", Game),
    bind(Action::Inside, "inside", &["I"], "the board as the program packs it", Game),
    bind(Action::Stages, "stages", &["K"], "the stages of the classroom's method", Game),
    bind(Action::Prefix, "prefix", &["x"], "before a key that the game takes for itself (x 1)", Game),
    bind(Action::CopyPuzzle, "copy", &["y"], "copy the puzzle", Everywhere),
    bind(Action::CopySolution, "copy-solution", &["Y"], "copy the solution's moves", Game),
    bind(Action::Picture, "picture", &["O"], "the screen as an SVG picture, into a file", Everywhere),
    bind(Action::SolverPane, "solver-pane", &["P"], "solver pane: hide or show; again: as there is room", Game),
    bind(Action::Legend, "legend", &["L"], "what the signs of the board, or of the tree, mean", Game),
    bind(Action::LookUp, "look-up", &["shift-up"], "board larger than its pane: look further up", Game),
    bind(Action::LookDown, "look-down", &["shift-down"], "board larger than its pane: look further down", Game),
    bind(Action::LookLeft, "look-left", &["shift-left"], "board larger than its pane: look further left", Game),
    bind(Action::LookRight, "look-right", &["shift-right"], "board larger than its pane: look further right", Game),
    bind(Action::Theme, "theme", &["t"], "choose the theme", Everywhere),
    bind(Action::Charset, "charset", &["U"], "ASCII boards, Unicode boards, ASCII alone", Everywhere),
    bind(Action::Help, "help", &["?"], "help", Everywhere),
    bind(Action::Back, "back", &["esc"], "dismiss, step back; loses nothing", Everywhere),
    bind(Action::Leave, "leave", &["q"], "leave the puzzle; in the browser: the program", Everywhere),
    bind(Action::Quit, "quit", &["ctrl-c"], "leave at once", Everywhere),
    bind(Action::Suspend, "suspend", &["ctrl-z"], "suspend (fg brings it back)", Everywhere),
];

/// A key as the configuration writes it: `s`, `S`, `space`, `ctrl-c`, `f5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    ctrl: bool,
    alt: bool,
    /// With an arrow; a character is another one with it, and other keys mean the same.
    shift: bool,
}

const ARROWS: [KeyCode; 4] = [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right];

const NAMED: &[(&str, KeyCode)] = &[
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backtab", KeyCode::BackTab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("space", KeyCode::Char(' ')),
];

impl Key {
    pub fn read(text: &str) -> Option<Key> {
        let (mut rest, mut ctrl, mut alt, mut shift) = (text, false, false, false);
        loop {
            if let Some(behind) = rest.strip_prefix("ctrl-").filter(|r| !r.is_empty()) {
                (rest, ctrl) = (behind, true);
            } else if let Some(behind) = rest.strip_prefix("alt-").filter(|r| !r.is_empty()) {
                (rest, alt) = (behind, true);
            } else if let Some(behind) = rest.strip_prefix("shift-") {
                (rest, shift) = (behind, true);
            } else {
                break;
            }
        }
        let mut chars = rest.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) => KeyCode::Char(c),
            _ => match NAMED.iter().find(|(name, _)| *name == rest) {
                Some(&(_, code)) => code,
                None => KeyCode::F(rest.strip_prefix('f')?.parse().ok().filter(|n| (1..=24).contains(n))?),
            },
        };
        (!shift || ARROWS.contains(&code)).then_some(Key { code, ctrl, alt, shift })
    }

    pub fn character(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }

    pub fn code(self) -> KeyCode {
        self.code
    }

    /// As the terminal would send it.
    pub fn event(self) -> KeyEvent {
        let mut modifiers = KeyModifiers::NONE;
        modifiers.set(KeyModifiers::CONTROL, self.ctrl);
        modifiers.set(KeyModifiers::ALT, self.alt);
        modifiers.set(KeyModifiers::SHIFT, self.shift);
        KeyEvent::new(self.code, modifiers)
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Key {
        Key {
            code: event.code,
            ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
            alt: event.modifiers.contains(KeyModifiers::ALT),
            shift: event.modifiers.contains(KeyModifiers::SHIFT) && ARROWS.contains(&event.code),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            write!(f, "ctrl-")?;
        }
        if self.alt {
            write!(f, "alt-")?;
        }
        if self.shift {
            write!(f, "shift-")?;
        }
        if let Some((name, _)) = NAMED.iter().find(|(_, code)| *code == self.code) {
            return write!(f, "{name}");
        }
        match self.code {
            KeyCode::Char(c) => write!(f, "{c}"),
            KeyCode::F(n) => write!(f, "f{n}"),
            other => write!(f, "{other:?}"),
        }
    }
}

/// A bad patch in the configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeymapError {
    #[error("unknown action \"{name}\" in [keys]; {hint}")]
    UnknownAction { name: String, hint: String },
    #[error("\"{key}\" is no key, for \"{name}\" in [keys]; write a character, or one of {}", key_names())]
    UnknownKey { name: String, key: String },
    #[error("the key \"{key}\" is bound twice: to \"{first}\" and to \"{second}\"")]
    Duplicate { key: String, first: String, second: String },
}

fn key_names() -> String {
    let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
    format!("{}, f1 to f24, with ctrl- or alt- before it, an arrow with shift- too", names.join(", "))
}

/// The keys in force: the defaults, patched by the user.
#[derive(Clone, Debug)]
pub struct Keymap {
    actions: HashMap<Key, Action>,
    /// In the order of the table; the user's own keys stand in place of the defaults.
    keys: Vec<(Action, Vec<Key>)>,
}

impl Default for Keymap {
    fn default() -> Self {
        Keymap::patched(&BTreeMap::new()).expect("the default keys are well-formed and distinct")
    }
}

impl Keymap {
    /// The defaults with some actions' keys replaced.
    pub fn patched(patch: &BTreeMap<String, Vec<String>>) -> Result<Keymap, KeymapError> {
        if let Some(name) = patch.keys().find(|name| BINDINGS.iter().all(|b| b.name != **name)) {
            let names: Vec<&str> = BINDINGS.iter().map(|b| b.name).collect();
            let hint = format!("the actions are {}", names.join(", "));
            return Err(KeymapError::UnknownAction { name: quoted(name), hint });
        }
        let mut keymap = Keymap { actions: HashMap::new(), keys: Vec::new() };
        for (n, digit) in (0..).map_while(|n| Some((n, toggle_digit(n as usize)?))) {
            let key = Key { code: KeyCode::Char(digit), ctrl: false, alt: false, shift: false };
            keymap.actions.insert(key, Action::Toggle(n));
        }
        for binding in BINDINGS {
            let own: Vec<String> = match patch.get(binding.name) {
                Some(keys) => keys.clone(),
                None => binding.keys.iter().map(ToString::to_string).collect(),
            };
            keymap.add(binding, &own)?;
        }
        Ok(keymap)
    }

    fn add(&mut self, binding: &Binding, names: &[String]) -> Result<(), KeymapError> {
        let mut keys = Vec::new();
        for text in names {
            let key = Key::read(text)
                .ok_or_else(|| KeymapError::UnknownKey { name: binding.name.into(), key: quoted(text) })?;
            if let Some(&first) = self.actions.get(&key) {
                return Err(KeymapError::Duplicate {
                    key: quoted(text),
                    first: name_of(first).into(),
                    second: binding.name.into(),
                });
            }
            self.actions.insert(key, binding.action);
            keys.push(key);
        }
        self.keys.push((binding.action, keys));
        Ok(())
    }

    pub fn action(&self, key: Key) -> Option<Action> {
        self.actions.get(&key).copied()
    }

    /// Where an action means something; a toggle is a puzzle's.
    pub fn place(&self, action: Action) -> Place {
        let binding = BINDINGS.iter().find(|binding| binding.action == action);
        binding.map_or(Game, |binding| binding.place)
    }

    /// The first key of an action, as text.
    pub fn key(&self, action: Action) -> String {
        if let Action::Toggle(n) = action {
            return toggle_digit(n as usize).map_or_else(|| "-".into(), String::from);
        }
        let keys = self.keys.iter().find(|(a, _)| *a == action).map(|(_, keys)| keys);
        keys.and_then(|keys| keys.first()).map_or_else(|| "-".into(), Key::to_string)
    }

    /// Keys and meaning of everything that works at `place` and is `offered`, for the help.
    pub fn table(&self, place: Place, offered: impl Fn(Action) -> bool) -> Vec<(Action, String, &'static str)> {
        let bindings = BINDINGS.iter().filter(|b| b.place == place && offered(b.action));
        bindings
            .map(|b| {
                let keys = self.keys.iter().find(|(a, _)| *a == b.action).map(|(_, keys)| keys);
                let keys: Vec<String> = keys.into_iter().flatten().map(Key::to_string).collect();
                (b.action, keys.join(" "), b.does)
            })
            .collect()
    }

    /// `name = ["key"]` lines of the defaults, for the commented configuration.
    pub fn default_lines() -> Vec<String> {
        let listed = |keys: &[&str]| {
            let keys: Vec<String> = keys.iter().map(|k| format!("{k:?}")).collect();
            format!("[{}]", keys.join(", "))
        };
        BINDINGS.iter().map(|b| format!("{} = {}  # {}", b.name, listed(b.keys), b.does)).collect()
    }
}

fn name_of(action: Action) -> &'static str {
    BINDINGS.iter().find(|b| b.action == action).map_or("toggle", |b| b.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(name: &str, keys: &[&str]) -> BTreeMap<String, Vec<String>> {
        BTreeMap::from([(name.to_owned(), keys.iter().map(ToString::to_string).collect())])
    }

    #[test]
    fn default_keys_are_distinct_and_read_back() {
        let keymap = Keymap::default();
        for binding in BINDINGS {
            for text in binding.keys {
                let key = Key::read(text).expect("a default key");
                assert_eq!(key.to_string(), *text);
                assert_eq!(keymap.action(key), Some(binding.action));
            }
        }
    }

    #[test]
    fn ten_toggles_have_a_digit_each() {
        let keymap = Keymap::default();
        for (n, digit) in "1234567890".chars().enumerate() {
            let action = Action::Toggle(n as u8);
            assert_eq!(keymap.action(Key::read(&digit.to_string()).unwrap()), Some(action));
            assert_eq!(keymap.key(action), digit.to_string());
        }
    }

    #[test]
    fn a_patch_replaces_an_actions_keys() {
        let keymap = Keymap::patched(&patch("solve", &["ctrl-s", "f6"])).unwrap();
        assert_eq!(keymap.action(Key::read("s").unwrap()), None);
        assert_eq!(keymap.action(Key::read("f6").unwrap()), Some(Action::Solve));
        assert_eq!(keymap.key(Action::Solve), "ctrl-s");
    }

    #[test]
    fn a_duplicate_binding_names_both_actions() {
        let error = Keymap::patched(&patch("solve", &["u"])).unwrap_err();
        assert_eq!(error.to_string(), "the key \"u\" is bound twice: to \"solve\" and to \"undo\"");
    }

    #[test]
    fn unknown_names_are_told() {
        let error = Keymap::patched(&patch("slove", &["z"])).unwrap_err().to_string();
        assert!(error.starts_with("unknown action \"slove\" in [keys]; the actions are up, down"), "{error}");
        let error = Keymap::patched(&patch("solve", &["hyper-z"])).unwrap_err().to_string();
        assert!(error.starts_with("\"hyper-z\" is no key, for \"solve\""), "{error}");
    }
}

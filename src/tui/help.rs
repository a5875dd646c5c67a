//! The help overlay: the game's rules, and every key, straight from the keymap.

mod reading;

use ratatui::layout::Rect;

use super::chrome::{Canvas, after, below, centred, row};
use super::key_line::{self, KeyItem};
use super::keymap::{Action, Keymap, Place};
use crate::games::view::{Role, Seen};
use crate::games::{Game, Settings, Viewers};
use crate::workbench::middle::Middle;
use crate::workbench::toggles::{toggle_keys, toggle_numbers};
use crate::workbench::words;

pub struct Help {
    lines: Vec<(String, String)>,
    title: String,
    top: usize,
    /// How many lines there were room for, when it was drawn last.
    page: usize,
    /// The page that the key of help turns to.
    next: Option<Box<Help>>,
}

/// Stands in place of keys before a heading.
const HEADING: &str = "\n";

fn heading(text: &str) -> (String, String) {
    (HEADING.to_owned(), text.to_owned())
}

/// The heading of the keys that begin with this one.
fn heading_before(action: Action) -> Option<&'static str> {
    Some(match action {
        Action::Solve => "The search",
        Action::SolutionBack => "Solutions",
        Action::Undo => "Playing",
        Action::SetUp => "Boards of your own",
        Action::Strategy => "Strategies and runs",
        Action::Up => "Everywhere",
        _ => return None,
    })
}

/// A line without a key column.
fn plain(text: impl Into<String>) -> (String, String) {
    (String::new(), text.into())
}

/// The widest frame of one column, the least for each of two, and what lies between those.
const WIDTH: u16 = 84;
const TWO_WIDTH: u16 = 60;
const GAP: u16 = 3;
/// Where the text beside a key begins.
const TEXT_COLUMN: u16 = 17;
const KEY_COLUMN: usize = TEXT_COLUMN as usize - 2;

/// What brackets and signs on the game's boards mean, whenever they are seen.
fn signs(game: &dyn Game, unicode: bool) -> Vec<(String, String)> {
    let rows = game.view().legend().rows(|seen| is_in_charset(seen, unicode), |_, _| true);
    rows.into_iter().map(|(sign, means)| (sign, means.to_owned())).collect()
}

/// Whether a sign is one of the present boards, whatever it is seen with.
pub(super) fn is_in_charset(seen: Seen, unicode: bool) -> bool {
    match seen {
        Seen::Always | Seen::Xray => true,
        Seen::Ascii => !unicode,
        Seen::Unicode => unicode,
    }
}

/// The settings of a game as they are, and where they are made.
fn set(game: &dyn Game, settings: &Settings) -> Vec<(String, String)> {
    let named = game.profile().settings.iter().filter_map(|setting| {
        let value = settings.get(setting.name)?;
        let others: Vec<&str> = setting.values.iter().copied().filter(|other| other != value).collect();
        Some((setting.name.to_owned(), format!("{value}; {} (or {})", setting.about, others.join(", "))))
    });
    let mut lines: Vec<_> = named.collect();
    if !lines.is_empty() {
        let place =
            format!("Set under [games.{}] in the configuration (`rompicapo config` says where it is):", game.name());
        lines.insert(0, plain(place));
        lines.push(plain(""));
    }
    lines
}

impl Help {
    /// Help on one game: rules, its own keys, the screen's keys.
    pub fn on_game(middle: &Middle, settings: &Settings, keymap: &Keymap, unicode: bool) -> Self {
        let (game, position, hand) = (middle.named().game, middle.session().start(), middle.hand());
        let mut lines = vec![plain(position.help()), plain(""), heading("On the board")];
        lines.extend(hand.keys().iter().map(|h| (h.keys.to_owned(), h.does.to_owned())));
        lines.push(plain(""));
        let prefix = keymap.key(Action::Prefix);
        let wants = |key: &str| {
            let mut chars = key.chars();
            matches!((chars.next(), chars.next()), (Some(c), None) if hand.wants(c)) && key != prefix
        };
        let strategy = middle.desk().plan.strategy;
        let toggles = toggle_keys(&toggle_numbers(strategy));
        if !toggles.is_empty() {
            let toggles = if wants("1") { format!("{prefix} {toggles}") } else { toggles };
            lines.push((toggles, format!("toggle a heuristic of {}; S tells about each", strategy.name)));
            lines.push(plain(""));
        }
        lines.extend(set(game, settings));
        lines.push(heading("Signs"));
        lines.extend(signs(game, unicode));
        let own = lines.len();
        let weighted: Vec<&str> = game.strategies().iter().filter(|s| s.weight.is_some()).map(|s| s.name).collect();
        let has_tab = hand.keys().iter().any(|hint| hint.keys == "tab");
        let offered = |action| match action {
            Action::WeightUp | Action::WeightDown => !weighted.is_empty(),
            Action::MoveMarks => middle.marks_tell(),
            Action::MostMoves => middle.has_lengths(),
            Action::Size => middle.sizes().is_some(),
            Action::Tables => game.tables().is_some(),
            Action::Stages => game.stages().is_some(),
            action if action.looks().is_some() => game.view().looks_around(),
            Action::Inside => game.viewers().is_some_and(Viewers::has_inside),
            _ => true,
        };
        let mut help = Self::with_keys(format!("Help: {}", game.profile().title), lines, keymap, Place::Game, offered);
        // Keys that the game has taken need the prefix, and are listed so.
        let weights = [Action::WeightUp, Action::WeightDown].map(|action| keymap.key(action));
        let panes = [Action::NextPane, Action::LastPane].map(|action| keymap.key(action));
        for (keys, does) in &mut help.lines[own..] {
            if weights.contains(keys) {
                *does = format!("{does}, of {}", weighted.join(", "));
            } else if panes.contains(keys) {
                *does = if has_tab { "from the solution back to the board" } else { "board or solution" }.into();
            }
            let with_prefix = |key: &str| if wants(key) { format!("{prefix} {key}") } else { key.to_owned() };
            *keys = keys.split(' ').map(with_prefix).collect::<Vec<_>>().join(" ");
        }
        help
    }

    pub fn on_browser(keymap: &Keymap) -> Self {
        let intro = "Choose a puzzle with the arrows and open it with enter. Left and right go from pack to pack, \
            tab from game to game; a click chooses a puzzle, and one on the chosen puzzle opens it. The sign before a puzzle is your standing with it:";
        let mut lines = vec![plain(intro)];
        for (sign, text) in [
            (".", "untouched"),
            ("o", "begun"),
            ("*", "solved"),
            ("+", "as short as any known"),
            ("~", "solved with help: hints, marks on moves, the solver"),
            ("#", "has no solution"),
        ] {
            lines.push((sign.to_owned(), text.to_owned()));
        }
        lines
            .push(plain("The tour shows all of it in ten short steps on real puzzles: ctrl-n here, or rompicapo tour"));
        lines.push(plain(""));
        lines.push(heading("Keys"));
        Self::with_keys("Help".into(), lines, keymap, Place::Browser, |_| true)
    }

    fn with_keys(
        title: String,
        mut lines: Vec<(String, String)>,
        keymap: &Keymap,
        place: Place,
        offered: impl Fn(Action) -> bool,
    ) -> Self {
        for (action, keys, does) in [place, Place::Everywhere].into_iter().flat_map(|at| keymap.table(at, &offered)) {
            if let Some(head) = heading_before(action) {
                lines.extend([plain(""), heading(head)]);
            }
            lines.push((keys, does.to_owned()));
        }
        Help::of(title, lines)
    }

    fn of(title: impl Into<String>, lines: Vec<(String, String)>) -> Self {
        Help { lines, title: title.into(), top: 0, page: 1, next: None }
    }

    /// This page first, the other one behind it.
    #[must_use]
    pub fn before(self, other: Help) -> Self {
        Help { next: Some(Box::new(other)), ..self }
    }

    fn turn_page(&mut self) -> bool {
        let Some(next) = self.next.take() else { return false };
        let this = std::mem::replace(self, *next);
        self.next = Some(Box::new(this));
        true
    }

    /// Returns whether the help stays open.
    pub fn act(&mut self, action: Option<Action>) -> bool {
        match action {
            Some(Action::Help) => return self.turn_page(),
            Some(Action::Up) => self.top = self.top.saturating_sub(1),
            Some(Action::Down) => self.top += 1,
            Some(Action::PageUp) => self.top = self.top.saturating_sub(self.page),
            Some(Action::PageDown | Action::Pause) => self.top += self.page,
            Some(Action::Home) => self.top = 0,
            // Drawing knows how many lines there are in this window.
            Some(Action::End) => self.top = usize::MAX / 2,
            _ => return false,
        }
        true
    }

    /// The signs on boards, and in full what is said under the board, where it may have been cut.
    pub fn on_signs(signs: Vec<(String, &str)>, said: &[String]) -> Self {
        let mut lines: Vec<_> = said.iter().map(|text| plain(text.as_str())).collect();
        if !lines.is_empty() {
            lines.push(plain(""));
        }
        lines.extend(signs.into_iter().map(|(sign, means)| (sign, means.to_owned())));
        Help::of("Signs", lines)
    }

    /// The puzzles begun.
    pub fn on_continue() -> Self {
        let mut lines = vec![
            plain(
                "The puzzles that you have begun, newest first, each with its board as you left it. Boards of your own \
                 stand under the puzzle that they were made from; one that was left for later is set up further.",
            ),
            plain(""),
        ];
        let keys = [
            ("enter", "go on; a puzzle that is solved begins anew"),
            ("up down", "choose; pageup, pagedown, home and end go further"),
            ("esc q G", "back to the list of puzzles"),
            ("t", "choose the theme"),
            ("U", "ASCII boards, Unicode boards, ASCII alone"),
            ("O", "the screen as an SVG picture, into a file"),
        ];
        lines.extend(keys.map(|(keys, does)| (keys.to_owned(), does.to_owned())));
        Help::of("Help: Continue", lines)
    }

    /// The figures of one's play.
    pub fn on_statistics(rows: &[(String, String)], odd: Option<String>) -> Self {
        let mut lines = rows.to_vec();
        if let Some(odd) = odd {
            lines.extend([plain(""), plain(odd)]);
        }
        lines.push(plain(""));
        lines.push(plain(
            "Won is by your own moves alone; with help is after hints, with marks on moves or along the solver's; times and \
             streaks are of games won. `rompicapo stats` prints these figures.",
        ));
        Help::of("Statistics", lines)
    }

    /// Running text is broken to the window, once; keys keep their column, and what they do stays beside them.
    fn wrapped(&self, width: usize) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        let beside = width.saturating_sub(TEXT_COLUMN as usize);
        for (keys, text) in &self.lines {
            if keys.is_empty() {
                lines.extend(words::paragraphs(text, width).into_iter().map(plain));
                if text.is_empty() {
                    lines.push(plain(""));
                }
                continue;
            }
            if keys == HEADING {
                lines.push((keys.clone(), text.clone()));
                continue;
            }
            let mut texts = words::wrap_well(text, beside).into_iter();
            // Keys that are wider than their column have it in several lines, beside the text.
            let mut names = words::wrap(keys, KEY_COLUMN).into_iter();
            let first = (names.next().unwrap_or_default(), texts.next().unwrap_or_default());
            lines.push(first);
            lines.extend(names.map(|name| (name, texts.next().unwrap_or_default())));
            lines.extend(texts.map(|text| (" ".to_owned(), text)));
        }
        lines
    }

    /// In one column or, where that is too long for the window and it is wide enough, in two.
    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect) {
        let single = area.width.min(WIDTH);
        let mut lines = self.wrapped(single.saturating_sub(4) as usize);
        let room = area.height.saturating_sub(3) as usize;
        let columns = if lines.len() > room && area.width >= 2 * TWO_WIDTH { 2 } else { 1 };
        let mut width = single;
        if columns == 2 {
            width = (2 * WIDTH).min(area.width);
            lines = self.wrapped(column_width(width, columns) as usize);
        }
        let rows = lines.len().div_ceil(columns) as u16;
        let inner = canvas.dialog(centred(area, width, rows + 3), &self.title);
        canvas.zones.clear();
        let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        let (rows, wide) = (inner.height.saturating_sub(1) as usize, column_width(width, columns));
        let page = rows * columns;
        self.page = page.max(1);
        self.top = self.top.min(lines.len().saturating_sub(page));
        for (n, line) in lines.iter().skip(self.top).take(page).enumerate() {
            let column = Rect { width: wide, ..after(inner, (n / rows) as u16 * (wide + GAP)) };
            draw_line(canvas, row(column, (n % rows) as u16), line);
        }
        let is_long = lines.len() > page;
        let more = if self.top + page < lines.len() { "more" } else { "up again" };
        let scroll = is_long.then(|| KeyItem::press(if more == "more" { "down" } else { "up" }, more));
        let page_key = self.next.is_some().then(|| KeyItem::press("?", "the other page"));
        let keys: Vec<KeyItem> = scroll.into_iter().chain(page_key).chain([KeyItem::press("esc", "close")]).collect();
        key_line::draw_of_dialog(canvas, row(below(inner, rows as u16), 0), &keys);
    }
}

/// What a column has for text in a frame of this width.
fn column_width(frame: u16, columns: usize) -> u16 {
    let inner = frame.saturating_sub(4);
    if columns == 2 { inner.saturating_sub(GAP) / 2 } else { inner }
}

fn draw_line(canvas: &mut Canvas<'_>, line: Rect, (keys, text): &(String, String)) {
    if keys.is_empty() {
        canvas.line(line, text, Role::Text);
    } else if keys == HEADING {
        canvas.line(line, text, Role::Title);
    } else {
        canvas.line(line, &format!("{keys:>KEY_COLUMN$}"), Role::Key);
        canvas.line(after(line, TEXT_COLUMN), text, Role::Text);
    }
}

//! Frames, lines and clickable zones: what every screen is made of.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::symbols::merge::MergeStrategy;
use ratatui::widgets::{Block, Clear, Widget};

use super::keymap::{Action, Key};
use crate::games::quote::{harmless, is_risky};
use crate::games::view::{Paint, Role, scroll};

const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// From this width on text keeps a column away from the frame.
const ROOMY: u16 = 36;

/// What a click on a part of the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    Do(Action),
    /// As if this key were pressed.
    Press(Key),
    /// The puzzles of a game, in the browser.
    Tab(usize),
    /// So many moves made, in the list of moves.
    Move(usize),
    /// A row of the list on this screen.
    Row(usize),
    Board,
    /// The line of time.
    Time,
}

/// A buffer to draw on, the theme to draw with, and the zones drawn so far.
pub struct Canvas<'a> {
    pub buffer: &'a mut Buffer,
    pub paint: &'a Paint,
    pub zones: &'a mut Vec<(Rect, Zone)>,
}

impl Canvas<'_> {
    /// One line of text, clipped to `area`'s first row. Returns how many columns it took.
    pub fn line(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        self.styled(area, text, self.paint.style(role))
    }

    pub fn styled(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let area = area.intersection(self.buffer.area);
        if area.is_empty() {
            return 0;
        }
        let text = self.in_charset(text);
        // Bidirectional marks have no place in a cell, and control characters are no text.
        let text = if text.contains(is_risky) { Cow::Owned(harmless(text)) } else { text };
        let (end, _) = self.buffer.set_stringn(area.x, area.y, text, area.width as usize, style);
        end - area.x
    }

    /// With the signs that the terminal has: relations and arrows in one, or plain ASCII.
    fn in_charset<'t>(&self, text: &'t str) -> Cow<'t, str> {
        const SIGNS: [(&str, &str); 3] = [(">=", "≥"), ("->", "→"), ("<-", "←")];
        // A sign is a word, wherever in its line it stands.
        let sign = |word: &str| SIGNS.iter().find(|(ascii, _)| *ascii == word).map(|(_, sign)| *sign);
        match self.paint.lines {
            true if text.split(' ').any(|word| sign(word).is_some()) => {
                text.split(' ').map(|word| sign(word).unwrap_or(word)).collect::<Vec<_>>().join(" ").into()
            }
            false if !text.is_ascii() => in_ascii(text).into(),
            _ => text.into(),
        }
    }

    /// A line of several parts, each with its role.
    pub fn parts(&mut self, area: Rect, parts: &[(&str, Role)]) -> u16 {
        let mut used = 0;
        for (text, role) in parts {
            used += self.line(after(area, used), text, *role);
        }
        used
    }

    /// Text against the right edge.
    pub fn right(&mut self, area: Rect, text: &str, role: Role) {
        let text = self.in_charset(text);
        let width = (text.chars().count() as u16).min(area.width);
        self.line(after(area, area.width - width), &text, role);
    }

    /// A label on the left and a value on the right of the same row; the label gives way to the value.
    pub fn pair(&mut self, area: Rect, label: &str, value: &str, role: Role) {
        let width = area.width.saturating_sub(value.chars().count() as u16 + 1);
        self.line(Rect { width, ..area }, label, Role::Dim);
        self.right(area, value, role);
    }

    /// A framed pane; returns its inside.
    pub fn pane(&mut self, area: Rect, title: &str, has_keys: bool) -> Rect {
        let role = if has_keys { Role::Focus } else { Role::Border };
        let mut block = Block::bordered().border_style(self.paint.style(role));
        if !self.paint.lines {
            block = block.border_set(ASCII_BORDER);
        }
        let inner = block.inner(area);
        if self.paint.lines {
            block.merge_borders(MergeStrategy::Exact).render(area, self.buffer);
        } else {
            let corners = self.corners_in(area);
            block.render(area, self.buffer);
            for corner in corners {
                self.buffer[corner].set_symbol("+");
            }
        }
        let title_role = if has_keys { Role::Focus } else { Role::Title };
        let room = area.width.saturating_sub(4);
        let title = format!(" {} ", fitted(title, usize::from(room).saturating_sub(2)));
        self.line(Rect { x: area.x + 2, width: room, ..area }, &title, title_role);
        inner
    }

    /// Where neighbouring ASCII frames have their corners: panes share a border, and a corner beats an edge.
    fn corners_in(&self, area: Rect) -> Vec<Position> {
        let area = area.intersection(self.buffer.area);
        area.positions().filter(|&at| self.buffer[at].symbol() == "+").collect()
    }

    /// Empties a place of whatever is there, and puts it out of a click's reach.
    pub fn cover(&mut self, area: Rect) {
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.paint.style(Role::Text));
        self.zone(area, Zone::Row(usize::MAX));
    }

    /// A box inside a pane whose border it shares.
    pub fn inlay(&mut self, area: Rect, title: &str) -> Rect {
        // Only at its corners there may be a border to share.
        let (x, width) = (area.x + 1, area.width.saturating_sub(2));
        Clear.render(Rect { x, width, height: area.height.saturating_sub(1), ..area }, self.buffer);
        self.buffer.set_style(area, self.paint.style(Role::Text));
        self.pane(area, title, true)
    }

    /// An empty framed box over whatever is there; returns its inside.
    pub fn overlay(&mut self, area: Rect, title: &str) -> Rect {
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.paint.style(Role::Text));
        self.pane(area, title, true)
    }

    /// The same as the only thing that has keys: the screen behind it fades, and keeps off its edges.
    pub fn dialog(&mut self, area: Rect, title: &str) -> Rect {
        let faded = Style::reset().patch(self.paint.style(Role::Text)).patch(self.paint.style(Role::Dim));
        self.buffer.set_style(self.buffer.area, faded);
        let around = self.with_margin(area);
        Clear.render(around, self.buffer);
        self.buffer.set_style(around, self.paint.style(Role::Text));
        self.overlay(area, title)
    }

    /// A column on both sides, and what is too narrow beyond it to say anything; a row below, where it is the end of a
    /// sentence.
    fn with_margin(&self, area: Rect) -> Rect {
        const NARROW: u16 = 12;
        let whole = self.buffer.area;
        let left = area.x.saturating_sub(1);
        let right = (area.right() + 1).min(whole.right());
        let left = if left - whole.x <= NARROW { whole.x } else { left };
        let right = if whole.right() - right <= NARROW { whole.right() } else { right };
        let around = Rect { x: left, width: right - left, ..area };
        let foot = u16::from(self.holds_words(below(Rect { height: area.height + 1, ..around }, area.height)));
        Rect { height: area.height + foot, ..around }
    }

    /// Whether a row is one of text, and not an edge of a pane.
    fn holds_words(&self, row: Rect) -> bool {
        let symbols = row.intersection(self.buffer.area).positions().map(|at| self.buffer[at].symbol());
        let text: String = symbols.collect();
        text.contains(char::is_alphabetic) && !text.contains("--") && !text.contains("──")
    }

    /// How much of a list is above and below what is shown, on its right edge.
    pub fn scrollbar(&mut self, edge: Rect, total: usize, top: usize) {
        let height = edge.height as usize;
        if total > height && height > 0 {
            let signs = scroll::of_a_list(self.paint.lines);
            for (n, (sign, role)) in
                scroll::bar(signs, edge.height, &(top..top + height), total).into_iter().enumerate()
            {
                self.line(row(edge, n as u16), sign.encode_utf8(&mut [0; 4]), role);
            }
        }
    }

    pub fn zone(&mut self, area: Rect, zone: Zone) {
        self.zones.push((area, zone));
    }

    /// A button: its text, and the action that a click means.
    pub fn button(&mut self, area: Rect, text: &str, action: Action) -> u16 {
        let width = self.line(area, text, Role::Key);
        self.zone(Rect { width, height: 1, ..area }, Zone::Do(action));
        width
    }
}

/// Text of sources and names on a terminal that shows ASCII alone: letters lose their accents, signs get a stand-in.
fn in_ascii(text: &str) -> String {
    const FOLDED: [(&str, &str); 14] = [
        ("áàâãäå", "a"),
        ("ÁÀÂÃÄÅ", "A"),
        ("éèêë", "e"),
        ("ÉÈÊË", "E"),
        ("íìîï", "i"),
        ("óòôõöø", "o"),
        ("ÓÒÔÕÖØ", "O"),
        ("úùûü", "u"),
        ("çćč", "c"),
        ("ñ", "n"),
        ("×", "x"),
        ("·–—−", "-"),
        ("…", "..."),
        ("µ", "u"),
    ];
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match FOLDED.iter().find(|(letters, _)| letters.contains(c)) {
            _ if c.is_ascii() => folded.push(c),
            Some((_, ascii)) => folded.push_str(ascii),
            None => folded.push(match c {
                '‘' | '’' => '\'',
                '“' | '”' => '"',
                '≤' => '<',
                '≥' => '>',
                _ => '?',
            }),
        }
    }
    folded
}

/// In so many columns; what is cut ends in dots.
pub fn fitted(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(2)).chain("..".chars()).collect()
}

/// What is left of a row after `used` columns.
pub fn after(area: Rect, used: u16) -> Rect {
    let used = used.min(area.width);
    Rect { x: area.x + used, width: area.width - used, ..area }
}

/// `area` grown by a column to the left, over the border of its neighbour there.
pub fn sharing_left(area: Rect) -> Rect {
    Rect { x: area.x.saturating_sub(1), width: area.width + u16::from(area.x > 0), ..area }
}

/// An area without its first and its last column, where it has columns to spare.
pub fn padded(area: Rect) -> Rect {
    let margin = u16::from(area.width >= ROOMY);
    Rect { x: area.x + margin, width: area.width - 2 * margin, ..area }
}

/// The same for running text, which can be broken a column narrower in narrow panes too.
pub fn margined(area: Rect) -> Rect {
    const LEAST: u16 = 16;
    let margin = u16::from(area.width >= LEAST);
    Rect { x: area.x + margin, width: area.width - 2 * margin, ..area }
}

/// Row `n` of an area; empty where there is none.
pub fn row(area: Rect, n: u16) -> Rect {
    if n < area.height { Rect { y: area.y + n, height: 1, ..area } } else { Rect { height: 0, ..area } }
}

/// What is left of an area below its first `n` rows.
pub fn below(area: Rect, n: u16) -> Rect {
    let n = n.min(area.height);
    Rect { y: area.y + n, height: area.height - n, ..area }
}

/// A box of at most this size in the middle of an area.
pub fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// A number's history in a row of characters, the newest on the right.
pub fn sparkline(values: &[u64], width: usize, unicode: bool) -> String {
    let levels: &[char] = if unicode {
        &['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
    } else {
        &['.', ':', '-', '=', '+', '*', '%', '#']
    };
    let shown = &values[values.len().saturating_sub(width)..];
    let most = shown.iter().copied().max().unwrap_or(0).max(1);
    shown.iter().map(|&v| levels[(v * (levels.len() as u64 - 1) / most) as usize]).collect()
}

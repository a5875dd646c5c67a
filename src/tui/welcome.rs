//! The welcome at the first start: what this is, and three things to try.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, centred, row};
use super::key_line::{self, KeyItem};
use super::keymap::Key;
use crate::games::view::Role;
use crate::workbench::words;

/// One of the things to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Try {
    Tour,
    Play,
    New,
}

const INTRO: &str = "Puzzles to play, to have solved, and to watch being solved. Three things to try:";
const TRIES: [(&str, Try, &str); 3] = [
    ("1", Try::Tour, "a tour: ten short steps that you do yourself"),
    ("2", Try::Play, "play the puzzle under the cursor"),
    ("3", Try::New, "a new puzzle of this game"),
];
const OUTRO: &str = "Any other key works on the list below. ? is help wherever you are, q leaves.";

/// What a key chooses.
pub fn choice(key: Key) -> Option<Try> {
    TRIES.iter().find(|(name, ..)| Key::read(name) == Some(key)).map(|&(_, what, _)| what)
}

pub fn draw(canvas: &mut Canvas<'_>, area: Rect) {
    let width = area.width.saturating_sub(4).min(62);
    let text = width as usize - 4;
    let (intro, outro) = (words::wrap(INTRO, text), words::wrap(OUTRO, text));
    let height = (intro.len() + outro.len() + TRIES.len()) as u16 + 4;
    let frame = centred(area, width, height);
    let inner = canvas.dialog(frame, "Welcome to rompicapo");
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    canvas.zones.clear();
    canvas.zone(area, Zone::Press(Key::read("esc").expect("a key")));
    let mut y = 0;
    let mut next = |gap: u16| {
        y += gap + 1;
        row(inner, y - 1)
    };
    for line in &intro {
        canvas.line(next(0), line, Role::Text);
    }
    for (n, (key, _, what)) in TRIES.iter().enumerate() {
        let line = next(u16::from(n == 0));
        canvas.line(after(line, 2), key, Role::Key);
        canvas.line(after(line, 5), what, Role::Title);
        canvas.zone(line, Zone::Press(Key::read(key).expect("a key")));
    }
    for (n, line) in outro.iter().enumerate() {
        canvas.line(next(u16::from(n == 0)), line, Role::Dim);
    }
    if let Some(foot) = key_line::foot(canvas, row(inner, inner.height.saturating_sub(1))) {
        let keys =
            [KeyItem::words("1 2 3", "choose"), KeyItem::press("esc", "to the list"), KeyItem::press("?", "help")];
        key_line::draw(canvas, foot, &keys);
    }
}

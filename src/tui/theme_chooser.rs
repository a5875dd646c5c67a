//! The theme chooser: the screen itself is the preview, and a few samples stand beside the names.

use ratatui::layout::Rect;

use super::chrome::{Canvas, after, centred, row};
use super::key_line::{self, KeyItem};
use super::keymap::Action;
use crate::games::view::Role;

pub struct ThemeChooser {
    names: Vec<String>,
    pub selected: usize,
    /// The theme to go back to.
    before: usize,
}

/// What came of a key.
pub enum Chosen {
    /// Still looking.
    Open,
    Taken,
    Dropped(usize),
}

const SAMPLES: [(&str, Role); 14] = [
    ("piece", Role::Piece),
    ("red", Role::RedPiece),
    ("other", Role::OtherPiece),
    ("home", Role::Home),
    ("clue", Role::Clue),
    ("cell", Role::Blank),
    ("in line", Role::InLine),
    ("cursor", Role::Cursor),
    ("picked", Role::Picked),
    ("next", Role::Next),
    ("changed", Role::Changed),
    ("hint", Role::Hint),
    ("dead", Role::Dead),
    ("wins", Role::Winning),
];

impl ThemeChooser {
    pub fn new(names: Vec<String>, selected: usize) -> Self {
        ThemeChooser { names, selected, before: selected }
    }

    pub fn act(&mut self, action: Option<Action>) -> Chosen {
        let last = self.names.len().saturating_sub(1);
        match action {
            Some(Action::Up | Action::Left) => self.selected = self.selected.checked_sub(1).unwrap_or(last),
            Some(Action::Down | Action::Right | Action::Theme) => self.selected = (self.selected + 1) % (last + 1),
            Some(Action::Home) => self.selected = 0,
            Some(Action::End) => self.selected = last,
            Some(Action::Pick) => return Chosen::Taken,
            Some(Action::Back | Action::Leave) => return Chosen::Dropped(self.before),
            _ => {}
        }
        Chosen::Open
    }

    /// In the lower right corner, so that the board stays in view.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let height = (self.names.len().max(SAMPLES.len() / 2) as u16 + 3).min(area.height);
        let width = 46.min(area.width);
        let corner = Rect { x: area.right() - width, y: area.bottom() - height, width, height };
        let inner = canvas.overlay(centred(corner, width, height), "Theme");
        for (n, name) in self.names.iter().enumerate() {
            let (mark, role) = if n == self.selected { (">", Role::Selected) } else { (" ", Role::Text) };
            canvas.line(row(inner, n as u16), &format!("{mark} {name} "), role);
        }
        for (n, (name, role)) in SAMPLES.iter().enumerate() {
            let place = after(row(inner, n as u16 / 2), 22 + n as u16 % 2 * 11);
            let style = canvas.paint.on_ground(*role);
            canvas.styled(place, &format!("{name:^10}"), style);
        }
        let keys = [KeyItem::told("arrows", "look"), KeyItem::press("enter", "keep"), KeyItem::press("esc", "back")];
        key_line::draw_of_dialog(canvas, row(inner, inner.height.saturating_sub(1)), &keys);
    }
}

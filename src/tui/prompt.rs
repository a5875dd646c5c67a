//! A line to type into.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::chrome::Canvas;
use super::keymap::Key;
use crate::games::view::Role;

pub struct Prompt {
    label: String,
    text: String,
    /// How many characters stand before the caret.
    at: usize,
    /// The text is a proposal that nobody has touched: what is typed comes in its place.
    is_proposed: bool,
    /// Why what was given is not taken.
    refusal: String,
}

pub enum Typed {
    More,
    Given(String),
    Dropped,
}

/// The key that empties a line to type into.
pub fn empties(key: Key) -> bool {
    Key::read("ctrl-u") == Some(key)
}

impl Prompt {
    pub fn new(label: String) -> Self {
        Prompt { label, text: String::new(), at: 0, is_proposed: false, refusal: String::new() }
    }

    /// With a text that is taken as it stands, edited or typed over.
    pub fn proposing(label: String, text: String) -> Self {
        Prompt { at: text.chars().count(), text, is_proposed: true, ..Prompt::new(label) }
    }

    /// What was given stands there again, to be corrected.
    #[must_use]
    pub fn refused(self, text: String, why: String) -> Self {
        Prompt { at: text.chars().count(), text, is_proposed: false, refusal: why, ..self }
    }

    /// The label, and the text with its caret, in so many columns. What the label has in brackets gives way to what is
    /// typed, its last words first; of a long text that part is shown where one types.
    fn in_columns(&self, width: usize) -> (String, String) {
        const FIELD: usize = 10;
        let field = (self.text.chars().count() + 1).max(FIELD);
        let mut label = self.label.clone();
        while label.chars().count() + field > width
            && let Some((open, close)) = label.find(" (").zip(label.find(')'))
        {
            let comma = label[open..close].rfind(", ").map(|comma| open + comma);
            label = label[..comma.unwrap_or(open)].to_owned() + &label[close + usize::from(comma.is_none())..];
        }
        let room = width.saturating_sub(label.chars().count());
        let mut typed: Vec<char> = self.text.chars().collect();
        typed.insert(self.at, '_');
        let hidden = (self.at + 1).saturating_sub(room);
        (label, typed.into_iter().skip(hidden).take(room).collect())
    }

    /// On one line, with the reason of a refusal beside it where there is room.
    pub fn draw(&self, canvas: &mut Canvas<'_>, line: Rect) {
        let width = usize::from(line.width);
        let refusal = if self.refusal.is_empty() { String::new() } else { format!("  {}", self.refusal) };
        let beside = self.in_columns(width.saturating_sub(refusal.chars().count()));
        let is_whole = beside.1.chars().count() > self.text.chars().count();
        let ((label, typed), refusal) =
            if is_whole { (beside, refusal) } else { (self.in_columns(width), String::new()) };
        let role = if self.is_proposed { Role::Selected } else { Role::Text };
        canvas.parts(line, &[(&label, Role::Key), (&typed, role), (&refusal, Role::Bad)]);
    }

    pub fn key(&mut self, key: Key) -> Typed {
        let was_proposed = std::mem::take(&mut self.is_proposed);
        let length = self.text.chars().count();
        match (key.code(), key.character()) {
            (KeyCode::Enter, _) => {
                self.at = 0;
                return Typed::Given(std::mem::take(&mut self.text));
            }
            (KeyCode::Esc, _) => return Typed::Dropped,
            _ if empties(key) => self.clear(),
            (KeyCode::Backspace, _) if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.byte_at_caret());
            }
            (KeyCode::Delete, _) if self.at < length => {
                self.text.remove(self.byte_at_caret());
            }
            (KeyCode::Left, _) => self.at = self.at.saturating_sub(1),
            (KeyCode::Right, _) => self.at = (self.at + 1).min(length),
            (KeyCode::Home, _) => self.at = 0,
            (KeyCode::End, _) => self.at = length,
            (_, Some(c)) => {
                if was_proposed {
                    self.clear();
                }
                self.insert(&c.to_string());
            }
            _ => {
                self.is_proposed = was_proposed;
                return Typed::More;
            }
        }
        self.refusal.clear();
        Typed::More
    }

    /// Text from the clipboard: its first line.
    pub fn paste(&mut self, text: &str) {
        if std::mem::take(&mut self.is_proposed) {
            self.clear();
        }
        self.refusal.clear();
        self.insert(text.lines().next().unwrap_or_default().trim());
    }

    fn clear(&mut self) {
        self.text.clear();
        self.at = 0;
    }

    fn insert(&mut self, text: &str) {
        self.text.insert_str(self.byte_at_caret(), text);
        self.at += text.chars().count();
    }

    fn byte_at_caret(&self) -> usize {
        self.text.char_indices().nth(self.at).map_or(self.text.len(), |(byte, _)| byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(prompt: &Prompt, width: usize) -> String {
        let (label, typed) = prompt.in_columns(width);
        label + &typed
    }

    fn save() -> Prompt {
        Prompt::proposing("Save as (a name, or ./FILE.txt): ".into(), "mine-1".into())
    }

    #[test]
    fn what_stands_in_brackets_gives_way_to_what_is_typed() {
        let prompt = save();
        assert_eq!(shown(&prompt, 60), "Save as (a name, or ./FILE.txt): mine-1_");
        assert_eq!(shown(&prompt, 36), "Save as (a name): mine-1_");
        assert_eq!(shown(&prompt, 24), "Save as: mine-1_");
        assert_eq!(shown(&prompt, 12), "Save as: -1_");
    }

    /// Typing replaces what is proposed, every key that edits keeps it, ctrl-u empties the field.
    #[test]
    fn a_proposal_is_typed_over_or_edited() {
        for (keys, left) in [
            ("x", "x_"),
            ("backspace 2", "mine-2_"),
            ("left left x", "minex_-1"),
            ("home delete", "_ine-1"),
            ("end x", "mine-1x_"),
            ("right x", "mine-1x_"),
            ("ctrl-u y", "y_"),
            ("f5 x", "x_"),
            ("left home right backspace backspace", "_ine-1"),
        ] {
            let mut prompt = save();
            for key in keys.split(' ') {
                prompt.key(Key::read(key).unwrap());
            }
            assert_eq!(prompt.in_columns(80).1, left, "{keys}");
        }
    }

    #[test]
    fn what_is_refused_is_corrected() {
        let mut prompt = save().refused("mine-1".into(), "a puzzle is called mine-1 already".into());
        prompt.key(Key::read("x").unwrap());
        assert_eq!((&*prompt.text, &*prompt.refusal), ("mine-1x", ""));
    }
}

//! A line to type into.

use crossterm::event::KeyCode;

use super::keymap::Key;

pub struct Prompt {
    pub label: String,
    pub text: String,
}

pub enum Typed {
    More,
    Given(String),
    Dropped,
}

impl Prompt {
    pub fn new(label: String) -> Self {
        Prompt { label, text: String::new() }
    }

    pub fn key(&mut self, key: Key) -> Typed {
        match (key.code(), key.character()) {
            (KeyCode::Enter, _) => return Typed::Given(std::mem::take(&mut self.text)),
            (KeyCode::Esc, _) => return Typed::Dropped,
            (KeyCode::Backspace, _) => {
                self.text.pop();
            }
            (_, Some(c)) => self.text.push(c),
            _ => {}
        }
        Typed::More
    }
}

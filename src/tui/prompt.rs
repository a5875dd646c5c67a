//! A line to type into.

use ratatui::crossterm::event::KeyCode;

use super::keymap::Key;

pub struct Prompt {
    pub label: String,
    pub text: String,
}

pub enum Answer {
    More,
    Given(String),
    Dropped,
}

impl Prompt {
    pub fn new(label: String) -> Self {
        Prompt { label, text: String::new() }
    }

    pub fn key(&mut self, key: Key) -> Answer {
        match (key.code(), key.character()) {
            (KeyCode::Enter, _) => return Answer::Given(std::mem::take(&mut self.text)),
            (KeyCode::Esc, _) => return Answer::Dropped,
            (KeyCode::Backspace, _) => {
                self.text.pop();
            }
            (_, Some(c)) => self.text.push(c),
            _ => {}
        }
        Answer::More
    }
}

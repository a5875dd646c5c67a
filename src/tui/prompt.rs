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

    /// The label, and the text with its caret, in so many columns. What the label has in brackets gives way to what is
    /// typed, its last words first; of a long text the end is shown, where one types.
    pub fn in_columns(&self, width: usize) -> (String, String) {
        const FIELD: usize = 10;
        let field = (self.text.chars().count() + 1).max(FIELD);
        let mut label = self.label.clone();
        while label.chars().count() + field > width
            && let Some((open, close)) = label.find(" (").zip(label.find(')'))
        {
            let comma = label[open..close].rfind(", ").map(|comma| open + comma);
            label = label[..comma.unwrap_or(open)].to_owned() + &label[close + usize::from(comma.is_none())..];
        }
        let room = width.saturating_sub(label.chars().count() + 1);
        let text = self.text.chars().skip(self.text.chars().count().saturating_sub(room));
        let typed = format!("{}_", text.collect::<String>());
        (label, typed)
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

#[cfg(test)]
mod tests {
    use super::Prompt;

    #[test]
    fn what_stands_in_brackets_gives_way_to_what_is_typed() {
        let prompt = Prompt { label: "Save as (a name, or ./FILE.txt): ".into(), text: "mine-1".into() };
        let shown = |width| {
            let (label, typed) = prompt.in_columns(width);
            label + &typed
        };
        assert_eq!(shown(60), "Save as (a name, or ./FILE.txt): mine-1_");
        assert_eq!(shown(36), "Save as (a name): mine-1_");
        assert_eq!(shown(24), "Save as: mine-1_");
        assert_eq!(shown(12), "Save as: -1_");
    }
}

//! Words of others in our sentences: escaped, so that no terminal obeys them, and cut, so that a sentence stays one.

use std::fmt::{self, Display, Write};

/// What stays of a word that is quoted, in characters.
const QUOTED: usize = 40;
/// What stays of a whole message or of a name that nobody should have to guess.
const WHOLE: usize = 1000;

/// A word of a file, an argument or a name, to stand in a message: escaped and at most some forty characters long.
pub fn quoted(word: impl Display) -> String {
    cut(word, QUOTED)
}

/// A path, a title or a whole message: escaped, and cut only where it is longer than any sense.
pub fn harmless(text: impl Display) -> String {
    cut(text, WHOLE)
}

fn cut(text: impl Display, most: usize) -> String {
    let mut taker = Taker { text: String::new(), left: most };
    // The error is the taker's own, at the cut.
    let _ = write!(taker, "{text}");
    taker.text
}

/// Whether a terminal might obey this character, or show others in another order, or nothing at all.
pub fn is_risky(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a text is printable ASCII in lines, as nearly all is that we write: a look at its bytes, many at a time.
pub fn is_plain(text: &str) -> bool {
    all_bytes(text, |byte| is_printable(byte) || byte == b'\n')
}

/// The same for a single line.
pub fn is_plain_line(text: &str) -> bool {
    all_bytes(text, is_printable)
}

fn is_printable(byte: u8) -> bool {
    byte.wrapping_sub(b' ') <= b'~' - b' '
}

fn all_bytes(text: &str, is_good: impl Fn(u8) -> bool) -> bool {
    text.as_bytes().chunks(64).all(|chunk| chunk.iter().fold(true, |all, &byte| all & is_good(byte)))
}

/// Takes so many characters and no more.
struct Taker {
    text: String,
    left: usize,
}

impl Write for Taker {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for c in part.chars() {
            if self.left == 0 {
                self.text.push('…');
                return Err(fmt::Error);
            }
            self.left -= 1;
            if is_risky(c) {
                self.text.extend(c.escape_debug());
            } else {
                self.text.push(c);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(quoted("a\u{1b}]52;c;aGk=\u{7}"), "a\\u{1b}]52;c;aGk=\\u{7}");
        assert_eq!(quoted("\u{9b}31m\u{202e}olleh\u{2066}\n"), "\\u{9b}31m\\u{202e}olleh\\u{2066}\\n");
        assert_eq!(quoted("Kö♠ '`\\"), "Kö♠ '`\\");
        assert_eq!(quoted('\u{85}'), "\\u{85}");
    }

    #[test]
    fn a_long_word_is_cut_and_says_so() {
        assert_eq!(quoted("7".repeat(40)), "7".repeat(40));
        assert_eq!(quoted("7".repeat(41)), "7".repeat(40) + "…");
        assert_eq!(harmless("7".repeat(2000)).chars().count(), 1001);
    }
}

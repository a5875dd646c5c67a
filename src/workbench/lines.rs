//! Lines of a file that may hold anything: each of bounded length, and one that is no text is one bad line.

use std::io::{self, BufRead};

/// A line without its line break.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    Text(String),
    /// Its bytes are no UTF-8.
    NotText,
    /// It has more bytes than a line may have; the rest was passed over.
    TooLong,
}

/// A line that has more bytes than this is no line of any file: a device, a pipe that never ends. It is read no further.
const ENDLESS: u64 = 1 << 30;

pub struct Lines<R> {
    reader: R,
    /// How many bytes a line may have.
    most: usize,
    endless: u64,
    has_ended: bool,
}

impl<R: BufRead> Lines<R> {
    pub fn new(reader: R, most: usize) -> Self {
        Lines { reader, most, endless: ENDLESS, has_ended: false }
    }

    /// The next line; `None` at the end.
    fn line(&mut self) -> io::Result<Option<Line>> {
        let (mut bytes, mut is_long, mut is_there) = (Vec::new(), false, false);
        let mut length = 0;
        while !self.has_ended {
            let part = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                part => part?,
            };
            if part.is_empty() {
                break;
            }
            is_there = true;
            let end = part.iter().position(|&byte| byte == b'\n');
            let content = &part[..end.unwrap_or(part.len())];
            is_long |= bytes.len() + content.len() > self.most;
            if !is_long {
                bytes.extend_from_slice(content);
            }
            let taken = end.map_or(part.len(), |end| end + 1);
            self.reader.consume(taken);
            length += taken as u64;
            if length > self.endless {
                self.has_ended = true;
                return Err(io::Error::other(format!(
                    "a line of more than {} MiB: read no further",
                    self.endless >> 20
                )));
            }
            if end.is_some() {
                break;
            }
        }
        if is_long {
            return Ok(Some(Line::TooLong));
        }
        Ok(is_there.then(|| String::from_utf8(bytes).map_or(Line::NotText, Line::Text)))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.line().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_is_one_line() {
        let bytes: &[u8] = b"one\n\nt\xffo\nlonger than ten\r\nfour\xc3\xa9";
        let mut lines = Lines::new(io::BufReader::with_capacity(3, bytes), 10);
        let mut next = || lines.next().transpose().unwrap();
        let text = |text: &str| Some(Line::Text(text.into()));
        assert_eq!([next(), next(), next()], [text("one"), text(""), Some(Line::NotText)]);
        assert_eq!([next(), next(), next()], [Some(Line::TooLong), text("fouré"), None]);
    }

    #[test]
    fn a_line_without_end_is_left() {
        let zeros = io::BufReader::new(io::Read::chain(&b"one\n"[..], io::repeat(0)));
        let mut lines = Lines { endless: 3 << 20, ..Lines::new(zeros, 10) };
        assert_eq!(lines.next().unwrap().unwrap(), Line::Text("one".into()));
        let error = lines.next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "a line of more than 3 MiB: read no further");
        assert!(lines.next().is_none());
    }
}

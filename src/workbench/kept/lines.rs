//! Lines that prove where they stand: JSON, a tab, and a checksum that goes on from the line before.
//!
//! A line that was written in part, changed, moved or left out does not fit, and what is read ends before it.

/// The checksum before the first line.
pub const START: u32 = 0xffff_ffff;

/// The line with its checksum, and that for the next one.
pub fn written(json: &str, before: u32) -> (String, u32) {
    debug_assert!(!json.contains(['\n', '\t']), "JSON on one line escapes both");
    let sum = checksum(json, before);
    (format!("{json}\t{sum:08x}\n"), sum)
}

/// What is behind the last line that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    None,
    /// The beginning of a line: writing it was interrupted.
    Torn,
    /// A line that was written to its end and does not fit.
    Damaged,
}

/// What can be read of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines<'a> {
    pub json: Vec<&'a str>,
    /// How many bytes they take; new lines go behind these.
    pub length: usize,
    /// For the next line.
    pub sum: u32,
    pub tail: Tail,
}

/// The longest prefix whose lines all fit.
pub fn read(bytes: &[u8]) -> Lines<'_> {
    let mut lines = Lines { json: Vec::new(), length: 0, sum: START, tail: Tail::None };
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let Some(whole) = line.strip_suffix(b"\n") else {
            lines.tail = Tail::Torn;
            break;
        };
        let Some((json, sum)) = fitting(whole, lines.sum) else {
            lines.tail = Tail::Damaged;
            break;
        };
        lines.json.push(json);
        lines.length += line.len();
        lines.sum = sum;
    }
    lines
}

fn fitting(line: &[u8], before: u32) -> Option<(&str, u32)> {
    let (json, told) = std::str::from_utf8(line).ok()?.rsplit_once('\t')?;
    let sum = checksum(json, before);
    (told == format!("{sum:08x}")).then_some((json, sum))
}

/// CRC-32 (IEEE 802.3), bit by bit: lines are short.
fn checksum(text: &str, before: u32) -> u32 {
    let bit = |sum: u32, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
    text.bytes().fold(before, |sum, byte| (0..8).fold(sum ^ u32::from(byte), bit)) ^ START
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(lines: &[&str]) -> String {
        let (mut text, mut sum) = (String::new(), START);
        for json in lines {
            let (line, next) = written(json, sum);
            text.push_str(&line);
            sum = next;
        }
        text
    }

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(checksum("123456789", START), 0xcbf4_3926);
    }

    #[test]
    fn what_is_left_of_a_cut_file_is_a_prefix() {
        let all = ["{\"a\":1}", "{}", "{\"längst\":[\"r1c2=3\"]}"];
        let text = file(&all);
        for cut in 0..=text.len() {
            let lines = read(&text.as_bytes()[..cut]);
            assert_eq!(lines.json, all[..lines.json.len()]);
            assert!(lines.length <= cut && (lines.tail == Tail::None) == (lines.length == cut));
            assert_ne!(lines.tail, Tail::Damaged);
        }
        assert_eq!(read(text.as_bytes()).json.len(), 3);
    }

    #[test]
    fn a_changed_byte_and_a_missing_line_are_seen() {
        let all = ["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"];
        let text = file(&all).into_bytes();
        for at in 0..text.len() {
            for flip in [1, 0x20, 0x80] {
                let mut changed = text.clone();
                changed[at] ^= flip;
                let lines = read(&changed);
                assert!(lines.json.len() < 3 && lines.tail != Tail::None, "byte {at}");
                assert_eq!(lines.json, all[..lines.json.len()]);
            }
        }
        let middle_missing: String =
            file(&all).split_inclusive('\n').enumerate().filter(|(n, _)| *n != 1).map(|(_, l)| l).collect();
        assert_eq!(read(middle_missing.as_bytes()).json, ["{\"a\":1}"]);
    }
}

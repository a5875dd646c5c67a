//! Numbers and quantities as people read them.

pub use crate::search::{count, grouped};

/// Three significant figures with a unit prefix: `950`, `1.93 M`, `48.2 k`.
pub fn short(value: f64) -> String {
    for (unit, size) in [("G", 1e9), ("M", 1e6), ("k", 1e3)] {
        if value >= size {
            let scaled = value / size;
            let decimals = if scaled < 10.0 { 2 } else { usize::from(scaled < 100.0) };
            return format!("{scaled:.decimals$} {unit}");
        }
    }
    format!("{value:.0}")
}

/// `1.93 M/s`; none of a single node, nor of a search so short that its rate would say nothing.
pub fn rate(nodes: u64, seconds: f64, rate: f64) -> Option<String> {
    (nodes > 1 && seconds >= 0.001).then(|| format!("{}/s", short(rate)))
}

/// `12.3 MiB`; nothing smaller than a kibibyte is worth telling apart.
pub fn bytes(n: usize) -> String {
    match n {
        0..1_048_576 => format!("{} KiB", n.div_ceil(1024)),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", n as f64 / 1_048_576.0),
        _ => format!("{:.2} GiB", n as f64 / 1_073_741_824.0),
    }
}

/// `12 µs` (`12 us` in ASCII), `3.4 ms`, `1.27 s`, `3 min 05 s`.
pub fn duration(seconds: f64, unicode: bool) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.0} {}", s * 1e6, if unicode { "µs" } else { "us" }),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => format!("{} min {:02} s", s as u64 / 60, s as u64 % 60),
    }
}

/// A sentence begins with a capital; the names of squares and keys stay as they are written.
pub fn sentence(text: &str) -> String {
    let word = text.split(|c: char| c.is_whitespace() || ",;:.".contains(c)).next().unwrap_or_default();
    if word.chars().count() < 2 || !word.chars().all(char::is_alphabetic) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Breaks text into lines of at most `width` characters, at blanks where there are any.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if width == 0 {
        return lines;
    }
    for paragraph in text.lines() {
        let mut line = String::new();
        let mut used = 0;
        for word in paragraph.split_whitespace() {
            let mut word: Vec<char> = word.chars().collect();
            if used > 0 && used + 1 + word.len() > width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            while word.len() > width {
                // No line begins with the stop of a word that is broken.
                let is_stop_left = word.len() == width + 1 && ".,;:".contains(word[width]) && width > 1;
                lines.push(word.drain(..width - usize::from(is_stop_left)).collect());
            }
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            used += word.len();
            line.extend(word);
        }
        lines.push(line);
    }
    lines
}

/// The same without a word that stands alone in the last line, where the lines above it have words to give.
pub fn wrap_well(text: &str, width: usize) -> Vec<String> {
    let lines = wrap(text, width);
    let is_orphan = |lines: &[String]| lines.len() > 1 && lines.last().is_some_and(|last| !last.contains(' '));
    if !is_orphan(&lines) {
        return lines;
    }
    // Not so narrow that a word would be broken for it.
    let longest = text.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
    let narrower = ((width * 2 / 3).max(longest)..width).rev().map(|width| wrap(text, width));
    let as_short = narrower.take_while(|other| other.len() == lines.len());
    as_short.into_iter().find(|other| !is_orphan(other)).unwrap_or(lines)
}

/// Running text broken to `width`: line breaks inside a paragraph are blanks. An empty line ends a paragraph, and an
/// indented line stands by itself.
pub fn paragraphs(text: &str, width: usize) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let stands_alone = line.trim().is_empty() || line.starts_with(' ');
        match whole.last_mut().filter(|_| goes_on && !stands_alone) {
            Some(last) => *last = format!("{last} {}", line.trim()),
            None => whole.push(line.trim_end().to_owned()),
        }
        goes_on = !stands_alone;
    }
    let broken = whole.iter().flat_map(|line| match line.trim() {
        "" => vec![String::new()],
        _ if line.starts_with(' ') && line.chars().count() <= width => vec![line.clone()],
        text => wrap_well(text, width),
    });
    broken.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_told_where_it_says_something() {
        assert_eq!(rate(1, 2.0, 0.5), None);
        assert_eq!(rate(500, 0.0009, 5e5), None);
        assert_eq!(rate(5000, 0.01, 5e5).as_deref(), Some("500 k/s"));
    }

    #[test]
    fn a_stop_stays_with_the_end_of_its_word() {
        assert_eq!(wrap("0x20401030.", 10), ["0x2040103", "0."]);
        assert_eq!(wrap("0x20401030", 10), ["0x20401030"]);
        assert_eq!(wrap("0x204010305", 10), ["0x20401030", "5"]);
    }

    #[test]
    fn sentences_begin_with_a_capital_and_names_do_not() {
        let told = ["down is a wall", "r2c3: writing digits", "u takes it back", "8 in column 3", "H again: why", ""];
        let sentences =
            ["Down is a wall", "r2c3: writing digits", "u takes it back", "8 in column 3", "H again: why", ""];
        assert_eq!(told.map(sentence), sentences);
    }

    #[test]
    fn paragraphs_are_broken_once() {
        let text = "one two three\nfour five\n\n  a   table\nsix";
        assert_eq!(paragraphs(text, 13), ["one two three", "four five", "", "  a   table", "six"]);
        assert_eq!(paragraphs(text, 80), ["one two three four five", "", "  a   table", "six"]);
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(363_028_080), "363,028,080");
    }

    #[test]
    fn rates_have_three_figures() {
        assert_eq!(short(950.0), "950");
        assert_eq!(short(1_930_000.0), "1.93 M");
        assert_eq!(short(48_211.0), "48.2 k");
        assert_eq!(short(150e6), "150 M");
    }

    #[test]
    fn no_word_is_left_alone_where_that_can_be_helped() {
        assert_eq!(wrap_well("one two three four five", 18), ["one two three", "four five"]);
        assert_eq!(wrap_well("one two", 4), ["one", "two"]);
        assert_eq!(wrap_well("a 0123456789. one two", 12), ["a", "0123456789.", "one two"]);
        assert_eq!(wrap_well("is 0123456789. and one", 11), ["is", "0123456789.", "and one"]);
        assert_eq!(wrap_well("one two three", 20), ["one two three"]);
    }

    #[test]
    fn text_is_broken_at_blanks_and_long_words_anywhere() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("a\n\nb", 9), ["a", "", "b"]);
        assert!(wrap("anything", 0).is_empty());
    }
}

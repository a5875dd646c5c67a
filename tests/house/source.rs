//! Rust as far as the rooms and the walks need it: code without comments and tests, flat paths, bodies of functions.

/// The text of a file, with comments blanked out and lines kept.
pub struct Source {
    text: Vec<char>,
    /// Whether a character is code and not inside a literal.
    is_code: Vec<bool>,
}

impl Source {
    pub fn new(text: &str) -> Source {
        let mut source = Source { text: text.chars().collect(), is_code: Vec::new() };
        source.is_code = vec![true; source.text.len()];
        let mut at = 0;
        while at < source.text.len() {
            at = source.token(at);
        }
        source
    }

    /// Marks the comment or literal that begins here, if one does; gives the place behind it.
    fn token(&mut self, at: usize) -> usize {
        let starts = |word: &str| self.text[at..].iter().copied().take(word.len()).eq(word.chars());
        let is_word = at > 0 && is_of_word(self.text[at - 1]);
        if starts("//") {
            self.blank(at, self.find(at, "\n"))
        } else if starts("/*") {
            self.blank(at, self.end_of_comment(at))
        } else if self.text[at] == 'r' && !is_word && (starts("r\"") || starts("r#")) {
            let hashes = self.text[at + 1..].iter().take_while(|&&c| c == '#').count();
            if self.text.get(at + 1 + hashes) != Some(&'"') {
                return at + 1;
            }
            let close = format!("\"{}", "#".repeat(hashes));
            self.literal(at, self.find(at + 2 + hashes, &close) + close.len())
        } else if starts("\"") {
            self.literal(at, self.end_of_quote(at, '"'))
        } else if starts("'") && (self.text.get(at + 1) == Some(&'\\') || self.text.get(at + 2) == Some(&'\'')) {
            self.literal(at, self.end_of_quote(at, '\''))
        } else {
            at + 1
        }
    }

    fn find(&self, from: usize, word: &str) -> usize {
        let word: Vec<char> = word.chars().collect();
        let rest = self.text.get(from..).unwrap_or_default();
        rest.windows(word.len()).position(|window| window == word).map_or(self.text.len(), |found| from + found)
    }

    fn end_of_comment(&self, at: usize) -> usize {
        let (mut depth, mut i) = (0, at);
        while i + 1 < self.text.len() {
            match (self.text[i], self.text[i + 1]) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    i += 1;
                    continue;
                }
            }
            i += 2;
            if depth == 0 {
                return i;
            }
        }
        self.text.len()
    }

    fn end_of_quote(&self, at: usize, quote: char) -> usize {
        let mut i = at + 1;
        while i < self.text.len() && self.text[i] != quote {
            i += if self.text[i] == '\\' { 2 } else { 1 };
        }
        (i + 1).min(self.text.len())
    }

    fn blank(&mut self, from: usize, to: usize) -> usize {
        self.text[from..to].iter_mut().filter(|c| **c != '\n').for_each(|c| *c = ' ');
        to
    }

    fn literal(&mut self, from: usize, to: usize) -> usize {
        let to = to.min(self.text.len());
        self.is_code[from..to].fill(false);
        to
    }

    /// The same without what is compiled for tests alone.
    pub fn without_tests(mut self) -> Source {
        let mut from = 0;
        loop {
            let at = self.find(from, "#[cfg(test)]");
            if at == self.text.len() {
                return self;
            }
            from = self.end_of_item(at);
            self.blank(at, from);
        }
    }

    /// Behind the closing brace, or the semicolon, of what begins here.
    fn end_of_item(&self, at: usize) -> usize {
        let (mut braces, mut brackets) = (0, 0);
        for i in (at..self.text.len()).filter(|&i| self.is_code[i]) {
            match self.text[i] {
                '(' | '[' => brackets += 1,
                ')' | ']' => brackets -= 1,
                '{' => braces += 1,
                '}' => braces -= 1,
                ';' if braces == 0 && brackets == 0 => return i + 1,
                _ => continue,
            }
            if self.text[i] == '}' && braces == 0 {
                return i + 1;
            }
        }
        self.text.len()
    }

    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// The literals between quotes, as one reads them, with their lines.
    pub fn texts(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(from) = (at..self.text.len()).find(|&i| !self.is_code[i]) {
            // Two literals are never side by side without code between them.
            let to = (from..self.text.len()).find(|&i| self.is_code[i]).unwrap_or(self.text.len());
            let line = self.text[..from].iter().filter(|&&c| c == '\n').count() + 1;
            let literal: String = self.text[from..to].iter().collect();
            if let Some(text) = literal.trim_start_matches(['r', '#']).strip_prefix('"') {
                let text = text.trim_end_matches('#').trim_end_matches('"');
                found.push((line, joined(text)));
            }
            at = to;
        }
        found
    }

    /// The functions of this name, with their bodies; of a declaration what is declared.
    pub fn functions(&self, name: &str) -> Vec<String> {
        let head: Vec<char> = format!("fn {name}").chars().collect();
        let begins = |at: &usize| {
            self.text[*at..].starts_with(&head)
                && self.is_code[*at]
                && self.text.get(at + head.len()).is_some_and(|&c| c == '(' || c == '<')
        };
        let places = (0..self.text.len()).filter(begins);
        places.map(|at| self.text[at + head.len()..self.end_of_item(at)].iter().collect()).collect()
    }

    /// Lines, counted from 1, with every path that a `use` of several names stands for written out.
    pub fn lines(&self) -> Vec<(usize, String)> {
        let text = self.text();
        let mut lines: Vec<_> = text.lines().enumerate().map(|(i, line)| (i + 1, line.to_owned())).collect();
        for (at, _) in text.match_indices("use ").filter(|(at, _)| text[..*at].ends_with(['\n', ' ']) || *at == 0) {
            let Some((tree, _)) = text[at + 4..].split_once(';') else { continue };
            if tree.contains('{') {
                let line = text[..at].matches('\n').count() + 1;
                lines.extend(paths(tree).into_iter().map(|path| (line, path)));
            }
        }
        lines
    }
}

/// A literal whose lines are broken with a backslash, on one line.
fn joined(text: &str) -> String {
    let mut lines = text.split("\\\n");
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| text + line.trim_start())
}

/// `a::{b, c::{d, e}}` into `a::b`, `a::c::d`, `a::c::e`.
fn paths(tree: &str) -> Vec<String> {
    let Some((stem, group)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let group = group.trim_end().strip_suffix('}').unwrap_or(group);
    let mut depth = 0;
    let branches = group.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    branches.flat_map(paths).map(|path| format!("{}{path}", stem.trim())).collect()
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether `word` stands in a line by itself and not as a part of a longer one.
pub fn has_word(line: &str, word: &str) -> bool {
    let begins = word.starts_with(is_of_word);
    let ends = word.ends_with(is_of_word);
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(is_of_word);
        let behind = line[at + word.len()..].chars().next().is_some_and(is_of_word);
        !(begins && before || ends && behind)
    })
}

#[test]
fn comments_and_tests_are_left_out_and_literals_kept() {
    let source = "a /* b /* c */ */ \"// d\" 'e' // f\n#[cfg(test)]\nmod tests { const G: &str = \"}\"; }\nr#\"h \" //\"# <'i> //j";
    let text = Source::new(source).without_tests().text();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words, ["a", "\"//", "d\"", "'e'", "r#\"h", "\"", "//\"#", "<'i>"]);
}

#[test]
fn grouped_paths_are_found() {
    let lines = Source::new("\nuse std::{fmt, sync::{Arc,\n mpsc}};\n").lines();
    for path in ["std::fmt", "std::sync::Arc", "std::sync::mpsc"] {
        assert!(lines.iter().any(|(line, text)| *line == 2 && has_word(text, path)), "{path}");
    }
    assert!(!has_word("my_std::fmt", "std::fmt") && !has_word("std::fmtx", "std::fmt"));
}

//! Prolog terms, as far as the course's predicates print them: written as `writeln` does, read as a student's file has them.

use std::fmt;
use std::sync::Arc;

use super::stages::Permutation;
use crate::games::kakuro::text::cursor::Cursor;
use crate::games::{TextError, quoted};

#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Number(u8),
    /// A cell that has no digit yet.
    Variable(String),
    Atom(String),
    List(Vec<Term>),
    /// `(1,7)`: a place and a number.
    Pair(Vec<Term>),
    /// `espaco(3,[P24,P25])`.
    Compound(String, Vec<Term>),
    /// A list of digits, and a list of such lists: many, so they are kept small.
    Digits(Permutation),
    Permutations(Arc<[Permutation]>),
}

impl Term {
    /// The digits of a list of nothing else.
    pub fn digits(&self) -> Option<Permutation> {
        match self {
            Term::Digits(digits) => Some(*digits),
            Term::List(items) if items.len() <= 9 => {
                let digits = items.iter().map(|item| if let Term::Number(n) = item { Some(*n) } else { None });
                Some(Permutation::new(&digits.collect::<Option<Vec<u8>>>()?))
            }
            _ => None,
        }
    }
}

fn write_all<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i > 0 { "," } else { "" })?;
    }
    Ok(())
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = |f: &mut fmt::Formatter<'_>, open: &str, items: &[Term], close: &str| {
            f.write_str(open)?;
            write_all(f, items)?;
            f.write_str(close)
        };
        match self {
            Term::Number(number) => write!(f, "{number}"),
            Term::Variable(name) | Term::Atom(name) => f.write_str(name),
            Term::List(items) => between(f, "[", items, "]"),
            Term::Pair(items) => between(f, "(", items, ")"),
            Term::Compound(name, items) => {
                f.write_str(name)?;
                between(f, "(", items, ")")
            }
            Term::Digits(digits) => write!(f, "{digits}"),
            Term::Permutations(permutations) => {
                f.write_str("[")?;
                write_all(f, permutations)?;
                f.write_str("]")
            }
        }
    }
}

/// Reads terms one after the other: a full stop, a comma or a semicolon may end one, `Name =` may stand before it, and
/// `%` begins a comment.
pub fn read(text: &str) -> Result<Vec<Term>, TextError> {
    let mut reader = Reader { at: Cursor::new(text), depth: 0 };
    let mut terms = Vec::new();
    while reader.at.peek().is_some() {
        let term = reader.term()?;
        if matches!(term, Term::Variable(_)) && reader.at.peek() == Some('=') {
            reader.at.take();
            continue;
        }
        while matches!(reader.at.peek(), Some('.' | ',' | ';')) {
            reader.at.take();
        }
        if term != Term::Atom("true".into()) {
            terms.push(term);
        }
    }
    Ok(terms)
}

/// Lists within lists: a file that goes deeper is none of ours.
const DEEPEST: usize = 16;

struct Reader<'a> {
    at: Cursor<'a>,
    depth: usize,
}

impl Reader<'_> {
    fn expected(&mut self, wanted: &str) -> TextError {
        let found = self.at.peek().map_or("the end of the file".into(), |c| format!("`{}`", quoted(c)));
        self.at.error(format!("expected {wanted}, found {found}"))
    }

    fn term(&mut self) -> Result<Term, TextError> {
        match self.at.peek() {
            Some('[') => Ok(Term::List(self.items('[', ']')?)),
            Some('(') => Ok(Term::Pair(self.items('(', ')')?)),
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if c.is_alphabetic() || c == '_' => {
                let name = self.at.word();
                if c.is_uppercase() || c == '_' {
                    return Ok(Term::Variable(name));
                }
                match self.at.peek() {
                    Some('(') => Ok(Term::Compound(name, self.items('(', ')')?)),
                    _ => Ok(Term::Atom(name)),
                }
            }
            _ => Err(self.expected("a list, a number, a variable or `espaco(…)`")),
        }
    }

    fn number(&mut self) -> Result<Term, TextError> {
        let (line, column, word) = (self.at.line, self.at.column, self.at.word());
        let expected = || format!("expected a small number, found `{}`", quoted(&word));
        word.parse().map(Term::Number).map_err(|_| TextError::at(line, column, expected()))
    }

    fn items(&mut self, open: char, close: char) -> Result<Vec<Term>, TextError> {
        debug_assert_eq!(self.at.peek(), Some(open));
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.at.error("lists within lists, too deep for any stage"));
        }
        self.at.take();
        let mut items = Vec::new();
        while self.at.peek() != Some(close) {
            items.push(self.term()?);
            match self.at.peek() {
                Some(',') => self.at.take(),
                Some(c) if c == close => {}
                _ => return Err(self.expected(&format!("`,` or `{close}`"))),
            }
        }
        self.at.take();
        self.depth -= 1;
        Ok(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_prolog_prints_is_read_and_written_alike() {
        for text in ["[[_206,_212],[[1,2],[2,1]]]", "espaco(3,[P24,P25])", "[(1,7),(4,3)]", "false", "[]"] {
            let terms = read(&format!("% a comment\n {text} .\n")).unwrap();
            assert_eq!(terms.iter().map(ToString::to_string).collect::<Vec<_>>(), [text]);
        }
        let terms = read("Perms = [[4, 9],\n [5, 8]] ;\ntrue.").unwrap();
        assert_eq!(terms[0].to_string(), "[[4,9],[5,8]]");
        assert_eq!(terms.len(), 1);
    }

    #[test]
    fn what_is_malformed_is_told_with_its_place() {
        for (text, line, column, part) in
            [("[1,2", 1, 5, "`,` or `]`"), ("\n [1,?]", 2, 5, "found `?`"), ("[300]", 1, 2, "small number")]
        {
            let error = read(text).expect_err(text);
            assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
            assert!(error.message.contains(part), "{text:?}: {error}");
        }
        assert!(read(&"[".repeat(100_000)).is_err());
    }
}

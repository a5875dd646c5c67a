//! Nested lists of numbers with the place of each, for errors that point.

use crate::games::TextError;

pub enum Node {
    List(Vec<Node>, (usize, usize)),
    Number(u32, (usize, usize)),
}

/// A card as the classroom writes it.
pub struct ListCard {
    pub value: u8,
    pub suit: u8,
    pub at: (usize, usize),
}

/// The parts of a state; only the columns where the list is a field alone.
#[derive(Default)]
pub struct Parts {
    pub homes: Vec<Vec<ListCard>>,
    /// `None` is a free cell before one that is taken.
    pub cells: Vec<Option<ListCard>>,
    pub columns: Vec<Vec<ListCard>>,
}

struct Reader<'a> {
    letters: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    column: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next();
        match letter {
            Some('\n') => (self.line, self.column) = (self.line + 1, 1),
            Some(_) => self.column += 1,
            None => {}
        }
        letter
    }

    fn skip_blanks(&mut self) {
        while self.letters.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
    }

    fn error<T>(&self, message: &str) -> Result<T, TextError> {
        Err(TextError::at(self.line, self.column, message))
    }

    fn node(&mut self, depth: usize) -> Result<Node, TextError> {
        self.skip_blanks();
        let at = (self.line, self.column);
        match self.letters.peek() {
            Some('[') if depth < 6 => self.list(depth, at),
            Some('[') => self.error("too many brackets: a state is [homes,cells,columns] of [value,colour]"),
            Some(c) if c.is_ascii_digit() => {
                let mut number = 0u32;
                while let Some(digit) = self.letters.peek().and_then(|c| c.to_digit(10)) {
                    number = number.saturating_mul(10).saturating_add(digit);
                    self.next();
                }
                Ok(Node::Number(number, at))
            }
            _ => self.error("expected `[` or a number"),
        }
    }

    fn list(&mut self, depth: usize, at: (usize, usize)) -> Result<Node, TextError> {
        self.next();
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            if items.is_empty() && self.letters.peek() == Some(&']') {
                self.next();
                return Ok(Node::List(items, at));
            }
            items.push(self.node(depth + 1)?);
            self.skip_blanks();
            match self.letters.peek() {
                Some(',') => {
                    self.next();
                }
                Some(']') => {
                    self.next();
                    return Ok(Node::List(items, at));
                }
                _ => return self.error("expected `,` or `]`"),
            }
        }
    }
}

pub fn read(text: &str) -> Result<Node, TextError> {
    let mut reader = Reader { letters: text.chars().peekable(), line: 1, column: 1 };
    let node = reader.node(0)?;
    reader.skip_blanks();
    if reader.letters.peek() == Some(&'.') {
        reader.next();
        reader.skip_blanks();
    }
    if reader.letters.peek().is_some() {
        return reader.error("expected nothing behind the closing bracket");
    }
    Ok(node)
}

impl Node {
    fn depth(&self) -> usize {
        match self {
            Node::List(items, _) => 1 + items.iter().map(Node::depth).max().unwrap_or(0),
            Node::Number(..) => 0,
        }
    }

    fn list(&self) -> Result<&[Node], TextError> {
        match self {
            Node::List(items, _) => Ok(items),
            Node::Number(_, (line, column)) => Err(TextError::at(*line, *column, "expected a list, not a number")),
        }
    }

    fn card(&self) -> Result<ListCard, TextError> {
        let small = |number: u32| u8::try_from(number).ok().filter(|&n| n < 100);
        let (card, at) = match self {
            &Node::Number(value, at) => (small(value).map(|value| (value, 0)), at),
            Node::List(items, at) => match items.as_slice() {
                &[Node::Number(value, _), Node::Number(suit, _)] => (small(value).zip(small(suit)), *at),
                _ => (None, *at),
            },
        };
        let Some((value, suit)) = card else {
            return Err(TextError::at(at.0, at.1, "expected a card as [value,colour]"));
        };
        Ok(ListCard { value, suit, at })
    }

    /// A card, or `[]` for a free cell.
    fn cell(&self) -> Result<Option<ListCard>, TextError> {
        match self {
            Node::List(items, _) if items.is_empty() => Ok(None),
            node => node.card().map(Some),
        }
    }

    fn cards(&self) -> Result<Vec<ListCard>, TextError> {
        self.list()?.iter().map(Node::card).collect()
    }
}

/// A field `[column, …]` or a state `[homes, cells, columns]`, told apart by how deep the brackets go, or where all cards
/// are in cells by an empty pile in place of a card.
pub fn state_parts(top: &Node) -> Result<Parts, TextError> {
    let items = top.list()?;
    let is_pile = |node: &Node| matches!(node, Node::List(cards, _) if cards.is_empty());
    let has_piles = |node: &Node| matches!(node, Node::List(piles, _) if piles.iter().any(is_pile));
    if top.depth() < 4 && !(items.len() == 3 && has_piles(&items[0])) {
        let columns = items.iter().map(Node::cards).collect::<Result<_, _>>()?;
        return Ok(Parts { columns, ..Parts::default() });
    }
    let [homes, cells, columns] = items else {
        return Err(TextError::whole("expected the three parts [homes,cells,columns] of a state"));
    };
    let piles = |node: &Node| node.list()?.iter().map(Node::cards).collect::<Result<Vec<_>, _>>();
    Ok(Parts {
        homes: piles(homes)?,
        cells: cells.list()?.iter().map(Node::cell).collect::<Result<_, _>>()?,
        columns: piles(columns)?,
    })
}

//! The boards of the nodes of a search, for formats that draw them.

use serde::Serialize;

use crate::games::Position;
use crate::search::{Node, NodeId};

/// Keeps how each node was reached, and sets its board up when it is asked for.
pub struct Boards {
    start: Box<dyn Position>,
    nodes: Vec<Reached>,
    /// The board that was set up last: the next one is mostly a child of it.
    last: (NodeId, Box<dyn Position>),
}

struct Reached {
    parent: Option<NodeId>,
    mv: String,
}

/// A word of a printed board and where it stands.
#[derive(Serialize, PartialEq, Eq, Debug)]
pub struct Word {
    pub x: usize,
    pub y: usize,
    pub w: usize,
    pub t: String,
}

impl Boards {
    pub fn new(start: &dyn Position) -> Self {
        Boards { start: start.boxed_clone(), nodes: Vec::new(), last: (0, start.boxed_clone()) }
    }

    /// Nodes come in the order of their numbers.
    pub fn add(&mut self, node: &Node<'_>) {
        let mv = node.mv.map(ToString::to_string).unwrap_or_default();
        self.nodes.push(Reached { parent: node.parent, mv });
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes.get(id as usize)?.parent
    }

    pub fn mv(&self, id: NodeId) -> &str {
        self.nodes.get(id as usize).map_or("", |node| &node.mv)
    }

    /// The board of a node. Decisions that are no moves of the game (a pair of cards to be matched) leave it as it is.
    pub fn board(&mut self, id: NodeId) -> &dyn Position {
        let mut ahead = Vec::new();
        let mut at = Some(id);
        while let Some(node) = at.filter(|&node| node != self.last.0) {
            ahead.push(node);
            at = self.parent(node);
        }
        let mut position = if at.is_some() { self.last.1.boxed_clone() } else { self.start.boxed_clone() };
        for &node in ahead.iter().rev() {
            for mv in self.nodes[node as usize].mv.split_whitespace() {
                // A node may stand for a decision that is no move.
                let _ = position.play(mv);
            }
        }
        self.last = (id, position);
        &*self.last.1
    }

    /// The board of a node, word by word, so that it can be drawn without a fixed-width font.
    pub fn words(&mut self, id: NodeId) -> Vec<Word> {
        words(&self.board(id).board(None))
    }
}

/// The words of a text with their places, the margins left out.
fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for (y, line) in text.lines().enumerate() {
        let mut open = false;
        for (x, c) in line.chars().enumerate() {
            if c.is_whitespace() {
                open = false;
                continue;
            }
            if !open {
                words.push(Word { x, y, w: 0, t: String::new() });
                open = true;
            }
            let word = words.last_mut().expect("one was begun");
            word.t.push(c);
            word.w += 1;
        }
    }
    let margins = (words.iter().map(|word| word.x).min(), words.iter().map(|word| word.y).min());
    if let (Some(left), Some(top)) = margins {
        for word in &mut words {
            (word.x, word.y) = (word.x - left, word.y - top);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn a_board_is_words_in_places() {
        let found = words("\n  4  1\n  .  12\n");
        let places: Vec<_> = found.iter().map(|word| (word.x, word.y, word.w, &*word.t)).collect();
        assert_eq!(places, [(0, 0, 1, "4"), (3, 0, 1, "1"), (0, 1, 1, "."), (3, 1, 2, "12")]);
    }

    #[test]
    fn a_node_has_the_board_that_its_line_leads_to() {
        let start = games::find("sliding").unwrap().deal("3x3,moves=10:1").unwrap();
        let mut boards = Boards::new(&*start);
        boards.add(&Node::root());
        let moves = start.moves();
        let (one, other) = (&moves[0], &moves[1]);
        boards.add(&Node::child(1, 0, one, 1));
        boards.add(&Node::child(2, 0, other, 1));
        let played = |mv: &str| {
            let mut position = start.boxed_clone();
            position.play(mv).unwrap();
            position.line()
        };
        assert_eq!(boards.board(2).line(), played(other));
        assert_eq!(boards.board(1).line(), played(one));
        assert_eq!(boards.board(0).line(), start.line());
    }
}

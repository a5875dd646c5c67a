//! Where a search is on the board: the position that is looked for, and the way to a solution that was met.

use std::collections::HashMap;

use crate::games::Position;
use crate::search::{Answer, Event, NodeId, Observer, Outcome, Status};
use crate::workbench::timeline::Timeline;

/// Boards from the root of a search.
pub(super) struct Chart {
    /// The root, and the boards along the path that was looked at last.
    boards: Vec<Box<dyn Position>>,
    path: Vec<String>,
    target: String,
}

impl Chart {
    pub fn new(root: Box<dyn Position>) -> Self {
        Chart { boards: vec![root], path: Vec::new(), target: String::new() }
    }

    pub fn set_target(&mut self, board: &dyn Position) {
        self.target = board.line();
    }

    /// The board at the end of a path, as far as it goes.
    fn board(&mut self, path: &[String]) -> &dyn Position {
        let same = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        self.path.truncate(same);
        self.boards.truncate(same + 1);
        for mv in &path[same..] {
            let mut board = self.boards[self.boards.len() - 1].boxed_clone();
            // A node may decide several things at once.
            if mv.split_whitespace().any(|mv| board.play(mv).is_err()) {
                break;
            }
            self.boards.push(board);
            self.path.push(mv.clone());
        }
        &*self.boards[self.boards.len() - 1]
    }

    pub fn is_target(&mut self, path: &[String]) -> bool {
        let target = std::mem::take(&mut self.target);
        let is_it = self.board(path).line() == target;
        self.target = target;
        is_it
    }

    /// Whether each move of a path is one on the board before it.
    pub fn leads(&mut self, path: &[String]) -> bool {
        self.board(path);
        self.path.len() == path.len()
    }

    pub fn is_solution(&mut self, path: &[String]) -> bool {
        self.board(path).status() == Status::Solved && self.leads(path)
    }

    /// The way to the solution that the search has just met; `before` is the answer that it had until then.
    pub fn solution(&mut self, time: &mut Timeline, before: Option<&Answer>) -> Option<Vec<String>> {
        let answer = time.engine().answer()?;
        // Only so many are listed; later ones are not among them.
        let is_listed = answer.solutions.is_none_or(|count| count == answer.all.len() as u64);
        if let Some(last) = answer.all.last().filter(|_| is_listed) {
            return Some(last.clone());
        }
        if before.is_none_or(|before| before.moves != answer.moves) {
            return Some(answer.moves);
        }
        // An engine that counts solutions need not keep them; the trace of its last expansion tells the way, unless the
        // search is so large that hearing it again would take too long.
        let expanded = Some(time.expanded()).filter(|_| time.is_light())?;
        let mut engine = time.glance(expanded.checked_sub(1)?);
        let (path, mut way) = (engine.focus().path, Way::default());
        while engine.run(1, Some(&mut way)) == Outcome::MoreWork && engine.counters().expanded < expanded {}
        let moves = way.moves()?;
        let mut ways = (0..=path.len()).rev().map(|kept| [&path[..kept], &moves].concat());
        ways.find(|way| self.is_solution(way))
    }
}

/// The nodes that an expansion makes, and the last solution among them.
#[derive(Default)]
struct Way {
    made: HashMap<NodeId, (NodeId, String)>,
    solution: Option<NodeId>,
}

impl Way {
    /// The moves to the solution from the nearest node that is older than what was told.
    fn moves(&self) -> Option<Vec<String>> {
        let mut moves = Vec::new();
        let mut at = self.solution?;
        while let Some((parent, mv)) = self.made.get(&at) {
            moves.push(mv.clone());
            at = *parent;
        }
        moves.reverse();
        Some(moves)
    }
}

impl Observer for Way {
    fn on(&mut self, event: &Event<'_>) {
        match event {
            Event::Node(node) => {
                if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
                    self.made.insert(node.id, (parent, mv.to_string()));
                }
            }
            Event::Solution { id, .. } => self.solution = Some(*id),
            _ => {}
        }
    }
}

//! Which nodes lead to a node, in bounded memory: the parents of the last few million nodes are kept, and those before
//! them are found by running the search again.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::games::Position;
use crate::search::{Event, Node, NodeId, Observer, Plan, PlanError};
use crate::workbench::drive::Driver;

/// So many parents are kept: 64 MB.
const KEPT: usize = 8 << 20;

const NO_PARENT: NodeId = NodeId::MAX;

/// The parents of the latest nodes.
pub struct Ancestry {
    first: NodeId,
    parents: VecDeque<NodeId>,
    room: usize,
}

impl Default for Ancestry {
    fn default() -> Self {
        Self::with_room(KEPT)
    }
}

impl Ancestry {
    fn with_room(room: usize) -> Self {
        Ancestry { first: 0, parents: VecDeque::new(), room }
    }

    pub fn add(&mut self, node: &Node<'_>) {
        if self.parents.len() == self.room {
            self.parents.pop_front();
            self.first += 1;
        }
        self.parents.push_back(node.parent.unwrap_or(NO_PARENT));
    }

    /// The nodes that lead to `id`, as far up as they are known; `id` last. It is whole where it begins with 0.
    pub fn line(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = vec![id];
        let mut id = id;
        while let Some(&parent) = id.checked_sub(self.first).and_then(|i| self.parents.get(i as usize)) {
            if parent == NO_PARENT {
                break;
            }
            line.push(parent);
            id = parent;
        }
        line.reverse();
        line
    }
}

/// Runs a search again, until an event says that it is enough.
pub fn run_while(
    position: &dyn Position,
    plan: &Plan,
    stop: &AtomicBool,
    goes_on: &mut dyn FnMut(&Event<'_>) -> bool,
) -> Result<(), PlanError> {
    let halt = Cell::new(false);
    let mut watch = Until { goes_on, halt: &halt };
    // One that goes on improving would stop by the clock.
    let driver = Driver { time: Some(Duration::MAX), stop };
    driver.solve_until(&|| halt.get(), position, plan, Some(&mut watch), &mut |_| ())?;
    Ok(())
}

struct Until<'a> {
    goes_on: &'a mut dyn FnMut(&Event<'_>) -> bool,
    halt: &'a Cell<bool>,
}

impl Observer for Until<'_> {
    fn on(&mut self, event: &Event<'_>) {
        if !self.halt.get() && !(self.goes_on)(event) {
            self.halt.set(true);
        }
    }
}

/// The nodes that lead to the one whose expansion has this number, root first; empty where the search ends before it.
pub fn path_to_expansion(
    position: &dyn Position,
    plan: &Plan,
    number: u64,
    stop: &AtomicBool,
) -> Result<Vec<NodeId>, PlanError> {
    let (mut ancestry, mut expanded, mut found) = (Ancestry::default(), 0, None);
    run_while(position, plan, stop, &mut |event| {
        match event {
            Event::Node(node) => ancestry.add(node),
            Event::Expand { id, .. } => {
                expanded += 1;
                found = (expanded == number).then(|| ancestry.line(*id));
            }
            _ => {}
        }
        found.is_none()
    })?;
    found.map_or(Ok(Vec::new()), |line| completed(position, plan, line, stop))
}

/// The line up to the root, of which the lower end is known.
pub fn completed(
    position: &dyn Position,
    plan: &Plan,
    line: Vec<NodeId>,
    stop: &AtomicBool,
) -> Result<Vec<NodeId>, PlanError> {
    completed_within(KEPT, position, plan, line, stop)
}

fn completed_within(
    room: usize,
    position: &dyn Position,
    plan: &Plan,
    mut line: Vec<NodeId>,
    stop: &AtomicBool,
) -> Result<Vec<NodeId>, PlanError> {
    while let Some(&top) = line.first().filter(|&&top| top != 0) {
        let mut ancestry = Ancestry::with_room(room);
        run_while(position, plan, stop, &mut |event| {
            let Event::Node(node) = event else { return true };
            ancestry.add(node);
            node.id < top
        })?;
        let above = ancestry.line(top);
        if above.len() == 1 {
            // Interrupted on the way: better no line than a part of one.
            return Ok(Vec::new());
        }
        line.splice(..1, above);
    }
    Ok(line)
}

/// The moves that lead to a node from the root.
pub fn line_to(position: &dyn Position, plan: &Plan, id: NodeId, stop: &AtomicBool) -> Result<Vec<String>, PlanError> {
    let line = completed(position, plan, vec![id], stop)?;
    let mut moves = Vec::new();
    if line.len() < 2 {
        return Ok(moves);
    }
    run_while(position, plan, stop, &mut |event| {
        let Event::Node(node) = event else { return true };
        if let (true, Some(mv)) = (line.binary_search(&node.id).is_ok(), node.mv) {
            moves.push(mv.to_string());
        }
        node.id < id
    })?;
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn a_line_is_found_again_however_little_is_kept() {
        let game = games::find("sliding").unwrap();
        let position = game.deal("3x3,moves=14:1").unwrap();
        let plan = Plan::new(game.strategy("ida*").unwrap());
        let stop = AtomicBool::new(false);
        let mut parents = Vec::new();
        run_while(&*position, &plan, &stop, &mut |event| {
            if let Event::Node(node) = event {
                parents.push(node.parent);
            }
            true
        })
        .unwrap();
        let last = parents.len() as u64 - 1;
        let mut line = vec![last];
        while let Some(parent) = parents[line[0] as usize] {
            line.insert(0, parent);
        }
        assert!(line.len() > 5);
        for room in [1, 7, KEPT] {
            assert_eq!(completed_within(room, &*position, &plan, vec![last], &stop).unwrap(), line, "{room}");
        }
        assert_eq!(line_to(&*position, &plan, last, &stop).unwrap().len(), line.len() - 1);
    }
}

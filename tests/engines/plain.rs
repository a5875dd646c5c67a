//! The searches as a textbook writes them, without any of the machinery; they count nodes as the contract says.

use std::collections::{HashSet, VecDeque};

use super::maze::Maze;

/// Depth-first search with memory.
pub fn depth_first(maze: &Maze) -> u64 {
    fn visit(maze: &Maze, place: u8, seen: &mut HashSet<u8>, nodes: &mut u64) -> bool {
        for &to in &maze.ways[place as usize] {
            *nodes += 1;
            if maze.goals[to as usize] || (seen.insert(to) && visit(maze, to, seen, nodes)) {
                return true;
            }
        }
        false
    }
    let mut nodes = 1;
    if !maze.goals[0] {
        visit(maze, 0, &mut HashSet::from([0]), &mut nodes);
    }
    nodes
}

pub fn breadth_first(maze: &Maze) -> u64 {
    if maze.goals[0] {
        return 1;
    }
    let (mut nodes, mut seen, mut queue) = (1, HashSet::from([0]), VecDeque::from([0]));
    while let Some(place) = queue.pop_front() {
        for &to in &maze.ways[place as usize] {
            nodes += 1;
            if maze.goals[to as usize] {
                return nodes;
            }
            if seen.insert(to) {
                queue.push_back(to);
            }
        }
    }
    nodes
}

/// Every line of play of at most `max` moves that ends at its first goal.
pub fn all(maze: &Maze, max: usize) -> Vec<Vec<String>> {
    fn visit(maze: &Maze, place: u8, max: usize, line: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
        if maze.goals[place as usize] {
            all.push(line.clone());
        } else if line.len() < max {
            for &to in &maze.ways[place as usize] {
                line.push(to.to_string());
                visit(maze, to, max, line, all);
                line.pop();
            }
        }
    }
    let mut all = Vec::new();
    visit(maze, 0, max, &mut Vec::new(), &mut all);
    all
}

//! A puzzle without any meaning to hold engines against: places, ways from place to place, places that are goals.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

use proptest::prelude::*;
use rompicapo::search::{Guide, Keeps, NEVER, Rules, Status};

#[derive(Clone, Debug)]
pub struct Maze {
    pub ways: Vec<Vec<u8>>,
    pub goals: Vec<bool>,
}

/// A step to a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Step(pub u8);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Rules for Maze {
    type State = u8;
    type Move = Step;
    type Undo = u8;

    fn moves(&self, state: &u8, into: &mut Vec<Step>) {
        into.extend(self.ways[*state as usize].iter().map(|&to| Step(to)));
    }

    fn apply(&self, state: &mut u8, mv: &Step) -> u8 {
        std::mem::replace(state, mv.0)
    }

    fn undo(&self, state: &mut u8, _mv: &Step, undo: &u8) {
        *state = *undo;
    }

    fn status(&self, state: &u8) -> Status {
        match (self.goals[*state as usize], self.ways[*state as usize].is_empty()) {
            (true, _) => Status::Solved,
            (false, true) => Status::Stuck,
            (false, false) => Status::Open,
        }
    }

    fn read_move(&self, state: &u8, text: &str) -> Result<Step, String> {
        let to: u8 = text.parse().map_err(|_| format!("{text} is no place"))?;
        if self.ways[*state as usize].contains(&to) {
            Ok(Step(to))
        } else {
            Err(format!("no way from {state} to {to}"))
        }
    }
}

impl Maze {
    /// How far from `start` each place is that can be reached.
    pub fn distances(&self, start: u8) -> HashMap<u8, u32> {
        let mut far = HashMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(place) = queue.pop_front() {
            for &to in &self.ways[place as usize] {
                if !far.contains_key(&to) {
                    far.insert(to, far[&place] + 1);
                    queue.push_back(to);
                }
            }
        }
        far
    }

    /// The length of a shortest solution from `start`.
    pub fn shortest(&self, start: u8) -> Option<u32> {
        let far = self.distances(start);
        far.iter().filter(|(place, _)| self.goals[**place as usize]).map(|(_, &distance)| distance).min()
    }

    /// Whether these moves lead from place 0 to a goal.
    pub fn solves(&self, moves: &[String]) -> bool {
        let mut place = 0;
        for mv in moves {
            let Ok(step) = self.read_move(&place, mv) else { return false };
            self.apply(&mut place, &step);
        }
        self.goals[place as usize]
    }
}

/// Random mazes; with `forward` no way leads back, so that nobody can go in circles.
pub fn mazes(forward: bool) -> impl Strategy<Value = Maze> {
    (2usize..20).prop_flat_map(move |n| {
        let ways = prop::collection::vec(prop::collection::vec(0..n as u8, 0..4), n);
        let goals = prop::collection::vec(prop::bool::weighted(0.1), n);
        (ways, goals).prop_map(move |(mut ways, goals)| {
            for (place, ways) in ways.iter_mut().enumerate() {
                let mut met = HashSet::new();
                ways.retain(|&to| (!forward || to as usize > place) && met.insert(to));
            }
            Maze { ways, goals }
        })
    })
}

/// Knows some of the way: never overestimates, but is not consistent, so that states have to be opened again.
#[derive(Clone, Debug)]
pub struct Sight {
    pub estimates: Vec<u32>,
    /// Places declared lost, rightly.
    pub lost: Vec<bool>,
}

impl Sight {
    const CUTS: [&'static str; 1] = ["lost"];

    /// `clear` says of each place how clearly it is seen, from 0 to 4.
    pub fn of(maze: &Maze, clear: &[u8]) -> Sight {
        let distance: Vec<Option<u32>> = (0..maze.ways.len()).map(|place| maze.shortest(place as u8)).collect();
        let clear: Vec<u32> = (0..distance.len()).map(|i| u32::from(clear[i % clear.len()])).collect();
        let estimate = |(d, c): (&Option<u32>, &u32)| match (d, c) {
            (Some(distance), c) => distance * c / 4,
            (None, 4) => NEVER,
            (None, c) => *c,
        };
        let estimates = distance.iter().zip(&clear).map(estimate).collect();
        let lost = distance.iter().zip(&clear).map(|(d, c)| d.is_none() && *c == 3).collect();
        Sight { estimates, lost }
    }
}

impl Guide<Maze> for Sight {
    fn estimate(&mut self, _maze: &Maze, place: &u8) -> u32 {
        self.estimates[*place as usize]
    }

    fn cuts(&self) -> &[&'static str] {
        &Self::CUTS
    }

    fn cut(&mut self, _maze: &Maze, place: &u8) -> Option<usize> {
        self.lost[*place as usize].then_some(0)
    }

    fn why(&self, _maze: &Maze, place: &u8, _cut: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no goal can be reached from {place}")
    }
}

/// Leaves out a place without any reason.
#[derive(Clone)]
pub struct Prejudice;

impl Guide<Maze> for Prejudice {
    fn cuts(&self) -> &[&'static str] {
        &["prejudice"]
    }

    fn cut(&mut self, _maze: &Maze, place: &u8) -> Option<usize> {
        (*place == 1).then_some(0)
    }

    fn keeps(&self) -> Keeps {
        Keeps::Nothing
    }
}

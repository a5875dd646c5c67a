//! What the lines of a journal say together.

use std::time::Duration;

use serde::Deserialize as _;
use serde_json::{Map, Value, json};

use crate::workbench::run_record::{PlanName, RunRecord};

/// A step of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Moves made together; by the player, or along the solver's solution.
    Moves { moves: Vec<String>, by_solver: bool },
    /// Another puzzle in place of the one before (an editor's step): its text, and the moves that fill it.
    Puzzle { text: String, with: Vec<String> },
}

/// A board that is being set up and not complete: its text, and the moves that fill it.
pub type Draft = (String, Vec<String>);

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    Did(Deed),
    /// The present position is that after so many deeds (undo, redo, restart).
    Went(usize),
    Hints(u32),
    /// From here on moves of the game were made while they were marked.
    Marked,
    /// The boards whose setting up was left for later, the last one last.
    Shelved(Vec<Draft>),
    /// Positions to come back to, each as the moves that lead there.
    Bookmarks(Vec<Vec<String>>),
    /// The strategy, as an entry of a race is written.
    Plan(String),
    Run(RunRecord),
    /// Whether the puzzle is solved as it stands.
    Over(bool),
    /// A new game of the same puzzle.
    Begin,
    /// The puzzle was opened under this name.
    Name(String),
    /// Nothing but the time.
    Clock,
}

impl Entry {
    /// The line, with the player's time when it was written.
    pub fn json(&self, clock: Duration) -> String {
        let mut line = match self {
            Entry::Did(Deed::Moves { moves, by_solver: false }) => json!({ "moves": moves }),
            Entry::Did(Deed::Moves { moves, by_solver: true }) => json!({ "moves": moves, "by": "solver" }),
            Entry::Did(Deed::Puzzle { text, with }) => json!({ "puzzle": text, "with": with }),
            Entry::Went(made) => json!({ "went": made }),
            Entry::Hints(hints) => json!({ "hints": hints }),
            Entry::Marked => json!({ "marked": true }),
            Entry::Shelved(drafts) => json!({ "shelved": drafts }),
            Entry::Bookmarks(bookmarks) => json!({ "bookmarks": bookmarks }),
            Entry::Plan(plan) => json!({ "plan": plan }),
            Entry::Run(run) => {
                let RunRecord { plan: PlanName { strategy, rest }, nodes, seconds, result, .. } = run;
                let mut line =
                    json!({ "run": strategy, "set": rest, "nodes": nodes, "seconds": seconds, "result": result });
                line["from"] = run.place.clone().into();
                line["board"] = run.text.clone().into();
                line["entry"] = run.entry.clone().into();
                line["expanded"] = run.expanded.into();
                line["race"] = run.in_race.into();
                if !run.way.is_empty() {
                    line["way"] = run.way.clone().into();
                }
                line
            }
            Entry::Over(over) => json!({ "over": over }),
            Entry::Begin => json!({ "begin": true }),
            Entry::Name(name) => json!({ "name": name }),
            Entry::Clock => json!({}),
        };
        line["t"] = (clock.as_millis() as u64).into();
        line.to_string()
    }

    /// What a line says, and the clock; a line of a kind that is not known says nothing but the time.
    fn read(json: &str) -> Option<(Entry, Duration)> {
        let line: Map<String, Value> = serde_json::from_str(json).ok()?;
        let words = |key: &str| -> Option<Vec<String>> {
            line.get(key)?.as_array()?.iter().map(|word| word.as_str().map(str::to_owned)).collect()
        };
        let text = |key: &str| Some(line.get(key)?.as_str()?.to_owned());
        let number = |key: &str| line.get(key)?.as_u64();
        let entry = if let Some(moves) = words("moves") {
            Entry::Did(Deed::Moves { moves, by_solver: line.contains_key("by") })
        } else if let Some(puzzle) = text("puzzle") {
            Entry::Did(Deed::Puzzle { text: puzzle, with: words("with").unwrap_or_default() })
        } else if let Some(made) = number("went") {
            Entry::Went(made as usize)
        } else if let Some(hints) = number("hints") {
            Entry::Hints(hints as u32)
        } else if line.contains_key("marked") {
            Entry::Marked
        } else if let Some(drafts) = line.get("shelved") {
            Entry::Shelved(Vec::deserialize(drafts).ok()?)
        } else if let Some(bookmarks) = line.get("bookmarks") {
            Entry::Bookmarks(Vec::deserialize(bookmarks).ok()?)
        } else if let Some(plan) = text("plan") {
            Entry::Plan(plan)
        } else if let Some(strategy) = text("run") {
            let seconds = line.get("seconds").and_then(Value::as_f64).unwrap_or(0.0);
            let (rest, result) = (text("set").unwrap_or_default(), text("result").unwrap_or_default());
            let plan = PlanName { strategy, rest };
            let entry = text("entry").unwrap_or_else(|| plan.to_string());
            Entry::Run(RunRecord {
                plan,
                nodes: number("nodes").unwrap_or(0),
                seconds,
                result,
                place: text("from").unwrap_or_default(),
                text: text("board").unwrap_or_default(),
                entry,
                expanded: number("expanded").unwrap_or(0),
                way: words("way").unwrap_or_default(),
                in_race: line.get("race").and_then(Value::as_bool).unwrap_or(false),
            })
        } else if let Some(over) = line.get("over").and_then(Value::as_bool) {
            Entry::Over(over)
        } else if line.contains_key("begin") {
            Entry::Begin
        } else if let Some(name) = text("name") {
            Entry::Name(name)
        } else {
            Entry::Clock
        };
        Some((entry, Duration::from_millis(number("t").unwrap_or(0))))
    }
}

/// A game as it was left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Story {
    /// Done, and behind `made` undone but not forgotten.
    pub deeds: Vec<Deed>,
    pub made: usize,
    /// The player's time.
    pub clock: Duration,
    pub hints: u32,
    /// Whether moves of the puzzle's game were made while they were marked.
    pub marked: bool,
    /// Time and hints of the other game: that of the puzzle of the name while a board of the player's own lies in its place,
    /// and that of the board while it does not.
    pub aside: (Duration, u32),
    /// How many deeds lead to the first board of the player's own.
    pub own_from: Option<usize>,
    /// Boards whose setting up was left for later, the last one last.
    pub shelved: Vec<Draft>,
    /// Positions to come back to, each as the moves that lead there, the last one last.
    pub bookmarks: Vec<Vec<String>>,
    /// The strategy, where the player has chosen one.
    pub plan: Option<String>,
    /// Newest last.
    pub runs: Vec<RunRecord>,
    /// Whether the puzzle was solved as it stood.
    pub is_over: bool,
    /// Whether it ever was in this game: it counts once, whatever was undone since.
    pub has_ended: bool,
    /// What it was opened as, the last name last.
    pub names: Vec<String>,
}

/// How many earlier runs are remembered.
const MOST_RUNS: usize = 64;
/// How many boards wait to be set up further.
const MOST_SHELVED: usize = 16;

/// Leaves a board for later; of too many the oldest goes.
pub fn shelve(shelved: &mut Vec<Draft>, draft: Draft) {
    if shelved.last() != Some(&draft) {
        shelved.push(draft);
    }
    let more = shelved.len().saturating_sub(MOST_SHELVED);
    shelved.drain(..more);
}

impl Story {
    /// These moves, one by one, and nothing else.
    pub fn of_moves(moves: &[String]) -> Self {
        let mut story = Story::default();
        for mv in moves {
            story.take(Entry::Did(Deed::Moves { moves: vec![mv.clone()], by_solver: false }), Duration::ZERO);
        }
        story
    }

    /// What the lines behind the heading say.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Self {
        let mut story = Story::default();
        for (entry, clock) in lines.into_iter().filter_map(Entry::read) {
            story.take(entry, clock);
        }
        story
    }

    pub fn take(&mut self, entry: Entry, clock: Duration) {
        let was_own = self.is_own_board();
        let is_name = matches!(entry, Entry::Name(_));
        self.hear(entry);
        if was_own != self.is_own_board() {
            let other = std::mem::replace(&mut self.aside, (self.clock, self.hints));
            (self.clock, self.hints) = other;
        }
        // A name is told before the game has begun.
        if !is_name {
            self.clock = clock;
        }
    }

    fn hear(&mut self, entry: Entry) {
        match entry {
            Entry::Did(deed) => self.make(deed),
            Entry::Went(made) => self.made = made.min(self.deeds.len()),
            Entry::Hints(hints) => self.hints = hints,
            Entry::Marked => self.marked = true,
            Entry::Shelved(drafts) => self.shelved = drafts,
            Entry::Bookmarks(bookmarks) => self.bookmarks = bookmarks,
            Entry::Plan(plan) => self.plan = Some(plan),
            Entry::Run(run) => {
                self.runs.push(run);
                let more = self.runs.len().saturating_sub(MOST_RUNS);
                self.runs.drain(..more);
            }
            Entry::Over(over) => (self.is_over, self.has_ended) = (over, self.has_ended || over),
            Entry::Begin => *self = std::mem::take(self).anew(),
            Entry::Name(name) => {
                self.names.retain(|known| *known != name);
                self.names.push(name);
            }
            Entry::Clock => {}
        }
    }

    /// Redo is kept where the same moves are made again.
    fn make(&mut self, deed: Deed) {
        let again = match (self.deeds.get(self.made), &deed) {
            (Some(Deed::Moves { moves: old, .. }), Deed::Moves { moves: new, .. }) => old == new,
            _ => false,
        };
        if again {
            self.deeds[self.made] = deed;
        } else {
            self.deeds.truncate(self.made);
            self.own_from = self.own_from.filter(|&from| from <= self.made);
            if matches!(deed, Deed::Puzzle { .. }) {
                self.own_from.get_or_insert(self.made + 1);
            }
            self.deeds.push(deed);
        }
        self.made += 1;
    }

    /// The same puzzle from its start, with what does not belong to one game of it.
    #[must_use]
    pub fn anew(self) -> Self {
        let Story { shelved, plan, runs, names, .. } = self;
        Story { shelved, plan, runs, names, ..Story::default() }
    }

    /// The single moves made, since the puzzle was last changed.
    pub fn moves_made(&self) -> Vec<String> {
        let mut made = Vec::new();
        for deed in &self.deeds[..self.made] {
            match deed {
                Deed::Moves { moves, .. } => made.extend_from_slice(moves),
                Deed::Puzzle { with, .. } => made.clone_from(with),
            }
        }
        made
    }

    /// Whether the board is one of the player's own, made from the puzzle of the name.
    pub fn is_own_board(&self) -> bool {
        self.own_from.is_some_and(|from| from <= self.made)
    }

    /// How many single moves were made since the puzzle was last changed: what fills a new board at once is none of them.
    pub fn moves_here(&self) -> usize {
        let here = self.deeds[..self.made].iter().rev().map_while(|deed| match deed {
            Deed::Moves { moves, .. } => Some(moves.len()),
            Deed::Puzzle { .. } => None,
        });
        here.sum()
    }

    /// The single moves made in the puzzle of the name, before the player set up another board in its place.
    pub fn moves_of_puzzle(&self) -> Vec<String> {
        let of_puzzle = self.deeds[..self.made].iter().map_while(|deed| match deed {
            Deed::Moves { moves, .. } => Some(moves.as_slice()),
            Deed::Puzzle { .. } => None,
        });
        of_puzzle.flatten().cloned().collect()
    }

    /// Whether the puzzle of the name was played in, even if all is taken back by now.
    pub fn has_begun_puzzle(&self) -> bool {
        matches!(self.deeds.first(), Some(Deed::Moves { .. }))
    }

    /// All of it as lines, for a journal of its own.
    pub fn entries(&self) -> Vec<(Entry, Duration)> {
        let here = (self.clock, self.hints);
        let (named, own) = if self.is_own_board() { (self.aside, here) } else { (here, self.aside) };
        let mut entries: Vec<Entry> = self.names.iter().cloned().map(Entry::Name).collect();
        entries.extend(self.plan.clone().map(Entry::Plan));
        entries.extend(self.runs.iter().cloned().map(Entry::Run));
        let (puzzle, boards) = self.deeds.split_at(self.own_from.map_or(self.deeds.len(), |from| from - 1));
        entries.extend(puzzle.iter().cloned().map(Entry::Did));
        entries.extend((named.1 > 0).then_some(Entry::Hints(named.1)));
        entries.extend(self.marked.then_some(Entry::Marked));
        let mut timed: Vec<(Entry, Duration)> = entries.into_iter().map(|entry| (entry, named.0)).collect();
        let mut entries: Vec<Entry> = boards.iter().cloned().map(Entry::Did).collect();
        entries.extend((own.1 > 0 && !boards.is_empty()).then_some(Entry::Hints(own.1)));
        timed.extend(entries.into_iter().map(|entry| (entry, own.0)));
        let mut entries: Vec<Entry> = Vec::new();
        if self.made < self.deeds.len() {
            entries.push(Entry::Went(self.made));
        }
        entries.extend((!self.shelved.is_empty()).then(|| Entry::Shelved(self.shelved.clone())));
        entries.extend((!self.bookmarks.is_empty()).then(|| Entry::Bookmarks(self.bookmarks.clone())));
        entries.extend(self.has_ended.then_some(Entry::Over(true)));
        entries.extend((self.has_ended && !self.is_over).then_some(Entry::Over(false)));
        timed.extend(entries.into_iter().map(|entry| (entry, self.clock)));
        timed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of one's own counts for itself, and the game of the puzzle goes on with what it had.
    #[test]
    fn own_boards_have_time_and_hints_of_their_own() {
        let seconds = Duration::from_secs;
        let moves = |mv: &str| Entry::Did(Deed::Moves { moves: vec![mv.into()], by_solver: false });
        let board = Entry::Did(Deed::Puzzle { text: "2 1".into(), with: Vec::new() });
        let mut story = Story::default();
        for (entry, at) in [(moves("L"), 3), (Entry::Hints(2), 4), (board, 0), (moves("U"), 1), (Entry::Hints(1), 7)] {
            story.take(entry, seconds(at));
        }
        let mut told = vec![((story.clock, story.hints), story.is_own_board())];
        let mut again = Story::default();
        story.entries().into_iter().for_each(|(entry, clock)| again.take(entry, clock));
        assert_eq!(again, story, "a journal of its own says the same");
        story.take(Entry::Went(1), seconds(4));
        told.push(((story.clock, story.hints), story.is_own_board()));
        let mut again = Story::default();
        story.entries().into_iter().for_each(|(entry, clock)| again.take(entry, clock));
        assert_eq!(again, story);
        story.take(moves("R"), seconds(9));
        story.take(Entry::Went(1), seconds(9));
        told.push(((story.clock, story.hints), story.is_own_board()));
        assert_eq!(told, [((seconds(7), 1), true), ((seconds(4), 2), false), ((seconds(9), 2), false)]);
    }

    #[test]
    fn of_too_many_boards_the_oldest_go() {
        let mut shelved = Vec::new();
        for n in 0..20 {
            shelve(&mut shelved, (n.to_string(), Vec::new()));
            shelve(&mut shelved, (n.to_string(), Vec::new()));
        }
        let kept: Vec<&str> = shelved.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!((kept.len(), kept.first(), kept.last()), (MOST_SHELVED, Some(&"4"), Some(&"19")));
    }
}

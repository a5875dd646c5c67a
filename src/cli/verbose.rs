//! `--verbose`: what a search meets, line by line on standard error.

use std::io::{self, BufWriter, Stderr, Write};

use crate::search::{Event, Node, NodeId, Observer};

/// Writes every event, indented by its depth. What the search recognises stands out; mere steps are terse.
pub struct Narrator {
    err: BufWriter<Stderr>,
    depth: u32,
    /// The node that was expanded last.
    at: Option<NodeId>,
}

impl Narrator {
    pub fn new() -> Self {
        Narrator { err: BufWriter::new(io::stderr()), depth: 0, at: None }
    }

    fn line(&mut self, depth: u32, text: std::fmt::Arguments<'_>) {
        let text = text.to_string();
        // A board keeps its own columns.
        let indent = if text.contains('\n') { 0 } else { depth.min(40) as usize };
        let _ = writeln!(self.err, "{:indent$}{}", "", text.trim_end_matches('\n'));
    }

    /// What somebody may wait for, and what is rare enough to be written at once.
    fn milestone(&mut self, text: std::fmt::Arguments<'_>) {
        self.line(0, text);
        let _ = self.err.flush();
    }
}

/// Keeps every dead end as the game prints it (`{:#}`), for `--deadlocks`, and passes all on.
pub struct DeadEnds {
    pub text: String,
    pub narrator: Option<Narrator>,
}

impl Observer for DeadEnds {
    fn on(&mut self, event: &Event<'_>) {
        if let Event::Dead { why, .. } = event {
            let why = format!("{why:#}");
            self.text.push_str(&why);
            if !why.ends_with('\n') {
                self.text.push('\n');
            }
        }
        if let Some(narrator) = &mut self.narrator {
            narrator.on(event);
        }
    }
}

impl Drop for Narrator {
    fn drop(&mut self) {
        let _ = self.err.flush();
    }
}

impl Observer for Narrator {
    fn on(&mut self, event: &Event<'_>) {
        match *event {
            Event::Node(Node { id, parent: Some(parent), mv: Some(mv), depth, h, .. }) => match h {
                Some(h) => self.line(depth, format_args!("+ {id} from {parent} by {mv}, h {h}")),
                None => self.line(depth, format_args!("+ {id} from {parent} by {mv}")),
            },
            Event::Node(_) => {}
            Event::Expand { id, depth } => {
                self.depth = depth;
                // A strategy whose steps all belong to one node is told by its sentences alone.
                if self.at.replace(id) != Some(id) {
                    self.line(depth, format_args!("> {id}"));
                }
            }
            Event::Cut { id, by } => self.line(self.depth + 1, format_args!("- {id} cut: {by}")),
            Event::Skip { parent, by } => self.line(self.depth + 1, format_args!("- child of {parent} skipped: {by}")),
            Event::Seen { id } => self.line(self.depth + 1, format_args!("= {id} met before")),
            Event::Dead { id, depth, why } => self.line(depth, format_args!("# {id} dead: {why}")),
            Event::Leave { id, depth } => self.line(depth, format_args!("< {id}")),
            Event::Bound { bound } => {
                self.at = None;
                self.milestone(format_args!("bound {bound}"));
            }
            Event::Solution { length, .. } => self.milestone(format_args!("* solution, length {length}")),
            Event::Note { text } => self.line(self.depth, format_args!("{text}")),
        }
    }
}

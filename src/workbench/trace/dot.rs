//! The tree of a small search for Graphviz: `dot -Tsvg`.

use std::io::{self, Write};

use super::{Last, Scribe, Subject};
use crate::search::{Event, Node, NodeId};
use crate::workbench::entry::Entry;

/// More nodes than this are no picture.
const SHOWN: usize = 2_000;

/// So many are kept on the way to a window.
const KEPT: usize = 1_000_000;

/// What became of a node.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// Made, and not looked at since.
    #[default]
    Waits,
    Cut,
    Seen,
    Dead,
    Entered,
    Solution,
}

#[derive(Default)]
struct Drawn {
    parent: Option<NodeId>,
    mv: String,
    figures: String,
    fate: Fate,
    /// What the fate is called where the shape does not say it.
    word: &'static str,
    is_shown: bool,
}

/// Keeps the tree, and writes it at the end.
pub struct Dot<W> {
    out: W,
    title: String,
    nodes: Vec<Drawn>,
    shown: usize,
}

impl<W: Write> Dot<W> {
    pub fn new(out: W) -> Self {
        Dot { out, title: String::new(), nodes: Vec::new(), shown: 0 }
    }

    fn add(&mut self, node: &Node<'_>, is_shown: bool) {
        let f = node.f.map(|f| f.to_string()).or_else(|| node.h.map(|h| (u64::from(node.depth) + h).to_string()));
        let is_shown = is_shown || node.parent.is_none();
        self.shown += usize::from(is_shown);
        self.nodes.push(Drawn {
            parent: node.parent,
            mv: node.mv.map(ToString::to_string).unwrap_or_default(),
            figures: f.map(|f| format!("f {f}")).unwrap_or_default(),
            is_shown,
            ..Drawn::default()
        });
    }

    /// A node shows the furthest that it came.
    fn fate(&mut self, id: NodeId, fate: Fate, word: &'static str) {
        let node = &mut self.nodes[id as usize];
        if fate > node.fate {
            (node.fate, node.word) = (fate, word);
        }
        // One that lies outside the window is shown where the window comes back to it, with those that lead to it.
        let mut at = Some(id);
        while let Some(id) = at {
            let node = &mut self.nodes[id as usize];
            let was_shown = std::mem::replace(&mut node.is_shown, true);
            self.shown += usize::from(!was_shown);
            at = if was_shown { None } else { node.parent };
        }
    }

    fn node(&mut self, id: usize, on_line: bool) -> io::Result<()> {
        let Drawn { parent, mv, figures, fate, word, .. } = &self.nodes[id];
        let shape = match fate {
            Fate::Waits => "shape=box, style=dashed",
            Fate::Cut | Fate::Seen => "shape=plaintext, fontcolor=gray40",
            Fate::Dead => "shape=octagon, color=gray40, fontcolor=gray40",
            Fate::Entered => "shape=box",
            Fate::Solution => "shape=doubleoctagon, penwidth=2",
        };
        let lines: Vec<&str> = [figures, *word].into_iter().filter(|text| !text.is_empty()).collect();
        let label = if id == 0 && lines.is_empty() { "start".into() } else { escaped(&lines.join("\n")) };
        let weight = if on_line { ", penwidth=2" } else { "" };
        writeln!(self.out, "  n{id} [label=\"{label}\", {shape}{weight}]")?;
        if let Some(parent) = parent {
            writeln!(self.out, "  n{parent} -> n{id} [label=\"{}\"{weight}]", escaped(mv))?;
        }
        Ok(())
    }
}

impl<W: Write> Scribe for Dot<W> {
    fn begin(&mut self, Subject { named, plan }: Subject<'_>) -> io::Result<()> {
        let entry = Entry { strategy: plan.strategy, on: plan.on, weight: plan.weight };
        self.title = format!("{}, {entry}", named.name);
        Ok(())
    }

    fn before(&mut self, node: &Node<'_>, _on_path: bool) {
        self.add(node, false);
    }

    fn open(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        match *event {
            Event::Node(node) => self.add(&node, true),
            Event::Expand { id, .. } => self.fate(id, Fate::Entered, ""),
            Event::Cut { id, by } => self.fate(id, Fate::Cut, by),
            Event::Seen { id } => self.fate(id, Fate::Seen, "met before"),
            Event::Dead { id, .. } => self.fate(id, Fate::Dead, "dead"),
            Event::Solution { id, .. } => self.fate(id, Fate::Solution, "solution"),
            Event::Leave { .. } | Event::Skip { .. } | Event::Bound { .. } | Event::Note { .. } => {}
        }
        Ok(())
    }

    fn end(&mut self, last: &Last) -> io::Result<()> {
        if self.full().is_some() {
            // A part that looks like the whole would mislead.
            return Ok(());
        }
        let title = format!("{}: {}, {} nodes, {} expanded", self.title, last.status, last.nodes, last.expanded);
        writeln!(self.out, "digraph search {{\n  label=\"{}\"\n  node [fontname=monospace]", escaped(&title))?;
        for id in 0..self.nodes.len() {
            if self.nodes[id].is_shown {
                self.node(id, last.line.binary_search(&(id as NodeId)).is_ok())?;
            }
        }
        self.out.write_all(b"}\n")?;
        self.out.flush()
    }

    fn full(&self) -> Option<&'static str> {
        let is_full = self.shown >= SHOWN || self.nodes.len() >= KEPT;
        is_full.then_some("a drawing has room for 2,000 nodes, within the first million")
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

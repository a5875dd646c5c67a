//! A search trace that opens in Posthoc (<https://posthoc.pathfinding.ai>), version 1.4.0 of its format.
//!
//! | here | there |
//! | --- | --- |
//! | the root is made | `source` |
//! | a node is made | `generating` |
//! | a node is expanded | `expanding` |
//! | a node is cut, met before, dead, left | `closing`, with `fate`, `by`, `why` |
//! | a bound is raised | `updating` of the root, with `bound` |
//! | a solution | `destination` |
//! | the end | `end`, of the answer's node |
//!
//! Every event carries the board of its node, word by word, which the view draws.

use std::fmt;
use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::json::{write_figures, write_text};
use super::{Boards, Last, Scribe, Subject};
use crate::search::{Event, Node, NodeId};

/// More nodes than this no browser opens.
const ROOM: usize = 200_000;

pub struct Posthoc<W> {
    out: W,
    boards: Option<Boards>,
    /// What is estimated of each node: the end of its objects.
    figures: Vec<Box<str>>,
    /// Whether a node was written already.
    told: Vec<bool>,
    first: bool,
    goal: NodeId,
}

impl<W: Write> Posthoc<W> {
    pub fn new(out: W) -> Self {
        Posthoc { out, boards: None, figures: Vec::new(), told: Vec::new(), first: true, goal: 0 }
    }

    fn boards(&mut self) -> &mut Boards {
        self.boards.as_mut().expect("a trace begins with its subject")
    }

    fn add(&mut self, node: &Node<'_>) {
        self.boards().add(node);
        let mut figures = Vec::new();
        write_figures(node, &mut figures).expect("memory takes what is written");
        if let (Some(h), None) = (node.h, node.f) {
            write!(figures, r#","f":{}"#, u64::from(node.depth) + h).expect("memory takes what is written");
        }
        self.figures.push(String::from_utf8(figures).expect("JSON is UTF-8").into());
        self.told.push(false);
    }

    /// One event of a node; `more` begins with a comma.
    fn tell(&mut self, kind: &str, id: NodeId, more: &str) -> io::Result<()> {
        if !self.told[id as usize] {
            self.told[id as usize] = true;
            match self.boards().parent(id) {
                // A cut-out may begin in the middle: first those that lead there.
                Some(parent) if !self.told[parent as usize] => self.tell("generating", parent, r#","again":true"#)?,
                _ => {}
            }
            if kind != "generating" && kind != "source" {
                let kind = if id == 0 { "source" } else { "generating" };
                self.object(kind, id, r#","again":true"#)?;
            }
        }
        self.object(kind, id, more)
    }

    fn object(&mut self, kind: &str, id: NodeId, more: &str) -> io::Result<()> {
        self.out.write_all(if std::mem::take(&mut self.first) { b"\n" } else { b",\n" })?;
        write!(self.out, r#"{{"type":"{kind}","id":{id},"pId":"#)?;
        match self.boards().parent(id) {
            Some(parent) => write!(self.out, "{parent}")?,
            None => self.out.write_all(b"null")?,
        }
        let mv = self.boards().mv(id).to_owned();
        if !mv.is_empty() {
            self.out.write_all(br#","move":"#)?;
            write_text(&mv, &mut self.out)?;
        }
        write!(self.out, "{}{more},\"cells\":", self.figures[id as usize])?;
        let cells = self.boards().words(id);
        serde_json::to_writer(&mut self.out, &cells)?;
        self.out.write_all(b"}")
    }
}

impl<W: Write> Scribe for Posthoc<W> {
    fn begin(&mut self, subject: Subject<'_>) -> io::Result<()> {
        let boards = Boards::new(&*subject.named.position);
        self.boards = Some(boards);
        let (views, pivot) = (views(), json!({ "x": 0, "y": 0, "scale": 1 }));
        write!(self.out, "{{\"version\":\"1.4.0\",\"views\":{views},\"pivot\":{pivot},\"events\":[")
    }

    fn before(&mut self, node: &Node<'_>, _on_path: bool) {
        self.add(node);
    }

    fn open(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        match *event {
            Event::Node(node) => {
                self.add(&node);
                self.tell(if node.parent.is_none() { "source" } else { "generating" }, node.id, "")
            }
            Event::Expand { id, .. } => self.tell("expanding", id, ""),
            Event::Cut { id, by } => self.tell("closing", id, &with(&[("fate", "cut"), ("by", by)])),
            Event::Seen { id } => self.tell("closing", id, &with(&[("fate", "met before")])),
            Event::Dead { id, why, .. } => {
                self.tell("closing", id, &with(&[("fate", "dead"), ("why", &why.to_string())]))
            }
            Event::Leave { id, .. } => self.tell("closing", id, &with(&[("fate", "left")])),
            Event::Bound { .. } if self.told.is_empty() => Ok(()),
            Event::Bound { bound } => self.tell("updating", 0, &format!(r#","bound":{bound}"#)),
            Event::Solution { id, length } => {
                self.goal = id;
                self.tell("destination", id, &format!(r#","length":{length}"#))
            }
            Event::Skip { .. } | Event::Note { .. } => Ok(()),
        }
    }

    fn end(&mut self, last: &Last) -> io::Result<()> {
        if !self.told.is_empty() {
            let goal = last.line.last().copied().unwrap_or(self.goal);
            let more = format!(r#","status":"{}","nodes":{},"expanded":{}"#, last.status, last.nodes, last.expanded);
            self.tell("end", goal, &more)?;
        }
        self.out.write_all(b"\n]}\n")?;
        self.out.flush()
    }

    fn full(&self) -> Option<&'static str> {
        (self.told.len() >= ROOM).then_some("a trace for Posthoc has room for the first 200,000 nodes")
    }
}

/// `,"fate":"cut","by":"bound"`.
fn with(pairs: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (key, value) in pairs {
        let _ = fmt::Write::write_fmt(&mut text, format_args!(",\"{key}\":{}", json!(value)));
    }
    text
}

/// How a node's board is drawn, and what stands below it. An event draws its own board in place of the last one.
fn views() -> Value {
    let component = |more: Value| {
        let mut fields = Map::new();
        fields.insert("$".into(), json!("rect"));
        fields.insert("clear".into(), json!(true));
        fields.extend(more.as_object().cloned().unwrap_or_default());
        Value::Object(fields)
    };
    let frame = component(json!({
        "x": -1, "y": -2.5,
        "width": "${{ Math.max(24, ...$.cells.map((cell) => cell.x + cell.w)) + 2 }}",
        "height": 1, "fill": "${{ color[$.type] }}",
        "label": "${{ $.type }} ${{ $.id }}  ${{ $.move ?? '' }}",
        "label-x": 0.5, "label-y": 0.8, "label-size": 0.7, "label-color": "${{ theme.background }}",
    }));
    let cells = component(json!({
        "$for": { "$let": "i", "$to": "${{ $.cells.length }}" },
        "x": "${{ $.cells[$.i].x - 0.4 }}", "y": "${{ $.cells[$.i].y * 1.6 }}",
        "width": "${{ $.cells[$.i].w + 0.8 }}", "height": 1.5,
        "fill": "${{ theme.foreground }}", "alpha": 0.9,
        "label": "${{ $.cells[$.i].t }}",
        "label-x": 0.4, "label-y": 1.1, "label-size": 1, "label-color": "${{ theme.background }}",
        "$info": { "move": "${{ $.move }}", "g": "${{ $.g }}", "h": "${{ $.h }}", "f": "${{ $.f }}" },
    }));
    let figures = component(json!({
        "x": -1, "y": -1.3, "width": 24, "height": 1, "fill": "${{ theme.background }}",
        "label": "g ${{ $.g }}  h ${{ $.h ?? '-' }}  f ${{ $.f ?? '-' }}  ${{ $.fate ?? '' }} ${{ $.by ?? '' }}",
        "label-x": 0.5, "label-y": 0.8, "label-size": 0.7, "label-color": "${{ theme.foreground }}",
    }));
    json!({ "main": [frame, figures, cells] })
}

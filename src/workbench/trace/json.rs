//! JSON lines: a first line on what is searched, an object an event, a last line on what came of it.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::{Last, Scribe, Subject, Window};
use crate::games::Options;
use crate::search::{Event, Node};

/// The version of the format.
pub const TRACE: u32 = 1;

pub struct JsonLines<W> {
    out: W,
    window: Window,
    /// The lines of the path to the window's first node.
    path: Vec<u8>,
}

impl<W: Write> JsonLines<W> {
    pub fn new(out: W, window: &Window) -> Self {
        JsonLines { out, window: window.clone(), path: Vec::new() }
    }
}

/// What a trace begins with, in every format.
#[derive(Serialize)]
pub(super) struct Head<'a> {
    trace: u32,
    game: &'static str,
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(flatten)]
    options: Options,
    strategy: &'static str,
    heuristics: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<u64>,
    version: &'static str,
}

impl<'a> Head<'a> {
    pub(super) fn of(Subject { named, plan }: Subject<'a>, window: &Window) -> Self {
        let weight = plan.strategy.weight.map(|_| plan.weight().to_string());
        Head {
            trace: TRACE,
            game: named.game.name(),
            puzzle: &named.name,
            text: named.text.then(|| named.position.line()),
            options: if named.text { named.position.line_options() } else { Options::new() },
            strategy: plan.strategy.name,
            heuristics: named.position.method(plan).heuristics,
            weight: weight.map(|weight| RawValue::from_string(weight).expect("a number is JSON")),
            from: Some(window.from()).filter(|&from| from > 1),
            to: Some(window.to()).filter(|&to| to < u64::MAX),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

impl<W: Write> Scribe for JsonLines<W> {
    fn begin(&mut self, subject: Subject<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, &Head::of(subject, &self.window))?;
        self.out.write_all(b"\n")
    }

    fn before(&mut self, node: &Node<'_>, on_path: bool) {
        if on_path {
            write_node(node, true, &mut self.path).expect("memory takes what is written");
            self.path.push(b'\n');
        }
    }

    fn open(&mut self) -> io::Result<()> {
        self.out.write_all(&std::mem::take(&mut self.path))
    }

    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        write_event(event, &mut self.out)?;
        self.out.write_all(b"\n")
    }

    fn end(&mut self, last: &Last) -> io::Result<()> {
        let Last { status, limit, nodes, expanded, line } = last;
        write!(self.out, r#"{{"e":"end","status":"{status}","#)?;
        if let Some(limit) = limit {
            write!(self.out, r#""limit":"{limit}","#)?;
        }
        write!(self.out, r#""nodes":{nodes},"expanded":{expanded},"line":"#)?;
        serde_json::to_writer(&mut self.out, line)?;
        self.out.write_all(b"}\n")?;
        self.out.flush()
    }
}

/// One event as an object, without a line break.
pub fn write_event<W: Write>(event: &Event<'_>, out: &mut W) -> io::Result<()> {
    match *event {
        Event::Node(node) => write_node(&node, false, out),
        Event::Expand { id, .. } => write!(out, r#"{{"e":"expand","id":{id}}}"#),
        Event::Cut { id, by } => write!(out, r#"{{"e":"cut","id":{id},"by":"{by}"}}"#),
        Event::Skip { parent, by } => write!(out, r#"{{"e":"skip","parent":{parent},"by":"{by}"}}"#),
        Event::Seen { id } => write!(out, r#"{{"e":"seen","id":{id}}}"#),
        Event::Dead { id, why, .. } => {
            write!(out, r#"{{"e":"dead","id":{id},"why":"#)?;
            write_text(why, out)?;
            out.write_all(b"}")
        }
        Event::Leave { id, .. } => write!(out, r#"{{"e":"leave","id":{id}}}"#),
        Event::Bound { bound } => write!(out, r#"{{"e":"bound","bound":{bound}}}"#),
        Event::Solution { id, length } => write!(out, r#"{{"e":"solution","id":{id},"length":{length}}}"#),
        Event::Note { text } => {
            out.write_all(br#"{"e":"note","text":"#)?;
            write_text(text, out)?;
            out.write_all(b"}")
        }
    }
}

/// A node as an object, without a line break; `again` where its line stands elsewhere too.
pub fn write_node<W: Write>(node: &Node<'_>, again: bool, out: &mut W) -> io::Result<()> {
    write!(out, r#"{{"e":"node","id":{},"parent":"#, node.id)?;
    match node.parent {
        Some(parent) => write!(out, "{parent}")?,
        None => out.write_all(b"null")?,
    }
    if let Some(mv) = node.mv {
        out.write_all(br#","move":"#)?;
        write_text(mv, out)?;
    }
    write_figures(node, out)?;
    out.write_all(if again { br#","again":true}"# } else { b"}" })
}

/// `,"g":…` and the rest of what is estimated.
pub(super) fn write_figures<W: Write>(node: &Node<'_>, out: &mut W) -> io::Result<()> {
    write!(out, r#","g":{}"#, node.depth)?;
    if let Some(h) = node.h {
        write!(out, r#","h":{h}"#)?;
    }
    if let Some(f) = node.f.filter(|f| f.is_finite()) {
        write!(out, r#","f":{f}"#)?;
    }
    write_terms(node, out)
}

fn write_terms<W: Write>(node: &Node<'_>, out: &mut W) -> io::Result<()> {
    let Some(terms) = node.terms else { return Ok(()) };
    let mut text = String::new();
    terms(&mut |name, value| {
        text.push_str(if text.is_empty() { r#","terms":{"# } else { "," });
        let _ = write!(text, r#""{name}":{value}"#);
    });
    if text.is_empty() {
        return Ok(());
    }
    text.push('}');
    out.write_all(text.as_bytes())
}

/// Anything that can be displayed, as a JSON string.
pub(super) fn write_text<W: Write>(text: &dyn Display, out: &mut W) -> io::Result<()> {
    Ok(serde_json::to_writer(out, &format_args!("{text}"))?)
}

//! A trace on file, ours or another program's, as one side of a comparison.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use rustc_hash::FxBuildHasher;
use serde::Deserialize;
use serde_json::Value;

use super::told::{Batch, Kind, Kinds, Sieve, Told};
use crate::games::{Game, harmless, quoted};
use crate::search::NodeId;
use crate::workbench::lines::{self, Lines};
use crate::workbench::places::reason;

/// Numbers that leave gaps are kept in a table; so many of them.
const NUMBERED: usize = 4_000_000;
/// The longest of them in bytes.
const LONGEST_ID: usize = 100;
/// An event's line may have so many bytes.
const LONGEST_LINE: usize = 1 << 20;

/// What is wrong with a file, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", harmless(.0))]
pub struct FileFault(pub String);

/// How the trace on file ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileEnd {
    /// The search came to its end, in the file's own word for it.
    Whole(String),
    /// It was given up, or only a part was written.
    Short(String),
}

/// A line, as far as it matters.
#[derive(Deserialize)]
struct Line {
    trace: Option<u64>,
    game: Option<String>,
    e: Option<String>,
    id: Option<Value>,
    parent: Option<Value>,
    #[serde(rename = "move")]
    mv: Option<Value>,
    h: Option<f64>,
    f: Option<f64>,
    g: Option<f64>,
    #[serde(default)]
    again: bool,
    status: Option<String>,
}

/// Numbers of nodes in the order in which they are told. Ours are their ids.
#[derive(Default)]
struct Numbers {
    told: NodeId,
    /// Nodes whose id is not their number.
    others: HashMap<String, NodeId, FxBuildHasher>,
    /// Up to here ids are numbers.
    plain: NodeId,
}

impl Numbers {
    fn add(&mut self, id: &Value) -> Result<NodeId, String> {
        let number = self.told;
        self.told += 1;
        if self.plain == number && id.as_u64() == Some(number) {
            self.plain += 1;
            return Ok(number);
        }
        if self.others.len() >= NUMBERED {
            return Err(
                "too many nodes whose ids leave gaps; number them from 0 in the order in which they are made".into()
            );
        }
        let key = key(id);
        if key.len() > LONGEST_ID {
            return Err(format!("node {}: expected an id of at most {LONGEST_ID} bytes", quoted(key)));
        }
        match self.others.insert(key, number) {
            None if id.as_u64().is_none_or(|id| id >= self.plain) => Ok(number),
            _ => {
                let id = quoted(id);
                Err(format!("node {id} for the second time; a node that is made again has a number of its own"))
            }
        }
    }

    fn find(&self, id: &Value) -> Result<NodeId, String> {
        match id.as_u64() {
            Some(number) if number < self.plain => Ok(number),
            _ => self.others.get(&key(id)).copied().ok_or_else(|| format!("node {} was not told before", quoted(id))),
        }
    }
}

fn key(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), ToOwned::to_owned)
}

pub struct TraceFile {
    path: String,
    lines: Lines<BufReader<File>>,
    number: usize,
    line: String,
    numbers: Numbers,
    sieve: Sieve,
    pub kinds: Kinds,
    end: Option<FileEnd>,
    /// The last event as it stands in the file, and its number among those compared.
    pub last: String,
}

impl TraceFile {
    /// Opens a file and looks through it once for the kinds of events that it tells at all.
    pub fn open(path: &str, game: &dyn Game) -> Result<TraceFile, FileFault> {
        let mut file = Self::reading(path, Kinds::EVERY)?;
        let mut kinds = Kinds::LEAST;
        while let Some(line) = file.next_line()? {
            if line.trace.is_some() {
                let other = line.game.as_deref().filter(|name| *name != game.name());
                if let Some(other) = other {
                    let other = quoted(other);
                    return Err(file.fault(&format!("a trace of {other}, expected one of {}", game.name())));
                }
            }
            if line.again {
                return Err(file.fault("a part of a trace (`again`); only a whole one can be compared"));
            }
            if let Some(kind) = line.e.as_deref().and_then(Kind::read) {
                kinds = kinds.and(kind);
            }
        }
        if file.number == 0 {
            return Err(FileFault(format!("{path}: there is no event in it")));
        }
        Self::reading(path, kinds)
    }

    fn reading(path: &str, kinds: Kinds) -> Result<TraceFile, FileFault> {
        let told = |error| FileFault(format!("{path}: {}", reason(&error)));
        // It is read twice, which a pipe cannot be.
        if !Path::new(path).metadata().map_err(told)?.is_file() {
            return Err(FileFault(format!("{path}: is no ordinary file")));
        }
        let reader = BufReader::with_capacity(1 << 16, File::open(path).map_err(told)?);
        Ok(TraceFile {
            path: path.to_owned(),
            lines: Lines::new(reader, LONGEST_LINE),
            number: 0,
            line: String::new(),
            numbers: Numbers::default(),
            sieve: Sieve::new(kinds),
            kinds,
            end: None,
            last: String::new(),
        })
    }

    fn fault(&self, what: &str) -> FileFault {
        FileFault(format!("{}:{}: {what}", self.path, self.number))
    }

    fn next_line(&mut self) -> Result<Option<Line>, FileFault> {
        loop {
            let Some(line) = self.lines.next().transpose().map_err(|error| self.fault(&reason(&error)))? else {
                return Ok(None);
            };
            self.number += 1;
            self.line = match line {
                lines::Line::Text(line) => line,
                lines::Line::NotText => return Err(self.fault("expected UTF-8 text")),
                lines::Line::TooLong => {
                    return Err(self.fault(&format!("expected a line of at most {} MiB", LONGEST_LINE >> 20)));
                }
            };
            if !self.line.trim().is_empty() {
                let line = serde_json::from_str(&self.line);
                return line.map(Some).map_err(|error| self.fault(&format!("expected a JSON object: {error}")));
            }
        }
    }

    /// Reads the next decision into the batch; false at the end.
    pub fn read(&mut self, batch: &mut Batch) -> Result<bool, FileFault> {
        if self.end.is_some() {
            return Ok(false);
        }
        while let Some(line) = self.next_line()? {
            if line.e.as_deref() == Some("end") {
                let status = line.status.unwrap_or_else(|| "ended".into());
                let short = matches!(&*status, "limit" | "stopped" | "interrupted");
                self.end = Some(if short { FileEnd::Short(status) } else { FileEnd::Whole(status) });
                return Ok(false);
            }
            if self.take(&line, batch).map_err(|what| self.fault(&what))? {
                self.last = self.line.trim_end().to_owned();
                return Ok(true);
            }
        }
        self.end = Some(FileEnd::Whole("no more lines".into()));
        Ok(false)
    }

    fn take(&mut self, line: &Line, batch: &mut Batch) -> Result<bool, String> {
        let Some(kind) = line.e.as_deref().and_then(Kind::read) else { return Ok(false) };
        if kind == Kind::Node {
            let parent = line.parent.as_ref().filter(|parent| !parent.is_null());
            let parent = parent.map(|parent| self.numbers.find(parent)).transpose()?;
            let node = self.numbers.add(line.id.as_ref().ok_or("a node without an `id`")?)?;
            if parent.is_none() && node > 0 {
                return Err("a node without a `parent`; only the first one has none".into());
            }
            self.sieve.passes(kind, node);
            let mv = line.mv.as_ref().filter(|mv| !mv.is_null()).map(key);
            let (h, f) = (line.h.map(|h| h as u64), line.f.or_else(|| Some(line.g? + line.h?)));
            let told = Told { parent, h, f, ..Told::of(kind, node) };
            batch.push_node(told, mv.as_ref().map(|mv| mv as &dyn std::fmt::Display));
            return Ok(true);
        }
        let node = match kind {
            Kind::Bound => 0,
            Kind::Skip => self.numbers.find(line.parent.as_ref().ok_or("a `skip` without a `parent`")?)?,
            _ => self.numbers.find(line.id.as_ref().ok_or("an event without an `id`")?)?,
        };
        let passes = self.sieve.passes(kind, node);
        if passes {
            batch.push(Told::of(kind, node));
        }
        Ok(passes)
    }

    pub fn end(&self) -> Option<&FileEnd> {
        self.end.as_ref()
    }
}

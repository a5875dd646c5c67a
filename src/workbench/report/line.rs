//! The objects of `--json`, a line each, with their fields in the order in which they are written.

use std::fmt::Write as _;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::SCHEMA;
use crate::games::Options;
use crate::games::quote::{is_plain_line, is_risky};
use crate::search::{Iteration, Value};

/// What every object begins with.
#[derive(Serialize)]
pub(super) struct Head<'a> {
    pub(super) schema: u32,
    pub(super) game: &'a str,
    pub(super) puzzle: &'a str,
}

impl<'a> Head<'a> {
    pub(super) fn of(game: &'a str, puzzle: &'a str) -> Self {
        Head { schema: SCHEMA, game, puzzle }
    }
}

/// The object of a run, its fields in the order in which they are written.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    #[serde(flatten)]
    pub(super) head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entry: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    #[serde(flatten)]
    pub(super) options: Options,
    #[serde(flatten)]
    pub(super) verdict: VerdictFields<'a>,
    pub(super) strategy: &'a str,
    pub(super) heuristics: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tables: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) weight: Option<Box<RawValue>>,
    pub(super) nodes: u64,
    pub(super) expanded: u64,
    #[serde(skip_serializing_if = "<[Iteration]>::is_empty")]
    pub(super) iterations: &'a [Iteration],
    pub(super) seconds: Box<RawValue>,
    #[serde(flatten, serialize_with = "pairs")]
    pub(super) remarks: Vec<(&'static str, u64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) states: Option<&'a serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cut_by_time: Option<bool>,
    pub(super) version: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) peak_mib: Option<Box<RawValue>>,
}

/// What stands between the puzzle and the plan: all but the status only where it is known.
#[derive(Default, Serialize)]
pub(super) struct VerdictFields<'a> {
    pub(super) status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) measure: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lower_bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) length: Option<u64>,
    #[serde(flatten, serialize_with = "pairs")]
    pub(super) extra: &'a [(&'static str, Value)],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) all: Option<&'a [Vec<String>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) all_complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<&'a str>,
}

/// The object of a puzzle that could not be read.
#[derive(Serialize)]
pub(super) struct MalformedLine<'a> {
    #[serde(flatten)]
    pub(super) head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entry: Option<&'a str>,
    pub(super) status: &'a str,
    pub(super) error: &'a str,
    pub(super) version: &'a str,
}

/// Fields under names of their own, in their order.
fn pairs<K: Serialize, V: Serialize, S: Serializer>(
    pairs: &impl AsRef<[(K, V)]>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.as_ref().iter().map(|(key, value)| (key, value)))
}

/// A number that is written as it stands: its decimals are part of the format.
pub(super) fn number(text: String) -> Box<RawValue> {
    RawValue::from_string(text).expect("a number is JSON")
}

pub(in crate::workbench) fn write_line(line: &impl Serialize, out: &mut String) {
    let start = out.len();
    let mut json = std::mem::take(out).into_bytes();
    // Room for most lines, so that it need not grow.
    json.reserve(1 << 10);
    serde_json::to_writer(&mut json, line).expect("names are texts, and nothing else fails");
    *out = String::from_utf8(json).expect("JSON is UTF-8");
    if !is_plain_line(&out[start..]) {
        let json = out.split_off(start);
        push_json(&json, out);
    }
    out.push('\n');
}

/// JSON leaves many characters as they are that a terminal obeys; inside its strings they may as well be escaped.
pub fn push_json(json: &str, out: &mut String) {
    if is_plain_line(json) {
        return out.push_str(json);
    }
    for c in json.chars() {
        if is_risky(c) {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| {
                let _ = write!(out, "\\u{unit:04x}");
            });
        } else {
            out.push(c);
        }
    }
}

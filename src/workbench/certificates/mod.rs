//! Certificates on paper: JSON lines, one a claim, and the sets of states that lie beside their file.
//!
//! `{"certificate":1,"game":…,"puzzle":…,"text":…,"claim":…,"moves":[…],"kind":…,"proof":…}`. What a kind of proof says
//! is the game's own matter; here is only what all have in common.

mod archive;
mod book;

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

pub use archive::{Archive, Reference};
pub use book::Book;

use super::naming::Named;
use super::report::{VERSION, write_line};
use crate::games::{Claim, Options, Proof, quoted};

pub const FORMAT: u64 = 1;

/// What a line of certificates may have in bytes.
pub const LONGEST_LINE: usize = 256 << 20;
/// What a set of states may have in bytes.
pub const LARGEST_STATES: u64 = 1 << 30;

/// How a set of states is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct States {
    pub bytes: u64,
    /// In hexadecimal digits.
    pub sha256: String,
}

impl States {
    pub fn of(bytes: &[u8]) -> States {
        States { bytes: bytes.len() as u64, sha256: format!("{:x}", Sha256::digest(bytes)) }
    }

    /// The file of this set beside a file of certificates. A set is called by what it is.
    pub fn path(&self, certificates: &Path) -> PathBuf {
        folder_of_states(certificates).join(format!("{}.states", self.sha256))
    }
}

/// `FILE.d`
fn folder_of_states(certificates: &Path) -> PathBuf {
    let mut folder = certificates.as_os_str().to_owned();
    folder.push(".d");
    folder.into()
}

/// A claim with its proof, as it stands in a line.
#[derive(Debug)]
pub struct Certificate {
    pub claim: Claim,
    pub moves: Vec<String>,
    /// Without its states, which are still to be read.
    pub proof: Proof,
    pub states: Option<States>,
}

impl Certificate {
    /// What a line says beside its puzzle.
    pub fn of(object: &Map<String, Value>) -> Result<Certificate, String> {
        if object.get("certificate").and_then(Value::as_u64) != Some(FORMAT) {
            return Err(format!("expected \"certificate\":{FORMAT}"));
        }
        let text = |key: &str| match object.get(key) {
            Some(Value::String(text)) => Ok(text.as_str()),
            _ => Err(format!("expected \"{key}\", a string")),
        };
        let claim = text("claim")?;
        let claim = Claim::find(claim).ok_or_else(|| {
            format!("\"claim\" is \"{}\"; expected {}", quoted(claim), Claim::ALL.map(Claim::name).join(", "))
        })?;
        let proof = Proof::new(text("kind")?, text("proof")?);
        Ok(Certificate { claim, moves: moves(object)?, proof, states: states(object)? })
    }
}

fn moves(object: &Map<String, Value>) -> Result<Vec<String>, String> {
    let expected = || "expected \"moves\", a list of strings".to_owned();
    match object.get("moves") {
        None => Ok(Vec::new()),
        Some(Value::Array(moves)) => {
            let moves = moves.iter().map(|mv| mv.as_str().map(str::to_owned));
            moves.collect::<Option<_>>().ok_or_else(expected)
        }
        Some(_) => Err(expected()),
    }
}

fn states(object: &Map<String, Value>) -> Result<Option<States>, String> {
    let Some(states) = object.get("states") else { return Ok(None) };
    let bytes = states.get("bytes").and_then(Value::as_u64);
    let is_digest = |text: &&str| text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    let sha256 = states.get("sha256").and_then(Value::as_str).filter(is_digest);
    match bytes.zip(sha256) {
        Some((bytes, sha256)) => Ok(Some(States { bytes, sha256: sha256.to_owned() })),
        None => Err("expected \"states\" with \"bytes\", and \"sha256\" of 64 hexadecimal digits".into()),
    }
}

/// A line of certificates, with its line break.
pub fn line(named: &Named, claim: Claim, moves: &[String], proof: &Proof, states: Option<&States>) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        certificate: u64,
        game: &'a str,
        puzzle: &'a str,
        text: String,
        #[serde(flatten)]
        options: Options,
        claim: &'a str,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        moves: &'a [String],
        kind: &'a str,
        proof: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        states: Option<&'a States>,
        version: &'a str,
    }
    let line = Line {
        certificate: FORMAT,
        game: named.game.name(),
        puzzle: &named.name,
        text: named.position.line(),
        options: named.position.line_options(),
        claim: claim.name(),
        moves,
        kind: &proof.kind,
        proof: &proof.text,
        states,
        version: VERSION,
    };
    let mut out = String::new();
    write_line(&line, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_states_is_known_by_its_digest() {
        let states = States::of(b"abc");
        assert_eq!(
            (states.bytes, &*states.sha256),
            (3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        );
        let path = states.path(Path::new("some/file.jsonl"));
        assert!(path.starts_with("some/file.jsonl.d"), "{}", path.display());
    }

    #[test]
    fn what_is_missing_in_a_line_is_told() {
        let told = |json: &str| Certificate::of(serde_json::from_str::<Value>(json).unwrap().as_object().unwrap());
        for (json, expected) in [
            ("{}", "expected \"certificate\":1"),
            (r#"{"certificate":2}"#, "expected \"certificate\":1"),
            (r#"{"certificate":1}"#, "expected \"claim\", a string"),
            (
                r#"{"certificate":1,"claim":"won"}"#,
                "\"claim\" is \"won\"; expected unsolvable, unique, several, optimal",
            ),
            (r#"{"certificate":1,"claim":"unique","kind":"tree","proof":7}"#, "expected \"proof\", a string"),
            (
                r#"{"certificate":1,"claim":"unique","kind":"tree","proof":"","moves":[1]}"#,
                "expected \"moves\", a list of strings",
            ),
            (
                r#"{"certificate":1,"claim":"unsolvable","kind":"x","proof":"","states":{"bytes":1,"sha256":"../x"}}"#,
                "expected \"states\" with \"bytes\", and \"sha256\" of 64 hexadecimal digits",
            ),
        ] {
            assert_eq!(told(json).unwrap_err(), expected);
        }
    }
}

//! What a line of `solve --json` claims, held against the rules alone.

use std::collections::BTreeSet;

use anyhow::{Context as _, anyhow, bail};
use serde_json::Value;

use super::certificates::check_beside;
use super::objects::{self, Object};
pub use crate::games::replay;
use crate::games::{self, Case, Claim, Effort, Objection, Options, Position, harmless, quoted};
use crate::search::{self, Status};
use crate::workbench::certificates::Archive;
use crate::workbench::naming::NameError;
use crate::workbench::packs::Library;
use crate::workbench::report::SCHEMA;
use crate::workbench::resolve::{Resolver, find_game};
use crate::workbench::words::{count, grouped};

/// What the check of an object came to that is not wrong.
pub struct Check {
    pub settled: Settled,
    /// Fields whose claims the rules alone do not settle.
    pub open: Vec<&'static str>,
    /// Why a certificate beside it was not checked.
    pub objection: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// A solution that replays.
    Solution,
    /// A refutation whose certificate holds, or that the rules alone settle.
    Refutation,
    /// A refutation that neither a certificate nor the rules alone settle.
    Unproven,
    /// Nothing is claimed that could be replayed.
    Nothing,
    /// A puzzle is called malformed, which cannot be looked at again.
    Malformed,
}

impl Settled {
    fn with(self, open: Vec<&'static str>) -> Check {
        Check { settled: self, open, objection: None }
    }
}

/// What objects are held against.
pub struct Bench<'a> {
    pub library: &'a Library,
    /// Where certificates are that an object refers to.
    pub archive: Archive,
    pub effort: Effort,
}

pub enum Fault {
    /// It claims what is not so.
    Wrong(String),
    /// It does not say what it should.
    Unreadable(anyhow::Error),
}

impl From<anyhow::Error> for Fault {
    fn from(error: anyhow::Error) -> Self {
        Fault::Unreadable(error)
    }
}

fn wrong<T>(why: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Wrong(why.into()))
}

/// The object on a line that `written_by` says it wrote.
pub fn read(line: &str, written_by: &str) -> Result<Object, Fault> {
    Ok(match objects::read(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return Err(anyhow!("expected an object of `{written_by}`").into()),
        Err(error) => {
            return Err(anyhow!("column {}: no JSON object of `{written_by}`: {error}", error.column()).into());
        }
    })
}

/// Checks an object of `solve --json`.
pub fn check(bench: &mut Bench<'_>, object: &Object) -> Result<Check, Fault> {
    if object.get("schema").and_then(Value::as_u64) != Some(u64::from(SCHEMA)) {
        return Err(anyhow!("expected \"schema\":{SCHEMA}").into());
    }
    let puzzle = text_of(object, "puzzle")?;
    check_kinds(object)?;
    check_status(bench, object).map_err(|fault| match fault {
        Fault::Wrong(why) => Fault::Wrong(format!("{}: {why}", quoted(puzzle))),
        unreadable @ Fault::Unreadable(_) => unreadable,
    })
}

/// Fields that are there hold what their names say; what is not known may be `null`.
fn check_kinds(object: &Object) -> anyhow::Result<()> {
    let expect = |fields: &[&str], what: &str, is_fit: fn(&Value) -> bool| {
        let odd =
            fields.iter().find(|field| object.get(**field).is_some_and(|value| !value.is_null() && !is_fit(value)));
        odd.map_or(Ok(()), |field| Err(anyhow!("expected \"{field}\", {what}")))
    };
    expect(&["optimal", "unique", "all_complete"], "true or false", Value::is_boolean)?;
    expect(&["length", "solutions", "lower_bound", "nodes", "expanded"], "a whole number", Value::is_u64)?;
    expect(&["moves", "all"], "a list", Value::is_array)?;
    expect(&["certificate", "text", "grid", "reason"], "a string", Value::is_string)
}

/// Where no solution is in hand, nothing can be claimed of one.
fn check_none_is_told(object: &Object, status: &str) -> Result<(), Fault> {
    const OF_SOLUTIONS: [&str; 9] =
        ["moves", "length", "optimal", "unique", "grid", "cards", "all", "solutions", "all_complete"];
    let says_something = |field: &&&str| match object.get(**field) {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::Array(list)) => !list.is_empty(),
        Some(Value::Number(number)) => number.as_u64() != Some(0),
        Some(_) => true,
    };
    match OF_SOLUTIONS.iter().find(says_something) {
        Some(field) => wrong(format!("\"{field}\" speaks of a solution, but \"status\" is {status}")),
        None => Ok(()),
    }
}

fn check_status(bench: &mut Bench<'_>, object: &Object) -> Result<Check, Fault> {
    match text_of(object, "status")? {
        "solved" => {
            let position = position(bench.library, object)?;
            check_solved(bench, &*position, object)
        }
        "unsolvable" => {
            check_none_is_told(object, "unsolvable")?;
            let position = position(bench.library, object)?;
            check_refutation(bench, &*position, object)
        }
        "limit" => {
            check_none_is_told(object, "limit")?;
            position(bench.library, object)?;
            Ok(Settled::Nothing.with(object.get("lower_bound").map(|_| "lower_bound").into_iter().collect()))
        }
        "invalid" => {
            check_none_is_told(object, "invalid")?;
            check_malformed(bench.library, object)
        }
        other => {
            Err(anyhow!("\"status\" is \"{}\"; expected solved, unsolvable, limit or invalid", quoted(other)).into())
        }
    }
}

/// A puzzle that has a name is read again; what stood in a file is not in the object.
fn check_malformed(library: &Library, object: &Object) -> Result<Check, Fault> {
    text_of(object, "error")?;
    match by_name(library, text_of(object, "puzzle")?) {
        Some(Ok(_)) => wrong("it is called invalid, but there is nothing wrong with the puzzle of this name"),
        Some(Err(_)) => Ok(Settled::Nothing.with(Vec::new())),
        None => Ok(Settled::Malformed.with(Vec::new())),
    }
}

/// Without a certificate some games tell by the rules alone.
fn check_refutation(bench: &mut Bench<'_>, position: &dyn Position, object: &Object) -> Result<Check, Fault> {
    let case = Case { position, claim: Claim::Unsolvable, moves: &[] };
    let objection = match check_certificate(bench, &case, object)? {
        Beside::Proof => return Ok(Settled::Refutation.with(Vec::new())),
        Beside::Unchecked(why) => Some(why),
        Beside::Nothing => None,
    };
    let settled = match position.is_solvable() {
        Some(true) => return wrong("it has a solution, by the rules alone"),
        Some(false) => Settled::Refutation,
        None => Settled::Unproven,
    };
    Ok(Check { objection, ..settled.with(Vec::new()) })
}

/// What stands beside a verdict.
enum Beside {
    /// A certificate that proves it.
    Proof,
    /// One that cannot be checked, and why.
    Unchecked(String),
    /// None.
    Nothing,
}

/// One that was made for something else is wrong, one that cannot be checked proves nothing.
fn check_certificate(bench: &mut Bench<'_>, case: &Case<'_>, object: &Object) -> Result<Beside, Fault> {
    let Some(certificate) = object.get("certificate").and_then(Value::as_str) else { return Ok(Beside::Nothing) };
    match check_beside(bench, case, certificate) {
        Ok(()) => Ok(Beside::Proof),
        Err(Objection::Unchecked(why)) => Ok(Beside::Unchecked(why)),
        Err(Objection::Invalid(why)) => wrong(format!("the certificate does not hold: {why}")),
    }
}

fn check_solved(bench: &mut Bench<'_>, position: &dyn Position, object: &Object) -> Result<Check, Fault> {
    let moves = moves_of(object.get("moves").context("expected \"moves\"")?)?;
    let length = number_of(object, "length").context("expected \"length\", a whole number")?;
    check_all(position, object)?;
    let counts_only = moves.is_empty() && object.contains_key("solutions") && position.status() != Status::Solved;
    if counts_only && length > 0 {
        // A strategy that only counts has nothing to replay.
        return Ok(Settled::Nothing.with([vec!["length"], open_claims(position, object)].concat()));
    }
    if length != moves.len() as u64 {
        let made = count(moves.len() as u64, "move is", "moves are");
        return wrong(format!("\"length\" is {length}, but {made} there"));
    }
    let moves = replay(position, &moves).or_else(wrong)?;
    check_extras(position, object, &moves)?;
    check_bound(object, length)?;
    let mut checked = Settled::Solution.with(open_claims(position, object));
    let Some((field, claim)) = certified_claim(object) else { return Ok(checked) };
    match check_certificate(bench, &Case { position, claim, moves: &moves }, object)? {
        Beside::Proof => {
            // One solution alone is all of them.
            let is_one = claim == Claim::Unique;
            let is_proven =
                |claimed: &str| claimed == field || is_one && matches!(claimed, "solutions" | "all_complete");
            checked.open.retain(|claimed| !is_proven(claimed));
        }
        Beside::Unchecked(why) => checked.objection = Some(why),
        Beside::Nothing => {}
    }
    Ok(checked)
}

/// What a certificate beside a solution proves, and the field that claims it.
fn certified_claim(object: &Object) -> Option<(&'static str, Claim)> {
    let flag = |key: &str| object.get(key).and_then(Value::as_bool);
    match flag("unique") {
        Some(true) => Some(("unique", Claim::Unique)),
        Some(false) => Some(("unique", Claim::Several)),
        None => (flag("optimal") == Some(true)).then_some(("optimal", Claim::Optimal)),
    }
}

/// What a solution also has, as far as its moves tell it.
fn check_extras(position: &dyn Position, object: &Object, moves: &[String]) -> Result<(), Fault> {
    let extras = position.game().claims().map_or_else(Vec::new, |claims| claims.extras(position, moves));
    for (key, value) in extras {
        let computed = match value {
            search::Value::Flag(flag) => flag.into(),
            search::Value::Number(number) => number.into(),
            search::Value::Text(text) => text.into(),
        };
        expect_field(object, key, &computed)?;
    }
    match position.states(moves) {
        Some(states) if object.get("states").is_some_and(|claimed| *claimed != states) => {
            wrong("\"states\" are not the boards along the moves")
        }
        _ => Ok(()),
    }
}

fn expect_field(object: &Object, key: &str, computed: &Value) -> Result<(), Fault> {
    match object.get(key) {
        Some(claimed) if claimed != computed => {
            wrong(format!("\"{key}\" is {}, but the moves make it {}", quoted(claimed), quoted(computed)))
        }
        _ => Ok(()),
    }
}

/// A bound counts moves unless it says what else.
fn check_bound(object: &Object, length: u64) -> Result<(), Fault> {
    let measure = object.get("measure").and_then(Value::as_str);
    let counted = measure.and_then(|name| number_of(object, name)).unwrap_or(length);
    match number_of(object, "lower_bound") {
        Some(bound) if bound > counted => {
            let has = format!("{} {}", grouped(counted), quoted(measure.unwrap_or("moves")));
            wrong(format!("\"lower_bound\" is {bound}, but it has {has}"))
        }
        _ => Ok(()),
    }
}

/// The list of `--all`: each a solution, none twice, as many as are said to be.
fn check_all(position: &dyn Position, object: &Object) -> Result<(), Fault> {
    let all = object.get("all").and_then(Value::as_array);
    let mut lists = BTreeSet::new();
    for (i, list) in all.into_iter().flatten().enumerate() {
        let moves = replay(position, &moves_of(list)?);
        let moves = moves.or_else(|why| wrong(format!("solution {}: {why}", i + 1)))?;
        if !lists.insert(moves) {
            return wrong(format!("solution {} is listed twice", i + 1));
        }
    }
    let listed = lists.len() as u64;
    let complete = object.get("all_complete") == Some(&Value::Bool(true));
    let solutions = number_of(object, "solutions");
    if solutions == Some(0) {
        return wrong("\"solutions\" is 0, but there is one");
    }
    let is_listed = complete && all.is_some();
    if let Some(solutions) = solutions.filter(|&solutions| solutions < listed || is_listed && solutions != listed) {
        return wrong(format!("\"solutions\" is {solutions}, but {listed} are listed"));
    }
    if object.get("unique") == Some(&Value::Bool(true)) && solutions.unwrap_or_default().max(listed) > 1 {
        return wrong("\"unique\" is true, but there are several solutions");
    }
    Ok(())
}

/// The fields of a solution whose claims only a search could settle. That nothing is shorter some rules tell themselves.
fn open_claims(position: &dyn Position, object: &Object) -> Vec<&'static str> {
    let is_claimed =
        |key: &&str| object.get(*key).is_some_and(|value| !value.is_null() && *value != Value::Bool(false));
    let one_length = position.game().has_one_length();
    let at_goal = position.status() == Status::Solved;
    let certificates = position.game().certificates().filter(|_| !object.contains_key("measure"));
    let least = certificates.map_or(0, |certificates| certificates.least_moves(position));
    let is_told = |field: &str| one_length || at_goal || number_of(object, field).is_some_and(|moves| moves <= least);
    let lengths = [("optimal", "length"), ("lower_bound", "lower_bound")];
    let lengths = lengths.into_iter().filter(|(_, moves)| !is_told(moves)).map(|(claim, _)| claim);
    let unique = object.get("unique").filter(|unique| unique.is_boolean()).map(|_| "unique");
    lengths
        .filter(is_claimed)
        .chain(unique)
        .chain(["solutions", "all_complete"].into_iter().filter(is_claimed))
        .collect()
}

fn moves_of(value: &Value) -> anyhow::Result<Vec<&str>> {
    let list = value.as_array().context("expected a list of moves")?;
    list.iter().map(|mv| mv.as_str().context("expected each move as a string")).collect()
}

/// The puzzle that the object is about, by its name or by its text; where there are both they must agree.
pub fn position(library: &Library, object: &Object) -> Result<Box<dyn Position>, Fault> {
    let game = find_game(text_of(object, "game")?).map_err(anyhow::Error::from)?;
    let puzzle = text_of(object, "puzzle")?;
    let named = by_name(library, puzzle);
    let Some(text) = object.get("text") else {
        let Some(named) = named else {
            return Err(anyhow!("\"puzzle\":\"{}\" is no name; expected \"text\" beside it", quoted(puzzle)).into());
        };
        let named = named?;
        if named.game().name() != game.name() {
            return wrong(other_game(game.name()));
        }
        check_options(&*named, options_of(game, object)?)?;
        return Ok(named);
    };
    let read = by_text(game, object, text)?;
    match named {
        Some(Ok(named)) if named.game().name() != game.name() => wrong(other_game(game.name())),
        Some(Ok(named)) if !named.same_as(&*read) => wrong("\"text\" is another position than the puzzle of this name"),
        // A path may begin like the name of a pack's puzzle (`sliding/boards.txt:3`), not like a number's.
        Some(Err(error)) if !puzzle.contains('/') => Err(error.into()),
        _ => Ok(read),
    }
}

/// A name says it all: what stands beside it says the same.
fn check_options(named: &dyn Position, beside: Options) -> Result<(), Fault> {
    if beside.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = beside.keys().map(|name| format!("\"{name}\"")).collect();
    let mut options = named.line_options();
    options.extend(beside);
    match named.game().read(&named.line(), &options) {
        Ok(read) if read.same_as(named) => Ok(()),
        _ => wrong(format!("{} beside it is not that of the puzzle of this name", names.join(", "))),
    }
}

fn other_game(game: &str) -> String {
    format!("\"game\" is {game}, but the puzzle's name is of another game")
}

/// The puzzle of this name, where it has the form of one.
fn by_name(library: &Library, puzzle: &str) -> Option<anyhow::Result<Box<dyn Position>>> {
    let (word, _) = puzzle.split_once([':', '/'])?;
    let game = games::find(word)?;
    let resolver = Resolver { library, game: Some(game), options: Options::new(), is_asked: true };
    // A name on the command line comes back whole, one in a file does not.
    let told = |error: NameError| anyhow!("{}", error.to_string().replace(&harmless(puzzle), &quoted(puzzle)));
    Some(resolver.one(puzzle).map(|named| named.position).map_err(told))
}

fn by_text(game: &'static dyn games::Game, object: &Object, text: &Value) -> anyhow::Result<Box<dyn Position>> {
    let Some(text) = text.as_str() else { bail!("expected \"text\" as a string") };
    game.read(text, &options_of(game, object)?).map_err(|error| anyhow!("{}", error.in_file("\"text\"")))
}

/// What stands beside a puzzle's text and says how to read it.
fn options_of(game: &dyn games::Game, object: &Object) -> anyhow::Result<Options> {
    let given = game.profile().text_options.iter().filter(|option| object.contains_key(option.name));
    given.map(|option| Ok((option.name.to_owned(), text_of(object, option.name)?.to_owned()))).collect()
}

fn text_of<'a>(object: &'a Object, key: &str) -> anyhow::Result<&'a str> {
    object.get(key).and_then(Value::as_str).with_context(|| format!("expected \"{key}\", a string"))
}

fn number_of(object: &Object, key: &str) -> Option<u64> {
    object.get(key).and_then(Value::as_u64)
}

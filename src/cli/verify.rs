//! `verify`: replays moves with the rules alone.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Map, Value};

use super::Code;
use super::args::{GameOptions, VerifyArgs};
use super::interrupt::leave_on_interrupt;
use super::out::{Out, tell};
use super::show::split_moves;
use super::user;
use crate::games::{Options, Position};
use crate::search::Status;
use crate::workbench::packs::Library;
use crate::workbench::resolve::{Resolver, find_game};
use crate::workbench::words::{count, grouped};

pub fn run(args: &VerifyArgs, options: GameOptions) -> anyhow::Result<Code> {
    leave_on_interrupt(|| ())?;
    let library = user::library();
    let resolver = Resolver { library: &library, game: args.text.game, options: options.0 };
    let mut out = Out::new();
    let code = match (&args.puzzle, &args.from) {
        (Some(puzzle), _) => {
            let named = resolver.only(puzzle)?;
            let moves = split_moves(args.moves.as_deref().unwrap_or_default());
            match replay(&*named.position, &moves) {
                Ok(()) => {
                    writeln!(out, "{}: a solution, {}", named.name, count(moves.len() as u64, "move", "moves"))?;
                    Code::Done
                }
                Err(why) => {
                    writeln!(out, "{}: no solution: {why}", named.name)?;
                    Code::Refuted
                }
            }
        }
        (None, Some(file)) => lines(&library, file, &mut out)?,
        (None, None) => bail!("expected a puzzle and --moves, or --from"),
    };
    out.flush()?;
    Ok(code)
}

/// Whether the moves lead to the goal; if not, where they go wrong.
fn replay<S: AsRef<str>>(position: &dyn Position, moves: &[S]) -> Result<(), String> {
    let mut position = position.boxed_clone();
    for (i, mv) in moves.iter().enumerate() {
        let mv = mv.as_ref();
        position.play(mv).map_err(|why| format!("move {}, {mv}: {why}", i + 1))?;
    }
    match position.status() {
        Status::Solved => Ok(()),
        Status::Open => Err(format!("not solved after {}", count(moves.len() as u64, "move", "moves"))),
        Status::Stuck => Err(format!("stuck after {}", count(moves.len() as u64, "move", "moves"))),
    }
}

/// What a line's check came to.
enum Check {
    /// A solution that replays.
    Right,
    /// A refutation whose certificate holds, or that the rules alone settle.
    Certified,
    /// A verdict without anything that could be replayed.
    Unchecked,
    /// A refutation that neither a certificate nor the rules alone settle.
    Unproven,
    Wrong(String),
}

#[derive(Default)]
struct Totals {
    right: u64,
    certified: u64,
    unchecked: u64,
    unproven: u64,
    wrong: u64,
    unreadable: u64,
}

fn lines(library: &Library, file: &str, out: &mut Out) -> anyhow::Result<Code> {
    let mut reader: Box<dyn BufRead> = if file == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(file).with_context(|| file.to_owned())?))
    };
    let mut totals = Totals::default();
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        if reader.read_line(&mut line).with_context(|| format!("{file}:{number}"))? == 0 {
            break;
        }
        if line.trim().is_empty() {
            continue;
        }
        match object(&line).and_then(|object| check(library, &object)) {
            Ok(Check::Right) => totals.right += 1,
            Ok(Check::Certified) => totals.certified += 1,
            Ok(Check::Unchecked) => totals.unchecked += 1,
            Ok(Check::Unproven) => totals.unproven += 1,
            Ok(Check::Wrong(why)) => {
                totals.wrong += 1;
                writeln!(out, "{file}:{number}: wrong: {why}")?;
            }
            Err(error) => {
                totals.unreadable += 1;
                tell(&format!("error: {file}:{number}: {error:#}"));
            }
        }
    }
    conclude(&totals, file, out)
}

fn conclude(totals: &Totals, file: &str, out: &mut Out) -> anyhow::Result<Code> {
    let Totals { right, certified, unchecked, unproven, wrong, unreadable } = *totals;
    if right + certified + unchecked + unproven + wrong + unreadable == 0 {
        bail!("{file}: there is no line of `solve --json` in it");
    }
    let mut words = vec![format!("{} right", count(right, "solution", "solutions"))];
    for (number, what) in [
        (certified, "refuted with a proof that holds"),
        (unproven, "refuted without a certificate, not checked"),
        (unchecked, "without anything to replay"),
        (wrong, "wrong"),
        (unreadable, "unreadable"),
    ] {
        if number > 0 {
            words.push(format!("{number} {what}"));
        }
    }
    writeln!(out, "{}", words.join(", "))?;
    Ok(match (unreadable, wrong) {
        (1.., _) => Code::Bad,
        (_, 1..) => Code::Refuted,
        _ => Code::Done,
    })
}

fn object(line: &str) -> anyhow::Result<Map<String, Value>> {
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => bail!("expected an object of `solve --json`"),
        Err(error) => bail!("column {}: no JSON object of `solve --json`: {error}", error.column()),
    }
}

/// Checks one object. An error is an object that does not say what it should.
fn check(library: &Library, object: &Map<String, Value>) -> anyhow::Result<Check> {
    if object.get("schema").and_then(Value::as_u64) != Some(u64::from(crate::workbench::report::SCHEMA)) {
        bail!("expected \"schema\":{}", crate::workbench::report::SCHEMA);
    }
    let puzzle = text_of(object, "puzzle")?;
    let checked = match text_of(object, "status")? {
        "solved" => check_solved(&*position(library, object)?, object)?,
        "unsolvable" => match object.get("certificate").and_then(Value::as_str) {
            None => check_bare_refutation(&*position(library, object)?),
            Some(certificate) => match position(library, object)?.check_certificate(certificate) {
                Ok(()) => Check::Certified,
                Err(why) => Check::Wrong(format!("the certificate does not hold: {why}")),
            },
        },
        "limit" | "invalid" => Check::Unchecked,
        other => bail!("\"status\" is \"{other}\"; expected solved, unsolvable, limit or invalid"),
    };
    Ok(match checked {
        Check::Wrong(why) => Check::Wrong(format!("{puzzle}: {why}")),
        other => other,
    })
}

/// An `unsolvable` without a certificate: some games tell by the rules alone.
fn check_bare_refutation(position: &dyn Position) -> Check {
    match position.is_solvable() {
        Some(true) => Check::Wrong("it has a solution, by the rules alone".into()),
        Some(false) => Check::Certified,
        None => Check::Unproven,
    }
}

fn check_solved(position: &dyn Position, object: &Map<String, Value>) -> anyhow::Result<Check> {
    let moves = moves_of(object.get("moves").context("expected \"moves\"")?)?;
    let length = object.get("length").and_then(Value::as_u64).context("expected \"length\", a whole number")?;
    if moves.is_empty() && length > 0 {
        // A strategy that only counts has nothing to replay.
        return Ok(Check::Unchecked);
    }
    if length != moves.len() as u64 {
        return Ok(Check::Wrong(format!(
            "\"length\" is {length}, but there are {}",
            count(moves.len() as u64, "move", "moves")
        )));
    }
    if let Err(why) = replay(position, &moves) {
        return Ok(Check::Wrong(why));
    }
    // A bound counts moves unless it says what else.
    let measure = object.get("measure").and_then(Value::as_str);
    let counted = measure.and_then(|name| object.get(name)).and_then(Value::as_u64).unwrap_or(length);
    if let Some(bound) = object.get("lower_bound").and_then(Value::as_u64).filter(|&bound| bound > counted) {
        let has = format!("{} {}", grouped(counted), measure.unwrap_or("moves"));
        return Ok(Check::Wrong(format!("\"lower_bound\" is {bound}, but it has {has}")));
    }
    let all = object.get("all").and_then(Value::as_array);
    for (i, list) in all.into_iter().flatten().enumerate() {
        if let Err(why) = replay(position, &moves_of(list)?) {
            return Ok(Check::Wrong(format!("solution {}: {why}", i + 1)));
        }
    }
    Ok(Check::Right)
}

fn moves_of(value: &Value) -> anyhow::Result<Vec<&str>> {
    let list = value.as_array().context("expected a list of moves")?;
    list.iter().map(|mv| mv.as_str().context("expected each move as a string")).collect()
}

/// The puzzle that the object is about, by its name or by its text.
fn position(library: &Library, object: &Map<String, Value>) -> anyhow::Result<Box<dyn Position>> {
    let game = find_game(text_of(object, "game")?)?;
    let puzzle = text_of(object, "puzzle")?;
    let Some(text) = object.get("text") else {
        let resolver = Resolver { library, game: Some(game), options: Options::new() };
        let by_name = [":", "/"].iter().any(|sign| puzzle.starts_with(&format!("{}{sign}", game.name())));
        if !by_name {
            bail!("\"puzzle\":\"{puzzle}\" is no name; expected \"text\" beside it");
        }
        return Ok(resolver.one(puzzle)?.position);
    };
    let text = text.as_str().context("expected \"text\" as a string")?;
    let known = game
        .profile()
        .text_options
        .iter()
        .filter_map(|option| Some((option.name.to_owned(), object.get(option.name)?.as_str()?.to_owned())));
    game.read(text, &known.collect()).map_err(|error| anyhow!("{}", error.in_file("\"text\"")))
}

fn text_of<'a>(object: &'a Map<String, Value>, key: &str) -> anyhow::Result<&'a str> {
    object.get(key).and_then(Value::as_str).with_context(|| format!("expected \"{key}\", a string"))
}

//! A trace in JSON lines tells all that `solve` counts: nodes, expansions, cuts by name, and iterations.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use rompicapo::games::{GAMES, Game, Position, SAMPLE, SplitMix};
use rompicapo::search::{Counters, Plan, laws};
use rompicapo::workbench::drive::{Driver, Run};
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::trace::{self, JsonLines, Subject, Window};
use serde_json::Value;

use crate::engines::replay;
use crate::positions::{cited, some, starts};
use crate::{Kept, hold};

/// What a reader makes of a trace.
#[derive(Default)]
struct Rebuilt {
    parents: Vec<Option<u64>>,
    moves: Vec<String>,
    expanded: u64,
    cuts: BTreeMap<String, u64>,
    iterations: Vec<(u64, u64)>,
    end: Value,
}

impl Rebuilt {
    fn read(text: &str) -> Result<Rebuilt, String> {
        let mut lines =
            text.lines().map(|line| serde_json::from_str::<Value>(line).map_err(|e| format!("{line}: {e}")));
        let head = lines.next().ok_or("no first line")??;
        hold!(head["trace"] == 1, "the first line is {head}");
        let mut rebuilt = Rebuilt::default();
        for line in lines {
            let line = line?;
            hold!(rebuilt.end.is_null(), "behind the end: {line}");
            rebuilt.take(&line).map_err(|why| format!("{why}: {line}"))?;
        }
        hold!(!rebuilt.end.is_null(), "there is no end");
        Ok(rebuilt)
    }

    fn take(&mut self, line: &Value) -> Kept {
        let known = |id: &Value| id.as_u64().is_some_and(|id| id < self.parents.len() as u64);
        match line["e"].as_str().ok_or("no kind of event")? {
            "node" => {
                hold!(line["id"] == self.parents.len(), "out of turn");
                hold!(line["parent"].is_null() == self.parents.is_empty(), "only the root has no parent");
                hold!(line["parent"].is_null() || known(&line["parent"]), "a child before its parent");
                self.parents.push(line["parent"].as_u64());
                self.moves.push(line["move"].as_str().unwrap_or_default().to_owned());
                if let Some((_, nodes)) = self.iterations.last_mut() {
                    *nodes += 1;
                }
            }
            "expand" => {
                hold!(known(&line["id"]), "not made");
                self.expanded += 1;
            }
            "cut" | "skip" => {
                hold!(known(&line["id"]) || known(&line["parent"]), "not made");
                *self.cuts.entry(line["by"].as_str().ok_or("no name")?.to_owned()).or_default() += 1;
            }
            "seen" | "dead" | "leave" | "solution" => hold!(known(&line["id"]), "not made"),
            "bound" => self.raise(line["bound"].as_u64().ok_or("no bound")?),
            "end" => self.end = line.clone(),
            "note" => {}
            _ => return Err("an event that nobody knows".into()),
        }
        Ok(())
    }

    /// An iteration begins; the root is made before the first one and counts for it.
    fn raise(&mut self, bound: u64) {
        let before = if self.iterations.is_empty() { self.parents.len() as u64 } else { 0 };
        self.iterations.push((bound, before));
    }

    fn hold_to(&self, counters: &Counters) -> Kept {
        let nodes = self.parents.len() as u64;
        hold!(nodes == counters.generated, "{nodes} nodes, {} counted", counters.generated);
        hold!(self.expanded == counters.expanded, "{} expanded, {} counted", self.expanded, counters.expanded);
        let counted = counters.cuts.iter().filter(|(_, n)| *n > 0).map(|&(by, n)| (by.to_owned(), n));
        let counted: BTreeMap<String, u64> = counted.collect();
        hold!(self.cuts == counted, "cuts {:?}, {counted:?} counted", self.cuts);
        let counted: Vec<_> = counters.iterations.iter().map(|it| (it.bound, it.nodes)).collect();
        let agrees = counted.is_empty() || self.iterations == counted;
        hold!(agrees, "iterations {:?}, {counted:?} counted", self.iterations);
        hold!(self.end["nodes"] == nodes && self.end["expanded"] == self.expanded, "the end says {}", self.end);
        Ok(())
    }

    /// The line of the end leads from the root to the answer, and solves the puzzle where nodes are positions.
    fn hold_line(&self, start: &dyn Position, run: &Run) -> Kept {
        let line: Vec<u64> = self.end["line"].as_array().ok_or("no line")?.iter().filter_map(Value::as_u64).collect();
        for pair in line.windows(2) {
            hold!(self.parents[pair[1] as usize] == Some(pair[0]), "{line:?} is not a line");
        }
        let Some(answer) = &run.finding.answer else {
            hold!(line.is_empty(), "a line to no answer");
            return Ok(());
        };
        hold!(line.first() == Some(&0), "the line {line:?} does not begin at the root");
        let moves: Vec<&String> = line.iter().skip(1).map(|&id| &self.moves[id as usize]).collect();
        let is_move = |mv: &&String| start.boxed_clone().play(mv).is_ok();
        if moves.len() == answer.moves.len() && moves.first().is_none_or(is_move) {
            let moves: Vec<String> = moves.into_iter().cloned().collect();
            replay(start, &moves)?;
        }
        Ok(())
    }
}

fn written(named: &Named, plan: &Plan, window: &Window) -> Result<String, String> {
    let mut out = Vec::new();
    let stop = AtomicBool::new(false);
    let subject = Subject { named, plan };
    trace::write(subject, window, None, &stop, &mut JsonLines::new(&mut out, window)).map_err(|e| e.to_string())?;
    String::from_utf8(out).map_err(|error| error.to_string())
}

fn solved(position: &dyn Position, plan: &Plan) -> Run {
    let stop = AtomicBool::new(false);
    Driver { time: None, stop: &stop }.solve(position, plan, None, &mut |_| ()).expect("it was made before")
}

/// Every strategy with every toggle on some puzzles, ended at a few nodes.
fn every_plan(mut look: impl FnMut(&Named, &Plan) -> Kept) {
    for &game in GAMES.iter().chain([&SAMPLE]) {
        let looked = every_plan_of(game, &mut look);
        looked.unwrap_or_else(|why| panic!("{}: {why}", game.name()));
    }
}

fn every_plan_of(game: &'static dyn Game, look: &mut dyn FnMut(&Named, &Plan) -> Kept) -> Kept {
    // Small boards, since large ones make large tables first.
    let starts = match game.name() {
        "sliding" => {
            ["2x3:7", "3x3:5"].map(|name| game.deal(name).map_err(|error| error.to_string())).into_iter().collect()
        }
        _ => starts(game, 1, &mut SplitMix(31)),
    }?;
    for position in some(&starts, 2) {
        let named = Named::new("some puzzle".into(), game, position.boxed_clone());
        for plan in game.strategies().iter().flat_map(laws::plans) {
            let plan = Plan { nodes: Some(700), ..plan };
            if position.engine(&plan).is_ok() {
                look(&named, &plan).map_err(|why| format!("{}: {why}\n{}", cited(&plan), position.whole_line()))?;
            }
        }
    }
    Ok(())
}

#[test]
fn a_trace_rebuilds_what_solve_counts() {
    every_plan(|named, plan| {
        let rebuilt = Rebuilt::read(&written(named, plan, &Window::new(None, None))?)?;
        let run = solved(&*named.position, plan);
        rebuilt.hold_to(&run.finding.counters)?;
        rebuilt.hold_line(&*named.position, &run)
    });
}

/// The lines of expansions `from` to `to` of a whole trace.
fn cut_out(whole: &str, from: u64, to: u64) -> Vec<&str> {
    let mut expanded = 0;
    let lines = whole.lines().filter(|line| {
        expanded += u64::from(line.starts_with(r#"{"e":"expand""#));
        (from..=to).contains(&expanded) && !line.starts_with(r#"{"e":"end""#)
    });
    lines.collect()
}

#[test]
fn a_part_of_a_trace_is_that_part_behind_the_path_to_it() {
    every_plan(|named, plan| {
        let plan = &Plan { nodes: Some(120), ..plan.clone() };
        let whole = written(named, plan, &Window::new(None, None))?;
        let rebuilt = Rebuilt::read(&whole)?;
        if rebuilt.expanded < 4 {
            return Ok(());
        }
        let (from, to) = (rebuilt.expanded / 2, rebuilt.expanded - 1);
        let part = written(named, plan, &Window::new(Some(from), Some(to)))?;
        let part: Vec<&str> = part.lines().collect();
        let again: Vec<&str> =
            part[1..].iter().copied().take_while(|line| line.contains(r#","again":true}"#)).collect();
        let rest = &part[1 + again.len()..part.len() - 1];
        hold!(rest == cut_out(&whole, from, to), "{from} to {to} is\n{}", rest.join("\n"));
        let ids: Vec<u64> =
            again.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok()?["id"].as_u64()).collect();
        let first = serde_json::from_str::<Value>(rest[0]).ok().and_then(|line| line["id"].as_u64());
        hold!(ids.first() == Some(&0) && ids.last().copied() == first, "the path {ids:?} does not lead to {first:?}");
        hold!(ids.windows(2).all(|pair| rebuilt.parents[pair[1] as usize] == Some(pair[0])), "{ids:?} is no path");
        Ok(())
    });
}

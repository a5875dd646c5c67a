//! A race for people: a line for each entry and puzzle, then how the entries stand.

use std::fmt::Write as _;

use super::args::LimitArgs;
use super::human::duration;
use super::out::Ink;
use crate::workbench::race::{Row, Standing, best_of, common, heats_of};
use crate::workbench::words::{count, grouped};

/// Columns of the puzzle's name; longer ones get a line of their own.
const NAME: usize = 20;

pub struct Table {
    entries: Vec<String>,
    ink: Ink,
}

/// `A` to `F`: what the lines call an entry.
pub fn letter(entry: usize) -> char {
    char::from(b'A' + entry as u8)
}

impl Table {
    pub fn new(entries: &[String], ink: Ink) -> Self {
        Table { entries: entries.iter().map(|entry| entry.trim().to_owned()).collect(), ink }
    }

    /// Who races, how, and the names of the columns.
    pub fn head(&self, jobs: usize, limits: &LimitArgs) -> String {
        let mut text = String::new();
        for (i, entry) in self.entries.iter().enumerate() {
            let _ = writeln!(text, "{}  {entry}", self.ink.strong(&letter(i).to_string()));
        }
        let cores = count(jobs as u64, "core", "cores");
        let how = format!("Turns of equal time on {cores}; each entry and puzzle {}.", limit_words(limits));
        let _ = writeln!(text, "{}\n", self.ink.dim(&how));
        let _ = writeln!(text, "{:NAME$}  {:>14} {:>13} {:>8}  moves", "puzzle", "nodes", "expanded", "time");
        text
    }

    /// The lines of one puzzle; a star marks the fewest nodes to a verdict.
    pub fn heat(&self, rows: &[Row]) -> String {
        let mut text = String::new();
        let best = best_of(rows);
        for (i, row) in rows.iter().enumerate() {
            let name = if i == 0 { row.puzzle.as_str() } else { "" };
            let name = if name.chars().count() > NAME {
                let _ = writeln!(text, "{name}");
                ""
            } else {
                name
            };
            let star = if best.contains(&row.entry) && rows.len() > 1 { self.ink.good(" *") } else { String::new() };
            let letter = self.ink.strong(&letter(row.entry).to_string());
            let _ = writeln!(text, "{name:NAME$} {letter}{}  {}{star}", figures(row), self.result(row));
        }
        text
    }

    fn result(&self, row: &Row) -> String {
        let moves = row.length.map(grouped).unwrap_or_default();
        let counted =
            row.solutions.map_or_else(String::new, |all| format!(", {}", count(all, "solution", "solutions")));
        match row.status {
            "solved" if row.is_cut => self.ink.warning(&format!("{moves}, cut by time ~")),
            "solved" if row.is_shortest => format!("{moves}, none shorter{counted}"),
            "solved" => moves + &counted,
            "unsolvable" => "none, proven".to_owned(),
            "invalid" => self.ink.bad("refused, see above"),
            _ if row.is_cut => self.ink.warning("? cut by time ~"),
            _ => self.ink.warning(&format!("? at limit: {}", row.limit.unwrap_or("reached"))),
        }
    }

    /// How the entries stand, and what the columns mean.
    pub fn standings(&self, standings: &[Standing], rows: &[Row]) -> String {
        if rows.is_empty() {
            return String::new();
        }
        let puzzles = heats_of(rows).count();
        let mut text = format!(
            "\n{:<10} {:>16} {:>14} {:>11} {:>11}  {:>5}\n",
            "entry", "nodes in all", "median", "time in all", "median", "best"
        );
        for (i, standing) in standings.iter().enumerate() {
            let mark = if standing.cut > 0 { "~" } else { "" };
            let label = format!("{} {}/{puzzles}", letter(i), standing.solved);
            let median_nodes = standing.median_nodes.map_or_else(|| "-".into(), |nodes| grouped(nodes.round() as u64));
            let median_time = standing.median_seconds.map_or_else(|| "-".into(), duration);
            let nodes = format!("{}{mark}", grouped(standing.nodes));
            let time = format!("{}{mark}", duration(standing.seconds));
            let _ = writeln!(
                text,
                "{label:<10} {nodes:>16} {median_nodes:>14} {time:>11} {median_time:>11}  {:>5}",
                standing.best
            );
        }
        let cut: u64 = standings.iter().map(|standing| standing.cut).sum();
        let _ = writeln!(text, "\n{}", self.ink.dim(&legend(rows, standings.len())));
        if cut > 0 {
            let runs = count(cut, "run was", "runs were");
            let words = format!("~ {runs} cut by time: in the totals, but neither in medians nor in best.");
            let _ = writeln!(text, "{}", self.ink.warning(&words));
        }
        text
    }
}

/// What the columns count, in words.
fn legend(rows: &[Row], entries: usize) -> String {
    let common = common(rows, entries).count() as u64;
    let medians = match common {
        0 => "No medians, since no puzzle was ended by every entry.".to_owned(),
        common => format!("Medians over the {} that every entry ended.", count(common, "puzzle", "puzzles")),
    };
    format!("Entry: solved of all. {medians}\nBest: fewest nodes to a verdict; ties count for each.")
}

fn figures(row: &Row) -> String {
    if row.status == "invalid" {
        return format!("{:>14} {:>13} {:>8}", "-", "-", "-");
    }
    format!("{:>14} {:>13} {:>8}", grouped(row.nodes), grouped(row.expanded), duration(row.seconds))
}

/// `up to 10 s`, as in "each run up to 10 s".
pub fn limit_words(limits: &LimitArgs) -> String {
    let nodes = limits.nodes.map(|nodes| count(nodes, "node", "nodes"));
    let time = limits.time.map(|time| duration(time.as_secs_f64()));
    let memory = limits.memory.map(|mib| format!("{} MiB", grouped(mib)));
    let limits: Vec<String> = [nodes, time, memory].into_iter().flatten().collect();
    if limits.is_empty() { "without a limit".into() } else { format!("up to {}", limits.join(", ")) }
}

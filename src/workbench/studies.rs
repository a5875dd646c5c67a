//! Figures of the reports: runs what a game's study asks for, and makes a picture and a table of it.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::entry::Entry;
use super::naming::Named;
use super::packs::Library;
use super::plot::Sheet;
use super::race::{Heat, Heats, Lane, csv};
use super::report::{Report, Verdict};
use super::resolve::Resolver;
use super::words;
use crate::games::{GAMES, Options, Study, Trial, Tried};
use crate::search::Limit;

/// The studies of all games, in the order of the browser.
pub fn all() -> Vec<&'static dyn Study> {
    GAMES.iter().filter_map(|game| game.study()).collect()
}

/// How a study is run.
pub struct Bench<'a> {
    pub library: &'a Library,
    /// The limit of each run.
    pub nodes: u64,
    pub jobs: usize,
    pub stop: &'a AtomicBool,
    /// Counts the runs that are over.
    pub over: &'a AtomicU64,
}

impl Bench<'_> {
    /// Runs all trials; `None` where `stop` ended it, since half a figure is none.
    pub fn run(&self, study: &dyn Study, tick: impl FnMut()) -> Result<Option<Sheet>, String> {
        let trials = study.trials();
        let all = trials.len();
        let mut tried: Vec<Tried> = Vec::with_capacity(all);
        let heats = Heats { jobs: self.jobs, stop: self.stop, over: self.over };
        heats.run(
            trials.into_iter(),
            |trial| self.open(trial),
            |(opened, mut runs)| {
                let (trial, named) = opened?;
                let run = runs.pop().ok_or("a trial has one lane")?.map_err(|error| format!("{trial:?}: {error}"))?;
                tried.extend(Report::of(run).map(|report| came_of(trial, *named, &report)));
                Ok::<(), String>(())
            },
            tick,
        )?;
        Ok((tried.len() == all).then(|| self.sheet(study, &tried)))
    }

    fn open(&self, trial: Trial) -> Heat<Result<(Trial, Box<Named>), String>> {
        match self.lane(&trial) {
            Ok((named, lane)) => Heat { puzzle: Ok((trial, Box::new(named))), lanes: vec![lane] },
            Err(error) => Heat { puzzle: Err(error), lanes: Vec::new() },
        }
    }

    fn lane(&self, trial: &Trial) -> Result<(Named, Lane), String> {
        let resolver = Resolver { library: self.library, game: None, options: Options::new(), is_asked: true };
        let named = resolver.one(&trial.puzzle).map_err(|error| error.to_string())?;
        let mut plan = Entry::read(named.game, &trial.entry)?.plan();
        (plan.nodes, plan.max_moves) = (Some(self.nodes), trial.max_moves);
        let lane = Lane::new(named.position.clone(), plan, None);
        Ok((named, lane))
    }

    fn sheet(&self, study: &dyn Study, tried: &[Tried]) -> Sheet {
        let figure = study.figure();
        let limit = words::grouped(self.nodes);
        let mut sheet =
            Sheet { title: figure.title.to_owned(), panels: study.panels(tried), caption: study.caption(tried) };
        let open = if sheet.has_open_marks() { "; open marks: the limit was reached" } else { "" };
        sheet.caption.insert(0, format!("After {}. Each run up to {limit} nodes{open}.", figure.report));
        sheet
    }
}

fn came_of(trial: Trial, named: Named, report: &Report) -> Tried {
    let (counters, verdict) = (&report.finding.counters, report.verdict());
    let answer = report.finding.answer.as_ref();
    let stopped = report.stopped().is_some();
    Tried {
        trial,
        known: named.best,
        position: named.position,
        length: answer.map(crate::search::Answer::length),
        solutions: answer.and_then(|answer| answer.solutions).filter(|_| !stopped),
        unsolvable: matches!(verdict, Verdict::Unsolvable(_)),
        gave_up: stopped || matches!(verdict, Verdict::Limit(Limit::Nodes | Limit::Memory)),
        nodes: counters.generated,
        backtracks: counters.backtracks,
        seconds: report.seconds,
    }
}

/// What is drawn, as lines for spreadsheets.
pub fn table(sheet: &Sheet) -> String {
    let mut text = "panel,series,x,y,limit_reached\n".to_owned();
    for panel in &sheet.panels {
        for series in &panel.series {
            for point in &series.points {
                let (panel, series) = (csv::field(&panel.title), csv::field(&series.name));
                let _ = writeln!(text, "{panel},{series},{},{},{}", point.x, point.y, point.open);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a limit that every run meets soon, all five figures come out whole, and the same each time but for the clock.
    #[test]
    fn every_study_draws_with_any_limit() {
        let library = Library::new(None);
        let names: Vec<&str> = all().iter().map(|study| study.figure().name).collect();
        assert_eq!(names, ["florence", "moscow", "lisbon", "genoa", "turin"]);
        for study in all().into_iter().filter(|study| study.figure().name != "moscow") {
            let (stop, over) = (AtomicBool::new(false), AtomicU64::new(0));
            let bench = Bench { library: &library, nodes: 40, jobs: 2, stop: &stop, over: &over };
            let sheet = bench.run(study, || ()).unwrap().unwrap();
            assert!(!sheet.panels.is_empty() && sheet.caption[0].contains("up to 40 nodes"));
            let table = table(&sheet);
            assert!(table.lines().count() > 3, "{}: {table}", study.figure().name);
            assert!(sheet.svg().contains("</svg>"));
        }
    }
}

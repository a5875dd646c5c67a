//! The figure of the Moscow project (2021): how many deals of n suits and m ranks can be solved, and how many of them the
//! classroom's search finds with its merged memory and with an exact one.

use crate::games::studies::{Axis, Figure, Panel, Point, Series, Study, Trial, Tried};

pub struct Moscow;

static FIGURE: Figure = Figure {
    name: "moscow",
    title: "FreeCell of the classroom: solvable deals by suits n and ranks m",
    report: "Bauman University, Moscow 2021",
    nodes: 100_000,
};

const DEALS: u64 = 50;
const SUITS: [u64; 3] = [1, 2, 3];
const RANKS: std::ops::RangeInclusive<u64> = 3..=9;

const ENTRIES: [(&str, &str); 3] = [
    ("fast", "solvable (ours, proven)"),
    ("classic+merged-memory", "found by classic, merged memory"),
    ("classic+exact-memory", "found by classic, exact memory"),
];

fn of(suits: u64, ranks: u64) -> String {
    format!("freecell:classroom,suits={suits},ranks={ranks}:")
}

impl Study for Moscow {
    fn figure(&self) -> &'static Figure {
        &FIGURE
    }

    fn trials(&self) -> Vec<Trial> {
        let mut trials = Vec::new();
        for suits in SUITS {
            for ranks in RANKS {
                for deal in 1..=DEALS {
                    let trial = |(entry, _): &(&str, _)| Trial::new(format!("{}{deal}", of(suits, ranks)), *entry);
                    trials.extend(ENTRIES.iter().map(trial));
                }
            }
        }
        trials
    }

    fn panels(&self, tried: &[Tried]) -> Vec<Panel> {
        let panel = |suits: u64| {
            let series = ENTRIES.iter().map(|(entry, name)| {
                let points = RANKS.map(|ranks| {
                    let prefix = of(suits, ranks);
                    let own =
                        tried.iter().filter(|run| run.trial.entry == *entry && run.trial.puzzle.starts_with(&prefix));
                    let solved = own.filter(|run| run.length.is_some()).count();
                    Point::at(ranks as f64, 100.0 * solved as f64 / DEALS as f64)
                });
                Series::new(name, points.collect())
            });
            let title = if suits == 1 { "One suit".to_owned() } else { format!("{suits} suits") };
            Panel { title, x: Axis::count("ranks m"), y: Axis::percent("share of the deals"), series: series.collect() }
        };
        SUITS.map(panel).to_vec()
    }

    fn caption(&self, tried: &[Tried]) -> Vec<String> {
        let undecided = |entry: &str| {
            tried.iter().filter(|run| run.trial.entry == entry && run.gave_up && run.length.is_none()).count()
        };
        let given_up: Vec<String> =
            ENTRIES.iter().map(|(entry, name)| format!("{name}: {}", undecided(entry))).collect();
        vec![
            format!("Deals 1 to {DEALS} of each size, with 2n columns and n cells as in the classroom."),
            format!("Runs given up at the limit, counted as not found: {}.", given_up.join("; ")),
        ]
    }
}

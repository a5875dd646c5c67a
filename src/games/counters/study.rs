//! The figures of the Genoa report: how many solutions there are, and what it takes to find them all.

use crate::games::studies::{Axis, Figure, Panel, Point, Series, Study, Trial, Tried};

pub struct Genoa;

static FIGURE: Figure = Figure {
    name: "genoa",
    title: "Counters: solutions and nodes by N and M",
    report: "L. Repetto, Genoa",
    nodes: 300_000_000,
};

/// Counters of each colour whose shortest solutions are counted.
const COUNTED: std::ops::RangeInclusive<u64> = 3..=14;
/// The classroom's `SearchAll`: N, and the largest limit of moves M.
const SEARCHED: [(u64, u64); 5] = [(3, 8), (4, 8), (5, 7), (6, 7), (7, 7)];

impl Study for Genoa {
    fn figure(&self) -> &'static Figure {
        &FIGURE
    }

    fn trials(&self) -> Vec<Trial> {
        let counted = COUNTED.map(|n| Trial::new(format!("counters:{n}"), "count"));
        let searched = SEARCHED.iter().flat_map(|&(n, most)| {
            (2..=most).map(move |m| Trial { max_moves: Some(m), ..Trial::new(format!("counters:{n}"), "search-all") })
        });
        counted.chain(searched).collect()
    }

    fn panels(&self, tried: &[Tried]) -> Vec<Panel> {
        let (counted, searched) = tried.split_at(COUNTED.count());
        let shortest =
            counted.iter().zip(COUNTED).filter_map(|(run, n)| Some(Point::at(n as f64, run.solutions? as f64)));
        let by_limit = |title: &str, y: Axis, value: &dyn Fn(&Tried) -> Option<f64>| {
            let series = SEARCHED.iter().map(|&(n, _)| {
                let own = searched.iter().filter(|run| run.trial.puzzle == format!("counters:{n}"));
                let points = own.filter_map(|run| {
                    let m = run.trial.max_moves? as f64;
                    Some(Point { x: m, y: value(run)?, open: run.gave_up })
                });
                Series::new(&format!("N = {n}"), points.collect())
            });
            Panel { title: title.into(), x: Axis::count("limit of moves M"), y, series: series.collect() }
        };
        vec![
            Panel {
                title: "Shortest solutions".into(),
                x: Axis::count("counters of each colour, N"),
                y: Axis::count("solutions in N moves (4 for N = 3)").log(),
                series: vec![Series::new("shortest solutions, counted", shortest.collect())],
            },
            by_limit("Solutions within M moves (SearchAll)", Axis::count("solutions").log(), &|run| {
                // None has no place on a logarithmic axis.
                run.solutions.filter(|n| *n > 0).map(|n| n as f64)
            }),
            by_limit("Nodes of SearchAll", Axis::count("nodes (states generated)").log(), &|run| {
                Some(run.nodes as f64)
            }),
        ]
    }

    fn caption(&self, _tried: &[Tried]) -> Vec<String> {
        vec!["Limits of moves below the shortest solution have no solutions, and so no mark in the second plot.".into()]
    }
}

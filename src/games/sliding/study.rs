//! The figures of the Turin report (2023): time and nodes against the length of the solution, and what the overhead costs.

use crate::games::studies::{Axis, Figure, Panel, Point, Series, Study, Trial, Tried};

pub struct Turin;

static FIGURE: Figure = Figure {
    name: "turin",
    title: "Fifteen puzzle: iterative deepening, IDA*, overhead",
    report: "N. Barbaro, M. Bifulco, F. Sansonetti, Turin 2023",
    nodes: 200_000_000,
};

/// The boards of the pack `ladder` by the length of their shortest solution.
const LADDER: [&str; 22] = [
    "10", "12", "15", "18", "20", "25", "30", "35", "40", "45", "50", "55", "60", "65", "70", "72", "74", "75", "76",
    "80a", "80b", "80c",
];
/// Those on which weights are compared.
const SWEPT: [&str; 8] = ["35", "40", "45", "50", "55", "60", "70", "80a"];

/// What runs over the ladder, and how the report calls it.
const ENTRIES: [(&str, &str); 4] = [
    ("id", "ID (no heuristic)"),
    ("ida*+manhattan", "IDA*, Manhattan"),
    ("ida*+manhattan,linear-conflict", "IDA*, Manhattan and linear conflict"),
    ("weighted+manhattan@1.5", "IDA*, overhead 1.5"),
];
const WEIGHTS: [&str; 9] = ["1", "1.1", "1.2", "1.3", "1.4", "1.5", "2", "3", "5"];

fn board(name: &str) -> String {
    format!("sliding/fifteen-{name}")
}

impl Study for Turin {
    fn figure(&self) -> &'static Figure {
        &FIGURE
    }

    fn trials(&self) -> Vec<Trial> {
        let ladder =
            LADDER.iter().flat_map(|name| ENTRIES.iter().map(move |(entry, _)| Trial::new(board(name), *entry)));
        let sweep = WEIGHTS.iter().flat_map(|weight| {
            SWEPT.iter().map(move |name| Trial::new(board(name), format!("weighted+manhattan@{weight}")))
        });
        ladder.chain(sweep).collect()
    }

    fn panels(&self, tried: &[Tried]) -> Vec<Panel> {
        let (ladder, sweep) = tried.split_at(LADDER.len() * ENTRIES.len());
        let against_length = |title: &str, y: Axis, value: fn(&Tried) -> f64| {
            let series = ENTRIES.iter().map(|(entry, name)| {
                let own = ladder.iter().filter(|run| run.trial.entry == *entry);
                let points = own.map(|run| Point { x: optimum(run), y: value(run), open: run.gave_up });
                Series::new(name, points.collect())
            });
            Panel { title: title.into(), x: Axis::count("moves of a shortest solution"), y, series: series.collect() }
        };
        vec![
            against_length("Nodes", Axis::count("nodes (states generated)").log(), |run| run.nodes as f64),
            against_length("Time", Axis::seconds("solver's own time").log(), |run| run.seconds),
            length_by_weight(sweep),
            nodes_by_weight(sweep),
        ]
    }

    fn caption(&self, tried: &[Tried]) -> Vec<String> {
        let sweep = &tried[LADDER.len() * ENTRIES.len()..];
        let solved = sweep.iter().filter(|run| run.length.is_some()).count();
        vec![
            "Boards: the pack sliding/ladder, optimal lengths proven. Times depend on the machine, nodes do not."
                .into(),
            format!(
                "Weights: IDA* with Manhattan times the weight on {} boards; {solved} of {} runs ended.",
                SWEPT.len(),
                sweep.len()
            ),
        ]
    }
}

fn optimum(run: &Tried) -> f64 {
    run.known.unwrap_or_default() as f64
}

fn weight(run: &Tried) -> f64 {
    run.trial.entry.rsplit_once('@').and_then(|(_, weight)| weight.parse().ok()).unwrap_or(1.0)
}

/// A line for each of a few boards that tell most.
fn by_weight(sweep: &[Tried], point: impl Fn(&Tried) -> Option<Point>) -> Vec<Series> {
    let shown = ["40", "50", "60", "80a"];
    let of_board = |name: &str| {
        let own = sweep.iter().filter(|run| run.trial.puzzle == board(name));
        Series::new(&format!("board of {} moves", name.trim_end_matches('a')), own.filter_map(&point).collect())
    };
    shown.iter().map(|name| of_board(name)).collect()
}

fn length_by_weight(sweep: &[Tried]) -> Panel {
    let series = by_weight(sweep, |run| Some(Point::at(weight(run), run.length? as f64 / optimum(run))));
    Panel {
        title: "Length against the optimum".into(),
        x: Axis::plain("weight (the report's overhead)"),
        y: Axis::plain("length / optimum"),
        series,
    }
}

fn nodes_by_weight(sweep: &[Tried]) -> Panel {
    let series = by_weight(sweep, |run| Some(Point { x: weight(run), y: run.nodes as f64, open: run.gave_up }));
    Panel {
        title: "Nodes by weight".into(),
        x: Axis::plain("weight (the report's overhead)"),
        y: Axis::count("nodes (states generated)").log(),
        series,
    }
}

//! The figure of the Florence report (2007): what each deadlock check is worth, with the other on and off.

use crate::games::studies::{Axis, Figure, Panel, Point, Series, Study, Trial, Tried};

pub struct Florence;

static FIGURE: Figure = Figure {
    name: "florence",
    title: "Fourteen: deals solved with each deadlock check on and off",
    report: "F. Duchi, Florence 2007",
    nodes: 5_000,
};

const DEALS: u64 = 60;

/// The classroom's program with its checks on or off. The slip with the step number goes with the first check.
const ENTRIES: [(&str, &str); 5] = [
    ("classic+order-longest", "neither check"),
    ("classic+full-check,order-longest", "full check alone"),
    ("classic+avoid,order-longest", "avoid alone"),
    ("classic+avoid,full-check,order-longest", "both"),
    ("exact", "exact (ours)"),
];

impl Study for Florence {
    fn figure(&self) -> &'static Figure {
        &FIGURE
    }

    fn trials(&self) -> Vec<Trial> {
        let deals = (1..=DEALS).flat_map(|deal| ENTRIES.iter().map(move |(entry, _)| (deal, *entry)));
        deals.map(|(deal, entry)| Trial::new(format!("fourteen:{deal}"), entry)).collect()
    }

    fn panels(&self, tried: &[Tried]) -> Vec<Panel> {
        let solved_by = |entries: &[(&str, &str)], title: &str, x: Axis, effort: fn(&Tried) -> u64| {
            let series = entries.iter().map(|(entry, name)| {
                let own = tried.iter().filter(|run| run.trial.entry == *entry && run.length.is_some());
                let mut efforts: Vec<u64> = own.map(effort).collect();
                efforts.sort_unstable();
                let points = efforts.iter().zip(1..).map(|(&effort, solved)| (effort.max(1), solved));
                // Of deals that took the same effort only the last tells how many there are.
                let mut steps: Vec<(u64, u64)> = points.collect();
                steps.reverse();
                steps.dedup_by_key(|(effort, _)| *effort);
                let points = steps.iter().map(|&(effort, solved)| Point::at(effort as f64, solved as f64));
                Series::new(name, points.collect())
            });
            let y = Axis::count("deals solved with no more than that");
            Panel { title: title.into(), x, y, series: series.collect() }
        };
        let nodes = Axis::count("nodes (states generated)").log();
        let taken_back = Axis::count("moves taken back (0 stands at 1)").log();
        // The exact method matches cards and takes no moves back.
        let classic = &ENTRIES[..4];
        vec![
            solved_by(&ENTRIES, "Deals solved by nodes", nodes, |run| run.nodes),
            solved_by(classic, "Deals solved by moves taken back", taken_back, |run| run.backtracks),
        ]
    }

    fn caption(&self, tried: &[Tried]) -> Vec<String> {
        let lines = ENTRIES.iter().map(|(entry, name)| {
            let own = || tried.iter().filter(|run| run.trial.entry == *entry);
            let solved = own().filter(|run| run.length.is_some()).count();
            let gave_up = own().filter(|run| run.gave_up && run.length.is_none()).count();
            let proven = own().filter(|run| run.unsolvable).count();
            let rest = DEALS as usize - solved - gave_up - proven;
            format!("{name}: {solved} solved, {gave_up} given up at the limit, {rest} ended without a solution, {proven} proven to have none.")
        });
        let mut lines: Vec<String> = lines.collect();
        lines.insert(
            0,
            format!("Deals fourteen:1 to fourteen:{DEALS}; moves on the longest column first, without the step quirk."),
        );
        lines
    }
}

//! A race as a plot: nodes and time against the length of a shortest solution, and what a weight costs.

use std::collections::BTreeSet;

use super::{Row, heats_of, median};
use crate::workbench::plot::{Axis, Panel, Point, Series, Sheet};

/// An entry as the plot needs it.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub name: String,
    /// The weight it runs with, where its strategy has one.
    pub weight: Option<f64>,
}

/// The rows as a sheet. A run that reached a limit is an open mark at what it had done by then; a puzzle of which no
/// solution is known has no place on the axis and is left out, which the caption says.
pub fn sheet(title: &str, rows: &[Row], entries: &[Drawn], limits: &str) -> Sheet {
    let heats: Vec<&[Row]> = heats_of(rows).collect();
    let lengths: Vec<Option<u64>> = heats.iter().map(|heat| shortest(heat)).collect();
    let by_length = lengths.iter().flatten().collect::<BTreeSet<_>>().len() > 1;
    let by_order = (1..=heats.len()).map(|number| Some(number as f64));
    let places: Vec<Option<f64>> =
        if by_length { lengths.iter().map(|length| Some((*length)? as f64)).collect() } else { by_order.collect() };
    let x = if by_length {
        Axis::count("moves of a shortest known solution")
    } else {
        Axis::count("puzzle, in the order given")
    };
    let panel = |title: &str, y: Axis, value: &dyn Fn(&Row) -> f64| {
        let series = entries.iter().enumerate().map(|(entry, drawn)| {
            let points = heats.iter().zip(&places).filter_map(|(heat, place)| {
                let row = heat.iter().find(|row| row.entry == entry && row.status != "invalid")?;
                Some(Point { x: (*place)?, y: value(row), open: !row.is_decided() })
            });
            Series::new(&drawn.name, points.collect())
        });
        Panel { title: title.into(), x: x.clone(), y, series: series.collect() }
    };
    let mut panels = vec![
        panel("Nodes", Axis::count("nodes (states generated)").log(), &|row| row.nodes as f64),
        panel("Time", Axis::seconds("solver's own time").log(), &|row| row.seconds),
    ];
    panels.extend(quality(&heats, entries));
    let mut caption = vec![limits.to_owned()];
    let any_open = rows.iter().any(|row| row.status != "invalid" && !row.is_decided());
    if any_open {
        caption.push("Open marks (small letters in a terminal): the run reached a limit there.".into());
    }
    let left_out = places.iter().filter(|place| place.is_none()).count();
    if left_out > 0 {
        caption.push(format!("Left out, since no solution is known: {left_out} of {}.", heats.len()));
    }
    Sheet { title: title.to_owned(), panels, caption }
}

fn shortest(heat: &[Row]) -> Option<u64> {
    heat.iter().filter_map(|row| row.length).chain(heat.first().and_then(|row| row.known)).min()
}

/// How much longer than the shortest known the solutions of each weight are, where several weights race.
fn quality(heats: &[&[Row]], entries: &[Drawn]) -> Option<Panel> {
    let weights: Vec<(usize, f64)> = entries.iter().enumerate().filter_map(|(i, e)| Some((i, e.weight?))).collect();
    if weights.iter().map(|(_, weight)| weight.to_bits()).collect::<BTreeSet<_>>().len() < 2 {
        return None;
    }
    let ratios = |entry: usize| -> Vec<f64> {
        let solved = heats.iter().filter_map(|heat| {
            let length = heat.iter().find(|row| row.entry == entry)?.length?;
            shortest(heat).filter(|shortest| *shortest > 0).map(|shortest| length as f64 / shortest as f64)
        });
        solved.collect()
    };
    let line = |name: &str, of: &dyn Fn(Vec<f64>) -> Option<f64>| {
        let points = weights.iter().filter_map(|&(entry, weight)| Some(Point::at(weight, of(ratios(entry))?)));
        Series::new(name, points.collect())
    };
    let most = |values: Vec<f64>| values.into_iter().reduce(f64::max);
    Some(Panel {
        title: "Quality".into(),
        x: Axis::plain("weight"),
        y: Axis::plain("length / shortest known length"),
        series: vec![line("median over the puzzles", &median), line("longest", &most)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(puzzle: &str, entry: usize, length: Option<u64>, nodes: u64) -> Row {
        let status = if length.is_some() { "solved" } else { "limit" };
        Row { puzzle: puzzle.into(), entry, status, length, nodes, seconds: 0.5, ..Row::default() }
    }

    fn entries(names: &[(&str, Option<f64>)]) -> Vec<Drawn> {
        names.iter().map(|&(name, weight)| Drawn { name: name.into(), weight }).collect()
    }

    #[test]
    fn a_limit_is_an_open_mark_above_the_length_that_another_entry_found() {
        let rows =
            [row("a", 0, Some(10), 5), row("a", 1, Some(10), 7), row("b", 0, Some(20), 50), row("b", 1, None, 90)];
        let sheet = sheet("t", &rows, &entries(&[("x", None), ("y", None)]), "no limit");
        assert_eq!(sheet.panels.len(), 2);
        assert_eq!(sheet.panels[0].series[1].points, [Point::at(10.0, 7.0), Point::open(20.0, 90.0)]);
        assert!(sheet.caption[1].starts_with("Open marks"));
    }

    #[test]
    fn puzzles_of_one_length_stand_in_their_order_and_weights_have_a_panel() {
        let rows =
            [row("a", 0, Some(10), 5), row("a", 1, Some(15), 3), row("b", 0, Some(10), 6), row("b", 1, Some(12), 2)];
        let sheet = sheet("t", &rows, &entries(&[("w1", Some(1.0)), ("w2", Some(2.0))]), "no limit");
        assert_eq!(sheet.panels[0].series[0].points, [Point::at(1.0, 5.0), Point::at(2.0, 6.0)]);
        let quality = &sheet.panels[2].series;
        assert_eq!(quality[0].points, [Point::at(1.0, 1.0), Point::at(2.0, 1.35)]);
        assert_eq!(quality[1].points[1], Point::at(2.0, 1.5));
    }
}

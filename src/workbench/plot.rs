//! Plots: what is drawn, apart from where. The same sheet becomes an SVG for a report and text for a terminal, both drawn
//! by `plotters`, the second with a backend that has characters for pixels.

mod draw;
mod text;

use super::race::median;
use super::words;
use crate::games::studies::Unit;
pub use crate::games::studies::{Axis, Panel, Point, Series};

/// One picture: panels below each other, a legend, a caption.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    pub title: String,
    pub panels: Vec<Panel>,
    /// Lines below it: limits, what open marks mean, where the figures come from.
    pub caption: Vec<String>,
}

/// A number along an axis, with its unit where it has one.
fn words_of(axis: &Axis, value: f64) -> String {
    match axis.unit {
        Unit::Count if value >= 1000.0 => tidy(&words::short(value)),
        // There is no half of what is counted.
        Unit::Count if value.fract() != 0.0 => String::new(),
        Unit::Count => format!("{value:.0}"),
        Unit::Plain => trimmed(&format!("{value:.2}")),
        Unit::Percent => format!("{} %", trimmed(&format!("{value:.1}"))),
        Unit::Seconds => match value {
            v if v < 0.001 => format!("{} µs", trimmed(&format!("{:.3}", v * 1e6))),
            v if v < 1.0 => format!("{} ms", trimmed(&format!("{:.3}", v * 1e3))),
            v => format!("{} s", trimmed(&format!("{v:.2}"))),
        },
    }
}
/// `10.0 M` as `10 M`.
fn tidy(text: &str) -> String {
    match text.split_once(' ') {
        Some((number, unit)) => format!("{} {unit}", trimmed(number)),
        None => text.to_owned(),
    }
}

/// `1.50` as `1.5`.
fn trimmed(number: &str) -> String {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.').to_owned() } else { number.to_owned() }
}

/// Where the line of a series goes: through the median of what ended at each place.
fn line_of(series: &Series) -> Vec<(f64, f64)> {
    let closed: Vec<Point> = series.points.iter().copied().filter(|point| !point.open).collect();
    let places = closed.chunk_by(|a, b| a.x.total_cmp(&b.x).is_eq());
    places.filter_map(|at| Some((at[0].x, median(at.iter().map(|point| point.y).collect())?))).collect()
}

impl Sheet {
    /// For a report: black on white, readable without colour.
    pub fn svg(&self) -> String {
        draw::svg(self)
    }

    /// For a terminal of so many columns; in ASCII where Unicode's dots are not wanted. Series are letters there.
    pub fn text(&self, columns: usize, unicode: bool) -> String {
        draw::text(self, columns, unicode)
    }

    /// Whether any run reached its limit.
    pub fn has_open_marks(&self) -> bool {
        self.panels.iter().flat_map(points).any(|point| point.open)
    }

    /// The names of all series, each once, in their order: the place of a name is its mark and its colour.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            if !names.contains(&series.name.as_str()) {
                names.push(&series.name);
            }
        }
        names
    }
}

fn points(panel: &Panel) -> impl Iterator<Item = &Point> {
    panel.series.iter().flat_map(|series| &series.points)
}

/// From the smallest to the largest value with a margin; on a logarithmic axis in whole decades. Shares are always seen
/// against the whole.
fn range(values: impl Iterator<Item = f64>, axis: &Axis) -> std::ops::Range<f64> {
    if axis.unit == Unit::Percent {
        return 0.0..104.0;
    }
    let values = values.filter(|value| value.is_finite() && (!axis.is_log || *value > 0.0));
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    match (low <= high, axis.is_log) {
        (false, true) => 1.0..10.0,
        (false, false) => 0.0..1.0,
        (true, true) => {
            let decade = |v: f64, round: fn(f64) -> f64| 10_f64.powf(round(v.log10()));
            let (low, high) = (decade(low, f64::floor), decade(high * 1.2, f64::ceil));
            low * 0.999..if high > low { high } else { low * 10.0 }
        }
        (true, false) => {
            let margin = if high > low { (high - low) * 0.05 } else { (high.abs() * 0.1).max(0.5) };
            let low = if low >= 0.0 && low - margin < 0.0 { 0.0 } else { low - margin };
            low..high + margin
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let series = |i: u32| {
            let points = (1..5).map(|k| Point { x: f64::from(k), y: f64::from(i + 2).powi(3 * k), open: k == 4 });
            Series::new(&format!("entry {i}"), points.collect())
        };
        let panel = Panel {
            title: "Nodes".into(),
            x: Axis::count("moves"),
            y: Axis::count("nodes (states generated)").log(),
            series: (0..6).map(series).collect(),
        };
        Sheet { title: "Race <over> a & b".into(), panels: vec![panel], caption: vec!["Each run up to 10 s.".into()] }
    }

    #[test]
    fn an_svg_has_title_axes_units_legend_and_caption() {
        let svg = sheet().svg();
        for part in
            ["Race &lt;over&gt; a &amp; b", "moves", "nodes (states generated)", "100 k", "Each run up to 10 s."]
        {
            assert!(svg.contains(part), "{part}");
        }
        assert!((0..6).all(|i| svg.contains(&format!("entry {i}"))));
    }

    /// Whatever a printer makes of colours: six marks of different shapes, filled or open.
    #[test]
    fn entries_are_told_apart_without_colour() {
        let svg = sheet().svg();
        let shape = |points: &str| {
            let numbers = points.split([' ', ',']).filter_map(|n| n.parse::<i32>().ok()).collect::<Vec<_>>();
            numbers.chunks(2).map(|p| (p[0] - numbers[0], p[1] - numbers[1])).collect::<Vec<_>>()
        };
        let polygons =
            svg.split("<polygon").skip(1).filter_map(|rest| rest.split("points=\"").nth(1)?.split('"').next());
        let shapes: std::collections::BTreeSet<_> = polygons.map(shape).collect();
        assert_eq!(shapes.len(), 6, "{shapes:?}");
        // The lines differ too: one is whole, the others are so many pieces.
        let pieces = |colour: &str| svg.matches(&format!("stroke=\"{colour}\" stroke-width=\"2\"")).count();
        assert!(pieces("#D55E00") > 10 && pieces("#0072B2") > 10, "{} {}", pieces("#D55E00"), pieces("#0072B2"));
    }

    #[test]
    fn a_terminal_gets_the_same_plot_in_letters() {
        for unicode in [true, false] {
            let text = sheet().text(80, unicode);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(unicode || text.is_ascii(), "{text}");
            for part in ["Nodes: nodes (states generated)", "A entry 0", "F entry 5", "Each run up to 10 s."] {
                assert!(text.contains(part), "{part}: {text}");
            }
        }
    }

    #[test]
    fn axes_have_round_numbers_with_units() {
        let seconds = Axis::seconds("time");
        assert_eq!([1e-6, 0.01, 2.5, 100.0].map(|v| words_of(&seconds, v)), ["1 µs", "10 ms", "2.5 s", "100 s"]);
        assert_eq!([7.0, 10_000.0, 1e9].map(|v| words_of(&Axis::count("n"), v)), ["7", "10 k", "1 G"]);
        assert_eq!(words_of(&Axis::percent("share"), 92.5), "92.5 %");
    }

    #[test]
    fn a_line_goes_through_the_median_at_each_place_and_to_no_open_mark() {
        let points = vec![Point::at(2.0, 9.0), Point::at(1.0, 1.0), Point::at(1.0, 3.0), Point::open(3.0, 5.0)];
        assert_eq!(line_of(&Series::new("s", points)), [(1.0, 2.0), (2.0, 9.0)]);
    }
}

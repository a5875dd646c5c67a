//! The triangle as a picture: a line of discs a move, the pair that leaves underlined, the gap under it.

use std::fmt::Write;

use super::board::history;
use super::row::Place;
use super::rules::{Counters, State, Step};

/// Pixels from place to place and from row to row.
const PITCH: usize = 24;
const ROW: usize = 30;
const RADIUS: usize = 9;
const MARGIN: usize = 16;

/// Room for the move at the left of a row.
fn label_width(width: usize) -> usize {
    10 * (width - 1).to_string().len() + 14
}

/// All rows from the start to this one.
pub fn triangle(rules: &Counters, state: &State) -> String {
    let places = state.row.len();
    let past = history(rules, state, usize::MAX, 0..places);
    let left = MARGIN + label_width(places) * if rules.one_gap() { 1 } else { 2 };
    let (width, height) = (left + places * PITCH + MARGIN, 2 * MARGIN + (past.len() + 1) * ROW);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <style>text{{font:13px monospace;fill:#555;text-anchor:end}}.a{{fill:#fff;stroke:#222;stroke-width:1.5}}\
         .b{{fill:#222;stroke:#222;stroke-width:1.5}}.gap{{stroke:#999;stroke-width:2}}\
         .pair{{stroke:#c33;stroke-width:3;stroke-linecap:round}}.way{{fill:none;stroke:#c33;stroke-width:1;opacity:.45}}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (line, (row, step)) in past.iter().enumerate() {
        let y = MARGIN + line * ROW + ROW / 2;
        way(&mut svg, rules, left, y, *step);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{step}</text>", left - 12, y + 4);
        discs(&mut svg, row, left, y);
    }
    discs(&mut svg, &state.row, left, MARGIN + past.len() * ROW + ROW / 2);
    svg += "</svg>\n";
    svg
}

fn discs(svg: &mut String, row: &[Place], left: usize, y: usize) {
    for (i, &place) in row.iter().enumerate() {
        let x = left + i * PITCH + PITCH / 2;
        let _ = match place {
            Place::Free => {
                let (from, to, y) = (x - RADIUS, x + RADIUS, y + RADIUS);
                writeln!(svg, "<path class=\"gap\" d=\"M{from} {y}H{to}\"/>")
            }
            Place::A => writeln!(svg, "<circle class=\"a\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>"),
            Place::B => writeln!(svg, "<circle class=\"b\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>"),
        };
    }
}

/// A line under the group that leaves, and a curve to where it goes.
fn way(svg: &mut String, rules: &Counters, left: usize, y: usize, step: Step) {
    let span = rules.k * PITCH;
    let (from, to) = (left + step.from as usize * PITCH, left + step.to as usize * PITCH);
    let under = y + RADIUS + 4;
    let _ = writeln!(svg, "<path class=\"pair\" d=\"M{} {under}H{}\"/>", from + 3, from + span - 3);
    let (start, end, below) = (from + span / 2, to + span / 2, y + ROW - RADIUS - 2);
    let _ = writeln!(svg, "<path class=\"way\" d=\"M{start} {under}C{start} {below} {end} {under} {end} {below}\"/>");
}

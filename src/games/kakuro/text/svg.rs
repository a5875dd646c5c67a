//! A picture fit to print: black ink only, millimetres for units, no font to install.

use std::fmt::Write as _;

use crate::games::kakuro::grid::{Grid, Square};

/// Side of a square, in millimetres.
const SIDE: usize = 9;
const MARGIN: usize = 5;

/// `grid` with `digits` (0 for an empty cell); digits that are not givens are drawn lighter.
pub fn svg(grid: &Grid, digits: &[u8]) -> String {
    let (width, height) = (grid.cols() * SIDE + 2 * MARGIN, grid.rows() * SIDE + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica,Arial,sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <g stroke=\"#000\" stroke-width=\"0.25\" text-anchor=\"middle\">\n"
    );
    for (i, (&square, &digit)) in grid.squares().iter().zip(digits).enumerate() {
        let (x, y) = (MARGIN + i % grid.cols() * SIDE, MARGIN + i / grid.cols() * SIDE);
        match square {
            Square::Black { down, right } => black(&mut out, x, y, down, right),
            Square::White { given } => white(&mut out, x, y, given, digit),
        }
    }
    out.push_str("</g>\n</svg>\n");
    out
}

fn black(out: &mut String, x: usize, y: usize, down: u8, right: u8) {
    let side = SIDE;
    let fill = if down == 0 && right == 0 { "#444" } else { "#ddd" };
    let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"/>");
    if down == 0 && right == 0 {
        return;
    }
    let _ = writeln!(out, "<path d=\"M{x} {y}l{side} {side}\"/>");
    for (clue, across, drop) in [(down, 0.3, 0.87), (right, 0.7, 0.42)] {
        if clue > 0 {
            text(out, x, y, (across, drop), 3.2, "#000", clue);
        }
    }
}

fn white(out: &mut String, x: usize, y: usize, given: u8, digit: u8) {
    let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#fff\"/>");
    if digit > 0 {
        text(out, x, y, (0.5, 0.72), 6.0, if given > 0 { "#000" } else { "#333" }, digit);
    }
}

/// `at` is the place within the square, as parts of its side.
fn text(out: &mut String, x: usize, y: usize, at: (f64, f64), size: f64, fill: &str, number: u8) {
    let (x, y) = (x as f64 + at.0 * SIDE as f64, y as f64 + at.1 * SIDE as f64);
    let _ = writeln!(
        out,
        "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" stroke=\"none\" fill=\"{fill}\">{number}</text>"
    );
}

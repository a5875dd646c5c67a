//! A screen as an SVG picture.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// Width and height of a character, in the picture's own units.
pub(super) const CELL: (usize, usize) = (9, 19);
const MARGIN: usize = 10;
const PAPER: &str = "#1c1c1c";
const INK: &str = "#d0d0d0";

/// The terminal's sixteen colours by number, as most terminals show them.
const SIXTEEN: [&str; 16] = [
    "#1c1c1c", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#d0d0d0", "#767676", "#f14c4c",
    "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
];

/// Width and height of a picture of so many columns and rows.
pub(super) fn size(buffer: &Buffer) -> (usize, usize) {
    let (columns, rows) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    (columns * CELL.0 + 2 * MARGIN, rows * CELL.1 + 2 * MARGIN)
}

/// What lies under all rows: the commonest ground at the screen's edges.
pub(super) fn paper(buffer: &Buffer) -> String {
    let (right, foot) = (buffer.area.width - 1, buffer.area.height - 1);
    let corners = [(0, 0), (right, 0), (0, foot), (right, foot)].map(|corner| buffer[corner].bg);
    let common = corners.into_iter().max_by_key(|ground| corners.iter().filter(|other| *other == ground).count());
    colour(common.unwrap_or_default(), PAPER)
}

/// What every picture begins with.
pub(super) fn head((width, height): (usize, usize), paper: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono, Menlo, \
         Consolas, monospace\" font-size=\"15\" shape-rendering=\"crispEdges\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{paper}\"/>\n"
    )
}

/// The whole screen.
pub fn svg(buffer: &Buffer) -> String {
    let paper = paper(buffer);
    let mut out = head(size(buffer), &paper);
    for y in 0..buffer.area.height {
        let row = row(buffer, y, &paper);
        if !row.is_empty() {
            let _ = writeln!(out, "<g transform=\"translate({MARGIN},{})\">\n{row}</g>", top(y));
        }
    }
    out + "</svg>\n"
}

/// Where a row begins.
pub(super) fn top(y: u16) -> usize {
    usize::from(y) * CELL.1 + MARGIN
}

pub(super) const LEFT: usize = MARGIN;

#[derive(PartialEq)]
struct Look {
    ink: String,
    paper: String,
    is_bold: bool,
    is_underlined: bool,
    is_dim: bool,
}

/// One row, drawn at the top: stretches of cells that look alike become one piece of text.
pub(super) fn row(buffer: &Buffer, y: u16, paper: &str) -> String {
    let mut out = String::new();
    let mut x = 0;
    while x < buffer.area.width {
        let start = x;
        let look = look(buffer, x, y);
        let mut text = String::new();
        while x < buffer.area.width && self::look(buffer, x, y) == look {
            text.push_str(buffer[(x, y)].symbol());
            x += 1;
        }
        let (left, long) = (usize::from(start) * CELL.0, usize::from(x - start) * CELL.0);
        if look.paper != paper {
            let (height, paper) = (CELL.1, &look.paper);
            let _ = writeln!(out, "<rect x=\"{left}\" width=\"{long}\" height=\"{height}\" fill=\"{paper}\"/>");
        }
        draw(&text, &look, left, long, &mut out);
    }
    out
}

fn look(buffer: &Buffer, x: u16, y: u16) -> Look {
    let cell = &buffer[(x, y)];
    let (mut ink, mut paper) = (colour(cell.fg, INK), colour(cell.bg, PAPER));
    let has = |modifier| cell.modifier.contains(modifier);
    if has(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut paper);
    }
    let (is_bold, is_underlined, is_dim) = (has(Modifier::BOLD), has(Modifier::UNDERLINED), has(Modifier::DIM));
    Look { ink, paper, is_bold, is_underlined, is_dim }
}

fn draw(text: &str, look: &Look, left: usize, long: usize, out: &mut String) {
    if text.trim().is_empty() && !look.is_underlined {
        return;
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut more = String::new();
    for (is_so, attribute) in [
        (look.is_bold, " font-weight=\"bold\""),
        (look.is_underlined, " text-decoration=\"underline\""),
        (look.is_dim, " opacity=\"0.6\""),
    ] {
        if is_so {
            more.push_str(attribute);
        }
    }
    let ink = &look.ink;
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"14\" fill=\"{ink}\"{more} textLength=\"{long}\" xml:space=\"preserve\">{text}</text>"
    );
}

fn colour(colour: Color, otherwise: &str) -> String {
    let named = |n: usize| SIXTEEN[n].to_owned();
    match colour {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        Color::Indexed(n @ 16..=231) => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let n = n - 16;
            format!("#{:02x}{:02x}{:02x}", level(n / 36), level(n / 6 % 6), level(n % 6))
        }
        Color::Indexed(n @ 232..) => {
            let grey = 8 + 10 * (n - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
        Color::Indexed(n) => named(usize::from(n)),
        Color::Reset => otherwise.into(),
        Color::Black => named(0),
        Color::Red => named(1),
        Color::Green => named(2),
        Color::Yellow => named(3),
        Color::Blue => named(4),
        Color::Magenta => named(5),
        Color::Cyan => named(6),
        Color::Gray => named(7),
        Color::DarkGray => named(8),
        Color::LightRed => named(9),
        Color::LightGreen => named(10),
        Color::LightYellow => named(11),
        Color::LightBlue => named(12),
        Color::LightMagenta => named(13),
        Color::LightCyan => named(14),
        Color::White => named(15),
    }
}

//! The README's picture, drawn from the program itself:
//! `cargo test --test picture -- --ignored` writes `assets/screen.svg`.

mod common;

use std::fmt::Write as _;

use common::Desk;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

const CELL: (usize, usize) = (9, 19);
const PAPER: &str = "#1c1c1c";
const INK: &str = "#d0d0d0";

#[test]
#[ignore = "writes a file of the repository"]
fn draw_the_picture_of_the_readme() {
    let mut desk = Desk::at("fourteen/duchi-2");
    desk.choose("classic");
    desk.keys("1s");
    desk.settle();
    desk.keys("1s");
    desk.settle();
    desk.keys(">>>");
    desk.settle();
    desk.screen();
    std::fs::create_dir_all("assets").unwrap();
    std::fs::write("assets/screen.svg", svg(desk.buffer())).unwrap();
}

fn svg(buffer: &Buffer) -> String {
    let (width, height) = (buffer.area.width as usize * CELL.0 + 20, buffer.area.height as usize * CELL.1 + 20);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono, Menlo, \
         Consolas, monospace\" font-size=\"15\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{PAPER}\"/>\n"
    );
    for y in 0..buffer.area.height {
        draw_row(buffer, y, &mut out);
    }
    out + "</svg>\n"
}

/// Stretches of cells that look alike become one piece of text.
fn draw_row(buffer: &Buffer, y: u16, out: &mut String) {
    let look = |x: u16| {
        let cell = &buffer[(x, y)];
        let (mut ink, mut paper) = (colour(cell.fg, INK), colour(cell.bg, PAPER));
        if cell.modifier.contains(Modifier::REVERSED) {
            std::mem::swap(&mut ink, &mut paper);
        }
        (ink, paper, cell.modifier.contains(Modifier::BOLD))
    };
    let mut x = 0;
    while x < buffer.area.width {
        let start = x;
        let (ink, paper, bold) = look(x);
        let mut text = String::new();
        while x < buffer.area.width && look(x) == (ink.clone(), paper.clone(), bold) {
            text.push_str(buffer[(x, y)].symbol());
            x += 1;
        }
        let (left, top) = (start as usize * CELL.0 + 10, y as usize * CELL.1 + 10);
        let long = (x - start) as usize * CELL.0;
        if paper != PAPER {
            writeln!(out, "<rect x=\"{left}\" y=\"{top}\" width=\"{long}\" height=\"{}\" fill=\"{paper}\"/>", CELL.1)
                .unwrap();
        }
        if !text.trim().is_empty() {
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let weight = if bold { " font-weight=\"bold\"" } else { "" };
            writeln!(
                out,
                "<text x=\"{left}\" y=\"{}\" fill=\"{ink}\"{weight} textLength=\"{long}\" xml:space=\"preserve\">{text}</text>",
                top + 15
            )
            .unwrap();
        }
    }
}

fn colour(colour: Color, otherwise: &str) -> String {
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
        _ => otherwise.into(),
    }
}

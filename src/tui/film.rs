//! Screens one after the other: as an asciicast (version 2, for asciinema), and as an SVG that moves by itself.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use serde_json::json;

use super::picture::{self, LEFT};

/// At most thirty frames a second.
pub const SHORTEST: Duration = Duration::from_nanos(33_333_334);

/// Nobody likes to wait.
const LONGEST: Duration = Duration::from_secs(2);

/// Screens with the time for which each stays.
#[derive(Default)]
pub struct Film {
    frames: Vec<(Buffer, Duration)>,
}

impl Film {
    /// A screen that stays so long. What looks like the last one prolongs it, up to a longest wait; one that came too
    /// soon takes the last one's place.
    pub fn add(&mut self, screen: &Buffer, stays: Duration) {
        match self.frames.last_mut() {
            Some((last, time)) if last == screen => *time = (*time + stays).min(LONGEST),
            Some((last, time)) if *time < SHORTEST => {
                *last = screen.clone();
                *time = (*time + stays).min(LONGEST);
            }
            _ => self.frames.push((screen.clone(), stays.min(LONGEST))),
        }
    }

    pub fn len(&self) -> usize {
        self.frames.len()
    }

    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    pub fn last(&self) -> Option<&Buffer> {
        self.frames.last().map(|(screen, _)| screen)
    }

    fn length(&self) -> Duration {
        self.frames.iter().map(|(_, stays)| (*stays).max(SHORTEST)).sum()
    }

    /// For asciinema: a line on the whole, then a line for what changes and when.
    pub fn asciicast(&self, title: &str) -> String {
        let Some((first, _)) = self.frames.first() else { return String::new() };
        let head = json!({
            "version": 2, "width": first.area.width, "height": first.area.height, "title": title,
            "env": { "TERM": "xterm-256color" },
        });
        let mut out = format!("{head}\n");
        let mut before = Buffer::empty(first.area);
        let mut at = Duration::ZERO;
        for (i, (screen, stays)) in self.frames.iter().enumerate() {
            let mut text = if i == 0 { "\x1b[?25l\x1b[2J".to_owned() } else { String::new() };
            write_changes(&before, screen, &mut text);
            let _ = writeln!(out, "{}", json!([at.as_secs_f64(), "o", text]));
            before = screen.clone();
            at += (*stays).max(SHORTEST);
        }
        // The last screen stays, too, and the cursor comes back.
        let _ = writeln!(out, "{}", json!([at.as_secs_f64(), "o", "\x1b[0m\x1b[?25h"]));
        out
    }

    /// An SVG that shows the frames one after the other, again and again. A row that several frames have is drawn once.
    pub fn svg(&self) -> String {
        let Some((first, _)) = self.frames.first() else { return String::new() };
        let (width, height) = picture::size(first);
        let paper = picture::paper(first);
        let mut rows: HashMap<String, usize> = HashMap::new();
        let (mut drawn, mut reel) = (String::new(), String::new());
        for (i, (screen, _)) in self.frames.iter().enumerate() {
            let _ = writeln!(reel, "<g transform=\"translate({LEFT},{})\">", i * height);
            for y in 0..screen.area.height {
                let row = picture::row(screen, y, &paper);
                if row.is_empty() {
                    continue;
                }
                let next = rows.len();
                let id = *rows.entry(row).or_insert_with_key(|row| {
                    let _ = writeln!(drawn, "<g id=\"r{next}\">\n{row}</g>");
                    next
                });
                let _ = writeln!(reel, "<use href=\"#r{id}\" y=\"{}\"/>", picture::top(y));
            }
            reel.push_str("</g>\n");
        }
        let style = self.style(height);
        format!(
            "{}<style>{style}</style>\n<defs>\n{drawn}</defs>\n<svg width=\"{width}\" height=\"{height}\">\n<g class=\"reel\">\n{reel}</g>\n</svg>\n</svg>\n",
            picture::head((width, height), &paper)
        )
    }

    /// Moves the reel by one frame at a time.
    fn style(&self, height: usize) -> String {
        let whole = self.length().as_secs_f64();
        let mut steps = String::new();
        let mut at = 0.0;
        for (i, (_, stays)) in self.frames.iter().enumerate() {
            let _ = write!(steps, "{:.3}%{{transform:translateY(-{}px)}}", 100.0 * at / whole, i * height);
            at += (*stays).max(SHORTEST).as_secs_f64();
        }
        let last = self.frames.len().saturating_sub(1) * height;
        format!(
            "@keyframes play{{{steps}100%{{transform:translateY(-{last}px)}}}}.reel{{animation:play {whole:.3}s steps(1,end) infinite}}"
        )
    }
}

/// The characters that lead from one screen to the next.
fn write_changes(before: &Buffer, after: &Buffer, out: &mut String) {
    let mut pen: Option<(u16, u16)> = None;
    let mut look = None;
    for (x, y, cell) in before.diff(after) {
        if pen != Some((x, y)) {
            let _ = write!(out, "\x1b[{};{}H", y + 1, x + 1);
        }
        if look != Some((cell.fg, cell.bg, cell.modifier)) {
            look = Some((cell.fg, cell.bg, cell.modifier));
            write_look(cell, out);
        }
        out.push_str(cell.symbol());
        pen = Some((x + 1, y));
    }
}

fn write_look(cell: &Cell, out: &mut String) {
    out.push_str("\x1b[0");
    for (modifier, code) in [
        (Modifier::BOLD, 1),
        (Modifier::DIM, 2),
        (Modifier::ITALIC, 3),
        (Modifier::UNDERLINED, 4),
        (Modifier::REVERSED, 7),
    ] {
        if cell.modifier.contains(modifier) {
            let _ = write!(out, ";{code}");
        }
    }
    write_colour(cell.fg, 30, out);
    write_colour(cell.bg, 40, out);
    out.push('m');
}

/// `first` is the code of black: 30 for ink, 40 for paper.
fn write_colour(colour: Color, first: u16, out: &mut String) {
    let _ = match colour {
        Color::Reset => Ok(()),
        Color::Rgb(r, g, b) => write!(out, ";{};2;{r};{g};{b}", first + 8),
        Color::Indexed(n) => write!(out, ";{};5;{n}", first + 8),
        named => write!(out, ";{}", first + number(named)),
    };
}

/// The place of a colour with a name, the bright ones 60 above the others.
fn number(colour: Color) -> u16 {
    match colour {
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 60,
        Color::LightRed => 61,
        Color::LightGreen => 62,
        Color::LightYellow => 63,
        Color::LightBlue => 64,
        Color::LightMagenta => 65,
        Color::LightCyan => 66,
        Color::White => 67,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    fn screen(text: &str) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 2));
        buffer.set_string(0, 0, text, ratatui::style::Style::default());
        buffer
    }

    fn film(frames: &[(&str, u64)]) -> Film {
        let mut film = Film::default();
        for (text, ms) in frames {
            film.add(&screen(text), Duration::from_millis(*ms));
        }
        film
    }

    #[test]
    fn waits_are_shortened_and_frames_are_at_most_thirty_a_second() {
        let film = film(&[("one", 5), ("two", 5), ("three", 5), ("four", 50), ("four", 9000), ("five", 100)]);
        let times: Vec<_> = film.frames.iter().map(|(_, time)| time.as_millis()).collect();
        assert_eq!(times, [2000, 100]);
    }

    #[test]
    fn an_asciicast_tells_what_changes_and_when() {
        let text = film(&[("ab", 100), ("ac", 100)]).asciicast("a film");
        let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((lines[0]["version"].as_u64(), lines[0]["width"].as_u64()), (Some(2), Some(8)));
        assert_eq!(lines[2][0], 0.1);
        assert_eq!(lines[2][2], "\u{1b}[1;2H\u{1b}[0mc");
        assert!(lines.windows(2).skip(1).all(|pair| pair[0][0].as_f64() <= pair[1][0].as_f64()));
    }

    #[test]
    fn a_moving_picture_draws_equal_rows_once() {
        let svg = film(&[("same", 100), ("else", 100), ("same", 100)]).svg();
        assert_eq!((svg.matches("<text").count(), svg.matches("<use").count()), (2, 3));
        assert!(svg.contains("@keyframes play{0.000%") && svg.contains("66.667%"), "{svg}");
    }
}

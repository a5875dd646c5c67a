//! Large numerals, for boards with much room: each is built of its own digit, so that it can be read without colour too.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::put;

/// Rows of a numeral, and columns, and the columns between two: all widths are even, so that one digit and two stand in
/// the middle of the same place.
const ROWS: u16 = 5;
const WIDE: u16 = 6;
const GAP: u16 = 2;

/// Three dots a row for each digit, a bit each; a dot is two columns wide, which makes it a square.
const DOTS: [[u8; ROWS as usize]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b001, 0b001, 0b001],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// Columns and rows that so many digits take.
pub fn size(digits: usize) -> (u16, u16) {
    let digits = digits as u16;
    (digits * WIDE + digits.saturating_sub(1) * GAP, ROWS)
}

/// Whether so many digits can be written in a place, with a column free on both sides.
pub fn fit(digits: usize, place: Rect) -> bool {
    let (width, height) = size(digits);
    width + 2 <= place.width && height <= place.height
}

/// Writes a number in the middle of a place in which it fits.
pub fn draw(number: &str, place: Rect, style: Style, buffer: &mut Buffer) {
    let (width, height) = size(number.len());
    let (left, top) = (place.x + (place.width - width) / 2, place.y + (place.height - height).div_ceil(2));
    // Where there are colours the dots are solid.
    let ink = Style { fg: style.fg, bg: style.bg.and(style.fg), ..style };
    for (n, digit) in number.chars().enumerate() {
        let Some(dots) = digit.to_digit(10).map(|value| DOTS[value as usize]) else { continue };
        let left = left + n as u16 * (WIDE + GAP);
        for (y, row) in (top..).zip(dots) {
            for x in (0..WIDE).filter(|x| row >> (2 - x / 2) & 1 == 1) {
                put(buffer, left + x, y, digit, ink);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_built_of_its_digits() {
        let place = Rect::new(0, 0, 16, 5);
        let mut buffer = Buffer::empty(place);
        assert!(fit(2, place) && !fit(3, place));
        draw("14", place, Style::new(), &mut buffer);
        let row = |y| (0..16).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        let rows: Vec<String> = (0..5).map(row).collect();
        let expected = ["   11    44  44", " 1111    44  44", "   11    444444", "   11        44", " 111111      44"];
        assert_eq!(rows, expected);
    }
}

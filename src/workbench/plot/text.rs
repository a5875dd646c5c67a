//! Characters for pixels: a backend of `plotters` for terminals. A cell has eight dots (Braille) or, in ASCII, two; a
//! text takes whole cells and hides the dots below it.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

#[derive(Clone, Copy, Default)]
struct Cell {
    /// A bit for each dot that is set.
    dots: u8,
    text: Option<char>,
}

pub struct Characters {
    unicode: bool,
    columns: usize,
    cells: Vec<Cell>,
}

impl Characters {
    pub fn new(unicode: bool) -> Self {
        Characters { unicode, columns: 0, cells: Vec::new() }
    }

    /// The dots of a character, across and down.
    pub fn cell(&self) -> (i32, i32) {
        if self.unicode { (2, 4) } else { (1, 2) }
    }

    pub fn resize(&mut self, columns: usize, rows: usize) {
        self.columns = columns;
        self.cells = vec![Cell::default(); columns * rows];
    }

    fn at(&mut self, column: i32, row: i32) -> Option<&mut Cell> {
        let column = usize::try_from(column).ok().filter(|column| *column < self.columns)?;
        let row = usize::try_from(row).ok()?;
        self.cells.get_mut(row * self.columns + column)
    }

    pub fn lines(&self) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.columns.max(1)) {
            let line: String = row.iter().map(|cell| self.character(*cell)).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn character(&self, cell: Cell) -> char {
        match (cell.text, cell.dots) {
            (Some(character), _) => character,
            (None, 0) => ' ',
            (None, dots) if self.unicode => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
            (None, 0b01) => '\'',
            (None, 0b10) => '.',
            (None, _) => ':',
        }
    }
}

/// The bits of Unicode's Braille patterns, row by row.
const BRAILLE: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

impl DrawingBackend for &mut Characters {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let (width, height) = self.cell();
        let rows = self.cells.len().checked_div(self.columns).unwrap_or(0);
        (self.columns as u32 * width as u32, rows as u32 * height as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        let (width, height) = self.cell();
        if color.alpha == 0.0 || x < 0 || y < 0 {
            return Ok(());
        }
        let (right, down) = ((x % width) as usize, (y % height) as usize);
        let bit = if self.unicode { BRAILLE[down][right] } else { 1 << down };
        if let Some(cell) = self.at(x / width, y / height) {
            cell.dots |= bit;
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let path: Vec<BackendCoord> = path.into_iter().collect();
        path.windows(2).try_for_each(|ends| self.draw_line(ends[0], ends[1], style))
    }

    /// Texts are in capitals of one size: one cell a character, whatever the font.
    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, (x, y): BackendCoord) -> Drawn {
        let (width, height) = self.cell();
        let length = text.chars().count() as i32;
        let anchor = style.anchor();
        let column = x / width
            - match anchor.h_pos {
                HPos::Left => 0,
                HPos::Center => length / 2,
                HPos::Right => length,
            };
        let row = match anchor.v_pos {
            VPos::Bottom => (y - 1) / height,
            VPos::Top | VPos::Center => y / height,
        };
        for (i, character) in text.chars().enumerate() {
            let character = if self.unicode || character.is_ascii() { character } else { 'u' };
            if let Some(cell) = self.at(column + i as i32, row) {
                cell.text = Some(character);
            }
        }
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        _style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let (width, height) = self.cell();
        Ok((text.chars().count() as u32 * width as u32, height as u32))
    }
}

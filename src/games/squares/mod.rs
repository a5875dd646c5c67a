//! What puzzles on a board of squares have in common: squares and their names, a cursor, the drawing of a board. It
//! knows no game; any game may enter.

mod cursor;
mod grid;
pub mod view;

pub use cursor::Cursor;
pub use grid::Grid;

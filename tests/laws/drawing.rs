//! Drawing: at any size, with any cursor, without a panic and within its area.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rompicapo::games::view::{Paint, Scene};
use rompicapo::games::{Game, Input, Position, Settings, SplitMix};
use rompicapo::search::{Cell, Mark, MarkKind};

use crate::positions::{some, starts, wander};
use crate::{Kept, hold};

const WIDTHS: [u16; 12] = [0, 1, 2, 3, 7, 12, 20, 33, 50, 80, 120, 200];
const HEIGHTS: [u16; 9] = [0, 1, 2, 4, 9, 15, 24, 40, 60];
/// Where the area stands on a larger screen.
const CORNER: (u16, u16) = (3, 2);

pub fn any_size(game: &'static dyn Game) -> Kept {
    let mut dice = SplitMix(7);
    let starts = starts(game, 2, &mut dice)?;
    for start in some(&starts, 5) {
        let line = wander(&**start, 8, &mut dice)?;
        let position = &*line[line.len() - 1];
        let marks = marks(position);
        for (i, cursor) in cursors(game, position).into_iter().enumerate() {
            let paint = Paint { unicode: i % 2 == 1, ..Paint::plain() };
            for (width, height) in WIDTHS.into_iter().flat_map(|width| HEIGHTS.map(|height| (width, height))) {
                let scene = Scene { position, marks: &marks, cursor, looked: None, paint: &paint };
                let area = Rect::new(CORNER.0, CORNER.1, width, height);
                let drawn = catch_unwind(AssertUnwindSafe(|| look(game, &scene, area)));
                let words = || format!("at {width}x{height}, cursor {cursor:?}\n{}", position.board(None));
                drawn.map_err(|_| format!("a panic {}", words()))?.map_err(|why| format!("{why} {}", words()))?;
            }
        }
    }
    Ok(())
}

/// What the next move takes, why the position is lost, and a few marks of every kind besides.
fn marks(position: &dyn Position) -> Vec<Mark> {
    let mut marks: Vec<Mark> = some(&position.moves(), 6).flat_map(|mv| position.markers(mv)).collect();
    let cells: Vec<Cell> = marks.iter().map(|mark| mark.cell).collect();
    let kinds = [MarkKind::Cursor, MarkKind::Picked, MarkKind::Changed, MarkKind::Choice, MarkKind::Hint];
    marks.extend(cells.iter().zip(kinds).map(|(&cell, kind)| Mark::new(cell, kind)));
    marks.extend(position.deadlock().into_iter().flat_map(|deadlock| deadlock.marks));
    marks
}

/// None, and where a hand's cursor comes to.
fn cursors(game: &dyn Game, position: &dyn Position) -> Vec<Option<Cell>> {
    let settings: Settings =
        game.profile().settings.iter().map(|setting| (setting.name.to_owned(), setting.default.to_owned())).collect();
    let mut hand = game.hand(&settings);
    let mut cursors = vec![None, hand.cursor(position)];
    for inputs in [[Input::End, Input::PageDown], [Input::Home, Input::Down]] {
        for input in inputs {
            hand.input(position, input);
        }
        cursors.push(hand.cursor(position));
    }
    cursors
}

fn look(game: &dyn Game, scene: &Scene<'_>, area: Rect) -> Kept {
    let screen = Rect::new(0, 0, area.right() + 4, area.bottom() + 3);
    let mut buffer = Buffer::empty(screen);
    game.view().draw(scene, area, &mut buffer);
    let margin = screen.positions().filter(|&place| !area.contains(place));
    for place in margin {
        hold!(buffer[place].symbol() == " ", "drawn outside its area, at {place}");
    }
    for (x, y) in
        [(0, 0), (area.x, area.y), (area.right(), area.bottom()), (area.x + area.width / 2, area.y + 1), (900, 9)]
    {
        let hit = game.view().hit(scene, area, x, y);
        hold!(hit.is_none() || area.contains((x, y).into()), "a cell outside the area, at {x},{y}");
    }
    Ok(())
}

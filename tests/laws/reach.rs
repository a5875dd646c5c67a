//! What is on the board is on the screen: all of it, or, where the board is larger than its room, the part around the
//! cursor with a sign that there is more. The views under all places of the cursor are the board.

use std::collections::{BTreeMap, BTreeSet};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rompicapo::games::view::{Paint, Scene};
use rompicapo::games::{Game, Input, Position, Reply, SplitMix};
use rompicapo::search::Cell;

use crate::positions::{pick, some, starts, wander};
use crate::{Kept, hold};

/// The rooms of a board in windows from 60x16 up, with and without the panes beside it, and a smaller one.
const ROOMS: [(u16, u16); 6] = [(58, 9), (36, 9), (52, 15), (30, 7), (78, 30), (114, 48)];
/// A room in which every board that is tried is seen whole.
const WHOLE: (u16, u16) = (320, 130);
/// Boards with more cells take too long to be looked at from everywhere.
const MOST_CELLS: usize = 300;

/// The letters and digits that stand on each cell, blanks left out.
type Faces = BTreeMap<Cell, BTreeSet<char>>;

struct Picture {
    faces: Faces,
    text: String,
}

fn picture(position: &dyn Position, cursor: Option<Cell>, (width, height): (u16, u16), unicode: bool) -> Picture {
    let paint = Paint { unicode, ..Paint::plain() };
    let scene = Scene { position, marks: &[], cursor, looked: None, paint: &paint };
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    let view = position.game().view();
    view.draw(&scene, area, &mut buffer);
    let mut picture = Picture { faces: Faces::new(), text: String::new() };
    for at in area.positions() {
        let symbol = buffer[at].symbol();
        picture.text.push_str(symbol);
        if let Some(cell) = view.hit(&scene, area, at.x, at.y) {
            let written = symbol.chars().filter(char::is_ascii_alphanumeric);
            picture.faces.entry(cell).or_default().extend(written);
        }
    }
    picture
}

impl Picture {
    fn cells(&self) -> BTreeSet<Cell> {
        self.faces.keys().copied().collect()
    }

    fn tells_of_more(&self, unicode: bool) -> bool {
        let arrows = if unicode { "←→↑↓<>" } else { "<>^v" };
        self.text.contains(|c| arrows.contains(c))
    }

    /// A cell that shows less than it does on the whole board; its number at the edge may give way.
    fn cut(&self, whole: &Faces) -> Option<Cell> {
        let is_cut = |(cell, face): &(&Cell, &BTreeSet<char>)| {
            let number = cell.to_string();
            whole[*cell].iter().any(|c| !face.contains(c) && !number.contains(*c))
        };
        self.faces.iter().find(is_cut).map(|(cell, _)| *cell)
    }
}

pub fn of_all_cells(game: &'static dyn Game) -> Kept {
    let mut dice = SplitMix(11);
    let starts = starts(game, 1, &mut dice)?;
    for start in some(&starts, 4) {
        let line = wander(&**start, 6, &mut dice)?;
        let position = &*line[line.len() - 1];
        let least = game.view().size(position, &Paint::plain());
        let all = picture(position, None, WHOLE, false).cells();
        if all.len() > MOST_CELLS {
            continue;
        }
        // What stands on a cell at the least is what it holds, in either charset.
        let whole = [false, true].map(|unicode| picture(position, None, least, unicode));
        hold!(whole[0].cells() == all, "{least:?} does not show it whole\n{}", position.board(None));
        for (n, room) in ROOMS.into_iter().enumerate() {
            seen_from_everywhere(position, &whole[n % 2].faces, room, n % 2 == 1)
                .map_err(|why| format!("{why} in {room:?}\n{}", position.board(None)))?;
        }
    }
    Ok(())
}

/// The room of the smallest window.
const LEAST: (u16, u16) = (58, 9);
const KEYS: [Input; 9] = [
    Input::Up,
    Input::Down,
    Input::Left,
    Input::Right,
    Input::Home,
    Input::End,
    Input::PageUp,
    Input::PageDown,
    Input::Tab,
];

/// Whatever the board hides is seen by somebody who only walks over it.
pub fn by_hand(game: &'static dyn Game) -> Kept {
    let mut dice = SplitMix(19);
    let starts = starts(game, 1, &mut dice)?;
    for start in some(&starts, 3) {
        let all = picture(&**start, None, WHOLE, false).cells();
        if all.len() > MOST_CELLS {
            continue;
        }
        let mut position = start.boxed_clone();
        let mut hand = game.hand(&game.profile().settings_with(None));
        let (mut stood, mut union) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..6_000 {
            let cursor = hand.cursor(&*position);
            if stood.insert(cursor) {
                union.extend(picture(&*position, cursor, LEAST, false).cells());
            }
            let Some(&input) = pick(&KEYS, &mut dice) else { continue };
            match hand.input(&*position, input) {
                Reply::Move(mv) => drop(position.play(&mv)?),
                Reply::Moves(moves) => {
                    for mv in moves {
                        position.play(&mv)?;
                    }
                }
                _ => {}
            }
            if union.is_superset(&all) {
                break;
            }
        }
        hold!(union == all, "never seen: {:?}\n{}", all.difference(&union).collect::<Vec<_>>(), start.board(None));
    }
    Ok(())
}

fn seen_from_everywhere(position: &dyn Position, whole: &Faces, room: (u16, u16), unicode: bool) -> Kept {
    let all: BTreeSet<Cell> = whole.keys().copied().collect();
    let is_whole = picture(position, None, room, unicode).cells() == all;
    // A board that is seen whole is so wherever the cursor stands; a few places show it.
    let places: Vec<Cell> = all.iter().copied().collect();
    let cursors: Vec<Cell> = some(&places, if is_whole { 3 } else { usize::MAX }).copied().collect();
    let mut union = BTreeSet::new();
    for cursor in cursors {
        let picture = picture(position, Some(cursor), room, unicode);
        let seen = picture.cells();
        hold!(seen.contains(&cursor), "the cursor at {cursor} is out of sight");
        hold!(seen.is_subset(&all), "there are cells that the whole board has not");
        hold!(seen == all || picture.tells_of_more(unicode), "no sign of more with the cursor at {cursor}");
        if let Some(cell) = picture.cut(whole) {
            return Err(format!("cell {cell} is cut with the cursor at {cursor}"));
        }
        union.extend(seen);
    }
    hold!(union == all, "out of reach: {:?}", all.difference(&union).collect::<Vec<_>>());
    Ok(())
}

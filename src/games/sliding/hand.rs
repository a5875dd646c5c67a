//! The player's hand: arrows slide a tile, a click slides a whole segment of a row or column.

use super::rules::{Board, Dir, Size, Sliding};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Settings};
use crate::search::{Cell, Mark};

pub struct TileHand {
    /// An arrow says where the blank goes; otherwise where a tile goes.
    arrows_move_blank: bool,
}

impl TileHand {
    pub fn new(settings: &Settings) -> TileHand {
        TileHand { arrows_move_blank: settings.get("arrows").is_some_and(|value| value == "blank") }
    }

    fn arrow(&self, size: Size, board: &Board, dir: Dir) -> Reply {
        let (blank_goes, what) = if self.arrows_move_blank { (dir, "the blank") } else { (dir.opposite(), "a tile") };
        match size.neighbour(board.blank(), blank_goes) {
            Some(_) => Reply::Move(blank_goes.to_string()),
            None => Reply::Say(format!("nothing to slide: {what} cannot go {} here", dir.words())),
        }
    }
}

/// The moves that slide every tile between `cell` and the blank, and `cell` itself, one step towards the blank.
fn segment(size: Size, board: &Board, cell: usize) -> Option<Vec<String>> {
    let blank = board.blank();
    let dir = match (size.row(cell).cmp(&size.row(blank)), size.col(cell).cmp(&size.col(blank))) {
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Dir::L,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Dir::R,
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Dir::U,
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Dir::D,
        _ => return None,
    };
    Some(vec![dir.to_string(); size.distance(cell, blank)])
}

impl Hand for TileHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let placed = Placed::<Sliding>::of(position);
        let (size, board) = (placed.rules.size, &placed.state);
        match input {
            Input::Up => self.arrow(size, board, Dir::U),
            Input::Down => self.arrow(size, board, Dir::D),
            Input::Left => self.arrow(size, board, Dir::L),
            Input::Right => self.arrow(size, board, Dir::R),
            Input::Click(cell) | Input::AltClick(cell) if (cell as usize) < size.cells() => {
                match segment(size, board, cell as usize) {
                    Some(moves) => Reply::Moves(moves),
                    None if cell as usize == board.blank() => Reply::Say("this is the blank; click a tile".into()),
                    None => Reply::Say("only tiles in the row or column of the blank can slide".into()),
                }
            }
            _ => Reply::Ignored,
        }
    }

    fn marks(&self, _position: &dyn Position) -> Vec<Mark> {
        Vec::new()
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(Placed::<Sliding>::of(position).state.blank() as Cell)
    }

    fn keys(&self) -> Vec<KeyHint> {
        let does = if self.arrows_move_blank { "move blank" } else { "slide" };
        vec![KeyHint { keys: "arrows", does }, KeyHint { keys: "click", does: "slide a row" }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::sliding::GAME;

    fn position(text: &str) -> Box<dyn Position> {
        GAME.read(text, &crate::games::Options::new()).unwrap()
    }

    fn moves(reply: Reply) -> String {
        match reply {
            Reply::Move(mv) => mv,
            Reply::Moves(moves) => moves.concat(),
            Reply::Say(_) => "said".into(),
            _ => "other".into(),
        }
    }

    #[test]
    fn an_arrow_moves_the_tile_or_the_blank_as_set() {
        let position = position("1 2 3\n4 0 5\n7 8 6");
        let tile = |input| moves(TileHand { arrows_move_blank: false }.input(&*position, input));
        let blank = |input| moves(TileHand { arrows_move_blank: true }.input(&*position, input));
        assert_eq!((tile(Input::Up), blank(Input::Up)), ("D".into(), "U".into()));
        assert_eq!((tile(Input::Left), blank(Input::Left)), ("R".into(), "L".into()));
    }

    #[test]
    fn a_click_slides_the_segment_up_to_the_blank() {
        let position = position("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0");
        let click = |cell| moves(TileHand { arrows_move_blank: false }.input(&*position, Input::Click(cell)));
        assert_eq!(click(12), "LLL");
        assert_eq!(click(3), "UUU");
        assert_eq!(click(0), "said");
        assert_eq!(click(15), "said");
    }
}

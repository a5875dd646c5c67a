//! How the game screen divides its window. The board comes first: what stands beside it gives way, and what is left
//! over goes to the moves and the rules.

use ratatui::layout::Rect;

use super::chrome::{after, below, row, sharing_left};

/// What the player wants of the solver pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaneWish {
    /// It gives way where the board needs its room.
    #[default]
    Auto,
    Shown,
    Hidden,
}

impl PaneWish {
    pub fn next(self) -> PaneWish {
        match self {
            PaneWish::Auto => PaneWish::Hidden,
            PaneWish::Hidden => PaneWish::Shown,
            PaneWish::Shown => PaneWish::Auto,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            PaneWish::Auto => "Solver pane: gives way where the board needs its room.",
            PaneWish::Shown => "Solver pane: always shown.",
            PaneWish::Hidden => "Solver pane: hidden.",
        }
    }
}

/// The parts of the screen; panes that share a border overlap by it.
#[derive(Debug, PartialEq, Eq)]
pub struct Rooms {
    pub headline: Rect,
    pub board: Rect,
    /// With a frame of its own, or a single line inside the board's frame.
    pub bar: Rect,
    pub solver: Option<Rect>,
    pub moves: Option<Rect>,
    pub rules: Option<Rect>,
    pub keys: Rect,
}

const LEAST_SOLVER: u16 = 22;
const MOST_SOLVER: u16 = 44;
/// With the tree beside the board it gets no more than this where the room is short.
const NARROW_SOLVER: u16 = 28;
/// From these sizes on there is room for moves and rules beside the board, or under it.
const WIDE: u16 = 140;
const HIGH: u16 = 34;
const SIDE: u16 = 40;
const UNDER: u16 = 10;
/// Lower windows keep the line of the solution inside the board's frame.
const LOW: u16 = 20;
const BAR: u16 = 3;
/// At least so wide, a window keeps the pane beside a board that is too wide for that as soon as there is a run to see.
const USUAL_WIDTH: u16 = 80;

impl Rooms {
    /// For a board that needs so many columns to be seen whole.
    pub fn of(area: Rect, board_width: u16, wish: PaneWish, has_run: bool) -> Rooms {
        Self::with_pane(area, board_width, wish, has_run, (area.width / 3).clamp(LEAST_SOLVER, MOST_SOLVER))
    }

    /// The same with a solver pane that leaves room for the tree.
    pub fn of_narrow_pane(area: Rect, board_width: u16, wish: PaneWish, has_run: bool) -> Rooms {
        Self::with_pane(area, board_width, wish, has_run, (area.width / 4).clamp(LEAST_SOLVER, NARROW_SOLVER))
    }

    fn with_pane(area: Rect, board_width: u16, wish: PaneWish, has_run: bool, pane: u16) -> Rooms {
        let keys = row(area, area.height.saturating_sub(1));
        let middle = Rect { height: area.height.saturating_sub(2), ..below(area, 1) };
        let fits = board_width + 2 <= middle.width.saturating_sub(pane);
        let shows = match wish {
            PaneWish::Shown => true,
            PaneWish::Hidden => false,
            PaneWish::Auto => fits || has_run && middle.width >= USUAL_WIDTH,
        };
        let (rest, solver) = if shows { split_right(middle, pane) } else { (middle, None) };
        let (mut left, moves, rules) = more_panes(rest);
        let bar = if middle.height >= LOW {
            let bar = below(left, left.height - BAR);
            left.height -= BAR - 1;
            bar
        } else {
            let inside = Rect { x: left.x + 1, width: left.width.saturating_sub(2), ..left };
            row(inside, left.height.saturating_sub(2))
        };
        Rooms { headline: row(area, 0), board: left, bar, solver, moves, rules, keys }
    }

    /// Whether the line of the solution stands inside the board's frame.
    pub fn bar_is_inside(&self) -> bool {
        self.bar.height == 1
    }
}

fn split_right(area: Rect, width: u16) -> (Rect, Option<Rect>) {
    let left = Rect { width: area.width - width, ..area };
    (left, Some(sharing_left(after(area, left.width))))
}

/// Moves over rules beside the board in a wide window, side by side under it in a high one.
fn more_panes(area: Rect) -> (Rect, Option<Rect>, Option<Rect>) {
    if area.width + MOST_SOLVER >= WIDE + SIDE / 2 {
        let (left, side) = split_right(area, SIDE);
        let side = side.unwrap_or_default();
        let upper = side.height / 2;
        let rules = Rect { y: side.y + upper - 1, height: side.height - upper + 1, ..side };
        return (left, Some(Rect { height: upper, ..side }), Some(rules));
    }
    if area.height >= HIGH {
        let upper = Rect { height: area.height - UNDER + 1, ..area };
        let under = below(area, area.height - UNDER);
        let half = under.width / 2;
        let rules = sharing_left(after(under, half));
        return (upper, Some(Rect { width: half, ..under }), Some(rules));
    }
    (area, None, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rooms(width: u16, height: u16, board: u16) -> Rooms {
        Rooms::of(Rect::new(0, 0, width, height), board, PaneWish::Auto, false)
    }

    #[test]
    fn the_pane_gives_way_where_the_board_needs_its_room() {
        assert_eq!(rooms(60, 16, 36).solver.map(|area| area.width), Some(23));
        assert_eq!(rooms(60, 16, 40).solver, None);
        assert_eq!(rooms(60, 16, 40).board.width, 60);
        assert!(rooms(80, 24, 50).solver.is_some());
        let forced = Rooms::of(Rect::new(0, 0, 60, 16), 40, PaneWish::Shown, false);
        assert!(forced.solver.is_some());
    }

    #[test]
    fn large_windows_have_moves_and_rules() {
        for (width, height) in [(120, 40), (200, 60)] {
            let rooms = rooms(width, height, 48);
            assert!(rooms.moves.is_some() && rooms.rules.is_some() && rooms.solver.is_some(), "{width}x{height}");
        }
        assert_eq!(rooms(80, 24, 48).moves, None);
    }
}

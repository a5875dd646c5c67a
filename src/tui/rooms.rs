//! How the game screen divides its window. The board comes first: what stands beside it gives way, and what is left
//! over goes to the moves, the puzzle's facts and the rules.

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
    /// The key does something that is seen: it hides what is shown, shows what is not, and then leaves it to the screen.
    pub fn next(self, is_shown: bool) -> PaneWish {
        match self {
            PaneWish::Auto if is_shown => PaneWish::Hidden,
            PaneWish::Auto => PaneWish::Shown,
            PaneWish::Hidden | PaneWish::Shown => PaneWish::Auto,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooms {
    pub headline: Rect,
    /// All but the column of the solver: the board with its bar, and what is told of the puzzle around it.
    pub region: Rect,
    pub board: Rect,
    /// With a frame of its own, or a single line inside the board's frame.
    pub bar: Rect,
    pub solver: Option<Rect>,
    pub moves: Option<Rect>,
    pub facts: Option<Rect>,
    pub rules: Option<Rect>,
    /// The rules in the solver's column.
    pub idle_rules: Option<Rect>,
    pub keys: Rect,
}

/// What the parts want.
pub struct Wants<'a> {
    /// The columns that the board needs to be seen whole.
    pub board_width: u16,
    /// How large the board would be drawn in so much room.
    pub board: &'a dyn Fn((u16, u16)) -> (u16, u16),
    pub pane: PaneWish,
    pub has_run: bool,
    /// Whether a search is being watched.
    pub searches: bool,
    /// How many rows the keys take.
    pub key_rows: u16,
    /// How many rows the facts and the rules take in so many columns.
    pub facts: &'a dyn Fn(u16) -> u16,
    pub rules: &'a dyn Fn(u16) -> u16,
    /// Whether facts and rules may stand around the board.
    pub surrounds: bool,
}

const LEAST_SOLVER: u16 = 22;
/// It is made so narrow where a board just fits beside it then.
const SQUEEZED_SOLVER: u16 = 20;
const MOST_SOLVER: u16 = 44;
/// With the tree beside the board it gets no more than this where the room is short.
const NARROW_SOLVER: u16 = 28;
/// In a window so high the moves stand under the solver.
const HIGH: u16 = 34;
/// What is told beside the board, and under it.
const SIDE: u16 = 42;
const LEAST_UNDER: u16 = 8;
const MOST_UNDER: u16 = 14;
/// A narrower pane breaks every sentence.
const LEAST_TOLD: u16 = LEAST_SOLVER + 2;
/// The facts keep so much beside rules that want more.
const LEAST_FACTS: u16 = 28;
/// Fewer rows of moves are no list.
const LEAST_MOVES: u16 = 6;
/// Lower windows than the program takes are what the tour leaves of one.
const KEYS_FROM: u16 = 14;
/// Lower windows keep the line of the solution inside the board's frame.
const LOW: u16 = 20;
const BAR: u16 = 3;
/// At least so wide, a window keeps the pane beside a board that is too wide for the whole window as soon as there is a
/// run to see.
pub const USUAL_WIDTH: u16 = 80;
/// The share of its size in percent that a board keeps where others are given room.
const KEPT_SIZE: u32 = 70;

impl Rooms {
    pub fn of(area: Rect, wants: &Wants<'_>) -> Rooms {
        Self::with_pane(area, wants, (area.width / 3).clamp(LEAST_SOLVER, MOST_SOLVER))
    }

    /// The same with a solver pane that leaves room for the tree.
    pub fn of_narrow_pane(area: Rect, wants: &Wants<'_>) -> Rooms {
        Self::with_pane(area, wants, (area.width / 4).clamp(LEAST_SOLVER, NARROW_SOLVER))
    }

    fn with_pane(area: Rect, wants: &Wants<'_>, pane: u16) -> Rooms {
        // Beside the tour in a small window the board needs the line of its keys: the steps of the tour tell them.
        let lines = if area.height < KEYS_FROM { 0 } else { wants.key_rows };
        let keys = below(area, area.height.saturating_sub(lines));
        let middle = Rect { height: area.height.saturating_sub(1 + lines), ..below(area, 1) };
        let needs = wants.board_width + 2;
        // The pane gets narrower before it gives way.
        let squeezed = middle.width.saturating_sub(needs).min(pane);
        let may_squeeze = middle.width >= USUAL_WIDTH && squeezed >= SQUEEZED_SOLVER;
        let pane = if may_squeeze { squeezed } else { pane };
        let fits = needs <= middle.width.saturating_sub(pane);
        let is_cut_anyway = needs > middle.width;
        // In a narrow window what is said needs the columns, as long as no search is to be seen.
        let is_idle = middle.width < USUAL_WIDTH && !wants.searches;
        let shows = match wants.pane {
            PaneWish::Shown => true,
            PaneWish::Hidden => false,
            PaneWish::Auto if is_idle => false,
            PaneWish::Auto => fits || is_cut_anyway && wants.has_run && middle.width >= USUAL_WIDTH,
        };
        let (region, solver) = if shows { split_right(middle, pane) } else { (middle, None) };
        let mut rooms = Rooms {
            headline: row(area, 0),
            region,
            board: region,
            bar: Rect::default(),
            solver,
            moves: None,
            facts: None,
            rules: None,
            idle_rules: None,
            keys,
        };
        if let Some(column) = solver.filter(|column| column.height >= HIGH) {
            let upper = column.height * 2 / 3;
            (rooms.solver, rooms.moves) = (Some(Rect { height: upper, ..column }), Some(lower(column, upper)));
        }
        if wants.surrounds && middle.width >= USUAL_WIDTH {
            rooms.surround(wants);
        }
        rooms.lay_bar(middle.height >= LOW);
        rooms
    }

    /// Gives room around the board to what tells of the puzzle, where the board is still seen whole and loses little by
    /// it, or loses nothing.
    fn surround(&mut self, wants: &Wants<'_>) {
        let seen = |rooms: &Rooms| {
            let room = rooms.room_of_board();
            let (width, height) = (wants.board)(room);
            // What is larger than its room is seen in part.
            let size = u32::from(width.min(room.0)) * u32::from(height.min(room.1));
            (size, width <= room.0 && height <= room.1)
        };
        let (alone, _) = seen(self);
        let mut best = (alone * KEPT_SIZE / 100, None);
        for other in [self.with_side(wants), self.with_under(wants)].into_iter().flatten() {
            let (size, is_whole) = seen(&other);
            if size > best.0 && (is_whole || size >= alone) {
                best = (size, Some(other));
            }
        }
        if let Some(rooms) = best.1 {
            *self = rooms;
        }
    }

    /// What a board has inside its pane: frame, bar, and what is said take the rest.
    fn room_of_board(&self) -> (u16, u16) {
        let height = self.board.height.saturating_sub(BAR + 1);
        (self.board.width.saturating_sub(2), height - said_rows(height).min(height))
    }

    /// Facts, moves and rules in a column beside the board.
    fn with_side(&self, wants: &Wants<'_>) -> Option<Rooms> {
        self.region.width.checked_sub(SIDE + 2).filter(|&left| left >= wants.board_width)?;
        self.region.height.checked_sub(LEAST_UNDER + LEAST_MOVES)?;
        let (board, column) = split_right(self.region, SIDE);
        let column = column?;
        let text = column.width.saturating_sub(4);
        let (facts, rules) = ((wants.facts)(text) + 2, (wants.rules)(text) + 2);
        // What follows a pane shares its border.
        let least = if self.moves.is_none() { LEAST_MOVES - 1 } else { 0 };
        let mut rooms = Rooms { board, ..self.clone() };
        let facts = if facts + LEAST_UNDER + least <= column.height { facts } else { 0 };
        let left = column.height - facts.saturating_sub(1);
        let rules = rules.min(left - least);
        let (upper, under) = (Rect { height: facts, ..column }, lower(column, facts));
        let under = if facts == 0 { column } else { under };
        rooms.facts = Some(upper).filter(|upper| upper.height > 0);
        match self.moves {
            Some(_) => rooms.rules = Some(under),
            None => {
                let moves = left - rules + 1;
                (rooms.moves, rooms.rules) = (Some(Rect { height: moves, ..under }), Some(lower(under, moves)));
            }
        }
        Some(rooms)
    }

    /// The same side by side under the board.
    fn with_under(&self, wants: &Wants<'_>) -> Option<Rooms> {
        let panes = if self.moves.is_none() { 3 } else { 2 };
        let wide = self.region.width / panes;
        if self.region.height < HIGH || wide < LEAST_TOLD {
            return None;
        }
        let moves_width = if self.moves.is_none() { wide } else { 0 };
        let (facts_width, wanted) = shared_fairly(self.region.width - moves_width, wants);
        // What the board leaves empty is theirs.
        let room = self.room_of_board();
        let spare = room.1.saturating_sub((wants.board)(room).1);
        let high = (wanted + 2).clamp(LEAST_UNDER, MOST_UNDER.max(self.region.height / 4).max(spare));
        let upper = self.region.height - high;
        let (board, strip) = (Rect { height: upper + 1, ..self.region }, below(self.region, upper));
        let place = |from: u16, width: u16| {
            let place = Rect { width, ..after(strip, from) };
            if from == 0 { place } else { sharing_left(place) }
        };
        let moves = self.moves.or_else(|| Some(place(0, moves_width)));
        let facts = Some(place(moves_width, facts_width));
        let told = moves_width + facts_width;
        Some(Rooms { board, moves, facts, rules: Some(place(told, strip.width - told)), ..self.clone() })
    }

    /// The line of the solution under the board.
    fn lay_bar(&mut self, is_framed: bool) {
        let board = self.board;
        if is_framed {
            self.bar = below(board, board.height - BAR);
            self.board.height -= BAR - 1;
        } else {
            let inside = Rect { x: board.x + 1, width: board.width.saturating_sub(2), ..board };
            self.bar = row(inside, board.height.saturating_sub(2));
        }
    }

    /// Takes away what is told around the board, for something else in its place.
    pub fn clear_region(&mut self) {
        (self.facts, self.rules) = (None, None);
        // Under the solver the moves stay.
        self.moves = self.moves.filter(|moves| moves.x + 1 >= self.region.right());
    }

    /// Whether the line of the solution stands inside the board's frame.
    pub fn bar_is_inside(&self) -> bool {
        self.bar.height == 1
    }
}

/// Rows under the board for what there is to say, in a pane of this height.
pub fn said_rows(height: u16) -> u16 {
    match height {
        0..=4 => 0,
        5..16 => 2,
        16..34 => 3,
        34..40 => 4,
        _ => 5,
    }
}

/// How wide the facts stand beside the rules in so many columns, so that both together take the fewest rows, and how many.
fn shared_fairly(width: u16, wants: &Wants<'_>) -> (u16, u16) {
    let rows =
        |facts: u16| (wants.facts)(facts.saturating_sub(4)).max((wants.rules)((width - facts).saturating_sub(4)));
    let even = width / 2;
    // From the middle outwards: of two that take as many rows the more even one is better to look at.
    let widths = (0..=even.saturating_sub(LEAST_FACTS)).flat_map(|off| [even - off, even + off]);
    let best = widths.map(|facts| (facts, rows(facts))).min_by_key(|&(_, rows)| rows);
    best.unwrap_or((even, rows(even)))
}

fn split_right(area: Rect, width: u16) -> (Rect, Option<Rect>) {
    let left = Rect { width: area.width - width, ..area };
    (left, Some(sharing_left(after(area, left.width))))
}

/// What is left under a pane of so many rows, with the border that both share.
fn lower(area: Rect, upper: u16) -> Rect {
    below(area, upper.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For a board of this size that can be drawn up to three times as large.
    fn rooms(width: u16, height: u16, board: (u16, u16), pane: PaneWish) -> Rooms {
        let grown = |room: (u16, u16)| {
            let scale = (room.0 / board.0).min(room.1 / board.1).clamp(1, 3);
            (scale * board.0, scale * board.1)
        };
        let (facts, rules) = (|_| 6, |columns: u16| 600 / columns.max(1));
        let wants = Wants {
            board_width: board.0,
            board: &grown,
            pane,
            has_run: false,
            searches: false,
            key_rows: 1,
            facts: &facts,
            rules: &rules,
            surrounds: true,
        };
        Rooms::of(Rect::new(0, 0, width, height), &wants)
    }

    #[test]
    fn the_pane_gives_way_where_the_board_needs_its_room() {
        let narrow = rooms(60, 16, (40, 9), PaneWish::Auto);
        assert_eq!((narrow.solver, narrow.board.width), (None, 60));
        assert!(rooms(80, 24, (50, 9), PaneWish::Auto).solver.is_some());
        assert!(rooms(60, 16, (40, 9), PaneWish::Shown).solver.is_some());
    }

    #[test]
    fn the_pane_gets_narrower_before_it_gives_way() {
        let beside = |board_width| {
            let (board, lines) = (|_| (board_width, 10), |_| 6);
            let wants = Wants {
                board_width,
                board: &board,
                pane: PaneWish::Auto,
                has_run: true,
                searches: true,
                key_rows: 1,
                facts: &lines,
                rules: &lines,
                surrounds: true,
            };
            Rooms::of(Rect::new(0, 0, 80, 24), &wants).solver.map(|solver| solver.width)
        };
        assert_eq!(beside(50), Some(27));
        assert_eq!(beside(58), Some(21));
        assert_eq!(beside(59), None);
        assert_eq!(beside(90), Some(27), "of a board that is cut anyway a part is shown");
    }

    #[test]
    fn large_windows_tell_of_the_puzzle_beside_a_square_board_and_under_a_wide_one() {
        for (width, height, board) in [(120, 40, (50, 7)), (200, 60, (50, 7)), (200, 60, (38, 18))] {
            let rooms = rooms(width, height, board, PaneWish::Auto);
            let all = [rooms.solver, rooms.moves, rooms.facts, rooms.rules];
            assert!(all.iter().all(Option::is_some), "{width}x{height}: {rooms:?}");
        }
        let (wide, square) = (rooms(120, 40, (50, 7), PaneWish::Auto), rooms(200, 60, (38, 18), PaneWish::Auto));
        assert!(wide.facts.is_some_and(|facts| facts.y >= wide.bar.bottom() - 1), "{wide:?}");
        assert!(square.facts.is_some_and(|facts| facts.x >= square.board.right() - 1), "{square:?}");
        assert_eq!(rooms(80, 24, (48, 7), PaneWish::Auto).moves, None);
    }

    #[test]
    fn a_board_that_would_shrink_keeps_its_room() {
        let rooms = rooms(120, 40, (26, 10), PaneWish::Auto);
        assert_eq!((rooms.facts, rooms.board.bottom()), (None, rooms.bar.y + 1));
    }

    #[test]
    fn no_size_panics_and_nothing_leaves_the_window() {
        for (width, height) in (0..220).step_by(7).flat_map(|w| (0..70).step_by(3).map(move |h| (w, h))) {
            for board in [(1, 1), (48, 7), (60, 30)] {
                let rooms = rooms(width, height, board, PaneWish::Auto);
                let window = Rect::new(0, 0, width, height);
                let panes = [rooms.solver, rooms.moves, rooms.facts, rooms.rules, Some(rooms.board), Some(rooms.bar)];
                for pane in panes.into_iter().flatten().filter(|pane| !pane.is_empty()) {
                    assert_eq!(pane.intersection(window), pane, "{width}x{height}: {rooms:?}");
                }
            }
        }
    }
}

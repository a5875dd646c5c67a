//! How a game draws: the border between boards and the terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

pub mod cards;
pub mod numerals;
pub mod scroll;

use super::Position;
use crate::search::{Cell, Mark, MarkKind, letter_of_part};

/// What a stretch of text is, so that a theme can say how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(usize)]
pub enum Role {
    Text,
    Dim,
    Title,
    Border,
    /// The border and title of the pane that has the keys.
    Focus,
    Key,
    Number,
    Good,
    Bad,
    Warning,
    /// A selected row of a list.
    Selected,
    /// Boards: what lies under everything.
    Ground,
    /// A card, a tile, a counter, a digit that the player wrote.
    Piece,
    RedPiece,
    /// A card under another one.
    Covered,
    RedCovered,
    /// A red card that is marked, on the ground of the mark.
    RedMarked,
    /// The counter of the other colour.
    OtherPiece,
    /// A piece where it belongs.
    Home,
    /// A place for a piece where there is none.
    Empty,
    /// A cell that is no place for a digit, and what is written on it.
    Block,
    Clue,
    /// A cell to write on; one in line with the cursor; a digit that was there from the start; pencil marks.
    Blank,
    InLine,
    Given,
    Note,
    /// Numbers and letters at the board's edge.
    Label,
    /// Rules and frames on the board.
    Frame,
    Cursor,
    Picked,
    Next,
    Changed,
    Dead,
    Choice,
    Settled,
    Winning,
    Losing,
    Legal,
    Hint,
}

impl Role {
    pub const ALL: [Role; 39] = [
        Role::Text,
        Role::Dim,
        Role::Title,
        Role::Border,
        Role::Focus,
        Role::Key,
        Role::Number,
        Role::Good,
        Role::Bad,
        Role::Warning,
        Role::Selected,
        Role::Ground,
        Role::Piece,
        Role::RedPiece,
        Role::Covered,
        Role::RedCovered,
        Role::RedMarked,
        Role::OtherPiece,
        Role::Home,
        Role::Empty,
        Role::Block,
        Role::Clue,
        Role::Blank,
        Role::InLine,
        Role::Given,
        Role::Note,
        Role::Label,
        Role::Frame,
        Role::Cursor,
        Role::Picked,
        Role::Next,
        Role::Changed,
        Role::Dead,
        Role::Choice,
        Role::Settled,
        Role::Winning,
        Role::Losing,
        Role::Legal,
        Role::Hint,
    ];

    /// Its name in a theme file.
    pub fn name(self) -> &'static str {
        match self {
            Role::Text => "text",
            Role::Dim => "dim",
            Role::Title => "title",
            Role::Border => "border",
            Role::Focus => "focus",
            Role::Key => "key",
            Role::Number => "number",
            Role::Good => "good",
            Role::Bad => "bad",
            Role::Warning => "warning",
            Role::Selected => "selected",
            Role::Ground => "ground",
            Role::Piece => "piece",
            Role::RedPiece => "red-piece",
            Role::Covered => "covered",
            Role::RedCovered => "red-covered",
            Role::RedMarked => "red-marked",
            Role::OtherPiece => "other-piece",
            Role::Home => "home",
            Role::Empty => "empty",
            Role::Block => "block",
            Role::Clue => "clue",
            Role::Blank => "blank",
            Role::InLine => "in-line",
            Role::Given => "given",
            Role::Note => "note",
            Role::Label => "label",
            Role::Frame => "frame",
            Role::Cursor => "cursor",
            Role::Picked => "picked",
            Role::Next => "next",
            Role::Changed => "changed",
            Role::Dead => "dead",
            Role::Choice => "choice",
            Role::Settled => "settled",
            Role::Winning => "winning",
            Role::Losing => "losing",
            Role::Legal => "legal",
            Role::Hint => "hint",
        }
    }
}

impl From<MarkKind> for Role {
    fn from(kind: MarkKind) -> Role {
        match kind {
            MarkKind::Cursor => Role::Cursor,
            MarkKind::Picked => Role::Picked,
            MarkKind::Next | MarkKind::Besides => Role::Next,
            MarkKind::Changed => Role::Changed,
            MarkKind::Dead => Role::Dead,
            MarkKind::Choice => Role::Choice,
            MarkKind::Settled => Role::Settled,
            MarkKind::Winning => Role::Winning,
            MarkKind::Losing => Role::Losing,
            MarkKind::Legal => Role::Legal,
            MarkKind::Hint | MarkKind::Counted => Role::Hint,
            MarkKind::Figure(_) | MarkKind::Part(_) => Role::Label,
            MarkKind::Candidates(_) => Role::Note,
        }
    }
}

/// A theme as views use it: a style for every role, and the charset.
#[derive(Clone, Debug)]
pub struct Paint {
    pub styles: [Style; Role::ALL.len()],
    /// Suits, discs and box drawing on boards; letters, digits and underscores otherwise.
    pub unicode: bool,
    /// Frames, bars, charts and scrollbars around the boards in box drawing.
    pub lines: bool,
    /// Keys that go to what is out of sight are named where it is; not on boards that no key goes about on.
    pub names_keys: bool,
}

impl Paint {
    /// No colour at all, ASCII: for tests and plain text.
    pub fn plain() -> Self {
        Paint { styles: [Style::new(); Role::ALL.len()], unicode: false, lines: false, names_keys: true }
    }

    /// For a board beside others, that one only looks at.
    #[must_use]
    pub fn only_looked_at(&self) -> Self {
        Paint { names_keys: false, ..self.clone() }
    }

    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }

    /// How a role of a board looks on the board's ground.
    pub fn on_ground(&self, role: Role) -> Style {
        self.style(Role::Ground).patch(self.style(role))
    }
}

/// Everything a view may know.
pub struct Scene<'a> {
    pub position: &'a dyn Position,
    pub marks: &'a [Mark],
    /// Keep this cell in sight where the board is larger than the area.
    pub cursor: Option<Cell>,
    /// And this one rather than that, while the player looks around.
    pub looked: Option<Cell>,
    pub paint: &'a Paint,
}

impl Scene<'_> {
    pub fn has(&self, cell: Cell, kind: MarkKind) -> bool {
        self.marks.contains(&Mark::new(cell, kind))
    }

    /// The style of what stands at `cell`: as `role`, with its strongest mark over it.
    pub fn style(&self, cell: Cell, role: Role) -> Style {
        const STRONGEST_FIRST: [MarkKind; 13] = [
            MarkKind::Cursor,
            MarkKind::Picked,
            MarkKind::Dead,
            MarkKind::Hint,
            MarkKind::Counted,
            MarkKind::Besides,
            MarkKind::Choice,
            MarkKind::Next,
            MarkKind::Losing,
            MarkKind::Winning,
            MarkKind::Changed,
            MarkKind::Settled,
            MarkKind::Legal,
        ];
        let plain = self.paint.on_ground(role);
        match STRONGEST_FIRST.into_iter().find(|&kind| self.has(cell, kind)) {
            Some(kind) => {
                let marked = plain.patch(self.paint.style(kind.into()));
                // On a mark that is light as a card is the suit keeps its colour.
                let is_light = marked.fg == self.paint.style(Role::Piece).fg;
                let is_red = matches!(role, Role::RedPiece | Role::RedCovered);
                if is_red && is_light { marked.patch(self.paint.style(Role::RedMarked)) } else { marked }
            }
            None => plain,
        }
    }

    /// The sign of the strongest mark that has one: every mark is seen without colour too.
    pub fn sign(&self, cell: Cell) -> Option<char> {
        SIGNS.iter().find(|(kind, ..)| self.has(cell, *kind)).map(|&(_, sign, _)| sign)
    }

    /// Where the player's cursor is or, where it is not shown, what is kept in sight.
    pub fn at(&self) -> Option<Cell> {
        let cursor = self.marks.iter().find(|mark| mark.kind == MarkKind::Cursor);
        cursor.map(|mark| mark.cell).or(self.cursor)
    }

    /// The number to show with what stands at `cell`.
    pub fn figure(&self, cell: Cell) -> Option<u16> {
        self.marks.iter().filter(|mark| mark.cell == cell).find_map(|mark| match mark.kind {
            MarkKind::Figure(figure) => Some(figure),
            _ => None,
        })
    }

    /// The letter of the part that `cell` is counted with.
    pub fn part(&self, cell: Cell) -> Option<char> {
        self.marks.iter().filter(|mark| mark.cell == cell).find_map(|mark| match mark.kind {
            MarkKind::Part(part) => Some(letter_of_part(part)),
            _ => None,
        })
    }

    /// The digits that are left for `cell`, where they are to be shown.
    pub fn candidates(&self, cell: Cell) -> Option<u16> {
        self.marks.iter().filter(|mark| mark.cell == cell).find_map(|mark| match mark.kind {
            MarkKind::Candidates(digits) => Some(digits),
            _ => None,
        })
    }

    /// The brackets of what is picked, or under the cursor. They have places of their own beside those of the signs.
    pub fn brackets(&self, cell: Cell) -> Option<(char, char)> {
        let found = BRACKETS.iter().find(|(kind, ..)| self.has(cell, *kind));
        found.map(|&(_, open, close, _)| (open, close))
    }
}

/// Brackets around a piece, and what they mean.
pub const BRACKETS: [(MarkKind, char, char, &str); 2] =
    [(MarkKind::Picked, '(', ')', "picked"), (MarkKind::Cursor, '[', ']', "the cursor")];

/// Signs beside a piece, the strongest first, and what they mean.
pub const SIGNS: [(MarkKind, char, &str); 11] = [
    (MarkKind::Dead, '#', "dead: part of the reason why this is lost"),
    (MarkKind::Hint, '!', "the hint; while setting up: what the check speaks of"),
    (MarkKind::Counted, '~', "x-ray: what the estimate counts"),
    (MarkKind::Besides, '^', "x-ray: what it counts besides"),
    (MarkKind::Next, '_', "what the next move of the solution takes"),
    (MarkKind::Choice, 'o', "what the search is trying"),
    (MarkKind::Losing, '-', "a move that loses"),
    (MarkKind::Winning, '+', "a move that keeps it winnable"),
    (MarkKind::Legal, '.', "a legal move; not known what comes of it"),
    (MarkKind::Changed, '\'', "changed by the last move"),
    (MarkKind::Settled, '*', "settled by the search"),
];

/// Where a game's own sign is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    Always,
    /// With ASCII boards, or with Unicode boards alone.
    Ascii,
    Unicode,
    /// While the x-ray is on.
    Xray,
}

/// How the signs of a game's boards differ from the usual ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Legend {
    /// Marks that its boards never carry, or show with a sign of their own.
    pub without: &'static [MarkKind],
    /// Marks that few of its boards carry: told of only where one does.
    pub rare: &'static [MarkKind],
    /// Its own signs, and what they mean.
    pub own: &'static [(Seen, &'static str, &'static str)],
}

impl Legend {
    /// The signs with what they mean: brackets, its own, the usual ones; of its own those that are seen, of the marks those
    /// that can be there. Of rare ones it is asked whether they are there now.
    pub fn rows(
        &self,
        is_seen: impl Fn(Seen) -> bool,
        can_be: impl Fn(MarkKind, bool) -> bool,
    ) -> Vec<(String, &'static str)> {
        let has = |kind: &MarkKind| !self.without.contains(kind) && can_be(*kind, self.rare.contains(kind));
        let brackets = BRACKETS.iter().filter(|(kind, ..)| has(kind));
        let brackets = brackets.map(|(_, open, close, means)| (format!("{open} {close}"), *means));
        let own = self.own.iter().filter(|(seen, ..)| is_seen(*seen));
        let own = own.map(|(_, sign, means)| ((*sign).to_owned(), *means));
        let signs = SIGNS.iter().filter(|(kind, ..)| has(kind)).map(|(_, sign, means)| (sign.to_string(), *means));
        brackets.chain(own).chain(signs).collect()
    }
}

/// A stretch of `shown` of `total` places around `at`.
pub fn window(total: usize, shown: usize, at: usize) -> std::ops::Range<usize> {
    let shown = shown.min(total);
    let first = at.saturating_sub(shown / 2).min(total - shown);
    first..first + shown
}

/// Gives an area a style and blanks. A line stands under what is written, not under every row of its ground.
pub fn fill(buffer: &mut Buffer, area: Rect, style: Style) {
    let style = if area.height > 1 { style.remove_modifier(Modifier::UNDERLINED) } else { style };
    let area = area.intersection(buffer.area);
    for place in area.positions() {
        buffer[place].set_char(' ').set_style(style);
    }
}

/// Fills what looks round: the rows above and below the middle are shorter.
pub fn fill_disc(buffer: &mut Buffer, place: Rect, style: Style) {
    let half = place.height / 2;
    for y in 0..place.height {
        let off = if y < half { half - y } else { y + half + 1 - place.height };
        // A circle in a cell that is twice as high as wide.
        let insets = match place.height {
            0..3 => [0; 4],
            height if height % 2 == 0 => [0, 0, 1, 3],
            _ => [0, 1, 2, 4],
        };
        let inset = insets[usize::from(off.min(3))];
        let row = Rect::new(place.x + inset, place.y + y, place.width.saturating_sub(2 * inset).max(1), 1);
        fill(buffer, row, style);
    }
}

/// A character at a place; nothing beyond the buffer.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, sign: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(sign).set_style(style);
    }
}

/// Draws positions of one game. Decides nothing, never panics, at any size.
pub trait View: Send + Sync {
    /// The columns and rows that the whole board needs, without any frame.
    fn size(&self, position: &dyn Position, paint: &Paint) -> (u16, u16);
    /// The columns that it had better have while one plays: what stands beside it gives way.
    fn width_to_play(&self, position: &dyn Position, paint: &Paint) -> u16 {
        self.size(position, paint).0
    }
    /// The same where there is this much room, for boards that can be drawn larger.
    fn size_in(&self, position: &dyn Position, paint: &Paint, _room: (u16, u16)) -> (u16, u16) {
        self.size(position, paint)
    }
    /// Draws into `area`; what is too small to show anything useful is a clear line that says so.
    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer);
    /// What its signs mean where they are not those of all boards.
    fn legend(&self) -> Legend {
        Legend::default()
    }
    /// Whether one can look around on its boards where they are larger than their room.
    fn looks_around(&self) -> bool {
        false
    }
    /// The cell to keep in sight in place of `at`, to look so many columns and rows further; none where the board is seen
    /// whole.
    fn further(&self, _position: &dyn Position, _area: Rect, _at: Option<Cell>, _by: (isize, isize)) -> Option<Cell> {
        None
    }
    /// The cell at a place of the screen, as `draw` with the same scene and area put it there.
    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell>;
}

/// The clear line for an area in which a board cannot be shown.
pub fn too_small(what: &str, need: (u16, u16), area: Rect, paint: &Paint, buffer: &mut Buffer) {
    let text = format!("{what} needs {}x{}", need.0, need.1);
    let width = area.width as usize;
    if area.height > 0 && width > 0 {
        buffer.set_stringn(area.x, area.y, text, width, paint.style(Role::Warning));
    }
}

/// Boards as tests look at them: without colour, somewhere on a larger screen.
#[cfg(test)]
pub mod sight {
    use super::{Buffer, Cell, Mark, Paint, Position, Rect, Scene};

    const CORNER: (u16, u16) = (3, 2);

    fn area((width, height): (u16, u16)) -> Rect {
        Rect::new(CORNER.0, CORNER.1, width, height)
    }

    /// The rows of a board that is drawn into an area of this size, without the blanks behind them.
    pub fn drawn(position: &dyn Position, marks: &[Mark], cursor: Option<Cell>, size: (u16, u16)) -> String {
        let area = area(size);
        let screen = Rect::new(0, 0, area.right() + 5, area.bottom() + 5);
        let mut buffer = Buffer::empty(screen);
        let scene = Scene { position, marks, cursor, looked: None, paint: &Paint::plain() };
        position.game().view().draw(&scene, area, &mut buffer);
        let outside = screen.positions().filter(|&place| !area.contains(place));
        outside.for_each(|place| assert_eq!(buffer[place].symbol(), " ", "drawn outside its area, at {place}"));
        let row = |y| (area.left()..area.right()).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        let rows: Vec<String> = (area.top()..area.bottom()).map(|y| row(y).trim_end().to_string()).collect();
        rows.join("\n").trim_end().to_string()
    }

    /// The cell at a place of that area, counted from its corner.
    pub fn cell_at(position: &dyn Position, size: (u16, u16), x: i32, y: i32) -> Option<Cell> {
        let scene = Scene { position, marks: &[], cursor: None, looked: None, paint: &Paint::plain() };
        let on_screen = |corner: u16, at: i32| u16::try_from(i32::from(corner) + at).expect("a place of the screen");
        position.game().view().hit(&scene, area(size), on_screen(CORNER.0, x), on_screen(CORNER.1, y))
    }
}

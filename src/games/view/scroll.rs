//! The signs at the edge of a board that is larger than its room: where there is more, and how far along one is.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Role, Scene, put};

/// What a bar is made of: arrows at its ends, the part in view, the rest.
pub struct Signs {
    less: char,
    more: char,
    shown: char,
    hidden: char,
}

/// The columns and rows that bars take where a board of so many columns and rows does not fit. `shown` says how many fit
/// beside such bars; for the sake of one of them the other may be needed too.
pub fn bars(all: (usize, usize), shown: impl Fn((u16, u16)) -> (usize, usize)) -> (u16, u16) {
    let lacking = |bars| {
        let (columns, rows) = shown(bars);
        (u16::from(rows < all.1), u16::from(columns < all.0))
    };
    lacking(lacking((0, 0)))
}

/// A bar on the right edge of `area`: which of so many rows are shown.
pub fn down_the_side(scene: &Scene<'_>, area: Rect, shown: &Range<usize>, all: usize, buffer: &mut Buffer) {
    let signs = if scene.paint.unicode {
        Signs { less: '↑', more: '↓', shown: '┃', hidden: '│' }
    } else {
        // Not the sign of a wall.
        Signs { less: '^', more: 'v', shown: '|', hidden: ':' }
    };
    let x = area.right().saturating_sub(1);
    for (n, (sign, role)) in bar(&signs, area.height, shown, all).into_iter().enumerate() {
        put(buffer, x, area.y + n as u16, sign, scene.paint.style(role));
    }
}

/// A bar on the lower edge of `area`: which of so many columns are shown.
pub fn along_the_foot(scene: &Scene<'_>, area: Rect, shown: &Range<usize>, all: usize, buffer: &mut Buffer) {
    let signs = if scene.paint.unicode {
        Signs { less: '←', more: '→', shown: '━', hidden: '─' }
    } else {
        Signs { less: '<', more: '>', shown: '=', hidden: '.' }
    };
    let y = area.bottom().saturating_sub(1);
    for (n, (sign, role)) in bar(&signs, area.width, shown, all).into_iter().enumerate() {
        put(buffer, area.x + n as u16, y, sign, scene.paint.style(role));
    }
}

/// Those beside a list, whose edge may be the frame of its pane.
pub fn of_a_list(lines: bool) -> &'static Signs {
    if lines {
        &Signs { less: '↑', more: '↓', shown: '█', hidden: '│' }
    } else {
        &Signs { less: '^', more: 'v', shown: '|', hidden: ':' }
    }
}

/// The arrows stand at the ends behind which there is more; what is in view is bright.
pub fn bar(signs: &Signs, length: u16, shown: &Range<usize>, all: usize) -> Vec<(char, Role)> {
    let length = usize::from(length);
    let place = |at: usize| at * length / all.max(1);
    let thumb = place(shown.start)..place(shown.end).max(place(shown.start) + 1);
    let sign = |n: usize| match n {
        0 if shown.start > 0 => (signs.less, Role::Key),
        n if n + 1 == length && shown.end < all => (signs.more, Role::Key),
        n if thumb.contains(&n) => (signs.shown, Role::Focus),
        _ => (signs.hidden, Role::Border),
    };
    (0..length).map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_stand_where_there_is_more() {
        let signs = Signs { less: '<', more: '>', shown: '=', hidden: '-' };
        let text = |shown: Range<usize>| bar(&signs, 10, &shown, 20).iter().map(|(sign, _)| *sign).collect::<String>();
        assert_eq!(text(0..10), "=====---->");
        assert_eq!(text(5..15), "<-=====-->");
        assert_eq!(text(10..20), "<----=====");
    }
}

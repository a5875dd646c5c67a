//! The line of time: where a search stands in what it has been through, with marks for raised bounds and solutions.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, row};
use crate::games::view::Role;
use crate::workbench::timeline::Occasion;
use crate::workbench::words;
use crate::workbench::worker::Snapshot;

/// A shorter line says nothing.
const SHORTEST: u16 = 8;
/// What a frame has around its title.
const TITLE_FRAME: usize = 6;

/// Where the line stands, and how many expansions it is long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLine {
    area: Rect,
    furthest: u64,
}

impl TimeLine {
    /// In a frame of its own, or on a single row where there is no room for one.
    pub fn draw(canvas: &mut Canvas<'_>, area: Rect, is_framed: bool, snapshot: &Snapshot, tempo: &str) -> Self {
        let told = told(snapshot, tempo);
        let area = if is_framed {
            let title = format!("Time: {told}");
            let fits = title.chars().count() + TITLE_FRAME <= area.width.into();
            let title = if fits { title } else { format!("Time: {}", place_words(snapshot)) };
            row(canvas.pane(area, &title, false), 0)
        } else {
            // The line itself matters more than the tempo.
            let fits = told.chars().count() as u16 + 2 * SHORTEST <= area.width;
            let told = if fits { told } else { place_words(snapshot) };
            let used = canvas.line(area, &told, Role::Number);
            after(row(area, 0), used + 1)
        };
        let line = TimeLine { area, furthest: snapshot.furthest };
        if area.width >= SHORTEST {
            line.draw_line(canvas, snapshot);
        }
        line
    }

    fn draw_line(&self, canvas: &mut Canvas<'_>, snapshot: &Snapshot) {
        let (line, knob) = if canvas.paint.lines { ("─", "●") } else { ("-", "O") };
        canvas.line(self.area, &line.repeat(self.area.width.into()), Role::Dim);
        for moment in snapshot.moments.iter() {
            let (text, role) = match moment.what {
                Occasion::BoundRaised => ("b", Role::Number),
                Occasion::Solution => ("s", Role::Good),
            };
            canvas.line(self.at(moment.expanded), text, role);
        }
        canvas.line(self.at(snapshot.finding.counters.expanded), knob, Role::Focus);
        canvas.zone(self.area, Zone::Time);
    }

    fn at(&self, expanded: u64) -> Rect {
        let last = u64::from(self.area.width.saturating_sub(1));
        let column = u128::from(expanded) * u128::from(last) / u128::from(self.furthest.max(1));
        after(self.area, column.min(last.into()) as u16)
    }

    /// The expansion that a column stands for.
    pub fn expansion(&self, x: u16) -> u64 {
        let last = u128::from(self.area.width.saturating_sub(1).max(1));
        let column = u128::from(x.saturating_sub(self.area.x)).min(last);
        (u128::from(self.furthest) * column).div_ceil(last) as u64
    }
}

fn told(snapshot: &Snapshot, tempo: &str) -> String {
    if snapshot.furthest == 0 && !snapshot.is_alive() {
        return place_words(snapshot);
    }
    format!("{}, {tempo}", place_words(snapshot))
}

fn place_words(snapshot: &Snapshot) -> String {
    if snapshot.furthest == 0 {
        return if snapshot.is_alive() { "before the first expansion" } else { "nothing was expanded" }.into();
    }
    let [expanded, furthest] = [snapshot.finding.counters.expanded, snapshot.furthest].map(words::grouped);
    format!("expansion {expanded} of {furthest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_leads_to_an_expansion_that_is_drawn_there() {
        for (width, furthest) in [(60, 7), (60, 1000), (9, 123_456_789), (60, 0)] {
            let line = TimeLine { area: Rect::new(3, 0, width, 1), furthest };
            assert_eq!((line.expansion(3), line.expansion(2 + width)), (0, furthest));
            for x in 3..3 + width {
                let expansion = line.expansion(x);
                assert!(line.at(expansion).x >= x || expansion == furthest, "{x} of {width}, {furthest}");
            }
        }
    }
}

//! The whole tree in one pane: as wide at each depth as there are nodes, shaded by what became of them.

use ratatui::layout::Rect;

use super::chrome::{Canvas, after, below, row};
use super::tree_pane::role_of;
use crate::games::view::Role;
use crate::workbench::tree::{Counts, Fate, TreeView};
use crate::workbench::words;

/// What the nodes of a depth came to, from the most to the least telling.
const SHADES: [Fate; 7] = [Fate::Solved, Fate::Dead, Fate::Cut, Fate::Seen, Fate::Left, Fate::Entered, Fate::Open];

pub fn draw(canvas: &mut Canvas<'_>, area: Rect, view: &TreeView) {
    if area.height < 4 || view.levels.is_empty() {
        return;
    }
    let heads = ["depth: nodes, on a logarithmic scale", "depth: nodes, log scale", "depth: nodes"];
    let head = heads.into_iter().find(|head| head.len() <= area.width.into()).unwrap_or_default();
    canvas.line(row(area, 0), head, Role::Dim);
    let legend = if area.height > 6 { legend(area.width as usize) } else { Vec::new() };
    let rows = Rect { height: area.height - 1 - legend.len() as u16, ..below(area, 1) };
    draw_levels(canvas, rows, view);
    for (n, line) in legend.iter().enumerate() {
        let place = row(below(area, area.height - legend.len() as u16), n as u16);
        let mut used = 0;
        for fate in line {
            let glyph = format!("{} ", fate.glyph());
            let words = format!("{}  ", fate.words());
            used += canvas.parts(after(place, used), &[(&glyph, role_of(*fate)), (&words, Role::Dim)]);
        }
    }
}

/// The signs and what they mean, in as many lines as they need.
fn legend(width: usize) -> Vec<Vec<Fate>> {
    let mut lines: Vec<Vec<Fate>> = vec![Vec::new()];
    let mut used = 0;
    for fate in SHADES {
        let wide = fate.words().len() + 4;
        if used + wide > width && used > 0 {
            lines.push(Vec::new());
            used = 0;
        }
        used += wide;
        if let Some(line) = lines.last_mut() {
            line.push(fate);
        }
    }
    lines
}

/// As many depths to a row as fit the pane.
fn draw_levels(canvas: &mut Canvas<'_>, area: Rect, view: &TreeView) {
    let (levels, rows) = (&view.levels, area.height as usize);
    if levels.is_empty() || rows == 0 {
        return;
    }
    let each = levels.len().div_ceil(rows);
    let sums: Vec<Counts> = levels.chunks(each).map(Counts::sum).collect();
    let most = sums.iter().map(|sum| sum.nodes).max().unwrap_or(1).max(1);
    let label = (levels.len() - 1).to_string().len();
    let figures = words::grouped(most).len();
    let bar = (area.width as usize).saturating_sub(label + figures + 4);
    for (n, sum) in sums.iter().enumerate() {
        let place = row(area, n as u16);
        let is_here = view.card.id.is_some() && view.card.depth as usize / each == n;
        let depth = format!("{}{:>label$} ", if is_here { ">" } else { " " }, n * each);
        let mut used = canvas.line(place, &depth, if is_here { Role::Title } else { Role::Dim });
        for (fate, columns) in shaded(sum, most, bar) {
            let text = fate.glyph().to_string().repeat(columns);
            used += canvas.line(after(place, used), &text, role_of(fate));
        }
        canvas.line(after(place, used + 1), &words::grouped(sum.nodes), Role::Number);
    }
}

/// How many columns each fate gets of a bar; what there is any of gets one where that is possible.
fn shaded(sum: &Counts, most: u64, bar: usize) -> Vec<(Fate, usize)> {
    if sum.nodes == 0 {
        return Vec::new();
    }
    let scale = |nodes: u64| (nodes as f64 + 1.0).ln();
    let width = ((scale(sum.nodes) / scale(most) * bar as f64) as usize).max(1);
    let shares: Vec<(Fate, u64)> = by_fate(sum).into_iter().filter(|(_, nodes)| *nodes > 0).collect();
    let all = shares.iter().map(|(_, nodes)| nodes).sum::<u64>().max(1);
    let mut left = width;
    let mut columns = Vec::new();
    for (n, &(fate, nodes)) in shares.iter().enumerate() {
        let others = shares.len() - n - 1;
        let wanted = if others == 0 { left } else { (nodes as f64 / all as f64 * width as f64).round() as usize };
        let given = wanted.max(1).min(left.saturating_sub(others)).max(usize::from(left > 0 && n == 0));
        columns.push((fate, given));
        left -= given;
    }
    columns
}

/// Each node once, by the most telling of what was told of it.
fn by_fate(sum: &Counts) -> Vec<(Fate, u64)> {
    let mut rest = sum.nodes;
    let mut take = |nodes: u64| {
        let taken = nodes.min(rest);
        rest -= taken;
        taken
    };
    let entered = sum.expanded.saturating_sub(sum.left);
    let told = [
        (Fate::Solved, sum.solved),
        (Fate::Dead, sum.dead),
        (Fate::Seen, sum.seen),
        (Fate::Cut, sum.cut_nodes()),
        (Fate::Left, sum.left),
        (Fate::Entered, entered),
    ];
    let mut fates: Vec<(Fate, u64)> = told.into_iter().map(|(fate, nodes)| (fate, take(nodes))).collect();
    fates.push((Fate::Open, rest));
    fates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_has_a_column_for_all_that_happened() {
        let sum = Counts { nodes: 1000, expanded: 900, cut: 90, dead: 1, left: 890, ..Counts::default() };
        let columns = shaded(&sum, 1_000_000, 40);
        assert_eq!(columns.iter().map(|(_, columns)| columns).sum::<usize>(), 20);
        assert!(columns.iter().all(|(_, columns)| *columns > 0), "{columns:?}");
        assert_eq!(by_fate(&sum).iter().map(|(_, nodes)| nodes).sum::<u64>(), 1000);
        assert_eq!(shaded(&Counts { nodes: 1, ..Counts::default() }, 1, 0), [(Fate::Open, 1)]);
    }
}

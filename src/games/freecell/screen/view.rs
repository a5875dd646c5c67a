//! The board on the terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::games::freecell::rules::FreeCell;
use crate::games::freecell::rules::cards::Card;
use crate::games::freecell::rules::layout::{
    LEAST_CARD_ROWS, Layout, Slot, Spot, face, full_size, layout, marker_row, signs,
};
use crate::games::view::{Paint, Role, Scene, View, too_small};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct FreeCellView;

fn layout_in(position: &dyn Position, area: Rect) -> Option<Layout> {
    let placed = Placed::<FreeCell>::of(position);
    let layout = layout(&placed.rules, &placed.state, area.width, area.height);
    (area.width >= layout.size.0 && area.height >= layout.size.1).then_some(layout)
}

fn suit_symbols(text: String, card: Option<Card>, unicode: bool) -> String {
    const SYMBOLS: [char; 4] = ['♣', '♦', '♥', '♠'];
    match (card, text.chars().next()) {
        (Some(card), Some(rank)) if unicode => format!("{rank}{}", SYMBOLS[card.suit() as usize]),
        _ => text,
    }
}

fn draw_slot(scene: &Scene<'_>, slot: &Slot, area: Rect, buffer: &mut Buffer) {
    let cell = Cell::from(slot.spot);
    let piece = match slot.card {
        Some(card) if card.is_red() => Role::RedPiece,
        Some(_) => Role::Piece,
        None => Role::Frame,
    };
    let style = scene.style(cell, piece);
    let (x, y) = (area.x + slot.x, area.y + slot.y);
    buffer.set_string(x + 1, y, suit_symbols(face(slot), slot.card, scene.paint.unicode), style);
    if let Some((left, right)) = signs(scene.marks, cell) {
        let style = if left == '_' { scene.paint.style(Role::Next) } else { style };
        buffer.set_string(x, y, left.to_string(), style);
        buffer.set_string(x + 3, y, right.to_string(), style);
    }
    if scene.has(cell, MarkKind::Next) {
        buffer.set_string(x + 1, area.y + marker_row(slot.spot), "_", scene.paint.style(Role::Next));
    }
}

impl View for FreeCellView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        let placed = Placed::<FreeCell>::of(position);
        full_size(&placed.rules, &placed.state)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let Some(layout) = layout_in(scene.position, area) else {
            let placed = Placed::<FreeCell>::of(scene.position);
            let (width, height) = full_size(&placed.rules, &placed.state);
            let least = layout(&placed.rules, &placed.state, 0, 0).size.1.min(height).max(LEAST_CARD_ROWS);
            too_small("FreeCell", (width, least), area, scene.paint, buffer);
            return;
        };
        for &(x, y, letter) in &layout.labels {
            buffer.set_string(area.x + x, area.y + y, letter.to_string(), scene.paint.style(Role::Dim));
        }
        for slot in &layout.slots {
            draw_slot(scene, slot, area, buffer);
        }
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let layout = layout_in(scene.position, area)?;
        let (x, y) = (x.checked_sub(area.x)?, y.checked_sub(area.y)?);
        let over = |slot: &&Slot| (slot.x..slot.x + layout.pitch).contains(&x);
        if let Some(slot) = layout.slots.iter().filter(over).find(|slot| slot.y == y) {
            return Some(slot.spot.into());
        }
        // Below the last card of a column the click means the column's end.
        let (first, last) = layout.card_rows;
        let mut ends = layout.slots.iter().rev().filter(over).filter(|slot| matches!(slot.spot, Spot::Column(..)));
        (first..=last).contains(&y).then(|| ends.next().map(|slot| slot.spot.into())).flatten()
    }
}

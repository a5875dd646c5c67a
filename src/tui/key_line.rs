//! The line of keys at the foot of every screen: what matters here and now, and every key of it can be clicked.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, row};
use super::keymap::{Action, Key, Keymap};
use crate::games::KeyHint;
use crate::games::view::Role;

/// One item: its keys, each with what a click on it means, and what they do.
#[derive(Clone, Debug)]
pub struct KeyItem {
    keys: Vec<(String, Option<Zone>)>,
    does: String,
    /// Columns between two keys: the screen's own pairs stand close together, what is typed in turn stands apart.
    gap: u16,
    /// Where not all fit, those of the lowest rank stay.
    rank: u8,
}

/// The rank of what is never left out.
const ALWAYS: u8 = 0;
const USUAL: u8 = 5;

impl KeyItem {
    /// Keys that no click can stand for (`arrows`).
    pub fn told(keys: &str, does: &str) -> Self {
        KeyItem { keys: vec![(keys.to_owned(), None)], does: does.to_owned(), gap: 0, rank: USUAL }
    }

    /// The room of a key that is heard in a moment, and not yet.
    pub fn soon(key: &str, does: &str) -> Self {
        let blank = |text: &str| " ".repeat(text.chars().count());
        Self::told(&blank(key), &blank(does))
    }

    /// A key of the keymap.
    pub fn of(keymap: &Keymap, action: Action, does: &str) -> Self {
        Self::written(keymap.key(action), action, does)
    }

    /// A key that is written in another way than the keymap does, since it stands behind a prefix.
    pub fn written(key: String, action: Action, does: &str) -> Self {
        KeyItem { keys: vec![(key, Some(Zone::Do(action)))], does: does.to_owned(), gap: 0, rank: USUAL }
    }

    /// Several keys that go together; the words belong to the last of them.
    pub fn several(keymap: &Keymap, actions: &[Action], does: &str) -> Self {
        let keys = actions.iter().map(|&action| (keymap.key(action), Some(Zone::Do(action)))).collect();
        KeyItem { keys, does: does.to_owned(), gap: 0, rank: USUAL }
    }

    /// A key as it is pressed, whatever it means at the moment.
    pub fn press(key: &str, does: &str) -> Self {
        KeyItem {
            keys: vec![(key.to_owned(), Key::read(key).map(Zone::Press))],
            does: does.to_owned(),
            gap: 0,
            rank: USUAL,
        }
    }

    /// A game's own keys.
    pub fn hint(hint: &KeyHint) -> Self {
        Self::words(hint.keys, hint.does)
    }

    /// Keys between blanks: each word that is a key can be clicked.
    pub fn words(keys: &str, does: &str) -> Self {
        let mut zone = None;
        let words = keys.split(' ').map(|word| {
            zone = Key::read(word).map(Zone::Press).or(zone);
            (word.to_owned(), zone)
        });
        KeyItem { keys: words.collect(), does: does.to_owned(), gap: 1, rank: USUAL }
    }

    #[must_use]
    pub fn rank(mut self, rank: u8) -> Self {
        self.rank = rank;
        self
    }

    /// Never left out.
    #[must_use]
    pub fn always(self) -> Self {
        self.rank(ALWAYS)
    }

    /// Its columns, with the gap behind it.
    pub fn width(&self) -> u16 {
        let keys: usize = self.keys.iter().map(|(key, _)| key.chars().count()).sum();
        let gaps = self.gap * (self.keys.len() as u16 - 1);
        keys as u16 + gaps + self.does.chars().count() as u16 + 3
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let mut used = 0;
        let last = self.keys.len() - 1;
        for (n, (key, zone)) in self.keys.iter().enumerate() {
            let begin = used;
            used += canvas.line(after(area, used), key, Role::Key);
            used += if n == last {
                canvas.parts(after(area, used), &[(" ", Role::Dim), (&self.does, Role::Dim)])
            } else {
                self.gap
            };
            if let Some(zone) = zone {
                let place = Rect { width: used - begin, height: 1, ..after(area, begin) };
                canvas.zone(place.intersection(area), *zone);
            }
        }
        (used + 2).min(area.width)
    }
}

/// How many rows the items take, of so many at most.
pub fn rows(items: &[KeyItem], width: u16, most: u16) -> u16 {
    broken(items, width, most).len().max(1) as u16
}

/// Draws as many items as fit, in their order; those of a high rank are left out first.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, items: &[KeyItem]) {
    for (n, items) in broken(items, area.width, area.height).into_iter().enumerate() {
        let (line, mut used) = (row(area, n as u16), 1);
        for item in items {
            used += item.draw(canvas, after(line, used));
        }
    }
}

/// The keys of a dialog stand where those of the screen under it stood; where it covers that line, in a row of its own.
pub fn draw_of_dialog(canvas: &mut Canvas<'_>, own: Rect, items: &[KeyItem]) {
    let place = foot(canvas, own).unwrap_or(own);
    if place != own {
        canvas.cover(place);
    }
    draw(canvas, place, items);
}

/// The line of keys of the screen, where a dialog with its last row here leaves it free.
pub fn foot(canvas: &Canvas<'_>, own: Rect) -> Option<Rect> {
    let whole = canvas.buffer.area;
    let foot = row(whole, whole.height.saturating_sub(1));
    (own.bottom() < foot.y).then_some(foot)
}

/// The items that fit into so many rows, row by row.
fn broken(items: &[KeyItem], width: u16, most: u16) -> Vec<Vec<&KeyItem>> {
    // The gap behind the last item of a row needs no room.
    let room = width.saturating_sub(1) + 2;
    let mut by_rank: Vec<usize> = (0..items.len()).filter(|&n| items[n].width() <= room).collect();
    by_rank.sort_by_key(|&n| items[n].rank);
    let (mut chosen, mut rows) = (vec![false; items.len()], Vec::new());
    for n in by_rank {
        chosen[n] = true;
        let with = filled(items.iter().zip(&chosen).filter(|(_, is_chosen)| **is_chosen).map(|(item, _)| item), room);
        if with.len() <= most.into() {
            rows = with;
        } else {
            chosen[n] = false;
        }
    }
    rows
}

fn filled<'a>(items: impl Iterator<Item = &'a KeyItem>, room: u16) -> Vec<Vec<&'a KeyItem>> {
    let (mut rows, mut left): (Vec<Vec<&KeyItem>>, u16) = (Vec::new(), 0);
    for item in items {
        match rows.last_mut() {
            Some(row) if item.width() <= left => row.push(item),
            _ => {
                rows.push(vec![item]);
                left = room;
            }
        }
        left -= item.width();
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::view::Paint;
    use ratatui::buffer::Buffer;

    fn drawn(width: u16, items: &[KeyItem]) -> (String, Vec<(Rect, Zone)>) {
        let area = Rect::new(0, 0, width, 1);
        let (mut buffer, mut zones) = (Buffer::empty(area), Vec::new());
        let paint = Paint::plain();
        draw(&mut Canvas { buffer: &mut buffer, paint: &paint, zones: &mut zones }, area, items);
        let text: String = area.positions().map(|at| buffer[at].symbol().to_owned()).collect();
        (text.trim_end().to_owned(), zones)
    }

    #[test]
    fn what_matters_less_is_left_out_first_and_the_order_stays() {
        let keymap = Keymap::default();
        let items = [
            KeyItem::told("arrows", "move").rank(9),
            KeyItem::several(&keymap, &[Action::Undo, Action::Redo], "undo redo"),
            KeyItem::of(&keymap, Action::Help, "help").always(),
        ];
        assert_eq!(drawn(40, &items).0, " arrows move  ur undo redo  ? help");
        assert_eq!(drawn(25, &items).0, " ur undo redo  ? help");
        assert_eq!(drawn(12, &items).0, " ? help");
        assert_eq!([40, 25, 12].map(|width| rows(&items, width, 3)), [1, 2, 2]);
    }

    #[test]
    fn every_key_of_an_item_has_a_place_of_its_own() {
        let hint = KeyHint { keys: "= 3-7", does: "type a pair" };
        let keymap = Keymap::default();
        let pair = KeyItem::several(&keymap, &[Action::Undo, Action::Redo], "undo redo");
        let (_, zones) = drawn(60, &[KeyItem::hint(&hint), pair]);
        let at = |x: u16| zones.iter().find(|(area, _)| area.contains((x, 0).into())).map(|(_, zone)| *zone);
        let equals = Zone::Press(Key::read("=").expect("a key"));
        assert_eq!([at(1), at(3)], [Some(equals); 2]);
        let (undo, redo) = (Some(Zone::Do(Action::Undo)), Some(Zone::Do(Action::Redo)));
        assert_eq!([at(20), at(21), at(30)], [undo, redo, redo]);
    }
}

//! The puzzle under the browser's cursor: its board, what is known of it, and, where there is room, how it is played.

use std::time::Duration;

use ratatui::layout::Rect;

use super::browser::{Browser, Row};
use super::chrome::{Canvas, after, below, centred, fitted, margined, padded, row};
use super::facts;
use super::name_dialog::in_columns;
use crate::games::view::{Role, Scene};
use crate::workbench::kept::Begun;
use crate::workbench::middle::clock_words;
use crate::workbench::naming::Named;
use crate::workbench::packs::Pack;
use crate::workbench::progress::{Progress, Record};
use crate::workbench::words;

/// From so many rows on the rules are told in full, and from so many columns on beside the facts.
const RULES_FROM: u16 = 28;
const TWO_COLUMNS: u16 = 96;
const GAP: u16 = 3;

/// The title, and how the player stands with it.
const LEAST_TEXT: u16 = 2;

/// Behind the last word of what is cut.
const MORE: &str = " ...";

/// Lines that belong together: where there is no room for all of them they are left out, unless they are long (the rules).
struct Paragraph {
    lines: Vec<(String, Role)>,
    may_be_cut: bool,
}

impl Paragraph {
    fn of(lines: Vec<(String, Role)>) -> Self {
        Paragraph { lines, may_be_cut: false }
    }

    fn long(lines: Vec<(String, Role)>) -> Self {
        Paragraph { lines, may_be_cut: true }
    }

    fn blank() -> Self {
        Self::of(vec![(String::new(), Role::Text)])
    }
}

impl Browser {
    pub(super) fn draw_preview(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) {
        self.look();
        let begun = self.preview.as_ref().and_then(|(_, named)| under_way(named.as_ref().ok()?, progress));
        let frame = canvas.pane(area, &title(begun), false);
        let (inner, text) = (padded(frame), margined(frame));
        let (named, pack) = match &self.preview {
            None => return,
            Some((index, Ok(named))) => match &self.rows[*index] {
                Row::Puzzle(puzzle) => (named, Some(&*puzzle.pack)),
                _ => (named, None),
            },
            Some((_, Err(error))) => {
                for (n, line) in words::wrap(error, text.width as usize).iter().enumerate() {
                    canvas.line(row(text, n as u16), line, Role::Bad);
                }
                return;
            }
        };
        let columns = columns(named, pack, progress, text);
        let own = own_words(named, progress);
        let rows = columns.iter().map(|(_, told)| rows_of(told)).max().unwrap_or(0) as u16;
        // The text can be cut; the board is what a preview is for.
        let view = named.game.view();
        let left = begun.and_then(Begun::board);
        let position = left.as_ref().unwrap_or(&named.position);
        let whole = view.size(&**position, canvas.paint).1;
        let is_wide = view.size_in(&**position, canvas.paint, (inner.width, inner.height)).0 > inner.width;
        let least = (rows + 1).min(inner.height / 2).max(4);
        // A board that can be seen whole is seen whole, and of one that cannot no row is hidden without need.
        let spare = match inner.height.checked_sub(whole) {
            Some(spare) if !is_wide => spare,
            spare => spare.unwrap_or(0).max(LEAST_TEXT),
        };
        let least = least.min(spare);
        let room = Rect { height: inner.height.saturating_sub(least), ..inner };
        let (width, height) = view.size_in(&**position, canvas.paint, (room.width, room.height));
        let board_rows = height.min(room.height);
        let board = centred(Rect { height: board_rows, ..inner }, width, board_rows);
        let paint = canvas.paint.only_looked_at();
        let scene = Scene { position: &**position, marks: &[], cursor: None, looked: None, paint: &paint };
        // Where rows are scarce none is left blank.
        let used = board_rows + u16::from(least > LEAST_TEXT);
        let facts = columns.first().map_or(&[][..], |(_, told)| told);
        let rows = inner.height.saturating_sub(used);
        let first = first_told(facts, &own, rows.into());
        if first > 0 && begun.is_none() {
            // What the player has done is told in any case.
            let stands = rows == 0 && own != NOT_TRIED;
            let title = if stands { fitted(&own, inner.width.into()) } else { short_title(named) };
            canvas.pane(area, &title, false);
        }
        view.draw(&scene, board, canvas.buffer);
        for (n, (place, told)) in columns.iter().enumerate() {
            draw_told(canvas, below(*place, used), &told[if n == 0 { first } else { 0 }..]);
        }
    }
}

fn rows_of(told: &[Paragraph]) -> usize {
    told.iter().map(|paragraph| paragraph.lines.len()).sum()
}

/// From which paragraph on they are told in so many rows: what the player has done and what follows it go before the title
/// where there is no room for all.
fn first_told(told: &[Paragraph], own: &str, rows: usize) -> usize {
    let is_own = |told: &Paragraph| told.lines.first().is_some_and(|(line, _)| own.starts_with(line.as_str()));
    let own = told.iter().position(is_own).unwrap_or(0);
    let all = told.get(..=own + 1).unwrap_or(told);
    if rows_of(all) > rows { own } else { 0 }
}

/// The paragraphs that there is room for; the first is there in any case.
fn draw_told(canvas: &mut Canvas<'_>, area: Rect, told: &[Paragraph]) {
    let (height, mut lines) = (usize::from(area.height), Vec::new());
    for paragraph in told {
        let fits = lines.len() + paragraph.lines.len() <= height;
        if fits || paragraph.may_be_cut && lines.len() < height || lines.is_empty() {
            lines.extend(&paragraph.lines);
        }
    }
    for (n, (line, role)) in lines.iter().enumerate().take(height) {
        let place = row(area, n as u16);
        if n + 1 == height && lines.len() > height {
            // As many words of the last line as leave room for the dots.
            let room = usize::from(area.width).saturating_sub(MORE.len());
            let used = canvas.line(place, words::wrap(line, room).first().map_or("", String::as_str), *role);
            canvas.line(after(place, used), MORE, Role::Dim);
        } else {
            canvas.line(place, line, *role);
        }
    }
}

/// For the frame, where there is no row for it.
fn short_title(named: &Named) -> String {
    let words = [&named.title, &named.level].into_iter().filter(|word| !word.is_empty());
    words::sentence(&words.cloned().collect::<Vec<_>>().join(", "))
}

/// What is told, column by column: the facts, and the rules below them or beside them.
fn columns(named: &Named, pack: Option<&Pack>, progress: &Progress, room: Rect) -> Vec<(Rect, Vec<Paragraph>)> {
    if room.height < RULES_FROM {
        return vec![(room, told(named, pack, progress, room.width))];
    }
    if room.width < TWO_COLUMNS {
        let mut all = told(named, pack, progress, room.width);
        all.extend([Paragraph::blank(), rules(named, room.width), Paragraph::blank(), names(named, room.width)]);
        return vec![(room, all)];
    }
    let half = (room.width - GAP) / 2;
    let mut left = told(named, pack, progress, half);
    left.extend([Paragraph::blank(), names(named, half)]);
    let place = after(room, half + GAP);
    vec![(Rect { width: half, ..room }, left), (place, vec![rules(named, place.width)])]
}

/// What is worth knowing of a puzzle before opening it.
fn told(named: &Named, pack: Option<&Pack>, progress: &Progress, width: u16) -> Vec<Paragraph> {
    let mut told = facts::of_puzzle(named, Some(own_words(named, progress)));
    // The list has the name too: where rows are few, how hard and how large it is goes first.
    if let Some(name) = told.iter().position(|(text, _)| *text == named.name).filter(|&name| name + 1 < told.len()) {
        told.swap(name, name + 1);
    }
    if let Some(pack) = pack.filter(|pack| !pack.about.is_empty()) {
        told.push((format!("{}: {}", pack.title, pack.about), Role::Dim));
    }
    told.iter().map(|fact| Paragraph::of(facts::lines(std::slice::from_ref(fact), width.into()))).collect()
}

fn rules(named: &Named, width: u16) -> Paragraph {
    let profile = named.game.profile();
    let rules = words::paragraphs(&named.position.help(), width.into()).into_iter().map(|line| (line, Role::Text));
    Paragraph::long(std::iter::once((format!("How {} is played", profile.title), Role::Title)).chain(rules).collect())
}

fn names(named: &Named, width: u16) -> Paragraph {
    let mut lines = vec![("More puzzles by name (N)".to_owned(), Role::Title)];
    let forms = named.game.profile().names.iter().map(|&(form, what)| (form.to_owned(), what.to_owned()));
    let (forms, column) = in_columns(forms.collect(), width.into());
    lines.extend(forms.into_iter().map(|(form, what)| (format!("{form:<column$}{what}"), Role::Text)));
    Paragraph::long(lines)
}

/// The game of it that is to be gone on with.
fn under_way<'a>(named: &Named, progress: &'a Progress) -> Option<&'a Begun> {
    let mut begun = progress.begun().iter().filter(|begun| begun.name == named.name);
    begun.find(|begun| begun.moves() > 0 && !begun.is_solved() && !begun.story.is_own_board())
}

fn title(begun: Option<&Begun>) -> String {
    match begun {
        None => "Preview".into(),
        // How far it is stands below.
        Some(begun) if begun.game.has_notes() => "Your board".into(),
        Some(begun) => format!("Your board after {}", begun.so_far()),
    }
}

/// The player's standing with a puzzle.
fn own_words(named: &Named, progress: &Progress) -> String {
    let Some(record) = progress.of(&named.name) else { return NOT_TRIED.into() };
    let standing = standing_words(named, record, under_way(named, progress));
    if record.own_board { format!("{standing}. {OWN_BOARD}") } else { standing }
}

const NOT_TRIED: &str = "You have not tried it yet";
const OWN_BOARD: &str = "A board of your own lies in its place; u there leads back";

fn standing_words(named: &Named, record: &Record, begun: Option<&Begun>) -> String {
    match record {
        Record { solved: Some(moves), time, .. } => {
            let moves = (!named.game.has_one_length()).then(|| words::count(*moves, "move", "moves"));
            let time = time.map(|time| clock_words(Duration::from_millis(time)));
            let best: Vec<String> = moves.into_iter().chain(time).collect();
            if best.is_empty() { "You solved it".into() } else { format!("You solved it in {}", best.join(" and ")) }
        }
        record if !record.moves.is_empty() && named.game.has_notes() => {
            begun.map_or_else(|| "You have begun it".into(), Begun::so_far)
        }
        record if !record.moves.is_empty() => {
            format!("You are {} into it", words::count(record.moves.len() as u64, "move", "moves"))
        }
        Record { helped: true, .. } => "Solved with help".into(),
        Record { begun: true, .. } => "You have begun it and are back at its start".into(),
        _ => NOT_TRIED.into(),
    }
}

//! The puzzle under the browser's cursor: its board, what is known of it, and, where there is room, how it is played.

use std::time::Duration;

use ratatui::layout::Rect;

use super::browser::{Browser, Row};
use super::chrome::{Canvas, after, below, centred, padded, row};
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

type Lines = Vec<(String, Role)>;

impl Browser {
    pub(super) fn draw_preview(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) {
        self.look();
        let begun = self.preview.as_ref().and_then(|(_, named)| under_way(named.as_ref().ok()?, progress));
        let inner = padded(canvas.pane(area, &title(begun), false));
        let (named, pack) = match &self.preview {
            None => return,
            Some((index, Ok(named))) => match &self.rows[*index] {
                Row::Puzzle(puzzle) => (named, Some(&*puzzle.pack)),
                _ => (named, None),
            },
            Some((_, Err(error))) => {
                for (n, text) in words::wrap(error, inner.width as usize).iter().enumerate() {
                    canvas.line(row(inner, n as u16), text, Role::Bad);
                }
                return;
            }
        };
        let columns = columns(named, pack, progress, inner);
        let own = own_words(named, progress);
        let rows = columns.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0) as u16;
        // The text can be cut; the board is what a preview is for.
        let view = named.game.view();
        let left = begun.and_then(Begun::board);
        let position = left.as_ref().unwrap_or(&named.position);
        let whole = view.size(&**position, canvas.paint).1;
        let least = (rows + 1).min(inner.height / 2).max(4);
        // A board that can be seen whole is seen whole, and of one that cannot no row is hidden without need.
        let least = if whole <= inner.height { least.min(inner.height - whole) } else { LEAST_TEXT };
        let room = Rect { height: inner.height.saturating_sub(least), ..inner };
        let (width, height) = view.size_in(&**position, canvas.paint, (room.width, room.height));
        let board_rows = height.min(room.height);
        let board = centred(Rect { height: board_rows, ..inner }, width, board_rows);
        let scene = Scene { position: &**position, marks: &[], cursor: None, looked: None, paint: canvas.paint };
        view.draw(&scene, board, canvas.buffer);
        for (place, lines) in &columns {
            // Where rows are scarce none is left blank.
            let text = below(*place, board_rows + u16::from(least > LEAST_TEXT));
            // A title that would stand alone says less than the player's standing below it.
            let standing = lines.iter().position(|(line, _)| own.starts_with(line.as_str())).unwrap_or(0);
            let lines = if text.height == 1 { &lines[standing..] } else { &lines[..] };
            let is_cut = lines.len() > text.height as usize;
            for (n, (line, role)) in lines.iter().enumerate().take(text.height.into()) {
                let place = row(text, n as u16);
                if is_cut && n + 1 == text.height as usize {
                    // As many words of the last line as leave room for the dots.
                    let room = (text.width as usize).saturating_sub(MORE.len());
                    let used = canvas.line(place, words::wrap(line, room).first().map_or("", String::as_str), *role);
                    canvas.line(after(place, used), MORE, Role::Dim);
                } else {
                    canvas.line(place, line, *role);
                }
            }
        }
    }
}

/// What is told, column by column: the facts, and the rules below them or beside them.
fn columns(named: &Named, pack: Option<&Pack>, progress: &Progress, room: Rect) -> Vec<(Rect, Lines)> {
    if room.height < RULES_FROM {
        return vec![(room, told(named, pack, progress, room.width))];
    }
    if room.width < TWO_COLUMNS {
        let mut lines = told(named, pack, progress, room.width);
        lines.push((String::new(), Role::Text));
        lines.extend(rules(named, room.width));
        lines.push((String::new(), Role::Text));
        lines.extend(names(named, room.width));
        return vec![(room, lines)];
    }
    let half = (room.width - GAP) / 2;
    let mut left = told(named, pack, progress, half);
    left.push((String::new(), Role::Text));
    left.extend(names(named, half));
    let place = after(room, half + GAP);
    vec![(Rect { width: half, ..room }, left), (place, rules(named, place.width))]
}

/// What is worth knowing of a puzzle before opening it.
fn told(named: &Named, pack: Option<&Pack>, progress: &Progress, width: u16) -> Lines {
    let mut told = facts::of_puzzle(named, Some(own_words(named, progress)));
    if let Some(pack) = pack.filter(|pack| !pack.about.is_empty()) {
        told.push((format!("{}: {}", pack.title, pack.about), Role::Dim));
    }
    facts::lines(&told, width.into())
}

fn rules(named: &Named, width: u16) -> Lines {
    let profile = named.game.profile();
    let rules = words::paragraphs(&named.position.help(), width.into()).into_iter().map(|line| (line, Role::Text));
    std::iter::once((format!("How {} is played", profile.title), Role::Title)).chain(rules).collect()
}

fn names(named: &Named, width: u16) -> Lines {
    let mut lines = vec![("More puzzles by name (N)".to_owned(), Role::Title)];
    let forms = named.game.profile().names.iter().map(|&(form, what)| (form.to_owned(), what.to_owned()));
    let (forms, column) = in_columns(forms.collect(), width.into());
    lines.extend(forms.into_iter().map(|(form, what)| (format!("{form:<column$}{what}"), Role::Text)));
    lines
}

/// The game of it that is to be gone on with.
fn under_way<'a>(named: &Named, progress: &'a Progress) -> Option<&'a Begun> {
    let mut begun = progress.begun().iter().filter(|begun| begun.name == named.name);
    begun.find(|begun| begun.moves() > 0 && !begun.is_solved() && !begun.story.is_own_board())
}

fn title(begun: Option<&Begun>) -> String {
    begun.map_or_else(
        || "Preview".into(),
        |begun| format!("Your board after {}", words::count(begun.moves() as u64, "move", "moves")),
    )
}

/// The player's standing with a puzzle.
fn own_words(named: &Named, progress: &Progress) -> String {
    let Some(record) = progress.of(&named.name) else { return NOT_TRIED.into() };
    let standing = standing_words(named, record);
    if record.own_board { format!("{standing}. {OWN_BOARD}") } else { standing }
}

const NOT_TRIED: &str = "You have not tried it yet";
const OWN_BOARD: &str = "A board of your own lies in its place; u there leads back";

fn standing_words(named: &Named, record: &Record) -> String {
    match record {
        Record { solved: Some(moves), time, .. } => {
            let moves = (!named.game.has_one_length()).then(|| words::count(*moves, "move", "moves"));
            let time = time.map(|time| clock_words(Duration::from_millis(time)));
            let best: Vec<String> = moves.into_iter().chain(time).collect();
            if best.is_empty() { "You solved it".into() } else { format!("You solved it in {}", best.join(" and ")) }
        }
        record if !record.moves.is_empty() => {
            format!("You are {} into it", words::count(record.moves.len() as u64, "move", "moves"))
        }
        Record { helped: true, .. } => "Solved with the solver's help".into(),
        _ => NOT_TRIED.into(),
    }
}

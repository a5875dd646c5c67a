//! The race screen, drawn: the dialog, the lanes, two boards where there is room, the table of the finish.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, centred, fitted, padded, row};
use super::game_view::headline;
use super::key_line::{self, KeyItem};
use super::keymap::{Action, Keymap};
use super::race::{Heat, RaceScreen, letter, rows};
use super::race_dialog::{dialog_rows, draw_dialog};
use crate::games::view::{Role, Scene};
use crate::games::{KeyHint, Position};
use crate::search::{Limit, Mark};
use crate::workbench::entry::cut_inside;
use crate::workbench::finding::End;
use crate::workbench::race::{LaneNews, PartedSide, Row, Shown, best_of};
use crate::workbench::words;

impl RaceScreen {
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, keymap: &Keymap) {
        self.draw_head(canvas, row(area, 0));
        let middle = Rect { height: area.height.saturating_sub(2), ..below(area, 1) };
        match &self.heat {
            Some(heat) if !self.chooses => self.draw_heat(canvas, middle, heat),
            _ => {
                let board = self.ground.game.view().size(&*self.ground.position, canvas.paint);
                let rows = dialog_rows(middle, &self.dialog, board.1);
                draw_dialog(canvas, Rect { height: rows, ..middle }, &self.dialog);
                if rows < middle.height {
                    let inner = canvas.pane(below(middle, rows), "They start here", false);
                    self.draw_board(canvas, inner, &*self.ground.position, &[]);
                }
            }
        }
        self.draw_foot(canvas, row(area, area.height.saturating_sub(1)), keymap);
    }

    fn draw_head(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (state, role) = match &self.heat {
            Some(_) | None if self.chooses => ("choose who races ", Role::Dim),
            Some(heat) if heat.news.is_over() => ("finished ", Role::Good),
            Some(heat) if heat.news.is_running => ("running, turns of equal time ", Role::Warning),
            _ => ("paused ", Role::Warning),
        };
        let room = (area.width as usize).saturating_sub(state.len() + 2);
        let (program, place) = headline("Race · ", &self.ground.place, room);
        canvas.parts(after(area, 1), &[(program, Role::Dim), (&place, Role::Title)]);
        canvas.right(area, state, role);
    }

    fn draw_foot(&self, canvas: &mut Canvas<'_>, area: Rect, keymap: &Keymap) {
        if let Some(prompt) = &self.dialog.prompt {
            return prompt.draw(canvas, after(area, 1));
        }
        if !self.message.is_empty() {
            canvas.line(after(area, 1), &self.message, Role::Warning);
            return;
        }
        let key = |action, does: &str| KeyItem::press(&keymap.key(action), does);
        let arrows = |does: &'static str| KeyItem::hint(&KeyHint { keys: "up down", does });
        let leave = |does: &str| KeyItem::press("esc", does).always();
        let keys = match &self.heat {
            Some(heat) if !self.chooses && heat.news.is_over() => vec![
                key(Action::CopyPuzzle, "copy as CSV"),
                key(Action::Difference, "first difference"),
                key(Action::New, "another race"),
                arrows("boards"),
                leave("back"),
            ],
            Some(heat) if !self.chooses => {
                // All of them fit in 80 columns where they are told shortly.
                let words = |long: &'static str, short: &'static str| if area.width < 100 { short } else { long };
                vec![
                    key(Action::Pause, if heat.news.is_running { "pause" } else { "go on" }),
                    key(Action::Step, words("one step each", "step")),
                    key(Action::StepMany, words("100 steps each", "100")),
                    key(Action::Cancel, "stop"),
                    key(Action::CopyPuzzle, words("copy as CSV", "CSV")),
                    key(Action::Difference, words("first difference", "diff")),
                    arrows("boards"),
                    leave("hide"),
                ]
            }
            _ => vec![
                arrows("choose"),
                KeyItem::press("space", "in or out"),
                KeyItem::press("enter", "start"),
                key(Action::New, "type an entry"),
                leave("leave"),
            ],
        };
        key_line::draw(canvas, area, &keys);
    }

    fn draw_heat(&self, canvas: &mut Canvas<'_>, area: Rect, heat: &Heat) {
        let lanes = heat.entries.len() as u16;
        // Two rows a lane where that leaves room for boards or is all there is to show.
        let inner_rows = area.height.saturating_sub(2);
        let table_rows = lanes + 1;
        let shows_table = heat.news.is_over();
        let lane_rows = if shows_table { table_rows } else { (2 * lanes).min(inner_rows.max(lanes)) };
        let lane_area = Rect { height: (lane_rows + 2).min(area.height), ..area };
        let title = if shows_table { format!("Finish, {}", self.ground.place) } else { "Lanes".to_owned() };
        let inner = canvas.pane(lane_area, &title, true);
        if shows_table {
            draw_table(canvas, inner, heat, &self.ground.place);
        } else {
            draw_lanes(canvas, inner, heat);
        }
        let legend = legend(heat, &self.ground.place);
        if !legend.is_empty() {
            let border = row(lane_area, lane_area.height - 1);
            canvas.right(Rect { width: border.width.saturating_sub(2), ..border }, &format!(" {legend} "), Role::Dim);
        }
        let rest = below(area, lane_area.height);
        if rest.height >= 5 {
            self.draw_boards(canvas, rest, heat);
        }
    }

    /// The boards of the chosen lane and, where there is room, of the one behind it: where they stand, or where they first differ.
    fn draw_boards(&self, canvas: &mut Canvas<'_>, area: Rect, heat: &Heat) {
        let (said, parted) = difference_words(heat, area.width);
        for (n, line) in said.iter().enumerate() {
            canvas.line(after(row(area, n as u16), 1), line, Role::Warning);
        }
        let area = below(area, said.len() as u16);
        let left = Rect { width: area.width / 2, ..area };
        let view = self.ground.game.view();
        // One whole board says more than two of which a part is seen; a difference needs both.
        let room = (left.width.saturating_sub(2), left.height.saturating_sub(2));
        let (width, height) = view.size_in(&*self.ground.position, canvas.paint, room);
        let is_whole = width <= room.0 && (parted.is_none() || height.max(LEAST_WHOLE) <= room.1);
        let pair = heat.pair();
        let shown = if is_whole || parted.is_some() {
            vec![(0, left), (1, after(area, left.width))]
        } else {
            vec![(usize::from(pair[1] == heat.lane), area)]
        };
        for (side, place) in shown {
            let lane = pair[side];
            let news = &heat.news.lanes[lane];
            let (board, marks) = match parted {
                Some(sides) => (sides[side].shown.0.boxed_clone(), sides[side].shown.1.clone()),
                None => board_of(&*self.ground.position, news),
            };
            let what = match parted {
                Some(_) => "differs",
                None if news.is_over() => "end",
                None => "node",
            };
            let name =
                cut_inside(&heat.entries[lane].words(), usize::from(place.width).saturating_sub(what.len() + 10));
            let title = format!("{} {what}, {name}", letter(lane));
            let answer = news.finding.answer.as_ref().filter(|_| news.is_over() && parted.is_none());
            let inner = canvas.pane(place, &title, false);
            if let Some(sides) = parted.filter(|_| !is_whole) {
                let told = draw_told(canvas, padded(inner), &sides[side].told);
                // What is seen of the board is where they differ.
                let rest = below(inner, told + 1);
                if rest.height >= PART {
                    self.draw_board(canvas, rest, &*board, &marks);
                }
                continue;
            }
            let rest = self.draw_moves(canvas, inner, &*board, answer.map_or(&[], |answer| &answer.moves));
            self.draw_board(canvas, rest, &*board, &marks);
        }
    }

    /// The moves of an answer at the foot of its pane, as far as the board has no need of the rows. Returns what it has.
    fn draw_moves(&self, canvas: &mut Canvas<'_>, inner: Rect, board: &dyn Position, moves: &[String]) -> Rect {
        let needed = self.ground.game.view().size(board, canvas.paint).1;
        let room = inner.height.saturating_sub(needed + 1).min(inner.height / 2);
        let padded = padded(inner);
        let lines = words::wrap(&moves.join(" "), padded.width.into());
        let rows = (lines.len() as u16).min(room);
        for (n, line) in lines.iter().take(rows.into()).enumerate() {
            let is_cut = n + 1 == usize::from(rows) && lines.len() > usize::from(rows);
            let line = if is_cut { fitted(&format!("{line} ..."), padded.width.into()) } else { line.clone() };
            canvas.line(below(padded, inner.height - rows + n as u16), &line, Role::Dim);
        }
        Rect { height: inner.height - rows, ..inner }
    }

    fn draw_board(&self, canvas: &mut Canvas<'_>, inner: Rect, board: &dyn Position, marks: &[Mark]) {
        let view = self.ground.game.view();
        let (width, height) = view.size_in(board, canvas.paint, (inner.width, inner.height));
        let cursor = marks.first().map(|mark| mark.cell);
        let paint = canvas.paint.only_looked_at();
        let scene = Scene { position: board, marks, cursor, looked: None, paint: &paint };
        view.draw(&scene, centred(inner, width, height), canvas.buffer);
    }
}

/// In fewer rows no board stands whole, however low it is said to be.
const LEAST_WHOLE: u16 = 5;
/// A part of a board is worth so many rows.
const PART: u16 = 7;

/// A node in words where its board has no room, and how many rows they take; of more than fits the end stays.
fn draw_told(canvas: &mut Canvas<'_>, area: Rect, told: &str) -> u16 {
    let lines = words::wrap(told, area.width.into());
    let cut = lines.len().saturating_sub(area.height.into());
    for (n, line) in lines.iter().skip(cut).enumerate() {
        let line = if n == 0 && cut > 0 { fitted(&format!("... {line}"), area.width.into()) } else { line.clone() };
        canvas.line(row(area, n as u16), &line, Role::Text);
    }
    (lines.len() - cut) as u16
}

/// What is known of the first difference, where it was asked for; sides are called by the letters of their lanes.
fn difference_words(heat: &Heat, width: u16) -> (Vec<String>, Option<&[PartedSide; 2]>) {
    let Some(apart) = &heat.apart else { return (Vec::new(), None) };
    let [one, other] = heat.pair().map(letter);
    let text = match &apart.found {
        None => format!("Looking for the first difference of {one} and {other} …"),
        Some(parted) => parted.words.clone(),
    };
    let lines = words::wrap(&text, width.saturating_sub(2) as usize);
    (lines, apart.found.as_ref().and_then(|parted| parted.sides.as_ref()))
}

/// Where a lane stands: its node, or the board at the end of its answer.
fn board_of(root: &dyn Position, news: &LaneNews) -> Shown {
    let answer = news.finding.answer.as_ref().filter(|_| news.is_over());
    let path = answer.map_or(&news.focus.path, |answer| &answer.moves);
    let mut board = root.boxed_clone();
    for mv in path {
        if board.play(mv).is_err() {
            break;
        }
    }
    let marks = if answer.is_some() { Vec::new() } else { news.focus.marks.clone() };
    (board, marks)
}

/// Each lane: who, and the answer so far; below it, where there is a row for it, a bar and what it has done.
fn draw_lanes(canvas: &mut Canvas<'_>, area: Rect, heat: &Heat) {
    let lanes = heat.entries.len() as u16;
    let rows_each = if area.height >= 2 * lanes { 2 } else { 1 };
    let most = heat.news.lanes.iter().map(|lane| lane.finding.counters.generated).max().unwrap_or(0);
    for (n, (entry, news)) in heat.entries.iter().zip(&heat.news.lanes).enumerate() {
        let line = row(area, n as u16 * rows_each);
        canvas.zone(Rect { height: rows_each, ..line }, Zone::Row(n));
        let role = if n == heat.lane { Role::Focus } else { Role::Text };
        let (state, state_role) = lane_state(news);
        let name = format!("{}{} {}", if n == heat.lane { ">" } else { " " }, letter(n), entry.words());
        let beside = if rows_each == 2 { LEAST_BAR } else { name.chars().count().min(LEAST_NAME.into()) + state.len() };
        let figures = lane_words(news, canvas.paint.lines, usize::from(line.width).saturating_sub(beside + 1));
        let state = if rows_each == 2 { state } else { format!("{figures}{state}") };
        let taken = state.chars().count() as u16 + 1;
        canvas.line(line, &cut_inside(&name, line.width.saturating_sub(taken).into()), role);
        canvas.right(line, &state, state_role);
        if rows_each == 2 {
            let line = row(area, n as u16 * 2 + 1);
            canvas.right(line, &figures, Role::Number);
            let width = line.width.saturating_sub(figures.chars().count() as u16 + 1);
            draw_bar(canvas, after(Rect { width, ..line }, 3), news, most);
        }
    }
}

/// Columns of a lane's bar, at least, with what stands before it.
const LEAST_BAR: usize = 12;

/// Nodes on a logarithmic scale: entries of a race often lie powers of ten apart.
fn draw_bar(canvas: &mut Canvas<'_>, area: Rect, news: &LaneNews, most: u64) {
    let share = |nodes: u64| (1.0 + nodes as f64).log10() / (1.0 + most as f64).log10().max(1.0);
    let width = area.width.saturating_sub(1);
    let length = ((share(news.finding.counters.generated) * f64::from(width)).round() as u16).min(width);
    let sign = if canvas.paint.lines { "█" } else { "=" };
    let role = if news.is_over() { Role::Good } else { Role::Key };
    canvas.line(area, &sign.repeat(length as usize), role);
    let dot = if canvas.paint.lines { "·" } else { "." };
    canvas.line(after(area, length), &dot.repeat((width - length) as usize), Role::Dim);
}

/// `1,204,771 nodes  1.93 M/s  0.62 s  bound 43`, of which as much is told as there is room for.
fn lane_words(news: &LaneNews, unicode: bool, room: usize) -> String {
    let counters = &news.finding.counters;
    let how_deep = match counters.iterations.last() {
        Some(iteration) => format!("bound {}", words::grouped(iteration.bound)),
        None => {
            format!("depth {} of {}", words::grouped(counters.depth.into()), words::grouped(counters.deepest.into()))
        }
    };
    let time = words::duration(news.seconds, unicode);
    let rate = words::rate(counters.generated, news.seconds, news.rate).unwrap_or_default();
    let nodes = words::count(counters.generated, "node", "nodes");
    let parts = [nodes, rate, time, how_deep];
    let told = |which: &[usize]| {
        let parts = which.iter().map(|&n| parts[n].as_str()).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("  ") + " "
    };
    let by_room: [&[usize]; 4] = [&[0, 1, 2, 3], &[0, 2, 3], &[0, 2], &[0]];
    let fits = |words: &String| words.chars().count() <= room;
    by_room.into_iter().map(told).find(fits).unwrap_or_else(|| told(&[0]))
}

fn lane_state(news: &LaneNews) -> (String, Role) {
    let best = news.finding.length().map(|length| words::count(length, "move", "moves"));
    let counted =
        news.solutions().map_or_else(String::new, |all| format!(", {}", words::count(all, "solution", "solutions")));
    match (news.end, best) {
        _ if news.failure.is_some() => ("refused".into(), Role::Bad),
        (Some(End::Solved), Some(best)) if news.is_shortest() => (format!("+ {best}{counted}"), Role::Good),
        (Some(_), Some(best)) => (format!("* {best}{counted}"), Role::Good),
        (Some(End::Exhausted), None) => ("# no solution".into(), Role::Bad),
        (Some(End::Interrupted), None) => ("stopped".into(), Role::Warning),
        (Some(End::Limit(Limit::Incomplete)), None) => ("none found, no proof".into(), Role::Warning),
        (Some(_), None) => ("gave up".into(), Role::Warning),
        (None, Some(best)) if news.has_one_length => (format!("* {best}"), Role::Good),
        (None, Some(best)) => (format!("best {best}"), Role::Good),
        (None, None) => ("no answer yet".into(), Role::Dim),
    }
}

/// Columns of the finish: an entry, its nodes, expansions and time, and what came of it.
struct Finish {
    cells: [String; 5],
    role: Role,
}

/// Columns of an entry's name, at least.
const LEAST_NAME: u16 = 18;
const TITLES: [&str; 5] = [" entry", "nodes", "expanded", "time", "result"];

impl Finish {
    fn all(heat: &Heat, place: &str, unicode: bool) -> Vec<Finish> {
        let rows = rows(place, &heat.news);
        let best = best_of(&rows);
        let finish = |(n, row): (usize, &Row)| {
            let (result, role) = table_state(row, &heat.news.lanes[n]);
            let name = format!("{}{} {}", if n == heat.lane { ">" } else { " " }, letter(n), heat.entries[n].words());
            let fewest = if best.contains(&n) { "fewest " } else { "" };
            let (nodes, expanded) = (format!("{fewest}{}", words::grouped(row.nodes)), words::grouped(row.expanded));
            Finish { cells: [name, nodes, expanded, words::duration(row.seconds, unicode), result], role }
        };
        rows.iter().enumerate().map(finish).collect()
    }
}

/// The finish: what each entry took. Columns are as wide as what stands in them; where the window is narrow the name of
/// an entry is worth more than its expansions.
fn draw_table(canvas: &mut Canvas<'_>, area: Rect, heat: &Heat, place: &str) {
    let lines = Finish::all(heat, place, canvas.paint.lines);
    let mut widths = [0_u16; 5];
    for (n, width) in widths.iter_mut().enumerate() {
        let cells = lines.iter().map(|line| line.cells[n].chars().count()).chain([TITLES[n].len()]);
        *width = cells.max().unwrap_or(0) as u16 + 2;
    }
    // What an entry has expanded matters least, then its time; a name is still told by its beginning.
    for column in [2, 3] {
        let rest = widths[1..].iter().sum::<u16>() + 1;
        if rest + widths[0] > area.width && (column == 2 || rest + LEAST_NAME > area.width) {
            widths[column] = 0;
        }
    }
    // A column stays free before the frame.
    let rest = widths[1..].iter().sum::<u16>() + 1;
    widths[0] = area.width.saturating_sub(rest);
    draw_cells(canvas, row(area, 0), &widths, &TITLES, [Role::Dim; 3]);
    for (n, Finish { cells, role }) in lines.iter().enumerate() {
        let line = row(area, n as u16 + 1);
        let name = if n == heat.lane { Role::Focus } else { Role::Text };
        draw_cells(canvas, line, &widths, &cells.each_ref().map(String::as_str), [name, Role::Number, *role]);
        canvas.zone(line, Zone::Row(n));
    }
}

/// The entry and its result begin where their columns do, figures end there.
fn draw_cells(canvas: &mut Canvas<'_>, line: Rect, widths: &[u16; 5], cells: &[&str; 5], roles: [Role; 3]) {
    let mut at = 0;
    for (n, (width, cell)) in widths.iter().zip(cells).enumerate() {
        let place = Rect { width: *width, ..after(line, at) };
        match n {
            0 => {
                canvas.line(place, &cut_inside(cell, usize::from(*width).saturating_sub(1)), roles[0]);
            }
            4 => {
                canvas.line(after(place, 2), cell, roles[2]);
            }
            _ => canvas.right(place, cell, roles[1]),
        }
        at += width;
    }
}

fn table_state(row: &Row, news: &LaneNews) -> (String, Role) {
    let (text, role) = lane_state(news);
    (format!("{text}{}", if row.is_cut { " ~" } else { "" }), role)
}

/// What the signs behind an entry mean, of those that are on the screen.
fn legend(heat: &Heat, place: &str) -> String {
    let said: Vec<String> = if heat.news.is_over() {
        Finish::all(heat, place, false).into_iter().map(|line| line.cells[4].clone()).collect()
    } else {
        heat.news.lanes.iter().map(|news| lane_state(news).0).collect()
    };
    let signs = [("+ ", "+ none shorter"), ("* ", "* solved"), (" ~", "~ cut by hand or time")];
    let met = signs.iter().filter(|(sign, _)| said.iter().any(|text| text.contains(sign)));
    let mut told: Vec<&str> = met.map(|(_, words)| *words).collect();
    let is_staged = |lane: &LaneNews| lane.finding.counters.expanded > lane.finding.counters.generated;
    if heat.news.is_over() && heat.news.lanes.iter().any(is_staged) {
        told.push("expanded counts the stages of a node");
    }
    told.join(", ")
}

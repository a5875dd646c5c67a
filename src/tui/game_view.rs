//! Draws the game screen.

use std::cmp::Ordering;
use std::time::Instant;

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, row, sharing_left};
use super::game::{GameScreen, Pane};
use super::keymap::{Action, Keymap, toggle_keys};
use super::solver_pane;
use crate::games::view::{Role, Scene};
use crate::workbench::middle::TableState;
use crate::workbench::words;
use crate::workbench::worker::Phase;

/// The least number of rows under the board for what there is to say.
const LEAST_LINES: u16 = 2;
const BAR_HEIGHT: u16 = 3;

impl GameScreen {
    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect, keymap: &Keymap, now: Instant) {
        self.draw_headline(canvas, row(area, 0));
        let keys = row(area, area.height.saturating_sub(1));
        let middle = Rect { height: area.height.saturating_sub(2), ..below(area, 1) };
        let pane_width = (middle.width / 3).clamp(22, 44);
        let left = Rect { width: middle.width - pane_width, ..middle };
        // Neighbouring panes share a border.
        let board_pane = Rect { height: left.height - BAR_HEIGHT + 1, ..left };
        self.draw_board(canvas, board_pane, now);
        self.draw_bar(canvas, below(left, left.height - BAR_HEIGHT));
        let snapshot = self.middle.desk().snapshot();
        let solver = sharing_left(after(middle, left.width));
        let prefix = if self.toggles_need_prefix() { keymap.key(Action::Prefix) } else { String::new() };
        self.middle.look_at_tables();
        let keys_of_pane = solver_pane::Keys { prefix: &prefix, tables: &self.key_of(Action::Tables, keymap) };
        let (desk, session, tables) = (self.middle.desk(), self.middle.session(), self.middle.tables());
        solver_pane::draw(canvas, solver, desk, session, snapshot.as_deref(), tables, &keys_of_pane);
        self.draw_keys(canvas, keys, keymap);
        if let Some(chooser) = self.chooser() {
            chooser.draw(canvas, middle);
        }
    }

    fn draw_headline(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let dot = if canvas.paint.unicode { "·" } else { "-" };
        // A path keeps its first slash.
        let behind = self.middle.named().name.strip_prefix(self.middle.named().game.name());
        let name = behind.and_then(|name| name.strip_prefix(['/', ':'])).unwrap_or(&self.middle.named().name);
        let title = format!("{} {dot} ", self.middle.named().game.profile().title);
        let (verdict, good) = self.middle.verdict_words();
        let left = Rect { width: area.width.saturating_sub(verdict.chars().count() as u16 + 3), ..area };
        let (program, title) = headline(&title, name, after(left, 1).width as usize);
        canvas.parts(after(left, 1), &[(program, Role::Dim), (&title, Role::Title)]);
        let role = match good {
            Some(true) => Role::Good,
            Some(false) => Role::Bad,
            None => Role::Dim,
        };
        canvas.right(Rect { width: area.width.saturating_sub(1), ..area }, &verdict, role);
    }

    fn draw_board(&mut self, canvas: &mut Canvas<'_>, area: Rect, now: Instant) {
        let title = self.board_title(now);
        let has_keys = self.pane == Pane::Board && !self.shows_search();
        let inner = canvas.pane(area, &title, has_keys);
        let (position, marks) = self.board();
        let view = self.middle.named().game.view();
        let lines = self.lines(inner.width as usize);
        // Two thirds for the board at most, so that the moves of a solution still have a place under it.
        let (_, wanted) = view.size_in(&*position, canvas.paint, (inner.width, inner.height * 2 / 3));
        let least = LEAST_LINES.max((lines.len() as u16).min(inner.height / 3));
        let board_height = wanted.min(inner.height.saturating_sub(least));
        let board = Rect { height: board_height, ..inner };
        self.board_area = board;
        canvas.zone(board, Zone::Board);
        let cursor = if self.shows_search() {
            marks.first().map(|mark| mark.cell)
        } else {
            self.middle.hand().cursor(&*position)
        };
        let scene = Scene { position: &*position, marks: &marks, cursor, paint: canvas.paint };
        view.draw(&scene, board, canvas.buffer);
        let under = below(inner, board_height);
        let gap = u16::from(under.height as usize > lines.len());
        for (n, (text, role)) in lines.iter().enumerate() {
            canvas.line(row(below(under, gap), n as u16), text, *role);
        }
        self.draw_move_list(canvas, below(under, gap + lines.len() as u16 + 1));
    }

    /// The solution's moves around the present step, where there is room left under the board.
    fn draw_move_list(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (Some(moves), Some((done, _))) = (self.middle.session().solution(), self.middle.session().solution_step())
        else {
            return;
        };
        if area.height < 2 || self.shows_search() {
            return;
        }
        // Whole pages, so that the list stands still while one steps along it.
        let wide = moves.iter().take(1000).map(|mv| mv.chars().count()).max().unwrap_or(0) + 1;
        let a_row = (area.width as usize / wide).max(1);
        let page = a_row * area.height as usize;
        let first = done.min(moves.len().saturating_sub(1)) / page * page;
        for (n, mv) in moves.iter().enumerate().skip(first).take(page) {
            let (line, place) = ((n - first) / a_row, (n - first) % a_row * wide);
            let role = match n.cmp(&done) {
                Ordering::Less => Role::Dim,
                Ordering::Equal => Role::Next,
                Ordering::Greater => Role::Text,
            };
            canvas.line(after(row(area, line as u16), place as u16), mv, role);
        }
    }

    fn board_title(&self, now: Instant) -> String {
        if self.shows_search() {
            let depth = self.middle.desk().snapshot().map_or(0, |s| s.focus.path.len());
            return match depth {
                0 => "The search's node".into(),
                _ => format!("The search's node, {} deep", words::count(depth as u64, "move", "moves")),
            };
        }
        let headline = self.middle.session().position().headline(&self.middle.session().moves_made());
        match self.middle.elapsed(now).map(|elapsed| elapsed.as_secs()) {
            Some(s) => format!("{headline}  {}:{:02}", s / 60, s % 60),
            None => headline,
        }
    }

    /// What there is to say under the board, most urgent first.
    fn lines(&self, width: usize) -> Vec<(String, Role)> {
        let mut said = vec![(self.making.clone(), Role::Warning)];
        said.push((self.middle.message().to_owned(), Role::Text));
        said.extend(self.breakpoint_words().map(|text| (text, Role::Warning)));
        if self.shows_search() {
            if let Some(snapshot) = self.middle.desk().snapshot() {
                said.push((snapshot.focus.note.clone(), Role::Text));
                if !snapshot.is_running() {
                    let dead = snapshot.last_dead.lines().next().unwrap_or_default().to_owned();
                    said.push((dead, Role::Dead));
                }
            }
        } else {
            said.push((self.middle.story().0.to_owned(), Role::Dead));
            said.extend(
                self.middle.hand().lines(self.middle.session().position()).into_iter().map(|line| (line, Role::Text)),
            );
        }
        let wrapped = said.into_iter().filter(|(text, _)| !text.is_empty());
        wrapped.flat_map(|(text, role)| words::wrap(&text, width).into_iter().map(move |l| (l, role))).collect()
    }

    /// What the search was told to run to, and whether it is there.
    fn breakpoint_words(&self) -> Option<String> {
        let snapshot = self.middle.desk().snapshot()?;
        let breakpoint = snapshot.breakpoint?.words();
        match snapshot.phase {
            Phase::Running => Some(format!("Running to the next {breakpoint}.")),
            Phase::Paused => Some(format!("Paused at a {breakpoint}.")),
            _ => None,
        }
    }

    fn draw_bar(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let inner = row(canvas.pane(area, "Solution", self.pane == Pane::Solution), 0);
        if let Some(prompt) = self.prompt() {
            let caret = format!("{}_", prompt.text);
            canvas.parts(inner, &[(&prompt.label, Role::Key), (&caret, Role::Text)]);
            return;
        }
        let Some(moves) = self.middle.session().solution() else {
            canvas.line(inner, &self.middle.no_solution_words(), Role::Dim);
            return;
        };
        let place = match self.middle.session().solution_step() {
            Some((done, all)) => format!("step {done}/{all} "),
            None => format!("{} moves, left it ", moves.len()),
        };
        let mut used = canvas.line(inner, &place, Role::Number);
        for (text, action) in [("[<]", Action::SolutionBack), ("[>]", Action::SolutionForward)] {
            used += 1;
            used += canvas.button(after(inner, used), text, action);
        }
        // While a search goes on the key pauses that.
        if !self.middle.desk().is_alive() {
            used += 1;
            used += canvas.button(after(inner, used), "[space]", Action::Pause);
            let playing = if self.middle.is_playing() { " pause" } else { " play" };
            used += canvas.line(after(inner, used), playing, Role::Dim);
        }
        if let Some(next) = self.middle.session().next_of_solution() {
            let (room, told) = (after(inner, used + 2), self.middle.told(next));
            let fits = "next ".len() + told.len() <= room.width as usize;
            canvas.parts(room, &[("next ", Role::Dim), (if fits { &told } else { next }, Role::Next)]);
        }
    }

    /// Whether the game takes the digits for itself.
    fn toggles_need_prefix(&self) -> bool {
        self.is_wanted('1')
    }

    /// The key of an action, behind the prefix where the game takes it for itself.
    fn key_of(&self, action: Action, keymap: &Keymap) -> String {
        let key = keymap.key(action);
        let mut chars = key.chars();
        let taken = matches!((chars.next(), chars.next()), (Some(c), None) if self.is_wanted(c));
        if taken { format!("{} {key}", keymap.key(Action::Prefix)) } else { key }
    }

    fn draw_keys(&self, canvas: &mut Canvas<'_>, area: Rect, keymap: &Keymap) {
        let key = |action, does: &str| (self.key_of(action, keymap), does.to_owned());
        let two = |a, b, does: &str| (format!("{}{}", keymap.key(a), keymap.key(b)), does.to_owned());
        let mut pairs = Vec::new();
        let snapshot = self.middle.desk().snapshot();
        if snapshot.as_ref().is_some_and(|s| s.is_alive()) {
            let running = snapshot.is_some_and(|s| s.is_running());
            pairs.push(key(Action::Pause, if running { "pause" } else { "go on" }));
            pairs.extend([key(Action::Step, "step"), key(Action::RunTo, "run to"), key(Action::Cancel, "stop")]);
        } else if self.pane == Pane::Solution {
            pairs.push(("arrows".to_owned(), "step".to_owned()));
            pairs.extend([key(Action::Pause, "play"), key(Action::Jump, "go to"), key(Action::NextPane, "board")]);
        } else {
            pairs.extend(self.middle.hand().keys().iter().take(3).map(|h| (h.keys.to_owned(), h.does.to_owned())));
            pairs.extend([key(Action::Solve, "solve"), key(Action::Step, "step")]);
            pairs.push(two(Action::SolutionBack, Action::SolutionForward, "solution"));
        }
        let toggles = toggle_keys(self.middle.desk().plan.strategy.toggles.len());
        if !toggles.is_empty() {
            let prefix = if self.toggles_need_prefix() { keymap.key(Action::Prefix) + " " } else { String::new() };
            pairs.push((prefix + &toggles, "toggle".to_owned()));
        }
        pairs.push(key(Action::Strategy, "strategy"));
        if self.middle.tables().is_some_and(|tables| *tables != TableState::Ready) {
            pairs.push(key(Action::Tables, "tables"));
        }
        pairs.extend([
            two(Action::Undo, Action::Redo, "undo redo"),
            key(Action::Hint, "hint"),
            key(Action::New, "new"),
            key(Action::Help, "help"),
        ]);
        canvas.key_line(area, &pairs);
    }
}

/// The program's name and the puzzle's in so many columns: the program's gives way first, then the puzzle's is cut.
fn headline(title: &str, name: &str, width: usize) -> (&'static str, String) {
    const PROGRAM: &str = "rompicapo   ";
    let whole = format!("{title}{name}");
    let length = whole.chars().count();
    if PROGRAM.len() + length <= width {
        return (PROGRAM, whole);
    }
    let is_path = name.contains('/');
    let room = width.saturating_sub(title.chars().count());
    let cut = match length {
        _ if length <= width => whole,
        // The end of a path tells more than its start.
        _ if is_path && room > 2 => {
            let end = name.chars().count() + 2 - room;
            format!("{title}..{}", name.chars().skip(end).collect::<String>())
        }
        _ => whole.chars().take(width.saturating_sub(2)).chain("..".chars()).take(width).collect(),
    };
    ("", cut)
}

#[cfg(test)]
mod tests {
    use super::headline;

    #[test]
    fn a_title_is_cut_to_what_the_verdict_leaves() {
        assert_eq!(headline("Title - ", "name", 24), ("rompicapo   ", "Title - name".into()));
        assert_eq!(headline("Title - ", "name", 23), ("", "Title - name".into()));
        assert_eq!(headline("Title - ", "name", 11), ("", "Title - n..".into()));
        assert_eq!(headline("Title - ", "/a/path/to/it", 15), ("", "Title - ..to/it".into()));
        assert_eq!(headline("Title - ", "name", 1), ("", ".".into()));
        assert_eq!(headline("Title - ", "/a/b", 0), ("", String::new()));
    }
}

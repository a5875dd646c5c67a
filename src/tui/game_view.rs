//! Draws the game screen.

use std::cmp::Ordering;
use std::sync::Arc;
use std::time::Instant;

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, centred, padded, row};
use super::game::{GameScreen, Pane};
use super::game_lists::draw_text;
use super::game_popup::Popup;
use super::game_tree::Face;
use super::game_xray::SMALL_CHART;
use super::idle_rules::MORE;
use super::key_line;
use super::keymap::{Action, Keymap};
use super::node_pane::{Places, QuestionBox, Told};
use super::own_board::{draw_said, said_beside, with_bars};
use super::rooms::{Rooms, USUAL_WIDTH, Wants, said_rows};
use super::solver_pane;
use super::time_line::TimeLine;
use super::tree_pane;
use crate::games::Position;
use crate::games::view::{Role, Scene};
use crate::search::{Cell, Mark, MarkKind};
use crate::workbench::middle::clock_words;
use crate::workbench::words;
use crate::workbench::worker::{Breakpoint, Exhibit, Snapshot};

impl GameScreen {
    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect, keymap: &Keymap, now: Instant) {
        let (position, mut marks) = self.board();
        self.look_through(&*position, &mut marks);
        let view = self.middle.named().game.view();
        let board = view.size(&*position, canvas.paint);
        let snapshot = self.middle.desk().snapshot();
        self.enter_waits = self.enter_again(now);
        self.drawn.is_narrow = area.width < USUAL_WIDTH;
        let keys = self.key_items(keymap);
        // The room is divided for the puzzle as it was at the start, and stays so while the board changes.
        let wants = Wants {
            board_width: if self.shows_search() || self.tree.is_open {
                board.0
            } else {
                view.width_to_play(&*position, canvas.paint)
            },
            board: &|room| view.size_in(self.middle.session().start(), canvas.paint, room),
            pane: self.pane_wish,
            has_run: snapshot.is_some(),
            searches: self.shows_search(),
            key_rows: key_line::rows(&keys, area.width, self.most_key_rows(area.height, board.1)),
            facts: &|width| self.fact_lines(width).len() as u16,
            rules: &|width| self.rule_lines(width).len() as u16,
            surrounds: true,
        };
        let (rooms, beside) =
            if self.tree.is_open { tree_pane::rooms(area, board.1, &wants) } else { (Rooms::of(area, &wants), None) };
        let grown = |room: Rect| view.size_in(&*position, canvas.paint, (room.width, room.height));
        let rooms = if beside.is_none() { self.for_node(rooms, area, &wants, board, &grown) } else { rooms };
        let prefix = if self.toggles_need_prefix() { keymap.key(Action::Prefix) } else { String::new() };
        let mut rooms = rooms;
        self.lay_idle_rules(&mut rooms, &prefix);
        (self.tree.is_beside, self.tree.is_asked) = (beside.is_some(), self.middle.is_conducting());
        self.drawn.has_end_pane = rooms.solver.is_some_and(|solver| self.end_room(solver, now).1.is_some());
        self.draw_headline(canvas, rooms.headline);
        let tree = beside.or((self.tree.is_open && self.tree.face != Face::Board).then_some(rooms.board));
        let foot = self.foot(&rooms, board.1);
        let over = Rect { height: area.height.saturating_sub(1 + rooms.keys.height), ..below(area, 1) };
        let panes = [rooms.solver.unwrap_or_default(), rooms.board, over];
        let asked = if tree == Some(rooms.board) {
            self.question_box(&panes)
        } else {
            self.draw_board(canvas, &rooms, (&*position, &marks), (foot, &panes), now)
        };
        if let Some(tree) = tree {
            let said = if self.tree.is_beside { Vec::new() } else { self.news() };
            // In a low window the line of time stands inside the same frame.
            let bar = u16::from(tree == rooms.board && rooms.bar_is_inside());
            self.tree.first = tree_pane::draw(canvas, tree, bar, snapshot.as_deref(), &self.tree, &said);
        }
        if !self.draw_time(canvas, &rooms) && !self.bar_gives_way(&rooms, foot) {
            self.draw_bar(canvas, &rooms);
        }
        self.middle.look_at_tables();
        self.drawn.solver = rooms.solver.unwrap_or_default();
        if let Some(solver) = rooms.solver {
            let (solver, end) = self.end_room(solver, now);
            let [tables, solve, step] =
                [Action::Tables, Action::Solve, Action::Step].map(|action| self.key_of(action, keymap));
            let named = solver_pane::Keys { prefix: &prefix, tables: &tables, solve: &solve, step: &step };
            let (desk, session, tables) = (self.middle.desk(), self.middle.session(), self.middle.tables());
            let run = snapshot.as_deref().filter(|_| !self.middle.sets_run_aside());
            solver_pane::draw(canvas, solver, desk, session, run, tables, &named);
            if let Some(end) = end {
                self.draw_end(canvas, end, now);
            }
        }
        if let Some(facts) = rooms.facts {
            draw_text(canvas, facts, "Puzzle", "", |width| self.fact_lines(width));
        }
        // What follows a pane draws the border that both share, with its title.
        if let Some(rules) = rooms.idle_rules {
            draw_text(canvas, rules, "Rules", MORE, |width| self.idle_rule_lines(width, rules.height - 2));
        }
        if let Some(moves) = rooms.moves {
            self.draw_moves_pane(canvas, moves, rooms.facts.is_none());
        }
        if let Some(rules) = rooms.rules {
            draw_text(canvas, rules, "Rules", MORE, |width| self.rule_lines(width));
        }
        if let Some(asked) = asked {
            asked.draw(canvas);
        }
        // Whether all of the board is seen is known by now.
        key_line::draw(canvas, rooms.keys, &self.key_items(keymap));
        self.drawn.keys = rooms.keys;
        if let Some(chooser) = self.chooser() {
            chooser.draw(canvas, over);
        }
        match &mut self.popup {
            Some(Popup::Stages(browser)) => browser.draw(canvas, over),
            Some(Popup::Leaf(leaf)) => leaf.draw(canvas, over),
            _ => {}
        }
    }

    /// The rooms of a search's node: where its figures would make the board much smaller, what is told of the puzzle gives
    /// way to them.
    fn for_node(
        &self,
        rooms: Rooms,
        area: Rect,
        wants: &Wants<'_>,
        board: (u16, u16),
        grown: &dyn Fn(Rect) -> (u16, u16),
    ) -> Rooms {
        let alone = Rooms::of(area, &Wants { surrounds: false, ..*wants });
        let drawn = |rooms: &Rooms| {
            let inside = rooms.board.height.saturating_sub(2);
            let room = Rect { height: inside - said_rows(inside), ..rooms.board };
            let room = Rect { width: room.width.saturating_sub(2), ..room };
            let (places, _) = self.node_places(room, board, grown)?;
            let (width, height) = grown(places.board);
            Some(u32::from(width) * u32::from(height))
        };
        match (drawn(&alone), drawn(&rooms)) {
            (Some(larger), Some(smaller)) if larger > smaller * 3 / 2 => alone,
            _ => rooms,
        }
    }

    fn draw_headline(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let dot = if canvas.paint.lines { "·" } else { "-" };
        // A path keeps its first slash.
        let behind = self.middle.named().name.strip_prefix(self.middle.named().game.name());
        let name = behind.and_then(|name| name.strip_prefix(['/', ':'])).unwrap_or(&self.middle.named().name);
        // What is said of a board of one's own is not said of the puzzle that it was made from.
        let own = if self.middle.is_edited() { "own board, from " } else { "" };
        let title = format!("{} {dot} {own}", self.middle.named().game.profile().title);
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

    /// What the student is asked, where that has no place beside the board.
    fn question_box(&self, panes: &[Rect]) -> Option<QuestionBox> {
        let snapshot = self.middle.desk().snapshot().filter(|_| self.shows_search())?;
        // How one answers stands in the line of keys.
        let said = if self.middle.has_answered() { self.middle.message() } else { "" };
        QuestionBox::of(panes, self.told(&snapshot), said)
    }

    /// Returns the question that is still to be drawn, over one of these panes.
    fn draw_board(
        &mut self,
        canvas: &mut Canvas<'_>,
        rooms: &Rooms,
        (position, marks): (&dyn Position, &[Mark]),
        (foot, panes): (Option<u16>, &[Rect]),
        now: Instant,
    ) -> Option<QuestionBox> {
        let title = self.board_title(now);
        let has_keys = self.pane == Pane::Board && !self.shows_search();
        let mut inner = canvas.pane(rooms.board, &title, has_keys);
        if rooms.bar_is_inside() {
            inner.height = inner.height.saturating_sub(1);
        }
        let view = self.middle.named().game.view();
        // What is said has lines of its own: it never takes those of the board.
        let more = u16::from(self.bar_gives_way(rooms, foot));
        let size = view.size(position, canvas.paint);
        let said = if self.shows_search() {
            // A line less is said where the board is seen whole by it.
            let usual = said_rows(inner.height);
            Some(inner.height.saturating_sub(size.1)).filter(|spare| (1..usual).contains(spare)).unwrap_or(usual)
        } else {
            self.left_to_say(canvas, inner, said_beside(foot, inner.height, size.1, self.hand_tells()))
        };
        if !self.shows_search() && !self.xray.is_on {
            self.draw_own_board(canvas, rooms, (position, marks), (inner, said, more));
            return None;
        }
        let said = said + more;
        inner.height += more;
        let beside = Rect { height: inner.height - said, ..inner };
        let grown = |room: Rect| view.size_in(position, canvas.paint, (room.width, room.height));
        let panel = self.node_places(beside, size, &grown);
        let has_panel = panel.as_ref().is_some_and(|(places, snapshot)| places.has_panel(self.told(snapshot)));
        // A question keeps the rows that were found for it.
        let is_asked = has_panel && panel.is_some_and(|(_, snapshot)| self.told(&snapshot).question.is_some());
        let asked = if has_panel { None } else { self.question_box(panes) };
        if let Some(covered) = asked.as_ref().map(|asked| asked.frame).filter(|frame| frame.intersects(inner)) {
            let room = Rect { height: covered.y.saturating_sub(inner.y).min(inner.height), ..inner };
            let wanted = grown(room);
            self.draw_position(canvas, (position, marks), centred(room, wanted.0, wanted.1));
            return asked;
        }
        let lines = self.lines(padded(inner).width as usize, Some(SMALL_CHART));
        let size_in = |width, height| view.size_in(position, canvas.paint, (width, height));
        let rows = (said, lines.len() as u16);
        let rays = self.xray_beside(inner, rows, size.0, &size_in).filter(|_| !has_panel);
        let lines = if rays.is_some() { self.lines(padded(inner).width as usize, None) } else { lines };
        let least = inner.height.saturating_sub(view.size(position, canvas.paint).1);
        let keeps = rays.is_some() || is_asked;
        let said = if keeps { said } else { said.max(self.xray_rows(&lines).min(least)) };
        let inner_width = inner.width - rays.map_or(0, |rays| rays.width);
        let room = Rect { height: inner.height - said, width: inner_width, ..inner };
        let wanted = view.size_in(position, canvas.paint, (room.width, room.height));
        // Where there is plenty of room the board stands in the middle of it.
        let spare = room.height.saturating_sub(wanted.1);
        let keeps = rooms.moves.is_some() || is_asked;
        let said = if keeps { said } else { said.max((said + spare).min(lines.len() as u16)) };
        let room = Rect { height: inner.height - said, width: inner_width, ..inner };
        let node = self.node_places(room, size, &grown);
        // What the board does not need beside the node's figures goes to what is said.
        let unused = node.as_ref().map_or(0, |(places, _)| places.board.height.saturating_sub(grown(places.board).1));
        let said = if is_asked { said } else { said.max((said + unused).min(lines.len() as u16)) };
        let room = Rect { height: inner.height - said, ..room };
        let node = self.node_places(room, size, &grown);
        let room = node.as_ref().map_or(room, |(places, _)| places.board);
        let wanted =
            if node.is_some() { view.size_in(position, canvas.paint, (room.width, room.height)) } else { wanted };
        let wanted = with_bars(wanted, size, room);
        self.draw_position(canvas, (position, marks), centred(room, wanted.0, wanted.1));
        if let Some((places, snapshot)) = &node {
            places.draw(canvas, self.told(snapshot));
        }
        if let Some(rays) = rays {
            let rays = Rect { height: inner.height - said, ..rays };
            draw_said(canvas, rays, &self.xray_panel(rays));
        }
        // A part of a chart tells nothing.
        let is_cut = rays.is_none() && lines.len() > said.into() && self.chart_foot(padded(inner).width.into()) >= said;
        let lines = if is_cut { self.lines(padded(inner).width as usize, self.xray.is_on.then_some(0)) } else { lines };
        let news = self.news_rows(padded(inner).width.into());
        let only_news = &lines[..usize::from(news).min(lines.len())];
        match news.cmp(&said) {
            Ordering::Less => draw_said(canvas, padded(below(inner, inner.height - said)), &lines),
            Ordering::Equal => draw_said(canvas, padded(below(inner, inner.height - said)), only_news),
            Ordering::Greater => self.draw_over(canvas, (position, marks), inner, only_news),
        }
        asked
    }

    pub(super) fn draw_position(
        &mut self,
        canvas: &mut Canvas<'_>,
        (position, marks): (&dyn Position, &[Mark]),
        board: Rect,
    ) {
        self.drawn.board = board;
        canvas.zone(board, Zone::Board);
        let (cursor, view) = (self.in_sight(marks), self.middle.named().game.view());
        self.drawn.is_cut = view.further(position, board, cursor, (0, 0)).is_some();
        let scene = Scene { position, marks, cursor, looked: self.looked, paint: canvas.paint };
        view.draw(&scene, board, canvas.buffer);
    }

    /// The rows under a board that in a low window needs some of those for what is said and for the line of the
    /// solution to be seen whole.
    fn foot(&self, rooms: &Rooms, board: u16) -> Option<u16> {
        let inside = rooms.board.height.saturating_sub(2);
        let usual = inside.saturating_sub(1 + said_rows(inside.saturating_sub(1)));
        let needs_more = rooms.bar_is_inside() && !self.shows_search() && (usual + 1..inside).contains(&board);
        needs_more.then(|| inside - board)
    }

    /// In a low window that there is no solution yet goes without saying where there is more to say than fits, and where
    /// the board needs the row.
    fn bar_gives_way(&self, rooms: &Rooms, foot: Option<u16>) -> bool {
        if !rooms.bar_is_inside() || self.prompt().is_some() || self.shows_search() {
            return false;
        }
        // After the last move there is no step to tell of.
        let is_idle = self.middle.solution().is_none();
        let is_over = self.middle.is_solved() && !self.middle.is_playing();
        let lines = || self.lines(padded(rooms.bar).width.into(), Some(SMALL_CHART)).len();
        match foot {
            Some(1) => is_idle || lines() > 0,
            Some(foot) => is_idle || is_over && lines() >= foot.into(),
            None => (is_idle || is_over) && lines() > said_rows(rooms.board.height.saturating_sub(3)).into(),
        }
    }

    /// Where the watched node's figures go, beside a board that needs so much.
    fn node_places(
        &self,
        room: Rect,
        board: (u16, u16),
        grown: &dyn Fn(Rect) -> (u16, u16),
    ) -> Option<(Places, Arc<Snapshot>)> {
        let snapshot = self.middle.desk().snapshot().filter(|_| self.shows_search() && self.chosen().is_none())?;
        Some((Places::of(room, board, grown, self.told(&snapshot)), snapshot))
    }

    fn told<'a>(&'a self, snapshot: &'a Snapshot) -> Told<'a> {
        Told { look: &snapshot.look, question: self.middle.question() }
    }

    fn board_title(&self, now: Instant) -> String {
        if let Some(card) = self.chosen() {
            return tree_pane::board_title(&card);
        }
        if self.shows_search() {
            return self.middle.desk().snapshot().map_or_else(|| "The search's node".into(), |s| node_title(&s));
        }
        let headline = self.middle.headline();
        match self.middle.shown_time(now).filter(|_| !self.middle.is_setting_up()) {
            Some(elapsed) => format!("{headline}  {}", clock_words(elapsed)),
            None => headline,
        }
    }

    /// While the search's node is shown, its time stands in place of the solution.
    fn draw_time(&mut self, canvas: &mut Canvas<'_>, rooms: &Rooms) -> bool {
        let snapshot = self.middle.desk().snapshot().filter(|_| self.shows_search() && self.prompt().is_none());
        let Some(snapshot) = snapshot else { return false };
        let (is_framed, tempo) = (!rooms.bar_is_inside(), self.middle.tempo_words());
        self.time_line = TimeLine::draw(canvas, rooms.bar, is_framed, &snapshot, &tempo);
        true
    }

    fn draw_bar(&self, canvas: &mut Canvas<'_>, rooms: &Rooms) {
        let inner = if rooms.bar_is_inside() {
            rooms.bar
        } else {
            padded(row(canvas.pane(rooms.bar, "Solution", self.pane == Pane::Solution), 0))
        };
        if let Some(prompt) = self.prompt() {
            return prompt.draw(canvas, inner);
        }
        let Some(moves) = self.middle.solution() else {
            let words = self.middle.no_solution_words();
            // What is said above it is not said twice.
            if self.middle.message() != words {
                canvas.line(inner, &words, Role::Dim);
            }
            canvas.zone(inner, Zone::Do(Action::Solve));
            return;
        };
        let which =
            self.middle.solution_place().map(|(at, all)| format!("{at} of {} ", self.middle.number_of_solutions(all)));
        let mut used = canvas.line(inner, &which.unwrap_or_default(), Role::Title);
        let place = match self.middle.session().solution_step() {
            Some((done, all)) => format!("step {done}/{all} "),
            None => format!("{}, you left its way ", words::count(moves.len() as u64, "move", "moves")),
        };
        used += canvas.line(after(inner, used), &place, Role::Number);
        for (text, action) in [("[<]", Action::SolutionBack), ("[>]", Action::SolutionForward)] {
            used += 1;
            used += canvas.button(after(inner, used), text, action);
        }
        // While a search goes on the key pauses that.
        if !self.middle.desk().is_alive() {
            used += 1;
            used += canvas.button(after(inner, used), "[space]", Action::Pause);
            let playing = if self.middle.is_playing() { " stop" } else { " play" };
            // Which move comes next is worth more than what the key does.
            let next = self.middle.session().next_of_solution().map_or(0, |next| next.chars().count() + 2);
            if usize::from(inner.width.saturating_sub(used)) >= playing.len() + next {
                used += canvas.line(after(inner, used), playing, Role::Dim);
            }
        }
        if let Some(next) = self.middle.session().next_of_solution() {
            let (room, told) = (after(inner, used + 2), self.middle.told(next));
            let fits = |text: &str| text.chars().count() <= room.width as usize;
            let label = if fits(&format!("next {next}")) { "next " } else { "" };
            let words = if fits(&format!("{label}{told}")) { &told } else { next };
            if fits(words) {
                canvas.parts(room, &[(label, Role::Dim), (words, Role::Next)]);
            }
        }
    }

    /// Whether the game takes digits for itself.
    pub(super) fn toggles_need_prefix(&self) -> bool {
        ('1'..='9').any(|digit| self.is_wanted(digit))
    }
}

/// What is shown of a search, and how deep it lies. A node that is no position is so many decisions deep.
fn node_title(snapshot: &Snapshot) -> String {
    let what = match (snapshot.exhibit, snapshot.breakpoint) {
        (Exhibit::Solution, _) | (Exhibit::Met, Some(Breakpoint::Solution)) => "The solution",
        (Exhibit::Met, Some(Breakpoint::Deadlock)) => "The dead end",
        (Exhibit::Met, Some(Breakpoint::Cut(_))) => "The node that is cut",
        _ => "The search's node",
    };
    let (moves, depth) = (snapshot.focus.path.len() as u64, u64::from(snapshot.look.depth));
    match (moves, depth) {
        (0, 0) => what.into(),
        (1, 2..) | (0, _) => format!("{what}, {} deep", words::grouped(depth)),
        (moves, depth) if moves == depth => format!("{what}, {} deep", words::count(moves, "move", "moves")),
        // Digits that follow are placed with the one that was tried.
        (moves, depth) => {
            let [decisions, moves] = [(depth, "decision", "decisions"), (moves, "move", "moves")]
                .map(|(n, one, many)| words::count(n, one, many));
            format!("{what}, {decisions}, {moves}")
        }
    }
}

/// Where to look on the board of a search: where the player looks, what its last move changed, or what it is trying.
pub(super) fn watched_cell(marks: &[Mark]) -> Option<Cell> {
    let last = |kind| marks.iter().rev().find(|mark| mark.kind == kind);
    let watched =
        last(MarkKind::Cursor).or_else(|| last(MarkKind::Changed)).or_else(|| last(MarkKind::Choice)).or(marks.first());
    watched.map(|mark| mark.cell)
}

/// The program's name and the puzzle's in so many columns: the program's gives way first, then the puzzle's is cut.
pub(super) fn headline(title: &str, name: &str, width: usize) -> (&'static str, String) {
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

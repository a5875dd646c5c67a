//! The watched node beside its board: its figures, what stands beside it with its fate, what waits; and the line of
//! moves that leads to it.

use ratatui::layout::Rect;

use super::chrome::{Canvas, after, below, fitted, padded, row};
use crate::games::view::Role;
use crate::search::{Branch, Domain, Queue, Waiting};
use crate::workbench::conduct::Question;
use crate::workbench::look::{Look, Relative, rank_words};
use crate::workbench::notebook::Fate;
use crate::workbench::words;

/// A narrower panel says nothing; a wider one than this has no use for it.
const LEAST: u16 = 20;
const MOST: u16 = 44;
const USUAL_WIDTH: u16 = 30;
/// It gets so narrow where the board is larger for it.
const NARROW: u16 = 24;
/// What lies under a board is worth its lines from so many on.
const LEAST_UNDER: u16 = 3;
const USUAL_UNDER: u16 = 8;
/// From this width on, what waits stands beside the rest under the board.
const TWO_COLUMNS: u16 = 48;
const LONGEST_MOVE: usize = 14;
/// Columns for words that are worth breaking.
const LEAST_WORDS: usize = 12;

/// A row of text in several roles.
type Row = Vec<(String, Role)>;

/// Where the board, the line and the panel go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    pub board: Rect,
    /// A row for what stands beside the node, where there is no room for the panel.
    strip: Rect,
    line: Rect,
    panel: Rect,
}

/// What is told beside the board: of the node or, while the student is asked, the question.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    pub look: &'a Look,
    pub question: Option<&'a Question>,
}

impl Places {
    /// In a room, for a board that needs so much and grows to what `grown` says: the panel beside it or, where that is too
    /// narrow or the board grows larger over it, under it; the line of moves under both.
    pub fn of(room: Rect, board: (u16, u16), grown: &dyn Fn(Rect) -> (u16, u16), told: Told<'_>) -> Self {
        let wanted = told.wanted_rows().max(USUAL_UNDER);
        let [beside, narrow] = [MOST, NARROW].map(|most| Self::with(room, board, Some(most), wanted, told));
        let size = |places: &Places| {
            let (width, height) = grown(places.board);
            u32::from(width) * u32::from(height)
        };
        let is_larger = told.question.is_none() && size(&narrow) > size(&beside) * 4 / 3;
        let beside = if is_larger { narrow } else { beside };
        // A question is seen whole; of what waits the first are enough where the board is larger for it.
        let least = if told.question.is_some() { wanted } else { USUAL_UNDER };
        let under = [wanted, least].map(|rows| Self::with(room, board, None, rows, told));
        let roomy = under.into_iter().zip([wanted, least]).filter(|(under, rows)| under.panel.height >= *rows);
        let best = roomy.map(|(under, _)| under).reduce(|a, b| if size(&b) > size(&a) { b } else { a });
        best.filter(|under| size(under) > size(&beside) * 4 / 3).unwrap_or(beside)
    }

    /// With the panel beside the board and at most so wide where it has room there, or under it.
    fn with(room: Rect, board: (u16, u16), side: Option<u16>, wanted: u16, told: Told<'_>) -> Self {
        let look = told.look;
        let spare = room.height.saturating_sub(board.1);
        let has_line = !look.line.is_empty() && (spare > 0 || board.1 > room.height && room.height > 4 * LEAST_UNDER);
        let line_rows = u16::from(has_line);
        let (upper, line) = split_rows(room, room.height - line_rows);
        // A column on the left and two on the right keep the board off what stands beside it.
        let beside = upper.width.saturating_sub(board.0 + 3);
        if told.is_empty() {
            return Places { board: upper, line, ..Places::default() };
        }
        if let Some(most) = side.filter(|_| beside >= LEAST) {
            // The board grows with its room, and the panel keeps to what its text needs.
            // A column is left free at both sides of the board, where there is one.
            let width = (beside - u16::from(beside > LEAST)).min(most).min((upper.width * 2 / 5).max(USUAL_WIDTH));
            let panel = after(upper, upper.width - width);
            return Places {
                board: Rect { width: upper.width - width - 1, ..upper },
                line,
                panel,
                ..Places::default()
            };
        }
        // A board of which only a part is shown says so in a line of its own.
        let rows = match spare.saturating_sub(line_rows + 1) {
            // One that does not fit anyway is shown around the node: it can do with less.
            _ if board.1 > room.height && room.height > 4 * LEAST_UNDER => LEAST_UNDER + 1,
            rows => rows,
        };
        // What has no room for a question is asked elsewhere, and leaves its rows to the board.
        let asked = told.question.map(|question| question_rows(look, question, padded(upper).width.into()).len());
        if rows < LEAST_UNDER || asked.is_some_and(|asked| asked > wanted.min(rows).into()) {
            let has_strip = rows > 0 && told.question.is_none() && !look.family().1.is_empty();
            let (board, strip) = split_rows(upper, upper.height - u16::from(has_strip));
            return Places { board, strip, line, panel: Rect::default() };
        }
        // The board stays where it is, whatever is told under it.
        let under = wanted.min(rows);
        let (board, panel) = split_rows(upper, upper.height - under);
        Places { board, line, panel: padded(panel), ..Places::default() }
    }

    /// Whether there is room to tell anything, and for all of a question where one is asked.
    pub fn has_panel(&self, told: Told<'_>) -> bool {
        let asked = told.question.map(|question| question_rows(told.look, question, self.panel.width.into()).len());
        self.panel.height > 0 && asked.is_none_or(|rows| rows <= self.panel.height.into())
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>, told: Told<'_>) {
        let look = told.look;
        draw_line(canvas, padded(self.line), look);
        if self.strip.height > 0 && told.question.is_none() {
            draw_rows(canvas, padded(self.strip), &[strip_row(look, padded(self.strip).width.into())]);
        }
        if let Some(question) = told.question {
            // What waits would answer it.
            if self.has_panel(told) {
                draw_rows(canvas, self.panel, &question_rows(look, question, self.panel.width.into()));
            }
            return;
        }
        let Rect { width, height, .. } = self.panel;
        let is_under = self.panel.y > self.board.y;
        if is_under && width >= TWO_COLUMNS && !look.standing.is_idle() {
            // Each column gets what it needs, as far as the other does not need it too.
            let widest = |rows: &[Row]| rows.iter().map(row_width).max().unwrap_or(0) as u16;
            let half = width / 2;
            let wanted = widest(&node_rows(look, width.into(), height.into()));
            let waiting = widest(&waiting_rows(look, width.into(), height.into()));
            let left = wanted
                .max(half.min(width.saturating_sub(waiting + 2)))
                .min(half.max(width.saturating_sub(waiting + 2)));
            let nodes = Rect { width: left, ..self.panel };
            draw_rows(canvas, nodes, &node_rows(look, left.into(), height.into()));
            let right = after(self.panel, left + 2);
            draw_rows(canvas, right, &waiting_rows(look, right.width.into(), height.into()));
        } else {
            let mut rows = node_rows(look, width.into(), height.into());
            let left = usize::from(height).saturating_sub(rows.len() + 1);
            if left > 1 {
                let waiting = waiting_rows(look, width.into(), left);
                rows.extend((!waiting.is_empty()).then(Row::new));
                rows.extend(waiting);
            }
            draw_rows(canvas, self.panel, &rows);
        }
    }
}

fn split_rows(area: Rect, upper: u16) -> (Rect, Rect) {
    let upper = upper.min(area.height);
    (Rect { height: upper, ..area }, below(area, upper))
}

impl Told<'_> {
    fn is_empty(self) -> bool {
        let look = self.look;
        let has_figures = look.node.as_ref().is_some_and(|node| node.h.is_some() || node.f.is_some());
        let tells_nothing = !has_figures && look.family().1.is_empty() && look.standing.is_idle();
        tells_nothing && self.question.is_none()
    }

    fn wanted_rows(self) -> u16 {
        let width = usize::from(MOST);
        let rows = match self.question {
            Some(question) => question_rows(self.look, question, width).len(),
            None => {
                let node = node_rows(self.look, width, usize::MAX).len();
                node.max(waiting_rows(self.look, width, usize::MAX).len())
            }
        };
        rows.min(16) as u16
    }
}

/// What is asked where it has no panel: a box over one of the panes.
pub struct QuestionBox {
    pub frame: Rect,
    title: String,
    rows: Vec<Row>,
}

impl QuestionBox {
    /// Over the first of these panes that has room for it, or over the last. But for the first they hide what was said to
    /// the last answer, so that it stands in the box, which is as low as it can be: the board is seen above it.
    pub fn of(panes: &[Rect], told: Told<'_>, said: &str) -> Option<QuestionBox> {
        let question = told.question?;
        for (n, &pane) in panes.iter().enumerate() {
            let width = usize::from(pane.width.saturating_sub(2));
            let (title, rows) = if n == 0 {
                ("Conduct".into(), question_rows(told.look, question, width))
            } else {
                (format!("Conduct: {}", told.look.figures()), low_rows(question, said, width))
            };
            let height = rows.len() as u16 + 2;
            if height <= pane.height || n + 1 == panes.len() {
                let frame = below(pane, pane.height - height.min(pane.height));
                return Some(QuestionBox { frame, title, rows });
            }
        }
        None
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>) {
        let inner = canvas.inlay(self.frame, &self.title);
        draw_rows(canvas, inner, &self.rows);
    }
}

/// What was said, what is asked, and the answers side by side.
fn low_rows(question: &Question, said: &str, width: usize) -> Vec<Row> {
    const APART: &str = "  ";
    let lines = |text: &str, role: Role| words::wrap(text, width).into_iter().map(move |line| vec![(line, role)]);
    let mut rows: Vec<Row> = lines(said, Role::Text).chain(lines(&question.text, Role::Title)).collect();
    let mut answers = Row::new();
    for (number, choice) in (1..).zip(&question.choices) {
        let answer = vec![(format!("{number}: "), Role::Key), (choice.words.clone(), Role::Text)];
        if !answers.is_empty() && row_width(&answers) + APART.len() + row_width(&answer) > width {
            rows.push(std::mem::take(&mut answers));
        }
        if !answers.is_empty() {
            answers.push((APART.into(), Role::Text));
        }
        answers.extend(answer);
    }
    // One that is wider than the box goes on below itself.
    rows.push(answers);
    rows.into_iter().flat_map(|row| broken(row, width, usize::MAX)).collect()
}

/// The node's figures, what is asked, and the answers.
fn question_rows(look: &Look, question: &Question, width: usize) -> Vec<Row> {
    let text = |role: Role| move |line: String| vec![(line, role)];
    // The bound is what many a question is about: it is not cut for the sake of blanks.
    let figures = look.figures();
    let figures = if figures.chars().count() > width { figures.replace("  ", " ") } else { figures };
    let mut rows = vec![vec![(figures, Role::Number)]];
    rows.extend(words::wrap(&question.text, width).into_iter().map(text(Role::Title)));
    for (number, choice) in (1..).zip(&question.choices) {
        let mut lines = words::wrap(&choice.words, width.saturating_sub(3)).into_iter();
        let first = lines.next().unwrap_or_default();
        // Moves may be digits too.
        rows.push(vec![(format!("{number}: "), Role::Key), (first, Role::Text)]);
        rows.extend(lines.map(|line| vec![(format!("   {line}"), Role::Text)]));
    }
    rows
}

fn row_width(row: &Row) -> usize {
    row.iter().map(|(text, _)| text.chars().count()).sum()
}

/// What does not fit ends in dots.
fn draw_rows(canvas: &mut Canvas<'_>, area: Rect, rows: &[Row]) {
    for (n, parts) in (0..area.height).zip(rows) {
        let is_cut = row_width(parts) > area.width.into();
        let parts: Vec<(&str, Role)> = parts.iter().map(|(text, role)| (text.as_str(), *role)).collect();
        canvas.parts(row(area, n), &parts);
        if is_cut {
            canvas.right(row(area, n), "..", parts.last().map_or(Role::Dim, |(_, role)| *role));
        }
    }
}

/// The end of the line, and how long it is.
fn draw_line(canvas: &mut Canvas<'_>, area: Rect, look: &Look) {
    let Some((last, before)) = look.line.split_last() else { return };
    if area.height == 0 {
        return;
    }
    let count = if look.is_whole { format!("line of {}  ", look.line.len()) } else { "line  ".into() };
    let room = usize::from(area.width).saturating_sub(count.chars().count() + last.chars().count() + 1);
    let mut shown = before.join(" ");
    if shown.chars().count() > room || !look.is_whole {
        let kept = room.saturating_sub(4);
        let mut start = before.len();
        let mut length = 0;
        while start > 0 && length + before[start - 1].chars().count() < kept {
            start -= 1;
            length += before[start].chars().count() + 1;
        }
        shown = format!("... {}", before[start..].join(" "));
    }
    let gap = if before.is_empty() { "" } else { " " };
    canvas.parts(area, &[(&count, Role::Dim), (&shown, Role::Text), (gap, Role::Text), (last, Role::Next)]);
}

/// The node's figures, their terms, and the family of the last expansion.
fn node_rows(look: &Look, width: usize, height: usize) -> Vec<Row> {
    let mut rows: Vec<Row> =
        words::wrap(&look.figures(), width).into_iter().map(|text| vec![(text, Role::Number)]).collect();
    let (_, family) = look.family();
    let family_rows = family.len() + usize::from(!family.is_empty()) + usize::from(!look.skipped.is_empty());
    rows.extend(term_rows(look, width, height.saturating_sub(rows.len() + family_rows.min(5))));
    let room = height.saturating_sub(rows.len());
    if family.is_empty() || room < 2 {
        return rows;
    }
    if room > family_rows + 1 {
        rows.push(Row::new());
    }
    rows.extend(family_lines(look, family, width, height.saturating_sub(rows.len())));
    rows
}

fn term_rows(look: &Look, width: usize, room: usize) -> Vec<Row> {
    let terms = look.node.as_ref().map_or(&[][..], |node| &node.terms);
    if terms.is_empty() || room == 0 {
        return Vec::new();
    }
    if terms.len() <= room && terms.len() <= 6 {
        let term = |(name, value): &(&str, u64)| vec![(format!("  {name} {}", words::grouped(*value)), Role::Dim)];
        return terms.iter().map(term).collect();
    }
    let all: Vec<String> = terms.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let mut lines = words::wrap(&all.join(", "), width);
    if lines.len() > room {
        lines.truncate(room);
        // Longer than the row: it will end in dots.
        lines[room - 1] += &" ".repeat(width);
    }
    lines.into_iter().map(|text| vec![(text, Role::Dim)]).collect()
}

fn family_lines(look: &Look, family: &[Relative], width: usize, room: usize) -> Vec<Row> {
    let mut rows = vec![vec![(look.heading(), Role::Title)]];
    let skipped = look.skipped.iter().map(|(by, n)| format!("{n} not made ({by})")).collect::<Vec<_>>().join(", ");
    let shown = room.saturating_sub(1 + usize::from(!skipped.is_empty())).min(family.len());
    let here = family.iter().position(|relative| relative.is_here).unwrap_or(0);
    let window = crate::games::view::window(family.len(), shown, here);
    let ranked = family.iter().filter_map(|relative| relative.note.rank()).map(|f| rank_words(f).len()).max();
    let widest = family.iter().map(|relative| relative.note.mv.chars().count()).max().unwrap_or(0).min(LONGEST_MOVE);
    if window.len() < family.len() {
        let others = family[window.clone()].iter().filter(|relative| !relative.is_here).count();
        rows[0].push((format!(", {others} shown"), Role::Dim));
    }
    // Where there is room, what is longer than its row goes on below it; half of the room is left to what waits.
    let mut spare = room.saturating_sub(rows.len() + window.len() + usize::from(!skipped.is_empty())) / 2;
    for relative in &family[window] {
        let broken = broken(relative_row(relative, widest, ranked, width), width, spare + 1);
        spare -= broken.len() - 1;
        rows.extend(broken);
    }
    if !skipped.is_empty() {
        rows.push(vec![(skipped, Role::Dim)]);
    }
    rows
}

/// A row whose last part goes on below itself, in so many rows at most; the same row where they are too few.
fn broken(mut row: Row, width: usize, most: usize) -> Vec<Row> {
    let Some((text, role)) = row.pop() else { return vec![row] };
    let indent = row_width(&row);
    let lines = words::wrap(&text, width.saturating_sub(indent));
    let is_narrow = indent + LEAST_WORDS > width;
    if lines.len() > most || is_narrow {
        // The first word of a reason is no reason.
        let fate = text.split_once(": ").filter(|_| is_narrow && lines.len() > 1).map(|(fate, _)| fate.to_owned());
        row.push((fate.unwrap_or(text), role));
        return vec![row];
    }
    let mut lines = lines.into_iter();
    row.extend(lines.next().map(|line| (line, role)));
    let below = lines.map(|line| vec![(" ".repeat(indent), Role::Text), (line, role)]);
    std::iter::once(row).chain(below).collect()
}

/// The family in a row: as many as there is room for, from the node itself on.
fn strip_row(look: &Look, width: usize) -> Row {
    let (_, family) = look.family();
    let mut parts = vec![(format!("{}  ", look.heading()), Role::Title)];
    let here = family.iter().position(|relative| relative.is_here).unwrap_or(0);
    let (mut used, mut shown) = (row_width(&parts), 0);
    for relative in family[here..].iter().chain(&family[..here]) {
        let (sign, role) = glyph(relative.note.fate);
        let sign = if relative.is_here { '>' } else { sign };
        let mv = fitted(&relative.note.mv, LONGEST_MOVE);
        let fate = relative.fate_words();
        let wide = mv.chars().count() + fate.chars().count() + 5;
        // The last one leaves room to say how many are left out.
        if used + wide + usize::from(shown + 1 < family.len()) * 4 > width && shown > 0 {
            parts.push((format!("+{}", family.len() - shown), Role::Dim));
            break;
        }
        parts.extend([(format!("{sign} {mv} "), if relative.is_here { Role::Next } else { Role::Text })]);
        parts.extend([(fate, role), ("  ".into(), Role::Text)]);
        (used, shown) = (used + wide, shown + 1);
    }
    parts
}

/// The glyph of a fate, and its role.
pub fn glyph(fate: Fate) -> (char, Role) {
    match fate {
        Fate::Waits => ('.', Role::Dim),
        Fate::Entered => ('o', Role::Choice),
        Fate::Cut(_) => ('x', Role::Warning),
        Fate::Seen => ('=', Role::Dim),
        Fate::Dead => ('#', Role::Dead),
        Fate::Left => ('-', Role::Dim),
        Fate::Solution => ('*', Role::Good),
    }
}

fn relative_row(relative: &Relative, widest: usize, ranked: Option<usize>, width: usize) -> Row {
    let (sign, role) = glyph(relative.note.fate);
    let sign = if relative.is_here { '>' } else { sign };
    let mv = fitted(&relative.note.mv, widest);
    let moved = if relative.is_here { Role::Next } else { Role::Text };
    let mut parts = vec![(format!("{sign} "), role), (format!("{mv:<widest$} "), moved)];
    if let Some(width) = ranked {
        let rank = relative.note.rank().map_or_else(String::new, |f| format!("f {:>width$}", rank_words(f)));
        parts.push((format!("{rank:<0$} ", width + 2), Role::Number));
    }
    let why = if relative.note.why.is_empty() { String::new() } else { format!(": {}", relative.note.why) };
    let told = relative.fate_words() + &why;
    let fits = row_width(&parts) + told.chars().count() <= width;
    // The sign says that it is cut; by what matters more.
    let told = told.strip_prefix("cut by ").filter(|_| !fits).map_or(told.clone(), str::to_owned);
    parts.push((told, role));
    parts
}

/// What waits, in as many rows as there are.
fn waiting_rows(look: &Look, width: usize, room: usize) -> Vec<Row> {
    let standing = &look.standing;
    let mut rows = Vec::new();
    let branches: Vec<&Branch> = standing.stack.iter().filter(|branch| !branch.left.is_empty()).collect();
    if let Some(queue) = standing.queue.as_ref().filter(|queue| queue.len > 0) {
        rows.extend(queue_rows(queue));
    }
    if !branches.is_empty() {
        rows.push(vec![("to come back to".into(), Role::Title)]);
        rows.extend(branches.into_iter().map(|branch| branch_row(branch, width)));
    }
    if !standing.domains.is_empty() {
        rows.push(vec![("fewest alternatives".into(), Role::Title)]);
        rows.extend(standing.domains.iter().map(domain_row));
    }
    // Under a title the first of them says more than dots.
    if rows.len() > room && room > 2 {
        rows.truncate(room);
        rows[room - 1] = vec![("...".into(), Role::Dim)];
    }
    rows.truncate(room);
    rows
}

fn queue_rows(queue: &Queue) -> Vec<Row> {
    let widest = queue.first.iter().map(|waiting| waiting.mv.chars().count()).max().unwrap_or(0).min(LONGEST_MOVE);
    let title = format!("{}: {}", queue.name, words::count(queue.len, "waits", "wait"));
    let waiting = |waiting: &Waiting| {
        let mv = fitted(&waiting.mv, widest);
        let mut parts = vec![(". ".into(), Role::Dim), (format!("{mv:<widest$} "), Role::Text)];
        parts.extend(waiting.rank().map(|f| (format!("f {} ", rank_words(f)), Role::Number)));
        let h = waiting.h.map_or_else(String::new, |h| format!(" h {}", words::grouped(h)));
        parts.push((format!("g {}{h}", words::grouped(waiting.depth.into())), Role::Dim));
        parts
    };
    let more = (queue.len > queue.first.len() as u64).then(|| vec![("...".into(), Role::Dim)]);
    std::iter::once(vec![(title, Role::Title)]).chain(queue.first.iter().map(waiting)).chain(more).collect()
}

fn branch_row(branch: &Branch, width: usize) -> Row {
    let at = format!("depth {}: ", words::grouped(branch.depth.into()));
    let left = branch.left_words(width.saturating_sub(at.len()));
    vec![(at, Role::Dim), (left, Role::Text)]
}

fn domain_row(domain: &Domain) -> Row {
    vec![(format!("{}  ", domain.name), Role::Text), (domain.values.clone(), Role::Number)]
}

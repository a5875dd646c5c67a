//! What the game screen says under its board: what has just happened, what a search stopped for, what is to be known of the
//! position.

use super::game::{GameScreen, Pane};
use super::game_tree::Face;
use super::help::is_in_charset;
use super::tree_pane;
use crate::games::view::{Role, Seen};
use crate::search::MarkKind;
use crate::workbench::words;
use crate::workbench::worker::{Breakpoint, Exhibit, Phase, Stepped};

/// Between two sentences on one line.
const GAP: &str = "  ";

/// Short lines share one, where rows are few.
fn side_by_side(lines: Vec<(String, Role)>, width: usize) -> Vec<(String, Role)> {
    let mut shared: Vec<(String, Role)> = Vec::new();
    for (line, role) in lines {
        match shared.last_mut() {
            Some((last, its)) if *its == role && fits_beside(last, &line, width) => {
                last.push_str(GAP);
                last.push_str(&line);
            }
            _ => shared.push((line, role)),
        }
    }
    shared
}

fn fits_beside(last: &str, line: &str, width: usize) -> bool {
    last.chars().count() + GAP.len() + line.chars().count() <= width
}

impl GameScreen {
    /// What has just happened, wherever one looks.
    pub(super) fn news(&self) -> Vec<(String, Role)> {
        let mut said = vec![(self.making.clone(), Role::Warning)];
        let role = if self.middle.is_solved() && !self.shows_search() { Role::Good } else { Role::Text };
        let message = self.middle.message();
        // The arrows walk in the tree while it is open.
        let message = if self.tree.is_open { message.replace("Arrows or < >", "< >") } else { message.to_owned() };
        let end = self.end_words().map_or_else(String::new, |words| words::sentence(&words));
        said.push((format!("{message} {end}").trim().to_owned(), role));
        said.extend(self.breakpoint_words().map(|text| (text, Role::Warning)));
        said
    }

    /// The signs that the board can show as it stands, with what they mean; those of the tree while that is open.
    pub(super) fn legend(&self, unicode: bool) -> Vec<(String, &'static str)> {
        if self.tree.is_open && self.tree.face != Face::Board {
            return tree_pane::signs().collect();
        }
        let (_, marks) = self.board();
        let (search, xray) = (self.shows_search(), self.xray.is_on);
        let has_next = self.middle.session().next_of_solution().is_some();
        let can_be = |kind: MarkKind, is_rare: bool| {
            let comes_by_itself = match kind {
                MarkKind::Cursor | MarkKind::Picked => !search,
                MarkKind::Next => has_next && !search,
                MarkKind::Choice | MarkKind::Settled => search,
                MarkKind::Counted | MarkKind::Besides => xray,
                MarkKind::Losing | MarkKind::Winning | MarkKind::Legal => self.middle.marks_moves() && !search,
                _ => true,
            };
            comes_by_itself && !is_rare || marks.iter().any(|mark| mark.kind == kind)
        };
        let is_seen = |seen| is_in_charset(seen, unicode) && (xray || seen != Seen::Xray);
        self.middle.named().game.view().legend().rows(is_seen, can_be)
    }

    /// What there is to say under the board, most urgent first.
    pub(super) fn sayings(&self) -> Vec<(String, Role)> {
        let mut said = self.news();
        if let Some(words) = self.chosen_words() {
            said.extend(words);
        } else if self.shows_search() {
            if let Some(snapshot) = self.middle.desk().snapshot() {
                // What is marked as dead is told before all else.
                said.extend(self.middle.node_story().map(|story| (story, Role::Bad)));
                said.push((snapshot.focus.note.clone(), Role::Text));
                if let Some(Stepped { expanded, generated }) = snapshot.stepped.filter(|_| !snapshot.is_running()) {
                    let [expanded, generated] = [expanded, generated].map(words::grouped);
                    said.push((format!("this step: {expanded} expanded, {generated} generated"), Role::Dim));
                }
                if !snapshot.is_running() {
                    said.push((snapshot.last_dead.clone(), Role::Bad));
                }
            }
        } else {
            let missing = self.middle.missing().filter(|_| self.middle.is_setting_up());
            said.extend(missing.map(|missing| (missing, Role::Warning)));
            said.push((self.middle.story().0.to_owned(), Role::Dead));
            said.extend(self.hand_lines().into_iter().map(|line| (line, Role::Text)));
        }
        for (text, _) in &mut said {
            *text = words::sentence(text);
        }
        // A sentence that stands in another one is not told twice.
        let mut told: Vec<String> = Vec::new();
        said.retain(|(text, _)| {
            let plain = text.to_lowercase();
            let is_new = !text.is_empty() && !told.iter().any(|earlier| earlier.contains(&plain));
            told.push(plain);
            is_new
        });
        said
    }

    /// How many of these lines are news, which is never cut.
    pub(super) fn news_rows(&self, width: usize) -> u16 {
        let news = self.news().into_iter().filter(|(text, _)| !text.is_empty());
        news.map(|(text, _)| words::wrap_well(&words::sentence(&text), width).len() as u16).sum()
    }

    /// The lines under a board of one's own in so many rows: beside news, what the hand says is told in whole sentences.
    pub(super) fn lines_in(&self, width: usize, room: u16) -> Vec<(String, Role)> {
        let mut lines = self.lines(width, None);
        let is_cut = |lines: &[(String, Role)]| lines.len() > room.into();
        if is_cut(&lines) {
            lines = side_by_side(lines, width);
        }
        if self.news_rows(width) > 0 {
            for hand in self.hand_lines().iter().rev() {
                let rows = words::wrap_well(&words::sentence(hand), width);
                let is_last = lines.iter().rev().map(|(line, _)| line).zip(rows.iter().rev()).all(|(a, b)| a == b);
                if is_cut(&lines) && is_last {
                    lines.truncate(lines.len() - rows.len());
                }
            }
        }
        lines
    }

    /// Whether the hand has something to tell of a fresh board.
    pub(super) fn hand_tells(&self) -> bool {
        !self.middle.hand().lines(self.middle.session().start()).is_empty()
    }

    /// What the hand says. After the end there is nothing left to write or to move, and along a solution no cursor to do
    /// it at.
    fn hand_lines(&self) -> Vec<String> {
        let has_cursor = self.pane == Pane::Board && !self.middle.is_solved();
        if has_cursor { self.middle.hand().lines(self.middle.session().position()) } else { Vec::new() }
    }

    /// The same in full, for who asks for it.
    pub fn said(&self) -> Vec<String> {
        self.sayings().into_iter().chain(self.xray_words()).map(|(text, _)| text).collect()
    }

    /// The same, broken to the pane, with what the x-ray says where that has no place of its own: with a chart of so many rows.
    pub(super) fn lines(&self, width: usize, chart: Option<usize>) -> Vec<(String, Role)> {
        let broken =
            |(text, role): (String, Role)| words::wrap_well(&text, width).into_iter().map(move |line| (line, role));
        let rays = chart.map_or_else(Vec::new, |rows| self.xray_lines(width, rows));
        // Who looks through the board reads that before anything that is told of every cell and every node.
        let news: Vec<String> = self.news().iter().map(|(text, _)| words::sentence(text)).collect();
        let (first, last): (Vec<_>, Vec<_>) =
            self.sayings().into_iter().partition(|(text, _)| rays.is_empty() || news.contains(text));
        first.into_iter().flat_map(broken).chain(rays).chain(last.into_iter().flat_map(broken)).collect()
    }

    /// What the search was told to run to, and whether it is there: told where the search is seen.
    fn breakpoint_words(&self) -> Option<String> {
        let snapshot = self.middle.desk().snapshot()?;
        if !self.shows_search() || self.middle.sets_run_aside() {
            return None;
        }
        if let Some(missed) = snapshot.missed.filter(|_| !snapshot.is_running()) {
            return Some(format!("There is no {} before this expansion.", missed.words()));
        }
        if let Some(never) = snapshot.never {
            let name = self.middle.desk().running_plan().map_or("", |plan| plan.strategy.name);
            return Some(match never {
                Breakpoint::Board => format!("The nodes of {name} are no positions: it never comes to your board."),
                _ => format!("The strategy {name} raises no bound: there is none to run to."),
            });
        }
        let breakpoint = snapshot.breakpoint?;
        let (one, is_met) = (breakpoint.one(), snapshot.met > 0 || breakpoint == Breakpoint::Board);
        let of_several = match snapshot.met {
            0 | 1 => String::new(),
            met => format!(", one of {met} in this expansion"),
        };
        let how = match snapshot.exhibit {
            Exhibit::Search if breakpoint.is_of_a_node() => " The board shows the node after it.",
            Exhibit::Parent => " It is a child of this node, and not even made.",
            _ => "",
        };
        match snapshot.phase {
            Phase::Running => Some(format!("On the way to {one}.")),
            Phase::Paused => Some(format!("Paused at {one}{of_several}.{how}")),
            Phase::Done(_) if is_met && breakpoint.is_of_a_node() && breakpoint != Breakpoint::Solution => {
                Some(format!("At {one}{of_several}, in the last expansion.{how}"))
            }
            _ => None,
        }
    }
}

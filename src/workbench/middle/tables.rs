//! Large tables: whether there are any for this puzzle and plan, and building them meanwhile.

use super::Middle;
use crate::games::TableSet;
use crate::workbench::builder::BuildProgress;
use crate::workbench::tables::Condition;

/// How the tables stand that the present plan could use.
#[derive(Clone, Debug, PartialEq)]
pub enum TableState {
    Absent,
    Ready,
    /// On disk and not used, and why.
    Bad(String),
    Building(BuildProgress),
}

impl Middle {
    /// The set that the plan could use on this puzzle; `None` in a game without tables.
    fn wanted_tables(&self) -> Option<TableSet> {
        self.named.game.tables()?.wanted(self.session.position(), &self.desk.plan)
    }

    /// How the tables stood at the last look.
    pub fn tables(&self) -> Option<&TableState> {
        self.tables.as_ref()
    }

    /// Looks how tables stand; a build under way is shown whatever it is for.
    pub fn look_at_tables(&mut self) {
        self.tables = self.table_state();
    }

    fn table_state(&self) -> Option<TableState> {
        if let Some(progress) = self.builder.progress() {
            return Some(TableState::Building(progress));
        }
        Some(match self.builder.condition(self.named.game, &self.wanted_tables()?)? {
            Condition::Absent => TableState::Absent,
            Condition::Ready => TableState::Ready,
            Condition::Bad(why) => TableState::Bad(why),
        })
    }

    /// Takes in what the builder has to say. Returns whether there is anything new to draw.
    pub(super) fn attend_tables(&mut self) -> bool {
        let news = self.builder.news();
        let has_news = news.is_some();
        if let Some(news) = news {
            self.message = news;
            if self.table_state() == Some(TableState::Ready) {
                self.referee.reopen();
            }
        }
        if let Some(TableState::Bad(why)) = &self.tables
            && let Some(set) = self.wanted_tables()
            && self.builder.mend(self.named.game, &set)
        {
            self.message = format!("The tables on disk are no good, {why}: building them again meanwhile. B stops it.");
        }
        has_news || self.builder.progress().is_some() || matches!(self.tables, Some(TableState::Building(_)))
    }

    /// The key: builds, or stops building.
    pub fn build_tables(&mut self) {
        if self.builder.cancel() {
            self.message = "Stopping the build of tables.".into();
            return;
        }
        let Some(set) = self.wanted_tables() else {
            self.message = match self.named.game.tables() {
                None => "This game has no tables to build.".into(),
                Some(_) => "There are no large tables for this board and plan.".into(),
            };
            return;
        };
        let (about, megabytes) = (set.about, (set.bytes() + 500_000) / 1_000_000);
        self.message = match self.builder.start(self.named.game, set) {
            Ok(()) => format!("Building {about} ({megabytes} MB) while you go on; B stops it."),
            Err(why) => why,
        };
    }
}

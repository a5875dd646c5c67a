//! The workstation without a terminal: keys in, screens out, by a clock of its own. Pictures and films are made on it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::app::{App, Setup};
use super::film::Film;
use super::keymap::Key;
use crate::search::Plan;
use crate::workbench::finding::End;
use crate::workbench::naming::Named;
use crate::workbench::worker::Phase;

/// How long a key that is pressed stays on screen.
const KEY: Duration = Duration::from_millis(300);

pub struct Stage {
    app: App,
    terminal: Terminal<TestBackend>,
    now: Instant,
    film: Film,
}

impl Stage {
    pub fn open(setup: Setup, named: Named, (width, height): (u16, u16)) -> Self {
        let mut app = App::new(setup, Arc::new(|| {}));
        app.open(named);
        app.settle();
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("memory is a screen that never fails");
        Stage { app, terminal, now: Instant::now(), film: Film::default() }
    }

    /// Sets the strategy, its heuristics and its weight.
    pub fn take_up(&mut self, plan: &Plan) {
        if let Some(game) = self.app.game_mut() {
            game.middle.take_up(plan);
        }
    }

    pub fn press(&mut self, key: Key) {
        self.app.key(key.event(), self.now);
        self.app.effects();
        self.shoot(KEY);
    }

    /// Waits for the solver and the referee.
    pub fn settle(&mut self) {
        self.app.settle();
    }

    /// Draws, and keeps the screen for so long.
    pub fn shoot(&mut self, stays: Duration) {
        self.app.wake();
        self.terminal.draw(|frame| self.app.draw(frame, self.now)).expect("memory is a screen that never fails");
        self.film.add(self.terminal.backend().buffer(), stays);
        self.now += stays;
        self.app.tick(self.now);
    }

    /// Solves, for so long at most; whether there is a solution to walk along.
    pub fn solve(&mut self, patience: Duration) -> bool {
        let started = Instant::now();
        if let Some(game) = self.app.game_mut() {
            game.middle.start(false);
        }
        while self.is_searching() && started.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(2));
            self.app.wake();
        }
        if self.is_searching()
            && let Some(game) = self.app.game_mut()
        {
            game.middle.cancel();
        }
        self.app.settle();
        self.has_next()
    }

    /// Whether the search has proven that there is no solution.
    pub fn is_refuted(&mut self) -> bool {
        let snapshot = self.app.game_mut().and_then(|game| game.middle.desk().snapshot());
        snapshot.is_some_and(|snapshot| snapshot.phase == Phase::Done(End::Exhausted))
    }

    fn is_searching(&mut self) -> bool {
        self.app.game_mut().is_some_and(|game| game.middle.is_searching())
    }

    fn has_next(&mut self) -> bool {
        self.app.game_mut().is_some_and(|game| game.middle.session().next_of_solution().is_some())
    }

    /// Walks along the solution, a step in this time.
    pub fn walk(&mut self, tempo: Duration) {
        self.shoot(tempo);
        while self.has_next() {
            self.act(">");
            self.shoot(tempo);
        }
        self.shoot(4 * tempo);
    }

    /// Goes to an expansion of a search from its start, and shows it and those behind it.
    pub fn search(&mut self, from: u64, to: u64, tempo: Duration) {
        if let Some(game) = self.app.game_mut() {
            game.middle.start(true);
        }
        self.app.settle_solver();
        for (number, steps) in std::iter::once((from, from)).chain((from + 1..=to).map(|number| (number, 1))) {
            if number > from && !self.is_searching() {
                break;
            }
            if let Some(game) = self.app.game_mut() {
                game.middle.step(steps);
            }
            self.app.settle();
            self.shoot(tempo);
        }
        self.shoot(4 * tempo);
    }

    fn act(&mut self, key: &str) {
        if let Some(key) = Key::read(key) {
            self.app.key(key.event(), self.now);
            self.app.effects();
            self.app.settle();
        }
    }

    pub fn into_film(self) -> Film {
        self.film
    }
}

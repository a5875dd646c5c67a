//! Solutions: walking along the solver's, playing it, and the player's own.

use std::time::{Duration, Instant};

use super::{Middle, Win};

/// Steps a second of a solution that plays by itself.
const SPEEDS: [f64; 9] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];

/// A way to go along a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    Back,
    Forward,
    /// To a step, or to the last one where there are not so many.
    To(usize),
}

/// A solution that plays by itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Playing {
    /// Which of [`SPEEDS`].
    speed: usize,
    /// When the next step is due.
    due: Option<Instant>,
    /// Whether the steps are those of the finished game and not of a solution.
    replays: bool,
}

impl Playing {
    /// At the slowest speed that is as fast as this.
    pub fn at(wanted: f64) -> Self {
        let speed = SPEEDS.iter().position(|&speed| speed >= wanted).unwrap_or(SPEEDS.len() - 1);
        Playing { speed, ..Playing::default() }
    }

    pub fn due(self) -> Option<Instant> {
        self.due
    }

    /// Begins to play a finished game, after the time of one step.
    pub fn replay(&mut self, now: Instant) {
        self.due = Some(now + self.step_time());
        self.replays = true;
    }

    fn step_time(self) -> Duration {
        Duration::from_secs_f64(1.0 / SPEEDS[self.speed])
    }

    /// True if it did play.
    pub fn stop(&mut self) -> bool {
        self.due.take().is_some()
    }

    /// After a move of the player's there is no finished game to go on with.
    pub fn leave_replay(&mut self) {
        self.replays = false;
    }
}

impl Middle {
    /// The solution at hand: none of the game before while a board is set up.
    pub fn solution(&self) -> Option<&[String]> {
        self.session.solution().filter(|_| !self.sets_game_aside())
    }

    /// The moves made, likewise.
    pub fn moves_made(&self) -> Vec<String> {
        if self.sets_game_aside() { Vec::new() } else { self.session.moves_made() }
    }

    /// Goes along the solution. True if it did.
    pub fn walk(&mut self, stride: Stride, now: Instant) -> bool {
        if self.playing.replays {
            return self.walk_replay(stride, now);
        }
        if self.session.solution().is_none() || self.is_setting_up() {
            self.message = self.no_solution_words();
            return false;
        }
        self.hand_mut().let_go();
        if stride == Stride::To(0) && self.session.solution_step().is_some_and(|(done, _)| done == 0) {
            return self.stay_at_start();
        }
        let stepped = match stride {
            Stride::Back => self.session.solution_back(),
            Stride::Forward => self.session.solution_forward(),
            Stride::To(step) => self.session.solution_jump(step),
        };
        if stepped {
            self.message.clear();
            let playing = self.playing;
            self.changed(now);
            self.playing = playing;
            if self.session.is_solved() {
                self.tell_solved(now);
            }
        } else if self.session.solution_step().is_none() {
            let solve = self.press('s');
            self.message = format!("You have left the solution: [ goes back to its start, {solve} solves from here.");
        }
        stepped
    }

    /// What was said of the solution is not lost by the key that would go to where one is; in the search it means more.
    fn stay_at_start(&mut self) -> bool {
        let words = "This is the start of the solution: v shows the search, in which [ goes back.";
        self.say_besides(words);
        true
    }

    /// Goes along a finished game that is seen again, and no longer by itself. True if it did.
    fn walk_replay(&mut self, stride: Stride, now: Instant) -> bool {
        let (first, made) = (self.session.first_of_puzzle(), self.session.made());
        let stepped = match stride {
            Stride::Back => self.session.go_back_to(made.saturating_sub(1).max(first)),
            Stride::Forward => self.session.redo(),
            Stride::To(step) if first + step < made => self.session.go_back_to(first + step),
            Stride::To(step) => {
                while self.session.made() < first + step && !self.session.is_solved() && self.session.redo() {}
                self.session.made() > made
            }
        };
        self.changed(now);
        self.tell_replay();
        if self.session.is_solved() {
            self.playing.leave_replay();
            self.tell_solved(now);
        }
        stepped
    }

    /// Whether a finished game is being seen again and is not at its end.
    pub fn is_replaying(&self) -> bool {
        self.playing.replays && !self.session.is_solved()
    }

    /// Lets the solution play, or stops it; a finished game goes on likewise.
    pub fn play_or_stop(&mut self, now: Instant) {
        self.playing.due = if self.playing.due.is_some() { None } else { Some(now) };
        self.playing.replays = self.is_replaying();
        if self.playing.replays {
            self.tell_replay();
        }
    }

    /// What there is to do with a game that is seen again, as it runs or stands.
    pub(super) fn tell_replay(&mut self) {
        let (how, space) = if self.is_playing() { ("Again from the start", "stops") } else { ("Stopped", "goes on") };
        self.message = format!("{how}: space {space}, < > step, ( and ) change the speed, esc ends it.");
    }

    /// True if it did play.
    pub fn stop_playing(&mut self) -> bool {
        self.playing.stop()
    }

    pub fn is_playing(&self) -> bool {
        self.playing.due.is_some()
    }

    /// Makes the step of a playing solution that is due. True if there was one.
    pub fn play_on(&mut self, now: Instant) -> bool {
        if self.playing.due.is_none_or(|due| due > now) {
            return false;
        }
        let next = now + self.playing.step_time();
        if self.playing.replays {
            return self.replay_on(now, next);
        }
        let stepped = self.walk(Stride::Forward, now);
        self.playing.due = self.session.next_of_solution().is_some().then_some(next);
        stepped
    }

    /// One step of a finished game.
    fn replay_on(&mut self, now: Instant, next: Instant) -> bool {
        let (playing, message) = (self.playing, std::mem::take(&mut self.message));
        let stepped = self.session.redo();
        self.changed(now);
        (self.playing, self.message) = (playing, message);
        let goes_on = stepped && self.session.can_redo() && !self.session.is_solved();
        self.playing.due = goes_on.then_some(next);
        if !goes_on && self.session.is_solved() {
            self.playing.leave_replay();
            self.tell_solved(now);
        }
        stepped
    }

    /// A finished game that plays again is left as it was: finished.
    pub fn end_replay(&mut self, now: Instant) {
        if !std::mem::take(&mut self.playing.replays) || self.session.is_solved() {
            return;
        }
        while !self.session.is_solved() && self.session.redo() {}
        self.changed(now);
        self.tell_solved(now);
    }

    pub fn slower(&mut self) {
        self.set_speed(self.playing.speed.saturating_sub(1));
    }

    pub fn faster(&mut self) {
        self.set_speed(self.playing.speed + 1);
    }

    fn set_speed(&mut self, speed: usize) {
        self.playing.speed = speed.min(SPEEDS.len() - 1);
        let speed = SPEEDS[self.playing.speed];
        let steps = if speed > 1.0 { "steps" } else { "step" };
        self.message = format!("The solution plays at {speed} {steps} a second.");
    }

    /// After a move of the player's that solved it.
    pub(super) fn won(&mut self, now: Instant) -> Option<Win> {
        self.clock.stand();
        self.tell_solved(now);
        let is_own = self.is_own_solution() && !self.is_edited();
        if !is_own {
            return None;
        }
        let is_first = !std::mem::replace(&mut self.told.has_ended, true);
        Some(self.ending(is_first, now))
    }
}

//! One puzzle being played: the history that all games share, and the cursor along a solution.
//!
//! A step along a solution is an ordinary move of the history, so that undo, redo and the solution's own back and
//! forward are one mechanism and can never disagree.

use super::kept;
use crate::games::Position;
use crate::search::Status;

/// What one entry of the history did.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deed {
    /// Moves made together and undone together.
    Moves { moves: Vec<String>, by_solver: bool },
    /// The puzzle itself was changed (an editor's step).
    Replaced,
}

/// A change of the history, for whoever keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Did(kept::Deed),
    /// To the position after so many deeds.
    Went(usize),
    /// All of it was forgotten.
    Began,
}

/// A change, and whether it came to a board of the player's own, in place of the puzzle of the name.
pub type Told = (Change, bool);

/// Boards kept along the history. Beyond this many, every second one is dropped and replayed when it is needed.
const MOST_BOARDS: usize = 512;

/// Names one point of one history for as long as the session lives; redo comes back to the same one.
pub type PointId = u64;

pub struct Session {
    start: Box<dyn Position>,
    /// Done, and behind `made` undone but not forgotten.
    deeds: Vec<Deed>,
    /// The point that each deed leads to.
    points: Vec<PointId>,
    next_point: PointId,
    made: usize,
    now: Box<dyn Position>,
    /// Boards after some of the deeds, ascending by how many deeds lead to them; replaced puzzles are always here.
    boards: Vec<(usize, Box<dyn Position>)>,
    /// One in this many boards is kept.
    spacing: usize,
    solution: Option<Solution>,
    /// What happened since somebody last asked.
    changes: Vec<Told>,
}

/// A solution that starts at some point of the history.
#[derive(Clone, Debug)]
struct Solution {
    /// How many deeds lead to its start.
    root: usize,
    moves: Vec<String>,
}

impl Session {
    pub fn new(start: Box<dyn Position>) -> Self {
        let now = start.clone();
        Session {
            start,
            deeds: Vec::new(),
            points: Vec::new(),
            next_point: 1,
            made: 0,
            now,
            boards: Vec::new(),
            spacing: 1,
            solution: None,
            changes: Vec::new(),
        }
    }

    /// A game as it was left. What does not fit any more (a journal of an older version) is left out, with all behind it.
    pub fn resumed(start: Box<dyn Position>, deeds: &[kept::Deed], made: usize) -> Self {
        let mut session = Session::new(start);
        for deed in deeds {
            let fits = match deed {
                kept::Deed::Moves { moves, by_solver } => session.make(moves, *by_solver).is_ok(),
                kept::Deed::Puzzle { text, with } => session.restore_puzzle(text, with).is_ok(),
            };
            if !fits {
                break;
            }
        }
        session.go_to(made.min(session.deeds.len()));
        session.changes.clear();
        session
    }

    fn restore_puzzle(&mut self, text: &str, with: &[String]) -> Result<(), String> {
        let position = self.restored(text, with)?;
        self.replace(position);
        Ok(())
    }

    /// A puzzle of this game as it was kept: its text, and the moves that fill it.
    pub fn restored(&self, text: &str, with: &[String]) -> Result<Box<dyn Position>, String> {
        let mut position = self.start.game().read_kept(text).map_err(|error| error.to_string())?;
        for mv in with {
            position.play(mv)?;
        }
        Ok(position)
    }

    /// Forgets the whole history: a new game of the same puzzle.
    pub fn begin_anew(&mut self) {
        let next_point = self.next_point;
        *self = Session { next_point, changes: std::mem::take(&mut self.changes), ..Session::new(self.start.clone()) };
        self.tell(Change::Began);
    }

    fn tell(&mut self, change: Change) {
        self.changes.push((change, self.first_of_puzzle() > 0));
    }

    /// What happened since the last call.
    pub fn take_changes(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.changes)
    }

    /// Whether the solver made any of the moves that led here.
    pub fn is_helped(&self) -> bool {
        self.moves_by_solver() > 0
    }

    /// How many of [`Session::moves_made`] the solver made.
    pub fn moves_by_solver(&self) -> usize {
        let by_solver = |deed: &Deed| match deed {
            Deed::Moves { moves, by_solver: true } => moves.len(),
            _ => 0,
        };
        self.deeds[self.first_of_puzzle()..self.made].iter().map(by_solver).sum()
    }

    /// The point of the history after `made` deeds; 0 is the start.
    pub fn point(&self, made: usize) -> PointId {
        if made == 0 { 0 } else { self.points[made - 1] }
    }

    /// Every point from here on is still to come.
    pub fn next_point(&self) -> PointId {
        self.next_point
    }

    /// Whether the history still has this point, made or undone.
    pub fn has_point(&self, point: PointId) -> bool {
        point == 0 || self.points.binary_search(&point).is_ok()
    }

    /// Whether the deed that leads to `made` changed the puzzle itself.
    pub fn is_replaced_at(&self, made: usize) -> bool {
        made > 0 && self.deeds[made - 1] == Deed::Replaced
    }

    /// Whether the deed that leads to `made` left the board as it was, but for notes.
    pub fn stands_as_before(&self, made: usize) -> bool {
        self.board_at(made).same_as(&*self.board_at(made - 1))
    }

    /// The last move of a deed of the line that did more than write notes.
    pub fn last_move_of(&self, made: usize) -> Option<String> {
        let Deed::Moves { moves, .. } = self.deeds.get(made.checked_sub(1)?)? else { return None };
        let mut board = self.board_at(made - 1);
        let mut last = moves.last();
        for mv in moves {
            let before = board.boxed_clone();
            if board.play(mv).is_ok() && !board.same_as(&*before) {
                last = Some(mv);
            }
        }
        last.cloned()
    }

    pub fn position(&self) -> &dyn Position {
        &*self.now
    }

    pub fn start(&self) -> &dyn Position {
        &*self.start
    }

    /// How many deeds are made.
    pub fn made(&self) -> usize {
        self.made
    }

    /// The single moves made so far, since the start or since the puzzle was last replaced.
    pub fn moves_made(&self) -> Vec<String> {
        self.moves_until(self.made)
    }

    /// The same for the first `made` deeds.
    pub fn moves_until(&self, made: usize) -> Vec<String> {
        let mut moves = Vec::new();
        for deed in &self.deeds[..made.min(self.made)] {
            match deed {
                Deed::Moves { moves: some, .. } => moves.extend_from_slice(some),
                Deed::Replaced => moves.clear(),
            }
        }
        moves
    }

    /// The deeds of the game of the puzzle as it is, undone ones too, and how many of them are made. What fills the puzzle at
    /// its start is the first of them.
    pub fn game_of_puzzle(&self) -> (Vec<kept::Deed>, usize) {
        let first = self.first_of_puzzle();
        let filled = self.board_at(first).set_up().1;
        let filled = (!filled.is_empty()).then_some(kept::Deed::Moves { moves: filled, by_solver: false });
        let made = self.made - first + usize::from(filled.is_some());
        let deeds = self.deeds[first..].iter().map_while(|deed| match deed {
            Deed::Moves { moves, by_solver } => Some(kept::Deed::Moves { moves: moves.clone(), by_solver: *by_solver }),
            Deed::Replaced => None,
        });
        (filled.into_iter().chain(deeds).collect(), made)
    }

    /// The points of the present line, each with how many of [`Session::moves_made`] lead to it.
    pub fn line(&self) -> Vec<(PointId, usize)> {
        let first = self.first_of_puzzle();
        let mut line = vec![(self.point(first), 0)];
        let mut moves = 0;
        for at in first + 1..=self.made {
            if let Deed::Moves { moves: some, .. } = &self.deeds[at - 1] {
                moves += some.len();
            }
            line.push((self.point(at), moves));
        }
        line
    }

    /// How many deeds lead to the first position of the puzzle as it is: all before the last change of it.
    pub fn first_of_puzzle(&self) -> usize {
        self.first_of_puzzle_at(self.made)
    }

    /// The same for the first `made` deeds.
    pub fn first_of_puzzle_at(&self, made: usize) -> usize {
        (0..=made).rev().find(|&at| self.is_replaced_at(at)).unwrap_or(0)
    }

    /// Makes moves as one deed. Redo is kept if they are what was undone last.
    pub fn play(&mut self, moves: &[String]) -> Result<(), String> {
        self.make(moves, false)
    }

    /// The same with moves of a search, which are no moves of the player's own.
    pub fn play_found(&mut self, moves: &[String]) -> Result<(), String> {
        self.make(moves, true)
    }

    fn make(&mut self, moves: &[String], by_solver: bool) -> Result<(), String> {
        let mut after = self.now.clone();
        let mut canonical = Vec::with_capacity(moves.len());
        for mv in moves {
            canonical.push(after.play(mv)?);
        }
        if canonical.is_empty() {
            return Ok(());
        }
        let again = matches!(self.deeds.get(self.made), Some(Deed::Moves { moves, .. }) if *moves == canonical);
        self.tell(Change::Did(kept::Deed::Moves { moves: canonical.clone(), by_solver }));
        let deed = Deed::Moves { moves: canonical, by_solver };
        if again {
            self.deeds[self.made] = deed;
        } else {
            self.forget_undone();
            self.push(deed);
        }
        self.made += 1;
        self.now = after;
        self.keep_board();
        Ok(())
    }

    /// Puts another puzzle in place of this one, undoably.
    pub fn replace(&mut self, position: Box<dyn Position>) {
        self.forget_undone();
        self.push(Deed::Replaced);
        let (text, with) = position.kept();
        self.made += 1;
        self.tell(Change::Did(kept::Deed::Puzzle { text, with }));
        self.now = position;
        self.boards.push((self.made, self.now.clone()));
        self.solution = None;
    }

    /// Makes one deed of all that has led from there to the present board: another puzzle.
    pub fn gather_since(&mut self, made: usize) {
        if self.made <= made + 1 {
            return;
        }
        let (now, solution) = (self.now.clone(), self.solution.take().filter(|solution| solution.root == self.made));
        self.go_to(made);
        self.replace(now);
        self.solution = solution.map(|solution| Solution { root: self.made, ..solution });
    }

    /// Back to where the puzzle on the board was made; it can be redone.
    pub fn leave_puzzle(&mut self) -> bool {
        let mut made = self.made;
        while self.is_replaced_at(made) {
            made -= 1;
        }
        self.go_back_to(made)
    }

    /// On by one, and past puzzles that were not played.
    pub fn redo_in_play(&mut self) -> bool {
        let done = self.redo();
        while done && self.is_replaced_at(self.made) && self.can_redo() && self.is_replaced_at(self.made + 1) {
            self.redo();
        }
        done
    }

    pub fn can_undo(&self) -> bool {
        self.made > 0
    }

    pub fn can_redo(&self) -> bool {
        self.made < self.deeds.len()
    }

    pub fn undo(&mut self) -> bool {
        self.can_undo() && self.go_to(self.made - 1)
    }

    pub fn redo(&mut self) -> bool {
        self.can_redo() && self.go_to(self.made + 1)
    }

    /// To an earlier point of the history; everything can be redone.
    pub fn go_back_to(&mut self, made: usize) -> bool {
        made < self.made && self.go_to(made)
    }

    /// Back to the first position of the puzzle as it is; everything can be redone.
    pub fn restart(&mut self) -> bool {
        self.go_back_to(self.first_of_puzzle())
    }

    /// The board after `made` deeds of the history.
    pub fn board_at(&self, made: usize) -> Box<dyn Position> {
        let at = self.boards.partition_point(|(index, _)| *index <= made);
        let (from, mut board) = match at.checked_sub(1).map(|i| &self.boards[i]) {
            Some((index, board)) => (*index, board.clone()),
            None => (0, self.start.clone()),
        };
        for deed in &self.deeds[from..made] {
            if let Deed::Moves { moves, .. } = deed {
                for mv in moves {
                    board.play(mv).expect("moves of the history were legal when they were made");
                }
            }
        }
        board
    }

    fn go_to(&mut self, made: usize) -> bool {
        if made != self.made {
            self.now = self.board_at(made);
            self.made = made;
            self.tell(Change::Went(made));
        }
        true
    }

    fn push(&mut self, deed: Deed) {
        self.deeds.push(deed);
        self.points.push(self.next_point);
        self.next_point += 1;
    }

    fn forget_undone(&mut self) {
        self.deeds.truncate(self.made);
        self.points.truncate(self.made);
        self.boards.retain(|(index, _)| *index <= self.made);
        if self.solution.as_ref().is_some_and(|s| s.root > self.made) {
            self.solution = None;
        }
    }

    fn keep_board(&mut self) {
        let is_kept = self.boards.last().is_some_and(|(index, _)| *index >= self.made);
        if is_kept || !self.made.is_multiple_of(self.spacing) {
            return;
        }
        self.boards.push((self.made, self.now.clone()));
        if self.boards.len() > MOST_BOARDS {
            self.spacing *= 2;
            let spacing = self.spacing;
            let deeds = &self.deeds;
            self.boards.retain(|(index, _)| index.is_multiple_of(spacing) || deeds[index - 1] == Deed::Replaced);
        }
    }

    /// Takes a solution found from the position after `root` deeds.
    pub fn set_solution(&mut self, root: usize, moves: Vec<String>) {
        self.solution = (root <= self.made).then_some(Solution { root, moves });
    }

    /// Lets go of the solution in hand: its moves, and how many deeds lead to its start.
    pub fn drop_solution(&mut self) -> Option<(usize, Vec<String>)> {
        self.solution.take().map(|solution| (solution.root, solution.moves))
    }

    /// The solution in hand, whether or not the player is still on it.
    pub fn solution(&self) -> Option<&[String]> {
        self.solution.as_ref().map(|s| s.moves.as_slice())
    }

    /// Where the present position stands on the solution, if it does: steps made and steps in all.
    pub fn solution_step(&self) -> Option<(usize, usize)> {
        let solution = self.solution.as_ref()?;
        let done = self.made.checked_sub(solution.root)?;
        let on_it = done <= solution.moves.len()
            && self.deeds[solution.root..self.made]
                .iter()
                .zip(&solution.moves)
                .all(|(deed, mv)| matches!(deed, Deed::Moves { moves: one, .. } if one.len() == 1 && one[0] == *mv));
        on_it.then_some((done, solution.moves.len()))
    }

    /// The next move of the solution, if the player is on it and not at its end.
    pub fn next_of_solution(&self) -> Option<&str> {
        let (done, _) = self.solution_step()?;
        self.solution.as_ref()?.moves.get(done).map(String::as_str)
    }

    pub fn solution_forward(&mut self) -> bool {
        match self.next_of_solution().map(str::to_owned) {
            Some(mv) => self.make(&[mv], true).is_ok(),
            None => false,
        }
    }

    /// One step back along the solution; not beyond its start.
    pub fn solution_back(&mut self) -> bool {
        matches!(self.solution_step(), Some((done, _)) if done > 0) && self.undo()
    }

    /// To a step of the solution, clamped; from off the solution too: the player's own moves stay in the redo list
    /// only as far as they agree with it.
    pub fn solution_jump(&mut self, step: usize) -> bool {
        let Some(solution) = &self.solution else { return false };
        let step = step.min(solution.moves.len());
        match self.solution_step() {
            Some((done, _)) if step <= done => self.go_to(self.made - (done - step)),
            Some(_) => self.walk_solution_to(step),
            None => {
                let root = solution.root;
                self.go_to(root) && self.walk_solution_to(step)
            }
        }
    }

    fn walk_solution_to(&mut self, step: usize) -> bool {
        while self.solution_step().is_some_and(|(done, _)| done < step) {
            if !self.solution_forward() {
                return false;
            }
        }
        true
    }

    /// The step of history that was made last led from this board, if there is one; for "what changed". Another puzzle in
    /// its place is no change of it.
    pub fn before(&self) -> Option<Box<dyn Position>> {
        self.made.checked_sub(1).filter(|_| !self.is_replaced_at(self.made)).map(|made| self.board_at(made))
    }

    /// Whether the next thing that redo does is to put another board in this one's place.
    pub fn redoes_own_board(&self) -> bool {
        self.can_redo() && self.is_replaced_at(self.made + 1)
    }

    pub fn is_solved(&self) -> bool {
        self.now.status() == Status::Solved
    }
}

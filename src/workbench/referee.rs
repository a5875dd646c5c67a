//! The live verdict while one plays: winnable, lost since which move, or not known yet.
//!
//! A second worker looks at the present position first, then back along the history (where was it lost?), then at
//! each legal move. What follows from what is known is not searched: before a winnable position all were winnable,
//! after a lost one all are lost. Where digits are written over each other that does not follow: there it looks back step
//! by step, and what only notes were changed in stands as it stood. It listens to the player's own searches too: the
//! better of both holds.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use super::finding::End;
use super::gap::Gap;
use super::session::{PointId, Session};
use super::tables::TableShelf;
use super::worker::{Phase, Snapshot, Wake, Worker};
use crate::games::Position;
use crate::search::{Mark, Status};

/// What is known of points that the history has forgotten is forgotten too, once there are more points than these.
const MOST_POINTS: usize = 256;

/// No single look takes longer than this: an answer that comes later is of no use to a player.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Clone, Debug, PartialEq)]
pub enum Outlook {
    /// With the solution found from there, and the game's own words for it.
    Winnable { solution: Vec<String>, words: Option<String> },
    /// Proven, with the reason and the marks where the proof has any.
    Lost { reason: String, marks: Vec<Mark> },
    /// Looked at, and given up at a limit.
    Unknown,
}

impl Outlook {
    fn of(snapshot: &Snapshot) -> Outlook {
        match (snapshot.phase, &snapshot.finding.answer) {
            (_, Some(answer)) => Outlook::Winnable { solution: answer.moves.clone(), words: answer.words.clone() },
            (Phase::Done(End::Exhausted), _) => {
                let refutation = snapshot.finding.refutation.clone().unwrap_or_default();
                Outlook::Lost { reason: refutation.reason, marks: refutation.marks }
            }
            _ => Outlook::Unknown,
        }
    }

    pub fn is_lost(&self) -> bool {
        matches!(self, Outlook::Lost { .. })
    }

    pub fn is_winnable(&self) -> bool {
        matches!(self, Outlook::Winnable { .. })
    }
}

/// Whether what is lost stays lost: no move of the game is written over an earlier one.
fn stays_lost(session: &Session) -> bool {
    !session.position().game().has_notes()
}

#[derive(Clone, Debug, PartialEq)]
enum Job {
    Point(PointId),
    Move { from: PointId, mv: String },
}

pub struct Referee {
    worker: Worker,
    job: Option<Job>,
    /// Whether the present look goes on improving, so that what it has so far is worth telling.
    job_improves: bool,
    points: HashMap<PointId, Outlook>,
    gaps: HashMap<PointId, Gap>,
    /// Points that were searched; the others are known by inference at most.
    searched: HashSet<PointId>,
    /// How many points may be known before those are looked for that the history has forgotten.
    room: usize,
    /// Verdicts on the moves from `moves_from`.
    moves: BTreeMap<String, Outlook>,
    moves_from: PointId,
}

impl Referee {
    pub fn new(wake: Wake, shelf: Option<TableShelf>) -> Self {
        Referee {
            worker: Worker::spawn(wake, shelf),
            job: None,
            job_improves: false,
            gaps: HashMap::new(),
            points: HashMap::new(),
            searched: HashSet::new(),
            room: MOST_POINTS,
            moves: BTreeMap::new(),
            moves_from: 0,
        }
    }

    /// Takes in what was found and starts the next look. Call it after every change and after every wake.
    /// Returns whether anything new is known.
    pub fn attend(&mut self, session: &Session, with_moves: bool) -> bool {
        let here = session.point(session.made());
        if self.moves_from != here {
            self.moves_from = here;
            self.moves.clear();
        }
        let news = self.take_in(session);
        self.forget(session);
        self.follow(session);
        let wanted = self.next_job(session, with_moves);
        if wanted != self.job {
            match &wanted {
                Some(job) => self.start(job, session),
                None => self.worker.cancel(),
            }
            self.job = wanted;
        }
        news
    }

    fn take_in(&mut self, session: &Session) -> bool {
        let Some(snapshot) = self.worker.snapshot() else { return false };
        if snapshot.is_alive() {
            return match self.job {
                Some(Job::Point(point)) if self.job_improves => self.hear(point, &snapshot, session),
                _ => false,
            };
        }
        match self.job.take() {
            Some(Job::Point(point)) => {
                self.searched.insert(point);
                self.points.entry(point).or_insert(Outlook::Unknown);
                self.hear(point, &snapshot, session);
            }
            Some(Job::Move { from, mv }) if from == self.moves_from => {
                self.moves.insert(mv, Outlook::of(&snapshot));
            }
            Some(_) => {}
            None => return false,
        }
        true
    }

    /// Nobody comes back to a point that the history has forgotten.
    fn forget(&mut self, session: &Session) {
        if self.points.len().max(self.gaps.len()) < self.room {
            return;
        }
        self.points.retain(|&point, _| session.has_point(point));
        self.gaps.retain(|&point, _| session.has_point(point));
        self.searched.retain(|&point| session.has_point(point));
        self.room = MOST_POINTS.max(2 * self.points.len().max(self.gaps.len()));
    }

    /// Along a shortest way there is nothing left to look for.
    fn follow(&mut self, session: &Session) {
        let here = session.point(session.made());
        if !session.position().game().profile().seeks_shortest || self.searched.contains(&here) {
            return;
        }
        let gap = self.gap(session);
        if let (Some(_), Some(way)) = (gap.optimum(), &gap.way) {
            self.searched.insert(here);
            self.points.insert(here, Outlook::Winnable { solution: way.clone(), words: None });
            self.gaps.insert(here, gap);
        }
    }

    /// Takes in what a search from a point has found so far, be it the referee's or the player's. Returns whether that
    /// is news.
    pub fn hear(&mut self, point: PointId, snapshot: &Snapshot, session: &Session) -> bool {
        let verdict = Outlook::of(snapshot);
        let known = self.gaps.entry(point).or_default();
        let before = (known.bound, known.length());
        if !verdict.is_lost() {
            known.narrow(Gap::of(&snapshot.finding));
        }
        let narrowed = before != (known.bound, known.length());
        // Giving up never beats what is known, nor a longer way a shorter one.
        let better = match (self.points.get(&point), &verdict) {
            (_, Outlook::Unknown) => false,
            (Some(Outlook::Winnable { solution, words }), Outlook::Winnable { solution: new, words: said }) => {
                let tells_more = words.is_none() && said.is_some();
                solution.is_empty() || new.len() < solution.len() || (tells_more && new.len() == solution.len())
            }
            (Some(known), _) => *known == Outlook::Unknown,
            (None, _) => true,
        };
        if better {
            self.points.insert(point, verdict);
            self.conclude(session);
        }
        better || narrowed
    }

    /// Takes in a way on from a point that an earlier sitting has found, and that leads there.
    pub fn recall(&mut self, point: PointId, way: Vec<String>) {
        self.gaps.entry(point).or_default().narrow(Gap { way: Some(way), bound: 0 });
    }

    /// Looks again at what was not decided, since there is more to decide it with.
    pub fn reopen(&mut self) {
        self.points.retain(|_, verdict| *verdict != Outlook::Unknown);
        self.moves.retain(|_, verdict| *verdict != Outlook::Unknown);
        self.searched.retain(|point| self.gaps.get(point).is_some_and(|gap| gap.optimum().is_some()));
    }

    /// What is known of the shortest way on from the present position: what was found here, and what follows from
    /// earlier positions of the line.
    pub fn gap(&self, session: &Session) -> Gap {
        let moves = session.moves_made();
        let mut gap = Gap::default();
        for (point, made) in session.line() {
            if let Some(known) = self.gaps.get(&point) {
                gap.narrow(known.after(&moves[made..]));
            }
        }
        gap
    }

    /// What is known of the puzzle's own shortest solution, where solutions differ in length.
    pub fn gap_of_puzzle(&self, session: &Session) -> Option<&Gap> {
        let gap = self.gaps.get(&session.point(session.first_of_puzzle()));
        gap.filter(|_| !session.position().game().has_one_length())
    }

    fn is_known(&self, point: PointId) -> bool {
        self.points.get(&point).is_some_and(|verdict| *verdict != Outlook::Unknown)
    }

    /// What the known verdicts say of the other points of the present line.
    fn conclude(&mut self, session: &Session) {
        let is_monotone = stays_lost(session);
        let made = session.made();
        for at in 1..=made {
            if self.is_open(session, at, at) && self.is(session, at - 1, Outlook::is_lost) {
                // Its marks belong to the earlier board, so only the verdict is handed on.
                let lost = Outlook::Lost { reason: String::new(), marks: Vec::new() };
                if is_monotone || session.stands_as_before(at) {
                    self.points.insert(session.point(at), lost);
                }
            }
        }
        for at in (1..=made).rev() {
            if !self.is_open(session, at, at - 1) {
                continue;
            }
            if self.is(session, at, Outlook::is_winnable) && (is_monotone || session.stands_as_before(at)) {
                // The way there is through the moves that were made, which nobody will ask for.
                let winnable = Outlook::Winnable { solution: Vec::new(), words: None };
                self.points.insert(session.point(at - 1), winnable);
            } else if !is_monotone && self.is(session, at, Outlook::is_lost) && session.stands_as_before(at) {
                let lost = Outlook::Lost { reason: String::new(), marks: Vec::new() };
                self.points.insert(session.point(at - 1), lost);
            }
        }
    }

    fn is(&self, session: &Session, at: usize, what: fn(&Outlook) -> bool) -> bool {
        self.points.get(&session.point(at)).is_some_and(what)
    }

    /// Whether something can follow for the point after `of` deeds from the deed that led to `at`.
    fn is_open(&self, session: &Session, at: usize, of: usize) -> bool {
        !session.is_replaced_at(at) && !self.is_known(session.point(of))
    }

    fn next_job(&self, session: &Session, with_moves: bool) -> Option<Job> {
        let made = session.made();
        let here = session.point(made);
        if session.position().status() == Status::Solved {
            return None;
        }
        match self.points.get(&here) {
            None => return Some(Job::Point(here)),
            // Known by inference only: look for the way on, for the hint and the number of moves.
            Some(Outlook::Winnable { .. }) if !self.searched.contains(&here) => return Some(Job::Point(here)),
            Some(Outlook::Lost { .. }) => {
                if let Some(at) = self.next_look_back(session) {
                    return Some(Job::Point(session.point(at)));
                }
            }
            Some(_) => {}
        }
        let unknown = |mv: &String| !self.moves.contains_key(mv);
        let mv = if with_moves { session.position().moves().into_iter().find(unknown) } else { None };
        mv.map(|mv| Job::Move { from: here, mv })
    }

    /// Where to look next for the move that lost it: of what lies between the last winnable position and the first lost one
    /// the middle tells most, unless what is lost can be mended.
    fn next_look_back(&self, session: &Session) -> Option<usize> {
        let first = session.first_of_puzzle();
        let line = (first..session.made()).rev();
        if !stays_lost(session) {
            let at = line.into_iter().find(|&at| !self.is(session, at, Outlook::is_lost))?;
            return (!self.points.contains_key(&session.point(at))).then_some(at);
        }
        let open: Vec<usize> = line
            .skip_while(|&at| self.is(session, at, Outlook::is_lost))
            .take_while(|&at| !self.is(session, at, Outlook::is_winnable))
            .filter(|&at| !self.points.contains_key(&session.point(at)))
            .collect();
        open.get(open.len() / 2).copied()
    }

    fn start(&mut self, job: &Job, session: &Session) {
        let position: Box<dyn Position> = match job {
            Job::Point(point) => {
                let made = (0..=session.made()).find(|&at| session.point(at) == *point);
                session.board_at(made.unwrap_or(session.made()))
            }
            Job::Move { mv, .. } => {
                let mut after = session.position().boxed_clone();
                if after.play(mv).is_err() {
                    return;
                }
                after
            }
        };
        let plan = position.check_plan();
        self.job_improves = plan.strategy.anytime;
        self.worker.start(position, plan, false, Some(PATIENCE));
    }

    /// What is known of the present position.
    pub fn outlook(&self, session: &Session) -> Option<&Outlook> {
        self.points.get(&session.point(session.made()))
    }

    /// Which deed of the present line lost it for good (that which set the puzzle up: it never was winnable); `None` while
    /// that is still looked for.
    pub fn lost_since(&self, session: &Session) -> Option<usize> {
        let (first, made) = (session.first_of_puzzle(), session.made());
        match (first..=made).rev().find(|&at| !self.is(session, at, Outlook::is_lost)) {
            None => Some(first),
            Some(at) if at == made || !self.points.contains_key(&session.point(at)) => None,
            Some(at) => Some(at + 1),
        }
    }

    /// Whether the position after so many deeds is known to be winnable.
    pub fn was_winnable(&self, session: &Session, made: usize) -> bool {
        self.is(session, made, Outlook::is_winnable)
    }

    /// What is known of the legal moves of the present position.
    pub fn moves(&self) -> &BTreeMap<String, Outlook> {
        &self.moves
    }

    /// Waits until nothing is left to look at: for tests.
    pub fn settle(&mut self, session: &Session, with_moves: bool) {
        self.attend(session, with_moves);
        while self.job.is_some() {
            self.worker.wait_idle();
            self.attend(session, with_moves);
        }
    }
}

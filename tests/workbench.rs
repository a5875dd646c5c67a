//! The session, the solver thread and the referee, on real positions.

#[path = "common/standin.rs"]
mod standin;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use rompicapo::games::{self, Deal, Position};
use rompicapo::search::{Answer, Counters, Engine, Event, Focus, Lookout, Observer, Outcome, Plan};
use rompicapo::workbench::dealer::{Dealer, Wanted};
use rompicapo::workbench::finding::{End, Finding};
use rompicapo::workbench::referee::{Outlook, Referee};
use rompicapo::workbench::session::Session;
use rompicapo::workbench::worker::{Breakpoint, Phase, Snapshot, Worker};

fn deal(number: &str) -> Box<dyn Position> {
    games::find("fourteen").unwrap().deal(number).unwrap()
}

fn first_move(session: &Session) -> String {
    session.position().moves()[0].clone()
}

#[test]
fn undo_and_redo_walk_the_history() {
    let mut session = Session::new(deal("1"));
    assert!(!session.undo() && !session.redo());
    for _ in 0..3 {
        let mv = first_move(&session);
        session.play(&[mv]).unwrap();
    }
    let there = session.position().boxed_clone();
    assert!(session.undo() && session.undo() && session.undo() && !session.undo());
    assert!(session.position().same_as(session.start()));
    assert!(session.redo() && session.redo() && session.redo() && !session.redo());
    assert!(session.position().same_as(&*there));
}

#[test]
fn redo_is_kept_if_the_same_move_is_made_again() {
    let mut session = Session::new(deal("1"));
    let first = first_move(&session);
    session.play(std::slice::from_ref(&first)).unwrap();
    let second = first_move(&session);
    session.play(&[second]).unwrap();
    let there = session.point(2);
    session.restart();
    session.play(&[first]).unwrap();
    assert!(session.can_redo() && session.has_point(there));
    session.restart();
    let other = session.position().moves().pop().unwrap();
    session.play(&[other]).unwrap();
    assert!(!session.can_redo() && !session.has_point(there));
    assert!(session.has_point(session.point(1)) && session.has_point(0));
}

#[test]
fn an_illegal_move_changes_nothing_and_is_told() {
    let mut session = Session::new(deal("1"));
    assert!(session.play(&["1-1".into()]).is_err());
    let legal = first_move(&session);
    assert!(session.play(&[legal, "nonsense".into()]).is_err());
    assert!(session.position().same_as(session.start()) && session.made() == 0);
}

#[test]
fn a_long_history_drops_boards_but_no_positions() {
    let mut session = Session::new(deal("1"));
    for number in 2..1500 {
        session.replace(deal(&number.to_string()));
        // A deal may be stuck from the start; then it stands alone in the history.
        let moves: Vec<String> = session.position().moves().into_iter().take(1).collect();
        session.play(&moves).unwrap();
    }
    for number in (2..1500).rev() {
        if !session.is_replaced_at(session.made()) {
            session.undo();
        }
        assert!(session.position().same_as(&*deal(&number.to_string())));
        session.undo();
    }
    assert!(session.position().same_as(session.start()));
}

#[test]
fn the_solution_is_walked_by_ordinary_moves() {
    let position = games::find("fourteen").unwrap().read("7 1|7 13", &games::Options::new()).unwrap();
    let mut session = Session::new(position);
    session.set_solution(0, vec!["1-2".into(), "1-2".into()]);
    assert_eq!(session.solution_step(), Some((0, 2)));
    assert!(session.solution_forward());
    assert_eq!(session.solution_step(), Some((1, 2)));
    assert_eq!(session.made(), 1);
    assert!(session.solution_jump(2) && session.is_solved());
    assert!(session.solution_jump(0) && !session.solution_back());
    assert!(session.position().same_as(session.start()));
}

/// A worker and a channel that tells of its wakes.
fn worker() -> Worker {
    let (wake, _) = channel();
    let told = move || {
        let _ = wake.send(());
    };
    Worker::spawn(Box::new(told), None)
}

fn plan(strategy: &str) -> Plan {
    Plan::new(games::find("fourteen").unwrap().strategy(strategy).unwrap())
}

fn snapshot(worker: &Worker) -> Arc<Snapshot> {
    worker.wait_idle();
    worker.snapshot().expect("a snapshot of the latest run")
}

#[test]
fn a_stepped_run_ends_as_a_free_one() {
    let mut worker = worker();
    worker.start(deal("3"), plan("dfs"), false, None);
    let free = snapshot(&worker);
    assert!(matches!(free.phase, Phase::Done(_)));
    worker.start(deal("3"), plan("dfs"), true, None);
    assert_eq!(snapshot(&worker).phase, Phase::Paused);
    for expected in 1..=4 {
        worker.step(1);
        let paused = snapshot(&worker);
        assert_eq!((paused.phase, paused.finding.counters.expanded), (Phase::Paused, expected));
    }
    worker.step(1000);
    worker.resume();
    let stepped = snapshot(&worker);
    assert_eq!(stepped.phase, free.phase);
    let (stepped, free) = (&stepped.finding, &free.finding);
    assert_eq!(stepped.counters, free.counters);
    assert_eq!(stepped.answer.as_ref().map(|a| &a.moves), free.answer.as_ref().map(|a| &a.moves));
}

#[test]
fn a_run_stops_at_a_breakpoint() {
    let mut worker = worker();
    worker.start(deal("3"), plan("dfs"), true, None);
    worker.run_to(Breakpoint::Solution);
    let there = snapshot(&worker);
    assert_eq!(there.phase, Phase::Done(End::Solved));
}

#[test]
fn cancelling_keeps_the_figures_and_a_new_run_has_its_own() {
    let mut worker = worker();
    let first = worker.start(deal("4"), plan("dfs"), true, None);
    worker.step(2);
    worker.wait_idle();
    worker.cancel();
    let cancelled = snapshot(&worker);
    assert_eq!((cancelled.phase, cancelled.finding.counters.expanded), (Phase::Cancelled, 2));
    let mean = cancelled.finding.counters.generated as f64 / cancelled.seconds;
    assert!((cancelled.rate - mean).abs() <= mean / 1000.0, "{} is not {mean}", cancelled.rate);
    let second = worker.start(deal("4"), plan("dfs"), true, None);
    assert!(second > first);
    assert_eq!(snapshot(&worker).finding.counters.expanded, 0);
}

#[test]
fn a_time_limit_of_nothing_is_met_at_once_or_after_the_answer() {
    let mut worker = worker();
    worker.start(deal("5"), plan("dfs"), false, Some(Duration::ZERO));
    assert!(matches!(snapshot(&worker).phase, Phase::Done(_)));
}

#[test]
fn the_referee_finds_the_move_that_lost() {
    // F. Duchi 2007: in duchi-2 the ninth of these moves loses, 1-2 in its place wins.
    let text = "[[11,13,11,11,3],[7,12,1,12,11],[8,13,2,13,5],[9,5,8,6,8],[3,2,7,10],[12,9,6,7],[9,1,4,4],[6,5,3,5],\
        [12,2,6,9],[10,1,1,4],[7,3,8,10],[2,13,10,4]]";
    let position = games::find("fourteen").unwrap().read(text, &games::Options::new()).unwrap();
    let mut session = Session::new(position);
    for mv in ["3-8", "4-8", "2-11", "1-5", "9-12", "6-9", "4-6", "2-5", "2-3"] {
        session.play(&[mv.into()]).unwrap();
    }
    let mut referee = Referee::new(Box::new(|| {}), None);
    referee.settle(&session, false);
    assert!(referee.outlook(&session).is_some_and(Outlook::is_lost));
    assert_eq!(referee.lost_since(&session), Some(9));
    session.undo();
    referee.settle(&session, true);
    assert!(referee.outlook(&session).is_some_and(Outlook::is_winnable));
    assert!(referee.moves()["2-3"].is_lost());
    assert!(referee.moves()["1-2"].is_winnable());
}

fn sliding(text: &str) -> Box<dyn Position> {
    games::find("sliding").unwrap().read(text, &games::Options::new()).unwrap()
}

fn found(moves: &str, bound: u64, phase: Phase) -> Snapshot {
    let moves: Vec<String> = moves.chars().map(String::from).collect();
    let answer = Answer { words: Some("of its own".into()), ..Answer::of_moves(&moves) };
    let finding = Finding { answer: Some(answer), lower_bound: Some(bound), ..Finding::default() };
    Snapshot { phase, finding, ..Snapshot::default() }
}

#[test]
fn the_referee_takes_the_better_of_its_own_and_the_players_searches() {
    let mut session = Session::new(sliding("1 2 3\n4 0 5\n7 8 6"));
    let mut referee = Referee::new(Box::new(|| {}), None);
    referee.hear(0, &found("LLRRRD", 0, Phase::Running), &session);
    assert_eq!(referee.gap(&session).words().unwrap(), "from here 6 >= optimum >= 0");
    assert!(referee.outlook(&session).is_some_and(Outlook::is_winnable));
    referee.hear(0, &found("RD", 2, Phase::Done(End::Solved)), &session);
    referee.hear(0, &found("LRRD", 1, Phase::Done(End::Solved)), &session);
    assert_eq!(referee.gap(&session).optimum(), Some(2));
    session.play(&["R".into()]).unwrap();
    assert_eq!(referee.gap(&session).words().unwrap(), "optimal from here: 1 move");
    referee.attend(&session, false);
    assert!(referee.outlook(&session).is_some_and(Outlook::is_winnable), "nothing is left to look for");
    session.undo();
    session.play(&["L".into()]).unwrap();
    assert_eq!((referee.gap(&session).way, referee.gap(&session).bound), (None, 1));
}

#[test]
fn what_is_known_of_the_present_line_stays_however_much_was_tried() {
    let mut session = Session::new(sliding("1 2 3\n4 0 5\n7 8 6"));
    let mut referee = Referee::new(Box::new(|| {}), None);
    referee.hear(0, &found("RD", 2, Phase::Done(End::Solved)), &session);
    for mv in ["L", "U"].iter().cycle().take(600) {
        session.play(&[(*mv).into()]).unwrap();
        referee.hear(session.point(1), &found("RD", 1, Phase::Running), &session);
        referee.attend(&session, false);
        session.undo();
    }
    referee.attend(&session, false);
    assert_eq!(referee.gap(&session).optimum(), Some(2));
}

#[test]
fn a_proof_of_the_player_counts_and_what_was_given_up_is_looked_at_again() {
    let session = Session::new(sliding("1 2 3\n4 0 5\n7 8 6"));
    let mut referee = Referee::new(Box::new(|| {}), None);
    referee.settle(&session, false);
    assert!(referee.outlook(&session).is_some_and(Outlook::is_winnable));
    referee.reopen();
    assert!(referee.outlook(&session).is_some_and(Outlook::is_winnable), "what is known stays");
    let odd = Session::new(faulty::position("refuse"));
    let mut referee = Referee::new(Box::new(|| {}), None);
    referee.settle(&odd, false);
    assert_eq!(referee.outlook(&odd), Some(&Outlook::Unknown));
    referee.reopen();
    assert_eq!(referee.outlook(&odd), None);
    let wrong = Session::new(sliding("1 2 3\n4 0 5\n8 7 6"));
    let mut referee = Referee::new(Box::new(|| {}), None);
    let proof = Snapshot { phase: Phase::Done(End::Exhausted), ..Snapshot::default() };
    referee.hear(0, &proof, &wrong);
    assert_eq!(referee.lost_since(&wrong), Some(0));
}

/// An engine without a quick way to a breakpoint.
struct Plain(Box<dyn Engine>);

impl Engine for Plain {
    fn fork(&self) -> Box<dyn Engine> {
        Box::new(Plain(self.0.fork()))
    }
    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        self.0.run(fuel, watch)
    }
    fn counters(&self) -> Counters {
        self.0.counters()
    }
    fn answer(&self) -> Option<Answer> {
        self.0.answer()
    }
    fn focus(&self) -> Focus {
        self.0.focus()
    }
}

/// Waits for a raised bound.
#[derive(Default)]
struct Raised(bool);

impl Observer for Raised {
    fn on(&mut self, event: &Event<'_>) {
        self.0 |= matches!(event, Event::Bound { .. });
    }
}

impl Lookout for Raised {
    fn is_met(&self) -> bool {
        self.0
    }
}

#[test]
fn the_quick_way_to_a_breakpoint_ends_where_steps_do() {
    let board = games::find("sliding").unwrap().deal("3x3:2").unwrap();
    for strategy in ["ida*", "id"] {
        let mut plan = Plan::new(board.game().strategy(strategy).unwrap());
        if plan.has("pdb") {
            plan = plan.with("pdb", false);
        }
        plan.nodes = Some(100_000);
        let mut quick = board.engine(&plan).unwrap();
        let mut steps = Plain(board.engine(&plan).unwrap());
        let mut stops = 0;
        loop {
            let outcome = quick.run_until(u64::MAX, &mut Raised::default());
            assert_eq!(outcome, steps.run_until(u64::MAX, &mut Raised::default()));
            assert_eq!(quick.counters(), steps.counters());
            if outcome != Outcome::MoreWork {
                break;
            }
            stops += 1;
        }
        assert!(stops > 2, "{strategy}: {stops}");
    }
}

fn wake(told: impl Fn() + Send + Sync + 'static) -> rompicapo::workbench::builder::Wake {
    Arc::new(told)
}

#[test]
fn a_dealer_gives_the_puzzle_asked_for_last() {
    let game = games::find("sliding").unwrap();
    let mut dealer = Dealer::new(&wake(|| {}));
    dealer.ask(Wanted::this(Deal::read(game, "3x3:1").unwrap()));
    dealer.ask(Wanted::this(Deal::read(game, "3x3:2").unwrap()));
    assert_eq!(dealer.waits_for(), Some("sliding:3x3:2"));
    assert_eq!(dealer.wait().unwrap().map(|named| named.name), Ok("sliding:3x3:2".to_owned()));
    assert!(dealer.take().is_none() && dealer.waits_for().is_none());
    let kakuro = games::find("kakuro").unwrap();
    dealer.ask(Wanted::this(Deal::read(kakuro, "3x3,expert:1").unwrap()));
    assert!(dealer.wait().unwrap().is_err());
    dealer.ask(Wanted::this(Deal::read(game, "3x3:1").unwrap()));
    assert!(dealer.forget() && !dealer.forget() && dealer.wait().is_none());
}

/// A game whose solver fails in the way it is told to.
mod faulty {
    use super::standin::StandIn;
    use rompicapo::games::Position;
    use rompicapo::search::{Answer, Counters, Engine, Focus, Observer, Outcome, PlanError, Status};

    pub fn position(fault: &'static str) -> Box<dyn Position> {
        StandIn { status: Status::Open, deadlock: || None, engine, word: fault }.position()
    }

    fn engine(fault: &'static str) -> Result<Box<dyn Engine>, PlanError> {
        match fault {
            "refuse" => Err(PlanError("this plan cannot be carried out".into())),
            "build" => panic!("the engine could not be built"),
            fault => Ok(Box::new(Trap(fault))),
        }
    }

    struct Trap(&'static str);

    impl Engine for Trap {
        fn fork(&self) -> Box<dyn Engine> {
            Box::new(Trap(self.0))
        }
        fn run(&mut self, _fuel: u64, _watch: Option<&mut dyn Observer>) -> Outcome {
            assert!(self.0 != "run", "node 7 is impossible");
            Outcome::MoreWork
        }
        fn counters(&self) -> Counters {
            assert!(self.0 != "tell", "the figures are lost");
            Counters::default()
        }
        fn answer(&self) -> Option<Answer> {
            None
        }
        fn focus(&self) -> Focus {
            Focus::default()
        }
    }
}

#[test]
fn a_solver_that_panics_or_refuses_is_a_message() {
    let expected = [
        ("refuse", "this plan cannot be carried out"),
        ("build", "the solver failed: the engine could not be built"),
        ("run", "the solver failed: node 7 is impossible"),
        ("tell", "the solver failed: the figures are lost"),
    ];
    let mut worker = worker();
    for (fault, message) in expected {
        worker.start(faulty::position(fault), plan("dfs"), false, None);
        let told = snapshot(&worker);
        assert_eq!((told.phase, told.message.as_str()), (Phase::Failed, message), "{fault}");
    }
    worker.start(deal("3"), plan("dfs"), false, None);
    assert!(matches!(snapshot(&worker).phase, Phase::Done(_)), "the worker is as good as new");
}

#[test]
fn a_dealer_makes_nothing_that_was_forgotten_before_its_turn() {
    let game = games::find("sliding").unwrap();
    let (made, all_made) = std::sync::mpsc::channel();
    let (release, held) = std::sync::mpsc::channel::<()>();
    let held = std::sync::Mutex::new(held);
    // Each hand is held up after its first puzzle, until the other requests are there.
    let mut dealer = Dealer::new(&wake(move || {
        let _ = made.send(());
        let _ = held.lock().unwrap().recv();
    }));
    for deal in ["3x3:1", "3x3:2"] {
        dealer.ask(Wanted::this(Deal::read(game, deal).unwrap()));
        assert!(dealer.wait().unwrap().is_ok());
    }
    dealer.ask(Wanted::this(Deal::read(game, "3x3:3").unwrap()));
    assert!(dealer.forget());
    dealer.ask(Wanted::this(Deal::read(game, "3x3:4").unwrap()));
    dealer.ask(Wanted::this(Deal::read(game, "3x3:5").unwrap()));
    drop(release);
    assert_eq!(dealer.wait().unwrap().map(|named| named.name), Ok("sliding:3x3:5".to_owned()));
    drop(dealer);
    assert_eq!(all_made.iter().count(), 3);
}

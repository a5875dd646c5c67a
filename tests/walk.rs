//! The search as something to walk through: what is told at a node, where runs stop, questions, and several solutions.

mod common;

use std::sync::Arc;

use common::Desk;
use rompicapo::games::{self, Game, Position};
use rompicapo::search::{Event, Observer, Outcome, Plan, Status, Strategy, laws};
use rompicapo::workbench::conduct::Conduct;
use rompicapo::workbench::look::{Look, Relative};
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::worker::{Breakpoint, Exhibit, Phase, Snapshot, Worker};

/// A deal on which the strategies of a game have something to do, and that none takes long to begin.
fn deal(game: &dyn Game) -> Box<dyn Position> {
    let number = match game.name() {
        "counters" => "4",
        "queens" => "6",
        "sliding" => "3x3:1",
        _ => "1",
    };
    game.deal(number).unwrap()
}

/// A run that stands at its start and can be walked through.
fn walkable(game: &dyn Game, plan: Plan) -> Worker {
    let mut worker = Worker::spawn(Box::new(|| {}), None).keeping_past();
    worker.start(deal(game), plan, true, None);
    worker
}

fn standing(worker: &Worker) -> Arc<Snapshot> {
    worker.wait_idle();
    worker.snapshot().expect("a snapshot of the run")
}

fn every_strategy(mut look: impl FnMut(&'static dyn Game, &'static Strategy)) {
    for game in games::GAMES.iter().copied() {
        for strategy in game.strategies() {
            if deal(game).engine(&Plan::new(strategy)).is_ok() {
                look(game, strategy);
            }
        }
    }
}

#[test]
fn every_strategy_says_where_it_stands_and_what_decides() {
    every_strategy(|game, strategy| {
        let worker = walkable(game, Plan::new(strategy));
        let name = format!("{} {}", game.name(), strategy.name);
        for _ in 0..40 {
            worker.step(1);
            let there = standing(&worker);
            if there.phase != Phase::Paused {
                break;
            }
            let Look { node, standing, siblings, .. } = &*there.look;
            let node = node.as_ref().unwrap_or_else(|| panic!("{name}: nothing is known of {standing:?}"));
            assert!(!standing.rule.is_empty() && !standing.rule.ends_with('.'), "{name}");
            if node.parent.is_some() {
                let here = siblings.iter().filter(|relative| relative.is_here).count();
                assert_eq!(here, 1, "{name}: {siblings:?}");
            }
        }
    });
}

#[test]
fn node_line_and_board_agree_at_the_end() {
    let agree = |name: &str, there: &Snapshot| {
        let Look { node, line, depth, standing, .. } = &*there.look;
        let (path, node) = (&there.focus.path, node.as_ref().map(|node| node.id));
        let is_by_moves = *depth as usize == path.len();
        assert!(!is_by_moves || line == path, "{name}: {line:?} beside {path:?}");
        let stands = there.exhibit != Exhibit::Search || node.is_none() || standing.node == node || line == path;
        assert!(stands, "{name}: {node:?} {line:?} while it stands at {:?}, {path:?}", standing.node);
    };
    every_strategy(|game, strategy| {
        let plan = Plan { nodes: Some(5_000), ..Plan::new(strategy) };
        for plan in [Plan { max_moves: Some(1), ..plan.clone() }, Plan { all: true, ..plan.clone() }, plan] {
            let worker = walkable(game, plan);
            worker.resume();
            agree(&format!("{} {}", game.name(), strategy.name), &standing(&worker));
        }
    });
    let queens = games::find("queens").unwrap();
    for strategy in queens.strategies() {
        let mut worker = Worker::spawn(Box::new(|| {}), None).keeping_past();
        worker.start(queens.deal("3").unwrap(), Plan::new(strategy), false, None);
        agree(strategy.name, &standing(&worker));
    }
}

#[test]
fn what_is_first_in_line_is_expanded_next() {
    every_strategy(|game, strategy| {
        let worker = walkable(game, Plan::new(strategy));
        worker.peek(true);
        for _ in 0..60 {
            worker.step(1);
            let there = standing(&worker);
            let (Some(ahead), Some(queue)) = (&there.ahead, &there.look.standing.queue) else { break };
            let Some(next) = ahead.expanded.filter(|_| !queue.first.is_empty()) else { continue };
            // A node that is put off takes a turn without being expanded.
            if queue.first.iter().take(8).any(|waiting| waiting.mv.ends_with("into cells")) {
                continue;
            }
            let place = queue.first.iter().position(|waiting| waiting.id == next);
            assert!(place.is_some_and(|place| place < 8), "{} {}: {next} of {queue:?}", game.name(), strategy.name);
        }
    });
}

#[test]
fn beside_a_node_of_depth_first_stand_all_moves_of_its_parent() {
    let game = games::find("fourteen").unwrap();
    let worker = walkable(game, Plan::new(game.strategy("dfs").unwrap()));
    for _ in 0..30 {
        worker.step(1);
        let there = standing(&worker);
        let mut parent = deal(game);
        let path = &there.focus.path;
        for mv in &path[..path.len() - 1] {
            parent.play(mv).unwrap();
        }
        let mut told: Vec<String> = there.look.siblings.iter().map(|relative| relative.note.mv.clone()).collect();
        let mut legal = parent.moves();
        told.sort();
        legal.sort();
        assert_eq!(told, legal, "after {path:?}");
        assert_eq!(there.look.line, *path);
    }
}

#[test]
fn a_run_at_full_speed_has_something_to_show_where_it_pauses() {
    let game = games::find("sliding").unwrap();
    let mut worker = Worker::spawn(Box::new(|| {}), None).keeping_past();
    worker.start(game.deal("4x4:1").unwrap(), Plan::new(game.strategy("id").unwrap()), false, None);
    while worker.snapshot().is_none_or(|snapshot| snapshot.finding.counters.expanded < 200_000) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    worker.pause();
    let there = standing(&worker);
    assert_eq!(there.look.line, there.focus.path);
    assert!(there.look.node.is_some() && !there.look.standing.stack.is_empty(), "{:?}", there.look);
    assert_eq!(there.look.siblings.iter().filter(|relative| relative.is_here).count(), 1);
}

/// Whether something happened in a unit.
struct Watch {
    wanted: Breakpoint,
    met: bool,
    /// Nothing was expanded yet: the first bound is not a raised one.
    is_fresh: bool,
}

impl Observer for Watch {
    fn on(&mut self, event: &Event<'_>) {
        self.is_fresh &= !matches!(event, Event::Expand { .. });
        self.met |= match (self.wanted, event) {
            (Breakpoint::Bound, Event::Bound { .. }) => !std::mem::take(&mut self.is_fresh),
            (Breakpoint::Deadlock, Event::Dead { .. }) | (Breakpoint::Solution, Event::Solution { .. }) => true,
            (Breakpoint::Depth(wanted), Event::Expand { depth, .. }) => wanted == *depth,
            (Breakpoint::Nodes(nodes), Event::Node(node)) => node.id + 1 == nodes,
            (Breakpoint::Cut(name), Event::Cut { by, .. } | Event::Skip { by, .. }) => name == *by,
            _ => false,
        };
    }
}

/// After how many expansions a search meets this, the first few times, found without any machinery.
fn stops(game: &dyn Game, plan: &Plan, wanted: Breakpoint) -> Vec<u64> {
    let mut engine = deal(game).engine(plan).unwrap();
    let mut stops = Vec::new();
    for _ in 0..400 {
        let mut watch = Watch { wanted, met: false, is_fresh: engine.counters().expanded == 0 };
        let outcome = engine.run(1, Some(&mut watch));
        if outcome != Outcome::MoreWork || stops.len() == 4 {
            break;
        }
        if watch.met {
            stops.push(engine.counters().expanded);
        }
    }
    stops
}

/// What a strategy cuts by, and what else a run can stop at.
fn breakpoints(game: &dyn Game, plan: &Plan) -> Vec<Breakpoint> {
    let mut engine = deal(game).engine(plan).unwrap();
    engine.run(400, None);
    let cuts = engine.counters().cuts.into_iter().map(|(name, _)| Breakpoint::Cut(name));
    let others = [Breakpoint::Deadlock, Breakpoint::Solution, Breakpoint::Bound, Breakpoint::Depth(2)];
    others.into_iter().chain([Breakpoint::Nodes(9)]).chain(cuts).collect()
}

#[test]
fn the_next_one_is_the_next_one_and_the_last_one_the_last() {
    every_strategy(|game, strategy| {
        for plan in laws::plans(strategy).filter(|plan| deal(game).engine(plan).is_ok()) {
            for breakpoint in breakpoints(game, &plan) {
                let name = format!("{} {} {:?} {breakpoint:?}", game.name(), strategy.name, plan.heuristics());
                let mut stops = stops(game, &plan, breakpoint);
                let worker = walkable(game, plan.clone());
                for &stop in &stops {
                    worker.run_to(breakpoint);
                    let there = standing(&worker);
                    assert_eq!((there.phase, there.finding.counters.expanded), (Phase::Paused, stop), "{name}");
                }
                stops.dedup();
                while stops.len() > 1 {
                    stops.pop();
                    worker.back_to(breakpoint);
                    let there = standing(&worker);
                    assert_eq!(Some(&there.finding.counters.expanded), stops.last(), "{name}: back");
                }
            }
        }
    });
}

#[test]
fn a_position_is_found_by_every_strategy_that_walks_over_boards() {
    let mut found = 0;
    every_strategy(|game, strategy| {
        let worker = walkable(game, Plan::new(strategy));
        worker.step(9);
        let there = standing(&worker);
        let mut board = deal(game);
        if there.focus.path.is_empty() || there.phase != Phase::Paused {
            return;
        }
        for mv in &there.focus.path {
            board.play(mv).unwrap();
        }
        worker.seek(0);
        standing(&worker);
        worker.run_to_board(board.boxed_clone());
        let again = standing(&worker);
        let mut reached = deal(game);
        for mv in &again.focus.path {
            reached.play(mv).unwrap();
        }
        assert!(reached.same_as(&*board), "{} {}", game.name(), strategy.name);
        assert!(again.finding.counters.expanded <= 9);
        found += 1;
    });
    assert!(found > 10, "{found}");
}

#[test]
fn keys_run_to_a_cut_by_name_back_to_it_and_again() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys(".....");
    desk.settle_solver();
    desk.keys("bc");
    let screen = desk.screen();
    assert!(screen.contains("Cut by: 1 manhattan"), "{screen}");
    desk.keys("2");
    desk.settle_solver();
    assert!(desk.screen().contains("Paused at a cut by pdb"), "{}", desk.screen());
    let first = desk.figure("expanded");
    desk.keys("bb");
    desk.settle_solver();
    let second = desk.figure("expanded");
    assert!(second > first, "{first} {second}");
    desk.keys("{c2");
    desk.settle_solver();
    assert_eq!(desk.figure("expanded"), first);
    desk.keys("bb");
    desk.settle_solver();
    assert_eq!(desk.figure("expanded"), second);
}

#[test]
fn the_time_is_dragged_jumped_in_and_slowed_down() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("472:");
    desk.settle_solver();
    let screen = desk.screen();
    assert!(screen.contains("expansion 100 of 100, full speed"), "{screen}");
    let row = screen.lines().position(|line| line.contains("---O|")).expect("a line of time") as u16;
    desk.click(1, row);
    desk.settle_solver();
    assert!(desk.screen().contains("expansion 0 of 100"), "{}", desk.screen());
    // The hand may leave the row.
    desk.drag(27, row - 3);
    desk.settle_solver();
    let screen = desk.screen();
    assert!(screen.contains("expansion 51 of 100"), "{screen}");
    desk.keys("g70<enter>");
    desk.settle_solver();
    assert!(desk.screen().contains("expansion 70 of 100"), "{}", desk.screen());
    desk.keys("((((");
    assert!(desk.screen().contains("expansion 70 of 100, 128 a second"), "{}", desk.screen());
    desk.keys(&"(".repeat(20));
    assert!(desk.screen().contains("1 in 2 seconds"), "{}", desk.screen());
    desk.keys(")");
    assert!(desk.screen().contains("1 a second"), "{}", desk.screen());
}

#[test]
fn keys_go_back_to_a_raised_bound() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("472br");
    desk.settle_solver();
    assert!(desk.screen().contains("Paused at a raised bound"), "{}", desk.screen());
    let first = desk.figure("expanded");
    desk.keys("bb");
    desk.settle_solver();
    let second = desk.figure("expanded");
    assert!(second > first);
    desk.keys(".");
    desk.settle_solver();
    desk.keys("{r");
    desk.settle_solver();
    assert_eq!(desk.figure("expanded"), second);
    desk.keys("{{");
    desk.settle_solver();
    assert_eq!(desk.figure("expanded"), first);
}

#[test]
fn a_step_after_the_end_says_so() {
    let mut desk = Desk::new(80, 24);
    desk.open(numbered("sudoku", "1"));
    desk.keys("....");
    desk.settle_solver();
    desk.keys(".");
    desk.settle_solver();
    let screen = desk.screen();
    assert!(screen.contains("The search has ended after 1 expansion"), "{screen}");
    desk.keys("[");
    desk.settle_solver();
    assert!(desk.screen().contains("expansion 0 of 1"), "{}", desk.screen());
}

fn numbered(game: &str, number: &str) -> Named {
    let game = games::find(game).unwrap();
    Named::new(format!("{}:{number}", game.name()), game, game.deal(number).unwrap())
}

#[test]
fn line_and_siblings_stand_beside_every_board_at_80x24() {
    for (game, number, strategy) in [
        ("sliding", "4x4:1", "ida*"),
        ("fourteen", "4", "dfs"),
        ("freecell", "1", "classic"),
        ("counters", "5", "search-one"),
        ("queens", "8", "classic"),
    ] {
        let mut desk = Desk::new(80, 24);
        desk.open_only(numbered(game, number));
        desk.choose(strategy);
        desk.keys("....");
        desk.settle_solver();
        let screen = desk.screen();
        for part in ["line of ", "siblings: "] {
            assert!(screen.contains(part), "{game} {strategy}: no {part}\n{screen}");
        }
    }
}

#[test]
fn a_question_is_not_lost_by_a_key_that_answers_nothing() {
    let mut desk = Desk::new(80, 24);
    desk.open_only(numbered("maze", "11x21,loops=9:1"));
    desk.keys("C");
    desk.wait_for(" answer  C end");
    desk.keys("<down><enter>");
    let screen = desk.screen();
    assert!(screen.contains(" answer  C end"), "{screen}");
    desk.keys("2");
    let screen = desk.screen();
    assert!(screen.contains("Right: ") || screen.contains("No, "), "{screen}");
}

#[test]
fn a_search_that_goes_by_lot_has_nothing_to_ask_and_says_so_at_once() {
    let mut desk = Desk::new(80, 24);
    desk.open_only(numbered("queens", "20"));
    desk.keys("2C");
    desk.settle_solver();
    let screen = desk.screen();
    let flat = screen.replace('|', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("drawn by lot") && flat.contains("nothing was asked"), "{screen}");
    assert!(flat.contains("before the first expansion"), "{screen}");
}

#[test]
fn five_questions_are_answered_in_every_game() {
    for (game, number, strategy) in [
        ("sliding", "3x3:1", "ida*"),
        ("fourteen", "4", "dfs"),
        ("fourteen", "4", "classic"),
        ("freecell", "1", "classic"),
        ("freecell", "1", "fast"),
        ("counters", "5", "search-one"),
        ("counters", "5", "shortest"),
        ("queens", "8", "classic"),
        ("kakuro", "1", "classic"),
        ("sudoku", "1", "classic"),
        ("knight", "5x5:1", "classic"),
        ("maze", "11x21,loops=9:1", "a*"),
    ] {
        let mut desk = Desk::new(140, 45);
        desk.open_only(numbered(game, number));
        desk.choose(strategy);
        desk.keys("C");
        for n in 1..=5 {
            let (width, height) = [(140, 45), (80, 24), (60, 16)][n % 3];
            desk.resize(width, height);
            let screen = desk.wait_for(" answer  C end");
            // Every answer of the key line stands on the screen too, however little room there is.
            let keys = screen.lines().last().unwrap_or_default();
            for number in (1..=5).filter(|number| keys.contains(&format!(" {number} "))) {
                // Behind a blank, or the border and its joints.
                let is_answer =
                    |line: &str| [' ', '|', '+'].iter().any(|before| line.contains(&format!("{before}{number}: ")));
                let above = screen.lines().rev().skip(1).filter(|line| is_answer(line)).count();
                assert!(above > 0, "{game} {strategy}: no answer {number}\n{screen}");
            }
            desk.keys("2");
            let told = desk.screen();
            assert!(told.contains("Right: ") || told.contains("No, "), "{told}");
            desk.settle_solver();
        }
        // Where nothing is left to ask about, the search is at its end by now.
        if !desk.screen().contains("Conduct ends: ") {
            desk.keys("C");
        }
        let screen = desk.screen();
        assert!(screen.contains("Conduct ends: "), "{game} {strategy}\n{screen}");
        assert!(screen.contains(" of 5 right"), "{game} {strategy}\n{screen}");
    }
}

#[test]
fn a_run_to_what_can_never_be_met_says_so_at_once() {
    for (name, strategy, keys, told) in [
        ("fourteen/duchi-2", "classic", "br", "The strategy classic raises no bound: there is none to run to."),
        ("fourteen/duchi-2", "exact", "bp", "The nodes of exact are no positions: it never comes to your board."),
        ("sliding/eight-20", "ida*", "bp", "Your board is where this search began:"),
    ] {
        let mut desk = Desk::at(name);
        desk.resize(120, 40);
        desk.choose(strategy);
        desk.keys(".");
        desk.settle_solver();
        desk.keys(keys);
        desk.settle_solver();
        let screen = desk.screen();
        let flat = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(told) && flat.contains("expansion 1 of 1"), "{strategy}: {screen}");
    }
}

#[test]
fn all_solutions_of_a_search_are_walked() {
    let mut desk = Desk::new(80, 24);
    desk.open(numbered("counters", "3"));
    desk.choose("search-all");
    desk.keys("s");
    desk.settle_solver();
    desk.keys("'");
    let second = desk.screen();
    // It comes into hand, and neither moves the board nor ends the game.
    assert!(second.contains("2 of 2 step 0/") && !second.contains("By the solver"), "{second}");
    assert!(second.contains("parts from the one before at move"), "{second}");
    desk.keys("\"");
    assert!(desk.screen().contains("1 of 2 step 0/"), "{}", desk.screen());
    desk.keys("]'");
    let end = desk.screen();
    assert!(end.contains("2 of 2 step 4/4") && end.contains("By the solver"), "{end}");
}

#[test]
fn the_same_key_twice_looks_for_all() {
    let mut desk = Desk::new(80, 24);
    desk.open(numbered("queens", "6"));
    desk.choose("classic");
    desk.keys("s");
    desk.settle_solver();
    desk.keys("'");
    assert!(desk.screen().contains("One solution is known."), "{}", desk.screen());
    desk.keys("'");
    desk.settle_solver();
    desk.keys("''");
    assert!(desk.screen().contains("of 4 step"), "{}", desk.screen());
}

#[test]
fn reading_the_search_is_a_page_of_one_screen() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys(".");
    desk.settle_solver();
    desk.keys("?");
    let page = desk.screen();
    assert!(page.contains("Reading the search") && page.contains("or yours"), "{page}");
    assert!(!page.contains("down more"), "{page}");
    desk.keys("?");
    assert!(desk.screen().contains("Help: Sliding"), "{}", desk.screen());
    desk.resize(60, 16);
    desk.keys("?");
    assert!(desk.screen().contains("down more"), "{}", desk.screen());
    desk.keys("<end>");
    assert!(desk.screen().contains("yours"), "{}", desk.screen());
}

#[test]
fn at_a_solution_every_strategy_shows_a_board_that_is_solved() {
    let mut shown = 0;
    every_strategy(|game, strategy| {
        let plan = Plan { nodes: Some(20_000), listed: Some(16), ..Plan::new(strategy) };
        let worker = walkable(game, plan);
        for _ in 0..3 {
            worker.run_to(Breakpoint::Solution);
            let there = standing(&worker);
            if there.phase != Phase::Paused {
                break;
            }
            let mut board = deal(game);
            for mv in &there.focus.path {
                board.play(mv).unwrap();
            }
            assert_eq!(board.status(), Status::Solved, "{} {}: {:?}", game.name(), strategy.name, there.focus.path);
            shown += 1;
        }
    });
    assert!(shown > 3, "{shown}");
}

/// The answer that is called right.
fn right_answer(conduct: &Conduct) -> String {
    let choices = conduct.question.as_ref().map_or(&[][..], |question| &question.choices);
    let is_right = |&answer: &usize| {
        let mut conduct = conduct.clone();
        conduct.answer(answer) && conduct.told.starts_with("Right: ")
    };
    (0..choices.len()).find(is_right).map(|answer| choices[answer].words.clone()).expect("one of them is right")
}

#[test]
fn the_search_goes_where_conduct_says_that_it_goes() {
    let (mut on, mut back) = (0, 0);
    every_strategy(|game, strategy| {
        let worker = walkable(game, Plan::new(strategy));
        worker.peek(true);
        for _ in 0..60 {
            let there = standing(&worker);
            let Some(ahead) = there.ahead.as_ref().filter(|_| there.phase == Phase::Paused) else { break };
            let mut conduct = Conduct::default();
            let asks = conduct.ask(&there.look, ahead);
            let asks = asks && conduct.question.as_ref().is_some_and(|question| question.text.contains("which child"));
            worker.step(1);
            let then = standing(&worker);
            if !asks || then.phase != Phase::Paused || !there.look.is_whole || !then.look.is_whole {
                continue;
            }
            let (line, name) = (&there.look.line, format!("{} {}", game.name(), strategy.name));
            let right = right_answer(&conduct);
            match then.look.line.strip_prefix(&line[..]).and_then(<[String]>::first) {
                Some(mv) => {
                    on += 1;
                    assert_eq!(right, *mv, "{name}: it went to {:?} from {line:?}", then.look.line);
                }
                None => {
                    back += 1;
                    assert_ne!(then.look.line, *line, "{name}: it stays, and there is nothing to ask");
                    assert_eq!(right, "none of them: back", "{name}: {:?} from {line:?}", then.look.line);
                }
            }
        }
    });
    assert!(on > 100 && back > 20, "{on} on, {back} back");
}

#[test]
fn a_question_is_about_the_node_where_the_search_stands() {
    for (game, strategy) in [("queens", "fewest"), ("queens", "classic")] {
        let game = games::find(game).unwrap();
        let strategy = game.strategies().iter().find(|known| known.name == strategy).unwrap();
        let worker = walkable(game, Plan::new(strategy));
        worker.run_to(Breakpoint::Deadlock);
        assert_eq!(standing(&worker).exhibit, Exhibit::Met, "{}", strategy.name);
        worker.peek(true);
        for _ in 0..2 {
            let there = standing(&worker);
            assert_eq!((there.phase, there.exhibit), (Phase::Paused, Exhibit::Search), "{}", strategy.name);
            assert_eq!(there.look.node.as_ref().map(|node| node.id), there.look.standing.node, "{}", strategy.name);
            worker.run_to(Breakpoint::Deadlock);
        }
    }
}

#[test]
fn wherever_there_is_a_choice_there_is_a_question() {
    every_strategy(|game, strategy| {
        let worker = walkable(game, Plan::new(strategy));
        worker.peek(true);
        let (mut conduct, mut choices, mut asked) = (Conduct::default(), 0, 0);
        for _ in 0..100 {
            let there = standing(&worker);
            let Some(ahead) = there.ahead.as_ref().filter(|_| there.phase == Phase::Paused) else { break };
            choices += usize::from(ahead.family.len() > 1);
            if conduct.ask(&there.look, ahead) {
                asked += 1;
                assert!(conduct.answer(asked % 2), "two answers at least");
                assert!(conduct.told.starts_with("Right: ") || conduct.told.starts_with("No, "), "{}", conduct.told);
            }
            worker.step(1);
        }
        assert!(asked > 0 || choices == 0, "{} {}: nothing asked at {choices} choices", game.name(), strategy.name);
    });
}

/// A search that has come to its end is lost by nobody who went back in it.
#[test]
fn nobody_is_asked_who_leaves_a_search_that_has_ended() {
    for keys in ["q", "n", "<esc><esc>"] {
        let mut desk = Desk::at("maze/second");
        desk.keys("s");
        desk.settle_solver();
        desk.keys("v[");
        desk.settle_solver();
        assert!(desk.is_searching(), "one stands in the middle of it");
        desk.keys(keys);
        let screen = desk.screen();
        assert!(!screen.contains("a search is under way"), "{keys}: {screen}");
    }
    let mut desk = Desk::at("maze/second");
    desk.keys(".q");
    assert!(desk.screen().contains("a search is under way"), "{}", desk.screen());
}

#[test]
fn the_way_to_the_start_of_the_solution_keeps_what_was_found() {
    for strategy in ["bfs", "ida*"] {
        let mut desk = Desk::at("sliding/eight-24");
        desk.choose(strategy);
        desk.keys("s");
        desk.settle_solver();
        desk.keys("[[");
        let told = desk.told().0;
        assert!(told.starts_with("Found: ") && told.ends_with("v shows the search, in which [ goes back."), "{told}");
        assert_eq!(told.matches("v shows").count(), 1, "{told}");
        desk.keys("v[");
        desk.settle_solver();
        assert!(desk.is_searching(), "{}", desk.screen());
    }
}

#[test]
fn the_tempo_is_told_of_the_search_that_it_is_for() {
    let mut desk = Desk::at("maze/huge");
    desk.keys("s");
    desk.settle_solver();
    desk.keys("v(((");
    assert_eq!(desk.told().0, "The search has ended; the next one goes at 1,000 expansions a second.");
    let mut desk = Desk::at("maze/huge");
    desk.keys(".");
    desk.settle_solver();
    desk.keys("(");
    assert_eq!(desk.told().0, "Space lets the search go on at 100,000 expansions a second.");
}

/// While the board is the search's, a key that plays brings the own board, and plays nothing on it unseen.
#[test]
fn no_move_is_made_on_a_board_that_is_not_seen() {
    for (name, keys) in [
        ("counters/classic-5", "<enter>"),
        ("fourteen/duchi-1", "<enter>"),
        ("queens/bezzel", "<enter>"),
        ("maze/second", "u"),
    ] {
        let mut desk = Desk::at(name);
        let before = desk.standing();
        desk.keys("...");
        desk.settle_solver();
        desk.keys(keys);
        assert_eq!(desk.standing(), before, "{name}");
        let told = desk.told().0;
        assert!(told.starts_with("Your own board.") && desk.is_searching(), "{name}: {told}");
        desk.keys("v");
        assert!(!desk.screen().contains("Your own board."), "{}", desk.screen());
    }
}

/// The tree beside a question tells nothing that came later.
#[test]
fn the_tree_keeps_the_answers_to_itself() {
    for (name, strategy) in [("maze/second", "dfs"), ("queens/bezzel", "classic"), ("sliding/eight-12", "ida*")] {
        let mut desk = Desk::at(name);
        desk.resize(160, 50);
        desk.choose(strategy);
        desk.keys("s");
        desk.settle_solver();
        desk.keys("v[[[[[[T");
        desk.settle_solver();
        desk.keys("C");
        desk.wait_for(" answer  C end");
        for keys in ["", "<right>", "<down>", "<down>", "<end>", "<left>"] {
            desk.keys(keys);
            desk.settle_solver();
            desk.screen();
            let screen = desk.screen();
            assert!(screen.contains(" answer  C end"), "{name}: {screen}");
            assert!(!screen.contains("later") && !screen.contains("with all below"), "{name} {keys}: {screen}");
        }
        desk.keys("C");
        assert!(desk.told().0.contains("nothing was answered"), "{}", desk.told().0);
    }
}

/// What stands beside a node adds up: as many siblings as there are others, and children where they were made.
#[test]
fn siblings_and_children_are_counted_right() {
    every_strategy(|game, strategy| {
        let worker = walkable(game, Plan::new(strategy));
        let name = format!("{} {}", game.name(), strategy.name);
        for _ in 0..30 {
            worker.step(1);
            let there = standing(&worker);
            if there.phase != Phase::Paused {
                break;
            }
            let (kind, family) = there.look.family();
            let is_here = |relative: &&Relative| relative.is_here;
            assert_eq!(family.iter().filter(is_here).count(), usize::from(kind == "siblings"), "{name}: {family:?}");
            let others = family.len() - usize::from(kind == "siblings");
            let others = if others == 0 { "none".into() } else { others.to_string() };
            assert_eq!(there.look.heading(), format!("{kind}: {others}"), "{name}");
        }
    });
}

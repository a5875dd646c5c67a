//! The tree of a search: what is kept and what is folded adds up to the counters, for every strategy of every game.

use rompicapo::games::{self, GAMES, Game, Position};
use rompicapo::search::{Outcome, Plan, laws};
use rompicapo::workbench::breakpoint::Breakpoint;
use rompicapo::workbench::tree::{Fate, Find, Place, Standing, Step, Tree, TreeView};
use rompicapo::workbench::worker::{Phase, Snapshot, TreeWish, Worker};

/// A position on which strategies go astray, where there are such.
fn position(game: &dyn Game) -> Box<dyn Position> {
    let number = match game.name() {
        "counters" | "queens" => "6",
        "sliding" => "3x3:1",
        _ => "1",
    };
    game.deal(number).unwrap()
}

fn recorded(position: &dyn Position, plan: &Plan, memory: usize, fuel: u64) -> (Tree, Outcome) {
    let what = format!("{} {} {:?} in {memory} bytes", position.game().name(), plan.strategy.name, plan.heuristics());
    let (mut engine, mut tree) = (position.engine(plan).expect("it was carried out before"), Tree::new(memory));
    let mut outcome = Outcome::MoreWork;
    for slice in [fuel / 3, fuel / 3, fuel / 3 + 2] {
        outcome = engine.run(slice, Some(&mut tree));
        let (counters, totals) = (engine.counters(), tree.totals());
        assert_eq!(totals.nodes, counters.generated, "{what}: nodes");
        assert_eq!((totals.expanded, tree.expanded()), (counters.expanded, counters.expanded), "{what}: expansions");
        for (name, count) in counters.cuts.iter().filter(|(_, count)| *count > 0) {
            assert!(tree.cuts().any(|cut| cut == (*name, *count)), "{what}: {name} cut {count}");
        }
        assert_eq!(totals.cut, counters.cuts.iter().map(|(_, count)| count).sum::<u64>(), "{what}: cuts");
        assert_eq!(tree.sum(), totals, "{what}: kept and folded");
        let fates = totals.solved + totals.dead + totals.cut_nodes() + totals.seen;
        assert!(fates <= totals.nodes, "{what}: a node is counted twice: {totals:?}");
    }
    (tree, outcome)
}

#[test]
fn kept_and_folded_add_up_to_the_counters() {
    for game in GAMES.iter().copied() {
        let position = position(game);
        for plan in game.strategies().iter().flat_map(laws::plans).filter(|plan| position.engine(plan).is_ok()) {
            for memory in [1 << 12, 1 << 17] {
                let (tree, _) = recorded(&*position, &plan, memory, 1_500);
                // Beside the nodes there are the words of moves and the counts of each depth.
                assert!(tree.memory() <= memory + (1 << 16), "{}: {}", plan.strategy.name, tree.memory());
            }
        }
    }
}

#[test]
fn a_finished_search_is_folded_below_its_root() {
    let position = games::find("sliding").unwrap().deal("4x4:1").unwrap();
    let plan = Plan::new(position.game().strategy("ida*").unwrap()).with("pdb", false);
    let (tree, _) = recorded(&*position, &plan, 1 << 18, 200_000);
    assert!(tree.totals().nodes > 100_000 && tree.kept() < 5_000, "{} of {}", tree.kept(), tree.totals().nodes);
    assert_eq!(tree.beyond().nodes, 0, "a depth-first search has always something finished");
    let view = tree.view(tree.at(u64::MAX).unwrap(), tree.at(u64::MAX).unwrap(), u64::MAX);
    let folded: u64 = view.rows.iter().filter_map(|row| row.nodes).sum();
    assert!(folded > 10_000, "lines stand for {folded} nodes");
}

fn view(snapshot: &Snapshot) -> &TreeView {
    snapshot.tree.as_deref().expect("the tree is open")
}

/// A run with its tree open, after so many steps.
fn watched(name: &str, number: &str, strategy: &str, steps: u64) -> Worker {
    let game = games::find(name).unwrap();
    let mut worker = Worker::spawn(Box::new(|| {}), None).keeping_past();
    worker.start(game.deal(number).unwrap(), Plan::new(game.strategy(strategy).unwrap()), true, None);
    worker.step(steps);
    worker.tree(TreeWish::Open(1 << 24));
    worker.wait_idle();
    worker
}

#[test]
fn a_tree_that_is_opened_late_is_the_one_that_was_always_open() {
    for game in GAMES.iter().copied() {
        let position = position(game);
        for strategy in game.strategies() {
            let mut early = Worker::spawn(Box::new(|| {}), None).keeping_past();
            let mut late = Worker::spawn(Box::new(|| {}), None).keeping_past();
            early.tree(TreeWish::Open(1 << 24));
            for worker in [&mut early, &mut late] {
                worker.start(position.clone(), Plan::new(strategy), true, None);
                worker.step(60);
                worker.wait_idle();
                worker.step(40);
                worker.wait_idle();
            }
            assert!(late.snapshot().unwrap().tree.is_none(), "nobody looks");
            late.tree(TreeWish::Open(1 << 24));
            late.wait_idle();
            let (early, late) = (early.snapshot().unwrap(), late.snapshot().unwrap());
            assert_eq!(view(&early), view(&late), "{} {}", game.name(), strategy.name);
            assert_eq!(view(&late).totals.nodes, late.finding.counters.generated);
        }
    }
}

#[test]
fn back_and_forth_in_time_is_the_same_tree() {
    let worker = watched("fourteen", "4", "dfs", 300);
    let before = worker.snapshot().unwrap();
    worker.seek(120);
    worker.wait_idle();
    let past = worker.snapshot().unwrap();
    let row = &view(&past).rows[view(&past).at];
    assert_eq!(row.standing, Standing::Now);
    assert_eq!(view(&past).card.path, past.focus.path, "it follows into the past");
    assert_eq!(view(&past).totals, view(&before).totals, "and knows what comes");
    worker.seek(300);
    worker.wait_idle();
    assert_eq!(view(&worker.snapshot().unwrap()), view(&before));
}

#[test]
fn one_walks_to_a_dead_node_and_reads_why() {
    for game in GAMES.iter().copied() {
        let position = position(game);
        for strategy in game.strategies() {
            let mut worker = Worker::spawn(Box::new(|| {}), None).keeping_past();
            worker.start(position.clone(), Plan { nodes: Some(20_000), ..Plan::new(strategy) }, true, None);
            worker.run_to(Breakpoint::Deadlock);
            worker.tree(TreeWish::Open(1 << 24));
            worker.wait_idle();
            let what = format!("{} {}", game.name(), strategy.name);
            if worker.snapshot().unwrap().phase != Phase::Paused {
                continue;
            }
            worker.tree(TreeWish::Choose(Place::Node(0)));
            worker.tree(TreeWish::Find(Find { what: Breakpoint::Deadlock, back: false }));
            worker.wait_idle();
            let snapshot = worker.snapshot().unwrap();
            let card = &view(&snapshot).card;
            assert!(!view(&snapshot).follows && view(&snapshot).missed.is_empty(), "{what}");
            assert_eq!(card.fate, Some(Fate::Dead), "{what}");
            assert!(!card.why.is_empty(), "{what}: no reason");
            assert!(snapshot.last_dead.is_empty() || snapshot.met > 1 || card.why == snapshot.last_dead, "{what}");
        }
    }
}

#[test]
fn a_chosen_node_is_shown_as_the_search_showed_it() {
    for game in GAMES.iter().copied() {
        let position = position(game);
        for plan in game.strategies().iter().map(Plan::new).filter(|plan| position.engine(plan).is_ok()) {
            let what = format!("{} {}", game.name(), plan.strategy.name);
            let mut worker = Worker::spawn(Box::new(|| {}), None).keeping_past();
            worker.start(position.clone(), plan, true, None);
            let mut stood = Vec::new();
            for _ in 0..24 {
                worker.step(1);
                worker.wait_idle();
                let snapshot = worker.snapshot().unwrap();
                let node = snapshot.look.standing.node.filter(|_| snapshot.phase == Phase::Paused);
                stood.extend(node.map(|node| (node, snapshot.focus.path.clone())));
            }
            worker.tree(TreeWish::Open(1 << 24));
            // The last one may not have been expanded.
            stood.pop();
            // Where a node is expanded more than once, as by a method of several stages, it has several faces.
            let once = stood.iter().filter(|(node, _)| stood.iter().filter(|(other, _)| other == node).count() == 1);
            for (node, path) in once.step_by(5) {
                worker.tree(TreeWish::Choose(Place::Node(*node)));
                worker.wait_idle();
                let snapshot = worker.snapshot().unwrap();
                let card = &view(&snapshot).card;
                assert_eq!(card.focus.as_ref().map(|focus| &focus.path), Some(path), "{what}: node {node}");
            }
        }
    }
}

#[test]
fn arrows_walk_to_parent_child_and_sibling() {
    let worker = watched("sliding", "3x3:1", "id", 400);
    let place = |worker: &Worker| {
        worker.wait_idle();
        let snapshot = worker.snapshot().unwrap();
        let view = view(&snapshot);
        view.rows[view.at].place
    };
    worker.tree(TreeWish::Choose(Place::Node(0)));
    assert_eq!(place(&worker), Place::Node(0));
    worker.tree(TreeWish::Step(Step::Child));
    assert_eq!(place(&worker), Place::Iteration(0), "the first bound");
    worker.tree(TreeWish::Step(Step::After));
    assert_eq!(place(&worker), Place::Iteration(1));
    worker.tree(TreeWish::Step(Step::Child));
    let child = place(&worker);
    assert!(matches!(child, Place::Node(_)));
    worker.tree(TreeWish::Mark);
    worker.tree(TreeWish::Step(Step::Parent));
    worker.tree(TreeWish::Step(Step::Parent));
    assert_eq!(place(&worker), Place::Node(0));
    worker.tree(TreeWish::Step(Step::Before));
    assert_eq!(place(&worker), Place::Node(0), "nothing that way");
    worker.tree(TreeWish::NextMark);
    assert_eq!(place(&worker), child);
    worker.tree(TreeWish::Follow);
    worker.wait_idle();
    let snapshot = worker.snapshot().unwrap();
    assert!(view(&snapshot).follows);
    assert_eq!(view(&snapshot).card.path, snapshot.focus.path);
}

#[test]
fn the_best_line_leads_to_the_solution() {
    let worker = watched("sliding", "3x3:1", "a*", u64::MAX);
    worker.tree(TreeWish::Choose(Place::Node(0)));
    worker.tree(TreeWish::Find(Find { what: Breakpoint::Solution, back: false }));
    worker.wait_idle();
    let snapshot = worker.snapshot().unwrap();
    let view = view(&snapshot);
    assert_eq!(view.card.path, snapshot.finding.answer.as_ref().unwrap().moves);
    assert_eq!(view.rows[view.at].fate, Fate::Solved);
    let best = view.rows.iter().filter(|row| row.fate == Fate::Best).count();
    assert_eq!(best, view.card.path.len(), "from the start to the node before the goal");
}

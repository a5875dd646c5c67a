use proptest::prelude::*;

use super::*;
use crate::games::{Game, Options, Placed, Position};
use crate::search::{Counters as Figures, Limit, Outcome, Plan, Rules, Status};

fn open(name: &str) -> Box<dyn Position> {
    GAME.deal("", name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn placed(name: &str) -> (Counters, State) {
    let position = open(name);
    let placed = Placed::<Counters>::of(&*position);
    (Counters::clone(&placed.rules), placed.state.clone())
}

fn plan(strategy: &str) -> Plan {
    Plan::new(GAME.strategy(strategy).expect(strategy))
}

fn within(strategy: &str, moves: u64) -> Plan {
    Plan { max_moves: Some(moves), ..plan(strategy) }
}

struct Run {
    outcome: Outcome,
    answer: Option<crate::search::Answer>,
    figures: Figures,
}

impl Run {
    fn moves(&self) -> String {
        self.answer.as_ref().map_or_else(String::new, |answer| answer.moves.join(" "))
    }

    fn length(&self) -> usize {
        self.answer.as_ref().expect("solved").moves.len()
    }

    fn solutions(&self) -> Option<u64> {
        self.answer.as_ref().and_then(|answer| answer.solutions)
    }
}

fn run(name: &str, plan: &Plan) -> Run {
    run_from(&*open(name), plan)
}

fn run_from(position: &dyn Position, plan: &Plan) -> Run {
    let mut engine = position.engine(plan).expect("a plan for this position");
    let outcome = engine.run(u64::MAX, None);
    let answer = engine.answer();
    if let Some(answer) = &answer {
        let mut replay = position.boxed_clone();
        for mv in &answer.moves {
            replay.play(mv).expect("a legal move");
        }
        assert!(answer.moves.is_empty() || replay.status() == Status::Solved);
    }
    Run { outcome, answer, figures: engine.counters() }
}

mod published {
    use super::*;

    #[test]
    fn search_all_finds_what_the_class_found() {
        for n in [1, 2] {
            let none = run(&n.to_string(), &within("search-all", 6));
            assert_eq!(none.outcome, Outcome::Limit(Limit::Depth));
        }
        assert_eq!(run("3", &within("search-all", 3)).outcome, Outcome::Limit(Limit::Depth));
        let three = run("3", &within("search-all", 4));
        assert_eq!((three.outcome, three.solutions(), three.length()), (Outcome::Solved, Some(2), 4));
        for n in 4..=6 {
            let one = run(&n.to_string(), &within("search-all", n));
            assert_eq!((one.solutions(), one.length() as u64), (Some(1), n));
            assert!(one.answer.unwrap().optimal);
        }
    }

    #[test]
    fn search_one_takes_the_first_and_not_the_shortest() {
        let five = run("4", &within("search-one", 5));
        assert_eq!(five.moves(), "3 7 4 1 8");
        assert!(!five.answer.unwrap().optimal);
        assert_eq!(run("4", &within("search-one", 4)).moves(), "7 4 1 8");
    }

    #[test]
    fn search_all_stops_a_line_at_success() {
        let mut all = within("search-all", 5);
        all.all = true;
        let eight = run("3", &all);
        assert_eq!(eight.solutions(), Some(8));
        let lists = eight.answer.unwrap().all;
        assert_eq!(lists.len(), 8);
        let start = open("3");
        for list in lists {
            let mut replay = start.boxed_clone();
            for (i, mv) in list.iter().enumerate() {
                assert_eq!(replay.status(), Status::Open, "solved before move {i} of {list:?}");
                replay.play(mv).unwrap();
            }
            assert_eq!(replay.status(), Status::Solved);
        }
    }

    #[test]
    fn too_few_moves_is_a_limit_and_no_proof() {
        let short = run("5", &within("search-one", 4));
        assert_eq!(short.outcome, Outcome::Limit(Limit::Depth));
        assert!(short.answer.is_none());
    }

    #[test]
    fn two_of_each_colour_cannot_be_sorted() {
        for (name, rows) in [("1", 2), ("2", 15)] {
            let none = run(name, &plan("shortest"));
            assert_eq!(none.outcome, Outcome::Exhausted);
            let seen = none.figures.more.iter().find(|(name, _)| *name == "rows seen").unwrap().1;
            assert!(seen <= 30, "{rows} {seen}");
            assert_eq!(run(name, &plan("count")).outcome, Outcome::Exhausted);
            assert_eq!(run(name, &plan("construct")).outcome, Outcome::Exhausted);
        }
    }

    #[test]
    fn the_other_goals_take_one_move_more() {
        for n in 4..=8 {
            for (goal, more) in [("ba-right", 0), ("ab-left", 1), ("ab-right", 1), ("ba-left", 1)] {
                let name = format!("{n},goal={goal}");
                assert_eq!(run(&name, &plan("shortest")).length(), n + more, "{name}");
            }
        }
    }

    #[test]
    fn counts_of_shortest_solutions() {
        for (n, solutions) in
            [(3, 2), (4, 1), (5, 1), (6, 1), (7, 2), (8, 16), (9, 32), (10, 96), (11, 288), (12, 2592)]
        {
            let count = run(&format!("{n}"), &plan("count"));
            assert_eq!(count.solutions(), Some(solutions), "N = {n}");
            assert_eq!(count.answer.unwrap().length(), if n == 3 { 4 } else { n });
        }
    }

    #[test]
    fn the_conjecture_agrees_with_the_counts() {
        let formula = |n: usize| placed(&n.to_string()).0.family.and_then(construct::Family::conjecture);
        let values: Vec<_> = (3..=12).map(formula).collect();
        let expected = [1, 1, 1, 2, 16, 32, 96, 288, 2592].map(Some);
        assert_eq!(values[0], None);
        assert_eq!(values[1..], expected);
        assert_eq!(formula(16), Some(1_658_880));
    }
}

mod construction {
    use super::*;

    #[test]
    fn sorts_every_row_from_3_to_500_to_every_goal() {
        for start in ["left", "right"] {
            for goal in ["ba-right", "ba-left", "ab-right", "ab-left"] {
                for n in 3..=500 {
                    let name = format!("{n},start={start},goal={goal}");
                    let (rules, mut state) = placed(&name);
                    let engine = construct::Construct::new(&rules, &state).unwrap();
                    for step in engine.steps() {
                        assert!(rules.is_group(&state.row, step.from as usize), "{name}");
                        rules.apply(&mut state, step);
                    }
                    assert!(rules.is_solved(&state), "{name}");
                    let classic = (goal == "ba-right") == (start == "left") && goal.starts_with("ba");
                    if n >= 4 {
                        assert_eq!(engine.steps().len(), n + usize::from(!classic), "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn is_as_short_as_the_search() {
        for n in 3..=9 {
            for goal in ["ba-right", "ba-left", "ab-right", "ab-left"] {
                let name = format!("{n},goal={goal}");
                let built = run(&name, &plan("construct"));
                assert_eq!(built.length(), run(&name, &plan("shortest")).length(), "{name}");
                assert!(built.answer.unwrap().optimal);
            }
        }
    }

    #[test]
    fn goes_back_to_its_line_from_anywhere() {
        let mut position = open("20");
        for mv in ["39", "4", "10", "20"] {
            position.play(mv).unwrap();
        }
        let built = run_from(&*position, &plan("construct"));
        assert_eq!(built.length(), 2 + 18);
        assert!(!built.answer.unwrap().optimal);
    }

    #[test]
    fn open_goals_are_solved_but_not_called_shortest() {
        for name in ["20,goal=ba-any", "20,goal=ab-any"] {
            let built = run(name, &plan("construct"));
            assert_eq!(built.outcome, Outcome::Solved);
            assert!(!built.answer.unwrap().optimal);
        }
    }

    #[test]
    fn says_what_it_knows() {
        let error = open("5,k=3").engine(&plan("construct")).err().expect("no construction");
        assert!(error.0.contains("alternating start"), "{error}");
    }
}

mod reading {
    use super::*;

    fn line(text: &str) -> String {
        let position = GAME.read(text, &Options::new()).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.line()
    }

    fn error(text: &str, options: &[(&str, &str)]) -> (usize, usize, String) {
        let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let error = GAME.read(text, &options).err().unwrap_or_else(|| panic!("{text} was read"));
        (error.line, error.column, error.message)
    }

    #[test]
    fn any_two_signs_will_do() {
        for text in ["__ABAB", "..abab", "__oxox", "__WBWB", "0 0 1 2 1 2", "001212", "_.PQPQ", "0,0,1,2,1,2", "__○●○●"]
        {
            assert_eq!(line(text), "__ABAB", "{text}");
        }
        assert_eq!(line("__xoxo"), "__BABA");
        assert_eq!(line("# mine\n__ABAB k=3 free\n".replace("free", "").replace("__", "___").as_str()), "___ABAB k=3");
    }

    #[test]
    fn a_goal_row_may_follow() {
        for text in ["__ABAB -> AABB__", "__ABAB\nAABB__\n", "__ABAB goal=AABB__", "__oxox > ooxx.."] {
            let position = GAME.read(text, &Options::new()).unwrap();
            assert_eq!(position.line_options().get("goal").map(String::as_str), Some("AABB__"), "{text}");
        }
    }

    #[test]
    fn bad_rows_are_told_where_and_why() {
        type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], usize, usize, &'a str);
        let cases: [Case; 13] = [
            ("__ABCAB", &[], 1, 5, "third colour"),
            ("\n__AB?B", &[], 2, 5, "no place"),
            ("ABAB", &[], 1, 0, "no room to move"),
            ("_ABAB_", &[], 1, 0, "side by side"),
            ("_ABAB", &[], 1, 0, "no room to move"),
            ("____", &[], 1, 0, "no counters"),
            ("", &[], 0, 0, "no row"),
            ("_________ABAB", &[("k", "9")], 1, 0, "larger than the row"),
            ("__ABAB", &[("k", "1")], 0, 0, "from 2"),
            ("__ABAB -> AAAB__", &[], 1, 0, "3 A and 1 B"),
            ("__ABAB -> AABB", &[], 1, 0, "4 places"),
            ("__ABAB", &[("goal", "ab-up")], 0, 0, "ab-left"),
            ("__ABAB\nAABB__\n__BBAA", &[], 3, 1, "third row"),
        ];
        for (text, options, line, column, words) in cases {
            let (at_line, at_column, message) = error(text, options);
            assert_eq!((at_line, at_column), (line, column), "{text}: {message}");
            assert!(message.contains(words), "{text}: {message}");
        }
    }

    #[test]
    fn unequal_colours_are_fine() {
        let run = run_from(&*GAME.read("__ABAAB", &Options::new()).unwrap(), &plan("shortest"));
        assert_eq!(run.outcome, Outcome::Solved);
    }

    #[test]
    fn names() {
        let row = |name: &str| open(name).line();
        assert_eq!(row("3"), "__ABABAB");
        assert_eq!(row("2,start=right"), "ABAB__");
        assert_eq!(row("2,free=4"), "____ABAB");
        assert_eq!(row("5,k=3,reversed"), "___ABABABABAB k=3 reversed");
        assert_eq!(row("start=_AB_BA__,k=2"), "_AB_BA__");
        assert_eq!(open("3,start=right").line_options()["goal"], "ba-left");
        assert!(open("3").line_options().is_empty());
        for bad in ["0", "1000001", "x", "", "3,k=1", "3,k=7", "3,free=1", "3,goal=up", "3,colour=red", "3,start=__AB"]
        {
            assert!(GAME.deal("", bad).is_err(), "{bad}");
        }
        assert!(GAME.deal("", "1000000").is_ok());
    }

    #[test]
    fn forms() {
        let mut position = open("3");
        assert_eq!(position.text("ox").unwrap(), "..oxoxox\n");
        assert_eq!(position.text("digits").unwrap(), "0 0 1 2 1 2 1 2\n");
        for mv in ["2", "5", "0", "6"] {
            position.play(mv).unwrap();
        }
        assert_eq!(
            position.text("triangle").unwrap(),
            "2  __ABABAB\n5  AB__ABAB\n0  ABBAA__B\n6  __BAAABB\n   BBBAAA__\n"
        );
        assert!(position.text("svg").unwrap().matches("<circle").count() == 5 * 6);
    }
}

mod moving {
    use super::*;

    #[test]
    fn a_group_may_turn_around() {
        let mut position = open("3,reversed");
        position.play("2").unwrap();
        assert_eq!(position.line(), "BA__ABAB reversed");
    }

    #[test]
    fn more_free_places_need_a_target() {
        let mut position = open("2,free=4");
        assert!(position.play("4").unwrap_err().contains("where to"));
        assert_eq!(position.play("4-1").unwrap(), "4-1");
        assert_eq!(position.line(), "_AB___AB");
        assert_eq!(position.moves(), ["1-3", "1-4", "6-3", "6-4"]);
    }

    #[test]
    fn refusals_say_why() {
        let mut position = open("3");
        for (mv, words) in
            [("0", "place 0 is free"), ("7", "no 2 places"), ("x", "left place"), ("3-4", "no 2 free places")]
        {
            let why = position.play(mv).unwrap_err();
            assert!(why.contains(words), "{mv}: {why}");
        }
    }

    #[test]
    fn a_goal_is_met_only_with_its_gap() {
        let solved = |text: &str, goal: &str| {
            let options = [("goal".to_string(), goal.to_string())].into();
            GAME.read(text, &options).unwrap().status() == Status::Solved
        };
        assert!(solved("BBAA__", "ba-right") && !solved("__BBAA", "ba-right"));
        assert!(solved("__AABB", "ab-left") && solved("A__ABB", "ab-any") && !solved("A__BAB", "ab-any"));
    }
}

mod packs {
    use super::*;
    use crate::workbench::packs::Pack;

    #[test]
    fn best_lengths_are_minima() {
        for text in GAME.packs() {
            for entry in Pack::read(text).unwrap().puzzles {
                let position = entry.open(&GAME).unwrap();
                let run = run_from(&*position, &Plan::new(position.default_strategy()));
                match run.answer {
                    Some(answer) => {
                        assert!(answer.optimal, "{}", entry.name);
                        assert_eq!(entry.best, Some(answer.length()), "{}", entry.name);
                    }
                    None => assert!(run.outcome == Outcome::Exhausted && entry.unsolvable, "{}", entry.name),
                }
            }
        }
    }
}

mod screen {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::*;
    use crate::games::view::{Paint, Scene};
    use crate::games::{Input, Reply, Settings};
    use crate::search::{Mark, MarkKind};

    fn drawn(position: &dyn Position, marks: &[Mark], cursor: Option<u32>, width: u16, height: u16) -> String {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let paint = Paint::plain();
        let scene = Scene { position, marks, cursor, paint: &paint };
        GAME.view().draw(&scene, area, &mut buffer);
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string();
        (0..height).map(line).collect::<Vec<_>>().join("\n").trim_end().to_string()
    }

    #[test]
    fn rows_of_the_past_stand_above_the_present_one() {
        let mut position = open("3");
        position.play("2").unwrap();
        position.play("5").unwrap();
        let mut marks = position.markers("0");
        marks.extend([0, 1].map(|cell| Mark::new(cell, MarkKind::Cursor)));
        let expected = "\
2  _ _ A B A B A B
5  A B _ _ A B A B
   A B B A A _ _ B
   _ _       _ _
   ^ ^
   0         5";
        assert_eq!(drawn(&*position, &marks, Some(0), 40, 12), expected);
    }

    #[test]
    fn wide_rows_scroll_with_the_cursor() {
        let position = open("50");
        let text = drawn(&*position, &[Mark::new(80, MarkKind::Cursor)], Some(80), 40, 8);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains('<') && lines[0].contains('>'), "{text}");
        assert!(lines[2].contains('^') && lines[3].contains("80"), "{text}");
    }

    #[test]
    fn the_next_move_is_in_sight_where_no_cursor_is_shown() {
        let position = open("50");
        let text = drawn(&*position, &position.markers("80"), Some(0), 40, 8);
        assert!(text.lines().nth(3).is_some_and(|line| line.contains("80")), "{text}");
    }

    #[test]
    fn no_size_is_too_small() {
        let mut position = open("7");
        position.play("9").unwrap();
        for (width, height) in [(0, 0), (1, 1), (5, 3), (12, 4), (200, 60), (9, 60), (200, 1)] {
            drawn(&*position, &[Mark::new(3, MarkKind::Cursor)], Some(3), width, height);
        }
        assert!(drawn(&*position, &[], None, 30, 2).contains("needs"));
    }

    #[test]
    fn a_click_finds_the_place_that_was_drawn() {
        let mut position = open("4");
        position.play("7").unwrap();
        let paint = Paint::plain();
        let scene = Scene { position: &*position, marks: &[], cursor: None, paint: &paint };
        let area = Rect::new(2, 1, 40, 12);
        let hit = |x, y| GAME.view().hit(&scene, area, x, y);
        assert_eq!(hit(2 + 3 + 2 * 4, 2), Some(4));
        assert_eq!(hit(2 + 3 + 2 * 4, 1), None);
        assert_eq!((hit(0, 2), hit(39, 2)), (None, None));
    }

    fn answer(hand: &mut dyn crate::games::Hand, position: &dyn Position, inputs: &[Input]) -> String {
        let mut last = String::new();
        for &input in inputs {
            last = match hand.input(position, input) {
                Reply::Move(mv) => mv,
                Reply::Say(why) => why,
                Reply::Cursor => "cursor".into(),
                _ => "ignored".into(),
            };
        }
        last
    }

    #[test]
    fn the_hand_moves_the_group_under_the_cursor() {
        use Input::{Cancel, Click, End, Home, Pick, Right};
        let position = open("3");
        let mut hand = GAME.hand(&Settings::new());
        assert_eq!(answer(&mut *hand, &*position, &[Pick]), "2");
        assert!(answer(&mut *hand, &*position, &[Home, Pick]).contains("free"));
        assert_eq!(answer(&mut *hand, &*position, &[Right, Right, Right, Pick]), "3");
        assert_eq!(answer(&mut *hand, &*position, &[End, Pick]), "6");
        assert_eq!(answer(&mut *hand, &*position, &[Click(4)]), "4");
        assert_eq!(answer(&mut *hand, &*position, &[Click(7)]), "6");
        let roomy = open("2,free=4");
        let mut hand = GAME.hand(&Settings::new());
        assert_eq!(answer(&mut *hand, &*roomy, &[Click(4)]), "cursor");
        assert!(hand.is_busy());
        assert_eq!(answer(&mut *hand, &*roomy, &[Click(1)]), "4-1");
        assert_eq!(answer(&mut *hand, &*roomy, &[Click(4), Cancel]), "cursor");
        assert!(!hand.is_busy());
    }

    #[test]
    fn the_headline_tells_the_least_number_of_moves() {
        let mut position = open("7");
        assert_eq!(position.headline(&[]), "0 made, 7 moves at least from here");
        for mv in "9 6 13 4 10 1 14".split(' ') {
            position.play(mv).unwrap();
        }
        assert_eq!(position.headline(&vec![String::new(); 7]), "solved in 7 moves");
    }
}

mod bounds {
    use std::collections::{HashMap, VecDeque};

    use super::*;

    /// Distances of all rows to the goal, by walking back from it.
    fn distances(rules: &Counters, start: &State) -> HashMap<Vec<Place>, u32> {
        let mut all = vec![start.clone()];
        let mut seen: HashMap<Vec<Place>, u32> = HashMap::from([(start.row.clone(), 0)]);
        let mut at = 0;
        while at < all.len() {
            for next in successors(rules, &all[at]) {
                if seen.insert(next.row.clone(), 0).is_none() {
                    all.push(next);
                }
            }
            at += 1;
        }
        let mut distance: HashMap<Vec<Place>, u32> = HashMap::new();
        let mut queue: VecDeque<State> = all.iter().filter(|state| rules.is_solved(state)).cloned().collect();
        distance.extend(queue.iter().map(|state| (state.row.clone(), 0)));
        while let Some(state) = queue.pop_front() {
            let far = distance[&state.row] + 1;
            for next in successors(rules, &state) {
                distance.entry(next.row.clone()).or_insert_with(|| {
                    queue.push_back(next);
                    far
                });
            }
        }
        distance
    }

    fn successors(rules: &Counters, state: &State) -> Vec<State> {
        let mut moves = Vec::new();
        rules.moves(state, &mut moves);
        let make = |step: &Step| {
            let mut next = state.clone();
            rules.apply(&mut next, step);
            next
        };
        moves.iter().map(make).collect()
    }

    #[test]
    fn never_promise_too_much() {
        let names = [
            "3",
            "4",
            "4,goal=ab-left",
            "4,goal=ba-any",
            "4,goal=ab-any",
            "3,free=4",
            "3,goal=ba-any,free=3",
            "4,reversed",
            "4,k=3",
            "4,k=3,reversed,goal=ba-left",
            "start=__AABB,goal=BABA__",
            "start=AAA__BBB,goal=ABABAB__",
        ];
        for name in names {
            let (rules, start) = placed(name);
            let distances = distances(&rules, &start);
            for (row, &distance) in &distances {
                let state = State::new(row.clone());
                assert!(rules.bound(&state) <= distance, "{name}: {row:?} is {distance} away");
            }
            let shortest = run(name, &plan("shortest"));
            match distances.get(&start.row) {
                Some(&distance) => assert_eq!(shortest.length(), distance as usize, "{name}"),
                None => assert_eq!(shortest.outcome, Outcome::Exhausted, "{name}"),
            }
        }
    }

    #[test]
    fn every_combination_of_toggles_finds_the_same_length() {
        for name in ["5", "4,goal=ab-right", "4,k=3", "3,free=3"] {
            let lengths = [(true, true), (true, false), (false, true), (false, false)].map(|(bound, memory)| {
                let plan = plan("shortest").with("lower-bound", bound).with("memory", memory);
                run(name, &plan).length()
            });
            assert!(lengths.iter().all(|&length| length == lengths[0]), "{name}: {lengths:?}");
        }
    }

    #[test]
    fn the_lower_bound_saves_nodes() {
        for strategy in ["search-one", "search-all", "shortest"] {
            let with = run("5", &plan(strategy).with("lower-bound", true));
            let without = run("5", &plan(strategy).with("lower-bound", false));
            assert!(with.figures.generated * 2 < without.figures.generated, "{strategy}");
            assert_eq!(with.length(), without.length());
        }
    }

    #[test]
    fn limits_are_kept() {
        for strategy in ["shortest", "search-one", "search-all", "count"] {
            let mut plan = plan(strategy);
            plan.nodes = Some(50);
            let run = run("6,goal=ab-left", &plan);
            assert_eq!(run.outcome, Outcome::Limit(Limit::Nodes), "{strategy}");
            assert!(run.figures.generated <= 50);
        }
        for strategy in ["shortest", "count"] {
            let mut plan = plan(strategy);
            plan.memory = 1 << 16;
            assert_eq!(run("12,goal=ab-left", &plan).outcome, Outcome::Limit(Limit::Memory), "{strategy}");
        }
        assert_eq!(run("6", &within("shortest", 5)).outcome, Outcome::Limit(Limit::Depth));
    }
}

/// Any puzzle of a few counters, with some moves made at random.
fn any_puzzle() -> impl Strategy<Value = (Counters, State, Vec<usize>)> {
    let goals = prop::sample::select(vec!["ab-left", "ab-right", "ab-any", "ba-left", "ba-right", "ba-any"]);
    let parameters = (2usize..5, 2usize..4, 0usize..3, any::<bool>(), any::<bool>(), goals);
    (parameters, prop::collection::vec(0usize..1000, 0..12)).prop_map(|((n, k, more, reversed, left, goal), picks)| {
        let start = if left { "left" } else { "right" };
        let reversed = if reversed { ",reversed" } else { "" };
        let name = format!("{n},k={k},free={},start={start},goal={goal}{reversed}", k + more);
        let (rules, state) = placed(&name);
        (rules, state, picks)
    })
}

fn walk(rules: &Counters, state: &mut State, picks: &[usize]) {
    for pick in picks {
        let mut moves = Vec::new();
        rules.moves(state, &mut moves);
        if moves.is_empty() {
            return;
        }
        rules.apply(state, &moves[pick % moves.len()]);
    }
}

use proptest::strategy::Strategy;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn undo_takes_back_apply((rules, mut state, picks) in any_puzzle()) {
        walk(&rules, &mut state, &picks);
        let mut moves = Vec::new();
        rules.moves(&state, &mut moves);
        for step in moves {
            let mut after = state.clone();
            rules.apply(&mut after, &step);
            prop_assert_eq!(after.pairs(), State::new(after.row.clone()).pairs());
            prop_assert_eq!(rules.read_move(&state, &step.to_string()), Ok(step));
            let mut back = after.clone();
            rules.apply(&mut back, &step.back());
            prop_assert_eq!(&back.row, &state.row);
            rules.undo(&mut after, &step, &());
            prop_assert_eq!(&after.row, &state.row);
            prop_assert_eq!(after.pairs(), state.pairs());
            prop_assert_eq!(&after.trail, &state.trail);
        }
    }

    #[test]
    fn a_position_is_read_back_as_written((rules, mut state, picks) in any_puzzle()) {
        walk(&rules, &mut state, &picks);
        let position = Placed::boxed(rules, state);
        let again = GAME.read(&position.line(), &position.line_options()).unwrap();
        prop_assert!(again.same_as(&*position));
        prop_assert_eq!(again.line(), position.line());
        prop_assert_eq!(again.line_options(), position.line_options());
        for form in ["row", "ox", "digits"] {
            let again = GAME.read(&position.text(form).unwrap(), &[("k".into(), "2".into())].into());
            let again = again.unwrap();
            prop_assert_eq!(again.text("row"), position.text("row"), "{}", form);
        }
    }

    #[test]
    fn slices_add_up((n, which) in (2usize..6, 0usize..7), slices in prop::collection::vec(1u64..40, 1..30)) {
        let (strategy, bound, memory) = [
            ("shortest", true, true), ("shortest", false, true), ("shortest", true, false), ("search-one", false, true),
            ("search-all", true, true), ("count", true, true), ("construct", true, true),
        ][which];
        let position = open(&format!("{n},goal=ab-left"));
        let mut plan = plan(strategy).with("lower-bound", bound).with("memory", memory);
        plan.nodes = Some(5_000);
        let (mut whole, mut sliced) = (position.engine(&plan).unwrap(), position.engine(&plan).unwrap());
        let mut last = Outcome::MoreWork;
        for &slice in &slices {
            last = sliced.run(slice, None);
        }
        prop_assert_eq!(whole.run(slices.iter().sum(), None), last);
        prop_assert_eq!(whole.counters(), sliced.counters());
        let moves = |engine: &dyn crate::search::Engine| engine.answer().map(|answer| answer.moves);
        prop_assert_eq!(moves(&*whole), moves(&*sliced));
        prop_assert_eq!(whole.focus().path, sliced.focus().path);
    }
}

//! The middle between a puzzle and a screen, without any screen and with a made-up clock.

#[path = "common/standin.rs"]
mod standin;

use std::sync::Arc;
use std::time::{Duration, Instant};

use rompicapo::games::{self, Input, Options, Settings};
use rompicapo::search::MarkKind;
use rompicapo::workbench::builder::Builder;
use rompicapo::workbench::kept::{Deed, Entry, Story};
use rompicapo::workbench::middle::{HintWish, Middle, Stride, VerdictWish, Win};
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::packs::Library;

fn open(named: Named, resume: &[&str]) -> Middle {
    let resume: Vec<String> = resume.iter().map(|mv| (*mv).to_owned()).collect();
    reopen(named, &Story::of_moves(&resume))
}

fn reopen(named: Named, story: &Story) -> Middle {
    let wake: rompicapo::workbench::builder::Wake = Arc::new(|| {});
    let builder = Arc::new(Builder::new(None, Arc::clone(&wake)));
    Middle::open(named, &Settings::new(), story, 4.0, &wake, &builder)
}

/// Two pairs of Fourteen: the sevens, then ace and king.
fn two_pairs() -> Named {
    let game = games::find("fourteen").unwrap();
    Named::new("fourteen:of-the-test".into(), game, game.read("7 1|7 13", &Options::new()).unwrap())
}

fn type_keys(middle: &mut Middle, keys: &str, now: Instant) -> Option<Win> {
    keys.chars().filter_map(|c| middle.input(Input::Char(c), now)).last()
}

#[test]
fn a_win_is_an_event_of_the_move_that_makes_it() {
    let (mut middle, start) = (open(two_pairs(), &[]), Instant::now());
    middle.settle_referee();
    assert_eq!(middle.verdict_words(), ("winnable, 2 moves to go".into(), Some(true)));
    for told in [
        "Look at column 1. H again: why.",
        "The move there: it is the only pair. H again: which move.",
        "Hint: take the 7 of column 1 and the 7 of column 2 (1-2): it is the only pair",
    ] {
        assert_eq!(middle.hint(start), None);
        assert_eq!(middle.message(), told);
    }
    assert_eq!(type_keys(&mut middle, "=1-2", start), None);
    assert_eq!(middle.elapsed(start + Duration::from_secs(5)), Some(Duration::from_secs(5)));
    let end = start + Duration::from_secs(9);
    let win = Win { moves: 2, time: Duration::from_secs(9), hints: 1, marked: false, is_first: true };
    assert_eq!(type_keys(&mut middle, "=1-2", end), Some(win));
    assert!(middle.is_solved());
    assert_eq!(middle.message(), "Solved. Time 0:09, 1 hint: it counts as with help.");
    let entries = middle.take_entries(end);
    assert_eq!(entries.last(), Some(&(Entry::Over(true), Duration::from_secs(9))), "the journal knows that it is over");
    // The clock stands, whatever is done to the board afterwards.
    middle.undo(end);
    assert_eq!(middle.elapsed(end + Duration::from_secs(60)), Some(Duration::from_secs(9)));
    assert_eq!(middle.next_tick(end), None);
}

/// What a run has found in an earlier sitting holds before anything is looked at again; what leads nowhere is not believed.
#[test]
fn the_answer_of_an_earlier_run_is_kept() {
    let (mut middle, now) = (open(two_pairs(), &[]), Instant::now());
    middle.start(false);
    middle.settle_solver();
    let found: Vec<Entry> = middle.take_entries(now).into_iter().map(|(entry, _)| entry).collect();
    let lines: Vec<String> = found.iter().map(|entry| entry.json(Duration::ZERO)).collect();
    let mut story = Story::read(lines.iter().map(String::as_str));
    assert_eq!(story.runs[0].way, ["1-2", "1-2"]);
    let words = |story: &Story| reopen(two_pairs(), story).verdict_words().0;
    assert_eq!(words(&story), "winnable, 2 moves to go");
    story.runs[0].way.pop();
    assert_ne!(words(&story), "winnable, 1 move to go");
}

#[test]
fn moves_of_the_solver_are_no_win_and_are_kept_as_the_solvers() {
    let (mut middle, now) = (open(two_pairs(), &[]), Instant::now());
    middle.start(false);
    assert!(middle.settle_solver().run_ended);
    assert!(middle.walk(Stride::Forward, now));
    assert_eq!(type_keys(&mut middle, "=1-2", now), None, "the first move was the solver's");
    assert!(middle.is_solved() && middle.session().is_helped());
    assert_eq!(middle.message(), "Solved, 1 of 2 moves the solver's: it counts as with help. Time 0:00.");
    // Undone and redone it is the solver's move still.
    middle.restart(now);
    assert!(!middle.session().is_helped());
    middle.redo(now);
    assert!(middle.session().is_helped());
    let solvers = middle.take_entries(now).into_iter().filter(|(entry, _)| match entry {
        Entry::Did(Deed::Moves { by_solver, .. }) => *by_solver,
        _ => false,
    });
    assert_eq!(solvers.count(), 1);
}

#[test]
fn a_game_goes_on_where_it_was_left_with_its_clock() {
    let (mut middle, now) = (open(two_pairs(), &[]), Instant::now());
    type_keys(&mut middle, "=1-2", now);
    middle.undo(now);
    middle.settle_referee();
    middle.hint(now);
    middle.redo(now);
    let mut story = Story::default();
    for (entry, clock) in middle.take_entries(now + Duration::from_secs(30)) {
        story.take(entry, clock);
    }
    assert_eq!((story.made, story.hints, story.clock), (1, 1, Duration::from_secs(30)));
    let (mut middle, later) = (reopen(two_pairs(), &story), now + Duration::from_secs(7_000));
    assert_eq!(middle.message(), "You are 1 move into it; R starts again.");
    assert_eq!(middle.elapsed(later), Some(Duration::from_secs(30)), "nobody has touched it yet");
    type_keys(&mut middle, "=1", later);
    let win = type_keys(&mut middle, "-2", later + Duration::from_secs(12)).expect("a win");
    assert_eq!((win.moves, win.time, win.hints), (2, Duration::from_secs(42), 1));
}

#[test]
fn the_clock_is_not_reset_by_restart_and_redo_but_by_a_new_game() {
    let (mut middle, start) = (open(two_pairs(), &[]), Instant::now());
    let after = |seconds| start + Duration::from_secs(seconds);
    type_keys(&mut middle, "=1-2", start);
    middle.restart(after(5));
    middle.redo(after(6));
    assert_eq!(middle.elapsed(after(8)), Some(Duration::from_secs(8)));
    let win = type_keys(&mut middle, "=1-2", after(9)).expect("a win");
    assert_eq!(win.time, Duration::from_secs(9));
    // Walking through a won game is no new one; a move from the start is.
    middle.restart(after(20));
    middle.redo(after(21));
    assert_eq!(middle.elapsed(after(30)), Some(Duration::from_secs(9)));
    middle.restart(after(40));
    type_keys(&mut middle, "=1-2", after(50));
    assert_eq!(middle.elapsed(after(53)), Some(Duration::from_secs(3)));
    assert_eq!(type_keys(&mut middle, "=1-2", after(54)).expect("a win").time, Duration::from_secs(4));
}

#[test]
fn the_verdict_is_told_always_on_request_or_never() {
    let game = games::find("fourteen").unwrap();
    let lost = game.read("7 1|7 13 7|7", &Options::new()).unwrap();
    let mut middle = open(Named::new("fourteen:of-the-test".into(), game, lost), &[]);
    middle.settle_referee();
    let told = |middle: &Middle| (middle.verdict_words().0, !middle.story().0.is_empty());
    let always = told(&middle);
    assert!(!always.0.is_empty());
    middle.ask_verdict();
    assert_eq!(told(&middle), ("! tells how it stands".into(), false));
    middle.ask_verdict();
    assert_eq!(told(&middle), always, "told on request");
    assert_eq!(middle.verdict_wish(), VerdictWish::OnRequest);
    middle.ask_verdict();
    assert_eq!((told(&middle), middle.verdict_wish()), ((String::new(), false), VerdictWish::Off));
    middle.ask_verdict();
    assert_eq!((told(&middle), middle.verdict_wish()), (always, VerdictWish::Always));
}

/// Who asks is answered, whatever is told unasked.
#[test]
fn what_tells_without_verdicts_is_named_in_every_game() {
    for game in games::GAMES {
        let mut middle = open(first_of(game.name()), &[]);
        middle.set_verdict_wish(VerdictWish::OnRequest);
        for _ in 0..2 {
            middle.ask_verdict();
        }
        assert_eq!(middle.verdict_wish(), VerdictWish::Off);
        let asked = if game.has_notes() { "w, H, W" } else { "H, W, m" };
        assert_eq!(middle.message(), format!("Verdict: off. Only what you ask for tells: {asked}."));
    }
}

/// Notes are the player's; a search has candidates of its own or none.
#[test]
fn a_search_shows_no_note_of_the_players() {
    for game in ["kakuro", "sudoku"] {
        for strategy in games::find(game).unwrap().strategies() {
            let (mut middle, now) = (open(first_of(game), &[]), Instant::now());
            type_keys(&mut middle, "a", now);
            middle.choose(strategy, strategy.defaults());
            middle.step(1);
            middle.settle_solver();
            let (board, _) = middle.search_board().expect("a node");
            let notes = board.kept().1.into_iter().filter(|mv| mv.contains('?')).count();
            assert_eq!(notes, 0, "{game} {}", strategy.name);
        }
    }
}

/// Where cells of a node are marked dead a sentence says why, and whether the search knows.
#[test]
fn no_cell_of_a_node_is_dead_without_a_reason() {
    let mut middle = open(named("sudoku", "easy-2"), &[]);
    let classic = middle.named().game.strategy("classic").unwrap();
    middle.choose(classic, classic.defaults());
    for _ in 0..2 {
        middle.step(1);
        middle.settle_solver();
    }
    let (_, marks) = middle.search_board().expect("a node");
    assert!(marks.iter().any(|mark| mark.kind == MarkKind::Dead));
    let story = middle.node_story().expect("a reason");
    assert!(story.starts_with("Lost, not seen by the search: "), "{story}");
}

#[test]
fn the_least_number_of_moves_is_told_where_nothing_better_is_known() {
    let game = games::find("counters").unwrap();
    let library = Library::new(None);
    let pack = &library.collection(game).packs[0];
    let entry = |name: &str| pack.puzzles.iter().find(|entry| entry.name == name).unwrap();
    for (name, verdict) in [("classic-2", "no solution"), ("classic-3", "winnable, 4 moves to go")] {
        let mut middle = open(entry(name).named(game, pack).unwrap(), &[]);
        middle.settle_referee();
        assert_eq!((middle.verdict_words().0.as_str(), middle.headline().as_str()), (verdict, "0 moves"));
        middle.set_verdict_wish(VerdictWish::Off);
        assert!(middle.headline().starts_with("0 moves, at least "), "{name}: {}", middle.headline());
    }
}

#[test]
fn no_mistake_is_told_unasked_where_digits_are_written() {
    for (game, wish) in [("kakuro", VerdictWish::OnRequest), ("sudoku", VerdictWish::OnRequest)] {
        assert_eq!(open(first_of(game), &[]).verdict_wish(), wish);
    }
    assert_eq!(open(first_of("freecell"), &[]).verdict_wish(), VerdictWish::Always);
}

fn named(game: &str, puzzle: &str) -> Named {
    Library::new(None).open(games::find(game).unwrap(), puzzle).expect("a puzzle of this name").unwrap()
}

fn first_of(game: &str) -> Named {
    let (game, library) = (games::find(game).unwrap(), Library::new(None));
    let pack = &library.collection(game).packs[0];
    pack.puzzles[0].named(game, pack).unwrap()
}

/// In every game, along a whole solution: where to look, why, what; never twice the same, never the move too early.
#[test]
fn hints_come_in_levels_in_every_game() {
    for game in games::GAMES {
        let (mut middle, now) = (open(first_of(game.name()), &[]), Instant::now());
        middle.settle_referee();
        for _ in 0..6 {
            if middle.is_solved() {
                break;
            }
            let made = middle.session().made();
            let told: Vec<String> = (0..3)
                .map(|_| {
                    middle.hint(now);
                    middle.message().to_owned()
                })
                .collect();
            let place = &told[0];
            assert!(place.to_lowercase().starts_with("look at "), "{}: {told:?}", game.name());
            assert!(told[1] != told[0] && told[1] != told[2] && !told[1].is_empty(), "{}: {told:?}", game.name());
            assert_eq!(middle.session().made(), made, "{}: a hint makes no move", game.name());
            assert!(told[2].starts_with("Hint: "), "{}: {told:?}", game.name());
            if ["kakuro", "sudoku"].contains(&game.name()) {
                // The cursor waits where the digit is to be written.
                let digit = told[2].split_once(" is ").and_then(|(_, behind)| behind.chars().next()).unwrap();
                middle.input(Input::Char(digit), now);
                assert_eq!(middle.session().made(), made + 1, "{}: {told:?}", game.name());
            } else {
                let mv = middle.best_move().expect("the move of the hint");
                assert!(told[2].contains(&mv), "{}: {told:?}", game.name());
                assert!(!told[0].contains(&format!("({mv})")), "{}: {told:?}", game.name());
                middle.start(false);
                middle.settle_solver();
                middle.walk(Stride::Forward, now);
            }
            middle.settle_referee();
        }
    }
}

/// All levels speak of the place that the first one marks, however far it is and whatever is found meanwhile.
#[test]
fn the_levels_of_a_hint_speak_of_one_thing() {
    for (game, puzzle) in [
        ("maze", "first"),
        ("maze", "long"),
        ("maze", "seven"),
        ("maze", "loops"),
        ("sliding", "backwards"),
        ("sliding", "eight-24"),
        ("sliding", "6x6:3"),
        ("sliding", "6x6:4"),
    ] {
        let deal = puzzle.contains(':').then(|| games::find(game).unwrap());
        let named = deal
            .map_or_else(|| named(game, puzzle), |game| Named::new(puzzle.into(), game, game.deal(puzzle).unwrap()));
        let (mut middle, now) = (open(named, &[]), Instant::now());
        let mut told = Vec::new();
        while told.is_empty() {
            middle.attend();
            middle.hint(now);
            told.extend((!middle.message().starts_with("Still looking")).then(|| middle.message().to_owned()));
        }
        let marks = middle.own_marks(true);
        assert!(marks.iter().any(|mark| mark.kind == MarkKind::Hint), "{game} {puzzle}: {told:?}");
        middle.settle_referee();
        for _ in 0..2 {
            middle.hint(now);
            told.push(middle.message().to_owned());
        }
        let begins = ["Look at ", "The move there: ", "Hint: "];
        assert!(told.iter().zip(begins).all(|(told, begin)| told.starts_with(begin)), "{game} {puzzle}: {told:?}");
        // The tile of a hint, or the square of its fork.
        let place = told[0].trim_start_matches("Look at ").split([',', ':']).next().unwrap().to_owned();
        let is_told_of = |text: &String| text.contains(&place) || text.contains("there is no other way");
        assert!(place.starts_with("the ways") || told.iter().all(is_told_of), "{game} {puzzle}: {told:?}");
        let reason = told[1].trim_start_matches("The move there: ").split(". H again").next().unwrap().to_owned();
        assert!(told[2].ends_with(&format!(": {reason}")), "{game} {puzzle}: {told:?}");
    }
}

#[test]
fn hints_can_be_had_at_once_or_not_at_all() {
    let (mut middle, now) = (open(two_pairs(), &[]), Instant::now());
    middle.settle_referee();
    middle.turn_hints();
    middle.hint(now);
    assert!(middle.message().starts_with("Hint: take the 7"), "{}", middle.message());
    middle.turn_hints();
    middle.hint(now);
    assert_eq!((middle.message(), middle.hints()), ("Hints are off for this game; J turns them on.", 1));
    middle.turn_hints();
    assert_eq!(middle.hint_wish(), HintWish::Levels);
}

#[test]
fn back_to_the_last_position_that_can_be_won() {
    // The sevens of columns 2 and 4 are wanted elsewhere: without them 7 over 6 and 8 over 7 wait for each other.
    let game = games::find("fourteen").unwrap();
    let start = game.read("7 6|7|8 7|7", &Options::new()).unwrap();
    let (mut middle, now) = (open(Named::new("fourteen:of-the-test".into(), game, start), &[]), Instant::now());
    middle.settle_referee();
    middle.back_to_winnable(now);
    assert_eq!(middle.message(), "This position can be won.");
    type_keys(&mut middle, "=2-4", now);
    middle.settle_referee();
    assert!(middle.is_refuted());
    middle.back_to_winnable(now);
    assert_eq!(middle.session().made(), 0);
    assert_eq!(middle.message(), "Back before move 1, to the last position that can be won; r redoes.");
    assert!(middle.session().can_redo());
}

#[test]
fn what_is_decided_finishes_by_itself_and_is_seen_again_from_its_start() {
    let (mut middle, now) = (open(two_pairs(), &[]), Instant::now());
    let win = middle.finish(now).expect("there is one move all the way");
    assert_eq!(win.moves, 2);
    assert!(middle.message().starts_with("Solved. Time 0:00."), "{}", middle.message());
    middle.pause(now);
    assert!(middle.is_playing() && !middle.is_solved());
    let due = now + Duration::from_millis(250);
    assert!(!middle.play_on(now) && middle.play_on(due));
    assert!(middle.is_solved() && !middle.is_playing() && !middle.session().is_helped());
}

#[test]
fn a_game_seen_again_is_stepped_through_and_stays_finished() {
    let (mut middle, now) = (open(two_pairs(), &[]), Instant::now());
    type_keys(&mut middle, "=1-2=1-2", now);
    assert!(middle.is_solved());
    middle.pause(now);
    assert!(middle.walk(Stride::Forward, now) && !middle.is_playing());
    assert_eq!(middle.session().made(), 1);
    assert!(middle.walk(Stride::Back, now) && !middle.walk(Stride::Back, now));
    middle.pause(now);
    assert!(middle.is_playing(), "space goes on from there");
    assert!(middle.walk(Stride::To(9), now) && middle.is_solved());
    assert!(middle.message().starts_with("Solved. "), "{}", middle.message());
    assert!(!middle.session().is_helped());
}

#[test]
fn conduct_gives_back_the_solution_that_was_in_hand() {
    let (mut middle, now) = (open(first_of("fourteen"), &[]), Instant::now());
    middle.start(false);
    middle.settle_solver();
    let solution = middle.session().solution().map(<[String]>::to_vec);
    assert!(solution.is_some());
    middle.conduct();
    middle.settle_solver();
    if middle.is_conducting() {
        middle.conduct();
    }
    assert_eq!(middle.session().solution().map(<[String]>::to_vec), solution);
    assert!(middle.walk(Stride::Forward, now));
}

#[test]
fn conduct_leaves_a_search_where_it_is_that_has_nothing_to_decide() {
    let mut middle = open(named("queens", "three"), &[]);
    middle.step(5);
    middle.settle_solver();
    middle.conduct();
    for _ in 0..20 {
        middle.settle_solver();
    }
    let place = middle.desk().snapshot().map(|snapshot| snapshot.finding.counters.expanded);
    assert_eq!((middle.is_conducting(), place), (false, Some(5)));
    assert!(middle.message().starts_with("From here on this search has nothing to decide. "), "{}", middle.message());
}

/// Whoever lets the search go on past a question has been asked, and sees where it ends.
#[test]
fn conduct_ends_with_a_search_that_ran_past_its_question() {
    let mut middle = open(named("maze", "second"), &[]);
    middle.step(3);
    middle.settle_solver();
    middle.conduct();
    middle.settle_solver();
    assert!(middle.question().is_some() && middle.message().contains("A digit answers"), "{}", middle.message());
    middle.pause(Instant::now());
    middle.settle_solver();
    assert!(!middle.is_conducting() && middle.session().solution().is_some());
    let told = "The search ran to its end. Conduct ends: nothing was answered.";
    assert!(middle.message().starts_with(told), "{}", middle.message());
}

#[test]
fn a_position_off_the_way_of_a_construction_is_solved_all_the_same() {
    let game = games::find("queens").unwrap();
    let mut middle = open(Named::new("queens:40".into(), game, game.deal("40").unwrap()), &["4"]);
    middle.start(false);
    middle.settle_solver();
    assert!(middle.session().solution().is_some(), "{}", middle.message());
}

#[test]
fn what_lost_it_is_named_where_notes_are_written() {
    let game = games::find("kakuro").unwrap();
    let grid = "# 3\\0 4\\0\n0\\4 . .\n0\\3 . .";
    let named = Named::new("kakuro:of-the-test".into(), game, game.read(grid, &Options::new()).unwrap());
    let (mut middle, now) = (open(named, &[]), Instant::now());
    type_keys(&mut middle, "p12p2", now);
    middle.settle_referee();
    middle.back_to_winnable(now);
    assert_eq!(middle.message(), "Back before r2c2=2, to the last position that can be won; r redoes.");
}

/// What was lost and mended since is not to blame, and no note ever is.
#[test]
fn the_way_back_is_to_the_last_winnable_position() {
    let game = games::find("kakuro").unwrap();
    // 1 2 / 2 1 is the one solution; the 1 under the 3 is slow to be found out.
    let grid = "# 3\\0 4\\0\n0\\4 . .\n0\\3 . .";
    for (keys, back, made) in [
        // 2 for 1, mended; notes; then 1 below where 2 must stand.
        ("21pp", "", 2),
        ("21<2", "r2c2=2", 2),
        ("21>p12p<2", "r2c2=2", 4),
        ("21<2>a", "r2c2=2", 2),
    ] {
        let named = Named::new("kakuro:of-the-test".into(), game, game.read(grid, &Options::new()).unwrap());
        let (mut middle, now) = (open(named, &[]), Instant::now());
        for key in keys.chars() {
            middle.input(
                if key == '<' {
                    Input::Left
                } else if key == '>' {
                    Input::Right
                } else {
                    Input::Char(key)
                },
                now,
            );
        }
        middle.settle_referee();
        assert_eq!(middle.is_refuted(), !back.is_empty(), "{keys}");
        middle.back_to_winnable(now);
        let told = if back.is_empty() {
            "This position can be won.".to_owned()
        } else {
            format!("Back before {back}, to the last position that can be won; r redoes.")
        };
        assert_eq!((middle.message(), middle.session().made()), (&*told, made), "{keys}");
    }
}

#[test]
fn a_solution_plays_by_the_clock_that_it_is_given() {
    let (mut middle, now) = (open(two_pairs(), &[]), Instant::now());
    middle.start(false);
    middle.settle_solver();
    middle.pause(now);
    assert!(middle.is_playing() && middle.play_on(now));
    // Four steps a second.
    let due = now + Duration::from_millis(250);
    assert_eq!(middle.next_tick(now), Some(due));
    assert!(!middle.play_on(now + Duration::from_millis(249)) && middle.play_on(due));
    assert!(middle.is_solved() && !middle.is_playing());
}

#[test]
fn steps_of_a_burst_start_one_search_and_all_are_made() {
    let game = games::find("fourteen").unwrap();
    let mut middle = open(Named::new("fourteen:4".into(), game, game.deal("4").unwrap()), &[]);
    middle.choose(game.strategy("dfs").unwrap(), game.strategy("dfs").unwrap().defaults());
    for _ in 0..10 {
        middle.step(1);
    }
    middle.settle_solver();
    assert_eq!(middle.desk().snapshot().unwrap().finding.counters.expanded, 10);
}

#[test]
fn a_lost_position_is_looked_at_once_a_change() {
    let named = Named::new("dead".into(), games::SAMPLE, dead::position());
    let middle = open(named, &[]);
    let before = dead::looks();
    for _ in 0..5 {
        assert_eq!(middle.story().0, "nothing moves here");
        assert_eq!(middle.verdict_words(), ("no solution".into(), Some(false)));
        middle.own_marks(false);
        middle.no_solution_words();
    }
    assert!(dead::looks() <= before + 1, "{} looks", dead::looks() - before);
}

/// A puzzle without moves that counts how often it is asked why it is lost.
mod dead {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::standin::StandIn;
    use rompicapo::games::{Deadlock, Position};
    use rompicapo::search::{PlanError, Status};

    static LOOKS: AtomicUsize = AtomicUsize::new(0);

    pub fn looks() -> usize {
        LOOKS.load(Ordering::Relaxed)
    }

    pub fn position() -> Box<dyn Position> {
        let deadlock = || {
            LOOKS.fetch_add(1, Ordering::Relaxed);
            Some(Deadlock { story: "nothing moves here".into(), marks: Vec::new() })
        };
        let engine = |_| Err(PlanError("there is nothing to search".into()));
        StandIn { status: Status::Stuck, deadlock, engine, word: "" }.position()
    }
}

/// In a grid of digits all is decided when each open cell has one digit left, not when the next could be found.
#[test]
fn a_grid_is_not_finished_for_the_player_who_has_still_to_look() {
    for game in ["sudoku", "kakuro"] {
        let now = Instant::now();
        let mut middle = open(first_of(game), &[]);
        assert_eq!(middle.finish(now), None);
        assert_eq!(middle.message(), "There is still something to decide.", "{game}");
        middle.start(false);
        middle.settle_solver();
        let moves = middle.session().solution().expect("it has one").to_vec();
        let all_but_one: Vec<&str> = moves[1..].iter().map(String::as_str).collect();
        let win = open(first_of(game), &all_but_one).finish(now).expect("one cell is left");
        assert_eq!(win.moves, moves.len() as u64, "{game}");
    }
}

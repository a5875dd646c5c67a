//! Playing and solving on the screen: what headline, bar, messages and browser say of it.

mod common;

use common::Desk;
use rompicapo::games::{self, Position};
use rompicapo::search::{Outcome, Plan};
use rompicapo::tui::app::Effect;
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::packs::Library;

fn sliding(params: &str, number: &str) -> Named {
    let game = games::find("sliding").unwrap();
    let position = game.deal(&format!("{params}:{number}")).unwrap();
    Named::new(format!("sliding:{params}:{number}"), game, position)
}

fn position(name: &str) -> Box<dyn Position> {
    let (game, puzzle) = name.split_once('/').unwrap();
    Library::new(None).open(games::find(game).unwrap(), puzzle).unwrap().unwrap().position
}

/// A shortest solution of a sliding puzzle, as arrow keys: they move the tile, a move's letter says where the blank goes.
fn arrows(position: &dyn Position) -> Vec<&'static str> {
    let arrow = |mv: &String| match mv.as_str() {
        "U" => "<down>",
        "D" => "<up>",
        "L" => "<right>",
        _ => "<left>",
    };
    solved(position).iter().map(arrow).collect()
}

fn back(arrow: &str) -> &'static str {
    match arrow {
        "<up>" => "<down>",
        "<down>" => "<up>",
        "<left>" => "<right>",
        _ => "<left>",
    }
}

#[test]
fn an_own_solution_is_kept_whatever_is_done_afterwards() {
    let mut desk = Desk::at("sliding/eight-4");
    let way = arrows(&*position("sliding/eight-4"));
    desk.keys(&way.concat());
    assert!(desk.screen().contains("Solved in 4 moves, and none is shorter."), "{}", desk.screen());
    assert!(desk.screen().contains("| Solved. "), "{}", desk.screen());
    assert!(!desk.screen().contains("s solve   . step"), "{}", desk.screen());
    // Away from the goal, back, to the start and out.
    desk.keys(back(way[3]));
    desk.keys(&"m".repeat(40));
    desk.keys("u");
    assert!(desk.screen().contains("solved in 4 moves, 4 slides  0:00"), "the clock stands: {}", desk.screen());
    desk.keys("Rq");
    assert!(desk.screen().contains("You solved it in 4 moves"), "{}", desk.screen());
}

#[test]
fn a_longer_solution_is_told_the_shortest_length() {
    let mut desk = Desk::at("sliding/eight-4");
    let way = arrows(&*position("sliding/eight-4"));
    desk.keys(way[0]);
    desk.keys(back(way[0]));
    desk.keys(&way.concat());
    assert!(desk.screen().contains("Solved in 6 moves; a shortest solution has 4."), "{}", desk.screen());
}

#[test]
fn what_never_was_winnable_is_not_called_lost() {
    let mut desk = Desk::at("sliding/fourteen-fifteen");
    for keys in ["", "s", "H", "]"] {
        desk.keys(keys);
        desk.settle();
        let screen = desk.screen();
        assert!(screen.lines().next().unwrap().contains("no solution"), "{keys}: {screen}");
        assert!(screen.contains("There is no solution: proven."), "{keys}: {screen}");
        for wrong in ["lost", "No solution yet", "u takes"] {
            assert!(!screen.contains(wrong), "{keys}: {screen}");
        }
    }
}

#[test]
fn the_arrows_are_the_boards_when_a_new_search_drops_the_solution() {
    let mut desk = Desk::at("sliding/eight-12");
    desk.keys("s");
    desk.settle();
    assert!(desk.screen().contains("step 0/12"), "{}", desk.screen());
    desk.choose("id");
    desk.keys(".c");
    desk.settle();
    assert!(desk.screen().contains("Stopped: no solution so far"), "{}", desk.screen());
    desk.keys(arrows(&*position("sliding/eight-12"))[0]);
    assert!(desk.screen().contains("1 move, 1 slide"), "{}", desk.screen());
}

#[test]
fn an_improving_search_is_stopped_with_what_it_has() {
    let mut desk = Desk::new(80, 24);
    desk.open_only(sliding("5x5", "3"));
    desk.keys("bs");
    desk.settle_solver();
    let screen = desk.screen();
    assert!(screen.contains("Paused at a solution."), "{screen}");
    assert!(screen.contains("A solution of "), "the board shows it: {screen}");
    assert!(!screen.contains("[space]"), "space goes on with the search: {screen}");
    desk.keys("c");
    desk.settle_solver();
    let screen = desk.screen();
    assert!(screen.contains("Stopped: ") && screen.contains(" >= optimum >= "), "{screen}");
    assert!(screen.contains("[space] play"), "{screen}");
    // The same gap in both places.
    let gap = |line: &str| line.split(" >= optimum").next().unwrap().rsplit(' ').next().unwrap().to_owned();
    let told: Vec<String> = screen.lines().filter(|line| line.contains(" >= optimum")).map(gap).collect();
    assert!(told.len() >= 2 && told.iter().all(|length| *length == told[0]), "{told:?}: {screen}");
}

#[test]
fn back_never_ends_a_search_and_leaving_asks_first() {
    let mut desk = Desk::at("sliding/eight-12");
    desk.keys("...");
    desk.settle_solver();
    assert!(desk.screen().contains("The search's node"), "{}", desk.screen());
    desk.keys("<esc>");
    assert!(desk.screen().contains("Your own board."), "{}", desk.screen());
    assert!(!desk.screen().contains("The search's node"), "{}", desk.screen());
    desk.keys("<esc><esc><esc>");
    assert!(desk.screen().contains("A search is under way: c stops it, q leaves"), "{}", desk.screen());
    desk.keys("v");
    assert!(desk.screen().contains("The search's node"), "{}", desk.screen());
    for no in ["<esc>", "n"] {
        desk.keys("q");
        assert!(desk.screen().contains("y leave  n stay"), "{}", desk.screen());
        desk.keys(no);
        assert!(desk.screen().contains("The search's node"), "{}", desk.screen());
    }
    desk.keys("qy");
    assert!(desk.screen().contains("[Sliding]"), "{}", desk.screen());
    desk.keys("<esc><esc>");
    assert_eq!(desk.effects, [], "Esc does not leave the program");
    desk.keys("q");
    assert_eq!(desk.effects, [Effect::Quit]);
}

#[test]
fn every_key_that_the_screen_names_can_be_clicked() {
    let mut desk = Desk::at("sliding/eight-12");
    desk.click_on("s solve");
    desk.settle();
    assert!(desk.screen().contains("step 0/12"), "{}", desk.screen());
    desk.click_on("space play");
    desk.click_on("space stop");
    desk.keys("<tab>");
    desk.click_on("u");
    desk.keys("q");
    desk.click_on("/ filter");
    assert!(desk.screen().contains("type to filter"), "{}", desk.screen());
    desk.click_on("esc clear");
    desk.click_on("? help");
    assert!(desk.screen().contains("esc close"), "{}", desk.screen());
    desk.click_on("down more");
    desk.click_on("esc close");
    desk.click_on("q leave");
    assert_eq!(desk.effects, [Effect::Quit]);
}

#[test]
fn a_click_in_the_list_of_moves_shows_the_board_after_it() {
    let mut desk = Desk::new(200, 60);
    let game = games::find("sliding").unwrap();
    desk.open(Library::new(None).open(game, "eight-12").unwrap().unwrap());
    desk.keys("s");
    desk.settle();
    desk.keys("]");
    assert!(desk.screen().contains("step 12/12"), "{}", desk.screen());
    let screen = desk.screen();
    let (y, x) = (0..).zip(screen.lines()).find_map(|(y, line)| Some((y, line.find(" Moves ")?))).unwrap();
    // The third of the moves, each of which is a letter and a blank wide.
    desk.click(x as u16 + 2 * 2, y + 1);
    assert!(desk.screen().contains("step 3/12"), "{}", desk.screen());
}

#[test]
fn a_breakpoint_that_is_never_met_is_told() {
    let mut desk = Desk::at("sliding/eight-12");
    desk.keys("bd");
    desk.settle();
    assert!(desk.screen().contains("Found: 12 moves, proven shortest."), "{}", desk.screen());
    assert!(desk.screen().contains("No dead end was met."), "{}", desk.screen());
}

#[test]
fn a_found_solution_that_was_left_is_not_offered_to_the_arrows() {
    let mut desk = Desk::at("sliding/eight-12");
    let way = arrows(&*position("sliding/eight-12"));
    desk.keys(".");
    desk.settle_solver();
    // There and back is a way of one's own; the first key comes back to one's board.
    desk.keys(way[0]);
    desk.keys(way[0]);
    desk.keys(back(way[0]));
    desk.keys("<space>");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("[ goes to its start.") && !screen.contains("Arrows"), "{screen}");
}

#[test]
fn a_new_puzzle_is_made_in_the_background_and_of_the_same_kind() {
    let mut desk = Desk::at("sliding/eight-4");
    desk.keys("n<enter>");
    desk.settle();
    assert!(desk.screen().contains("Sliding - 3x3:"), "{}", desk.screen());
    desk.keys("Nnonsense<enter>");
    desk.settle();
    assert!(desk.screen().contains("expected a number"), "{}", desk.screen());
    assert!(desk.screen().contains("sliding:RxC:N"), "the forms are told: {}", desk.screen());
    desk.keys("<esc>");
    assert!(desk.screen().contains("Sliding - 3x3:"), "{}", desk.screen());
    desk.keys("qn<enter>");
    desk.settle();
    assert!(desk.screen().contains("Sliding - 3x3:"), "{}", desk.screen());
}

#[test]
fn nobody_has_to_wait_for_a_puzzle_that_takes_long() {
    // The generator looks for one of the farthest boards; that takes a minute.
    let mut desk = Desk::at("sliding/eight-4");
    desk.keys("N4x4,moves=79..80:1<enter>");
    assert!(desk.screen().contains("Making sliding:4x4,moves=79..80:1 (Esc"), "{}", desk.screen());
    desk.keys(arrows(&*position("sliding/eight-4"))[0]);
    assert!(desk.screen().contains("1 move, 1 slide"), "one can play on: {}", desk.screen());
    desk.keys("<esc>");
    assert!(desk.screen().contains("Stopped waiting."), "{}", desk.screen());
    assert!(desk.screen().contains("Sliding - eight-4"), "{}", desk.screen());
}

#[test]
fn a_numbered_puzzle_is_left_to_its_game() {
    let mut desk = Desk::new(80, 24);
    desk.open(sliding("3x3", "7"));
    desk.keys("q");
    assert!(desk.screen().contains("sliding/classroom"), "{}", desk.screen());
}

#[test]
fn the_filter_knows_sizes_and_the_preview_tells_them() {
    let mut desk = Desk::new(80, 24);
    desk.keys("/sliding 5x5");
    let screen = desk.screen();
    assert!(!screen.contains("Nothing fits"), "{screen}");
    assert!(screen.contains("5x5,"), "{screen}");
}

#[test]
fn a_path_keeps_its_first_slash() {
    let mut desk = Desk::new(80, 24);
    desk.open(Named { name: "/boards/one.txt".into(), ..sliding("3x3", "1") });
    assert!(desk.screen().contains("Sliding - /boards/one.txt"), "{}", desk.screen());
}

#[test]
fn a_very_small_window_still_says_what_it_needs() {
    let mut desk = Desk::new(20, 8);
    let screen = desk.screen();
    assert!(screen.contains("too small: 20x8,") && screen.contains("needs 60x16"), "{screen}");
}

#[test]
fn the_preview_of_a_puzzle_that_was_begun_shows_its_board() {
    let mut desk = Desk::at("fourteen/duchi-1");
    desk.play(&["3-6"]);
    desk.keys("q");
    let screen = desk.screen();
    assert!(screen.contains("Your board after 1 move") && screen.contains("You are 1 move into it"), "{screen}");
    let rows: Vec<String> = screen.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert!(rows.iter().any(|row| row.contains("7 13 11 3 8 11 9 2 12 10")), "{screen}");
}

#[test]
fn a_game_that_is_resumed_goes_on_with_its_clock() {
    let mut desk = Desk::at("sliding/eight-4");
    let way = arrows(&*position("sliding/eight-4"));
    desk.keys(way[0]);
    assert!(desk.screen().contains("  0:00"), "{}", desk.screen());
    desk.keys("q<enter>");
    assert!(desk.screen().contains("You are 1 move into it"), "{}", desk.screen());
    desk.keys(way[1]);
    assert!(desk.screen().contains("2 moves") && desk.screen().contains("  0:00"), "{}", desk.screen());
    desk.keys("R");
    assert!(desk.screen().contains("  0:00"), "the clock is not reset: {}", desk.screen());
}

#[test]
fn the_dialog_for_a_new_puzzle_names_what_it_gives() {
    let mut desk = Desk::at("freecell/617");
    desk.keys("n");
    let screen = desk.screen();
    for part in ["New: FreeCell", "free cells", "winnable only", "freecell:"] {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
    // Behind the number comes whether it can be won, then the rules, then the cells.
    desk.keys("<down><down><down><right><up><up><up>617");
    assert!(desk.screen().contains("freecell:cells=0:617"), "{}", desk.screen());
    desk.keys("<backspace><backspace><backspace>99999999999");
    assert!(desk.screen().contains("has no number 99999999999"), "{}", desk.screen());
    desk.keys("<esc>");
    assert!(desk.screen().contains("FreeCell - 617"), "{}", desk.screen());
}

#[test]
fn only_a_puzzle_that_can_be_won_is_dealt_where_one_asks_for_that() {
    // Number 11982 is the one of Microsoft's that cannot be won.
    let mut desk = Desk::at("freecell/617");
    desk.keys("n11982<down><right><enter>");
    desk.settle();
    assert!(desk.screen().contains("FreeCell - 11983"), "{}", desk.screen());
}

#[test]
fn any_form_of_a_name_opens_a_puzzle() {
    let mut desk = Desk::at("sliding/eight-4");
    for (name, headline) in [
        ("3x3:7", "Sliding - 3x3:7"),
        ("sliding:7", "Sliding - 7"),
        ("eight-12", "Sliding - eight-12"),
        ("fourteen:1", "Fourteen - 1"),
        ("queens/bezzel", "Queens - bezzel"),
    ] {
        desk.keys(&format!("N{name}<enter>"));
        desk.settle();
        assert!(desk.screen().contains(headline), "{name}: {}", desk.screen());
    }
}

#[test]
fn a_puzzle_that_is_pasted_opens_in_the_game_that_reads_it() {
    let mut desk = Desk::at("sliding/eight-4");
    desk.paste("1 2 3\n4 5 6\n7 0 8\n");
    desk.settle();
    assert!(desk.screen().contains("Sliding - pasted"), "{}", desk.screen());
    // As a terminal sends it, with the key that ends a line.
    desk.paste("1 2 3\r4 5 6\r0 7 8\r");
    desk.settle();
    assert!(desk.screen().contains("Sliding - pasted"), "{}", desk.screen());
    desk.paste("__ABABAB");
    desk.settle();
    assert!(desk.screen().contains("Counters - pasted"), "{}", desk.screen());
    let told = desk.told().0;
    assert!(told.starts_with("Read as Counters. It is no puzzle of Sliding:"), "{told}");
    desk.paste("fourteen/duchi-1\n");
    desk.settle();
    assert!(desk.screen().contains("Fourteen - duchi-1"), "{}", desk.screen());
    desk.paste("nothing of the kind");
    assert!(desk.screen().contains("No game reads what was pasted."), "{}", desk.screen());
}

#[test]
fn a_finished_game_that_plays_again_stays_finished_when_it_is_left() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("sliding", "eight-4");
    desk.keys("s");
    desk.settle();
    desk.keys("]");
    desk.settle();
    desk.keys(" ");
    desk.pause();
    desk.keys("q");
    desk.open_name("sliding", "eight-4");
    let screen = desk.screen();
    assert!(screen.contains(" 0 moves, 0 slides") && !screen.contains("into it"), "{screen}");
}

#[test]
fn a_solution_in_hand_is_not_given_up_for_a_list_that_there_cannot_be() {
    let mut desk = Desk::at("sliding/eight-4");
    desk.keys("s");
    desk.settle();
    desk.keys("''");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("endlessly many solutions") && screen.contains("step 0/4"), "{screen}");
}

#[test]
fn tabs_go_from_game_to_game_and_back_to_where_one_was() {
    let mut desk = Desk::new(80, 24);
    assert!(desk.screen().contains("[Fourteen]"), "{}", desk.screen());
    desk.keys("<down><tab>");
    assert!(desk.screen().contains("[FreeCell]"), "{}", desk.screen());
    desk.keys("<backtab>");
    let screen = desk.screen();
    assert!(screen.contains("[Fourteen]") && screen.contains("> . duchi-2 "), "{screen}");
    desk.click_on("Kakuro");
    assert!(desk.screen().contains("[Kakuro]"), "{}", desk.screen());
    desk.keys("<tab>");
    let screen = desk.screen();
    assert!(screen.contains("[Counters]") && screen.contains("Goal: B before A, gap right"), "{screen}");
}

#[test]
fn a_filter_that_fits_nothing_gives_the_selection_back() {
    let mut desk = Desk::new(80, 24);
    desk.keys("<tab><down><down>/no such puzzle<enter>");
    let screen = desk.screen();
    assert!(screen.contains("[FreeCell]") && screen.contains("> . 617"), "{screen}");
    assert!(screen.contains("Nothing fits the filter"), "{screen}");
}

#[test]
fn a_filter_stays_while_one_goes_from_game_to_game() {
    let mut desk = Desk::new(80, 24);
    desk.keys("/hard<enter><tab>");
    let screen = desk.screen();
    assert!(screen.contains("/hard") && screen.contains("[FreeCell]") && screen.contains("> . hard-1"), "{screen}");
    desk.keys("<backtab>");
    assert!(desk.screen().contains("/hard") && desk.screen().contains("[Fourteen]"), "{}", desk.screen());
    desk.keys("<esc><tab>");
    assert!(!desk.screen().contains("/hard") && desk.screen().contains("[FreeCell]"), "{}", desk.screen());
}

#[test]
fn that_there_is_no_solution_is_told_beside_the_longest_name() {
    for (width, height, words) in [(60, 16, "lost"), (80, 24, "no solution"), (120, 40, "no solution")] {
        let mut desk = Desk::new(width, height);
        let screen = desk.screen();
        let row = screen.lines().find(|row| row.contains("# duchi-2-step-10")).expect("a puzzle of the list");
        assert!(row.contains(words), "{width}x{height}: {screen}");
    }
}

/// The tour at one size: every step is done, and shows its board.
fn take_the_tour(width: u16, height: u16) {
    let mut desk = Desk::new(width, height);
    desk.begin_tour();
    let at = |desk: &mut Desk, step: usize| {
        let screen = desk.screen();
        let told = [format!("Tour, step {step} of 10"), format!("Tour {step}/10.")];
        assert!(told.iter().any(|told| screen.contains(told)), "{width}x{height}, step {step}: {screen}");
        assert!(!screen.contains("the board needs"), "{width}x{height}, step {step}: {screen}");
        assert!(!is_done(&screen), "{width}x{height}, step {step}: {screen}");
    };
    let done = |desk: &mut Desk, step: usize| {
        desk.settle();
        let screen = desk.screen();
        assert!(is_done(&screen), "{width}x{height}, step {step}: {screen}");
        desk.pause();
        desk.keys("<enter>");
    };
    at(&mut desk, 1);
    let tries = (1..=12).flat_map(|a| (a + 1..=12).map(move |b| format!("{a}-{b}")));
    for pair in tries {
        desk.play(&[&pair]);
        if is_done(&desk.screen()) {
            break;
        }
    }
    done(&mut desk, 1);
    at(&mut desk, 2);
    // The pair is taken as soon as it is complete; an Enter behind it is habit, and the reason is to be read.
    desk.keys("=2-3");
    desk.settle();
    desk.screen();
    desk.keys("<enter>");
    done(&mut desk, 2);
    for (step, keys) in [(3, "u"), (4, "H"), (5, "s"), (6, ">>>")] {
        at(&mut desk, step);
        desk.keys(keys);
        done(&mut desk, step);
    }
    at(&mut desk, 7);
    desk.keys("...");
    desk.settle_solver();
    done(&mut desk, 7);
    for (step, keys) in [(8, " "), (9, "4s")] {
        at(&mut desk, step);
        assert!(desk.screen().contains("- Solver -"), "{width}x{height}, step {step}: {}", desk.screen());
        desk.keys(keys);
        desk.settle();
        // What is to be compared is told, whatever the pane has room for.
        assert!(step == 8 || desk.screen().contains("Before: "), "{width}x{height}: {}", desk.screen());
        done(&mut desk, step);
    }
    at(&mut desk, 10);
    desk.keys("V<enter>");
    desk.settle();
    desk.keys("<esc>");
    done(&mut desk, 10);
    assert!(desk.screen().contains("That was the tour."), "{}", desk.screen());
}

fn is_done(screen: &str) -> bool {
    ["done: ", " next step", "enter end"].iter().any(|words| screen.contains(words))
}

#[test]
fn every_step_of_the_tour_can_be_done_in_every_window() {
    for (width, height) in [(60, 16), (80, 24), (120, 40)] {
        take_the_tour(width, height);
    }
}

/// The tour plays on boards of its own: a game that the player has begun there stays as it is, and is gone on with.
#[test]
fn the_tour_leaves_the_games_of_the_player_alone() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("fourteen", "easy-1");
    let first = position("fourteen/easy-1").moves().remove(0);
    desk.play(&[&first]);
    let standing = desk.standing();
    desk.begin_tour();
    assert!(desk.screen().contains("0 moves made"), "{}", desk.screen());
    let other = position("fourteen/easy-1").moves().remove(1);
    desk.play(&[&other]);
    desk.keys("q");
    assert!(desk.screen().contains("The tour waits at step 1: ctrl-n"), "{}", desk.screen());
    desk.open_name("fourteen", "easy-1");
    assert_eq!(desk.standing(), standing);
    // It has no place at other puzzles, and waits in the browser.
    assert!(!desk.screen().contains("Tour, step"), "{}", desk.screen());
    desk.keys("q");
    desk.ctrl('n');
    assert!(desk.screen().contains("Tour, step 1"), "{}", desk.screen());
}

/// A puzzle that was finished with the solver's help has a sign of its own, for good; one below a board of one's own
/// is still begun.
#[test]
fn the_browser_tells_what_was_solved_with_help_and_what_lies_below_an_own_board() {
    let home = tempfile::tempdir().unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.open_name("sliding", "eight-4");
    desk.keys("s");
    desk.settle();
    desk.keys("]q");
    let told = |screen: &str, row: &str, words: &str| {
        assert!(screen.contains(row) && screen.contains(words), "{row}, {words}: {screen}");
    };
    told(&desk.screen(), "~ eight-4", "Solved with help");
    desk.keys("<enter>");
    desk.keys(arrows(&*position("sliding/eight-4"))[0]);
    desk.keys("uq");
    drop(desk);
    let mut desk = Desk::at_home(home.path());
    desk.open_name("sliding", "eight-12");
    desk.keys(arrows(&*position("sliding/eight-12"))[0]);
    desk.keys("e<f4>qy");
    told(&desk.screen(), "~ eight-4", "o eight-12");
    told(&desk.screen(), "You are 1 move into it.", "A board of your");
    desk.keys("#");
    assert!(desk.screen().contains("3 played, 0 won, 1 with help"), "{}", desk.screen());
}

#[test]
fn a_puzzle_that_was_begun_is_gone_on_with() {
    let mut desk = Desk::at("sliding/eight-4");
    desk.keys(arrows(&*position("sliding/eight-4"))[0]);
    desk.keys("q");
    desk.open(sliding("3x3", "7"));
    desk.keys("<left><right><up><down>q");
    desk.keys("G");
    let screen = desk.screen();
    for part in ["Continue", "> sliding:3x3:7", "sliding/eight-4", "under way, 1 move, 0:0"] {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
    desk.keys("<down><enter>");
    assert!(desk.screen().contains("Sliding - eight-4"), "{}", desk.screen());
    assert!(desk.screen().contains("You are 1 move into it"), "{}", desk.screen());
}

fn solved(position: &dyn Position) -> Vec<String> {
    let mut engine = position.engine(&Plan::new(position.default_strategy())).unwrap();
    assert_eq!(engine.run(u64::MAX, None), Outcome::Solved);
    engine.answer().unwrap().moves
}

/// A game counts once: undone, made again, gone on with another day or finished a second time by the solver.
#[test]
fn a_game_counts_once() {
    let home = tempfile::tempdir().unwrap();
    let counted = |desk: &mut Desk| {
        desk.keys("#");
        let screen = desk.screen();
        desk.keys("<esc>");
        screen
            .lines()
            .find(|line| line.contains(" played, "))
            .unwrap_or_default()
            .trim()
            .trim_matches('|')
            .trim()
            .to_owned()
    };
    let mut desk = Desk::at_home(home.path());
    desk.open_name("fourteen", "easy-1");
    desk.keys("s");
    desk.settle();
    desk.keys("><tab>");
    assert!(counted(&mut desk).contains("1 played, 0 won, streak"), "{}", counted(&mut desk));
    desk.keys("u");
    let solution = solved(&*position("fourteen/easy-1"));
    let moves: Vec<&str> = solution.iter().map(String::as_str).collect();
    desk.play(&moves);
    let once = "1 played, 1 won, best";
    assert!(counted(&mut desk).contains(once), "{}\n{}", counted(&mut desk), desk.screen());
    desk.keys("u");
    desk.play(&moves[moves.len() - 1..]);
    desk.keys("u");
    assert!(counted(&mut desk).contains(once), "{}", counted(&mut desk));
    drop(desk);
    let mut desk = Desk::at_home(home.path());
    desk.open_name("fourteen", "easy-1");
    desk.play(&moves[moves.len() - 1..]);
    assert!(counted(&mut desk).contains(once), "{}", counted(&mut desk));
    // Whoever looks at the solver's moves afterwards plays no game, whoever plays again does.
    desk.keys("Rs");
    desk.settle();
    desk.keys("]");
    assert!(counted(&mut desk).contains(once), "{}", counted(&mut desk));
    desk.keys("R");
    desk.play(&moves);
    assert!(counted(&mut desk).contains("2 played, 2 won, best"), "{}", counted(&mut desk));
    desk.open_name("fourteen", "easy-2");
    desk.keys("s");
    desk.settle();
    desk.keys("]u]");
    assert!(counted(&mut desk).contains("3 played, 2 won, 1 with help, best"), "{}", counted(&mut desk));
    // Hints and marks on moves are help: such a game is not won, and ends the streak.
    desk.open_name("fourteen", "easy-1");
    desk.keys("H");
    desk.play(&moves);
    assert!(desk.told().0.contains("1 hint: it counts as with help."), "{}", desk.told().0);
    assert!(counted(&mut desk).contains("4 played, 2 won, 2 with help, best"), "{}", counted(&mut desk));
    desk.keys("Rm");
    desk.play(&moves[..1]);
    desk.keys("m");
    drop(desk);
    let mut desk = Desk::at_home(home.path());
    desk.open_name("fourteen", "easy-1");
    desk.play(&moves[1..]);
    assert!(desk.told().0.contains("moves marked: it counts as with help."), "{}", desk.told().0);
    let screen = desk.screen();
    assert!(!screen.contains("no hints") && !screen.contains("No hints"), "{screen}");
    assert!(counted(&mut desk).contains("5 played, 2 won, 3 with help, best"), "{}", counted(&mut desk));
    desk.keys("#");
    assert!(desk.screen().contains("0 (longest 2)"), "{}", desk.screen());
}

#[test]
fn what_is_wrong_with_a_pack_is_told_in_full() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("puzzles/fourteen");
    std::fs::create_dir_all(&folder).unwrap();
    let text = "name = \"own\"\ntitle = \"Own\"\n[[puzzle]]\nname = \"a\"\ntxet = \"7|7\"\n";
    std::fs::write(folder.join("a-pack-whose-name-is-so-long-that-no-window-has-the-room.toml"), text).unwrap();
    let mut desk = Desk::at_home(home.path());
    desk.keys("<f5>");
    let screen = desk.screen();
    assert!(screen.contains("unknown field `txet`") && screen.contains("`text`"), "{screen}");
}

#[test]
fn a_key_held_at_the_goal_leaves_the_words_of_the_win() {
    let mut desk = Desk::new(80, 24);
    desk.open_name("maze", "maze:11x11:1");
    desk.keys("s");
    desk.settle();
    desk.keys("]<tab>");
    assert!(desk.screen().contains("Solved along"), "{}", desk.screen());
    desk.keys("<right><right>");
    assert!(desk.screen().contains("Solved along"), "{}", desk.screen());
}

/// Where every solution has one length there is no limit to set, and where every empty cell has moves no mark tells.
#[test]
fn keys_that_would_tell_nothing_say_so() {
    let mut desk = Desk::at("sudoku/easy-1");
    for (key, told) in [("m", "marks would tell"), ("M", "no limit to set")] {
        desk.keys(key);
        assert!(desk.screen().contains(told), "{}", desk.screen());
    }
}

/// Every sign that notes are shown by stands in the legend.
#[test]
fn signs_of_notes_are_explained() {
    for name in ["sudoku/easy-1", "kakuro/easy-4x4"] {
        let mut desk = Desk::at(name);
        desk.keys("L");
        let screen = desk.screen();
        for sign in ["?9", "147", "2-6", "no15", "(4)"] {
            assert!(screen.contains(sign), "{sign} is missing:\n{screen}");
        }
    }
}

/// What cannot be solved is no next puzzle, and whoever goes on is told.
#[test]
fn the_next_puzzle_has_a_solution() {
    let mut desk = Desk::at("queens/bezzel");
    desk.keys("s");
    desk.settle();
    desk.keys("g99<enter>");
    desk.settle();
    desk.pause();
    desk.keys("<enter>");
    desk.settle();
    let screen = desk.screen();
    assert!(
        screen.contains("Queens - corner") && screen.contains("The next one that can be solved, behind 1 puzzle"),
        "{screen}"
    );
}

/// The legend lists what the board can show as it stands, and nothing else.
#[test]
fn the_legend_is_of_this_game_in_this_state() {
    let told = |desk: &mut Desk, signs: &[&str], others: &[&str]| {
        desk.keys("L");
        let screen = desk.screen();
        for sign in signs {
            assert!(screen.contains(sign), "no {sign}:\n{screen}");
        }
        for sign in others {
            assert!(!screen.contains(sign), "{sign}:\n{screen}");
        }
        desk.keys("<esc>");
    };
    let mut desk = Desk::at("kakuro/ist-3x3");
    told(&mut desk, &[".  an empty cell", "[ ]  the cursor"], &["legal move", "winnable", "search is trying"]);
    let mut desk = Desk::at("sliding/eight-4");
    let others = ["the cursor", "picked", "dead:", "x-ray", "next move of", "search is trying", "legal move"];
    told(&mut desk, &[".  the blank", "!  the hint"], &others);
    desk.keys("m");
    told(&mut desk, &["+  a move that keeps it winnable"], &["x-ray", "a move that loses"]);
    desk.keys("X");
    told(&mut desk, &["x-ray: small numbers"], &["the cursor"]);
    desk.keys("Xs");
    desk.settle();
    told(&mut desk, &["_  what the next move of the solution takes"], &["x-ray"]);
    desk.keys("e");
    told(&mut desk, &["[ ]  the cursor"], &["legal move"]);
    let mut desk = Desk::at("maze/second");
    told(&mut desk, &["#  a wall", "@  the walker"], &["the cursor", "dead:"]);
}

/// A text that tells its game is of that game, wherever one is; a file of another game says which.
#[test]
fn a_text_of_another_game_is_told_in_terms_of_the_screen() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("s.txt");
    let mut desk = Desk::at("kakuro/ist-3x3");
    desk.paste("game: sliding\n1 2 3\n4 5 6\n7 0 8\n");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("Sliding - pasted") && !screen.contains("Read as"), "{screen}");
    desk.paste("game: counters\n1 2 3\n4 5 6\n7 0 8\n");
    assert!(!desk.screen().contains("--game"), "{}", desk.screen());
    for text in ["game: sliding\n1 2 3\n4 5 6\n7 0 8\n", "1 2 3\n4 5 6\n7 0 8\n"] {
        std::fs::write(&file, text).unwrap();
        let mut desk = Desk::at("kakuro/ist-3x3");
        desk.keys(&format!("N{}<enter>", file.display()));
        desk.settle();
        let screen = desk.screen();
        assert!(screen.contains("Sliding - "), "{screen}");
        assert_eq!(
            screen.contains("Read as Sliding. It is no puzzle of Kakuro"),
            !text.starts_with("game"),
            "{screen}"
        );
    }
    desk.keys("Nkakuro/foo<enter>");
    let screen = desk.screen();
    assert!(screen.contains("the list of") && !screen.contains("rompicapo list"), "{screen}");
}

/// A key that means something elsewhere says where; nothing is silent.
#[test]
fn keys_of_other_screens_say_where_they_belong() {
    let mut desk = Desk::at("sliding/eight-4");
    for key in ["G", "/", "<f5>"] {
        desk.keys(key);
        assert!(desk.screen().contains("is a key of the list of puzzles; q leads there."), "{key}: {}", desk.screen());
    }
    desk.keys("z");
    assert!(desk.screen().contains("z does nothing here; ? has all keys."), "{}", desk.screen());
    desk.keys(arrows(&*position("sliding/eight-4"))[0]);
    desk.keys("qH");
    assert!(desk.screen().contains("H is a key of a puzzle; enter opens one."), "{}", desk.screen());
    desk.keys("z");
    assert!(desk.screen().contains("z does nothing here; ? has all keys."), "{}", desk.screen());
    desk.keys("Gz");
    assert!(desk.screen().contains("That key does nothing here; ? tells what each does."), "{}", desk.screen());
    desk.keys("?");
    let screen = desk.screen();
    assert!(screen.contains("Help: Continue") && screen.contains("a puzzle that is solved begins anew"), "{screen}");
    desk.keys("<esc>");
    assert!(desk.screen().contains("> sliding/eight-4"), "{}", desk.screen());
    desk.keys("G");
    assert!(!desk.screen().contains("Continue"), "{}", desk.screen());
}

/// Whoever leaves the tour is told where it waits, and comes back to a step that is still to be done, with all it needs.
#[test]
fn the_tour_is_left_and_gone_on_with() {
    let mut desk = Desk::new(80, 24);
    desk.begin_tour();
    desk.ctrl('n');
    desk.ctrl('n');
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("Tour, step 3 of 10") && screen.contains("1 move made") && !is_done(&screen), "{screen}");
    desk.ctrl('q');
    assert!(desk.screen().contains("The tour waits at step 3: ctrl-n goes on with it."), "{}", desk.screen());
    desk.ctrl('n');
    desk.settle();
    assert!(desk.screen().contains("lost since move 1") && !is_done(&desk.screen()), "{}", desk.screen());
    desk.keys("u");
    desk.settle();
    assert!(is_done(&desk.screen()), "{}", desk.screen());
    for _ in 4..=9 {
        desk.ctrl('n');
    }
    desk.keys("<enter>");
    assert!(
        desk.screen().contains("step 9 of 10") && desk.screen().contains("Press s once before."),
        "{}",
        desk.screen()
    );
    desk.keys("s");
    desk.settle();
    assert!(!desk.screen().contains("once before") && !is_done(&desk.screen()), "{}", desk.screen());
    desk.keys("4s");
    desk.settle();
    assert!(is_done(&desk.screen()), "{}", desk.screen());
}

/// A solution that plays by itself stops where something lies over the board.
#[test]
fn nothing_plays_on_unseen() {
    for over in ["?", "S", "n", "t", "L", "V", "E"] {
        let mut desk = Desk::at("fourteen/easy-2");
        desk.keys("s");
        desk.settle();
        desk.keys(" ");
        desk.pause();
        assert!(desk.screen().contains("space stop"), "{}", desk.screen());
        desk.keys(over);
        for _ in 0..5 {
            desk.pause();
        }
        desk.keys("<esc>");
        let screen = desk.screen();
        assert!(["step 1/26", "step 2/26", "step 3/26"].iter().any(|step| screen.contains(step)), "{over}: {screen}");
        assert!(screen.contains("space play"), "{over}: {screen}");
    }
}

/// What a win is told with stays, whoever asks for other solutions.
#[test]
fn asking_for_another_solution_keeps_the_words_of_a_win() {
    for (name, keys) in
        [("sliding/eight-4", arrows(&*position("sliding/eight-4")).concat()), ("maze/small", "m".repeat(60))]
    {
        let mut desk = Desk::at(name);
        desk.resize(120, 40);
        desk.keys(&keys);
        desk.settle();
        if name.starts_with("maze") {
            // The player walks along what a search found, and the puzzle is left as it stands.
            for mv in solved(&*position(name)) {
                desk.keys(match mv.as_str() {
                    "U" => "<up>",
                    "D" => "<down>",
                    "L" => "<left>",
                    _ => "<right>",
                });
            }
        }
        let before = desk.told().0;
        assert!(before.starts_with("Solved in "), "{before}");
        desk.keys("''");
        let told = desk.told().0;
        assert!(told.starts_with(&before) && told.matches("other solutions").count() == 1, "{told}");
        // A race from a solved board would be over before it begins.
        desk.keys("V");
        let screen = desk.screen();
        assert!(
            screen.contains("the race runs from the start of the puzzle") && !screen.contains(", after "),
            "{screen}"
        );
    }
}

/// Who has looked for all solutions is told within what, and that there is no other.
#[test]
fn a_single_solution_of_all_is_told_as_such() {
    let mut desk = Desk::new(120, 40);
    desk.open_name("counters", "4");
    desk.choose("search-all");
    desk.keys("M");
    assert!(desk.screen().contains("none set now"), "{}", desk.screen());
    desk.keys("<esc>s");
    desk.settle();
    let screen = desk.screen();
    assert!(screen.contains("1 solution") && !screen.contains("so far"), "{screen}");
    assert!(desk.told().0.starts_with("There is one solution of at most 4 moves, and no other."), "{}", desk.told().0);
    for _ in 0..2 {
        desk.keys("'");
        assert_eq!(desk.told().0, "There is one solution of at most 4 moves, and no other.");
    }
    desk.choose("shortest");
    desk.keys("s");
    desk.settle();
    desk.keys("'");
    assert!(!desk.told().0.contains("no other"), "{}", desk.told().0);
}

/// The calls of a recursion that one watches are the innermost: they are seen, and those above are counted.
#[test]
fn the_innermost_calls_are_seen() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut desk = Desk::new(width, height);
        desk.open_name("counters", "60");
        desk.choose("search-one");
        desk.keys(":");
        desk.settle_solver();
        let screen = desk.screen();
        assert!(screen.contains(" calls above"), "{screen}");
        let number = |text: &str| text.trim_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().unwrap();
        let above = screen.split(" calls above").next().unwrap().rsplit(' ').next().map(number).unwrap();
        let limits: Vec<usize> =
            screen.split("SearchOne m=").skip(1).map(|rest| number(rest.split(' ').next().unwrap())).collect();
        // The outermost call has the whole limit, and each one less than the one that it is made by.
        assert!(limits.windows(2).all(|pair| pair[1] + 1 == pair[0]), "{screen}");
        let most = limits[0] + above;
        assert!(screen.contains(&format!("at most {most} moves")), "{screen}");
    }
}

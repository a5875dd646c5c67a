//! What the five documents that the games come from ask for, as a person at the workstation sees it.

mod common;

use common::Desk;
use rompicapo::tui::app::Effect;

/// A puzzle by its name, and a strategy.
fn at(game: &str, name: &str, strategy: &str) -> Desk {
    let mut desk = Desk::new(80, 24);
    desk.open_name(game, name);
    desk.choose(strategy);
    desk
}

/// The screen in one line: where a sentence breaks does not matter.
fn told(desk: &mut Desk) -> String {
    let panes = desk
        .screen()
        .lines()
        .map(|line| line.split('|').nth(1).unwrap_or(line).trim().to_owned() + " ")
        .collect::<String>();
    panes.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every part is on the screen.
fn shows(desk: &mut Desk, parts: &[&str]) {
    let screen = desk.screen();
    for part in parts {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
}

/// F. Duchi, Florence 2007: "deadlock detected" at step 11 of the second example. Was he right?
#[test]
fn a_deadlock_of_2007_is_judged_where_the_search_stands() {
    let mut desk = Desk::at("fourteen/duchi-2");
    desk.choose("classic");
    desk.keys(".bd");
    desk.settle();
    let sentence = told(&mut desk);
    assert!(
        sentence.contains("No way on at step 11, by the checks of 2007; exact: really lost"),
        "{sentence}\n{}",
        desk.screen()
    );
    shows(&mut desk, &["The dead end, 10 moves deep", "deadlocks right         1"]);
}

/// L. Repetto, Genoa: "Nessuna soluzione in M mosse o meno".
#[test]
fn the_limit_m_is_set_by_a_key_and_told() {
    let mut desk = at("counters", "5", "search-one");
    desk.keys("M4<enter>");
    shows(&mut desk, &["M, moves at most        4", "M = 4: only solutions of at most 4 moves"]);
    desk.keys("s");
    desk.settle();
    let told = "Not decided: no solution in 4 moves or fewer. M sets another limit.";
    assert_eq!(desk.told().0, told);
    shows(&mut desk, &["none in 4 moves", "No solution in hand: M sets another limit."]);
    desk.keys("M5<enter>s");
    desk.settle();
    shows(&mut desk, &["M, moves at most        5", "found: 5 moves"]);
    // It stays where another strategy is taken.
    desk.choose("search-all");
    shows(&mut desk, &["M, moves at most        5"]);
}

/// Who counts solutions is told their number.
#[test]
fn the_number_of_shortest_solutions_is_the_answer() {
    let mut desk = at("counters", "3", "count");
    desk.keys("s");
    desk.settle();
    assert!(desk.told().0.starts_with("Found: 2 shortest solutions, of 4 moves."), "{}", desk.told().0);
}

/// L. Repetto, Genoa: `SearchOne(T, m)` calls itself with one move less.
#[test]
fn the_recursion_is_a_stack_of_calls() {
    let mut desk = at("counters", "5", "search-one");
    desk.keys("M6<enter>......");
    desk.settle();
    let calls =
        ["SearchOne m=6 i=2", "SearchOne m=5 i=0", "SearchOne m=4 i=2", "SearchOne m=3 i=0", "SearchOne m=2 i=3"];
    shows(&mut desk, &calls);
}

/// The goal of the Genoa paper's variants goes with the row.
#[test]
fn a_copied_row_keeps_its_goal() {
    let mut desk = at("counters", "4,goal=ab-left", "shortest");
    desk.keys("y");
    let Some(Effect::Copy(text)) = desk.effects.last() else { panic!("nothing copied") };
    assert!(text.contains("goal=ab-left"), "{text}");
}

/// IST Lisbon 2021: the predicates of sections 3.1 to 3.3, in their order.
const STAGES: [&str; 19] = [
    "combinacoes_soma(",
    "permutacoes_soma(",
    "espaco_fila(",
    "espacos_fila(",
    "espacos_puzzle(",
    "espacos_com_posicoes_comuns(",
    "permutacoes_soma_espacos(",
    "permutacao_possivel_espaco(",
    "permutacoes_possiveis_espaco(",
    "permutacoes_possiveis_espacos(",
    "numeros_comuns(",
    "atribui_comuns(",
    "retira_impossiveis(",
    "simplifica(",
    "inicializa(",
    "escolhe_menos_alternativas(",
    "experimenta_perm(",
    "resolve_aux(",
    "resolve(",
];

#[test]
fn all_nineteen_stages_are_in_the_browser() {
    let mut desk = Desk::at("kakuro/ist-5x5");
    desk.keys("K");
    for (number, predicate) in (1..).zip(STAGES) {
        shows(&mut desk, &[&format!(">{number:>2} "), predicate, "gives"]);
        let right: String = desk
            .screen()
            .lines()
            .skip_while(|line| !line.contains("gives"))
            .skip(1)
            .map(|l| l[30..].to_owned())
            .collect();
        assert!(right.contains(['[', '|']), "stage {number} has no output:\n{}", desk.screen());
        desk.keys("<down>");
    }
}

/// The whole list of a space's permutations, chosen with the cursor: 24 in three cells, and 26 in four of the example.
#[test]
fn the_permutations_of_any_space_are_listed() {
    let mut desk = Desk::at("kakuro/ist-5x5");
    desk.keys("K<down><down><down><down><down><down><down><down><right><right>");
    shows(
        &mut desk,
        &["for space 3 of 8 (26 across at r4c2)", "[[7,4,9,6],[7,5,8,6],", "[9,8,5,4],[9,8,6,3],[9,8,7,2]]]"],
    );
}

/// Bauman Moscow 2021, figures 3.5 and 3.6: states that the memory considers identical.
#[test]
fn two_boards_taken_for_one_stand_side_by_side() {
    let mut desk = at("freecell", "classroom,suits=3,ranks=8:2", "classic");
    desk.keys("s");
    desk.settle();
    desk.keys("vI");
    let title = "Two boards that the memory takes for one";
    shows(&mut desk, &[title, "met before", "left out", "can be won: that way to a solution is lost"]);
}

/// Turin 2023: the position of the slides as one integer, and what the move U does to it.
#[test]
fn the_packing_of_the_slides_is_shown() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("I");
    let before = "= 0x20401030e0c100807050d0f0b060a09";
    let after = "= 0x20410030e0c010807050d0f0b060a09";
    shows(&mut desk, &["the last is cell 0.", before, "U  the blank goes 4 cells from cell 9 to cell 13", after]);
}

/// The search is seen on the maze itself: what was looked at, what waits, where it stands.
#[test]
fn a_search_is_seen_on_the_maze() {
    let mut desk = at("maze", "15x31:7", "bfs");
    desk.keys("....................");
    desk.settle();
    let board = desk.screen();
    let maze: String = board.lines().filter(|line| line.contains('#')).collect();
    for sign in ['S', '@', '.', 'o', 'G'] {
        assert!(maze.contains(sign), "no {sign}:\n{board}");
    }
}

//! What each stage gives for a puzzle, in the paper's own notation: for those who want to see it, or to compare theirs.

use std::cell::OnceCell;
use std::sync::Arc;

use super::stages::{
    Known, Permutation, Possible, Space, TITLES, assign_common, common_numbers, crossing_work, fewest_alternatives,
    initialise, possible_of_space, possible_of_spaces, remove_impossible, resolve_list, simplify, spaces_of_line,
    spaces_of_puzzle, spaces_sharing_cells, sum_combinations, sum_permutations_of_space, sum_permutations_of_spaces,
    try_permutation,
};
use super::term::Term;
use crate::games::Stage;
use crate::games::kakuro::grid::{Direction, Square};
use crate::games::kakuro::rules::{Filling, Kakuro};
use crate::games::kakuro::text;

const fn stage(number: usize, name: &'static str, call: &'static str, has_parts: bool) -> Stage {
    Stage { name, call, title: TITLES[number - 1], has_parts }
}

/// The predicates of the paper, in their order.
pub static STAGES: [Stage; 19] = [
    stage(1, "combinacoes_soma", "combinacoes_soma(N, Els, Soma, Combs)", true),
    stage(2, "permutacoes_soma", "permutacoes_soma(N, Els, Soma, Perms)", true),
    stage(3, "espaco_fila", "espaco_fila(Fila, Esp, H_V)", true),
    stage(4, "espacos_fila", "espacos_fila(H_V, Fila, Espacos)", true),
    stage(5, "espacos_puzzle", "espacos_puzzle(Puzzle, Espacos)", true),
    stage(6, "espacos_com_posicoes_comuns", "espacos_com_posicoes_comuns(Espacos, Esp, Esps_com)", true),
    stage(7, "permutacoes_soma_espacos", "permutacoes_soma_espacos(Espacos, Perms_soma)", true),
    stage(8, "permutacao_possivel_espaco", "permutacao_possivel_espaco(Perm, Esp, Espacos, Perms_soma)", true),
    stage(
        9,
        "permutacoes_possiveis_espaco",
        "permutacoes_possiveis_espaco(Espacos, Perms_soma, Esp, Perms_poss)",
        true,
    ),
    stage(10, "permutacoes_possiveis_espacos", "permutacoes_possiveis_espacos(Espacos, Perms_poss_esps)", true),
    stage(11, "numeros_comuns", "numeros_comuns(Lst_Perms, Numeros_comuns)", true),
    stage(12, "atribui_comuns", "atribui_comuns(Perms_Possiveis)", true),
    stage(13, "retira_impossiveis", "retira_impossiveis(Perms_Possiveis, Novas_Perms_Possiveis)", true),
    stage(14, "simplifica", "simplifica(Perms_Possiveis, Novas_Perms_Possiveis)", true),
    stage(15, "inicializa", "inicializa(Puzzle, Perms_Possiveis)", true),
    stage(16, "escolhe_menos_alternativas", "escolhe_menos_alternativas(Perms_Possiveis, Escolha)", false),
    stage(17, "experimenta_perm", "experimenta_perm(Escolha, Perms_Possiveis, Novas_Perms_Possiveis)", true),
    stage(18, "resolve_aux", "resolve_aux(Perms_Possiveis, Novas_Perms_Possiveis)", true),
    stage(19, "resolve", "resolve(Puz)", false),
];

/// A term that a stage gives, and the space that it is about.
#[derive(Clone, Debug)]
pub struct Item {
    pub space: Option<usize>,
    pub term: Term,
}

/// What a stage gives: terms, or the printed grid of the last one.
pub enum Output {
    Items(Vec<Item>),
    Grid(Vec<u8>),
    /// The predicate fails.
    False,
}

/// A puzzle laid out for its stages.
pub struct Bench<'a> {
    rules: &'a Kakuro,
    digits: &'a [u8],
    pub spaces: Vec<Space>,
    sums: OnceCell<Vec<Arc<[Permutation]>>>,
    /// What may be looked at before it is too much: sum permutations by the crossing filter, and permutations tried.
    work: u64,
    tries: usize,
}

/// As much as a screen can wait for.
const QUICK_WORK: u64 = 30_000_000;
const QUICK_TRIES: usize = 1_000;

impl<'a> Bench<'a> {
    pub fn new(rules: &'a Kakuro, state: &'a Filling, is_quick: bool) -> Self {
        let (work, tries) = if is_quick { (QUICK_WORK, QUICK_TRIES) } else { (u64::MAX, usize::MAX) };
        let spaces = spaces_of_puzzle(&rules.grid);
        Bench { rules, digits: &state.digits, spaces, sums: OnceCell::new(), work, tries }
    }

    /// The output of a stage, from 1; of one space only where one is named, from 0.
    pub fn output(&self, stage: usize, only: Option<usize>) -> Result<Output, String> {
        if stage >= 8 {
            self.check_work()?;
        }
        let mut digits = self.digits.to_vec();
        let items = match stage {
            1..=4 | 6..=9 | 11 => self.by_space(stage, only),
            5 => self.each(only, |space| self.space(&self.spaces[space], self.digits)),
            10 => self.list(&possible_of_spaces(&self.spaces, self.digits), self.digits, only),
            12..=15 => match self.simplified(stage, &mut digits) {
                Some(list) => self.list(&list, &digits, only),
                None => return Ok(Output::False),
            },
            _ => return self.resolved(stage, only),
        };
        Ok(Output::Items(items))
    }

    fn check_work(&self) -> Result<(), String> {
        if crossing_work(&self.spaces, self.sums()) > self.work {
            return Err("too many permutations to show here; the command `show --stage` prints them all".into());
        }
        Ok(())
    }

    fn sums(&self) -> &[Arc<[Permutation]>] {
        self.sums.get_or_init(|| sum_permutations_of_spaces(&self.spaces))
    }

    fn each(&self, only: Option<usize>, term: impl Fn(usize) -> Term) -> Vec<Item> {
        let places = only.map_or(0..self.spaces.len(), |space| space..space + 1);
        places.map(|space| Item { space: Some(space), term: term(space) }).collect()
    }

    /// Stages that are asked of one space, or one line, at a time.
    fn by_space(&self, stage: usize, only: Option<usize>) -> Vec<Item> {
        let possible = |space| possible_of_space(space, &self.spaces, self.sums(), self.digits, true);
        match stage {
            1 => self.each(only, |space| {
                let Space { sum, cells } = &self.spaces[space];
                let combinations = sum_combinations(cells.len(), &[1, 2, 3, 4, 5, 6, 7, 8, 9], *sum);
                Term::Permutations(combinations.iter().map(|list| Permutation::new(list)).collect())
            }),
            2 => self.each(only, |space| {
                Term::Permutations(sum_permutations_of_space(&self.spaces[space], &mut Known::new()))
            }),
            3 => self.each(only, |space| self.space(&self.spaces[space], self.digits)),
            4 => self.lines(only),
            6 => self.each(only, |space| {
                let sharing = spaces_sharing_cells(&self.spaces, &self.spaces[space]);
                Term::List(sharing.into_iter().map(|other| self.space(&self.spaces[other], self.digits)).collect())
            }),
            7 => self.each(only, |space| {
                let permutations = Term::Permutations(Arc::clone(&self.sums()[space]));
                Term::List(vec![self.space(&self.spaces[space], self.digits), permutations])
            }),
            8 => {
                let spaces = only.map_or(0..self.spaces.len(), |space| space..space + 1);
                let of = |space| possible(space).permutations.to_vec().into_iter().map(move |p| (space, p));
                spaces.flat_map(of).map(|(space, p)| Item { space: Some(space), term: Term::Digits(p) }).collect()
            }
            9 => self.each(only, |space| self.possible(&possible(space), self.digits)),
            _ => self.each(only, |space| {
                let pair =
                    |(place, digit): (usize, u8)| Term::Pair(vec![Term::Number(place as u8), Term::Number(digit)]);
                Term::List(common_numbers(&possible(space).permutations).into_iter().map(pair).collect())
            }),
        }
    }

    /// Stage 4: the spaces of each row, then of each column; of one space those of its line.
    fn lines(&self, only: Option<usize>) -> Vec<Item> {
        let own = only.map(|space| self.line_of(space));
        let grid = &self.rules.grid;
        let rows = (0..grid.rows()).map(|row| (Direction::Across, row));
        let columns = (0..grid.cols()).map(|column| (Direction::Down, column));
        let lines = rows.chain(columns).filter(|line| own.is_none_or(|own| own == *line));
        let spaces = |(direction, number)| {
            let line = self.line(direction, number);
            let spaces = spaces_of_line(&line, direction);
            Term::List(spaces.iter().map(|space| self.space(space, self.digits)).collect())
        };
        lines.map(|line| Item { space: only, term: spaces(line) }).collect()
    }

    fn line(&self, direction: Direction, number: usize) -> Vec<(u32, Square)> {
        let grid = &self.rules.grid;
        let square = |row: usize, column: usize| ((row * grid.cols() + column) as u32, grid.at(row, column));
        match direction {
            Direction::Across => (0..grid.cols()).map(|column| square(number, column)).collect(),
            Direction::Down => (0..grid.rows()).map(|row| square(row, number)).collect(),
        }
    }

    fn line_of(&self, space: usize) -> (Direction, usize) {
        let (run, columns) = (&self.rules.runs[space], self.rules.grid.cols());
        let first = run.cells[0] as usize;
        (run.direction, if run.direction == Direction::Across { first / columns } else { first % columns })
    }

    /// Stages 12 to 15: what is done with the list of stage 10. The digits that it fills in go to `digits`.
    fn simplified(&self, stage: usize, digits: &mut [u8]) -> Option<Vec<Possible>> {
        if stage == 15 {
            return initialise(&self.rules.grid, digits, &mut Vec::new()).ok();
        }
        let mut list = possible_of_spaces(&self.spaces, digits);
        if stage == 14 {
            return simplify(&mut list, digits, &mut Vec::new()).ok().map(|()| list);
        }
        assign_common(&list, digits, &mut Vec::new()).ok()?;
        if stage == 13 {
            remove_impossible(&mut list, digits);
        }
        Some(list)
    }

    /// Stages 16 to 19: choosing, trying, going back.
    fn resolved(&self, stage: usize, only: Option<usize>) -> Result<Output, String> {
        let (mut digits, mut order) = (self.digits.to_vec(), Vec::new());
        let Ok(mut list) = initialise(&self.rules.grid, &mut digits, &mut order) else { return Ok(Output::False) };
        if stage <= 17 {
            let Some(place) = fewest_alternatives(&list) else { return Ok(Output::False) };
            if stage == 16 {
                let term = self.possible(&list[place], &digits);
                return Ok(Output::Items(vec![Item { space: Some(place), term }]));
            }
            let first = list[place].permutations[0];
            try_permutation(&mut list, place, first, &mut digits, &mut order);
            return Ok(Output::Items(self.list(&list, &digits, only)));
        }
        let mut tries = Vec::new();
        let solved = resolve_list(list, &mut digits, &mut order, &mut tries, self.tries);
        Ok(match (solved, stage) {
            (Some(_), 19) => Output::Grid(digits),
            (Some(list), _) => Output::Items(self.list(&list, &digits, only)),
            (None, _) if tries.len() >= self.tries => {
                return Err(format!("more than {} permutations tried; the command `show --stage` goes on", self.tries));
            }
            (None, _) => Output::False,
        })
    }

    fn list(&self, list: &[Possible], digits: &[u8], only: Option<usize>) -> Vec<Item> {
        self.each(only, |space| self.possible(&list[space], digits))
    }

    fn possible(&self, possible: &Possible, digits: &[u8]) -> Term {
        let cells = self.cells(&possible.cells, digits);
        Term::List(vec![cells, Term::Permutations(Arc::clone(&possible.permutations))])
    }

    fn space(&self, space: &Space, digits: &[u8]) -> Term {
        Term::Compound("espaco".into(), vec![Term::Number(space.sum), self.cells(&space.cells, digits)])
    }

    /// The cells of a space: their digits, or the paper's names for them (`P24` in row 2, column 4).
    fn cells(&self, cells: &[u32], digits: &[u8]) -> Term {
        Term::List(cells.iter().map(|&cell| self.cell(cell, digits[cell as usize])).collect())
    }

    fn cell(&self, cell: u32, digit: u8) -> Term {
        let grid = &self.rules.grid;
        let (row, column) = (cell as usize / grid.cols() + 1, cell as usize % grid.cols() + 1);
        match digit {
            0 if grid.rows().max(grid.cols()) <= 9 => Term::Variable(format!("P{row}{column}")),
            0 => Term::Variable(format!("P{row}_{column}")),
            digit => Term::Number(digit),
        }
    }

    /// The arguments that a stage is called with, a line each.
    pub fn input(&self, stage: usize, space: usize) -> Vec<String> {
        let (Space { sum, cells }, own) = (&self.spaces[space], self.space(&self.spaces[space], self.digits));
        match stage {
            1 | 2 => vec![format!("N = {}, Els = [1,2,3,4,5,6,7,8,9], Soma = {sum}", cells.len())],
            3 | 4 => {
                let (direction, number) = self.line_of(space);
                let square = |&(cell, square): &(u32, Square)| match square {
                    Square::Black { down, right } => Term::List(vec![Term::Number(down), Term::Number(right)]),
                    Square::White { .. } => self.cell(cell, self.digits[cell as usize]),
                };
                let line = Term::List(self.line(direction, number).iter().map(square).collect());
                let letter = if direction == Direction::Across { 'h' } else { 'v' };
                vec![format!("Fila = {line}, H_V = {letter}")]
            }
            6 => vec![format!("Esp = {own}, Espacos: from 5")],
            7 | 10 => vec!["Espacos: from 5".into()],
            8 | 9 => vec![format!("Esp = {own}, Espacos: from 5, Perms_soma: from 7")],
            11 => vec!["Lst_Perms: those of the space from 10".into()],
            12 | 14 => vec!["Perms_Possiveis: from 10".into()],
            13 => vec!["Perms_Possiveis: from 12".into()],
            16 | 18 => vec!["Perms_Possiveis: from 15".into()],
            17 => vec!["Escolha: from 16, Perms_Possiveis: from 15".into()],
            _ => vec!["Puzzle: the grid".into()],
        }
    }
}

impl Output {
    /// Line by line, as the paper's examples print it.
    pub fn lines(&self, bench: &Bench<'_>, stage: usize) -> Vec<String> {
        match self {
            Output::False => vec!["false".into()],
            Output::Grid(digits) => text::printed(&bench.rules.grid, digits).lines().map(String::from).collect(),
            // The answers to one question after the other need to be told apart.
            Output::Items(items) if stage == 8 && items.iter().any(|item| item.space != items[0].space) => {
                let mut lines = Vec::new();
                for (i, Item { space, term }) in items.iter().enumerate() {
                    if let Some(own) = space.filter(|_| i == 0 || items[i - 1].space != *space) {
                        lines.push(format!("% {}", bench.space(&bench.spaces[own], bench.digits)));
                    }
                    lines.push(term.to_string());
                }
                lines
            }
            Output::Items(items) => items.iter().map(|item| item.term.to_string()).collect(),
        }
    }
}

//! The nineteen stages, each a function with its name in the course's paper.
//!
//! A cell is a square number; what the paper binds to a variable stands in `digits` (0 for an unbound one).

use std::ops::Deref;
use std::sync::Arc;

use crate::games::kakuro::grid::{Direction, Grid, Square};

/// The titles of the stages, for whoever watches.
pub const TITLES: [&str; 19] = [
    "sum combinations",
    "sum permutations",
    "a space of a line",
    "spaces of a line",
    "spaces of the puzzle",
    "spaces sharing cells",
    "sum permutations of all",
    "permutation possible?",
    "possible, of a space",
    "possible, of all spaces",
    "common numbers",
    "assign common numbers",
    "remove impossible",
    "simplify",
    "initialise",
    "choose fewest",
    "try a permutation",
    "resolve the list",
    "solve",
];

/// Up to nine different digits in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Permutation {
    digits: [u8; 9],
    length: u8,
}

impl Permutation {
    pub fn new(list: &[u8]) -> Permutation {
        let mut digits = [0; 9];
        digits[..list.len()].copy_from_slice(list);
        Permutation { digits, length: list.len() as u8 }
    }
}

impl Deref for Permutation {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.digits[..self.length as usize]
    }
}

impl std::fmt::Debug for Permutation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl std::fmt::Display for Permutation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits: Vec<String> = self.iter().map(ToString::to_string).collect();
        write!(f, "[{}]", digits.join(","))
    }
}

/// `espaco(soma, variaveis)`: a maximal line of white cells and its sum; 0 where there is no clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    pub sum: u8,
    pub cells: Vec<u32>,
}

/// A space's cells with the permutations that are still possible for it: an element of the list of permutations.
#[derive(Clone, Debug)]
pub struct Possible {
    pub cells: Vec<u32>,
    pub permutations: Arc<[Permutation]>,
}

const DIGITS: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/// 1 · `combinacoes_soma`: the combinations of `n` of `elements` with this sum, in order.
pub fn sum_combinations(n: usize, elements: &[u8], sum: u8) -> Vec<Vec<u8>> {
    combinations(n, elements).into_iter().filter(|list| list.iter().sum::<u8>() == sum).collect()
}

fn combinations(n: usize, elements: &[u8]) -> Vec<Vec<u8>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let Some((&first, rest)) = elements.split_first() else { return Vec::new() };
    let with = combinations(n - 1, rest).into_iter().map(|mut list| {
        list.insert(0, first);
        list
    });
    with.chain(combinations(n, rest)).collect()
}

/// 2 · `permutacoes_soma`: the permutations of those combinations, in order.
pub fn sum_permutations(n: usize, elements: &[u8], sum: u8) -> Vec<Permutation> {
    permutations_of(sum_combinations(n, elements, sum))
}

fn permutations_of(combinations: Vec<Vec<u8>>) -> Vec<Permutation> {
    fn go(rest: &mut Vec<u8>, picked: &mut Vec<u8>, out: &mut Vec<Permutation>) {
        if rest.is_empty() {
            out.push(Permutation::new(picked));
        }
        for i in 0..rest.len() {
            picked.push(rest.remove(i));
            go(rest, picked, out);
            rest.insert(i, picked.pop().expect("pushed above"));
        }
    }
    let mut out = Vec::new();
    for mut combination in combinations {
        go(&mut combination, &mut Vec::new(), &mut out);
    }
    out.sort_unstable();
    out
}

/// The permutations of a run without a clue: any sum.
fn permutations_of_any_sum(n: usize) -> Vec<Permutation> {
    permutations_of(combinations(n, &DIGITS))
}

/// 3 · `espaco_fila`: the spaces of a line (a row for across, a column for down), one after the other.
pub fn space_of_line(line: &[(u32, Square)], direction: Direction) -> impl Iterator<Item = Space> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let length = line[at..].iter().position(|(_, square)| square.is_white())?;
        let first = at + length;
        let sum = match (direction, first.checked_sub(1).map(|clue| line[clue].1)) {
            (Direction::Down, Some(Square::Black { down, .. })) => down,
            (Direction::Across, Some(Square::Black { right, .. })) => right,
            _ => 0,
        };
        let cells = line[first..].iter().take_while(|(_, square)| square.is_white()).map(|&(cell, _)| cell);
        let cells: Vec<u32> = cells.collect();
        at = first + cells.len();
        Some(Space { sum, cells })
    })
}

/// 4 · `espacos_fila`: all of them.
pub fn spaces_of_line(line: &[(u32, Square)], direction: Direction) -> Vec<Space> {
    space_of_line(line, direction).collect()
}

/// 5 · `espacos_puzzle`: the spaces of the rows from the top, then of the columns from the left.
pub fn spaces_of_puzzle(grid: &Grid) -> Vec<Space> {
    let square = |row: usize, col: usize| ((row * grid.cols() + col) as u32, grid.at(row, col));
    let mut spaces = Vec::new();
    for row in 0..grid.rows() {
        let line: Vec<_> = (0..grid.cols()).map(|col| square(row, col)).collect();
        spaces.extend(spaces_of_line(&line, Direction::Across));
    }
    for col in 0..grid.cols() {
        let line: Vec<_> = (0..grid.rows()).map(|row| square(row, col)).collect();
        spaces.extend(spaces_of_line(&line, Direction::Down));
    }
    spaces
}

/// 6 · `espacos_com_posicoes_comuns`: the other spaces that share a cell with this one, by their places in the list.
pub fn spaces_sharing_cells(spaces: &[Space], space: &Space) -> Vec<usize> {
    let shares = |other: &Space| other != space && other.cells.iter().any(|cell| space.cells.contains(cell));
    (0..spaces.len()).filter(|&i| shares(&spaces[i])).collect()
}

/// Sum permutations by length and sum.
pub type Known = Vec<((usize, u8), Arc<[Permutation]>)>;

/// 7 · `permutacoes_soma_espacos`: the permutations with the sum of each space. Spaces of one length and sum share
/// theirs.
pub fn sum_permutations_of_spaces(spaces: &[Space]) -> Vec<Arc<[Permutation]>> {
    let mut known = Known::new();
    spaces.iter().map(|space| sum_permutations_of_space(space, &mut known)).collect()
}

/// The same for one space, with what is known of others.
pub fn sum_permutations_of_space(space: &Space, known: &mut Known) -> Arc<[Permutation]> {
    let key = (space.cells.len(), space.sum);
    if let Some((_, permutations)) = known.iter().find(|(other, _)| *other == key) {
        return Arc::clone(permutations);
    }
    let permutations = match space.sum {
        0 => permutations_of_any_sum(key.0),
        sum => sum_permutations(key.0, &DIGITS, sum),
    };
    let permutations: Arc<[Permutation]> = permutations.into();
    known.push((key, Arc::clone(&permutations)));
    permutations
}

fn matches(permutation: &Permutation, cells: &[u32], digits: &[u8]) -> bool {
    permutation.iter().zip(cells).all(|(&digit, &cell)| digits[cell as usize] == 0 || digits[cell as usize] == digit)
}

/// How many permutations the crossing filter looks at for all spaces.
pub fn crossing_work(spaces: &[Space], sums: &[Arc<[Permutation]>]) -> u64 {
    spaces.iter().zip(sums).map(|(space, sums)| (space.cells.len() * sums.len()) as u64).sum()
}

/// What the crossing filter asks of each cell of a space: the digits that some sum permutation of the crossing space,
/// *unfiltered*, has there. As bit sets, in the order of the cells.
fn crossing_digits(space: &Space, spaces: &[Space], sums: &[Arc<[Permutation]>], digits: &[u8]) -> Vec<u16> {
    let mut allowed = vec![u16::MAX; space.cells.len()];
    for crossing in spaces_sharing_cells(spaces, space) {
        let other = &spaces[crossing];
        for (i, cell) in space.cells.iter().enumerate() {
            let Some(at) = other.cells.iter().position(|c| c == cell) else { continue };
            let fitting = sums[crossing].iter().filter(|permutation| matches(permutation, &other.cells, digits));
            allowed[i] &= fitting.fold(0, |set, permutation| set | 1 << permutation[at]);
        }
    }
    allowed
}

/// 8 · `permutacao_possivel_espaco`: whether a permutation respects the digits already there and leaves every space
/// that it crosses some sum permutation.
pub fn permutation_possible(
    permutation: &Permutation,
    space: &Space,
    spaces: &[Space],
    sums: &[Arc<[Permutation]>],
    digits: &[u8],
) -> bool {
    let allowed = crossing_digits(space, spaces, sums, digits);
    possible_with(permutation, space, &allowed, digits)
}

fn possible_with(permutation: &Permutation, space: &Space, allowed: &[u16], digits: &[u8]) -> bool {
    permutation.len() == space.cells.len()
        && matches(permutation, &space.cells, digits)
        && permutation.iter().zip(allowed).all(|(&digit, allowed)| allowed >> digit & 1 == 1)
}

/// 9 · `permutacoes_possiveis_espaco`: the possible ones of a space. Without the crossing filter only the digits
/// already there count.
pub fn possible_of_space(
    place: usize,
    spaces: &[Space],
    sums: &[Arc<[Permutation]>],
    digits: &[u8],
    filter: bool,
) -> Possible {
    let space = &spaces[place];
    let allowed = if filter { crossing_digits(space, spaces, sums, digits) } else { vec![u16::MAX; space.cells.len()] };
    let possible = sums[place].iter().filter(|permutation| possible_with(permutation, space, &allowed, digits));
    Possible { cells: space.cells.clone(), permutations: possible.copied().collect() }
}

/// 10 · `permutacoes_possiveis_espacos`: those of every space.
pub fn possible_of_spaces(spaces: &[Space], digits: &[u8]) -> Vec<Possible> {
    let sums = sum_permutations_of_spaces(spaces);
    (0..spaces.len()).map(|place| possible_of_space(place, spaces, &sums, digits, true)).collect()
}

/// 11 · `numeros_comuns`: places, from 1, at which all permutations have the same digit.
pub fn common_numbers(permutations: &[Permutation]) -> Vec<(usize, u8)> {
    let Some((first, rest)) = permutations.split_first() else { return Vec::new() };
    let common = |&(i, digit): &(usize, u8)| rest.iter().all(|permutation| permutation[i] == digit);
    first.iter().copied().enumerate().filter(common).map(|(i, digit)| (i + 1, digit)).collect()
}

/// 12 · `atribui_comuns`: puts common numbers into the cells. The error is the place of a space whose common number
/// meets another digit; the cells that were filled go to `order`.
pub fn assign_common(list: &[Possible], digits: &mut [u8], order: &mut Vec<u32>) -> Result<(), usize> {
    for (place, possible) in list.iter().enumerate() {
        for (position, digit) in common_numbers(&possible.permutations) {
            let cell = possible.cells[position - 1];
            match digits[cell as usize] {
                0 => {
                    digits[cell as usize] = digit;
                    order.push(cell);
                }
                there if there != digit => return Err(place),
                _ => {}
            }
        }
    }
    Ok(())
}

/// 13 · `retira_impossiveis`: takes out the permutations that contradict the digits in the cells; how many.
pub fn remove_impossible(list: &mut [Possible], digits: &[u8]) -> usize {
    let mut removed = 0;
    for possible in list {
        let before = possible.permutations.len();
        if possible.permutations.iter().all(|permutation| matches(permutation, &possible.cells, digits)) {
            continue;
        }
        let kept = possible.permutations.iter().filter(|permutation| matches(permutation, &possible.cells, digits));
        possible.permutations = kept.copied().collect();
        removed += before - possible.permutations.len();
    }
    removed
}

/// 14 · `simplifica`: 12 and 13 until nothing changes. The error is the place of a space that is left with nothing.
pub fn simplify(list: &mut [Possible], digits: &mut [u8], order: &mut Vec<u32>) -> Result<(), usize> {
    loop {
        let filled = order.len();
        assign_common(list, digits, order)?;
        let removed = remove_impossible(list, digits);
        if let Some(empty) = list.iter().position(|possible| possible.permutations.is_empty()) {
            return Err(empty);
        }
        if removed == 0 && order.len() == filled {
            return Ok(());
        }
    }
}

/// 15 · `inicializa`: the simplified list of a puzzle.
pub fn initialise(grid: &Grid, digits: &mut [u8], order: &mut Vec<u32>) -> Result<Vec<Possible>, usize> {
    let spaces = spaces_of_puzzle(grid);
    let mut list = possible_of_spaces(&spaces, digits);
    simplify(&mut list, digits, order)?;
    Ok(list)
}

/// 16 · `escolhe_menos_alternativas`: the place of the first space with the fewest permutations, more than one; none
/// where all are settled.
pub fn fewest_alternatives(list: &[Possible]) -> Option<usize> {
    let open = (0..list.len()).filter(|&place| list[place].permutations.len() > 1);
    open.min_by_key(|&place| list[place].permutations.len())
}

/// 17 · `experimenta_perm`: puts a permutation into the cells of its space and makes it the space's only one. False
/// where it meets another digit.
pub fn try_permutation(
    list: &mut [Possible],
    place: usize,
    permutation: Permutation,
    digits: &mut [u8],
    order: &mut Vec<u32>,
) -> bool {
    if !matches(&permutation, &list[place].cells, digits) {
        return false;
    }
    for (&cell, &digit) in list[place].cells.iter().zip(permutation.iter()) {
        if digits[cell as usize] == 0 {
            digits[cell as usize] = digit;
            order.push(cell);
        }
    }
    list[place].permutations = Arc::from([permutation]);
    true
}

/// 18 · `resolve_aux`: chooses, tries, simplifies, and goes back where that fails. `tries` gets every attempt, `most` of
/// them at most.
pub fn resolve_list(
    list: Vec<Possible>,
    digits: &mut Vec<u8>,
    order: &mut Vec<u32>,
    tries: &mut Vec<(usize, Permutation)>,
    most: usize,
) -> Option<Vec<Possible>> {
    let Some(place) = fewest_alternatives(&list) else { return Some(list) };
    for &permutation in list[place].permutations.iter() {
        if tries.len() >= most {
            return None;
        }
        tries.push((place, permutation));
        let (mut next, mut filled, mut placed) = (list.clone(), digits.clone(), order.clone());
        let fits = try_permutation(&mut next, place, permutation, &mut filled, &mut placed);
        if fits
            && simplify(&mut next, &mut filled, &mut placed).is_ok()
            && let Some(solved) = resolve_list(next, &mut filled, &mut placed, tries, most)
        {
            (*digits, *order) = (filled, placed);
            return Some(solved);
        }
    }
    None
}

/// 19 · `resolve`: the digits of a solution, by square number.
pub fn solve(grid: &Grid, given: &[u8]) -> Option<Vec<u8>> {
    let (mut digits, mut order, mut tries) = (given.to_vec(), Vec::new(), Vec::new());
    let list = initialise(grid, &mut digits, &mut order).ok()?;
    resolve_list(list, &mut digits, &mut order, &mut tries, usize::MAX)?;
    Some(digits)
}

//! A row of counters: places, colours, equal neighbours.

/// What lies at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Free,
    /// White in the classroom version: the colour that the alternating start begins with.
    A,
    /// Black.
    B,
}

impl Place {
    pub fn is_free(self) -> bool {
        self == Place::Free
    }

    pub fn is_counter(self) -> bool {
        self != Place::Free
    }

    pub fn letter(self) -> char {
        match self {
            Place::Free => '_',
            Place::A => 'A',
            Place::B => 'B',
        }
    }
}

pub fn letters(row: &[Place]) -> String {
    row.iter().map(|place| place.letter()).collect()
}

/// Whether places `left` and `left + 1` hold counters of one colour.
fn is_pair(row: &[Place], left: usize) -> bool {
    row[left].is_counter() && left + 1 < row.len() && row[left] == row[left + 1]
}

/// How many places of `left..=right` start an equal pair, for any bounds within or beyond the row.
pub fn pairs_between(row: &[Place], left: usize, right: usize) -> u32 {
    (left..=right.min(row.len().saturating_sub(1))).filter(|&i| is_pair(row, i)).count() as u32
}

/// Neighbours of one colour in the whole row: 0 in the alternating start, 2N - 2 when all is sorted.
pub fn pairs(row: &[Place]) -> u32 {
    pairs_between(row, 0, row.len())
}

/// How many counters of each colour, A first.
pub fn colours(row: &[Place]) -> (usize, usize) {
    let of = |colour| row.iter().filter(|&&place| place == colour).count();
    (of(Place::A), of(Place::B))
}

/// Swaps the group of `k` counters at `from` with the free places at `to`.
pub fn shift(row: &mut [Place], from: usize, to: usize, k: usize, reversed: bool) {
    for i in 0..k {
        let target = if reversed { to + k - 1 - i } else { to + i };
        row[target] = row[from + i];
        row[from + i] = Place::Free;
    }
}

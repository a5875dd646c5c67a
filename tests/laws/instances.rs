//! Small puzzles of single games, beyond those that lie near the end of any puzzle: some without a solution, some with
//! several.

use std::fmt::Write as _;

use rompicapo::games::{self, Options, Position, SplitMix};

use crate::claims::{self, Small, Truth, explored};

pub fn read(game: &str, text: &str) -> Box<dyn Position> {
    let game = games::find(game).expect("a game");
    game.read(text, &Options::new()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A Kakuro whose white cells are a rectangle, with the sums of its rows and columns.
struct Block {
    rows: Vec<u32>,
    columns: Vec<u32>,
}

impl Block {
    /// The sums of random digits, one of them made wrong in some, so that there are puzzles of none, one and several.
    fn random(rng: &mut SplitMix) -> Block {
        let (height, width) = (2 + rng.draw() % 2, 2 + rng.draw() % 2);
        loop {
            let digits: Vec<Vec<u32>> =
                (0..height).map(|_| (0..width).map(|_| 1 + (rng.draw() % 9) as u32).collect()).collect();
            let different = |line: &[u32]| (1..line.len()).all(|i| !line[..i].contains(&line[i]));
            let columns: Vec<Vec<u32>> =
                (0..width as usize).map(|x| digits.iter().map(|row| row[x]).collect()).collect();
            if digits.iter().chain(&columns).all(|line| different(line)) {
                let sums = |lines: &[Vec<u32>]| lines.iter().map(|line| line.iter().sum()).collect();
                let mut block = Block { rows: sums(&digits), columns: sums(&columns) };
                if rng.draw().is_multiple_of(4) {
                    block.rows[0] = (block.rows[0] + 1).min(17);
                    block.columns[0] = (block.columns[0] + 1).min(17);
                }
                return block;
            }
        }
    }

    fn text(&self) -> String {
        let mut text = "#".to_owned();
        for sum in &self.columns {
            let _ = write!(text, " {sum}\\");
        }
        for sum in &self.rows {
            let _ = write!(text, "\n\\{sum}{}", " .".repeat(self.columns.len()));
        }
        text
    }

    /// Cell by cell, each digit in turn.
    fn count(&self, filled: &mut Vec<u32>) -> u64 {
        let (height, width) = (self.rows.len(), self.columns.len());
        let (y, x) = (filled.len() / width, filled.len() % width);
        if y == height {
            return 1;
        }
        let mut count = 0;
        for digit in 1..=9 {
            let row = &filled[y * width..];
            let column: Vec<u32> = (0..y).map(|above| filled[above * width + x]).collect();
            let full = |line: &[u32], length: usize, sum: u32| {
                line.len() + 1 < length || line.iter().sum::<u32>() + digit == sum
            };
            let fits = !row.contains(&digit) && !column.contains(&digit);
            if fits && full(row, width, self.rows[y]) && full(&column, height, self.columns[x]) {
                filled.push(digit);
                count += self.count(filled);
                filled.pop();
            }
        }
        count
    }
}

/// Small puzzles of several games, with the truth about them.
pub fn instances(rounds: u64) -> Vec<Small> {
    let mut rng = SplitMix(17);
    let mut all: Vec<Small> = Vec::new();
    for _ in 0..rounds {
        let block = Block::random(&mut rng);
        let cells = (block.rows.len() * block.columns.len()) as u64;
        let solutions = block.count(&mut Vec::new());
        let truth = Truth { shortest: (solutions > 0).then_some(cells), ends: Some(solutions) };
        all.push((read("kakuro", &block.text()), truth));
    }
    let mut texts = Vec::new();
    for _ in 0..rounds {
        texts.push(("fourteen", fourteen(&mut rng)));
        texts.push(("freecell", freecell(&mut rng)));
        texts.push(("counters", counters(&mut rng)));
        texts.push(("sliding", sliding(&mut rng)));
        texts.push(("sudoku", sudoku(&mut rng)));
    }
    for (game, text) in texts {
        let position = read(game, &text);
        if let Some(truth) = explored(&*position) {
            all.push((position, truth));
        }
    }
    all
}

fn shuffle<T>(items: &mut [T], rng: &mut SplitMix) {
    for i in (1..items.len()).rev() {
        items.swap(i, (rng.draw() % (i as u64 + 1)) as usize);
    }
}

/// A few pairs of ranks in four columns.
pub fn fourteen(rng: &mut SplitMix) -> String {
    let mut cards: Vec<u64> = (0..5)
        .flat_map(|_| {
            let rank = 1 + rng.draw() % 6;
            [rank, 14 - rank]
        })
        .collect();
    cards.sort_unstable();
    cards.dedup();
    shuffle(&mut cards, rng);
    let columns: Vec<String> =
        cards.chunks(3).map(|column| column.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")).collect();
    columns.join("|")
}

/// The classroom's game with two suits of three ranks.
pub fn freecell(rng: &mut SplitMix) -> String {
    let mut cards: Vec<(u64, u64)> = (0..2).flat_map(|suit| (0..3).map(move |value| (value, suit))).collect();
    shuffle(&mut cards, rng);
    let mut columns = vec![Vec::new(); 4];
    for (i, (value, suit)) in cards.into_iter().enumerate() {
        columns[i % 2].push(format!("[{value},{suit}]"));
    }
    let columns: Vec<String> = columns.iter().map(|column| format!("[{}]", column.join(","))).collect();
    format!("[{}]", columns.join(","))
}

pub fn counters(rng: &mut SplitMix) -> String {
    let mut row: Vec<char> = "ABAB".chars().collect();
    if rng.draw().is_multiple_of(2) {
        row.extend(['A', 'B']);
    }
    shuffle(&mut row, rng);
    format!("__{}", row.into_iter().collect::<String>())
}

pub fn sliding(rng: &mut SplitMix) -> String {
    let (columns, cells) = if rng.draw().is_multiple_of(3) { (2, 4) } else { (3, 6) };
    let mut tiles: Vec<u64> = (0..cells).collect();
    shuffle(&mut tiles, rng);
    let rows: Vec<String> =
        tiles.chunks(columns).map(|row| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")).collect();
    rows.join("\n")
}

/// A solved grid with a few cells open; in some, two of the digits left are exchanged.
pub fn sudoku(rng: &mut SplitMix) -> String {
    let mut digits: Vec<u64> = (0..81).map(|cell| (cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1).collect();
    let mut cells: Vec<usize> = (0..81).collect();
    shuffle(&mut cells, rng);
    // Three cells of one row and three of the next hold the same digits: they can change places.
    if rng.draw().is_multiple_of(2) {
        cells.splice(0..0, [0, 3, 6, 9, 12, 15]);
    }
    cells[..8].iter().for_each(|&cell| digits[cell] = 0);
    if rng.draw().is_multiple_of(3) {
        digits.swap(cells[20], cells[21]);
    }
    digits.iter().map(u64::to_string).collect()
}

#[test]
fn what_is_claimed_of_small_puzzles_under_a_limit_is_true() {
    let mut runs = 0;
    for (position, truth) in instances(12) {
        runs += claims::stopped_everywhere(&*position, &truth).unwrap_or_else(|why| panic!("{why}"));
    }
    assert!(runs > 10_000, "only {runs} runs");
}

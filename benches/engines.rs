//! What the depth-first kernel costs beside a recursion written by hand over the same rules and the same guide.
//!
//! `cargo bench --bench engines`. Each line: nanoseconds of processor time a node of the recursion and of the kernel,
//! and their ratio; the fastest of several alternating runs, since other work on the machine only ever slows one down.

use std::fmt;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use rompicapo::search::{
    self, Blind, Engine, Event, Guide, Observer, Outcome, Plan, Remember, Rules, Status, Strategy,
};

static STRATEGY: Strategy = Strategy { name: "bench", about: "", toggles: &[], anytime: false, weight: None };

/// N queens by bit masks, row by row; no goal counts as one, so that the whole tree is searched.
struct Queens {
    size: u32,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Attacked {
    row: u32,
    columns: u32,
    left: u32,
    right: u32,
}

#[derive(Clone, PartialEq)]
struct Column(u32);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.trailing_zeros() + 1)
    }
}

impl Rules for Queens {
    type State = Attacked;
    type Move = Column;
    type Undo = (u32, u32);

    #[inline]
    fn moves(&self, state: &Attacked, into: &mut Vec<Column>) {
        let mut free = !(state.columns | state.left | state.right) & ((1 << self.size) - 1);
        while free != 0 {
            into.push(Column(free & free.wrapping_neg()));
            free &= free - 1;
        }
    }

    #[inline]
    fn apply(&self, state: &mut Attacked, mv: &Column) -> (u32, u32) {
        let before = (state.left, state.right);
        state.row += 1;
        state.columns |= mv.0;
        state.left = (state.left | mv.0) << 1;
        state.right = (state.right | mv.0) >> 1;
        before
    }

    #[inline]
    fn undo(&self, state: &mut Attacked, mv: &Column, undo: &(u32, u32)) {
        state.row -= 1;
        state.columns &= !mv.0;
        (state.left, state.right) = *undo;
    }

    #[inline]
    fn status(&self, _state: &Attacked) -> Status {
        Status::Open
    }

    fn read_move(&self, _state: &Attacked, _text: &str) -> Result<Column, String> {
        Err("the bench reads no moves".into())
    }
}

/// The 15-puzzle, goal blank first.
struct Slide;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Tiles {
    cells: [u8; 16],
    blank: u8,
}

/// How the number of the blank's cell changes.
#[derive(Clone, Copy, PartialEq)]
struct Shift(i8);

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Rules for Slide {
    type State = Tiles;
    type Move = Shift;
    type Undo = ();

    #[inline]
    fn moves(&self, state: &Tiles, into: &mut Vec<Shift>) {
        let (row, column) = (state.blank / 4, state.blank % 4);
        for (possible, shift) in [(row > 0, -4), (column > 0, -1), (column < 3, 1), (row < 3, 4)] {
            if possible {
                into.push(Shift(shift));
            }
        }
    }

    #[inline]
    fn apply(&self, state: &mut Tiles, mv: &Shift) {
        let to = state.blank.wrapping_add_signed(mv.0) & 15;
        state.cells[usize::from(state.blank & 15)] = state.cells[usize::from(to)];
        state.cells[usize::from(to)] = 0;
        state.blank = to;
    }

    #[inline]
    fn undo(&self, state: &mut Tiles, mv: &Shift, _undo: &()) {
        self.apply(state, &Shift(-mv.0));
    }

    #[inline]
    fn status(&self, state: &Tiles) -> Status {
        let home = (0u8..16).all(|cell| state.cells[usize::from(cell)] == cell);
        if home { Status::Solved } else { Status::Open }
    }

    fn read_move(&self, _state: &Tiles, _text: &str) -> Result<Shift, String> {
        Err("the bench reads no moves".into())
    }
}

#[inline]
fn far(tile: u8, cell: u8) -> u32 {
    u32::from((tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4))
}

/// Manhattan distance, updated move by move.
#[derive(Clone)]
struct Manhattan;

impl Guide<Slide> for Manhattan {
    fn estimate(&mut self, _rules: &Slide, state: &Tiles) -> u32 {
        (0u8..16)
            .map(|cell| (state.cells[usize::from(cell)], cell))
            .filter(|&(t, _)| t != 0)
            .map(|(t, c)| far(t, c))
            .sum()
    }

    #[inline]
    fn estimate_after(&mut self, _rules: &Slide, before: u32, state: &Tiles, mv: &Shift) -> u32 {
        let from = state.blank;
        let to = state.blank.wrapping_add_signed(-mv.0) & 15;
        let tile = state.cells[usize::from(to)];
        before + far(tile, to) - far(tile, from)
    }

    #[inline]
    fn solved(&mut self, rules: &Slide, state: &Tiles) -> bool {
        state.blank == 0 && rules.status(state) == Status::Solved
    }

    #[inline]
    fn undoes(&self, last: &Shift, next: &Shift) -> bool {
        last.0 == -next.0
    }
}

/// Plain depth-first search by recursion: no bound, no estimate.
fn visit_all<R: Rules>(rules: &R, state: &mut R::State, moves: &mut Vec<R::Move>, nodes: &mut u64) {
    let base = moves.len();
    rules.moves(state, moves);
    for i in base..moves.len() {
        let mv = moves[i].clone();
        let undo = rules.apply(state, &mv);
        *nodes += 1;
        if rules.status(state) != Status::Solved {
            visit_all(rules, state, moves, nodes);
        }
        rules.undo(state, &mv, &undo);
    }
    moves.truncate(base);
}

fn finish(mut engine: Box<dyn Engine>) -> u64 {
    while engine.run(black_box(1 << 20), None) == Outcome::MoreWork {}
    engine.counters().generated
}

struct Count(u64);

impl Observer for Count {
    fn on(&mut self, _event: &Event<'_>) {
        self.0 += 1;
    }
}

/// Processor time of this thread where the system tells it (Linux), else the clock's.
fn now(start: Instant) -> f64 {
    // Giving way for a moment makes the system bring its accounts up to date.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split_whitespace().next().and_then(|word| word.parse::<u64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n as f64 * 1e-9)
}

fn seconds(work: impl FnOnce() -> u64) -> (f64, u64) {
    let start = Instant::now();
    let before = now(start);
    let nodes = work();
    (now(start) - before, nodes)
}

/// How often to run each: the first number among the arguments.
fn runs() -> u32 {
    std::env::args().find_map(|word| word.parse().ok()).unwrap_or(12)
}

fn compare(name: &str, mut works: [Box<dyn FnMut() -> u64 + '_>; 2]) {
    let (mut best, mut nodes) = ([f64::INFINITY; 2], [0; 2]);
    for _ in 0..runs() {
        for (i, work) in works.iter_mut().enumerate() {
            let (time, count) = seconds(work);
            best[i] = best[i].min(time);
            nodes[i] = count;
        }
    }
    assert_eq!(nodes[0], nodes[1], "{name}: the same search makes the same nodes");
    let each = best.map(|time| time * 1e9 / nodes[0] as f64);
    println!("{name:<22} {:>9} nodes  {:>6.2}  {:>6.2}  {:>5.2}", nodes[0], each[0], each[1], each[1] / each[0]);
}

fn main() {
    println!("{:<22} {:>15}  {:>6}  {:>6}  {:>5}", "", "", "hand", "kernel", "ratio");
    let plan = Plan::new(&STRATEGY);

    let queens = Arc::new(Queens { size: 11 });
    let empty = Attacked { row: 0, columns: 0, left: 0, right: 0 };
    compare(
        "dfs, 11 queens",
        [
            Box::new(|| {
                let mut nodes = 1;
                visit_all(&*queens, &mut black_box(empty.clone()), &mut Vec::new(), &mut nodes);
                nodes
            }),
            Box::new(|| finish(search::depth_first(&queens, &empty, Blind, &plan, Remember::Nothing).expect("a plan"))),
        ],
    );

    // Instance 12 of Korf's hundred (1985): 45 moves, 546,344 nodes.
    let tiles = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
    let tiles = Tiles { cells: tiles, blank: 11 };
    let slide = Arc::new(Slide);
    let mut count = Count(0);
    let (time, nodes) = seconds(|| {
        let mut engine = search::depth_first(&queens, &empty, Blind, &plan, Remember::Nothing).expect("a plan");
        engine.run(u64::MAX, Some(&mut count));
        engine.counters().generated
    });
    println!("watched dfs: {:.2} ns a node, {} events", time * 1e9 / nodes as f64, count.0);

    let bounded = Plan { nodes: Some(400_000), ..plan };
    for (name, engine) in [
        ("a*, 15-puzzle", search::a_star(&slide, &tiles, Manhattan, &bounded)),
        ("bfs, 15-puzzle", search::breadth_first(&slide, &tiles, Blind, &bounded)),
    ] {
        let mut engine = engine.expect("a plan");
        let (time, nodes) = seconds(|| {
            engine.run(u64::MAX, None);
            engine.counters().generated
        });
        let memory = engine.counters().memory >> 10;
        println!("{name:<22} {nodes:>9} nodes  {:>6.0} ns a node, {memory} KiB", time * 1e9 / nodes as f64);
    }
}

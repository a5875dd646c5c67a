//! Mazes by number: five ways to dig one, all of them described in docs/deals.md.

use super::rules::{Dir, LONGEST, Maze};
use crate::games::squares::Grid;
use crate::games::{ParamError, SplitMix, quoted};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digger {
    Backtracker,
    Prim,
    Kruskal,
    Wilson,
    Division,
}

impl Digger {
    const ALL: [(Digger, &str); 5] = [
        (Digger::Backtracker, "backtracker"),
        (Digger::Prim, "prim"),
        (Digger::Kruskal, "kruskal"),
        (Digger::Wilson, "wilson"),
        (Digger::Division, "division"),
    ];

    fn read(word: &str) -> Option<Digger> {
        Digger::ALL.into_iter().find(|(_, name)| *name == word).map(|(digger, _)| digger)
    }

    fn name(self) -> &'static str {
        Digger::ALL.into_iter().find(|(digger, _)| *digger == self).map_or("", |(_, name)| name)
    }
}

/// What stands between `maze:` and the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    pub grid: Grid,
    digger: Digger,
    /// Walls that are opened behind the digger, so that there is more than one way.
    loops: usize,
}

/// The shortest side of a numbered maze: two rooms and the walls around them.
const SHORTEST: usize = 5;
const USUAL: Grid = Grid { rows: 21, cols: 41 };

impl Params {
    pub fn of(grid: Grid) -> Self {
        Params { grid, digger: Digger::Backtracker, loops: 0 }
    }

    pub fn read(text: &str) -> Result<Params, ParamError> {
        let mut params = Params::of(USUAL);
        let mut seen = [false; 3];
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let place = if let Some(digger) = Digger::read(word) {
                params.digger = digger;
                0
            } else if let Some(loops) = word.strip_prefix("loops=") {
                let most = LONGEST * LONGEST;
                let known = loops.parse().ok().filter(|loops| *loops <= most);
                params.loops =
                    known.ok_or_else(|| ParamError(format!("`{}`: expected loops=0 to loops={most}", quoted(word))))?;
                1
            } else {
                params.grid = size(word)?;
                2
            };
            if std::mem::replace(&mut seen[place], true) {
                return Err(ParamError(format!("`{}`: one of its kind is enough", quoted(word))));
            }
        }
        Ok(params)
    }

    /// As they are written: what is usual is left out.
    pub fn words(&self) -> String {
        let size = (self.grid != USUAL).then(|| format!("{}x{}", self.grid.rows, self.grid.cols));
        let digger = (self.digger != Digger::Backtracker).then(|| self.digger.name().to_owned());
        let loops = (self.loops > 0).then(|| format!("loops={}", self.loops));
        [size, digger, loops].into_iter().flatten().collect::<Vec<_>>().join(",")
    }
}

fn size(word: &str) -> Result<Grid, ParamError> {
    let fits = |side: usize| (SHORTEST..=LONGEST).contains(&side) && side % 2 == 1;
    Grid::sized(word).filter(|grid| fits(grid.rows) && fits(grid.cols)).ok_or_else(|| {
        let names: Vec<&str> = Digger::ALL.iter().map(|(_, name)| *name).collect();
        let sizes = format!("a size of odd sides from {SHORTEST}x{SHORTEST} to {LONGEST}x{LONGEST}");
        ParamError(format!("`{}`: expected {sizes}, {} or loops=N", quoted(word), names.join(", ")))
    })
}

/// Rooms lie on odd rows and columns; a passage opens the wall between two of them.
struct Dig {
    grid: Grid,
    walls: Vec<bool>,
    rooms: Grid,
    dice: SplitMix,
}

/// The maze of a number; from the room at the upper left to that at the lower right.
pub fn maze(params: &Params, number: u64) -> Maze {
    let grid = params.grid;
    let rooms = Grid::new((grid.rows - 1) / 2, (grid.cols - 1) / 2);
    let mut dig = Dig { grid, walls: vec![true; grid.cells()], rooms, dice: SplitMix(number) };
    for room in 0..rooms.cells() {
        let square = dig.square(room);
        dig.walls[square] = false;
    }
    match params.digger {
        Digger::Backtracker => dig.backtracker(),
        Digger::Prim => dig.prim(),
        Digger::Kruskal => dig.kruskal(),
        Digger::Wilson => dig.wilson(),
        Digger::Division => dig.division(),
    }
    dig.open_more(params.loops);
    let (start, goal) = (dig.square(0) as u16, dig.square(rooms.cells() - 1) as u16);
    Maze::new(grid, dig.walls, start, goal)
}

impl Dig {
    fn square(&self, room: usize) -> usize {
        let (row, col) = (self.rooms.row(room as u32), self.rooms.col(room as u32));
        self.grid.cell(2 * row + 1, 2 * col + 1) as usize
    }

    /// The square of wall between two neighbours: half way.
    fn between(&self, one: usize, other: usize) -> usize {
        usize::midpoint(self.square(one), self.square(other))
    }

    fn open(&mut self, one: usize, other: usize) {
        let wall = self.between(one, other);
        self.walls[wall] = false;
    }

    /// Neighbours in the order up, right, down, left.
    fn near(&self, room: usize) -> Vec<usize> {
        let near = Dir::ALL.into_iter().filter_map(|dir| self.rooms.step(room as u32, dir.step()));
        near.map(|room| room as usize).collect()
    }

    /// Goes on to a neighbour that was not visited, as long as there is one, and back where there is none.
    fn backtracker(&mut self) {
        let mut visited = vec![false; self.rooms.cells()];
        visited[0] = true;
        let mut way = vec![0];
        while let Some(&room) = way.last() {
            let fresh: Vec<usize> = self.near(room).into_iter().filter(|&near| !visited[near]).collect();
            if fresh.is_empty() {
                way.pop();
                continue;
            }
            let next = fresh[self.dice.below(fresh.len())];
            visited[next] = true;
            self.open(room, next);
            way.push(next);
        }
    }

    /// Takes any wall of what was dug, and opens it where something new lies behind.
    fn prim(&mut self) {
        let mut visited = vec![false; self.rooms.cells()];
        visited[0] = true;
        let mut walls: Vec<(usize, usize)> = self.near(0).into_iter().map(|near| (0, near)).collect();
        while !walls.is_empty() {
            let (from, to) = walls.swap_remove(self.dice.below(walls.len()));
            if !std::mem::replace(&mut visited[to], true) {
                self.open(from, to);
                walls.extend(self.near(to).into_iter().filter(|&near| !visited[near]).map(|near| (to, near)));
            }
        }
    }

    /// All inner walls: of each room, row by row, the one on its right and then the one below.
    fn inner_walls(&self) -> Vec<(usize, usize)> {
        let of = |room: usize| {
            let near = [Dir::Right, Dir::Down].map(|dir| self.rooms.step(room as u32, dir.step()));
            near.into_iter().flatten().map(move |near| (room, near as usize))
        };
        (0..self.rooms.cells()).flat_map(of).collect()
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.dice.below(i + 1);
            items.swap(i, j);
        }
    }

    /// Opens the walls in any order, where they part what is not joined yet.
    fn kruskal(&mut self) {
        let mut walls = self.inner_walls();
        self.shuffle(&mut walls);
        let mut joined: Vec<usize> = (0..self.rooms.cells()).collect();
        for (one, other) in walls {
            let (a, b) = (root(&mut joined, one), root(&mut joined, other));
            if a != b {
                joined[a] = b;
                self.open(one, other);
            }
        }
    }

    /// Walks at random from each room until it meets what was dug, without the circles: every maze is as likely as any
    /// other (D. B. Wilson 1996).
    fn wilson(&mut self) {
        let mut dug = vec![false; self.rooms.cells()];
        dug[0] = true;
        let mut left_to = vec![0; self.rooms.cells()];
        for first in 1..self.rooms.cells() {
            let mut room = first;
            while !dug[room] {
                let near = self.near(room);
                left_to[room] = near[self.dice.below(near.len())];
                room = left_to[room];
            }
            room = first;
            while !dug[room] {
                dug[room] = true;
                self.open(room, left_to[room]);
                room = left_to[room];
            }
        }
    }

    /// Parts a hall by a wall with one gap, and then both halves.
    fn division(&mut self) {
        for (one, other) in self.inner_walls() {
            self.open(one, other);
        }
        let mut halls = vec![(0, 0, self.rooms.rows, self.rooms.cols)];
        while let Some((row, col, rows, cols)) = halls.pop() {
            if rows < 2 || cols < 2 {
                continue;
            }
            let lies = rows > cols || (rows == cols && self.dice.below(2) == 0);
            let (length, across) = if lies { (rows, cols) } else { (cols, rows) };
            let (wall, gap) = (1 + self.dice.below(length - 1), self.dice.below(across));
            for place in (0..across).filter(|&place| place != gap) {
                let (near, far) = if lies {
                    (self.rooms.cell(row + wall - 1, col + place), self.rooms.cell(row + wall, col + place))
                } else {
                    (self.rooms.cell(row + place, col + wall - 1), self.rooms.cell(row + place, col + wall))
                };
                let between = self.between(near as usize, far as usize);
                self.walls[between] = true;
            }
            if lies {
                halls.push((row, col, wall, cols));
                halls.push((row + wall, col, rows - wall, cols));
            } else {
                halls.push((row, col, rows, wall));
                halls.push((row, col + wall, rows, cols - wall));
            }
        }
    }

    /// Opens so many of the walls that are left, or all of them.
    fn open_more(&mut self, loops: usize) {
        let walls = self.inner_walls().into_iter().filter(|&(one, other)| self.walls[self.between(one, other)]);
        let mut walls: Vec<(usize, usize)> = walls.collect();
        if loops > 0 {
            self.shuffle(&mut walls);
        }
        for (one, other) in walls.into_iter().take(loops) {
            self.open(one, other);
        }
    }
}

fn root(joined: &mut [usize], mut room: usize) -> usize {
    while joined[room] != room {
        joined[room] = joined[joined[room]];
        room = joined[room];
    }
    room
}

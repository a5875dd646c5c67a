//! The large pattern databases as tables that can be kept on disk.

use super::canon::Canon;
use super::pattern::{Scope, build_large, open_large, partition};
use super::rules::{Size, Sliding};
use crate::games::{Crew, Placed, Position, TableMaker, TableSet};
use crate::search::{Plan, Tables};

pub struct LargeTables;

const SETS: [(Size, &str, &str); 2] = [
    (Size { rows: 4, cols: 4 }, "4x4", "7-8 pattern databases: any 4x4 board in milliseconds"),
    (Size { rows: 5, cols: 5 }, "5x5", "6-6-6-6 pattern databases: better bounds and shorter answers on 5x5"),
];

/// Bytes of a database by rows of the board and tiles; counted once, since that takes longer than many a solution.
const BYTES: [((usize, usize), usize); 3] = [((4, 7), 17_498_880), ((4, 8), 178_375_680), ((5, 6), 22_631_040)];

/// Changes whenever the contents of a table would.
const VERSION: u32 = 2;

fn set_of(size: Size, name: &'static str, about: &'static str) -> TableSet {
    let patterns = partition(size, 0, Scope::Large).unwrap_or_default();
    let bytes = |tiles: &Vec<u8>| BYTES.iter().find(|(of, _)| *of == (size.rows, tiles.len())).map(|&(_, bytes)| bytes);
    let parts = patterns.iter().filter_map(bytes).collect();
    let words: Vec<String> =
        patterns.iter().map(|tiles| tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")).collect();
    let identity = format!("sliding {size} version {VERSION} odd halves by area; patterns {}", words.join(" "));
    TableSet { name, about, identity, parts }
}

fn size_of_set(set: &TableSet) -> Size {
    let found = SETS.iter().find(|(_, name, _)| *name == set.name);
    found.expect("a set of this game").0
}

impl TableMaker for LargeTables {
    fn sets(&self) -> Vec<TableSet> {
        SETS.iter().map(|&(size, name, about)| set_of(size, name, about)).collect()
    }

    fn wanted(&self, position: &dyn Position, plan: &Plan) -> Option<TableSet> {
        let rules = &Placed::<Sliding>::of(position).rules;
        let &(size, name, about) = SETS.iter().find(|(size, ..)| *size == rules.size)?;
        (plan.has("pdb") && Canon::new(rules).goal_blank == 0).then(|| set_of(size, name, about))
    }

    fn build(&self, set: &TableSet, crew: &dyn Crew, progress: &mut dyn FnMut(u64, u64)) -> Vec<Vec<u8>> {
        build_large(size_of_set(set), crew, progress)
    }

    fn open(&self, set: &TableSet, parts: Vec<Vec<u8>>) -> Tables {
        let databases = open_large(size_of_set(set), parts)?;
        Some(databases)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Shape;
    use super::*;

    #[test]
    fn the_bytes_of_a_database_are_as_counted() {
        for ((side, k), bytes) in BYTES {
            assert_eq!(Shape::new(Size::new(side, side).unwrap(), k).bytes(), bytes, "{side}x{side}, {k} tiles");
        }
    }
}

use super::*;
use crate::games::Game;
use crate::games::kakuro::{GAME, text};
use crate::workbench::packs::{Pack, split_deal};

#[test]
fn parameters() {
    assert_eq!(Asked::read("12x10,hard").unwrap(), Asked { rows: 12, cols: 10, level: Level::Hard });
    assert_eq!(Asked::read("").unwrap(), Asked { rows: 10, cols: 10, level: Level::Medium });
    assert!(Asked::read("2x10").unwrap_err().contains("3x3"));
    assert!(Asked::read("harder").unwrap_err().contains("expert"));
    assert!(deal("", "x").unwrap_err().contains("seed"));
}

fn check(grid: &Grid, asked: Asked) {
    assert_eq!((grid.rows(), grid.cols()), (asked.rows, asked.cols));
    assert!(Grid::new(grid.cols(), grid.squares().to_vec()).is_ok());
    assert_eq!(grid.oddities(), Vec::<String>::new());
    let rules = Kakuro::new(grid.clone());
    assert_eq!(rules.fillings(&rules.start(), 2).map(|all| all.len()), Some(1), "unique");
    let rating = logic::rate(&rules, &rules.start());
    assert!(rating.solved);
    assert_eq!(rating.hardest.level(), asked.level);
    for row in 1..grid.rows() {
        for col in 1..grid.cols() {
            let image = grid.at(grid.rows() - row, grid.cols() - col);
            assert_eq!(grid.at(row, col).is_white(), image.is_white(), "symmetric");
        }
    }
}

#[test]
fn generated_puzzles_are_what_was_asked_for() {
    for level in Level::ALL {
        for (rows, cols) in [(8, 8), (12, 10)] {
            let asked = Asked { rows, cols, level };
            check(&puzzle(asked, 7).expect("these sizes have all levels"), asked);
        }
    }
}

/// The packs say which names their puzzles were made under: those names give these puzzles for ever.
#[test]
fn names_are_pinned() {
    let mut checked = 0;
    for pack in GAME.profile().packs {
        for entry in Pack::read(pack).unwrap().puzzles {
            let Some((_, name)) = entry.about.split_once("Made as kakuro:") else { continue };
            let (params, seed) = split_deal(name.split(';').next().unwrap());
            let asked = Asked::read(params).unwrap();
            if asked.rows * asked.cols > 12 * 12 {
                continue;
            }
            let grid = deal(params, seed).unwrap();
            let stored = text::read(&entry.text.unwrap()).unwrap();
            assert_eq!(grid, stored, "{name}");
            checked += 1;
        }
    }
    assert!(checked >= 40);
}

/// A thousand puzzles over sizes and levels: `cargo test --release --lib a_thousand_puzzles -- --ignored`.
#[test]
#[ignore = "takes about a minute in the release profile"]
fn a_thousand_puzzles() {
    let sizes = [(4, 4), (5, 6), (7, 7), (8, 8), (9, 9), (10, 10), (12, 10), (10, 14), (15, 15), (20, 20)];
    for seed in 1..=25 {
        for (rows, cols) in sizes {
            for level in Level::ALL {
                let asked = Asked { rows, cols, level };
                check(&puzzle(asked, seed).unwrap_or_else(|| panic!("{asked:?}, seed {seed}")), asked);
            }
        }
    }
}

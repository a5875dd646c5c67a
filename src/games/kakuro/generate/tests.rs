use super::*;
use crate::games::kakuro::GAME;
use crate::games::{Game, Options, Placed};
use crate::workbench::packs::Pack;

#[test]
fn parameters() {
    let asked = |text: &str| Params::read(text).unwrap().asked();
    assert_eq!(asked("12x10,hard"), Asked { rows: 12, cols: 10, level: Level::Hard });
    assert_eq!(asked(""), Asked { rows: 10, cols: 10, level: Level::Medium });
    assert_eq!(Params::read("hard, 12x10").unwrap().to_string(), "12x10,hard");
    assert!(Params::read("2x10").unwrap_err().contains("3x3"));
    assert!(Params::read("harder").unwrap_err().contains("expert"));
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
            let name = name.split(';').next().unwrap();
            let stored = GAME.read(&entry.text.unwrap(), &Options::new()).unwrap();
            let Kakuro { grid, .. } = &*Placed::of(&*stored).rules;
            if grid.rows() * grid.cols() > 12 * 12 {
                continue;
            }
            assert!(GAME.deal(name).unwrap().same_as(&*stored), "{name}");
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

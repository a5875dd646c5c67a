//! Node counts that can be cited.

use super::{GAME, plan, read_blank_first, solve};
use crate::games::Game;
use crate::workbench::packs::Pack;

/// Korf's instances (1985, AIJ 27:97–109) that are easiest for plain IDA*: number, optimal length, nodes, board.
const KORF: [(u32, usize, u64, &str); 12] = [
    (79, 42, 540_860, "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15"),
    (12, 45, 546_344, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"),
    (42, 42, 877_823, "4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10"),
    (55, 41, 927_212, "13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11"),
    (97, 44, 1_002_927, "9 14 5 7 8 15 1 2 10 4 13 6 12 0 11 3"),
    (19, 46, 1_280_495, "7 11 8 3 14 0 6 15 1 4 13 9 5 12 2 10"),
    (94, 53, 1_337_340, "5 7 11 8 0 14 9 13 10 12 3 15 6 1 4 2"),
    (47, 47, 1_411_294, "6 10 1 14 15 8 3 5 13 0 2 7 4 9 11 12"),
    (93, 46, 1_599_909, "13 9 14 6 12 8 1 2 3 4 0 7 5 10 11 15"),
    (9, 46, 1_650_696, "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0"),
    (74, 56, 1_897_728, "14 13 4 11 15 8 6 9 0 7 3 1 2 10 12 5"),
    (48, 49, 1_905_023, "8 11 4 6 7 3 10 9 2 12 15 13 0 1 5 14"),
];

#[test]
fn plain_ida_star_gives_the_published_node_counts() {
    for (id, length, nodes, board) in KORF {
        let (answer, counters) = solve(&*read_blank_first(board), &plan("ida*", &["manhattan"]));
        assert_eq!((answer.length() as usize, counters.generated), (length, nodes), "instance {id}");
        assert!(answer.optimal);
    }
}

/// More of the same, with boards from the pack: instance and nodes.
const MORE: [(usize, u64); 28] = [
    (30, 2_196_593),
    (86, 2_304_426),
    (31, 2_351_811),
    (85, 2_725_456),
    (73, 3_222_276),
    (28, 5_934_442),
    (45, 6_158_733),
    (61, 7_096_850),
    (95, 7_115_967),
    (90, 7_171_137),
    (57, 8_841_527),
    (71, 8_885_972),
    (81, 9_982_569),
    (78, 10_907_150),
    (5, 11_020_325),
    (13, 11_861_705),
    (96, 12_808_564),
    (58, 12_955_404),
    (2, 15_300_442),
    (23, 15_971_319),
    (20, 17_954_870),
    (16, 17_984_051),
    (77, 18_918_269),
    (65, 18_997_681),
    (39, 19_355_806),
    (34, 20_671_552),
    (46, 22_119_320),
    (62, 23_540_413),
];

/// `cargo test --release --lib more_published_node_counts -- --ignored`, some seconds.
#[test]
#[ignore = "some hundred million nodes"]
fn more_published_node_counts() {
    let korf =
        GAME.profile().packs.iter().map(|text| Pack::read(text).unwrap()).find(|pack| pack.name == "korf100").unwrap();
    for (id, nodes) in MORE {
        let position = korf.puzzles[id - 1].open(&GAME).unwrap();
        let (answer, counters) = solve(&*position, &plan("ida*", &["manhattan"]));
        assert_eq!((Some(answer.length()), counters.generated), (korf.puzzles[id - 1].best, nodes), "instance {id}");
    }
}

//! The strategies of the game and what can be switched in each.

use crate::search::{Keeps, Strategy, Toggle};

pub static STRATEGIES: [Strategy; 5] = [
    Strategy {
        name: "fast",
        about: "best-first with whole runs, then wider, then complete: a solution, or a proof that there is none",
        toggles: &TOGGLES,
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "short",
        about: "starts from fast and goes on looking for fewer single-card moves, with wider and wider beams",
        toggles: &SHORT_TOGGLES,
        anytime: true,
        weight: None,
    },
    Strategy {
        name: "prove",
        about: "complete search with single-card moves: a solution, or a proof that there is none",
        toggles: &PROVE_TOGGLES,
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "optimal",
        about: "fewest single cards moved, proven; a list that carries runs can have fewer moves",
        toggles: &OPTIMAL_TOGGLES,
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "classic",
        about: "the 2021 classroom: depth first in a fixed order of moves; can miss solutions, proves nothing",
        toggles: &CLASSIC_TOGGLES,
        anytime: false,
        weight: None,
    },
];

static CLASSIC_TOGGLES: [Toggle; 3] = [
    Toggle::on("merged-memory", "states of the line with equal homes, cells, heights and playable cards count as one")
        .keeping(Keeps::Nothing)
        .among("memory"),
    Toggle::off("exact-memory", "only equal states of the line count as one").keeping(Keeps::Nothing).among("memory"),
    Toggle::off("half-targets", "only the first columns, one a suit, take cards, as in the published call")
        .keeping(Keeps::Nothing),
];

const SAFE_HOME: Toggle = Toggle::on("safe-home", "cards that nothing can need go home at once");

const CANONICAL_COLUMNS: Toggle =
    Toggle::on("canonical-columns", "positions that differ only in the order of their columns count as one");

const CARDS: Toggle = term("cards", "prefers few cards that are not home");
const BLOCKERS: Toggle = term("blockers", "prefers few cards over the next home cards");
const ORDER: Toggle = term("order", "prefers few cards over a lower card of their suit");
const RUNS: Toggle = term("runs", "prefers sorted runs: few cards that do not fit the card below");
const SPACE: Toggle = term("space", "prefers free cells and empty columns");

static TOGGLES: [Toggle; 8] = [
    SAFE_HOME,
    CANONICAL_COLUMNS,
    term("supermoves", "several cards in order are one step, as far as the capacity goes"),
    CARDS,
    BLOCKERS,
    ORDER,
    RUNS,
    SPACE,
];

static SHORT_TOGGLES: [Toggle; 8] = [
    SAFE_HOME,
    CANONICAL_COLUMNS,
    term("supermoves", "for the first solution several cards in order are one step; beams move single cards"),
    CARDS,
    BLOCKERS,
    ORDER,
    RUNS,
    SPACE,
];

static PROVE_TOGGLES: [Toggle; 6] = [SAFE_HOME, CANONICAL_COLUMNS, CARDS, ORDER, RUNS, SPACE];

static OPTIMAL_TOGGLES: [Toggle; 3] =
    [SAFE_HOME, CANONICAL_COLUMNS, Toggle::on("order", "a card over a lower card of its suit needs one move more")];

const fn term(name: &'static str, about: &'static str) -> Toggle {
    Toggle::on(name, about).keeping(Keeps::Completeness)
}

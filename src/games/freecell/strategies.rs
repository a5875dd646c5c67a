//! The strategies of the game and what can be switched in each.

use crate::search::{Keeps, Strategy, Toggle};

pub static STRATEGIES: [Strategy; 2] = [
    Strategy {
        name: "fast",
        about: "best-first with whole runs, then wider, then complete: a solution, or a proof that there is none",
        toggles: &TOGGLES,
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "prove",
        about: "complete search with single-card moves: a solution, or a proof that there is none",
        toggles: &TOGGLES,
        anytime: false,
        weight: None,
    },
];

static TOGGLES: [Toggle; 6] = [
    Toggle {
        name: "safe-home",
        about: "cards that nothing can need go home at once",
        keeps: Keeps::Everything,
        default: true,
        group: None,
    },
    term("cards", "counts the cards that are not home"),
    term("blockers", "counts the cards over the next home cards"),
    term("order", "counts the cards over a lower card of their suit"),
    term("runs", "counts the cards that do not fit the card below"),
    term("space", "counts full cells and columns"),
];

const fn term(name: &'static str, about: &'static str) -> Toggle {
    Toggle { name, about, keeps: Keeps::Completeness, default: true, group: None }
}

//! Counters: Tait's puzzle. A row of A and B in turn and a gap; two neighbours at a time go into the gap, until the
//! colours are apart.

mod best;
mod board;
mod certificate;
mod classic;
mod construct;
mod count;
mod deal;
mod deepening;
mod game;
mod goal;
mod hand;
mod hint;
mod packed;
mod row;
mod rules;
mod setter;
mod shortest;
mod study;
mod svg;
mod text;
mod told;
mod view;
mod xray;

#[cfg(test)]
mod tests;

pub use game::GAME;
pub use goal::{Gap, Goal};
pub use row::Place;
pub use rules::{Counters, State, Step};

//! What all games share between rules and screen.

pub mod packs;
pub mod session;
pub mod worker;

//! What all games share between rules and screen.

pub mod desk;
pub mod dirs;
pub mod naming;
pub mod packs;
pub mod places;
pub mod progress;
pub mod referee;
pub mod session;
pub mod suggest;
pub mod words;
pub mod worker;

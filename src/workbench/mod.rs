//! What all games share between rules and screen.

pub mod config;
pub mod dirs;
pub mod drive;
pub mod naming;
pub mod packs;
pub mod places;
pub mod report;
pub mod suggest;

//! What all games share between rules and screen.

pub mod breakpoint;
pub mod builder;
pub mod config;
pub mod dealer;
pub mod desk;
pub mod dirs;
pub mod drive;
pub mod finding;
pub mod gap;
pub mod laps;
pub mod middle;
pub mod naming;
pub mod pace;
pub mod packs;
pub mod places;
pub mod preferences;
pub mod progress;
pub mod referee;
pub mod report;
pub mod resolve;
pub mod session;
pub mod suggest;
pub mod tables;
pub mod timeline;
pub mod words;
pub mod worker;

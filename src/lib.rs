//! rompicapo: play puzzles, solve them, and watch them being solved.
//!
//! See ARCHITECTURE.md for who may import whom.

pub mod cli;
pub mod games;
pub mod search;
pub mod tui;
pub mod workbench;

//! The workstation's screens. Games are known here only through the registry.

pub mod app;
mod browser;
mod chooser;
mod chrome;
mod event_loop;
pub mod film;
mod game;
mod game_lists;
mod game_solver;
mod game_view;
mod game_wishes;
mod help;
pub mod keymap;
mod node_pane;
pub mod picture;
mod prompt;
mod race;
mod race_view;
mod rooms;
mod runs;
mod solver_figures;
mod solver_pane;
mod solver_toggles;
pub mod stage;
mod terminal;
pub mod theme;
mod theme_chooser;
mod time_line;

pub use event_loop::{Ending, run};

//! The workstation's screens. Games are known here only through the registry.

pub mod app;
mod browser;
mod browser_view;
mod chooser;
mod chrome;
mod departure;
mod dialogs;
mod event_loop;
mod game;
mod game_keys;
mod game_lists;
mod game_solver;
mod game_view;
mod game_wishes;
mod help;
mod key_line;
pub mod keymap;
mod name_dialog;
mod new_dialog;
mod node_pane;
mod prompt;
mod question;
mod race;
mod race_view;
mod rooms;
mod runs;
mod solver_figures;
mod solver_pane;
mod solver_toggles;
mod terminal;
pub mod theme;
mod theme_chooser;
mod time_line;
mod tour_pane;
mod welcome;

pub use event_loop::{Ending, Start, run};

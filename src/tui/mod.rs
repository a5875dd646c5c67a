//! The workstation's screens.

pub mod theme;

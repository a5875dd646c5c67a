//! Races: the same puzzles under several entries.
//!
//! A **heat** is one puzzle with a lane for each entry. Fairness is equal *time*: lanes get slices of about the same
//! length, and of those that wait the one that has had the least time goes first, so that a slow moment of the machine
//! falls on all alike. Engines are deterministic and know no clock, so a run that ends by itself or at its own limit of
//! nodes has the very figures of a run alone, however it was sliced.

mod apart;
pub mod csv;
mod figure;
mod heats;
mod lane;
mod results;
mod rivals;
mod track;

pub use apart::{Apart, Parted, PartedSide, Shown};
pub use figure::{Drawn, sheet};
pub use heats::{Heat, Heats};
pub use lane::Lane;
pub use results::{Row, Standing, best_of, common, heats_of, median, standings};
pub use rivals::rivals;
pub use track::{LaneNews, RaceNews, Track};

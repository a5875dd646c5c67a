//! The registry, and the contract a game fulfils.
//!
//! A game is a folder; everything about it is there and nothing about it is elsewhere. Adding a game is adding a
//! folder and one line in [`GAMES`].

pub mod certificate;
mod contract;
pub mod counters;
pub mod digits;
mod errors;
mod extensions;
mod fields;
pub mod fourteen;
pub mod freecell;
mod hand;
pub mod kakuro;
pub mod knight;
pub mod maze;
mod name;
pub mod patience;
mod position;
mod profile;
mod puzzle;
pub mod queens;
pub mod quote;
mod replay;
pub mod sliding;
mod splitmix;
pub mod squares;
pub mod studies;
pub mod sudoku;
mod tables;
pub mod view;
mod wishes;
mod words;

pub use certificate::{Case, Checked, Claim, Effort, NoProof, Objection, Proof};
pub use contract::{Form, Game, Options, Setting, TextOption};
pub use errors::{ParamError, TextError};
pub use extensions::{
    Certificates, Citing, Claims, Method, Part, Sight, Stage, Stages, Usage, Viewers, Workshop, Xray,
};
pub use fields::{Field, NewPuzzle};
pub use hand::{Hand, Input, KeyHint, Reply, Settings};
pub use name::{Deal, Deals, Kind, Numbers};
pub use position::{Deadlock, Position, Region};
pub use profile::Profile;
pub use puzzle::{Placed, Puzzle};
pub use quote::{harmless, quoted};
pub use replay::replay;
pub use splitmix::SplitMix;
pub use studies::{Study, Trial, Tried};
pub use tables::{Alone, Crew, TableMaker, TableSet};
pub use wishes::{HintLevel, HintWish, VerdictWish};
pub use words::words;

/// Every game of the workstation, in the order of the browser.
#[rustfmt::skip]
pub static GAMES: &[&dyn Game] = &[
    &fourteen::GAME,
    &freecell::GAME,
    &kakuro::GAME,
    &counters::GAME,
    &sliding::GAME,
    &queens::GAME,
    &knight::GAME,
    &maze::GAME,
    &sudoku::GAME,
];

/// The sample that CONTRIBUTING.md walks through.
pub static SAMPLE: &dyn Game = &queens::GAME;

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.name() == name)
}

//! The strategy `classic`: the method of the logic programming course of IST Lisbon, 2021, stage by stage.
//!
//! Its nineteen stages are the functions of [`stages`] under their own names; [`engine()`] steps through them.

mod checked;
mod engine;
mod shown;
pub mod stages;
mod term;

pub use checked::first_fault;
pub use engine::{TOGGLES, engine};
pub use shown::{Bench, STAGES};

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_shown;

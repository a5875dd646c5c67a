//! Search over any puzzle: the contract of rules and engines, and the generic engines.
//!
//! Nothing here reads a file or a clock or starts a thread. The driver (the worker of the workstation, or the
//! command line) owns time and interruption and hands an engine fuel, slice by slice.
//!
//! # The generic engines
//!
//! [`depth_first`], [`a_star`] and [`breadth_first`] search any puzzle whose nodes are its positions. Each takes the rules, the position to start from, a [`Guide`] with what is known of
//! the puzzle ([`Blind`] where that is nothing) and a [`Plan`] with its limits, and gives an [`Engine`]:
//!
//! ```
//! use std::sync::Arc;
//! use rompicapo::search::{self, Engine, Guide, Outcome, Plan, Rules, Status, Strategy};
//!
//! /// From a number to another one by adding 1 and doubling.
//! struct Numbers { goal: u64 }
//!
//! impl Rules for Numbers {
//!     type State = u64;
//!     type Move = char;
//!     type Undo = ();
//!     fn moves(&self, state: &u64, into: &mut Vec<char>) {
//!         into.extend(['+', '*'].into_iter().filter(|_| *state < self.goal));
//!     }
//!     fn apply(&self, state: &mut u64, mv: &char) {
//!         *state = if *mv == '+' { *state + 1 } else { *state * 2 };
//!     }
//!     fn undo(&self, state: &mut u64, mv: &char, _: &()) {
//!         *state = if *mv == '+' { *state - 1 } else { *state / 2 };
//!     }
//!     fn status(&self, state: &u64) -> Status {
//!         match (*state).cmp(&self.goal) {
//!             std::cmp::Ordering::Less => Status::Open,
//!             std::cmp::Ordering::Equal => Status::Solved,
//!             std::cmp::Ordering::Greater => Status::Stuck,
//!         }
//!     }
//!     fn read_move(&self, _: &u64, text: &str) -> Result<char, String> {
//!         match text { "+" => Ok('+'), "*" => Ok('*'), _ => Err(format!("{text}: expected + or *")) }
//!     }
//! }
//!
//! /// One move at most doubles, so the number of doublings that are missing is a lower bound.
//! #[derive(Clone)]
//! struct Doublings;
//!
//! impl Guide<Numbers> for Doublings {
//!     fn estimate(&mut self, rules: &Numbers, state: &u64) -> u32 {
//!         if *state > rules.goal { return search::NEVER; }
//!         (0..).find(|n| state << n >= rules.goal).unwrap()
//!     }
//! }
//!
//! static ASTAR: Strategy = Strategy { name: "a*", about: "", toggles: &[], anytime: false, weight: None };
//!
//! let rules = Arc::new(Numbers { goal: 100 });
//! let mut engine = search::a_star(&rules, &1, Doublings, &Plan::new(&ASTAR)).unwrap();
//! while engine.run(1000, None) == Outcome::MoreWork {}
//! let answer = engine.answer().unwrap();
//! assert_eq!(answer.moves.join(""), "++***+**");
//! assert!(answer.optimal);
//! ```
//!
//! What they have in common:
//!
//! - One unit of fuel is one expansion. A slice ends just before the next expansion, so `run(a); run(b)` is
//!   `run(a + b)`; `run(0)` tests the root.
//! - The root is made once for the whole run and has number 0; a child counts and gets its number when it is made,
//!   before any test. [`Plan::nodes`] is exact: one node more is not made.
//! - [`Plan::memory`] is asked before a table grows, with old and new block counted at once: the cap holds.
//! - Where the states within [`Plan::max_moves`] hold no solution, the verdict is [`Limit::Depth`], unless nothing
//!   was left out because of it; then it is [`Outcome::Exhausted`].
//! - An answer is optimal if its length is the proven lower bound. [`Guide::keeps`] says what that is worth.
//! - Their own cuts are counted as `bound` (estimate), `depth` (allowed moves), `memory` (met before).

mod answer;
mod best;
mod depth;
mod engine;
mod figure;
mod guide;
mod kernel;
mod known;
#[doc(hidden)]
pub mod laws;
mod memory;
mod plan;
mod rules;
mod run;
mod standing;
mod stored;
mod tally;
mod trace;
mod words;

pub use answer::{Answer, Refutation, listed_bytes};
pub use depth::Remember;
pub use engine::{Counters, Engine, Focus, Iteration, Limit, Measure, Outcome};
pub use figure::{Detail, Value};
pub use guide::{Blind, Guide, NEVER};
pub use kernel::{Kernel, engine, unit_by_unit};
pub use known::Known;
pub use memory::Roomy;
pub use plan::{Keeps, Plan, PlanError, Strategy, Tables, Toggle, ToggleSet};
pub use rules::{Cell, Mark, MarkKind, Rules, Status, letter_of_part};
pub use run::{a_star, breadth_first, depth_first};
pub use standing::{Branch, CHOICES, Domain, Exhibit, NAMED, Queue, Standing, Waiting};
pub use trace::{Event, Lookout, NoObserver, Node, NodeId, Observer, Terms, Within, heard};
pub use words::{capitalised, count, grouped};

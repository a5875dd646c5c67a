//! The screen: the table as it is drawn, and the player's hand.

pub mod hand;
pub mod setter;
pub mod view;

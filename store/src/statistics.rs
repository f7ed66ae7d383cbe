//! What is counted of games.

pub(super) mod count;
mod read;

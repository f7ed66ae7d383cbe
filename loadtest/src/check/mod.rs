//! The check: every game is also played on the engine, and the server's boards are compared with the engine's.

pub mod checker;
pub mod reference;
pub mod mismatch;

//! The check of every game against the engine.

pub mod checker;
pub mod reference;
pub mod mismatch;

//! The weights of each game. `bot/examples/fit.rs` prints these files.

mod azigo;
mod ikibuguzo;
mod kubuguza;
mod njombwa;

pub(super) use azigo::AZIGO;
pub(super) use ikibuguzo::IKIBUGUZO;
pub(super) use kubuguza::KUBUGUZA;
pub(super) use njombwa::NJOMBWA;

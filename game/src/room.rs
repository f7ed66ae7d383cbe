//! A game as a fold over its log.
//!
//! A [`Room`] applies the entries of a log and decides commands. A decision changes nothing: its facts take effect when
//! they are stored and applied. Time, presence and new ids are arguments.

mod options;
mod command;
mod context;
mod decision;
mod rejection;
mod initial_facts;
mod phase;
mod playing;
mod revealed_game;
mod offers;
mod captured;
mod corrupt_log;
mod state;
mod apply;
mod time;
mod absence;
mod computer;
mod decide;
#[cfg(test)]
mod tests;

pub use apply::Effect;
pub use captured::Captured;
pub use command::{Command, CommandKind};
pub use computer::{ComputerTask, ComputerTaskKind, Play};
pub use context::DecisionContext;
pub use corrupt_log::CorruptLog;
pub use decision::{Decision, NewRematch};
pub use initial_facts::{arena_facts, initial_facts};
pub use options::GameOptions;
pub use phase::{Arranging, Finished, Phase, Seating};
pub use playing::Playing;
pub use rejection::Rejection;
pub use revealed_game::RevealedGame;
pub use state::Room;
pub use time::INVITATION_TIMEOUT;

//! One game as a fold over its log.
//!
//! A [`room::Room`] decides a command, and the decision becomes facts ([`fact`]). The log of these facts is the whole
//! game: boards, clocks and results are folds over it. The [`projection`] turns them into what a viewer may see.
//!
//! This crate is pure: it does no I/O, reads no clock and draws no random numbers. Time, seeds and new ids are
//! arguments.

pub mod player;
pub mod computer;
pub mod origin;
pub mod commitment;
pub mod fact;
pub mod fact_text;
pub mod feature;
pub mod chain;
pub mod commands;
pub mod room;
pub mod offline;
pub mod computer_decision;
pub mod analysis;
pub mod positions;
pub mod clock;
pub mod projection;
pub mod replay;
pub mod logged_event;
pub mod expansion;
pub mod proof;
pub mod merkle_tree;
pub mod inclusion;
pub mod record;
pub mod finished_game;
pub mod absent_seats;
pub mod leavings;
pub mod calendar;
#[cfg(test)]
mod test_time;

//! One game as a fold over its log.
//!
//! A command is decided by a [`room::Room`] and becomes facts ([`fact`]). The log of facts is the game: boards, clocks
//! and results are folds over it, and [`projection`] turns them into what a viewer may see.
//!
//! This crate is pure: it does no I/O, reads no clock and draws no random number. Time and chance are arguments.

pub mod player;
pub mod fact;
pub mod commands;
pub mod room;
pub mod clock;
pub mod downtime;
pub mod projection;
pub mod replay;
pub mod record;
pub mod finished_game;
pub mod calendar;

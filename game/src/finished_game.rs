//! Finished games, as the game statistics count them.

use ikibuguzo_engine::{BySeat, Ruleset};
use ikibuguzo_protocol::{ArrayPair, Outcome, Timestamp};

use crate::player::PlayerId;
use crate::room::{Captured, Room};

/// A finished game, as the game statistics count it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The ruleset.
    pub rules: Ruleset,
    /// Whether the game is listed and open to everyone.
    pub public: bool,
    /// When the game was created.
    pub created_at: Timestamp,
    /// The player of each seat.
    pub players: BySeat<Option<PlayerId>>,
    /// Whether a bot has each seat.
    pub has_bot: BySeat<bool>,
    /// The outcome.
    pub outcome: Outcome,
    /// The opening arrays, in games with an arrangement.
    pub arrays: Option<ArrayPair>,
    /// Number of turns that both seats have completed together.
    pub turns: u32,
    /// Number of laps that captured.
    pub captures: u64,
    /// Number of counters captured.
    pub captured: u64,
}

impl FinishedGame {
    /// The finished game of a room; none while the game goes on. Turns taken back do not count.
    pub fn of(room: &Room) -> Option<Self> {
        let outcome = room.outcome()?;
        let Captured { laps: captures, counters: captured } = room.captured();
        Some(Self {
            rules: room.options().rules,
            public: room.options().public,
            created_at: room.created_at(),
            players: room.seats().as_ref().map(|player| player.as_ref().map(|player| player.id.clone())),
            has_bot: room.seats().as_ref().map(|player| player.as_ref().is_some_and(|player| player.bot)),
            outcome,
            arrays: room.arrays().map(ArrayPair::from),
            turns: room.turns(),
            captures,
            captured,
        })
    }
}

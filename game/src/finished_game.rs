//! What is counted of a game when it is over.

use ikibuguzo_engine::{Array, BySeat, Ruleset};
use ikibuguzo_protocol::{Arrays, Outcome};

use crate::player::PlayerId;
use crate::room::{Captured, Room};

/// A game that is over, as the statistics count it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The game and its options.
    pub rules: Ruleset,
    /// Listed and open to all, or only for those who know its id.
    pub public: bool,
    /// When it was created: milliseconds since 1970-01-01 UTC.
    pub created_at: u64,
    /// Who sat where.
    pub players: BySeat<Option<PlayerId>>,
    /// How it ended.
    pub outcome: Outcome,
    /// What both seats have arranged.
    pub arrays: Option<Arrays>,
    /// Turns completed, both seats together.
    pub turns: u32,
    /// Laps that captured.
    pub captures: u64,
    /// Counters that were captured.
    pub captured: u64,
}

impl FinishedGame {
    /// What is counted of a room; none while its game goes on. What was taken back does not count.
    pub fn of(room: &Room) -> Option<Self> {
        let outcome = room.outcome()?;
        let Captured { laps: captures, counters: captured } = room.captured();
        Some(Self {
            rules: room.terms().rules,
            public: room.terms().public,
            created_at: room.created_at(),
            players: room.seats().as_ref().map(|player| player.as_ref().map(|player| player.id.clone())),
            outcome,
            arrays: room.arrays().map(arrays),
            turns: room.game().map_or(0, ikibuguzo_engine::Game::turns),
            captures,
            captured,
        })
    }
}

/// Both arrays, as they are stored and told.
pub fn arrays(arrays: BySeat<Array>) -> Arrays {
    Arrays { south: arrays.south, north: arrays.north }
}

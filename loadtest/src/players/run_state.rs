//! The state that all connections of a thread share.

use crate::players::slots::GameSlots;
use crate::results::stats::Stats;

/// The state that all connections of a thread share.
#[derive(Debug)]
pub struct RunState {
    /// Which games are under load.
    pub slots: GameSlots,
    /// Counts and times.
    pub stats: Stats,
    /// Every n-th board is compared.
    pub compare_every: u32,
}

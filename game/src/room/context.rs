use ikibuguzo_engine::BySeat;

/// What a decision depends on, apart from the log: the time, and who is absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecisionContext {
    /// The time: milliseconds since 1970-01-01 UTC.
    pub now: u64,
    /// When each player became absent: milliseconds since 1970-01-01 UTC; none for a player who is present.
    pub absent_since: BySeat<Option<u64>>,
    /// The shortest absence that allows a claim, in milliseconds. Time controls lengthen it.
    pub min_absence: u64,
}

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::TimeControl;

/// The options with which a game is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOptions {
    /// The ruleset.
    pub rules: Ruleset,
    /// The version of the rules.
    pub rules_version: u32,
    /// Whether the game is listed and open to everyone. A private game opens only with its id.
    pub public: bool,
    /// The time control.
    pub clock: TimeControl,
    /// Whether the result changes the players' ratings.
    pub rated: bool,
}

impl GameOptions {
    /// Whether the clock counts seconds: both players have to be present at the same time.
    pub fn has_clock_in_seconds(&self) -> bool {
        matches!(self.clock, TimeControl::Fischer { .. } | TimeControl::Delay { .. })
    }
}

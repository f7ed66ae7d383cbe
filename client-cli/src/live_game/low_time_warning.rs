//! The warning that little time is left for a turn.

use std::time::Duration;

use crate::game_view::local_game::LocalGame;

/// Remaining time at which a player is warned, in milliseconds.
const LOW_TIME_MS: u64 = 20_000;

/// The warning that little time is left, given once a turn.
#[derive(Debug, Default)]
pub struct LowTimeWarning {
    /// The number of turns played when the last warning was given.
    warned_at_turn: Option<u32>,
}

impl LowTimeWarning {
    /// How long until the warning is due; none if it is not going to be in this turn.
    pub fn due_in(&self, game: &LocalGame, now: Option<u64>) -> Option<Duration> {
        self.unwarned_time_left(game, now).map(time_until_low)
    }

    /// The warning, if it is due.
    pub fn take_due(&mut self, game: &LocalGame, now: Option<u64>) -> Option<String> {
        let time_left = self.unwarned_time_left(game, now).filter(|left| time_until_low(*left).is_zero())?;
        self.warned_at_turn = turns_played(game);
        Some(warning_text(time_left))
    }

    /// The viewer's remaining time in milliseconds, in a turn of the viewer without a warning so far.
    fn unwarned_time_left(&self, game: &LocalGame, now: Option<u64>) -> Option<u64> {
        if !game.is_my_turn() || self.warned_at_turn == turns_played(game) {
            return None;
        }
        game.time_left(game.role.seat()?, Some(now?))
    }
}

fn turns_played(game: &LocalGame) -> Option<u32> {
    Some(game.view.position.as_ref()?.turns)
}

fn time_until_low(time_left: u64) -> Duration {
    Duration::from_millis(time_left.saturating_sub(LOW_TIME_MS))
}

fn warning_text(time_left: u64) -> String {
    match time_left.div_ceil(1_000) {
        1 => "You have 1 second left.".to_owned(),
        seconds => format!("You have {seconds} seconds left."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_warning_is_due_at_twenty_seconds() {
        assert_eq!(time_until_low(60_000), Duration::from_secs(40));
        assert_eq!(time_until_low(9_000), Duration::ZERO);
    }

    #[test]
    fn the_warning_is_in_whole_seconds() {
        for (milliseconds, shown) in [(20_000, "20 seconds"), (18_001, "19 seconds"), (1_000, "1 second")] {
            assert_eq!(warning_text(milliseconds), format!("You have {shown} left."));
        }
    }
}

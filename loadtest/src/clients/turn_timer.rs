//! The time of a turn as its player counts it: only while the player is connected.

use std::time::{Duration, Instant};

/// Counts the time from the position to the move, without the time in which the player was not connected.
#[derive(Clone, Copy, Debug)]
pub struct TurnTimer {
    counted: Duration,
    state: TimerState,
    was_interrupted: bool,
}

#[derive(Clone, Copy, Debug)]
enum TimerState {
    /// The player is connected and has not moved.
    Running(Instant),
    /// The player is not connected.
    Paused,
    /// The player has sent the move.
    Stopped,
}

impl TurnTimer {
    /// Starts to count. `was_interrupted` says whether the position came while the player was not connected.
    pub fn start(now: Instant, was_interrupted: bool) -> Self {
        Self { counted: Duration::ZERO, state: TimerState::Running(now), was_interrupted }
    }

    /// Pauses because the connection is lost.
    pub fn pause(&mut self, now: Instant) {
        self.was_interrupted = true;
        if let TimerState::Running(since) = self.state {
            self.counted += now.saturating_duration_since(since);
            self.state = TimerState::Paused;
        }
    }

    /// Continues because the player has joined the game again.
    pub fn resume(&mut self, now: Instant) {
        if let TimerState::Paused = self.state {
            self.state = TimerState::Running(now);
        }
    }

    /// Stops because the player has sent the move.
    pub fn stop(&mut self, now: Instant) {
        if let TimerState::Running(since) = self.state {
            self.counted += now.saturating_duration_since(since);
        }
        self.state = TimerState::Stopped;
    }

    /// The time counted so far.
    pub fn counted(&self) -> Duration {
        self.counted
    }

    /// Whether the connection was lost in this turn.
    pub fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    #[test]
    fn time_without_a_connection_is_not_counted() {
        let start = clock::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut timer = TurnTimer::start(start, false);
        timer.pause(at(2));
        timer.resume(at(10));
        timer.stop(at(11));
        timer.pause(at(20));
        timer.resume(at(30));
        assert_eq!((timer.counted(), timer.was_interrupted()), (Duration::from_secs(3), true));
    }
}

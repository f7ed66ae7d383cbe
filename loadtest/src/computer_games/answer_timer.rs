//! The time that a computer player takes to answer.

use std::time::{Duration, Instant};

/// Measures the answers of a computer player in one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerTimer {
    awaited: Option<AwaitedAnswer>,
}

/// An answer that has not arrived.
#[derive(Clone, Copy, Debug)]
struct AwaitedAnswer {
    since: Instant,
    is_forced: bool,
}

/// An answer of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// From the event after which the computer player was to move to the arrival of its action.
    pub time: Duration,
    /// Whether it had only one legal action.
    pub is_forced: bool,
}

impl AnswerTimer {
    /// Starts when an event arrives after which the computer player has this number of legal actions.
    pub fn start(&mut self, now: Instant, legal_actions: usize) {
        self.awaited = Some(AwaitedAnswer { since: now, is_forced: legal_actions < 2 });
    }

    /// Stops when an action arrives. Returns the answer, if one was awaited.
    pub fn stop(&mut self, now: Instant) -> Option<Answer> {
        let AwaitedAnswer { since, is_forced } = self.awaited.take()?;
        Some(Answer { time: now.saturating_duration_since(since), is_forced })
    }

    /// Whether an answer is awaited.
    pub fn is_running(&self) -> bool {
        self.awaited.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    #[test]
    fn each_action_of_a_turn_is_an_answer() {
        let start = clock::now();
        let mut timer = AnswerTimer::default();
        let at = |millis| start + Duration::from_millis(millis);
        assert_eq!(timer.stop(start), None, "the tool's own action");
        timer.start(at(10), 3);
        let first = timer.stop(at(40));
        timer.start(at(40), 1);
        assert!(timer.is_running());
        let second = timer.stop(at(45));
        let answer = |millis, is_forced| Some(Answer { time: Duration::from_millis(millis), is_forced });
        assert_eq!((first, second, timer.is_running()), (answer(30, false), answer(5, true), false));
    }
}

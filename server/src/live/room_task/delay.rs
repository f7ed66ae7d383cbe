//! Work that is due some time after it is first needed, however many requests come meanwhile.

use std::time::Duration;

use tokio::time::Instant;

/// When a kind of work was first needed.
#[derive(Debug, Default)]
pub(super) struct Delay {
    needed_since: Option<Instant>,
}

impl Delay {
    /// How long to wait for the work, which is needed as long as a delay is given; none if it is not needed.
    pub(super) fn left(&mut self, delay: Option<Duration>, now: Instant) -> Option<Duration> {
        let Some(delay) = delay else {
            self.needed_since = None;
            return None;
        };
        let due_at = *self.needed_since.get_or_insert(now) + delay;
        Some(due_at.saturating_duration_since(now))
    }

    /// Whether the work is due. If it is, the delay begins again.
    pub(super) fn take_due(&mut self, delay: Option<Duration>, now: Instant) -> bool {
        let is_due = self.left(delay, now).is_some_and(|left| left.is_zero());
        if is_due {
            self.needed_since = None;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELAY: Option<Duration> = Some(Duration::from_millis(100));

    #[test]
    fn requests_postpone_no_work() {
        let (mut delay, start) = (Delay::default(), Instant::now());
        let at = |millis| start + Duration::from_millis(millis);
        let left = [0, 30, 60, 90].map(|now| delay.left(DELAY, at(now)).expect("needed").as_millis());
        assert_eq!(left, [100, 70, 40, 10], "a request every 30 ms");
        assert!(!delay.take_due(DELAY, at(99)) && delay.take_due(DELAY, at(100)));
        assert_eq!(delay.left(DELAY, at(110)), DELAY, "it is tried again after the delay");
    }

    #[test]
    fn work_that_was_not_needed_meanwhile_waits_for_the_whole_delay() {
        let (mut delay, start) = (Delay::default(), Instant::now());
        delay.left(DELAY, start);
        let later = start + Duration::from_secs(1);
        assert_eq!(delay.left(None, later), None);
        assert_eq!(delay.left(DELAY, later), DELAY);
    }
}

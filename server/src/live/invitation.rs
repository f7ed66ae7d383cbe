//! How long an open game with a clock in seconds stays open: `game.due_at` holds the time, and moves on while the maker
//! is present.

use std::time::Duration;

use ikibuguzo_game::room::INVITATION_TIMEOUT;
use ikibuguzo_protocol::Timestamp;

/// How much later the stored time must become before it is stored again.
const MIN_EXTENSION: Duration = Duration::from_mins(1);

/// What is known about the stored time.
#[derive(Debug, Default)]
pub(super) struct InvitationLease {
    /// The time that this server has stored last; none before.
    open_until: Option<Timestamp>,
}

impl InvitationLease {
    /// Notes that the maker is present. Returns the time until which the game stays open, if that has to be stored.
    pub(super) fn extend(&mut self, now: Timestamp) -> Option<Timestamp> {
        let until = now + INVITATION_TIMEOUT;
        if self.open_until.is_some_and(|stored| until < stored + MIN_EXTENSION) {
            return None;
        }
        self.open_until = Some(until);
        self.open_until
    }

    /// The time until which the game stays open, if this server knows that it still does.
    pub(super) fn open_until(&self, now: Timestamp) -> Option<Timestamp> {
        self.open_until.filter(|until| *until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_stored_once_a_minute() {
        let mut lease = InvitationLease::default();
        let stored = [0, 1, 59_999, 60_000, 60_001, 500_000]
            .map(Timestamp::from_millis)
            .map(|now| lease.extend(now).is_some());
        assert_eq!(stored, [true, false, false, true, false, true]);
        assert_eq!(
            [500_000, 1_099_999, 1_100_000]
                .map(Timestamp::from_millis)
                .map(|now| lease.open_until(now).is_some()),
            [true, true, false]
        );
    }
}

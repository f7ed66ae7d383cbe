//! The number of a game in the database.

use ikibuguzo_protocol::Timestamp;

/// The number of a game: the key of its row and of its log. It is never shown; the public id is the
/// [`GameId`](ikibuguzo_protocol::GameId).
///
/// 42 bits of the time of creation stand above 21 random bits. So numbers ascend with creation, servers give them out
/// without asking each other, and games that are played at the same time stand together in the key of the log.
///
/// Two games of the same millisecond may draw the same number, once in two million. The second is then a
/// [`Conflict`](crate::StoreError::Conflict), and its creation is tried again with another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameNumber(i64);

impl GameNumber {
    /// Random bits in a number.
    const RANDOM_BITS: u32 = 21;

    /// The latest time of creation that a number tells: 42 bits of milliseconds, the year 2109. Later games get numbers
    /// of this time.
    const MAX_MILLIS: u64 = (1 << 42) - 1;

    /// The number of a game that is created at this time. Only the lowest 21 bits
    /// of `random` count.
    pub fn new(created_at: Timestamp, random: u64) -> Self {
        let millis = created_at.as_millis().min(Self::MAX_MILLIS);
        let random = random & ((1 << Self::RANDOM_BITS) - 1);
        Self((millis << Self::RANDOM_BITS | random).cast_signed())
    }

    /// The number that is stored in a row.
    pub(crate) fn from_stored(number: i64) -> Self {
        Self(number)
    }

    /// The number as it is stored in a row.
    pub(crate) fn to_stored(self) -> i64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn numbers_ascend_with_creation() {
        let now = Timestamp::from_millis(1_795_000_000_000);
        assert!(GameNumber::new(now, u64::MAX) < GameNumber::new(now + Duration::from_millis(1), 0));
        assert!(GameNumber::new(now, 1) < GameNumber::new(now, 2));
        assert_eq!(GameNumber::new(now, 7), GameNumber::new(now, 7 | 1 << 21), "21 random bits");
    }

    #[test]
    fn a_number_is_never_negative() {
        for created_at in [0, 1, GameNumber::MAX_MILLIS, u64::MAX].map(Timestamp::from_millis) {
            assert!(GameNumber::new(created_at, u64::MAX).to_stored() >= 0, "{created_at}");
        }
    }
}

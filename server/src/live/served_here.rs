//! Which players of a game this node serves, as the database has it.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_store::{NodeId, ServedSeat};

/// The longest absence, in milliseconds, after which a player counts as served since the time before it. The database
/// merges rows by the same rule.
const MAX_GAP_MS: u64 = 5_000;

/// How often the requests of a player without a socket are stored, in milliseconds.
const MIN_STORE_INTERVAL_MS: u64 = 5_000;

/// What this node has stored of the players of one game. Times are milliseconds since 1970-01-01 UTC.
#[derive(Debug)]
pub(super) struct ServedHere {
    node: NodeId,
    stored: BySeat<Option<ServedSeat>>,
}

impl ServedHere {
    /// No player is served.
    pub(super) fn new(node: NodeId) -> Self {
        Self { node, stored: BySeat::default() }
    }

    /// Since when this node serves a player; none if it does not.
    pub(super) fn since(&self, seat: Seat) -> Option<u64> {
        self.stored[seat].map(|row| row.since)
    }

    /// All that was noted.
    pub(super) fn rows(&self) -> Vec<ServedSeat> {
        self.stored.iter().flatten().copied().collect()
    }

    /// Notes whether a player is connected. Returns what has to be stored, if that has changed.
    pub(super) fn note_connection(&mut self, seat: Seat, is_connected: bool, now: u64) -> Option<ServedSeat> {
        let was_connected = self.stored[seat].is_some_and(|row| row.until.is_none());
        (is_connected != was_connected).then(|| self.store(seat, (!is_connected).then_some(now), now))
    }

    /// Notes a request of a player who may have no socket. Returns what has to be stored.
    pub(super) fn note_request(&mut self, seat: Seat, now: u64) -> Option<ServedSeat> {
        let is_known = self.stored[seat]
            .is_some_and(|row| row.until.is_none_or(|until| now < until + MIN_STORE_INTERVAL_MS));
        (!is_known).then(|| self.store(seat, Some(now), now))
    }

    /// What the database tells of a game, with what this node may not have stored yet.
    pub(super) fn merge(&self, mut rows: Vec<ServedSeat>) -> Vec<ServedSeat> {
        for own in self.stored.iter().flatten() {
            let same = |row: &&mut ServedSeat| (row.seat, row.node) == (own.seat, own.node);
            match rows.iter_mut().find(same) {
                Some(row) => *row = ServedSeat { since: continued_since(Some(*row), own.since), ..*own },
                None => rows.push(*own),
            }
        }
        rows
    }

    fn store(&mut self, seat: Seat, until: Option<u64>, now: u64) -> ServedSeat {
        let since = continued_since(self.stored[seat], now);
        *self.stored[seat].insert(ServedSeat { seat, node: self.node, since, until, changed_at: now })
    }
}

/// Since when a player is served who comes back at a time.
fn continued_since(before: Option<ServedSeat>, now: u64) -> u64 {
    let continued = before.filter(|row| row.until.is_none_or(|until| now <= until + MAX_GAP_MS));
    continued.map_or(now, |row| row.since.min(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served() -> ServedHere {
        ServedHere::new(NodeId::from_random(2))
    }

    #[test]
    fn a_player_who_cuts_the_line_is_served_since_the_first_connection() {
        let mut served = served();
        let mut times = |is_connected, now| {
            let row = served.note_connection(Seat::South, is_connected, now);
            row.map(|row| (row.since, row.until))
        };
        assert_eq!(times(true, 1_000), Some((1_000, None)));
        assert_eq!(times(true, 1_500), None);
        assert_eq!(times(false, 2_000), Some((1_000, Some(2_000))));
        assert_eq!(times(true, 7_000), Some((1_000, None)));
        assert_eq!(times(false, 8_000), Some((1_000, Some(8_000))));
        assert_eq!(times(true, 13_001), Some((13_001, None)));
    }

    #[test]
    fn requests_are_stored_once_in_five_seconds() {
        let mut served = served();
        let stored = [0, 4_999, 5_000, 9_000].map(|now| served.note_request(Seat::North, now).is_some());
        assert_eq!(stored, [true, false, true, false]);
        served.note_connection(Seat::North, true, 20_000);
        assert_eq!(served.note_request(Seat::North, 90_000), None, "a connected player is served");
    }

    #[test]
    fn what_is_not_stored_yet_counts() {
        let mut served = served();
        let row = served.note_connection(Seat::South, true, 5_000).expect("a change");
        assert_eq!(served.merge(Vec::new()), [row]);
        let earlier = ServedSeat { since: 1_000, until: Some(4_000), ..row };
        assert_eq!(served.merge(vec![earlier]), [ServedSeat { since: 1_000, ..row }]);
    }
}

//! Which players of a game this node serves, as stored in the database.

use std::time::Duration;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{NodeId, ServedSeat};

/// How often the requests of a player without a socket are stored, in milliseconds. A request that is stored continues
/// a visit that ended less than twice as long ago.
const MIN_STORE_INTERVAL: Duration = Duration::from_secs(5);

/// How long a visit is remembered after its end.
const REMEMBERED: Duration = Duration::from_mins(10);

/// Largest number of visits of a seat that are remembered. If a player reconnects more often, the last visit is
/// continued if it has just ended; otherwise the oldest one is forgotten, but stays in the database.
const MAX_VISITS: usize = 16;

/// What this node has stored about the players of one game.
#[derive(Debug)]
pub(super) struct ServedHere {
    node: NodeId,
    /// The visits of each seat, the newest one last.
    visits: BySeat<Vec<ServedSeat>>,
}

impl ServedHere {
    /// No player is served.
    pub(super) fn new(node: NodeId) -> Self {
        Self { node, visits: BySeat::default() }
    }

    /// When this node began to serve a player; none if it never did.
    pub(super) fn since(&self, seat: Seat) -> Option<Timestamp> {
        self.visits[seat].last().map(|visit| visit.since)
    }

    /// All visits that are remembered.
    pub(super) fn rows(&self) -> Vec<ServedSeat> {
        self.visits.iter().flatten().copied().collect()
    }

    /// Notes whether a player is connected since a time. Returns what has to be stored, if that has changed.
    pub(super) fn note_connection(
        &mut self,
        seat: Seat,
        is_connected: bool,
        now: Timestamp,
    ) -> Option<ServedSeat> {
        let was_connected = self.visits[seat].last().is_some_and(|visit| visit.until.is_none());
        match (was_connected, is_connected) {
            (true, true) | (false, false) => None,
            (false, true) => Some(self.begin_visit(seat, None, now)),
            (true, false) => self.continue_visit(seat, Some(now), now),
        }
    }

    /// Notes a request of a player who may have no socket. Returns what has to be stored.
    pub(super) fn note_request(&mut self, seat: Seat, now: Timestamp) -> Option<ServedSeat> {
        let last = self.visits[seat].last();
        let is_recent =
            |time: Duration| last.is_some_and(|it| it.until.is_none_or(|until| now < until + time));
        match (is_recent(MIN_STORE_INTERVAL), is_recent(2 * MIN_STORE_INTERVAL)) {
            (true, _) => None,
            (false, true) => self.continue_visit(seat, Some(now), now),
            (false, false) => Some(self.begin_visit(seat, Some(now), now)),
        }
    }

    /// What the database says about a game, with what this node may not have stored yet.
    pub(super) fn merge(&self, mut rows: Vec<ServedSeat>) -> Vec<ServedSeat> {
        let key = |row: &ServedSeat| (row.seat, row.node, row.since);
        rows.retain(|row| self.visits[row.seat].iter().all(|own| key(own) != key(row)));
        rows.extend(self.rows());
        rows
    }

    fn begin_visit(&mut self, seat: Seat, until: Option<Timestamp>, now: Timestamp) -> ServedSeat {
        let visits = &mut self.visits[seat];
        visits.retain(|visit| visit.until.is_none_or(|until| now < until + REMEMBERED));
        let is_continued = |last: &mut ServedSeat| now < last.until.unwrap_or(now) + MIN_STORE_INTERVAL;
        let is_full = visits.len() >= MAX_VISITS;
        let continued = if is_full { visits.pop_if(is_continued) } else { None };
        if is_full && continued.is_none() {
            visits.remove(0);
        }
        let since = continued.map_or(now, |visit| visit.since);
        let visit = ServedSeat { seat, node: self.node, since, until, changed_at: now };
        visits.push(visit);
        visit
    }

    fn continue_visit(&mut self, seat: Seat, until: Option<Timestamp>, now: Timestamp) -> Option<ServedSeat> {
        let visit = self.visits[seat].last_mut()?;
        // Another socket may have come after the one whose departure is noted now had left.
        (visit.until, visit.changed_at) = (until.max(Some(visit.since)), now);
        Some(*visit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn served() -> ServedHere {
        ServedHere::new(NodeId::from_random(2))
    }

    #[test]
    fn each_connection_is_a_visit() {
        let mut served = served();
        let mut times = |is_connected, now| {
            let row = served.note_connection(Seat::South, is_connected, at(now));
            row.map(|row| (row.since.as_millis(), row.until.map(Timestamp::as_millis)))
        };
        assert_eq!(times(true, 1_000), Some((1_000, None)));
        assert_eq!(times(true, 1_500), None);
        assert_eq!(times(false, 2_000), Some((1_000, Some(2_000))));
        assert_eq!(times(true, 2_100), Some((2_100, None)));
        assert_eq!(times(false, 8_000), Some((2_100, Some(8_000))));
        assert_eq!(served.rows().len(), 2);
    }

    #[test]
    fn a_player_who_cuts_the_line_very_often_continues_the_last_visit() {
        let mut served = served();
        for visit in 0..100 {
            served.note_connection(Seat::South, true, at(100 * visit));
            served.note_connection(Seat::South, false, at(100 * visit + 50));
        }
        let rows = served.rows();
        assert_eq!(rows.len(), MAX_VISITS);
        assert_eq!(
            rows.last().map(|row| (row.since.as_millis(), row.until.map(Timestamp::as_millis))),
            Some((1_500, Some(9_950)))
        );
        served.note_connection(Seat::South, true, at(20_000));
        served.note_connection(Seat::South, false, at(21_000));
        let last = served.rows().last().map(|row| row.since.as_millis());
        assert_eq!((served.rows().len(), last), (MAX_VISITS, Some(20_000)), "who was away was not served");
        served.note_connection(Seat::South, true, at(21_000) + REMEMBERED);
        assert_eq!(served.rows().len(), 1, "old visits are forgotten");
    }

    #[test]
    fn requests_are_stored_once_in_five_seconds() {
        let mut served = served();
        let stored = [0, 4_999, 5_000, 9_000].map(|now| served.note_request(Seat::North, at(now)).is_some());
        assert_eq!(stored, [true, false, true, false]);
        assert_eq!(served.since(Seat::North), Some(at(0)), "a request continues a visit");
        served.note_request(Seat::North, at(15_000));
        assert_eq!(served.since(Seat::North), Some(at(15_000)));
        served.note_connection(Seat::North, true, at(20_000));
        assert_eq!(served.note_request(Seat::North, at(90_000)), None, "a connected player is served");
    }

    #[test]
    fn what_is_not_stored_yet_counts() {
        let mut served = served();
        let row = served.note_connection(Seat::South, true, at(5_000)).expect("a change");
        assert_eq!(served.merge(Vec::new()), [row]);
        let left = served.note_connection(Seat::South, false, at(6_000)).expect("a change");
        let earlier = ServedSeat { since: at(1_000), until: Some(at(4_000)), ..row };
        assert_eq!(served.merge(vec![earlier, row]), [earlier, left]);
    }
}

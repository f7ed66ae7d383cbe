//! The time that is charged to no clock of a game: when no node ran, and when the node that served the player did not
//! run (sentences 2 and 3 in `cluster/unserved.rs`); and whether a player may lose on time (sentence 5).

use ikibuguzo_engine::Seat;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{Period, Timestamp};
use ikibuguzo_store::{GameNumber, NodeId, ServedSeat, StoreError};

use super::served_here::ServedHere;
use super::services::Services;
use crate::cluster::unserved::{NodeOutage, Unserved, unserved};

/// The time that is charged to no clock.
#[derive(Debug, Default)]
pub(super) struct LostTime {
    /// The periods that have ended, in order.
    pub(super) downtimes: Vec<Period>,
    /// Whether a player for whom the game waits is not served now.
    pub(super) lasts: bool,
}

/// A game whose clock runs.
pub(super) struct RunningGame<'a> {
    /// The game's number.
    pub(super) number: GameNumber,
    /// Its state.
    pub(super) room: &'a Room,
    /// Which players this node serves.
    pub(super) served: &'a ServedHere,
    /// The player whose request is decided: it is served now.
    pub(super) present: Option<Seat>,
}

impl RunningGame<'_> {
    /// The time until `now` that is charged to no clock. Without an outage since the clock was started nothing is read.
    pub(super) async fn lost_time(
        &self,
        services: &Services,
        now: Timestamp,
    ) -> Result<LostTime, StoreError> {
        let since = self.room.excusable_since().unwrap_or(now);
        let outages = services.nodes.outages_in(self.number, since);
        let downtimes: Vec<_> = services.nodes.with_downtimes(|all| {
            let recent = all.iter().rev().take_while(|downtime| downtime.until > since);
            recent.copied().collect()
        });
        let mut periods: Vec<_> = downtimes.into_iter().rev().map(ended).collect();
        if !outages.is_empty() {
            periods.extend(self.unserved(services, &outages, now).await?);
        }
        Ok(LostTime { lasts: periods.iter().any(|it| !it.has_ended), downtimes: merge(periods) })
    }

    /// When the players for whom the game waits were not served.
    async fn unserved(
        &self,
        services: &Services,
        outages: &[NodeOutage],
        now: Timestamp,
    ) -> Result<Vec<Unserved>, StoreError> {
        let mut served = self.load_served(services).await?;
        // The outage of a node that died long ago is forgotten, and so is whom it served.
        let is_known = |node| services.nodes.is_running(node) || outages.iter().any(|it| it.node == node);
        served.retain(|visit| is_known(visit.node));
        let unserved_seat = |seat| {
            let mut periods = unserved(seat, &served, outages, now);
            periods.iter_mut().for_each(|it| it.has_ended |= self.present == Some(seat));
            periods
        };
        Ok(self.awaited().flat_map(unserved_seat).collect())
    }

    /// The seats for which the game waits.
    fn awaited(&self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(|seat| self.room.awaited_since(*seat).is_some())
    }

    /// The nodes that serve the players, and those that have served them.
    async fn load_served(&self, services: &Services) -> Result<Vec<ServedSeat>, StoreError> {
        Ok(self.served.merge(services.served_seats.load(self.number).await?))
    }

    /// Whether this node may store a flag that was due at `at`: for each player who is to act, every node that serves the
    /// player has stored what it received until then, or is dead.
    pub(super) async fn can_flag(&self, services: &Services, at: Timestamp) -> Result<bool, StoreError> {
        if !services.nodes.has_others() {
            return Ok(true);
        }
        let served = self.load_served(services).await?;
        let has_stored = |node| services.nodes.has_stored(node, at);
        Ok(self.awaited().all(|seat| is_decidable(seat, &served, has_stored)))
    }
}

/// Whether everything that a player did is known: each node that serves the player has stored it.
fn is_decidable(seat: Seat, served: &[ServedSeat], has_stored: impl Fn(NodeId) -> bool) -> bool {
    let mut open = served.iter().filter(|visit| visit.seat == seat && visit.until.is_none());
    open.all(|visit| has_stored(visit.node))
}

fn ended(time: Period) -> Unserved {
    Unserved { time, has_ended: true }
}

/// The periods that have ended, in order, with overlapping ones as one. Time is excused in order: what follows the
/// beginning of a period that has not ended is excused when it has.
fn merge(periods: Vec<Unserved>) -> Vec<Period> {
    let open_from =
        periods.iter().filter(|it| !it.has_ended).map(|it| it.time.from).min().unwrap_or(Timestamp::MAX);
    let ended = periods.into_iter().filter(|it| it.has_ended).map(|it| it.time);
    let before_open = ended.map(|time| Period { until: time.until.min(open_from), ..time });
    Period::merge(before_open.filter(|time| time.from < time.until))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(from: u64, until: u64, has_ended: bool) -> Unserved {
        let time = Period::new(Timestamp::from_millis(from), Timestamp::from_millis(until));
        Unserved { time, has_ended }
    }

    #[test]
    fn overlapping_periods_are_one() {
        let periods =
            vec![period(5, 9, true), period(1, 3, true), period(8, 12, true), period(20, 30, false)];
        let times: Vec<_> =
            merge(periods).into_iter().map(|time| (time.from.as_millis(), time.until.as_millis())).collect();
        assert_eq!(times, [(1, 3), (5, 12)]);
    }

    #[test]
    fn what_follows_the_beginning_of_a_period_that_lasts_is_excused_later() {
        let periods =
            vec![period(1, 3, true), period(4, 9, true), period(6, 20, false), period(10, 15, true)];
        let times: Vec<_> =
            merge(periods).into_iter().map(|time| (time.from.as_millis(), time.until.as_millis())).collect();
        assert_eq!(times, [(1, 3), (4, 6)]);
    }

    #[test]
    fn no_flag_falls_before_all_nodes_that_serve_the_player_have_stored_what_they_received() {
        let [me, other] = [2, 4].map(NodeId::from_random);
        let since = Timestamp::from_millis(5_000);
        let visit = |node, until| ServedSeat { seat: Seat::South, node, since, until, changed_at: since };
        let has_stored = |node| node == me;
        let both = [visit(me, None), visit(other, None)];
        assert!(!is_decidable(Seat::South, &both, has_stored));
        assert!(is_decidable(Seat::South, &both, |_| true));
        assert!(is_decidable(Seat::South, &[both[0], visit(other, Some(since))], has_stored), "it has left");
        assert!(is_decidable(Seat::North, &both, has_stored), "nobody serves it");
    }
}

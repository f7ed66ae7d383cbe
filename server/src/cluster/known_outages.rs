//! The outages that this node knows, and the games that each may concern. `unserved.rs` says what they excuse.

use std::collections::HashSet;
use std::time::Duration;

use ikibuguzo_protocol::{Period, Timestamp};
use ikibuguzo_store::{GameNumber, NodeId};

/// The longest time for which a clock is excused because a node is dead while others run.
const MAX_EXCUSED: Duration = Duration::from_secs(30);

/// Outages of single nodes, and the times in which no node ran.
#[derive(Debug, Default)]
pub(super) struct KnownOutages {
    /// The times in which no node ran, in order.
    downtimes: Vec<Period>,
    /// Outages of single nodes.
    outages: Vec<KnownOutage>,
}

/// An outage of one node.
#[derive(Debug)]
pub(super) struct KnownOutage {
    /// The node.
    pub(super) node: NodeId,
    /// When it last beat.
    pub(super) from: Timestamp,
    /// When it went on; none while it does not run.
    pub(super) until: Option<Timestamp>,
    /// Games with players whom the node served; none if it may be any game, for this node's own outages: it may not
    /// have stored yet whom it serves.
    games: Option<HashSet<GameNumber>>,
}

impl KnownOutages {
    /// The times in which no node ran, in order.
    pub(super) fn downtimes(&self) -> &[Period] {
        &self.downtimes
    }

    /// If an outage may have kept a player of a game from being served after `since`: all outages, because the others
    /// tell which nodes did not serve the player either. Each has the latest time until which clocks are excused.
    pub(super) fn of_game(&self, game: GameNumber, since: Timestamp) -> Vec<(&KnownOutage, Timestamp)> {
        let all = || self.outages.iter().map(|outage| (outage, self.excused_until(outage.from)));
        let is_concerned = all().any(|(outage, bound)| bound > since && outage.may_concern(game));
        all().filter(|_| is_concerned).collect()
    }

    /// Whether an outage has been noted.
    pub(super) fn is_noted(&self, node: NodeId, from: Timestamp) -> bool {
        self.outages.iter().any(|known| (known.node, known.from) == (node, from))
    }

    /// Notes an outage.
    pub(super) fn add(&mut self, outage: KnownOutage) {
        if !self.is_noted(outage.node, outage.from) {
            self.outages.push(outage);
        }
    }

    /// Notes that a node has gone on after an outage.
    pub(super) fn end(&mut self, node: NodeId, time: Period) {
        let mut outages = self.outages.iter_mut();
        if let Some(known) = outages.find(|known| known.node == node && known.from == time.from) {
            known.until = Some(time.until);
        }
    }

    /// Ends the outages of nodes that have sent a beat again. `newest_beat` tells when a node that has not stopped last
    /// beat.
    pub(super) fn end_by_beats(&mut self, newest_beat: impl Fn(NodeId) -> Option<Timestamp>) {
        for outage in self.outages.iter_mut().filter(|outage| outage.until.is_none()) {
            outage.until = newest_beat(outage.node).filter(|beat_at| *beat_at > outage.from);
        }
    }

    /// Notes a time in which no node ran. Downtimes that overlap become one.
    pub(super) fn note_downtime(&mut self, downtime: Period) {
        self.downtimes.push(downtime);
        self.downtimes = Period::merge(std::mem::take(&mut self.downtimes));
    }

    /// Forgets outages of single nodes that ended before a time.
    pub(super) fn forget_before(&mut self, at: Timestamp) {
        self.outages.retain(|outage| outage.until.unwrap_or(outage.from + MAX_EXCUSED) >= at);
    }

    /// The latest time until which the players of a node that last ran at `from` are excused. While no node ran, no
    /// other one could serve them.
    pub(super) fn excused_until(&self, from: Timestamp) -> Timestamp {
        let later = self.downtimes.iter().rev().take_while(|downtime| downtime.until > from);
        let served_from = later.filter(|downtime| downtime.from <= from).map(|downtime| downtime.until).max();
        served_from.unwrap_or(from) + MAX_EXCUSED
    }
}

impl KnownOutage {
    /// An outage of a node that served players of these games, or of any.
    pub(super) fn new(
        node: NodeId,
        from: Timestamp,
        until: Option<Timestamp>,
        games: Option<HashSet<GameNumber>>,
    ) -> Self {
        Self { node, from, until, games }
    }

    fn may_concern(&self, game: GameNumber) -> bool {
        self.games.as_ref().is_none_or(|games| games.contains(&game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn outage(from: u64, games: &[u64]) -> KnownOutage {
        let games = games.iter().map(|number| GameNumber::new(at(*number), 0)).collect();
        KnownOutage::new(NodeId::from_random(2), at(from), None, Some(games))
    }

    fn bounds(known: &KnownOutages, game: u64, since: u64) -> Vec<u64> {
        let of_game = known.of_game(GameNumber::new(at(game), 0), at(since)).into_iter();
        of_game.map(|(_, bound)| bound.as_millis()).collect()
    }

    #[test]
    fn an_outage_concerns_the_turns_of_its_games_that_began_before_its_bound() {
        let mut known = KnownOutages::default();
        known.add(outage(1_000, &[7, 8]));
        known.add(outage(1_000, &[9]));
        assert_eq!(bounds(&known, 7, 500), [31_000]);
        assert_eq!(bounds(&known, 7, 31_000), [0; 0], "the turn began later");
        assert_eq!(bounds(&known, 9, 500), [0; 0], "an outage is noted once");
        assert!(known.is_noted(NodeId::from_random(2), at(1_000)));
    }

    #[test]
    fn all_outages_are_known_while_one_is_judged() {
        let mut known = KnownOutages::default();
        known.add(outage(1_000, &[9]));
        known.add(KnownOutage { node: NodeId::from_random(4), ..outage(5_000, &[7]) });
        assert_eq!(bounds(&known, 7, 4_000), [31_000, 35_000], "the first node does not run either");
        assert_eq!(bounds(&known, 8, 4_000), [0; 0]);
    }

    #[test]
    fn an_outage_that_no_node_outlived_is_excused_from_the_end_of_the_downtime() {
        let mut known = KnownOutages::default();
        known.add(outage(1_000, &[7]));
        known.note_downtime(Period::new(at(900), at(50_000)));
        assert_eq!(bounds(&known, 7, 500), [80_000]);
    }

    #[test]
    fn downtimes_that_overlap_are_one() {
        let mut known = KnownOutages::default();
        for (from, until) in [(50, 60), (10, 40), (20, 30), (10, 45), (58, 70)] {
            known.note_downtime(Period::new(at(from), at(until)));
        }
        let times: Vec<_> =
            known.downtimes().iter().map(|time| (time.from.as_millis(), time.until.as_millis())).collect();
        assert_eq!(times, [(10, 45), (50, 70)]);
    }

    #[test]
    fn old_outages_are_forgotten_and_downtimes_are_kept() {
        let mut known = KnownOutages::default();
        known.add(outage(1_000, &[7]));
        known.note_downtime(Period::new(at(1_000), at(2_000)));
        known.forget_before(at(100_000));
        assert!(known.outages.is_empty());
        assert_eq!(known.downtimes().len(), 1);
    }
}

//! The periods in which nobody served a player, because the node that did so was not running. No clock is charged for
//! them. The rule of clocks has five sentences, and this file computes the third:
//!
//! 1. A clock runs only while the game waits for its player, from the player's second turn on: from the moment at which
//!    the turn begins until a node receives the action.
//! 2. While no node runs, or none can use the database, no clock runs.
//! 3. If the node to which a player is connected fails, the player's clock stands still from the last beat of this node
//!    until it runs again or another node serves the player: for 30 seconds at most, without the time of sentence 2.
//! 4. If only the player's own connection fails, the clock runs on.
//! 5. Nobody loses on time, and no game is claimed, before it is known whether sentence 2 or 3 applies.
//!
//! When a visit ends does not matter if it is in an outage: a node that stands still notes departures when it goes on, and
//! one without its database stores them then.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Period, Timestamp};
use ikibuguzo_store::{NodeId, ServedSeat};

/// A period in which a node did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeOutage {
    /// The node.
    pub node: NodeId,
    /// When it last beat.
    pub from: Timestamp,
    /// When it went on; none while it does not run.
    pub until: Option<Timestamp>,
    /// The latest time until which its players are excused, if no other node serves them before.
    pub bound: Timestamp,
}

/// A period in which nobody served a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unserved {
    /// The period, until now if it has not ended.
    pub time: Period,
    /// Whether it has ended.
    pub has_ended: bool,
}

/// The periods until `now` in which a player was not served because of these outages. `served` tells who served both
/// players of the game.
pub fn unserved(seat: Seat, served: &[ServedSeat], outages: &[NodeOutage], now: Timestamp) -> Vec<Unserved> {
    let visits: Vec<_> = served.iter().filter(|visit| visit.seat == seat).collect();
    let pairs = outages.iter().flat_map(|outage| visits.iter().map(move |visit| (*visit, outage)));
    let interrupted = pairs.filter(|(visit, outage)| is_interrupted(visit, outage));
    interrupted.filter_map(|(visit, outage)| unserved_visitor(visit, outage, &visits, outages, now)).collect()
}

/// The period until `now` in which an outage, which interrupted a player's visit to a node, kept the player from being
/// served.
fn unserved_visitor(
    visit: &ServedSeat,
    outage: &NodeOutage,
    visits: &[&ServedSeat],
    outages: &[NodeOutage],
    now: Timestamp,
) -> Option<Unserved> {
    let others: Vec<_> = visits.iter().copied().filter(|other| *other != visit).collect();
    // The node ran a little longer than it beat: the player may have come in that time.
    let from = unserved_from(outage.from.max(visit.since), &others, outages)?;
    let served_again = others.iter().filter_map(|other| served_from(other, from, outages)).min();
    let known_end = [outage.until, served_again].into_iter().flatten().min();
    let end = known_end.unwrap_or(outage.bound).min(outage.bound);
    let time = Period::new(from, end.min(now));
    // A request that was received in an outage may be decided after it.
    let has_ended = known_end.is_some() || end <= now;
    (time.from < time.until).then_some(Unserved { time, has_ended })
}

/// Whether an outage is one of the visited node, and began or went on while the player was there.
fn is_interrupted(visit: &ServedSeat, outage: &NodeOutage) -> bool {
    visit.node == outage.node && visit.until.is_none_or(|until| until > outage.from)
}

/// The first time, `at` or later, at which none of these visits serves a player; none if one of them has not ended.
fn unserved_from(at: Timestamp, visits: &[&ServedSeat], outages: &[NodeOutage]) -> Option<Timestamp> {
    let mut from = at;
    while let Some(visit) = visits.iter().find(|visit| served_from(visit, from, outages) == Some(from)) {
        from = visit.until?;
    }
    Some(from)
}

/// When a node first served a player at a time or later; none if it did not, or does not run now.
fn served_from(visit: &ServedSeat, at: Timestamp, outages: &[NodeOutage]) -> Option<Timestamp> {
    let mut from = visit.since.max(at);
    let is_away = |outage: &NodeOutage, at| outage.from <= at && outage.until.is_none_or(|until| until > at);
    let of_node = |outage: &&NodeOutage| outage.node == visit.node;
    while let Some(outage) = outages.iter().filter(of_node).find(|outage| is_away(outage, from)) {
        from = outage.until?;
    }
    // A visit of one request has no length.
    let is_served = |until| until > from || (until == from && from > at);
    visit.until.is_none_or(is_served).then_some(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 100_000;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn node(number: u64) -> NodeId {
        NodeId::from_random(2 * number)
    }

    fn row(number: u64, since: u64, until: Option<u64>) -> ServedSeat {
        let since = at(since);
        ServedSeat { seat: Seat::South, node: node(number), since, until: until.map(at), changed_at: since }
    }

    fn outage(number: u64, from: u64, until: Option<u64>) -> NodeOutage {
        let bound = at(from + 30_000);
        NodeOutage { node: node(number), from: at(from), until: until.map(at), bound }
    }

    fn times(served: &[ServedSeat], outages: &[NodeOutage]) -> Vec<(u64, u64, bool)> {
        let periods = unserved(Seat::South, served, outages, at(NOW));
        periods
            .into_iter()
            .map(|it| (it.time.from.as_millis(), it.time.until.as_millis(), it.has_ended))
            .collect()
    }

    #[test]
    fn a_player_of_a_dead_node_is_excused_until_another_node_serves_it() {
        let dead = [outage(1, 90_000, None)];
        assert_eq!(times(&[row(1, 5_000, None)], &dead), [(90_000, NOW, false)]);
        let moved = [row(1, 5_000, None), row(2, 93_000, None)];
        assert_eq!(times(&moved, &dead), [(90_000, 93_000, true)]);
    }

    #[test]
    fn a_player_whose_other_visit_ends_in_the_outage_is_excused_from_then_on() {
        let dead = [outage(1, 90_000, None)];
        let left = [row(1, 5_000, None), row(2, 4_000, Some(91_000))];
        assert_eq!(times(&left, &dead), [(91_000, NOW, false)]);
        let moved = [left[0], left[1], row(3, 95_000, None)];
        assert_eq!(times(&moved, &dead), [(91_000, 95_000, true)]);
        assert_eq!(times(&[left[0], row(2, 4_000, None)], &dead), []);
    }

    #[test]
    fn one_request_to_another_node_ends_the_excuse() {
        let visits = [row(1, 5_000, None), row(2, 93_000, Some(93_000))];
        assert_eq!(times(&visits, &[outage(1, 90_000, None)]), [(90_000, 93_000, true)]);
        let away = [outage(1, 90_000, None), outage(2, 92_000, Some(94_000))];
        assert_eq!(times(&visits, &away)[0], (90_000, NOW, false), "the node did not run");
    }

    #[test]
    fn a_player_who_does_not_come_back_is_excused_until_the_bound() {
        assert_eq!(times(&[row(1, 5_000, None)], &[outage(1, 60_000, None)]), [(60_000, 90_000, true)]);
    }

    #[test]
    fn a_node_that_goes_on_serves_its_players_again() {
        assert_eq!(
            times(&[row(1, 5_000, None)], &[outage(1, 60_000, Some(80_000))]),
            [(60_000, 80_000, true)]
        );
    }

    #[test]
    fn a_player_who_comes_to_a_node_that_has_not_beaten_again_is_served_from_its_beat_on() {
        let moved = [row(1, 5_000, None), row(2, 99_990, None)];
        let both = [outage(1, 95_000, None), outage(2, 94_000, Some(NOW + 1))];
        assert_eq!(times(&moved, &both), [(95_000, NOW, true), (99_990, NOW, true)]);
    }

    #[test]
    fn a_request_that_was_heard_before_the_first_beat_after_an_outage_is_excused_until_then() {
        assert_eq!(
            times(&[row(1, 5_000, None)], &[outage(1, 96_000, Some(NOW + 13))]),
            [(96_000, NOW, true)]
        );
    }

    #[test]
    fn a_player_who_left_before_is_not_excused() {
        assert_eq!(times(&[row(1, 5_000, Some(59_000))], &[outage(1, 60_000, None)]), []);
        assert_eq!(times(&[row(2, 5_000, None)], &[outage(1, 60_000, None)]), []);
        assert_eq!(times(&[row(1, 70_000, None)], &[outage(1, 60_000, Some(65_000))]), []);
    }

    #[test]
    fn a_player_who_came_after_the_last_beat_is_excused_from_then_on() {
        let came = [row(1, 90_300, None)];
        assert_eq!(times(&came, &[outage(1, 90_000, None)]), [(90_300, NOW, false)]);
        assert_eq!(times(&came, &[outage(1, 90_000, Some(94_000))]), [(90_300, 94_000, true)]);
    }

    #[test]
    fn a_player_who_leaves_in_the_outage_is_excused_like_one_who_stays() {
        let ended = [outage(1, 90_000, Some(94_000))];
        let dead = [outage(1, 90_000, None)];
        for until in [Some(90_300), Some(93_990), Some(95_000), None] {
            assert_eq!(times(&[row(1, 5_000, until)], &ended), [(90_000, 94_000, true)]);
            assert_eq!(times(&[row(1, 5_000, until)], &dead), [(90_000, NOW, false)]);
        }
        let moved = [row(1, 5_000, Some(93_990)), row(2, 93_950, None)];
        assert_eq!(times(&moved, &ended), [(90_000, 93_950, true)]);
    }

    #[test]
    fn a_player_who_comes_again_to_the_same_node_is_served_from_its_next_beat_on() {
        let twice = [row(1, 5_000, Some(93_990)), row(1, 93_995, None)];
        let periods = times(&twice, &[outage(1, 90_000, Some(94_000))]);
        assert_eq!(periods, [(90_000, 94_000, true), (93_995, 94_000, true)]);
    }

    #[test]
    fn a_player_who_was_away_between_two_visits_was_not_served_then() {
        let visits = [row(1, 5_000, None), row(2, 5_000, Some(89_000)), row(2, 93_000, None)];
        assert_eq!(times(&visits, &[outage(1, 90_000, None)]), [(90_000, 93_000, true)]);
        assert_eq!(times(&visits, &[outage(2, 91_000, Some(94_000))]), []);
    }

    #[test]
    fn a_player_whom_another_node_serves_too_is_not_excused() {
        let both = [row(1, 5_000, None), row(2, 6_000, None)];
        assert_eq!(times(&both, &[outage(1, 60_000, None)]), []);
        let both_died = [outage(1, 60_000, None), outage(2, 59_000, None)];
        assert_eq!(times(&both, &both_died), [(60_000, 90_000, true)]);
    }

    #[test]
    fn a_player_is_not_excused_for_what_a_dead_node_did_while_it_ran() {
        let died = [outage(1, 60_000, None), outage(2, 80_000, None)];
        let left = [row(1, 5_000, None), row(2, 61_000, Some(70_000))];
        assert_eq!(times(&left, &died), [(60_000, 61_000, true)]);
        let stayed = [row(1, 5_000, None), row(2, 61_000, None)];
        assert_eq!(times(&stayed, &died), [(60_000, 61_000, true), (80_000, NOW, false)]);
    }

    #[test]
    fn nothing_is_excused_for_the_other_seat() {
        let north = ServedSeat { seat: Seat::North, ..row(1, 5_000, None) };
        assert_eq!(times(&[north], &[outage(1, 60_000, None)]), []);
    }
}

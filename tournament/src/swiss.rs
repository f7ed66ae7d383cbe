//! Pairs the rounds of a Swiss tournament.

use std::cmp::Reverse;

use ikibuguzo_engine::BySeat;

use crate::history::{History, SeatWish};
use crate::matching::heaviest_matching;
use crate::round_robin::Pairing;
use crate::weight::Weight;

/// Largest number of groups of players with equal points that are distinguished; all groups below count as one.
const MAX_GROUPS: usize = 24;

/// The levels before those of the groups: pairings, seats that both want absolutely, and the points of the player who
/// rests.
const BEFORE_GROUPS: usize = 3;

/// The levels after those of the groups: seats that both want, seats that both want strongly, and the distance from the
/// order of the ranks.
const AFTER_GROUPS: usize = 3;

/// Value of a pairing: more than what all pairings of a round together gain by being new.
const SWISS_PAIRING_VALUE: i64 = 100;

const LEVELS: usize = BEFORE_GROUPS + MAX_GROUPS + AFTER_GROUPS;

/// A player of a Swiss tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissPlayer {
    /// The player, by its index in the list of players, from 0.
    pub player: usize,
    /// Its points, with those of byes.
    pub points: u32,
    /// Whether it has had a bye.
    pub had_bye: bool,
}

/// A round of a Swiss tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissRound {
    /// The pairings, the best players first.
    pub pairings: Vec<Pairing>,
    /// The player who rests, with an odd number of players.
    pub bye: Option<usize>,
}

/// A player with its group and its index there.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    player: SwissPlayer,
    /// The group of players with equal points, from 0.
    group: usize,
    /// The index in the group, from 0.
    index: usize,
    /// The number of players of the group.
    size: usize,
}

/// The next round of the players who are present, in the order of their ranks. `games` are the games of all `players`
/// so far. None if the present players have all met, or if there are fewer than two.
///
/// In this order of importance:
///
/// - Nobody meets an opponent again, and nobody has a second bye, unless the round cannot be paired otherwise.
/// - No two players meet who both must have the same seat.
/// - The bye goes to the player with the fewest points.
/// - As many pairings as possible are within the group with the most points, then within the groups with the most and
///   the second most points together, and so on.
/// - Few players want the same seat as their opponent.
/// - In each group, the upper half meets the lower half in the order of the ranks.
pub fn pair_swiss(players: usize, present: &[SwissPlayer], games: &[BySeat<usize>]) -> Option<SwissRound> {
    let history = History::new(players, games.iter().copied());
    let ranked = rank(present);
    pair_ranked(&ranked, &history, false).or_else(|| {
        // Some may have met in such a way that the others cannot all be paired.
        let is_unmet = |one: &Ranked| ranked.iter().any(|other| is_unmet_by(one, other, &history));
        ranked.iter().any(is_unmet).then(|| pair_ranked(&ranked, &history, true))?
    })
}

fn is_unmet_by(one: &Ranked, other: &Ranked, history: &History) -> bool {
    one.player.player != other.player.player && is_new(one, other, history)
}

fn pair_ranked(ranked: &[Ranked], history: &History, repeats: bool) -> Option<SwissRound> {
    // With an odd number of players, one is matched with a node that stands for the bye.
    let nodes = ranked.len().next_multiple_of(2);
    let mates = heaviest_matching(nodes, |one, other| match ranked.get(other) {
        None => (repeats || !ranked[one].player.had_bye).then(|| bye_weight(&ranked[one])),
        Some(second) => (repeats || is_new(&ranked[one], second, history))
            .then(|| pair_weight(&ranked[one], second, history)),
    });
    if nodes == 0 || mates.iter().any(Option::is_none) {
        return None;
    }
    let mut round = SwissRound::default();
    for (one, other) in
        mates.iter().enumerate().filter_map(|(one, mate)| Some((one, mate.filter(|it| *it > one)?)))
    {
        match ranked.get(other) {
            None => round.bye = Some(ranked[one].player.player),
            Some(second) => round.pairings.push(seat(one, &ranked[one], second, history)),
        }
    }
    (!round.pairings.is_empty()).then_some(round)
}

/// The groups, by points. The order within a group is kept.
fn rank(present: &[SwissPlayer]) -> Vec<Ranked> {
    let mut sorted = present.to_vec();
    sorted.sort_by_key(|player| Reverse(player.points));
    let groups = sorted.chunk_by(|one, next| one.points == next.points).enumerate();
    let ranked = groups.flat_map(|(group, of_group)| {
        let size = of_group.len();
        of_group.iter().enumerate().map(move |(index, player)| Ranked { player: *player, group, index, size })
    });
    ranked.collect()
}

fn is_new(one: &Ranked, other: &Ranked, history: &History) -> bool {
    history.meetings(one.player.player, other.player.player) == 0
}

fn bye_weight(one: &Ranked) -> Weight<LEVELS> {
    let mut levels = [0; LEVELS];
    levels[0] = SWISS_PAIRING_VALUE + i64::from(!one.player.had_bye);
    levels[2] = -i64::from(one.player.points);
    levels[LEVELS - 1] = one.index as i64;
    Weight(levels)
}

fn pair_weight(one: &Ranked, other: &Ranked, history: &History) -> Weight<LEVELS> {
    let first = one.player.player;
    let second = other.player.player;
    let clash = history.wish_clash(first, second);
    let mut levels = [0; LEVELS];
    levels[0] = SWISS_PAIRING_VALUE + i64::from(is_new(one, other, history));
    levels[1] = -i64::from(clash == Some(SeatWish::Absolute));
    // Both are in the groups down to that of the lower one.
    levels[BEFORE_GROUPS + other.group.min(MAX_GROUPS - 1)..BEFORE_GROUPS + MAX_GROUPS].fill(1);
    levels[LEVELS - 3] = -i64::from(clash.is_some());
    levels[LEVELS - 2] = -i64::from(clash >= Some(SeatWish::Strong));
    levels[LEVELS - 1] = -disorder(one, other);
    Weight(levels)
}

/// How far a pairing is from the order of the ranks: in a group the first of the upper half meets the first of the
/// lower half; between groups the last of the upper group meets the first of the lower one.
fn disorder(one: &Ranked, other: &Ranked) -> i64 {
    if one.group == other.group {
        let distance = (other.index - one.index).abs_diff(one.size / 2) as i64;
        return distance * distance;
    }
    let from_last = (one.size - 1 - one.index) as i64;
    let from_first = other.index as i64;
    from_last * from_last + from_first * from_first
}

/// Seats two players: the one who wants its seat more gets it. In the first round, South is the first player of every
/// other pair and the second player of the others.
fn seat(index: usize, one: &Ranked, other: &Ranked, history: &History) -> Pairing {
    let first = one.player.player;
    let second = other.player.player;
    let is_first_game = history.games(first) + history.games(second) == 0;
    if is_first_game && !index.is_multiple_of(2) {
        return Pairing { south: second, north: first };
    }
    history.seated(first, second)
}

//! Pairs the free players of an arena.

use ikibuguzo_engine::BySeat;

use crate::history::History;
use crate::matching::heaviest_matching;
use crate::round_robin::Pairing;
use crate::weight::Weight;

/// Largest number of players that are paired together: neighbours in rank. So the work grows only with the number of
/// players.
const BLOCK: usize = 64;

/// Largest number of missed waves of pairings that counts.
const MAX_MISSED: u32 = 10;

/// Value of every pairing: more than all that is subtracted from it.
const ARENA_PAIRING_VALUE: i64 = 1_000_000;

/// Value added for each wave that a paired player has missed.
const PER_MISSED_WAVE: i64 = 100;

/// Value subtracted for each player between two players, in the order of the free players.
const PER_PLAYER_BETWEEN: i64 = 4;

/// Value subtracted for each former meeting.
const PER_MEETING: i64 = 10;

/// Value subtracted for each game by which both have had the same seat too often.
const PER_SEAT: i64 = 12;

/// A player of an arena who waits for an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreePlayer {
    /// The player, by its index in the list of players, from 0.
    pub player: usize,
    /// Waves of pairings since its last one.
    pub missed_waves: u32,
    /// Whether it has waited long enough to meet its last opponent again.
    pub accepts_rematch: bool,
}

/// Pairs the free players, the best first, with players of a near rank. `games` are the games of all `players` so far.
///
/// Nobody meets the opponent of its last game, unless both accept that. Players who have rarely met are preferred, and
/// players who have missed pairings come first. The difference between a player's games as South and as North stays
/// small.
pub fn pair_arena(players: usize, free: &[FreePlayer], games: &[BySeat<usize>]) -> Vec<Pairing> {
    let history = History::new(players, games.iter().copied());
    let blocks = free.len().div_ceil(BLOCK).max(1);
    // An even number in each block but the last one, so that nobody is left over between two blocks.
    let size = free.len().div_ceil(blocks).next_multiple_of(2).max(2);
    free.chunks(size).flat_map(|block| pair_block(block, &history)).collect()
}

fn pair_block(block: &[FreePlayer], history: &History) -> Vec<Pairing> {
    let mates = heaviest_matching(block.len(), |one, other| {
        let first = block[one];
        let second = block[other];
        let between = (other - one - 1) as i64;
        is_allowed(first, second, history)
            .then(|| Weight([worth(first, second, history) - PER_PLAYER_BETWEEN * between]))
    });
    let pairs =
        mates.iter().enumerate().filter_map(|(one, mate)| Some((one, mate.filter(|mate| *mate > one)?)));
    pairs.map(|(one, other)| history.seated(block[one].player, block[other].player)).collect()
}

fn is_allowed(one: FreePlayer, other: FreePlayer, history: &History) -> bool {
    (one.accepts_rematch && other.accepts_rematch) || !history.have_just_met(one.player, other.player)
}

fn worth(one: FreePlayer, other: FreePlayer, history: &History) -> i64 {
    let missed = one.missed_waves.min(MAX_MISSED) + other.missed_waves.min(MAX_MISSED);
    let met = history.meetings(one.player, other.player);
    ARENA_PAIRING_VALUE + PER_MISSED_WAVE * i64::from(missed)
        - PER_MEETING * i64::from(met.min(100))
        - PER_SEAT * i64::from(history.seat_clash(one.player, other.player).min(100))
}

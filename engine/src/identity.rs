//! The identity of a position, which repetition compares, and its key: a hash for tables of positions.

use crate::Seat;
use crate::board::Board;
use crate::ruleset::GameState;

/// The fields that make two positions at the start of a turn the same (docs/rules/README.md, Repetition).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    pub(crate) board: Board,
    pub(crate) seat: Seat,
    pub(crate) state: GameState,
}

impl Identity {
    /// A hash of everything that it contains, seen from the seat to move.
    pub(crate) fn key(&self) -> u64 {
        let [own, opposing] = [self.seat, !self.seat].map(|seat| self.board.words(seat));
        let state = self.state.rules().key(self.seat);
        let first = mix(own[0] ^ SALTS[0], own[1] ^ SALTS[1]);
        let second = mix(opposing[0] ^ SALTS[2], opposing[1] ^ SALTS[3]);
        let third = mix(own[2] ^ SALTS[1], opposing[2] ^ SALTS[2]);
        mix(first ^ third ^ state, second ^ SALTS[0])
    }
}

/// Words with well-distributed bits: digits of pi after the point.
const SALTS: [u64; 4] =
    [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89];

/// Multiplies to 128 bits and folds the product, so that each bit of both words changes many bits of the result.
fn mix(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    (product ^ (product >> 64)) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fastrand::Rng;

    use crate::Game;

    #[test]
    fn different_positions_have_different_keys() {
        let mut rng = Rng::with_seed(1);
        for rulespec in ["ikibuguzo:first-second", "kubuguza", "njombwa:10", "azigo"] {
            let mut seen = HashMap::new();
            for _ in 0..300 {
                let mut position = *Game::from_rulespec(rulespec).expect("a rulespec").position();
                while position.outcome().is_none() {
                    let identity = position.identity();
                    let known = seen.insert((position.key(), identity.seat), identity);
                    assert!(known.is_none_or(|known| known == identity), "{position:?}");
                    let mut actions = position.iter_actions();
                    let choice = rng.usize(..actions.len());
                    position.advance(actions.nth(choice).expect("as many")).expect("listed");
                }
            }
            assert!(seen.len() > 1_000);
        }
    }
}

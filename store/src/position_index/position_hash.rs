//! The hash that stands for a position in the index.

use ikibuguzo_engine::Position;
use ikibuguzo_protocol::PositionKey;
use sha2::{Digest, Sha256};

/// The first 16 bytes of the SHA-256 of a position's text ([`Position::identity_text`]). The first eight are its public
/// key; the others tell apart two positions with the same key, so that they are never counted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionHash {
    /// The first eight bytes, big-endian.
    pub key: u64,
    /// The next eight bytes, big-endian.
    pub check: u64,
}

impl PositionHash {
    /// The hash of a position.
    pub fn of(position: &Position) -> Self {
        Self::of_text(&position.identity_text())
    }

    /// The hash of the position with this text.
    pub fn of_text(text: &str) -> Self {
        let hash = Sha256::digest(text);
        let number =
            |from: usize| hash[from..from + 8].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        Self { key: number(0), check: number(8) }
    }

    /// The public key of the position.
    pub fn public_key(self) -> PositionKey {
        PositionKey(self.key)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fastrand::Rng;
    use ikibuguzo_engine::{Array, Game, GameStart, Ruleset, Seat};

    use super::*;

    fn begin(rules: Ruleset, rng: &mut Rng) -> Game {
        match rules.begin() {
            GameStart::Play(game) => game,
            GameStart::Arrange(mut arrangement) => {
                for seat in Seat::ALL {
                    let array: Array = *rng.choice(arrangement.legal(seat)).expect("an array");
                    arrangement.choose(seat, array).expect("offered");
                }
                arrangement.reveal().expect("both have chosen")
            }
        }
    }

    #[test]
    fn the_key_of_a_position_never_changes() {
        let game = Game::from_rulespec("kubuguza").expect("rules");
        let text =
            "kubuguza 0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4 0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4 - south due/due -";
        assert_eq!(game.position().identity_text(), text);
        assert_eq!(PositionHash::of(game.position()).public_key().to_string(), "ce761e56b55f9468");
    }

    #[test]
    fn two_positions_share_a_key_only_if_they_are_the_same() {
        let mut rng = Rng::with_seed(81);
        let mut texts = HashMap::new();
        for rules in Ruleset::ALL {
            for _ in 0..20 {
                let mut game = begin(*rules, &mut rng);
                while let Some(action) = rng.choice(game.legal_actions()) {
                    let position = *game.position();
                    let text = position.to_string();
                    let known = text.rsplitn(4, ' ').nth(3).expect("seven fields").to_owned();
                    assert_eq!(*texts.entry(PositionHash::of(&position).key).or_insert(known.clone()), known);
                    game.advance(action).expect("legal");
                }
            }
        }
        assert!(texts.len() > 5_000, "{}", texts.len());
    }

    #[test]
    fn another_order_of_play_leads_to_the_same_key() {
        // South's two sowings touch none of each other's holes, and neither do North's.
        let text =
            "njombwa:8 2,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0 2,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0 - south -/- - 0 0 -";
        let after = |actions: [&str; 4]| {
            let mut game = Game::new(text.parse().expect("a position"));
            for action in actions {
                game.advance(action.parse().expect("an action")).expect("legal");
            }
            (PositionHash::of(game.position()), *game.position())
        };
        let (one, stands) = after(["A", "a", "E", "e"]);
        let (other, _) = after(["E", "e", "A", "a"]);
        assert_eq!(one, other);
        let turned: Position = stands.to_string().replace(" south ", " north ").parse().expect("a position");
        assert_ne!(PositionHash::of(&turned), one, "the seat to move matters");
    }
}

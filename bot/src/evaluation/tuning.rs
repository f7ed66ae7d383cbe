//! What is fitted and measured for each game.

use std::sync::LazyLock;

use ikibuguzo_engine::Ruleset;

use super::weights::{AZIGO, COUNTERS_ALONE, IKIBUGUZO, KUBUGUZA, NJOMBWA, Weights};

/// What is fitted and measured for a game. A game that is not in the table has general values.
#[derive(Debug)]
pub(crate) struct Tuning {
    /// The weights of the evaluation.
    pub(super) weights: &'static LazyLock<Weights>,
    /// How much the weights of a strong player differ each time, at most, in percent: as much as makes other games without
    /// making the player measurably weaker (docs/BOTS.md, Levels).
    pub(crate) variation: i16,
    /// How large errors are, in percent of those of the level. Where a turn changes less, the same errors would hide more.
    pub(crate) error_share: i32,
}

/// The games whose values are known, by name.
static TUNINGS: [(&str, Tuning); 4] = [
    ("ikibuguzo", Tuning { weights: &IKIBUGUZO, variation: 10, error_share: 100 }),
    ("kubuguza", Tuning { weights: &KUBUGUZA, variation: 4, error_share: 100 }),
    ("njombwa", Tuning { weights: &NJOMBWA, variation: 4, error_share: 30 }),
    ("azigo", Tuning { weights: &AZIGO, variation: 4, error_share: 75 }),
];

/// The values of all other games.
static GENERAL: Tuning = Tuning { weights: &COUNTERS_ALONE, variation: 4, error_share: 100 };

impl Tuning {
    /// The values of a game.
    pub(crate) fn of(ruleset: Ruleset) -> &'static Tuning {
        let known = TUNINGS.iter().find(|(game, _)| *game == ruleset.name());
        known.map_or(&GENERAL, |(_, tuning)| tuning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_in_the_table_exists() {
        let is_game = |name: &str| Ruleset::STANDARD.iter().any(|ruleset| ruleset.name() == name);
        assert!(TUNINGS.iter().all(|(game, _)| is_game(game)));
    }
}

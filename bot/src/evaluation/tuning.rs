//! The fitted and measured values of each game.

use std::sync::LazyLock;

use ikibuguzo_engine::Ruleset;

use super::weights::{AZIGO, COUNTERS_ALONE, IKIBUGUZO, KUBUGUZA, NJOMBWA, Weights};

/// The fitted and measured values of a game. A game that is not in the table has general values.
#[derive(Debug)]
pub(crate) struct Tuning {
    /// The weights of the evaluation.
    pub(super) weights: &'static LazyLock<Weights>,
    /// The largest change of a strong player's weights in a game, in percent. It makes games differ, and the player is not
    /// measurably weaker (docs/BOTS.md, Levels).
    pub(crate) variation: i16,
    /// The size of errors in percent of those of the level. In a game whose turns change less, errors of the same size would
    /// hide more.
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
    pub(crate) fn for_ruleset(ruleset: Ruleset) -> &'static Tuning {
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

//! The weights of the evaluation. `bot/examples/fit.rs` prints the file of each game.

mod azigo;
mod ikibuguzo;
mod kubuguza;
mod njombwa;

use std::sync::LazyLock;

use fastrand::Rng;
use ikibuguzo_engine::{Position, Ruleset};

use super::{Stages, azigo as azigo_features, counters_on_board, four_row};

/// The weight of each feature.
type Row = [i16; Weights::LEN];

/// The weights of the features of one game, in the unit of [`Value`](crate::Value).
///
/// In Njombwa, where captured counters leave the board, a feature has a weight for each number of counters on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// One row for each number of counters, from 0 on; the last one holds for more counters too.
    rows: Vec<Row>,
}

static IKIBUGUZO: LazyLock<Weights> =
    LazyLock::new(|| Weights::between(Stages::ONE, &ikibuguzo::IKIBUGUZO_ROWS));
static KUBUGUZA: LazyLock<Weights> =
    LazyLock::new(|| Weights::between(Stages::ONE, &kubuguza::KUBUGUZA_ROWS));
static NJOMBWA: LazyLock<Weights> =
    LazyLock::new(|| Weights::between(Stages::NJOMBWA, &njombwa::NJOMBWA_ROWS));
static AZIGO: LazyLock<Weights> = LazyLock::new(|| Weights::between(Stages::ONE, &azigo::AZIGO_ROWS));

impl Weights {
    /// Number of features. A game may use fewer.
    pub const LEN: usize = 176;

    /// The weights of a game.
    pub fn of(ruleset: Ruleset) -> &'static Weights {
        match ruleset {
            Ruleset::Ikibuguzo { .. } => &IKIBUGUZO,
            Ruleset::Kubuguza => &KUBUGUZA,
            Ruleset::Njombwa { .. } => &NJOMBWA,
            Ruleset::Azigo { .. } => &AZIGO,
        }
    }

    /// These weights, each changed at random by up to `percent`, so that nearly equal actions are chosen by chance.
    pub fn varied(&self, percent: i16, rng: &mut Rng) -> Weights {
        let percent = i32::from(percent);
        let changes: [i32; Weights::LEN] = std::array::from_fn(|_| rng.i32(-percent..=percent));
        let changed =
            |weight: i16, change: i32| weight.saturating_add((i32::from(weight) * change / 100) as i16);
        let varied = |row: &Row| std::array::from_fn(|feature| changed(row[feature], changes[feature]));
        Weights { rows: self.rows.iter().map(varied).collect() }
    }

    /// Weights that count the counters alone, 100 for each.
    pub fn counters_alone(ruleset: Ruleset) -> Weights {
        let mut row = [0; Weights::LEN];
        row[if ruleset.has_stores() { azigo_features::COUNTERS } else { four_row::COUNTERS }] = 100;
        Weights { rows: vec![row] }
    }

    /// The weights for each number of counters, from one row of each stage.
    fn between(stages: Stages, rows: &[Row]) -> Weights {
        let mixed = |counters: u16| {
            let shares = stages.shares(counters);
            let weight = |feature: usize| -> f32 {
                shares.iter().zip(rows).map(|(share, row)| share * f32::from(row[feature])).sum()
            };
            std::array::from_fn(|feature| weight(feature).round() as i16)
        };
        Weights { rows: (0..=stages.last()).map(mixed).collect() }
    }

    /// The weights for a position.
    pub(super) fn row_of(&self, position: &Position) -> &Row {
        if let [only] = self.rows.as_slice() {
            return only;
        }
        let counters = usize::from(counters_on_board(position));
        &self.rows[counters.min(self.rows.len() - 1)]
    }
}

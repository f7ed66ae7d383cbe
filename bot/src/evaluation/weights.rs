//! The weights of the evaluation. `bot/examples/fit.rs` prints the file of each game.

mod azigo;
mod ikibuguzo;
mod kubuguza;
mod njombwa;

use std::sync::LazyLock;

use fastrand::Rng;
use ikibuguzo_engine::{Position, Ruleset};

use super::{Features, Stages, Tuning, counters_on_board};

/// The weight of each feature.
type Row = [i16; Weights::LEN];

/// The weights of the features of one game, in the unit of [`Value`](crate::Value).
///
/// In a game whose captured counters leave the board, a feature has a weight for each number of counters on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    features: Features,
    stages: Stages,
    /// One row for each number of counters, from 0 on; the last one holds for more counters too.
    rows: Vec<Row>,
}

pub(super) static IKIBUGUZO: LazyLock<Weights> =
    LazyLock::new(|| Weights::between(RELAYING, Stages::ONE, &ikibuguzo::IKIBUGUZO_ROWS));
pub(super) static KUBUGUZA: LazyLock<Weights> =
    LazyLock::new(|| Weights::between(RELAYING, Stages::ONE, &kubuguza::KUBUGUZA_ROWS));
pub(super) static NJOMBWA: LazyLock<Weights> = LazyLock::new(|| {
    let features = Features::FourRow { lands_in_empty: true };
    Weights::between(features, Stages::NJOMBWA, &njombwa::NJOMBWA_ROWS)
});
pub(super) static AZIGO: LazyLock<Weights> =
    LazyLock::new(|| Weights::between(Features::Azigo, Stages::ONE, &azigo::AZIGO_ROWS));
pub(super) static COUNTERS_ALONE: LazyLock<Weights> = LazyLock::new(Weights::counters_alone);

/// The features of games in which a lap captures where it would relay otherwise.
const RELAYING: Features = Features::FourRow { lands_in_empty: false };

impl Weights {
    /// Number of features. A game may use fewer.
    pub const LEN: usize = 176;

    /// The weights of a game: those that are fitted to it, or else those that count the counters alone.
    pub fn for_ruleset(ruleset: Ruleset) -> &'static Weights {
        Tuning::for_ruleset(ruleset).weights
    }

    /// The features that have the weights.
    pub fn features(&self) -> Features {
        self.features
    }

    /// The stages that have weights of their own.
    pub fn stages(&self) -> Stages {
        self.stages
    }

    /// These weights, each changed at random by up to `percent`, so that nearly equal actions are chosen by chance.
    pub fn varied(&self, percent: i16, rng: &mut Rng) -> Weights {
        let percent = i32::from(percent);
        let changes: [i32; Weights::LEN] = std::array::from_fn(|_| rng.i32(-percent..=percent));
        let changed =
            |weight: i16, change: i32| weight.saturating_add((i32::from(weight) * change / 100) as i16);
        let varied = |row: &Row| std::array::from_fn(|feature| changed(row[feature], changes[feature]));
        Weights { rows: self.rows.iter().map(varied).collect(), ..*self }
    }

    /// Weights that count the counters alone, 100 for each.
    pub fn counters_alone() -> Weights {
        let mut row = [0; Weights::LEN];
        row[0] = 100;
        Weights { features: Features::Counters, stages: Stages::ONE, rows: vec![row] }
    }

    /// The weights for each number of counters, from one row of each stage.
    fn between(features: Features, stages: Stages, rows: &[Row]) -> Weights {
        let mixed = |counters: u16| {
            let shares = stages.shares(counters);
            let weight = |feature: usize| -> f32 {
                shares.iter().zip(rows).map(|(share, row)| share * f32::from(row[feature])).sum()
            };
            std::array::from_fn(|feature| weight(feature).round() as i16)
        };
        Weights { features, stages, rows: (0..=stages.last()).map(mixed).collect() }
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

use ikibuguzo_engine::{Action, Seat};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{GameId, Seats, Text};

/// The response of `GET` and `POST /api/games/{id}/analysis`: what each turn of a finished game was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The game.
    pub game: GameId,
    /// The version of the search and its evaluation.
    pub version: u32,
    /// The budget of one search: number of actions played in it.
    pub nodes: u64,
    /// Whether all turns are analysed.
    pub done: bool,
    /// Number of turns in the game.
    pub turn_count: u32,
    /// The turns that are analysed so far, in order.
    pub turns: Vec<AnalysedTurn>,
    /// The accuracy of each player in the turns so far, in percent; null for a player without a choice.
    pub accuracy: Seats<Option<f64>>,
}

/// The analysis of one turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysedTurn {
    /// Number of actions in the game before the turn.
    pub ply: u32,
    /// The seat that played it.
    pub seat: Text<Seat>,
    /// The actions of the turn.
    pub actions: Vec<Text<Action>>,
    /// Whether the seat had no choice.
    pub forced: bool,
    /// The probability that the seat would win, before the turn: 0 to 1, where a draw counts one half.
    pub value: f64,
    /// The win probability that the turn lost: 0 to 1.
    pub loss: f64,
    /// How bad the turn was; null if it was not bad.
    pub mark: Option<TurnMark>,
    /// The best turn, and the turns of both seats expected after it.
    pub best: Vec<Vec<Text<Action>>>,
}

/// How bad a turn was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TurnMark {
    /// The turn lost 5 percentage points of win probability or more.
    Inaccuracy,
    /// The turn lost 10 percentage points or more.
    Mistake,
    /// The turn lost 15 percentage points or more, or missed a win in one.
    Blunder,
}

/// The response of `GET /api/positions/analysis`: the best turns of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionAnalysis {
    /// The position in its notation, with all fields.
    pub position: String,
    /// The version of the search and its evaluation.
    pub version: u32,
    /// The budget of the search: number of actions played in it.
    pub nodes: u64,
    /// At most three turns that begin differently, the best one first. Empty if the game is over.
    pub turns: Vec<CandidateTurn>,
}

/// A turn that could be played, with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CandidateTurn {
    /// The probability that the seat to move wins after it: 0 to 1, where a draw counts one half.
    pub value: f64,
    /// The turn, and the turns of both seats expected after it. In the middle of a turn, it begins with the rest of
    /// that turn.
    pub line: Vec<Vec<Text<Action>>>,
}

impl TurnMark {
    /// `inaccuracy`, `mistake` or `blunder`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

use ikibuguzo_engine::{Action, Game, Ruleset, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::{Lap, Outcome, PositionView, Preview, Text};

/// The response of `GET /api/positions/actions`: a position, the actions played from there, and what each legal action
/// would do next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploredPosition {
    /// The game and its options.
    pub rules: Text<Ruleset>,
    /// The position before the actions.
    pub start: PositionView,
    /// The actions of `play`, in order, with their effects.
    pub played: Vec<PlayedAction>,
    /// The position after them in its notation, with all fields.
    pub position: String,
    /// The result if the rules have ended the game there; null if it goes on.
    pub outcome: Option<Outcome>,
    /// The effects of the legal actions of the position, in their order.
    pub previews: Vec<Preview>,
}

/// An action and the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedAction {
    /// The seat that acted.
    pub seat: Text<Seat>,
    /// The action.
    pub action: Text<Action>,
    /// Its laps, in order.
    pub laps: Vec<Lap>,
    /// The position after it, with both stores.
    pub position: PositionView,
}

/// The reason why actions could not be played from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplorationError {
    /// This action is not legal where it would be played.
    Illegal(Action),
    /// The actions have more than [`ExploredPosition::MAX_LAPS`] laps.
    TooManyLaps,
}

impl ExploredPosition {
    /// Maximum number of laps of all played actions together. A single turn has up to 256.
    pub const MAX_LAPS: usize = 4_000;

    /// Plays actions from a position.
    ///
    /// # Errors
    ///
    /// [`ExplorationError::Illegal`] if an action is not legal; [`ExplorationError::TooManyLaps`] if the actions have
    /// more than [`MAX_LAPS`](Self::MAX_LAPS) laps.
    pub fn after(mut game: Game, actions: &[Action]) -> Result<Self, ExplorationError> {
        let start = shown(&game);
        let mut played = Vec::new();
        let mut laps = 0;
        for &action in actions {
            let next = PlayedAction::play(&mut game, action).map_err(ExplorationError::Illegal)?;
            laps += next.laps.len();
            if laps > Self::MAX_LAPS {
                return Err(ExplorationError::TooManyLaps);
            }
            played.push(next);
        }
        let legal = game.legal_actions();
        Ok(Self {
            rules: Text(game.ruleset()),
            start,
            played,
            position: game.position().to_string(),
            outcome: game.outcome().map(Outcome::from),
            previews: legal.iter().filter_map(|&action| Preview::of(game.position(), action)).collect(),
        })
    }
}

impl PlayedAction {
    fn play(game: &mut Game, action: Action) -> Result<Self, Action> {
        let seat = game.to_move().ok_or(action)?;
        let laps = game.play(action).map_err(|_| action)?;
        let laps = laps.iter().map(Lap::from).collect();
        Ok(Self { seat: Text(seat), action: Text(action), laps, position: shown(game) })
    }
}

/// The position with both stores. It belongs to no game in progress, so nothing is concealed.
fn shown(game: &Game) -> PositionView {
    PositionView::of(game, Viewer::AfterGame)
}

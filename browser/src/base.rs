//! The position from which a request plays on.

use ikibuguzo_engine::{Array, Game, GameStart, Ruleset, Seat};
use ikibuguzo_game::positions::{cannot_be_played, read_action, read_revealed_position};
use ikibuguzo_game::room::Rejection;
use ikibuguzo_protocol::{ErrorCode, Seats, Text};
use serde::Deserialize;

/// A position: the actions that lead to it from another position, or from the beginning of a game.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum Base {
    /// A position in the notation of docs/NOTATION.md, or its first seven fields.
    Position {
        /// The text.
        position: String,
        /// The actions played from there, with full stops between them.
        #[serde(default)]
        actions: String,
    },
    /// A game that has begun.
    Game {
        /// The game and its options.
        rules: Text<Ruleset>,
        /// The array of each seat, in games with an arrangement.
        #[serde(default)]
        arrays: Option<Seats<Text<Array>>>,
        /// The actions played so far, with full stops between them.
        #[serde(default)]
        actions: String,
    },
}

impl Base {
    /// The game at this position.
    pub(crate) fn game(&self) -> Result<Game, Rejection> {
        match self {
            Self::Position { position, actions } => {
                play_all(Game::new(read_revealed_position(position)?), actions)
            }
            Self::Game { rules, arrays, actions } => play_all(begin(**rules, arrays.as_ref())?, actions),
        }
    }
}

fn begin(rules: Ruleset, arrays: Option<&Seats<Text<Array>>>) -> Result<Game, Rejection> {
    let mut arrangement = match rules.begin() {
        GameStart::Play(game) => return Ok(game),
        GameStart::Arrange(arrangement) => arrangement,
    };
    for seat in Seat::ALL {
        let array = arrays.map(|arrays| **arrays.get(seat));
        array.and_then(|array| arrangement.choose(seat, array).ok()).ok_or_else(not_offered)?;
    }
    arrangement.reveal().ok_or_else(not_offered)
}

fn not_offered() -> Rejection {
    Rejection::new(ErrorCode::ArrayNotOffered, "give for each seat an array that the game offers")
}

fn play_all(game: Game, actions: &str) -> Result<Game, Rejection> {
    actions.split('.').filter(|action| !action.is_empty()).try_fold(game, play)
}

fn play(mut game: Game, action: &str) -> Result<Game, Rejection> {
    let action = read_action(action)?;
    game.advance(action).map_err(|_| cannot_be_played(action))?;
    Ok(game)
}

//! The position from which a request plays on.

use ikibuguzo_bot::RecordedGame;
use ikibuguzo_engine::{Action, Array, Game, GameStart, Ruleset, Seat};
use ikibuguzo_game::positions::{cannot_be_played, read_action, read_revealed_position};
use ikibuguzo_game::room::Rejection;
use ikibuguzo_protocol::{ErrorCode, Seats, Text};
use serde::Deserialize;

/// A position: the actions that lead to it from another position, or from the beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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
        read_actions(self.actions()).try_fold(self.start()?, play)
    }

    /// The game with the actions that lead to this position.
    pub(crate) fn recorded(&self) -> Result<RecordedGame, Rejection> {
        let actions = read_actions(self.actions()).collect::<Result<Vec<_>, _>>()?;
        let cannot_be_played = |_| Rejection::new(ErrorCode::IllegalAction, "the game cannot be played");
        RecordedGame::new(self.start()?, actions).map_err(cannot_be_played)
    }

    /// The game before the actions.
    fn start(&self) -> Result<Game, Rejection> {
        match self {
            Self::Position { position, .. } => Ok(Game::new(read_revealed_position(position)?)),
            Self::Game { rules, arrays, .. } => begin(**rules, arrays.as_ref()),
        }
    }

    fn actions(&self) -> &str {
        match self {
            Self::Position { actions, .. } | Self::Game { actions, .. } => actions,
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

fn read_actions(text: &str) -> impl Iterator<Item = Result<Action, Rejection>> + '_ {
    text.split('.').filter(|action| !action.is_empty()).map(read_action)
}

fn play(mut game: Game, action: Result<Action, Rejection>) -> Result<Game, Rejection> {
    let action = action?;
    game.advance(action).map_err(|_| cannot_be_played(action))?;
    Ok(game)
}

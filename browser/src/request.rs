use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_game::logged_event::LoggedEvent;
use ikibuguzo_protocol::{GameId, GameSummary, Opponent, Role, ServerMessage, Text};
use serde::{Deserialize, Serialize};

use crate::base::Base;

/// A request to a local server.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// Plays actions from a position that belongs to no game in progress, as `GET /api/positions/actions` does.
    Explore {
        /// The position.
        base: Base,
        /// The actions, with full stops between them.
        #[serde(default)]
        play: Option<String>,
    },
    /// The effects of the actions that a viewer of a game in progress sees as legal.
    Previews {
        /// The position.
        base: Base,
        /// The viewer.
        role: Role,
    },
    /// The actions of a game in progress that came in the compact form.
    Expand {
        /// All events of the game, its actions in either form.
        log: Vec<LoggedEvent>,
        /// The number of the last event before those to expand.
        since: u64,
        /// The viewer.
        role: Role,
    },
    /// The best turns of a position, as `GET /api/positions/analysis` does.
    Analyse {
        /// The position.
        base: Base,
        /// The budget of the search: number of actions played in it.
        nodes: u64,
    },
    /// Analyses the next turn of a game: the analysis so far. The same request again continues it, until it is done.
    AnalyseGame {
        /// The id of the game.
        game: GameId,
        /// Its last position, with all actions that led there.
        base: Base,
        /// The budget of one search: number of actions played in it.
        nodes: u64,
    },
    /// Begins a game.
    Begin(NewGame),
    /// Goes on with a game that the page has kept, in place of the same game as it is known here.
    Resume {
        /// The game.
        game: GameId,
        /// All entries of its log.
        log: Vec<String>,
    },
    /// A message as over a socket.
    Receive {
        /// The message: JSON in a text.
        message: String,
    },
    /// Has a computer player do its next task.
    Think {},
    /// The record of a game that the page has kept.
    Record {
        /// The game.
        game: GameId,
        /// All entries of its log.
        log: Vec<String>,
    },
}

/// A new game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// The game and its options.
    pub(crate) rules: Text<Ruleset>,
    /// The seat of the user.
    pub(crate) seat: Text<Seat>,
    /// A computer player, or the name of another person at the same device.
    pub(crate) opponent: Text<Opponent>,
    /// The seed of the computer's choices. If it is given, the time in which the computer thinks is not limited, so that
    /// what it does follows from the seed.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
}

/// The answer to `begin`.
#[derive(Debug, Serialize)]
pub(crate) struct NewGameAnswer {
    /// The new game.
    pub(crate) game: GameId,
    /// Its first entries.
    pub(crate) additions: Vec<LogAddition>,
}

/// The answer to a message, and to `think`. The page stores the entries before it shows the messages.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Exchange {
    /// The entries that are new.
    pub(crate) additions: Vec<LogAddition>,
    /// What a server would send.
    pub(crate) messages: Vec<ServerMessage>,
}

/// New entries of a game.
#[derive(Debug, Serialize)]
pub(crate) struct LogAddition {
    /// The game.
    pub(crate) game: GameId,
    /// The number of entries before them.
    pub(crate) after: u64,
    /// The entries, as texts.
    pub(crate) entries: Vec<String>,
    /// What a list of games shows of the game after them.
    pub(crate) summary: GameSummary,
}

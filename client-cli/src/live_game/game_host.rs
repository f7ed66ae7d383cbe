//! Where a game is played: at a server, or in this program.

use anyhow::Result;
use ikibuguzo_protocol::{GameId, Role, Token};

use crate::connection::api_client::ApiClient;
use crate::connection::game_connection::GameConnection;
use crate::game_view::turn_list::TurnList;
use crate::live_game::references::References;

/// What runs the games that a user plays or watches.
pub trait GameHost {
    /// Connects to a game: the first one, or the rematch of the one before.
    fn connect(&mut self, game: GameId) -> GameConnection;

    /// The turns of a game up to the event `seq`, at which the user joined; none if they cannot be loaded.
    fn past_turns(&self, game: GameId, seq: u64) -> TurnList;

    /// Where questions about the game are answered.
    fn references(&self) -> Option<References>;

    /// The text for a user who leaves a game that is not over.
    fn parting(&self, game: GameId, role: Role) -> Parting;

    /// Whether the game can go on after the end of the user's input.
    fn outlives_input(&self) -> bool;

    /// Finishes a game that the user has left.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    fn finish_game(&mut self) -> Result<()>;
}

/// The text for a user who leaves a game that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// A sentence.
    pub text: String,
    /// The command with which the user returns to the game.
    pub command: Option<String>,
}

/// A server.
pub struct ServerHost {
    api: ApiClient,
    token: Option<Token>,
}

impl ServerHost {
    /// A server, where the user plays with this token or watches without one.
    pub fn new(api: &ApiClient, token: Option<&Token>) -> Self {
        Self { api: api.clone(), token: token.cloned() }
    }
}

impl GameHost for ServerHost {
    fn connect(&mut self, game: GameId) -> GameConnection {
        GameConnection::open(self.api.server(), self.token.clone(), game)
    }

    fn past_turns(&self, game: GameId, seq: u64) -> TurnList {
        let mut events = self.api.events(self.token.as_ref(), game).unwrap_or_default();
        // Later ones come over the connection.
        events.retain(|event| event.seq <= seq);
        TurnList::from_events(game, &events).map_or_else(TurnList::default, |(turns, _)| turns)
    }

    fn references(&self) -> Option<References> {
        Some(References::Server(self.api.clone(), self.token.clone()))
    }

    fn parting(&self, game: GameId, role: Role) -> Parting {
        let verb = if role.seat().is_some() { "play" } else { "watch" };
        let command = format!("ikibuguzo{} {verb} {game}", self.api.server().as_option());
        Parting { text: "The game goes on. Come back with:".to_owned(), command: Some(command) }
    }

    fn outlives_input(&self) -> bool {
        true
    }

    fn finish_game(&mut self) -> Result<()> {
        Ok(())
    }
}

//! Where a game is played: at a server, or in this program.

use anyhow::Result;
use ikibuguzo_protocol::{GameId, Role, Token};

use crate::connection::game_connection::GameConnection;
use crate::connection::server_address::ServerAddress;

/// What runs the games that a user plays or watches.
pub trait GameHost {
    /// Connects to a game: the first one, or the rematch of the one before.
    fn connect(&mut self, game: GameId) -> GameConnection;

    /// The sentence for a user who leaves a game that is not over.
    fn parting_text(&self, game: GameId, role: Role) -> String;

    /// Whether the game can go on after the end of the user's input.
    fn outlives_input(&self) -> bool;

    /// Does what is to be done when the user has left a game.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    fn finish_game(&mut self) -> Result<()>;
}

/// A server.
pub struct ServerHost {
    server: ServerAddress,
    token: Option<Token>,
}

impl ServerHost {
    /// A server, where the user plays with this token or watches without one.
    pub fn new(server: &ServerAddress, token: Option<&Token>) -> Self {
        Self { server: server.clone(), token: token.cloned() }
    }
}

impl GameHost for ServerHost {
    fn connect(&mut self, game: GameId) -> GameConnection {
        GameConnection::open(&self.server, self.token.clone(), game)
    }

    fn parting_text(&self, game: GameId, role: Role) -> String {
        let verb = if role.seat().is_some() { "play" } else { "watch" };
        let command = format!("ikibuguzo{} {verb} {game}", self.server.as_option());
        format!("The game goes on. Come back with: {command}")
    }

    fn outlives_input(&self) -> bool {
        true
    }

    fn finish_game(&mut self) -> Result<()> {
        Ok(())
    }
}

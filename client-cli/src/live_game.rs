//! A live game: line mode for people, JSON for scripts, until it is over or Ctrl-C.

mod input;
mod json_mode;
mod line_mode;

use anyhow::Result;
use ikibuguzo_protocol::{GameId, Token};
use tokio::runtime::Builder;

use crate::connection::game_connection::GameConnection;
use crate::connection::server_address::ServerAddress;
use crate::exit::Exit;
use crate::live_game::json_mode as script;
use crate::live_game::line_mode::{Ending, Session};
use crate::terminal::screen::Screen;
use crate::terminal::stdin_lines::read_stdin_lines;

/// Who sits at the terminal.
#[derive(Clone, Copy, Debug)]
pub enum Manner {
    /// A script.
    Json,
    /// A person.
    Talk {
        /// Whether what leaves no choice is played without asking.
        auto_forced: bool,
    },
}

/// Plays a game as the player of this token, or watches it without one.
///
/// # Errors
///
/// Where the server cannot be reached or refuses for good.
pub fn follow(server: &ServerAddress, token: Option<&Token>, game: GameId, manner: Manner) -> Result<Exit> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        match manner {
            Manner::Json => write_json(server, token, game).await,
            Manner::Talk { auto_forced } => talk(server, token, game, auto_forced).await,
        }
    });
    // A lookup of the server's name may still be under way.
    runtime.shutdown_background();
    ended
}

async fn write_json(server: &ServerAddress, token: Option<&Token>, game: GameId) -> Result<Exit> {
    let mut typed = read_stdin_lines();
    let connection = GameConnection::open(server, token.cloned(), game);
    tokio::select! {
        ended = script::run(connection, &mut typed) => ended.map(|()| Exit::Done),
        _ = tokio::signal::ctrl_c() => Ok(Exit::Interrupted),
    }
}

async fn talk(
    server: &ServerAddress,
    token: Option<&Token>,
    mut game: GameId,
    auto_forced: bool,
) -> Result<Exit> {
    let (mut screen, mut typed) = (Screen::new(), read_stdin_lines());
    loop {
        let connection = GameConnection::open(server, token.cloned(), game);
        let mut session = Session::new(connection, &mut screen, &mut typed, server).auto_forced(auto_forced);
        let ending = tokio::select! {
            ending = session.run() => Some(ending?),
            _ = tokio::signal::ctrl_c() => None,
        };
        if let Some(Ending::Rematch(next)) = ending {
            game = next;
            continue;
        }
        if let Some(way_back) = session.way_back() {
            screen.write_text(&way_back)?;
        }
        return Ok(if ending.is_some() { Exit::Done } else { Exit::Interrupted });
    }
}

//! A game while it is played or watched: line mode for people, JSON mode for scripts.

mod board_display;
mod client_messages;
mod input;
mod json_mode;
mod line_mode;
mod low_time_warning;

use anyhow::Result;
use ikibuguzo_protocol::{GameId, Token};
use tokio::runtime::Builder;

use crate::connection::game_connection::GameConnection;
use crate::connection::server_address::ServerAddress;
use crate::exit::Exit;
use crate::terminal::screen::Screen;
use crate::terminal::stdin_lines::read_stdin_lines;
use json_mode::run_json_mode;
use line_mode::{LineSession, SessionEnd};

/// How the program talks to its user.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    /// JSON messages, for scripts.
    Json,
    /// Text and boards, for people.
    Line {
        /// Whether forced turns are played without asking.
        auto_forced: bool,
    },
}

impl Mode {
    /// JSON mode with `--json`, else line mode.
    pub fn new(json: bool, auto_forced: bool) -> Self {
        if json { Self::Json } else { Self::Line { auto_forced } }
    }
}

/// Plays a game as the player of this token, or watches it without one, until it is over, the user quits, or Ctrl-C.
///
/// # Errors
///
/// If the server cannot be reached or refuses.
pub fn run(server: &ServerAddress, token: Option<&Token>, game: GameId, mode: Mode) -> Result<Exit> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        match mode {
            Mode::Json => run_json(server, token, game).await,
            Mode::Line { auto_forced } => run_lines(server, token, game, auto_forced).await,
        }
    });
    // A DNS lookup may still be running on a thread; do not wait for it.
    runtime.shutdown_background();
    result
}

async fn run_json(server: &ServerAddress, token: Option<&Token>, game: GameId) -> Result<Exit> {
    let mut input = read_stdin_lines();
    let connection = GameConnection::open(server, token.cloned(), game);
    tokio::select! {
        result = run_json_mode(connection, &mut input) => result.map(|()| Exit::Done),
        _ = tokio::signal::ctrl_c() => Ok(Exit::Interrupted),
    }
}

/// Runs one session after another: a rematch is a game of its own.
async fn run_lines(
    server: &ServerAddress,
    token: Option<&Token>,
    mut game: GameId,
    auto_forced: bool,
) -> Result<Exit> {
    let (mut screen, mut input) = (Screen::new(), read_stdin_lines());
    loop {
        let connection = GameConnection::open(server, token.cloned(), game);
        let mut session = LineSession::new(connection, &mut screen, &mut input, server, auto_forced);
        let end = tokio::select! {
            end = session.run() => Some(end?),
            _ = tokio::signal::ctrl_c() => None,
        };
        if let Some(SessionEnd::Rematch(rematch)) = end {
            game = rematch;
            continue;
        }
        if let Some(how_to_return) = session.how_to_return() {
            screen.write_text(&how_to_return)?;
        }
        return Ok(if end.is_some() { Exit::Done } else { Exit::Interrupted });
    }
}

//! A game while it is played or watched: line mode for people, JSON mode for scripts.

mod board_display;
mod client_messages;
pub mod game_host;
mod input;
mod json_mode;
mod line_mode;
mod low_time_warning;

use anyhow::Result;
use ikibuguzo_protocol::GameId;
use tokio::runtime::Builder;

use crate::exit::Exit;
use crate::terminal::screen::Screen;
use crate::terminal::stdin_lines::read_stdin_lines;
use game_host::GameHost;
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

/// Plays or watches a game until it is over, the user quits, or Ctrl-C.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or a file cannot be written.
pub fn run(host: &mut dyn GameHost, game: GameId, mode: Mode) -> Result<Exit> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        match mode {
            Mode::Json => run_json(host, game).await,
            Mode::Line { auto_forced } => run_lines(host, game, auto_forced).await,
        }
    });
    // A DNS lookup or a search may still be running on a thread; do not wait for it.
    runtime.shutdown_background();
    result
}

async fn run_json(host: &mut dyn GameHost, game: GameId) -> Result<Exit> {
    let mut input = read_stdin_lines();
    let connection = host.connect(game);
    let exit = tokio::select! {
        result = run_json_mode(connection, &mut input, host.outlives_input()) => result.map(|()| Exit::Done),
        _ = tokio::signal::ctrl_c() => Ok(Exit::Interrupted),
    };
    host.finish_game()?;
    exit
}

/// Runs one session after another: a rematch is a game of its own.
async fn run_lines(host: &mut dyn GameHost, mut game: GameId, auto_forced: bool) -> Result<Exit> {
    let (mut screen, mut input) = (Screen::new(), read_stdin_lines());
    loop {
        let connection = host.connect(game);
        let mut session = LineSession::new(connection, &mut screen, &mut input, auto_forced);
        let end = tokio::select! {
            end = session.run() => Some(end?),
            _ = tokio::signal::ctrl_c() => None,
        };
        let unfinished = session.unfinished_game();
        host.finish_game()?;
        if let Some(SessionEnd::Rematch(rematch)) = end {
            game = rematch;
            continue;
        }
        if let Some((game, role)) = unfinished {
            screen.write_text(&host.parting_text(game, role))?;
        }
        return Ok(if end.is_some() { Exit::Done } else { Exit::Interrupted });
    }
}

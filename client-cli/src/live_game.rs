//! A game while it is played or watched: line mode or the full screen for people, JSON mode for scripts.

mod board_display;
mod client_messages;
mod clock_announcements;
pub mod game_host;
pub mod input;
mod json_mode;
mod line_mode;
pub mod references;
pub mod session;
pub mod stopping;

use std::io::{self, Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{GameId, Role};
use tokio::runtime::Builder;

use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::exit::{Exit, Failure};
use crate::full_screen::{FullScreen, Table, TableSettings};
use crate::game_view::turn_list::TurnList;
use crate::terminal::console::Console;
use crate::terminal::stdin_lines::read_stdin_lines;
use crate::terminal::style::Style;
use game_host::{GameHost, Parting};
use input::WORDS;
use json_mode::run_json_mode;
use line_mode::LineSession;
use references::References;
use session::SessionEnd;
use stopping::until_stopped;

/// How the program talks to its user.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    /// JSON messages, for scripts.
    Json,
    /// Lines of text, for people.
    Line(Preferences),
    /// The whole screen, for people.
    FullScreen(Preferences),
}

/// What a person prefers.
#[derive(Clone, Copy, Debug)]
pub struct Preferences {
    /// How a table of the full screen looks, and whether forced turns are played without asking.
    pub table: TableSettings,
    /// Whether the terminal's bell calls the user.
    pub has_bell: bool,
    /// Whether notices of the desktop call the user of the full screen.
    pub has_notices: bool,
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
            Mode::Line(preferences) => run_games(host, game, || Interface::lines(preferences)).await,
            Mode::FullScreen(preferences) => {
                run_games(host, game, || Interface::full_screen(preferences)).await
            }
        }
    });
    // A DNS lookup or a search may still be running on a thread; do not wait for it.
    runtime.shutdown_background();
    result
}

async fn run_json(host: &mut dyn GameHost, game: GameId) -> Result<Exit> {
    let mut input = read_stdin_lines();
    let connection = host.connect(game);
    let outlives_input = host.outlives_input();
    let run = async { run_json_mode(connection, &mut input, outlives_input).await.map(Some) };
    let end = until_stopped(run).await;
    host.finish_game()?;
    Ok(end?.map_or_else(|exit| exit, |()| Exit::Done))
}

/// The interface of a person.
enum Interface {
    Lines { console: Console, auto_forced: bool },
    FullScreen(FullScreen),
}

impl Interface {
    fn lines(preferences: Preferences) -> Result<Self> {
        let words = WORDS.map(str::to_owned).to_vec();
        let console = Console::open(words, preferences.has_bell)?;
        Ok(Self::Lines { console, auto_forced: preferences.table.auto_forced })
    }

    fn full_screen(preferences: Preferences) -> Result<Self> {
        let Preferences { table, has_bell, has_notices } = preferences;
        FullScreen::open(table, has_bell, has_notices).map(Self::FullScreen)
    }

    /// Plays or watches a game, and returns how it ended for its user.
    async fn run_game(&mut self, joined: JoinedGame) -> Result<GameEnd> {
        let JoinedGame { connection, first, turns, references } = joined;
        match self {
            Self::Lines { console, auto_forced } => {
                let mut session = LineSession::new(connection, console, turns, *auto_forced);
                let end = until_stopped(session.run(first)).await?;
                Ok(GameEnd { end, unfinished: session.unfinished_game(), late_refusals: Vec::new() })
            }
            Self::FullScreen(screen) => {
                let mut table = screen.table(turns)?;
                let end = until_stopped(screen.run_game(connection, first, references, &mut table)).await?;
                Ok(GameEnd {
                    end,
                    unfinished: table.unfinished_game(),
                    late_refusals: table.late_refusals().to_vec(),
                })
            }
        }
    }
}

/// How a game ended for its user.
struct GameEnd {
    end: Result<SessionEnd, Exit>,
    /// The game and the user's role, if it is not over.
    unfinished: Option<(GameId, Role)>,
    /// The refusals that arrived too late for the full screen.
    late_refusals: Vec<String>,
}

/// A game that the user has come to.
struct JoinedGame {
    connection: GameConnection,
    first: GameUpdate,
    turns: TurnList,
    references: Option<References>,
}

/// Runs one game after another: a rematch is a separate game. The interface is opened with the first game.
async fn run_games(
    host: &mut dyn GameHost,
    mut game: GameId,
    open: impl Fn() -> Result<Interface>,
) -> Result<Exit> {
    let mut interface = None;
    loop {
        let joining = join(host.connect(game));
        let (connection, first) = match until_stopped(async { Ok(Some(joining.await)) }).await? {
            Ok(joined) => joined,
            Err(exit) => return Ok(exit),
        };
        let joined = with_turns(host, game, connection, first);
        let opened = match &mut interface {
            Some(opened) => opened,
            None => interface.insert(open()?),
        };
        let played = opened.run_game(joined).await;
        // The record of a game is kept, also after an error.
        host.finish_game()?;
        let GameEnd { end, unfinished, late_refusals } = played?;
        if let Ok(SessionEnd::Rematch(rematch)) = end {
            game = rematch;
            continue;
        }
        // The terminal is restored before the last sentences.
        drop(interface);
        late_refusals.iter().try_for_each(|sentence| write_sentence(sentence))?;
        if let Some((game, role)) = unfinished {
            write_parting(&host.parting(game, role))?;
        }
        return Ok(end.map_or_else(|exit| exit, |_| Exit::Done));
    }
}

/// Runs one game after another on a screen that stays open. `greeting`: the sentences that are shown first.
///
/// # Errors
///
/// If the server cannot be reached or refuses, the terminal cannot be used, or a file cannot be written.
pub async fn run_on_screen(
    host: &mut dyn GameHost,
    mut game: GameId,
    screen: &mut FullScreen,
    mut greeting: Vec<String>,
) -> Result<Exit> {
    loop {
        let joining = join(host.connect(game));
        let (connection, first) = match screen.wait_for("Connecting …", joining).await? {
            Ok(joined) => joined,
            Err(exit) => return Ok(exit),
        };
        let JoinedGame { connection, first, turns, references } = with_turns(host, game, connection, first);
        let mut table = screen.table(turns)?;
        table.greet(std::mem::take(&mut greeting));
        let end = until_stopped(screen.run_game(connection, first, references, &mut table)).await;
        host.finish_game()?;
        match end? {
            Ok(SessionEnd::Rematch(rematch)) => game = rematch,
            Ok(SessionEnd::Left) => return leave(&table),
            Err(exit) => return Ok(exit),
        }
    }
}

/// The end of a game on a screen that stays open, where the caller reports a refusal.
fn leave(table: &Table) -> Result<Exit> {
    match table.late_refusals() {
        [] => Ok(Exit::Done),
        refusals => Err(Failure::new(Exit::Refused, refusals.join(" ")).into()),
    }
}

/// Waits for the first update of a connection.
async fn join(mut connection: GameConnection) -> (GameConnection, GameUpdate) {
    let first = connection.next_update().await;
    (connection, first)
}

fn with_turns(
    host: &dyn GameHost,
    game: GameId,
    connection: GameConnection,
    first: GameUpdate,
) -> JoinedGame {
    let turns = match &first {
        GameUpdate::Snapshot(snapshot, _) => host.past_turns(game, snapshot.seq),
        _ => TurnList::default(),
    };
    JoinedGame { connection, first, turns, references: host.references() }
}

fn write_sentence(text: &str) -> io::Result<()> {
    writeln!(stdout(), "{}", Style::of_stdout().wrap(text))
}

fn write_parting(Parting { text, command }: &Parting) -> io::Result<()> {
    write_sentence(text)?;
    // A command that the user is to copy stays in one line.
    command.as_ref().map_or(Ok(()), |command| writeln!(stdout(), "{command}"))
}

//! The full screen: the lobby, a game, and a wall of games on the whole terminal. They are state that needs no terminal;
//! this file, `lobby_screen` and `wall_screen` connect them to one.

mod board_grid;
mod choice;
mod command_line;
mod layout;
pub mod lobby;
pub mod lobby_requests;
mod lobby_screen;
mod replay;
mod small_board;
mod table;
#[cfg(test)]
mod testing;
pub mod theme;
pub mod wall;
mod wall_screen;

use std::io::{self, IsTerminal, Stdout, Write, stdin, stdout};
use std::time::Duration;

use anyhow::Result;
use crossterm::event::{Event, EventStream, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType};
use futures_util::StreamExt;
use ikibuguzo_protocol::GameId;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Position;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::exit::{Exit, Failure};
use crate::game_view::turn_list::TurnList;
use crate::live_game::leaving::last_update;
use crate::live_game::references::{Answer, Question, References};
use crate::live_game::session::SessionEnd;
use crate::terminal::raw_mode::{RawMode, Takeover};
use table::{Moment, TableEffect, TableEvent};
pub use table::{Table, TableSettings};

/// Answers to questions that wait to be shown.
const MAX_QUEUED_ANSWERS: usize = 4;

/// The whole terminal. Dropping it restores the terminal.
pub struct FullScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    events: EventStream,
    raw_mode: RawMode,
    settings: TableSettings,
    has_bell: bool,
    has_notices: bool,
}

impl FullScreen {
    /// Takes the terminal.
    ///
    /// # Errors
    ///
    /// If standard input or output is no terminal.
    pub fn open(settings: TableSettings, has_bell: bool, has_notices: bool) -> Result<Self> {
        if !stdin().is_terminal() || !stdout().is_terminal() {
            return Err(Failure::new(Exit::Unexpected, "the full screen needs a terminal").into());
        }
        let raw_mode = RawMode::enter(Takeover::FullScreen)?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Self { terminal, events: EventStream::new(), raw_mode, settings, has_bell, has_notices })
    }

    /// A table for a game on this screen. `turns`: those that were played before.
    ///
    /// # Errors
    ///
    /// If the terminal does not say its size.
    pub fn table(&self, turns: TurnList) -> io::Result<Table> {
        let size = self.terminal.size()?;
        Ok(Table::new(turns, self.settings, (size.width, size.height)))
    }

    /// Plays or watches a game at a table until it ends for its user. None after Ctrl-C. `first`: the first update of the
    /// connection.
    ///
    /// # Errors
    ///
    /// If the server refuses, or the terminal cannot be used.
    pub async fn run_game(
        &mut self,
        mut connection: GameConnection,
        first: GameUpdate,
        references: Option<References>,
        table: &mut Table,
    ) -> Result<Option<SessionEnd>> {
        let (answers, mut arriving) = mpsc::channel(MAX_QUEUED_ANSWERS);
        let mut last_event = Instant::now();
        let mut event = TableEvent::Update(first);
        loop {
            let moment = moment(&connection, last_event.elapsed());
            last_event = Instant::now();
            for effect in table.update(event, moment) {
                if let TableEffect::Ask(question) = effect {
                    ask(references.clone(), table.game(), question, answers.clone());
                } else if let Some(end) = self.apply(effect, &mut connection).await? {
                    return Ok(end);
                }
            }
            if !connection.has_update() {
                self.terminal.draw(|frame| table.draw(frame))?;
            }
            event = self.next_event(&mut connection, &mut arriving, table.next_tick()).await?;
        }
    }

    /// The next event of the game, the terminal or the clock.
    async fn next_event(
        &mut self,
        connection: &mut GameConnection,
        answers: &mut Receiver<Answer>,
        tick: Option<Duration>,
    ) -> Result<TableEvent> {
        loop {
            return Ok(tokio::select! {
                update = connection.next_update() => TableEvent::Update(update),
                Some(answer) = answers.recv() => TableEvent::Answered(Box::new(answer)),
                event = self.events.next() => match table_event(event.transpose()?) {
                    Some(event) => event,
                    None => continue,
                },
                () = sleep(tick.unwrap_or_default()), if tick.is_some() => TableEvent::Tick,
            });
        }
    }

    /// Does what a table asks for. Returns the end of the game for its user, none in it after Ctrl-C.
    async fn apply(
        &mut self,
        effect: TableEffect,
        connection: &mut GameConnection,
    ) -> Result<Option<Option<SessionEnd>>> {
        match effect {
            TableEffect::Send(message) => connection.send(message),
            TableEffect::Ask(_) => {}
            TableEffect::Call => self.call()?,
            TableEffect::Suspend => self.suspend()?,
            TableEffect::Interrupt => return Ok(Some(None)),
            TableEffect::End(end) => return Ok(Some(Some(end))),
            TableEffect::Fail(failure) => return Err(failure.into()),
            TableEffect::Leave => {
                while !connection.is_answered() {
                    last_update(connection).await?;
                }
                return Ok(Some(Some(SessionEnd::Left)));
            }
        }
        Ok(None)
    }

    /// Calls the user with the bell, and with a notice of the desktop (OSC 9 and 777).
    fn call(&self) -> io::Result<()> {
        let mut out = stdout();
        if self.has_notices {
            write!(out, "\x1b]9;ikibuguzo: the game waits for you\x1b\\")?;
            write!(out, "\x1b]777;notify;ikibuguzo;the game waits for you\x1b\\")?;
        }
        if self.has_bell {
            write!(out, "\x07")?;
        }
        out.flush()
    }

    fn suspend(&mut self) -> io::Result<()> {
        self.raw_mode.suspend()?;
        // A new terminal draws everything again. To clear it would ask for the cursor, whose place the keys would hide.
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        execute!(stdout(), Clear(ClearType::All))
    }
}

/// Answers a question on a thread of its own.
fn ask(references: Option<References>, game: Option<GameId>, question: Question, answers: Sender<Answer>) {
    let Some((references, game)) = references.zip(game) else { return };
    // The user may have left the game: then nobody needs the answer.
    spawn_blocking(move || references.answer(game, question, |answer| answers.blocking_send(answer).is_ok()));
}

fn moment(connection: &GameConnection, elapsed: Duration) -> Moment {
    Moment {
        now: connection.server_time(),
        elapsed,
        is_answered: connection.is_answered(),
        can_send: connection.can_send(),
    }
}

/// An event of the terminal as one of the table; none if it means nothing. The end of the input is an interruption.
fn table_event(event: Option<Event>) -> Option<TableEvent> {
    match event {
        Some(Event::Key(key)) => Some(TableEvent::Key(key)),
        Some(Event::Paste(text)) => Some(TableEvent::Paste(text)),
        Some(Event::Resize(columns, rows)) => Some(TableEvent::Resize(columns, rows)),
        Some(Event::Mouse(mouse)) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            Some(TableEvent::Click(Position::new(mouse.column, mouse.row)))
        }
        Some(_) => None,
        None => Some(TableEvent::Key(interrupt_key())),
    }
}

/// Ctrl-C.
fn interrupt_key() -> KeyEvent {
    KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)
}

//! The full screen: the lobby, a game, and a wall of games on the whole terminal. Their state needs no terminal; this
//! file, `lobby_screen` and `wall_screen` connect it to one.

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
use ratatui::layout::{Position, Size};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};

use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::exit::{Exit, Failure};
use crate::game_view::turn_list::TurnList;
use crate::live_game::references::{Answer, Question, References};
use crate::live_game::session::SessionEnd;
use crate::live_game::stopping::last_update;
use crate::terminal::raw_mode::{RawMode, Takeover};
use table::{Moment, TableEffect, TableEvent};
pub use table::{Table, TableSettings};

/// Answers to questions that wait to be shown.
const MAX_QUEUED_TABLE_ANSWERS: usize = 4;

/// The whole terminal. Dropping it restores the terminal.
pub struct FullScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    events: EventStream,
    /// The size after a suspension, until it is handled as an event: a stopped program receives no signal about a new size.
    resumed_size: Option<Size>,
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
    /// If standard input or output is not a terminal, or if it cannot be used.
    pub fn open(settings: TableSettings, has_bell: bool, has_notices: bool) -> Result<Self> {
        require_terminal()?;
        let raw_mode = RawMode::enter(Takeover::FullScreen)?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        let events = EventStream::new();
        Ok(Self { terminal, events, resumed_size: None, raw_mode, settings, has_bell, has_notices })
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

    /// Plays or watches a game at a table until it ends for its user. Returns none after Ctrl-C. `first`: the first
    /// update of the connection.
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
        let (answers, mut arriving) = mpsc::channel(MAX_QUEUED_TABLE_ANSWERS);
        let mut last_event = Instant::now();
        let mut event = TableEvent::Update(first);
        loop {
            let moment = moment(&connection, last_event.elapsed());
            last_event = Instant::now();
            for effect in table.update(event, moment) {
                if let TableEffect::Ask(question) = effect {
                    answer_question(references.clone(), table.game(), question, answers.clone());
                } else if let Some(end) = self.apply(effect, &mut connection, table).await? {
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
        // An event that means nothing does not delay the tick.
        let due = due_after(tick);
        loop {
            return Ok(tokio::select! {
                update = connection.next_update() => TableEvent::Update(update),
                Some(answer) = answers.recv() => TableEvent::Answered(Box::new(answer)),
                event = self.next_terminal_event() => match table_event(event?) {
                    Some(event) => event,
                    None => continue,
                },
                () = sleep_until_due(due) => TableEvent::Tick,
            });
        }
    }

    /// The next event of the terminal; none at the end of the input.
    async fn next_terminal_event(&mut self) -> io::Result<Option<Event>> {
        match self.resumed_size.take() {
            Some(size) => Ok(Some(Event::Resize(size.width, size.height))),
            None => self.events.next().await.transpose(),
        }
    }

    /// Does what a table requests. Returns the end of the game for its user; the inner value is none after Ctrl-C.
    async fn apply(
        &mut self,
        effect: TableEffect,
        connection: &mut GameConnection,
        table: &mut Table,
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
                wait_for_answers(connection, table).await?;
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
        // A new terminal draws everything again. Clearing the old one would query the cursor's position, and the answer
        // could be lost among the keys.
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        self.resumed_size = Some(self.terminal.size()?);
        execute!(stdout(), Clear(ClearType::All))
    }
}

/// When a tick is due.
fn due_after(tick: Option<Duration>) -> Option<Instant> {
    tick.map(|tick| Instant::now() + tick)
}

/// Waits until a tick is due; for ever if none is.
async fn sleep_until_due(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => std::future::pending().await,
    }
}

/// Checks that there is a terminal for the full screen.
///
/// # Errors
///
/// If standard input or output is not a terminal.
pub fn require_terminal() -> Result<(), Failure> {
    if stdin().is_terminal() && stdout().is_terminal() {
        Ok(())
    } else {
        Err(Failure::new(Exit::Unexpected, "the full screen needs a terminal"))
    }
}

/// Waits until every command of a user who leaves is answered, and the game follows from the answers.
async fn wait_for_answers(connection: &mut GameConnection, table: &mut Table) -> Result<()> {
    while !table.is_up_to_date(connection.is_answered()) {
        table.update_after_leaving(last_update(connection).await?)?;
    }
    Ok(())
}

/// Answers a question on a separate thread.
fn answer_question(
    references: Option<References>,
    game: Option<GameId>,
    question: Question,
    answers: Sender<Answer>,
) {
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

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::{ClientMessage, ErrorCode, Refusal};

    use super::theme::Theme;
    use super::*;
    use crate::system::new_command_id;

    /// A table whose user leaves while a command waits for this answer.
    async fn left_with(answer: impl FnOnce(Refusal) -> GameUpdate + Send + 'static) -> (Table, Result<()>) {
        let mut connection = GameConnection::spawn(|mut channels| async move {
            let command = channels.commands.recv().await.expect("a command");
            let refusal = Refusal::new(ErrorCode::CannotTakeBack, "you have not made a turn yet");
            let refusal = Refusal { id: command.id().cloned(), ..refusal };
            channels.updates.send(answer(refusal)).await.expect("it waits");
        });
        let game = "05cdv44x7ekv".parse().expect("an id");
        connection.send(ClientMessage::OfferTakeback { game, id: new_command_id() });
        let settings = TableSettings { theme: Theme::default(), shows_sowing: false, auto_forced: false };
        let mut table = Table::new(TurnList::default(), settings, (80, 24));
        let left = wait_for_answers(&mut connection, &mut table).await;
        (table, left)
    }

    #[tokio::test]
    async fn who_leaves_reads_a_late_refusal() {
        let (table, left) = left_with(|refusal| GameUpdate::Refused(refusal, String::new())).await;
        left.expect("it is answered");
        assert_eq!(table.late_refusals(), ["No: you have not made a turn yet"]);
    }

    #[tokio::test]
    async fn who_leaves_a_failed_connection_gets_its_error() {
        let failure = Failure::new(Exit::Refused, "the token is revoked");
        let (_, left) = left_with(|_| GameUpdate::Failed(failure)).await;
        assert_eq!(left.expect_err("it has failed").to_string(), "the token is revoked");
    }
}

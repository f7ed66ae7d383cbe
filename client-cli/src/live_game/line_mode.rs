//! Line mode: a person plays or watches one game at a terminal.

use std::time::Duration;

use anyhow::Result;
use ikibuguzo_protocol::{Event, EventKind, GameId, Presence, Refusal, Role, Snapshot};
use tokio::sync::mpsc::Receiver;
use tokio::time::{sleep, timeout};

use super::board_display::BoardDisplay;
use super::client_messages::client_message;
use super::input::{HELP, Input, PlayerCommand};
use super::low_time_warning::LowTimeWarning;
use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::exit::{Exit, Failure};
use crate::game_view::board::LEGEND;
use crate::game_view::event_text::{event_text, outcome_text};
use crate::game_view::local_game::LocalGame;
use crate::game_view::overview::introduction;
use crate::game_view::presence_text::presence_text;
use crate::game_view::prompt::prompt;
use crate::terminal::sanitize::sanitize;
use crate::terminal::screen::Screen;

/// Longest silence of the server that a user who quits waits through for the answers to the last commands.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(5);

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// The user has quit, or there is nothing more to see.
    Left,
    /// The rematch has begun, with this id.
    Rematch(GameId),
}

/// One game at a terminal.
pub struct LineSession<'a> {
    connection: GameConnection,
    screen: &'a mut Screen,
    input: &'a mut Receiver<String>,
    /// The game; none before its snapshot.
    game: Option<LocalGame>,
    board: BoardDisplay,
    low_time_warning: LowTimeWarning,
    /// Whether forced turns are played without asking.
    auto_forced: bool,
    /// The `position_seq` of the position in which an action was played last without asking.
    auto_played_at: Option<u64>,
    /// Whether `resign` was typed and must be confirmed.
    is_confirming_resignation: bool,
    /// Whether standard input has not ended.
    is_input_open: bool,
    /// The `seq` of the newest event that was shown.
    shown_seq: u64,
    /// The `seq` of the newest event that answers a command.
    acknowledged_seq: u64,
}

impl<'a> LineSession<'a> {
    /// A session over this connection.
    pub fn new(
        connection: GameConnection,
        screen: &'a mut Screen,
        input: &'a mut Receiver<String>,
        auto_forced: bool,
    ) -> Self {
        Self {
            connection,
            screen,
            input,
            game: None,
            board: BoardDisplay::default(),
            low_time_warning: LowTimeWarning::default(),
            auto_forced,
            auto_played_at: None,
            is_confirming_resignation: false,
            is_input_open: true,
            shown_seq: 0,
            acknowledged_seq: 0,
        }
    }

    /// Plays or watches until the session ends.
    ///
    /// # Errors
    ///
    /// If the server refuses, or the output cannot be written.
    pub async fn run(&mut self) -> Result<SessionEnd> {
        loop {
            if !self.connection.has_update() {
                self.refresh()?;
            }
            let warning_due_in = self.warning_due_in();
            let end = tokio::select! {
                update = self.connection.next_update() => self.handle_update(update)?,
                line = self.input.recv(), if self.can_read_line() => self.handle_line(line).await?,
                () = sleep(warning_due_in.unwrap_or_default()), if warning_due_in.is_some() => None,
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    /// The game and the user's role in it; none if it is over.
    pub fn unfinished_game(&self) -> Option<(GameId, Role)> {
        let game = self.game.as_ref().filter(|game| !game.is_over())?;
        Some((game.id, game.role))
    }

    fn handle_update(&mut self, update: GameUpdate) -> Result<Option<SessionEnd>> {
        match update {
            GameUpdate::Snapshot(snapshot, _) => return self.handle_snapshot(*snapshot),
            GameUpdate::Event(event, _) => return self.handle_event(&event),
            GameUpdate::UnknownEvent(seq, _) => {
                self.shown_seq = seq;
                self.screen.write_text("Something happened that this client is too old to show.")?;
            }
            GameUpdate::Presence(presence, _) => self.handle_presence(presence)?,
            GameUpdate::Acknowledged(seq, _) => self.acknowledged_seq = seq,
            GameUpdate::Refused(refusal, _) => self.show_refusal(&refusal)?,
            GameUpdate::Deferred(why) => {
                self.screen.write_text(&format!("Not yet: {}; trying again …", sanitize(&why)))?;
            }
            GameUpdate::Disconnected(why) => {
                let why = sanitize(&why);
                self.screen.write_text(&format!("Connection lost ({why}); trying to get it back …"))?;
            }
            GameUpdate::Reconnected => self.screen.write_text("The connection is back.")?,
            GameUpdate::Failed(failure) => return Err(failure.into()),
        }
        Ok(None)
    }

    /// Introduces the game. A finished one is shown with its outcome.
    fn handle_snapshot(&mut self, snapshot: Snapshot) -> Result<Option<SessionEnd>> {
        self.shown_seq = snapshot.seq;
        self.game = LocalGame::from_snapshot(snapshot);
        self.board.invalidate();
        let Some(game) = &self.game else { return Ok(None) };
        self.screen.write_text(&introduction(game))?;
        let Some(outcome) = game.view.outcome else { return Ok(None) };
        self.board.update(game, self.connection.server_time(), self.screen)?;
        self.screen.write_text(&outcome_text(outcome))?;
        if let Some(rematch) = game.view.rematch.game {
            self.screen.write_text(&format!("There was a rematch: {rematch}"))?;
        }
        Ok(self.end_if_nothing_follows())
    }

    fn handle_event(&mut self, event: &Event) -> Result<Option<SessionEnd>> {
        let Some(game) = &mut self.game else { return Ok(None) };
        let text = event_text(event, game);
        self.shown_seq = event.seq;
        game.apply(event);
        self.board.note(&event.kind);
        if let EventKind::Ended { .. } = event.kind {
            self.is_confirming_resignation = false;
            self.board.update(game, self.connection.server_time(), self.screen)?;
        }
        self.screen.write_text(&text)?;
        Ok(match event.kind {
            EventKind::Rematched { rematch } => Some(SessionEnd::Rematch(rematch)),
            EventKind::Ended { .. } => self.end_if_nothing_follows(),
            _ => None,
        })
    }

    fn handle_presence(&mut self, presence: Presence) -> Result<()> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let text = presence_text(game.presence.as_ref(), &presence, game);
        game.presence = Some(presence);
        match text.filter(|_| !game.is_over()) {
            Some(text) => Ok(self.screen.write_text(&text)?),
            None => Ok(()),
        }
    }

    fn show_refusal(&mut self, Refusal { code, message, .. }: &Refusal) -> Result<()> {
        Ok(self.screen.write_text(&format!("No: {} ({code})", sanitize(message)))?)
    }

    /// Whether the next line can be handled. Lines wait while too many commands are unanswered.
    fn can_read_line(&self) -> bool {
        self.is_input_open && self.game.is_some() && self.connection.can_send()
    }

    /// Handles a line of input. At the end of the input a player leaves, and a spectator goes on watching.
    async fn handle_line(&mut self, line: Option<String>) -> Result<Option<SessionEnd>> {
        self.screen.forget_prompt();
        let Some(line) = line else {
            self.is_input_open = false;
            return if self.is_player() { self.leave().await } else { Ok(None) };
        };
        if std::mem::take(&mut self.is_confirming_resignation) {
            return self.confirm_resignation(&line);
        }
        match Input::from(line.as_str()) {
            Input::Empty => self.play_forced_action()?,
            Input::Help => self.screen.write_lines(&format!("{HELP}\n{LEGEND}"))?,
            Input::Board => self.board.invalidate(),
            Input::Quit => return self.leave().await,
            Input::Command(PlayerCommand::Resign) if self.can_resign() => {
                self.is_confirming_resignation = true;
            }
            Input::Command(command) => self.send(command)?,
        }
        Ok(None)
    }

    fn confirm_resignation(&mut self, line: &str) -> Result<Option<SessionEnd>> {
        if line.trim().eq_ignore_ascii_case("yes") {
            self.send(PlayerCommand::Resign)?;
        } else {
            self.screen.write_text("You play on.")?;
        }
        Ok(None)
    }

    /// Leaves as soon as every command is answered.
    async fn leave(&mut self) -> Result<Option<SessionEnd>> {
        while !self.connection.is_answered() {
            match timeout(LEAVE_TIMEOUT, self.connection.next_update()).await {
                Ok(update) => drop(self.handle_update(update)?),
                Err(_) => {
                    let message = "the server has not confirmed your last command";
                    return Err(Failure::new(Exit::Unreachable, message).into());
                }
            }
        }
        Ok(Some(SessionEnd::Left))
    }

    fn send(&mut self, command: PlayerCommand) -> Result<()> {
        let Some(game) = &self.game else { return Ok(()) };
        match client_message(command, game) {
            Ok(message) => self.connection.send(message),
            Err(why) => self.screen.write_text(&format!("No: {why}"))?,
        }
        Ok(())
    }

    fn play_forced_action(&mut self) -> Result<()> {
        match self.game.as_ref().and_then(LocalGame::forced_action) {
            Some(action) => self.send(PlayerCommand::Act(action.to_string())),
            None => Ok(()),
        }
    }

    /// Plays a forced action without asking, once a position: an action that was refused may be refused for ever.
    fn auto_play(&mut self) -> Result<()> {
        let position = self.game.as_ref().map(|game| game.position_seq);
        if self.auto_played_at == position {
            return Ok(());
        }
        self.auto_played_at = position;
        self.play_forced_action()
    }

    /// Draws what has changed and shows the prompt. The prompt waits until every command is answered.
    fn refresh(&mut self) -> Result<()> {
        let Some(game) = &self.game else { return Ok(()) };
        let now = self.connection.server_time();
        self.board.update(game, now, self.screen)?;
        if let Some(warning) = self.low_time_warning.take_due(game, now) {
            self.screen.write_text(&warning)?;
        }
        if self.auto_forced && self.is_answered() {
            self.auto_play()?;
        }
        if self.is_answered() {
            self.show_prompt()?;
        }
        Ok(())
    }

    fn show_prompt(&mut self) -> Result<()> {
        let Some(game) = &self.game else { return Ok(()) };
        let prompt = if self.is_confirming_resignation {
            "Give the game up? yes or no >".to_owned()
        } else {
            prompt(game)
        };
        Ok(self.screen.show_prompt(&prompt)?)
    }

    fn warning_due_in(&self) -> Option<Duration> {
        self.low_time_warning.due_in(self.game.as_ref()?, self.connection.server_time())
    }

    /// The end of the session, if the game is over and the viewer cannot be offered a rematch.
    fn end_if_nothing_follows(&self) -> Option<SessionEnd> {
        let game = self.game.as_ref().filter(|game| game.is_over())?;
        let has_rematch = game.view.rematch.game.is_some();
        (!self.is_player() || has_rematch).then_some(SessionEnd::Left)
    }

    /// Whether every command is answered, and the events of the answers are shown.
    fn is_answered(&self) -> bool {
        self.connection.is_answered() && self.shown_seq >= self.acknowledged_seq
    }

    fn is_player(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.role.seat().is_some())
    }

    fn can_resign(&self) -> bool {
        self.is_player() && self.game.as_ref().is_some_and(|game| !game.is_over())
    }
}

//! Line mode: a person plays or watches one game at a terminal.

use anyhow::Result;
use ikibuguzo_protocol::{GameId, Role};
use tokio::time::sleep;

use super::board_display::BoardDisplay;
use super::input::HELP;
use super::session::{Effect, GameSession, SessionEnd};
use super::stopping::last_update;
use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::game_view::board::LEGEND;
use crate::game_view::turn_list::TurnList;
use crate::terminal::console::{Console, UserInput};

/// One game at a terminal.
pub struct LineSession<'a> {
    connection: GameConnection,
    console: &'a mut Console,
    session: GameSession,
    board: BoardDisplay,
}

impl<'a> LineSession<'a> {
    /// A session over this connection. `turns`: those that were played before.
    pub fn new(
        connection: GameConnection,
        console: &'a mut Console,
        turns: TurnList,
        auto_forced: bool,
    ) -> Self {
        let session = GameSession::new(turns, auto_forced);
        Self { connection, console, session, board: BoardDisplay::default() }
    }

    /// Plays or watches until the session ends. Returns none after Ctrl-C. `first`: the first update of the connection.
    ///
    /// # Errors
    ///
    /// If the server refuses, or the terminal cannot be used.
    pub async fn run(&mut self, first: GameUpdate) -> Result<Option<SessionEnd>> {
        let effects = self.session.handle_update(first);
        if let Some(end) = self.apply(effects).await? {
            return Ok(Some(end));
        }
        loop {
            if !self.connection.has_update() {
                self.refresh()?;
            }
            let due_in = self.session.announcement_due_in(self.connection.server_time());
            // Lines wait while too many commands are unanswered.
            let is_ready = self.session.game().is_some() && self.connection.can_send();
            let effects = tokio::select! {
                update = self.connection.next_update() => self.session.handle_update(update),
                input = self.console.next(is_ready), if self.session.is_input_open() => match input? {
                    UserInput::Line(line) => self.session.handle_line(&line),
                    UserInput::End => self.session.handle_end_of_input(),
                    UserInput::Interrupt => return Ok(None),
                },
                () = sleep(due_in.unwrap_or_default()), if due_in.is_some() => Vec::new(),
            };
            if let Some(end) = self.apply(effects).await? {
                return Ok(Some(end));
            }
        }
    }

    /// The game and the user's role in it; none if it is over.
    pub fn unfinished_game(&self) -> Option<(GameId, Role)> {
        self.session.unfinished_game()
    }

    /// Shows what has happened, and does what follows from it. Returns the end of the session.
    async fn apply(&mut self, effects: Vec<Effect>) -> Result<Option<SessionEnd>> {
        for effect in effects {
            if matches!(effect, Effect::Leave) {
                self.wait_for_answers().await?;
                return Ok(Some(SessionEnd::Left));
            }
            if let Some(end) = self.apply_effect(effect)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    async fn wait_for_answers(&mut self) -> Result<()> {
        while !self.session.is_up_to_date(self.connection.is_answered()) {
            let update = last_update(&mut self.connection).await?;
            for effect in self.session.handle_update(update) {
                self.apply_effect(effect)?;
            }
        }
        Ok(())
    }

    fn apply_effect(&mut self, effect: Effect) -> Result<Option<SessionEnd>> {
        match effect {
            Effect::Say(text) => self.console.write_text(&text)?,
            Effect::ShowHelp => self.console.write_lines(&format!("{HELP}\n{LEGEND}"))?,
            Effect::BoardChanged => self.board.invalidate(),
            Effect::ShowBoard => self.show_board()?,
            Effect::Call => self.console.ring_bell()?,
            Effect::Send(message) => self.connection.send(message),
            Effect::Leave => {}
            Effect::End(end) => return Ok(Some(end)),
            Effect::Fail(failure) => return Err(failure.into()),
        }
        Ok(None)
    }

    fn show_board(&mut self) -> Result<()> {
        match self.session.game() {
            Some(game) => Ok(self.board.update(game, self.connection.server_time(), self.console)?),
            None => Ok(()),
        }
    }

    /// Draws what has changed and shows the prompt.
    fn refresh(&mut self) -> Result<()> {
        self.show_board()?;
        let now = self.connection.server_time();
        let is_answered = self.connection.is_answered();
        for effect in self.session.idle_effects(now, is_answered) {
            self.apply_effect(effect)?;
        }
        match self.session.prompt(self.connection.is_answered()) {
            Some(prompt) => Ok(self.console.show_prompt(&prompt)?),
            None => Ok(()),
        }
    }
}

//! A game against a computer player: checks its events, says what to send, and measures the answers.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use anyhow::{Result, bail};
use fastrand::Rng;
use ikibuguzo_bot::Level;
use ikibuguzo_engine::{Array, Seat, Viewer};
use ikibuguzo_protocol::{
    ClientMessage, CommandId, Event, EventKind, GameId, SeatAssignment, ServerMessage, Text,
};

use crate::check::checker::GameChecker;
use crate::check::reference::ReferenceGame;
use crate::computer_games::answer_timer::AnswerTimer;
use crate::computer_games::computers_state::ComputersState;
use crate::computer_games::tool_player::ToolPlayer;
use crate::net::incoming::Incoming;

/// A game against a computer player.
#[derive(Debug)]
pub struct ComputerGame {
    run: Rc<ComputersState>,
    id: GameId,
    seat: Seat,
    checker: GameChecker,
    player: ToolPlayer,
    timer: AnswerTimer,
    /// The newest event when the game was joined. Answers to it and to earlier events are not measured.
    joined_at_seq: u64,
    /// An array to arrange that has not been sent.
    array: Option<Text<Array>>,
    /// The event number of the last position in which this player has moved.
    moved_after: u64,
    /// The last move and when it was sent, until it is acknowledged.
    sent: Option<(CommandId, Instant)>,
    commands: u64,
    rng: Rng,
    is_over: bool,
}

impl ComputerGame {
    /// Creates a game that has not been joined. The tool plays at this level.
    pub fn new(run: Rc<ComputersState>, assignment: &SeatAssignment, level: Level, mut rng: Rng) -> Self {
        let seat = *assignment.seat;
        let reference = Rc::new(RefCell::new(ReferenceGame::for_viewer(Viewer::Player(seat))));
        Self {
            run,
            id: assignment.game,
            seat,
            checker: GameChecker::new(reference, 1),
            player: ToolPlayer::new(level, rng.u64(..), seat),
            timer: AnswerTimer::default(),
            joined_at_seq: 0,
            array: None,
            moved_after: 0,
            sent: None,
            commands: 0,
            rng,
            is_over: false,
        }
    }

    /// Joins the game from its first event, because the checker starts there.
    pub fn join_message(&self) -> ClientMessage {
        ClientMessage::Join { game: self.id, since: Some(0), compact: false }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether an answer of the computer player is awaited and measured.
    pub fn awaits_answer(&self) -> bool {
        self.timer.is_running()
    }

    /// Handles a message that arrived as `text`.
    ///
    /// # Errors
    ///
    /// If the event differs from the engine's game, or the server refuses a command.
    pub fn handle(&mut self, text: &str, now: Instant) -> Result<()> {
        let before = self.checker.boards();
        let result = self.check_and_record(text, now);
        self.run.stats.add_boards(self.checker.boards() - before);
        result
    }

    fn check_and_record(&mut self, text: &str, now: Instant) -> Result<()> {
        match Incoming::parse(text)? {
            Incoming::Ack { id, .. } => self.record_ack_of(id, now),
            Incoming::Move { event, .. } => {
                self.checker.check_move(&event, text)?;
                self.record_position(now);
            }
            Incoming::Other(message) => self.handle_message(*message, text, now)?,
        }
        Ok(())
    }

    fn record_ack_of(&mut self, id: &str, now: Instant) {
        if let Some((_, sent_at)) = self.sent.take_if(|(sent, _)| sent.as_str() == id) {
            self.run.stats.record_ack(false, sent_at, now);
        }
    }

    fn handle_message(&mut self, message: ServerMessage, text: &str, now: Instant) -> Result<()> {
        match message {
            ServerMessage::Game(snapshot) => self.joined_at_seq = snapshot.head,
            ServerMessage::Event { event, .. } => {
                self.checker.check_event(&event, text)?;
                self.record_event(event, now);
            }
            ServerMessage::Refused(_) | ServerMessage::Bye { .. } => bail!("{text}"),
            // Presence needs no reply.
            _ => {}
        }
        Ok(())
    }

    fn record_event(&mut self, event: Event, now: Instant) {
        match event.kind {
            EventKind::Seated { arrays_offered, .. } => self.array = self.rng.choice(arrays_offered),
            EventKind::Begun { .. } | EventKind::Revealed { .. } | EventKind::Acted { .. } => {
                self.record_position(now);
            }
            EventKind::Ended { .. } => {
                self.is_over = true;
                self.run.stats.record_game_end();
            }
            _ => {}
        }
    }

    /// Records a new position: an awaited answer has arrived, and another one may be awaited now.
    fn record_position(&mut self, now: Instant) {
        if let Some(position) = self.checker.position() {
            self.player.see(&position);
        }
        if let Some(answer) = self.timer.stop(now) {
            self.run.record_answer(answer);
        }
        let is_measured = self.checker.seq() > self.joined_at_seq && !self.run.is_stopped();
        if let Some((_, actions)) = self.checker.turn(!self.seat).filter(|_| is_measured) {
            self.timer.start(now, actions.len());
        }
    }

    /// Chooses what to send now, if there is something to do.
    ///
    /// # Errors
    ///
    /// If the command id is invalid.
    pub async fn reply(&mut self) -> Result<Option<ClientMessage>> {
        if let Some(array) = self.array.take() {
            let id = self.next_id()?;
            return Ok(Some(ClientMessage::Arrange { game: self.id, id, array }));
        }
        match self.checker.turn(self.seat) {
            Some((after, _)) if after > self.moved_after => Ok(Some(self.choose_act(after).await?)),
            _ => Ok(None),
        }
    }

    async fn choose_act(&mut self, after: u64) -> Result<ClientMessage> {
        let id = self.next_id()?;
        let action = self.player.choose().await?;
        self.moved_after = after;
        Ok(ClientMessage::Act { game: self.id, id, after, action: action.to_string() })
    }

    /// Records that a reply is sent.
    pub fn record_reply(&mut self, reply: &ClientMessage, now: Instant) {
        if let ClientMessage::Act { id, .. } = reply {
            self.run.stats.record_sent();
            self.sent = Some((id.clone(), now));
        }
    }

    fn next_id(&mut self) -> Result<CommandId> {
        self.commands += 1;
        Ok(format!("c{}", self.commands).parse()?)
    }
}

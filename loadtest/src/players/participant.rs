//! One side of a series of games: handles the messages of the current game and replies to them.

use std::rc::Rc;
use std::time::Instant;

use anyhow::Result;
use fastrand::Rng;
use ikibuguzo_engine::{Action, Array, Seat, Viewer};
use ikibuguzo_protocol::{ClientMessage, CommandId, Event, EventKind, GameId, Role, ServerMessage, Text};

use crate::check::checker::GameChecker;
use crate::check::mismatch::Mismatch;
use crate::net::incoming::{Incoming, MoveEvent};
use crate::players::run_state::RunState;
use crate::players::send_queue::SendQueue;
use crate::players::series::{GameSeries, Waiter};

/// What a participant plays or watches.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The series of games.
    pub series: Rc<GameSeries>,
    /// The first game.
    pub game: GameId,
    /// The prefix of command ids. It differs from the opponent's.
    pub id_prefix: char,
    /// The source of random moves and arrangements.
    pub rng: Rng,
}

/// A player or spectator of a series of games. A spectator has no seat and sends no commands.
#[derive(Debug)]
pub struct Participant {
    run: Rc<RunState>,
    assignment: Assignment,
    waiter: Waiter,
    seat: Option<Seat>,
    checker: GameChecker,
    /// Commands so far. The next id is made from it.
    commands: u64,
    /// The last move, until it is acknowledged.
    unacknowledged: Option<SentMove>,
    /// The event number of the last move.
    own_seq: Option<u64>,
}

#[derive(Debug)]
struct SentMove {
    id: CommandId,
    due: Instant,
}

impl Participant {
    /// Creates a participant. `waiter` wakes its connection when a move is due.
    pub fn new(run: Rc<RunState>, assignment: Assignment, waiter: Waiter) -> Self {
        let reference = assignment.series.reference(assignment.game, Viewer::Spectator);
        let checker = GameChecker::new(reference, run.compare_every);
        Self {
            run,
            assignment,
            waiter,
            seat: None,
            checker,
            commands: 0,
            unacknowledged: None,
            own_seq: None,
        }
    }

    /// The current game.
    pub fn game(&self) -> GameId {
        self.assignment.game
    }

    /// Joins the game from its first event, because the checker starts there.
    pub fn join(&self, queue: &mut SendQueue) {
        queue.push(&ClientMessage::Join { game: self.game(), since: Some(0), compact: false });
    }

    /// Makes a move if it is this participant's turn and a move is due. If none is due yet, it registers to be woken.
    ///
    /// # Errors
    ///
    /// If the command id is invalid.
    pub fn move_if_due(&mut self, now: Instant, queue: &mut SendQueue) -> Result<()> {
        let Some((after, action)) = self.choose_move() else { return Ok(()) };
        let Some(due) = self.run.slots.take_due_move(&self.assignment.series, now) else {
            self.assignment.series.register_waiter(self.waiter.clone());
            return Ok(());
        };
        let id = self.next_command_id()?;
        let seq = self.checker.seq() + 1;
        queue.push_move(self.game(), &id, after, action);
        self.own_seq = Some(seq);
        self.assignment.series.record_sent_move(seq, due);
        self.run.stats.record_sent();
        self.unacknowledged = Some(SentMove { id, due });
        Ok(())
    }

    /// Chooses a legal action at random. Returns `None` if it is not our turn, or if our last move is not acknowledged
    /// or its event has not arrived.
    fn choose_move(&mut self) -> Option<(u64, Action)> {
        let seat = self.seat?;
        if self.unacknowledged.is_some() || self.own_seq > Some(self.checker.seq()) {
            return None;
        }
        let (after, actions) = self.checker.turn(seat)?;
        Some((after, *self.assignment.rng.choice(actions.iter())?))
    }

    /// Handles a message about the game, which arrived as `text`.
    ///
    /// # Errors
    ///
    /// If the command id of a reply is invalid.
    pub fn handle(
        &mut self,
        message: Incoming<'_>,
        text: &str,
        now: Instant,
        queue: &mut SendQueue,
    ) -> Result<()> {
        match message {
            Incoming::Ack { id, .. } => self.record_ack(id, now),
            Incoming::Move { event, .. } => self.handle_move(&event, text, now),
            Incoming::Other(message) => return self.handle_other(*message, text, queue),
        }
        Ok(())
    }

    fn record_ack(&mut self, id: &str, now: Instant) {
        if let Some(sent) = self.unacknowledged.take_if(|sent| sent.id.as_str() == id) {
            self.run.stats.record_ack(self.assignment.series.is_watched, sent.due, now);
        }
    }

    fn handle_move(&mut self, event: &MoveEvent<'_>, text: &str, now: Instant) {
        self.record_delivery(event.seq, now);
        self.check(|checker| checker.check_move(event, text));
    }

    /// Records the time of the opponent's move.
    fn record_delivery(&self, seq: u64, now: Instant) {
        let series = &self.assignment.series;
        if self.seat.is_some()
            && self.own_seq != Some(seq)
            && let Some(due) = series.take_sent_move(seq)
        {
            self.run.stats.record_delivery(series.is_watched, due, now);
        }
    }

    fn check(&mut self, check: impl FnOnce(&mut GameChecker) -> Result<(), Mismatch>) {
        let before = self.checker.boards();
        let result = check(&mut self.checker);
        self.run.stats.add_boards(self.checker.boards() - before);
        if let Err(mismatch) = result {
            self.run.stats.record_error(&format_args!("game {}: {mismatch}", self.game()));
        }
    }

    fn handle_other(&mut self, message: ServerMessage, text: &str, queue: &mut SendQueue) -> Result<()> {
        match message {
            ServerMessage::Game(snapshot) => self.start_game(snapshot.role),
            ServerMessage::Event { event, .. } => {
                self.check(|checker| checker.check_event(&event, text));
                self.reply(event, queue)?;
            }
            // Presence and `left` need no reply.
            _ => {}
        }
        Ok(())
    }

    fn start_game(&mut self, role: Role) {
        self.seat = role.seat();
        self.checker.switch_to(self.assignment.series.reference(self.game(), role.into()));
        self.own_seq = None;
    }

    fn reply(&mut self, event: Event, queue: &mut SendQueue) -> Result<()> {
        match (event.kind, self.seat) {
            (EventKind::Rematched { rematch }, _) => self.switch_to(rematch, queue),
            (EventKind::Seated { arrays_offered, .. }, Some(_)) => self.arrange(&arrays_offered, queue)?,
            (EventKind::Revealed { .. } | EventKind::Begun { .. }, Some(_)) => self.report_ready(),
            (EventKind::Ended { .. }, Some(_)) => self.offer_rematch(queue)?,
            _ => {}
        }
        Ok(())
    }

    fn arrange(&mut self, offered: &[Text<Array>], queue: &mut SendQueue) -> Result<()> {
        let Some(array) = self.assignment.rng.choice(offered).copied() else { return Ok(()) };
        let id = self.next_command_id()?;
        queue.push_arrangement(&ClientMessage::Arrange { game: self.game(), id, array });
        Ok(())
    }

    fn report_ready(&self) {
        if self.assignment.series.record_ready_player() {
            self.run.slots.add_ready(Rc::clone(&self.assignment.series));
        }
    }

    fn offer_rematch(&mut self, queue: &mut SendQueue) -> Result<()> {
        // Only the first of the two players finds the slot taken.
        if self.run.slots.release(&self.assignment.series) {
            self.run.stats.record_game_end();
        }
        let id = self.next_command_id()?;
        queue.push(&ClientMessage::OfferRematch { game: self.game(), id });
        Ok(())
    }

    fn switch_to(&mut self, rematch: GameId, queue: &mut SendQueue) {
        queue.push(&ClientMessage::Leave { game: self.game() });
        self.assignment.game = rematch;
        self.join(queue);
    }

    fn next_command_id(&mut self) -> Result<CommandId> {
        self.commands += 1;
        Ok(format!("{}{}", self.assignment.id_prefix, self.commands).parse()?)
    }
}

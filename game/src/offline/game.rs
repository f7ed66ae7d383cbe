//! A game without a server, as its user follows it.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, CommandId, ErrorCode, Event, GameId, GameSummary, Refusal, ServerMessage, Snapshot,
    Timestamp,
};

use super::opponents::Opponents;
use super::room::{Accepted, OfflineRoom};
use crate::commands::command_of;
use crate::computer::computer_command_id;
use crate::fact::Entry;
use crate::origin::CommandHash;
use crate::projection::view;
use crate::room::{Command, CommandKind, ComputerTask, CorruptLog, Rejection};

/// A game without a server. It answers with the messages of a server. If two people share the device, the user is the
/// one who has to act.
#[derive(Debug)]
pub struct OfflineGame {
    room: OfflineRoom,
    opponents: Opponents,
    /// The seat of the user.
    seat: Seat,
}

impl OfflineGame {
    /// A new game.
    pub fn new(id: GameId, opponents: Opponents, rematch_of: Option<GameId>, now: Timestamp) -> Self {
        let room = OfflineRoom::new(id, opponents.rules, opponents.players(), rematch_of, now);
        Self::of_room(room, opponents)
    }

    /// The game of a log that this device has kept. `seed`: the seed of the computer's further choices.
    ///
    /// # Errors
    ///
    /// If the log cannot be replayed, or a seat is free.
    pub fn resume(id: GameId, log: Vec<Entry>, seed: u64) -> Result<Self, CorruptLog> {
        let room = OfflineRoom::resume(id, log)?;
        let opponents = Opponents::of_kept_game(room.room().options().rules, room.players(), seed);
        Ok(Self::of_room(room, opponents))
    }

    fn of_room(room: OfflineRoom, opponents: Opponents) -> Self {
        let seat = opponents.human;
        let mut game = Self { room, opponents, seat };
        game.seat = game.seat_to_act();
        game
    }

    /// The room with its log.
    pub fn room(&self) -> &OfflineRoom {
        &self.room
    }

    /// The players.
    pub fn opponents(&self) -> &Opponents {
        &self.opponents
    }

    /// The game as the user sees it.
    pub fn snapshot(&self) -> Snapshot {
        self.room.snapshot(self.seat)
    }

    /// The summary of the game in a list.
    pub fn summary(&self) -> GameSummary {
        let room = self.room.room();
        let view = view(room, self.seat.into());
        let awaited = self.room.seat_to_act().filter(|_| view.outcome.is_none());
        GameSummary {
            game: self.room.id(),
            rules: view.rules,
            public: view.public,
            rated: view.rated,
            state: view.state,
            clock: view.clock,
            players: view.players,
            ratings: None,
            bots: view.bots,
            invited: view.invited,
            to_move: view.position.and_then(|position| position.to_move),
            my_turn: awaited.map(|seat| seat == self.seat),
            outcome: view.outcome,
            turns: view.outcome.map(|_| room.turns()),
            arrays: view.arrays,
            created_at: view.created_at,
            ended_at: room.ended_at(),
        }
    }

    /// The events after `since`, as the user may see them.
    pub fn events_since(&self, since: u64) -> Vec<Event> {
        self.room.events_since(since).iter().map(|event| event.to(self.seat.into()).clone()).collect()
    }

    /// Answers a command of the user at a time. `new_game_id` gives the id of a rematch. A message that is no command
    /// has no answer.
    pub fn answer(
        &mut self,
        message: ClientMessage,
        now: Timestamp,
        new_game_id: impl FnOnce() -> GameId,
    ) -> Vec<ServerMessage> {
        let Some((game, command)) = command_of(message, new_game_id) else { return Vec::new() };
        let id = command.id.clone();
        match self.carry_out(game, command, now) {
            Ok(accepted) => self.report(id, &accepted),
            Err(Rejection { code, message }) => {
                let refusal = Refusal { id: Some(id), game: Some(game), ..Refusal::new(code, message) };
                vec![ServerMessage::Refused(refusal)]
            }
        }
    }

    /// The task of the computer, if it has one.
    pub fn computer_task(&self) -> Option<ComputerTask> {
        self.room.room().computer_task()
    }

    /// Carries out the computer's answer to the entry `answers`, and returns its events. A command that does not fit the
    /// game any longer is rejected, and has none.
    pub fn act_as_computer(&mut self, answers: u64, kind: CommandKind, now: Timestamp) -> Vec<ServerMessage> {
        let command = Command { id: computer_command_id(answers), hash: CommandHash::of(""), kind };
        match self.room.handle(!self.opponents.human, &command, now) {
            Ok(accepted) => self.event_messages(&accepted),
            Err(_) => Vec::new(),
        }
    }

    fn carry_out(&mut self, game: GameId, command: Command, now: Timestamp) -> Result<Accepted, Rejection> {
        if game != self.room.id() {
            return Err(Rejection::new(ErrorCode::UnknownGame, "this is another game"));
        }
        match command.kind {
            // Both people are at the device, so the turn is taken back without a question.
            CommandKind::OfferTakeback if self.opponents.is_shared() => self.room.take_back(command.id, now),
            _ => self.room.handle(self.seat, &command, now),
        }
    }

    /// The acknowledgement, the events, and the game again if the other person at the device has to act now.
    fn report(&mut self, id: CommandId, accepted: &Accepted) -> Vec<ServerMessage> {
        let mut messages = vec![ServerMessage::Ack { game: self.room.id(), id, seq: accepted.seq }];
        messages.extend(self.event_messages(accepted));
        let seat = self.seat_to_act();
        if seat != self.seat {
            self.seat = seat;
            messages.push(ServerMessage::Game(self.snapshot()));
        }
        messages
    }

    fn event_messages(&self, accepted: &Accepted) -> Vec<ServerMessage> {
        let game = self.room.id();
        let message = |event: &Event| ServerMessage::Event { game, event: event.clone() };
        accepted.events.iter().map(|event| message(event.to(self.seat.into()))).collect()
    }

    /// The seat of the user; with two people at one device, the seat that has to act.
    fn seat_to_act(&self) -> Seat {
        if self.opponents.is_shared() {
            self.room.seat_to_act().unwrap_or(self.seat)
        } else {
            self.opponents.human
        }
    }
}

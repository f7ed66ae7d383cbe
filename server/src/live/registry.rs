//! The way to a room: finds it in memory or starts it from the log, and hands it requests.

use std::pin::Pin;
use std::sync::Arc;

use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::Command;
use ikibuguzo_protocol::{ErrorCode, GameId, Timestamp};
use tokio::sync::mpsc::error::{SendError, TrySendError};
use tokio::sync::{mpsc, oneshot};

use super::frame::EventForm;
use super::outbox::Outbox;
use super::reply::Reply;
use super::request::{PendingTask, Request, WatchStart};
use super::room_map::RoomMap;
use super::room_task;
use super::services::Services;
use crate::error::Error;
use crate::moderation::{check_permission, needs_permission};

/// How often a request is sent at most, if its room was just leaving memory.
const MAX_SENDS: u32 = 3;

/// All rooms of this server. A room starts when a request for it comes, and leaves memory when nobody needs it. Cheap
/// to clone.
#[derive(Clone, Debug)]
pub struct RoomRegistry {
    rooms: Arc<RoomMap>,
    services: Arc<Services>,
}

/// A command that is delivered if the operator permits it.
struct PermittedCommand {
    player: Player,
    command: Command,
    heard_at: Timestamp,
    reply: Reply,
}

/// The delivery of a command whose room cannot take it at once.
pub type PendingDelivery = Pin<Box<dyn Future<Output = ()> + Send>>;

impl RoomRegistry {
    /// A registry without rooms.
    pub fn new(services: Services) -> Self {
        Self { rooms: Arc::new(RoomMap::new(services.limits.rooms)), services: Arc::new(services) }
    }

    /// Hands a command to its game and waits until it is on disk. Returns the `seq` of its first event.
    ///
    /// # Errors
    ///
    /// `unknown_game`, `clock_off`, or `busy`; `silenced`, `banned`, `blocked`, or `no_opponent`; the code of the
    /// rejection, if the room rejects the command; or if the database cannot be used. A command that is refused has
    /// changed nothing; after a failure of the database only the log knows.
    pub async fn command(&self, game: GameId, player: &Player, command: &Command) -> Result<u64, Error> {
        let heard_at = self.services.clock.now();
        check_permission(&self.services.store, game, player, command, heard_at).await?;
        let request = |answer| {
            let (player, command, reply) = (player.clone(), command.clone(), Reply::to_caller(answer));
            Request::Command { player, command, heard_at, reply }
        };
        self.ask(game, request).await
    }

    /// Hands a command to its game. Its one answer comes to the outbox. If the game cannot take the command at once,
    /// returns a future to await before the next command.
    #[must_use = "a command that is not delivered is answered `busy`"]
    pub fn post(
        &self,
        game: GameId,
        player: Player,
        command: Command,
        outbox: Outbox,
    ) -> Option<PendingDelivery> {
        let reply = Reply::to_socket(game, &command, outbox);
        let Some(room) = self.room(game) else {
            reply.send(Err(too_many_rooms()));
            return None;
        };
        let heard_at = self.services.clock.now();
        if needs_permission(&command.kind) {
            let command = PermittedCommand { player, command, heard_at, reply };
            return Some(Box::pin(self.clone().deliver_if_permitted(game, room, command)));
        }
        match room.try_send(Request::Command { player, command, heard_at, reply }) {
            Ok(()) => None,
            Err(TrySendError::Full(request) | TrySendError::Closed(request)) => {
                Some(Box::pin(self.clone().deliver(game, room, request)))
            }
        }
    }

    async fn deliver_if_permitted(
        self,
        game: GameId,
        room: mpsc::Sender<Request>,
        command: PermittedCommand,
    ) {
        let PermittedCommand { player, command, heard_at, reply } = command;
        match check_permission(&self.services.store, game, &player, &command, heard_at).await {
            Ok(()) => self.deliver(game, room, Request::Command { player, command, heard_at, reply }).await,
            Err(error) => reply.send(Err(error)),
        }
    }

    /// A room may leave memory between the lookup and the delivery; the next one takes the request then. At the end of
    /// the program no room takes it.
    async fn deliver(self, game: GameId, mut room: mpsc::Sender<Request>, mut request: Request) {
        for _ in 0..MAX_SENDS {
            let Err(SendError(undelivered)) = room.send(request).await else { return };
            request = undelivered;
            let Some(next) = self.room(game) else { return };
            room = next;
        }
    }

    /// Makes a socket watch a game: every event after the returned snapshot comes to its outbox.
    ///
    /// # Errors
    ///
    /// `unknown_game`, `since_ahead`, or `busy`; or if the database cannot be used.
    pub async fn watch(
        &self,
        game: GameId,
        player: Option<&PlayerId>,
        since: Option<u64>,
        form: EventForm,
        outbox: &Outbox,
    ) -> Result<WatchStart, Error> {
        let heard_at = self.services.clock.now();
        let request = |answer| {
            let (player, outbox) = (player.cloned(), outbox.clone());
            Request::Watch { player, since, form, outbox, heard_at, answer }
        };
        self.ask(game, request).await
    }

    /// Ends what [`watch`](Self::watch) began. `left_at` is when the socket has left: the room may be busy for some
    /// time.
    pub async fn unwatch(&self, game: GameId, socket: u64, left_at: Timestamp) {
        // A room that has left memory has no watchers.
        if let Some(room) = self.rooms.get(game) {
            let _ = room.send(Request::Unwatch { socket, left_at }).await;
        }
    }

    /// Notes a request of a player for a game. A game that is in memory on no node counts no absence, but an open one
    /// must learn that its maker is present.
    pub async fn note_sign_of_life(&self, game: GameId, player: &PlayerId) {
        self.note_presence_until(game, player, Timestamp::ZERO).await;
    }

    /// Notes that a player counts as present until a time, although it sends nothing meanwhile. The other nodes do not
    /// learn it.
    pub async fn note_presence_until(&self, game: GameId, player: &PlayerId, until: Timestamp) {
        let heard_at = self.services.clock.now();
        let room = match self.rooms.get(game) {
            None if self.services.nodes.has_others() => self.room(game),
            None if self.services.store.is_open(game).await.unwrap_or_default() => self.room(game),
            room => room,
        };
        if let Some(room) = room {
            let _ = room.send(Request::SignOfLife { player: player.clone(), heard_at, until }).await;
        }
    }

    /// The task of a computer player in a game, and the play so far; none if there is no task.
    ///
    /// # Errors
    ///
    /// `unknown_game`, or `busy`; or if the database cannot be used.
    pub(crate) async fn computer_task(&self, game: GameId) -> Result<Option<PendingTask>, Error> {
        self.ask(game, |answer| Request::ComputerTask { answer }).await
    }

    /// Makes a game store what time has decided. `due_at` is the time that the database has stored for this.
    pub async fn wake(&self, game: GameId, due_at: Timestamp) {
        // A room that is just leaving memory is woken next time.
        if let Some(room) = self.room(game) {
            let _ = room.send(Request::Wake { heard_at: self.services.clock.now(), due_at }).await;
        }
    }

    /// The number of rooms in memory.
    pub fn room_count(&self) -> usize {
        self.rooms.len()
    }

    /// A room may leave memory between the lookup and the delivery: it has done nothing then, so ask again.
    async fn ask<T>(
        &self,
        game: GameId,
        request: impl Fn(oneshot::Sender<Result<T, Error>>) -> Request,
    ) -> Result<T, Error> {
        for _ in 0..MAX_SENDS {
            let (answer, answered) = oneshot::channel();
            let room = self.room(game).ok_or_else(too_many_rooms)?;
            let delivered = room.send(request(answer)).await;
            // A request that comes just as a room leaves memory stays in the mailbox until its last sender is dropped.
            drop(room);
            if delivered.is_ok()
                && let Ok(result) = answered.await
            {
                return result;
            }
        }
        Err(Error::new(ErrorCode::Busy, "the game could not be reached; try again"))
    }

    pub(super) fn services(&self) -> &Services {
        &self.services
    }

    pub(super) fn rooms(&self) -> &RoomMap {
        &self.rooms
    }

    pub(super) fn room(&self, game: GameId) -> Option<mpsc::Sender<Request>> {
        self.rooms.get_or_start(game, || room_task::start(game, &self.rooms, &self.services))
    }
}

fn too_many_rooms() -> Error {
    Error::new(ErrorCode::Busy, "too many games are being played now; try again")
}

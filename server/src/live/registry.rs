//! The rooms in memory: one task a game, and the way to it.

use std::collections::hash_map::Entry;
use std::pin::Pin;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::HashMap;
use ikibuguzo_protocol::{ErrorCode, GameId, Snapshot};
use tokio::sync::mpsc::error::{SendError, TrySendError};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

use super::lines::Lines;
use super::outbox::{OutboundFrame, Outbox};
use super::reply::Reply;
use super::task::RoomTask;
use crate::error::Error;
use crate::live::heartbeat::Heartbeat;
use crate::live::pending_creations::PendingCreations;
use crate::live::writer::Writer;
use crate::net::limits::Limits;
use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;
use crate::time;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::{Command, Room};
use ikibuguzo_store::{GameNumber, Store};

/// Requests that may wait at a room; the next sender waits with its own.
const MAILBOX: usize = 64;

/// Rooms are made when somebody needs them, from the log, and leave memory when nobody does.
#[derive(Clone, Debug)]
pub struct RoomRegistry {
    pub(super) shared: Arc<Shared>,
}

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) store: Store,
    pub(super) writer: Writer,
    pub(super) heartbeat: Heartbeat,
    pub(super) births: PendingCreations,
    pub(super) limits: Limits,
    pub(super) metrics: Arc<Metrics>,
    pub(super) database_log: DatabaseLog,
    pub(super) tasks: TaskTracker,
    /// Locked for a lookup, an insert or a removal, never over an await.
    rooms: Mutex<HashMap<GameId, mpsc::Sender<Request>>>,
}

/// What is asked of a room.
pub(super) enum Request {
    Command {
        who: Player,
        command: Command,
        heard_at: u64,
        reply: Reply,
    },
    Watch {
        who: Option<PlayerId>,
        since: Option<u64>,
        outbox: Outbox,
        heard_at: u64,
        answer: Answer<Watching>,
    },
    Unwatch {
        socket: u64,
    },
    Wake {
        heard_at: u64,
    },
}

pub(super) type Answer<T> = oneshot::Sender<Result<T, Error>>;

/// A command on its way to a game that has much to do, or that has just left memory.
pub type Delivery = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A game that a socket follows from now on.
#[derive(Debug)]
pub struct Watching {
    /// The game at the moment from which on events come to the outbox.
    pub snapshot: Snapshot,
    /// What happened between `since` and the snapshot; none where only the log knows.
    pub recent: Option<Vec<OutboundFrame>>,
    /// The newest `seq` of the game, for ever up to date while the socket follows it.
    pub head: Arc<AtomicU64>,
    /// Whether the game was over at that moment.
    pub over: bool,
}

impl RoomRegistry {
    /// A lobby without rooms.
    pub fn new(
        store: Store,
        writer: Writer,
        heartbeat: Heartbeat,
        births: PendingCreations,
        metrics: Arc<Metrics>,
        database_log: DatabaseLog,
        limits: Limits,
    ) -> Self {
        let (tasks, rooms) = (TaskTracker::new(), Mutex::default());
        Self {
            shared: Arc::new(Shared {
                store,
                writer,
                heartbeat,
                births,
                limits,
                metrics,
                database_log,
                tasks,
                rooms,
            }),
        }
    }

    /// Hands a command to its game, and waits until it is on disk.
    ///
    /// # Errors
    ///
    /// The refusal; nothing was changed then.
    pub async fn command(&self, game: GameId, who: &Player, command: &Command) -> Result<u64, Error> {
        let heard_at = time::now();
        let request = |answer| {
            let (who, command, reply) = (who.clone(), command.clone(), Reply::to_asker(answer));
            Request::Command { who, command, heard_at, reply }
        };
        self.ask(game, request).await
    }

    /// Hands a command to its game. The answer, one in any case, comes to the outbox. Where the game cannot take it at
    /// once, this gives back what is to be awaited before the next command.
    #[must_use = "a command that is not delivered is answered `busy`"]
    pub fn post(&self, game: GameId, who: Player, command: Command, outbox: Outbox) -> Option<Delivery> {
        let reply = Reply::to_socket(game, &command, outbox);
        let Some(room) = self.room(game) else {
            reply.give(Err(full()));
            return None;
        };
        let request = Request::Command { who, command, heard_at: time::now(), reply };
        match room.try_send(request) {
            Ok(()) => None,
            Err(TrySendError::Full(request) | TrySendError::Closed(request)) => {
                Some(Box::pin(self.clone().deliver(game, room, request)))
            }
        }
    }

    /// A room may leave memory between our finding it and its hearing us; then another one hears us.
    async fn deliver(self, game: GameId, mut room: mpsc::Sender<Request>, mut request: Request) {
        while let Err(SendError(unheard)) = room.send(request).await {
            request = unheard;
            let Some(next) = self.room(game) else { return };
            room = next;
        }
    }

    /// Makes a socket follow a game: every event after the snapshot comes to its outbox.
    ///
    /// # Errors
    ///
    /// `unknown_game`, or `since_ahead`.
    pub async fn watch(
        &self,
        game: GameId,
        who: Option<&PlayerId>,
        since: Option<u64>,
        outbox: &Outbox,
    ) -> Result<Watching, Error> {
        let heard_at = time::now();
        let request = |answer| {
            let (who, outbox) = (who.cloned(), outbox.clone());
            Request::Watch { who, since, outbox, heard_at, answer }
        };
        self.ask(game, request).await
    }

    /// Makes a socket follow a game no longer.
    pub async fn unwatch(&self, game: GameId, socket: u64) {
        let room = self.lock().get(&game).cloned();
        if let Some(room) = room {
            // A room that is gone has no watchers.
            let _ = room.send(Request::Unwatch { socket }).await;
        }
    }

    /// Makes a game look what time it is.
    pub async fn wake(&self, game: GameId) {
        // A room that is just leaving memory is woken at the next look.
        if let Some(room) = self.room(game) {
            let _ = room.send(Request::Wake { heard_at: time::now() }).await;
        }
    }

    /// How many rooms are in memory.
    pub fn rooms(&self) -> usize {
        self.lock().len()
    }

    /// A room may leave memory between our finding it and its hearing us: it has done nothing then, so ask again.
    async fn ask<T>(&self, game: GameId, request: impl Fn(Answer<T>) -> Request) -> Result<T, Error> {
        for _ in 0..3 {
            let (answer, answered) = oneshot::channel();
            let room = self.room(game).ok_or_else(full)?;
            let heard = room.send(request(answer)).await;
            // What comes just as a room leaves memory may lie in its mailbox, unheard, until nobody holds a way to it.
            drop(room);
            if heard.is_ok()
                && let Ok(result) = answered.await
            {
                return result;
            }
        }
        Err(Error::new(ErrorCode::Busy, "the game could not be reached; try again"))
    }

    /// The room of a game, in memory already or from now on; none where there are as many as there may be.
    fn room(&self, game: GameId) -> Option<mpsc::Sender<Request>> {
        let mut rooms = self.lock();
        if rooms.len() >= self.shared.limits.rooms && !rooms.contains_key(&game) {
            return None;
        }
        let start = || {
            let (sender, requests) = mpsc::channel(MAILBOX);
            self.shared.tasks.spawn(RoomTask::new(game, self.clone(), requests).run());
            sender
        };
        // A task that has died without a word is replaced: the log is the game.
        let room = rooms.entry(game).or_insert_with(start);
        if room.is_closed() {
            *room = start();
        }
        Some(room.clone())
    }

    /// Takes in a game that has just begun, so that nobody has to read its log; unless somebody has, or there is no space.
    pub(super) fn take_in(&self, game: GameId, number: GameNumber, room: Room, told: Vec<Lines>) {
        let mut rooms = self.lock();
        if rooms.len() < self.shared.limits.rooms
            && let Entry::Vacant(place) = rooms.entry(game)
        {
            let (sender, requests) = mpsc::channel(MAILBOX);
            let task = RoomTask::new(game, self.clone(), requests).holding(number, room, told);
            self.shared.tasks.spawn(task.run());
            place.insert(sender);
        }
    }

    /// Takes a room out of memory, unless somebody has just asked it something.
    pub(super) fn retire(&self, game: GameId, requests: &mut mpsc::Receiver<Request>) -> bool {
        let mut rooms = self.lock();
        if !requests.is_empty() {
            return false;
        }
        requests.close();
        rooms.remove(&game);
        true
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, mpsc::Sender<Request>>> {
        // The map is whole after every statement, so a panic elsewhere does not spoil it.
        self.shared.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn full() -> Error {
    Error::new(ErrorCode::Busy, "too many games are being played just now; try again")
}

//! The rooms in memory, by game.

use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::HashMap;
use ikibuguzo_protocol::GameId;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio_util::task::TaskTracker;

use super::request::Request;

/// Every room in memory.
#[derive(Debug)]
pub(super) struct RoomMap {
    capacity: usize,
    tasks: TaskTracker,
    /// Locked for a lookup, an insert, a removal or a copy, never over an await.
    rooms: Mutex<HashMap<GameId, RoomHandle>>,
}

/// The way to a room.
#[derive(Clone, Debug)]
pub(super) struct RoomHandle {
    /// Its mailbox.
    pub(super) mailbox: Sender<Request>,
    /// The `seq` of the newest event that it has sent.
    pub(super) head: Arc<AtomicU64>,
}

impl RoomHandle {
    /// The `seq` of the newest event that the room has sent; 0 if it has sent none.
    pub(super) fn head(&self) -> u64 {
        self.head.load(Ordering::Acquire)
    }
}

impl RoomMap {
    /// A map for at most `capacity` rooms.
    pub(super) fn new(capacity: usize) -> Self {
        Self { capacity, tasks: TaskTracker::new(), rooms: Mutex::default() }
    }

    /// Runs a room's task.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(task);
    }

    /// The number of rooms in memory.
    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    /// The mailbox of a game, if it is in memory.
    pub(super) fn get(&self, game: GameId) -> Option<Sender<Request>> {
        self.lock().get(&game).map(|room| room.mailbox.clone())
    }

    /// All rooms in memory.
    pub(super) fn all(&self) -> Vec<(GameId, RoomHandle)> {
        self.lock().iter().map(|(game, room)| (*game, room.clone())).collect()
    }

    /// The mailbox of a game, whose room is started if necessary; `None` if memory is full.
    pub(super) fn get_or_start(
        &self,
        game: GameId,
        start: impl Fn() -> RoomHandle,
    ) -> Option<Sender<Request>> {
        let mut rooms = self.lock();
        if rooms.len() >= self.capacity && !rooms.contains_key(&game) {
            return None;
        }
        let room = rooms.entry(game).or_insert_with(&start);
        // A task that has panicked is replaced: the log is the game.
        if room.mailbox.is_closed() {
            *room = start();
        }
        Some(room.mailbox.clone())
    }

    /// Starts the room of a new game, unless somebody else has or memory is full.
    pub(super) fn start_if_absent(&self, game: GameId, start: impl FnOnce() -> RoomHandle) {
        let mut rooms = self.lock();
        if rooms.len() < self.capacity
            && let Entry::Vacant(entry) = rooms.entry(game)
        {
            entry.insert(start());
        }
    }

    /// Removes a room, unless a request has just come in. Returns whether it was removed.
    pub(super) fn remove_if_idle(&self, game: GameId, requests: &mut Receiver<Request>) -> bool {
        let mut rooms = self.lock();
        if !requests.is_empty() {
            return false;
        }
        requests.close();
        rooms.remove(&game);
        true
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, RoomHandle>> {
        // The map is consistent after every statement, so a poisoned lock is still usable.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

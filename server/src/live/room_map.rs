//! The rooms in memory, by game.

use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::HashMap;
use ikibuguzo_protocol::GameId;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio_util::task::TaskTracker;

use super::request::Request;

/// The mailbox of every room in memory.
#[derive(Debug)]
pub(super) struct RoomMap {
    capacity: usize,
    tasks: TaskTracker,
    /// Locked for a lookup, an insert or a removal, never over an await.
    rooms: Mutex<HashMap<GameId, Sender<Request>>>,
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

    /// The room of a game, if it is in memory.
    pub(super) fn get(&self, game: GameId) -> Option<Sender<Request>> {
        self.lock().get(&game).cloned()
    }

    /// The room of a game, started if necessary; `None` if memory is full.
    pub(super) fn get_or_start(
        &self,
        game: GameId,
        start: impl Fn() -> Sender<Request>,
    ) -> Option<Sender<Request>> {
        let mut rooms = self.lock();
        if rooms.len() >= self.capacity && !rooms.contains_key(&game) {
            return None;
        }
        let room = rooms.entry(game).or_insert_with(&start);
        // A task that has panicked is replaced: the log is the game.
        if room.is_closed() {
            *room = start();
        }
        Some(room.clone())
    }

    /// Starts the room of a new game, unless somebody else has or memory is full.
    pub(super) fn start_if_absent(&self, game: GameId, start: impl FnOnce() -> Sender<Request>) {
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

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Sender<Request>>> {
        // The map is consistent after every statement, so a poisoned lock is still usable.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

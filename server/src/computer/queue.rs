//! The games that wait for a computer player.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use foldhash::HashSet;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameId;

use crate::fair_queue::FairQueue;

/// The games that wait for a computer player. The opponents of computer players take turns, so that nobody waits longer
/// because somebody else plays many games. A game is in it once at most, so it is no longer than there are rooms in memory.
/// Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct ComputerQueue(Arc<SharedGames>);

#[derive(Debug, Default)]
struct SharedGames {
    games: Mutex<WaitingGames>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct WaitingGames {
    /// The games of each opponent.
    waiting: FairQueue<PlayerId, GameId>,
    is_waiting: HashSet<GameId>,
    /// Games for which a thread is thinking.
    served: HashSet<GameId>,
    is_closed: bool,
}

/// A game for which a thread is thinking.
#[derive(Debug)]
pub(super) struct ServedGame {
    pub(super) game: GameId,
    queue: ComputerQueue,
}

impl ComputerQueue {
    /// Adds a game if a computer player has something to do in it, unless it waits already. Returns whether it waits.
    pub(crate) fn push_if_due(&self, game: GameId, room: &Room) -> bool {
        let task = room.computer_task();
        if let Some(task) = &task {
            self.push(game, &task.opponent);
        }
        task.is_some()
    }

    /// Adds a game against this opponent, unless it waits already.
    fn push(&self, game: GameId, opponent: &PlayerId) {
        let mut games = self.games();
        if !games.is_closed && games.is_waiting.insert(game) {
            games.waiting.push(opponent.clone(), game);
            self.0.changed.notify_one();
        }
    }

    /// Number of games that come before a game; none if no other one does, or if it does not wait.
    pub(crate) fn place_of(&self, game: GameId) -> Option<u32> {
        let games = self.games();
        if !games.is_waiting.contains(&game) {
            return None;
        }
        let place = games.waiting.count_before(|waiting| *waiting == game)?;
        u32::try_from(place).ok().filter(|place| *place > 0)
    }

    /// Number of games that wait.
    pub(crate) fn len(&self) -> usize {
        self.games().waiting.len()
    }

    /// Ends the threads.
    pub(crate) fn close(&self) {
        self.games().is_closed = true;
        self.0.changed.notify_all();
    }

    /// Waits for a game for which no thread is thinking; none when the queue is closed.
    pub(super) fn pop(&self) -> Option<ServedGame> {
        let mut games = self.games();
        loop {
            if games.is_closed {
                return None;
            }
            if let Some(game) = games.take_next() {
                return Some(ServedGame { game, queue: self.clone() });
            }
            games = self.0.changed.wait(games).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn games(&self) -> MutexGuard<'_, WaitingGames> {
        // The games are consistent after every statement, so a poisoned lock is still usable.
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WaitingGames {
    fn take_next(&mut self) -> Option<GameId> {
        let game = self.waiting.pop_if(|game| !self.served.contains(game))?;
        self.is_waiting.remove(&game);
        self.served.insert(game);
        Some(game)
    }
}

impl Drop for ServedGame {
    fn drop(&mut self) {
        self.queue.games().served.remove(&self.game);
        // It may have come again meanwhile.
        self.queue.0.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> GameId {
        text.parse().expect("a game")
    }

    #[test]
    fn a_game_waits_once_and_is_served_by_one_thread() {
        let (queue, one, other) = (ComputerQueue::default(), game("k7wq2m9xra4t"), game("05cdv44x7ekv"));
        [one, one, other].into_iter().for_each(|game| queue.push(game, &"a".into()));
        assert_eq!((queue.len(), queue.place_of(one), queue.place_of(other)), (2, None, Some(1)));
        let served = queue.pop().expect("a game");
        queue.push(one, &"a".into());
        let next = queue.pop().expect("a game");
        assert_eq!((served.game, next.game), (one, other));
        assert!(queue.games().take_next().is_none(), "the first game is still being served");
        drop(served);
        assert_eq!(queue.pop().expect("it came again").game, one);
    }

    #[test]
    fn a_closed_queue_ends_its_threads() {
        let queue = ComputerQueue::default();
        let waiting = std::thread::spawn({
            let queue = queue.clone();
            move || queue.pop().is_none()
        });
        queue.close();
        assert!(waiting.join().expect("the thread ends"));
        queue.push(game("k7wq2m9xra4t"), &"a".into());
        assert_eq!(queue.len(), 0);
    }
}

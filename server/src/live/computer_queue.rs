//! The games that wait for a computer player.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use foldhash::HashSet;
use ikibuguzo_bot::Level;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::{ComputerTaskKind, Room};
use ikibuguzo_protocol::{ComputerLevel, GameId};

use crate::fair_queue::FairQueue;

/// Largest number of quick tasks that are done while a slow one waits. Together they take about as long as a slow one.
const MAX_QUICK_IN_A_ROW: usize = 200;

/// The games that wait for a computer player. Games with a quick task come first, but only [`MAX_QUICK_IN_A_ROW`] of
/// them while others wait. In each of the two groups the opponents of computer players take turns, so that nobody waits
/// longer because somebody else plays many games. A game is in the queue at most once. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct ComputerQueue(Arc<SharedGames>);

#[derive(Debug, Default)]
struct SharedGames {
    games: Mutex<WaitingGames>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct WaitingGames {
    /// The games of each opponent whose task takes milliseconds.
    quick: FairQueue<PlayerId, GameId>,
    /// The games of each opponent whose task takes up to 1.5 seconds.
    slow: FairQueue<PlayerId, GameId>,
    /// Games with a quick task that were served since the last slow one, while a slow one waited.
    quick_in_a_row: usize,
    is_waiting: HashSet<GameId>,
    /// Games for which a thread is thinking.
    served: HashSet<GameId>,
    is_closed: bool,
}

/// A game for which a thread is thinking.
#[derive(Debug)]
pub(crate) struct ServedGame {
    pub(crate) game: GameId,
    queue: ComputerQueue,
}

impl ComputerQueue {
    /// Adds a game if a computer player has something to do in it, unless it waits already. A game that waits with a
    /// slow task moves to the others when its task is a quick one now.
    pub(crate) fn push_if_due(&self, game: GameId, room: &Room) {
        if let Some(task) = room.computer_task() {
            self.push(game, is_slow(task.kind, task.level), &task.opponent);
        }
    }

    fn push(&self, game: GameId, is_slow: bool, opponent: &PlayerId) {
        let mut games = self.games();
        if games.is_closed {
            return;
        }
        let is_new = games.is_waiting.insert(game);
        if is_new || (!is_slow && games.slow.remove(|waiting| *waiting == game)) {
            let group = if is_slow { &mut games.slow } else { &mut games.quick };
            group.push(opponent.clone(), game);
            self.0.changed.notify_one();
        }
    }

    /// Number of games that come before a game; none if no other one does, or if it does not wait.
    pub(crate) fn place_of(&self, game: GameId) -> Option<u32> {
        let games = self.games();
        if !games.is_waiting.contains(&game) {
            return None;
        }
        u32::try_from(games.count_before(game)?).ok().filter(|place| *place > 0)
    }

    /// Number of games that wait.
    pub(crate) fn len(&self) -> usize {
        let games = self.games();
        games.quick.len() + games.slow.len()
    }

    /// Ends the threads.
    pub(crate) fn close(&self) {
        self.games().is_closed = true;
        self.0.changed.notify_all();
    }

    /// Waits for a game for which no thread is thinking; none when the queue is closed.
    pub(crate) fn pop(&self) -> Option<ServedGame> {
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
        let game = if self.quick_in_a_row < MAX_QUICK_IN_A_ROW {
            self.take_quick().or_else(|| self.take_slow())
        } else {
            self.take_slow().or_else(|| self.take_quick())
        }?;
        self.is_waiting.remove(&game);
        self.served.insert(game);
        Some(game)
    }

    fn take_quick(&mut self) -> Option<GameId> {
        let game = self.quick.pop_if(|game| !self.served.contains(game))?;
        self.quick_in_a_row = if self.slow.is_empty() { 0 } else { self.quick_in_a_row + 1 };
        Some(game)
    }

    fn take_slow(&mut self) -> Option<GameId> {
        let game = self.slow.pop_if(|game| !self.served.contains(game))?;
        self.quick_in_a_row = 0;
        Some(game)
    }

    /// Number of games that come before a game; none if it does not wait.
    fn count_before(&self, game: GameId) -> Option<usize> {
        let quick_until_slow = MAX_QUICK_IN_A_ROW.saturating_sub(self.quick_in_a_row);
        let is_it = |waiting: &GameId| *waiting == game;
        if let Some(place) = self.quick.count_before(is_it) {
            let slow = place.checked_sub(quick_until_slow).map_or(0, |rest| 1 + rest / MAX_QUICK_IN_A_ROW);
            return Some(place + slow.min(self.slow.len()));
        }
        let place = self.slow.count_before(is_it)?;
        Some(place + self.quick.len().min(quick_until_slow + place * MAX_QUICK_IN_A_ROW))
    }
}

/// Whether a task can take more than a few milliseconds: a search of the strongest level, whose budget is 3,000,000 nodes.
/// The others have at most 4,000.
fn is_slow(task: ComputerTaskKind, level: ComputerLevel) -> bool {
    let needs_search = matches!(task, ComputerTaskKind::Act | ComputerTaskKind::AnswerDraw);
    needs_search && level.number() == Level::STRONGEST.number()
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

    const QUICK: bool = false;
    const SLOW: bool = true;

    #[test]
    fn a_game_waits_once_and_is_served_by_one_thread() {
        let (queue, one, other) = (ComputerQueue::default(), game("k7wq2m9xra4t"), game("05cdv44x7ekv"));
        [one, one, other].into_iter().for_each(|game| queue.push(game, QUICK, &"a".into()));
        assert_eq!((queue.len(), queue.place_of(one), queue.place_of(other)), (2, None, Some(1)));
        let served = queue.pop().expect("a game");
        queue.push(one, QUICK, &"a".into());
        let next = queue.pop().expect("a game");
        assert_eq!((served.game, next.game), (one, other));
        assert!(queue.games().take_next().is_none(), "the first game is still being served");
        drop(served);
        assert_eq!(queue.pop().expect("it came again").game, one);
    }

    #[test]
    fn games_with_a_quick_task_come_first() {
        let queue = ComputerQueue::default();
        let waiting = [
            ("000000000001", SLOW, "a"),
            ("000000000002", SLOW, "a"),
            ("000000000003", SLOW, "b"),
            ("000000000004", QUICK, "a"),
            ("000000000005", QUICK, "a"),
            ("000000000006", QUICK, "b"),
        ];
        for (it, is_slow, opponent) in waiting {
            queue.push(game(it), is_slow, &opponent.into());
        }
        let order = [4, 6, 5, 1, 3, 2].map(|number| game(&format!("00000000000{number}")));
        for (place, it) in order.into_iter().enumerate() {
            let place = u32::try_from(place).ok().filter(|place| *place > 0);
            assert_eq!(queue.place_of(it), place, "{it}");
        }
        assert_eq!(queue.len(), order.len());
        let served = order.map(|_| queue.pop().expect("a game"));
        assert_eq!(served.each_ref().map(|served| served.game), order);
    }

    #[test]
    fn many_quick_games_do_not_keep_a_slow_one_waiting() {
        let queue = ComputerQueue::default();
        let slow = [game("000000000001"), game("000000000002")];
        slow.into_iter().for_each(|it| queue.push(it, SLOW, &"a".into()));
        let quick = [game("000000000003"), game("000000000004")];
        let mut served = Vec::new();
        while served.len() < 2 * MAX_QUICK_IN_A_ROW {
            // Both move again at once, whenever they were answered.
            quick.into_iter().for_each(|it| queue.push(it, QUICK, &"b".into()));
            let before = slow.map(|it| queue.place_of(it));
            let next = queue.pop().expect("a game").game;
            assert!(slow.into_iter().zip(before).all(|(it, place)| it != next || place.is_none()));
            served.push(next);
        }
        let places = slow.map(|it| served.iter().position(|next| *next == it));
        assert_eq!(places, [Some(MAX_QUICK_IN_A_ROW), None], "the other one comes as much later");
        assert_eq!(queue.place_of(slow[1]), Some(1), "before it only the game that waits now");
    }

    #[test]
    fn a_game_whose_slow_task_has_become_a_quick_one_comes_earlier() {
        let queue = ComputerQueue::default();
        let [one, other] = ["000000000001", "000000000002"].map(game);
        [one, other].into_iter().for_each(|it| queue.push(it, SLOW, &"a".into()));
        queue.push(other, QUICK, &"a".into());
        assert_eq!((queue.len(), queue.place_of(other), queue.place_of(one)), (2, None, Some(1)));
        queue.push(other, SLOW, &"a".into());
        assert_eq!((queue.len(), queue.place_of(other)), (2, None), "it keeps its place");
        let served = [queue.pop(), queue.pop()].map(|served| served.expect("a game"));
        assert_eq!(served.each_ref().map(|served| served.game), [other, one]);
    }

    #[test]
    fn only_a_search_of_the_strongest_level_is_slow() {
        let tasks = [ComputerTaskKind::Act, ComputerTaskKind::AnswerDraw, ComputerTaskKind::AnswerTakeback];
        let slow = |level: &str| tasks.map(|task| is_slow(task, level.parse().expect("a level")));
        assert_eq!((slow("bot:7"), slow("bot:8")), ([false; 3], [true, true, false]));
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
        queue.push(game("k7wq2m9xra4t"), QUICK, &"a".into());
        assert_eq!(queue.len(), 0);
    }
}

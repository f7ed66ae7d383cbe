//! The notices that are being sent, by player.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ikibuguzo_game::player::PlayerId;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::live::push_notice::PushNotice;

/// Largest number of notices of one player that wait or are being sent. A tournament may begin all games of a player at
/// once, with two notices for each.
const MAX_NOTICES_PER_PLAYER: usize = 64;

/// Largest number of steps at a time for the notices of one player: push services that do not answer one player must not
/// delay the notices of others.
const MAX_STEPS_PER_PLAYER: usize = 4;

/// Largest number of steps at a time for all notices. A request to a push service that does not answer takes twenty seconds.
const MAX_STEPS: usize = 64;

/// The notices that are being sent. Each does one step after another: it reads the database, or sends a request to a
/// push service. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct SendingNotices {
    players: Arc<Mutex<HashMap<PlayerId, PlayerNotices>>>,
    steps: Arc<Semaphore>,
}

/// The notices of one player that are being sent.
#[derive(Debug)]
struct PlayerNotices {
    count: usize,
    steps: Arc<Semaphore>,
}

/// A notice that is being sent, until it is dropped.
#[derive(Debug)]
pub(super) struct SendingNotice {
    pub(super) notice: PushNotice,
    player_steps: Arc<Semaphore>,
    notices: SendingNotices,
}

/// The right to do a step, until it is dropped.
#[must_use = "the step ends when this is dropped"]
#[derive(Debug)]
pub(super) struct StepPermit<'notice> {
    _of_player: Option<SemaphorePermit<'notice>>,
    _of_all: Option<SemaphorePermit<'notice>>,
}

impl SendingNotices {
    /// Counts a notice; none if its player has as many as may wait.
    pub(super) fn try_add(&self, notice: PushNotice) -> Option<SendingNotice> {
        let mut players = self.lock();
        let of_player = players.entry(notice.player.clone()).or_default();
        if of_player.count >= MAX_NOTICES_PER_PLAYER {
            return None;
        }
        of_player.count += 1;
        let player_steps = Arc::clone(&of_player.steps);
        Some(SendingNotice { notice, player_steps, notices: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, PlayerNotices>> {
        // Each statement leaves the counts consistent.
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SendingNotice {
    /// Waits until the notice may do a step.
    pub(super) async fn begin_step(&self) -> StepPermit<'_> {
        // Nobody closes the semaphores.
        let of_player = self.player_steps.acquire().await.ok();
        StepPermit { _of_player: of_player, _of_all: self.notices.steps.acquire().await.ok() }
    }
}

impl Default for SendingNotices {
    fn default() -> Self {
        Self { players: Arc::default(), steps: Arc::new(Semaphore::new(MAX_STEPS)) }
    }
}

impl Default for PlayerNotices {
    fn default() -> Self {
        Self { count: 0, steps: Arc::new(Semaphore::new(MAX_STEPS_PER_PLAYER)) }
    }
}

impl Drop for SendingNotice {
    fn drop(&mut self) {
        let mut players = self.notices.lock();
        let Some(of_player) = players.get_mut(&self.notice.player) else { return };
        of_player.count -= 1;
        if of_player.count == 0 {
            players.remove(&self.notice.player);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use ikibuguzo_protocol::PushKind;

    use super::*;

    fn notice(player: &str) -> PushNotice {
        PushNotice {
            player: player.into(),
            game: "000000000000".parse().expect("an id"),
            kind: PushKind::MyTurn,
            place: 0,
            opponent: None,
            rules: "kubuguza".parse().expect("rules"),
        }
    }

    #[test]
    fn some_notices_of_a_player_wait_and_others_have_their_own_places() {
        let notices = SendingNotices::default();
        let mut held: Vec<_> =
            (0..MAX_NOTICES_PER_PLAYER).map(|_| notices.try_add(notice("a")).expect("a place")).collect();
        assert!(notices.try_add(notice("a")).is_none());
        assert!(notices.try_add(notice("b")).is_some());
        held.pop();
        assert!(notices.try_add(notice("a")).is_some());
        held.clear();
        assert!(notices.lock().is_empty(), "players without notices are forgotten");
    }

    #[tokio::test]
    async fn the_steps_of_one_player_are_limited() {
        let notices = SendingNotices::default();
        let [one, other] = ["a", "b"].map(|player| notices.try_add(notice(player)).expect("a place"));
        let mut steps = Vec::new();
        for _ in 0..MAX_STEPS_PER_PLAYER {
            steps.push(one.begin_step().await);
        }
        assert!(one.begin_step().now_or_never().is_none(), "the next step waits");
        assert!(other.begin_step().now_or_never().is_some());
        steps.pop();
        assert!(one.begin_step().now_or_never().is_some());
    }
}

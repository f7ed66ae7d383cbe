use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_protocol::NewGame;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::persistent_player::{Player, Witness};
use super::{Http, seat_pair, violations as verdict};

/// Games under way, each with two players and a spectator, none of whom gives up.
pub(crate) struct Crowd {
    address: SocketAddr,
    patience: Duration,
    chance: Rng,
    moves: Arc<AtomicUsize>,
    enough: CancellationToken,
    people: JoinSet<Witness>,
    /// What those have seen whose games are over.
    gone: Vec<Witness>,
}

impl Crowd {
    /// Nobody yet: whoever comes talks with this address, and takes a connection for dead that was silent for so long.
    pub(crate) fn at(address: SocketAddr, patience: Duration, seed: u64) -> Self {
        let (chance, moves, enough) = (Rng::with_seed(seed), Arc::default(), CancellationToken::new());
        Self { address, patience, chance, moves, enough, people: JoinSet::new(), gone: Vec::new() }
    }

    /// Begins a game.
    pub(crate) async fn play(&mut self, http: &Http, new: NewGame) {
        let (game, [south, north]) = seat_pair(http, new).await;
        for credentials in [south, north, http.guest().await] {
            let player = Player {
                address: self.address,
                credentials,
                game,
                chance: self.chance.fork(),
                patience: self.patience,
                moves: Arc::clone(&self.moves),
                enough: self.enough.clone(),
            };
            self.people.spawn(player.run());
        }
    }

    /// Acknowledged moves of all games. Panics where somebody has.
    pub(crate) fn moves(&mut self) -> usize {
        while let Some(gone) = self.people.try_join_next() {
            self.gone.push(gone.expect("everybody is well"));
        }
        self.moves.load(Ordering::Relaxed)
    }

    /// What everybody has seen when all games are over.
    pub(crate) async fn at_the_end(mut self) -> Vec<Witness> {
        self.gone.extend(self.people.join_all().await);
        self.gone
    }

    /// What everybody has seen until now.
    pub(crate) async fn until_now(self) -> Vec<Witness> {
        self.enough.cancel();
        self.at_the_end().await
    }
}

/// Everything that is wrong with what they were told, compared with the logs.
pub(crate) async fn faults(http: &Http, witnesses: &[Witness]) -> Vec<String> {
    let mut faults = Vec::new();
    for witness in witnesses {
        let log = http.events(witness.game, 0).await.events;
        faults.extend(verdict::faults(witness, &log));
    }
    faults
}

//! The positions of finished games, as an index that grows behind play: who asks which games have reached a position is
//! answered from it.
//!
//! Games are taken in one by one, after they are over, and slowly while many play, so a move pays next to nothing for it. What has been taken in is marked in
//! the same transaction, so a server that is killed goes on where it was, and no game counts twice.

mod key;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use ikibuguzo_engine::{Action, Seat};
use ikibuguzo_protocol::GameId;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::error;

pub use key::Name;

use crate::outage;
use crate::room::Room;
use crate::store::{Commit, Store, StoreError};
use crate::time::Stopwatch;
use crate::writer::Writer;

/// How often finished games are looked for when there were none.
const LOOK: Duration = Duration::from_secs(1);

/// For each moment of work so many of rest: a backlog takes at most a quarter of a core, and of the disk's time.
const REST: u32 = 3;

/// The same while many games are played: there is one writer, and the moves come first.
const REST_IN_PLAY: u32 = 99;

/// Commits a second from which on many games are played.
const MANY: u128 = 100;

/// The positions of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenIn {
    /// Every position that it has reached: after how many actions first, and what was played there.
    pub first: BTreeMap<Name, (u32, Option<Action>)>,
    /// Every action that it has played in each position.
    pub played: BTreeSet<(Name, Option<Action>)>,
    /// Who won; none for a draw.
    pub winner: Option<Seat>,
}

impl TakenIn {
    /// The positions of a game that is over. One without a result has none to tell of.
    pub fn of(room: &Room) -> Self {
        let Some(outcome) = room.outcome().filter(|outcome| outcome.reason.is_a_result()) else {
            return Self::default();
        };
        let mut taken_in = Self { winner: outcome.winner.map(|seat| *seat), ..Self::default() };
        let Some(mut game) = room.game_after(0) else { return taken_in };
        let actions = room.acts().iter().map(|(_, action)| Some(*action)).chain([None]);
        for (ply, action) in (0..).zip(actions) {
            taken_in.note(Name::of(game.position()), ply, action);
            // A room has played every one of its actions before.
            action.map(|action| game.advance(action));
        }
        taken_in
    }

    fn note(&mut self, position: Name, ply: u32, action: Option<Action>) {
        self.first.entry(position).or_insert((ply, action));
        self.played.insert((position, action));
    }
}

/// Takes in the positions of finished games until the server stops.
pub async fn follow(store: Store, writer: Writer, stop: CancellationToken) {
    let mut looked = (Stopwatch::start(), writer.taken());
    loop {
        let (before, watch) = (looked, Stopwatch::start());
        looked = (watch, writer.taken());
        let is_busy = u128::from(looked.1 - before.1) * 1000 > before.0.elapsed().as_millis() * MANY;
        let rest = match take_in_next(&store, &writer).await {
            Ok(true) => watch.elapsed() * if is_busy { REST_IN_PLAY } else { REST },
            // Another server was faster.
            Ok(false) | Err(StoreError::Conflict) => LOOK,
            Err(error) => {
                outage::failed(&error);
                LOOK
            }
        };
        tokio::select! {
            () = sleep(rest) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Takes in the game that has waited for longest; tells whether there was one.
async fn take_in_next(store: &Store, writer: &Writer) -> Result<bool, StoreError> {
    let Some((game, number)) = store.next_to_take_in().await? else {
        return Ok(false);
    };
    let taken_in = vec![(game, number, read(store, game).await?)];
    writer.commit(Commit { taken_in, ..Commit::default() }).await?;
    Ok(true)
}

/// A game that cannot be read must not keep the others waiting.
async fn read(store: &Store, game: GameId) -> Result<TakenIn, StoreError> {
    match store.room(game).await {
        Ok(room) => Ok(TakenIn::of(&room)),
        Err(error @ StoreError::Corrupt(_)) => {
            error!(%error, %game, "The positions of a game cannot be told");
            Ok(TakenIn::default())
        }
        Err(error) => Err(error),
    }
}

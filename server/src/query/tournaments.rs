//! Tournaments with their standings.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use ikibuguzo_engine::BySeat;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{
    PlayerName, Seats, Tournament, TournamentId, TournamentList, TournamentPairing, TournamentStanding,
};
use ikibuguzo_store::{Store, StoreError, StoredTournament, TournamentGameRow};
use ikibuguzo_tournament::{Standing, TournamentGame, standings};

use super::kept_value::KeptValue;

/// Tournaments of a list that are not over, at most.
const MAX_LIVE: u32 = 100;

/// Tournaments of a list that are over, at most.
const MAX_OVER: u32 = 50;

/// How old a tournament can be that somebody follows.
const STREAM_AGE: Duration = Duration::from_millis(500);

/// The tournaments that streams and pages follow: each is read once for all of them.
#[derive(Debug, Default)]
pub(crate) struct ShownTournaments(Mutex<HashMap<TournamentId, Weak<ShownTournament>>>);

/// A tournament that is read again when it is half a second old; none if there is no such tournament.
pub(crate) type ShownTournament = KeptValue<Option<Tournament>>;

impl ShownTournaments {
    /// The reading of a tournament that all who follow it share.
    pub(crate) fn of(&self, id: TournamentId) -> Arc<ShownTournament> {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shown.get(&id).and_then(Weak::upgrade) {
            return known;
        }
        shown.retain(|_, it| it.strong_count() > 0);
        let new = Arc::new(KeptValue::new(STREAM_AGE));
        shown.insert(id, Arc::downgrade(&new));
        new
    }
}

/// A tournament with its standings; none if there is no such tournament.
///
/// # Errors
///
/// [`StoreError`] if the database cannot be used.
pub(crate) async fn load_tournament(
    store: &Store,
    id: TournamentId,
) -> Result<Option<Tournament>, StoreError> {
    Ok(store.load_tournament(id).await?.map(|stored| with_standings(&stored)))
}

/// The tournaments that are not over, and the last that are.
///
/// # Errors
///
/// [`StoreError`] if the database cannot be used.
pub(crate) async fn list_tournaments(store: &Store) -> Result<TournamentList, StoreError> {
    Ok(TournamentList { tournaments: store.list_tournaments(MAX_LIVE, MAX_OVER).await? })
}

fn with_standings(stored: &StoredTournament) -> Tournament {
    let place = |player: &PlayerId| stored.players.iter().position(|it| it.player.id == *player);
    let games: Vec<_> = stored
        .games
        .iter()
        .filter_map(|row| {
            let players = BySeat { south: place(&row.players.south)?, north: place(&row.players.north)? };
            Some((row, TournamentGame { players, points: row.points }))
        })
        .collect();
    let folded: Vec<_> = games.iter().map(|(_, game)| *game).collect();
    Tournament {
        summary: stored.summary.clone(),
        standings: standings(stored.players.len(), &folded)
            .into_iter()
            .map(|standing| shown(stored, standing))
            .collect(),
        rounds: games
            .chunk_by(|(one, _), (next, _)| one.round == next.round)
            .map(|round| round.iter().map(|(row, game)| pairing(stored, row, game)).collect())
            .collect(),
    }
}

fn shown(stored: &StoredTournament, standing: Standing) -> TournamentStanding {
    TournamentStanding {
        player: name_of(stored, standing.player),
        withdrawn: stored.players[standing.player].withdrawn,
        place: standing.place,
        points: standing.points,
        tie_break: standing.tie_break,
        won: standing.won,
        played: standing.played,
    }
}

fn pairing(stored: &StoredTournament, row: &TournamentGameRow, game: &TournamentGame) -> TournamentPairing {
    let BySeat { south, north } = game.players;
    TournamentPairing {
        players: Seats { south: name_of(stored, south), north: name_of(stored, north) },
        game: row.game,
        points: row.points.map(|BySeat { south, north }| Seats { south, north }),
    }
}

fn name_of(stored: &StoredTournament, place: usize) -> PlayerName {
    stored.players[place].player.name.clone()
}

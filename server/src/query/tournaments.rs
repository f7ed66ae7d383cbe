//! Tournaments with their standings.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ikibuguzo_engine::BySeat;
use ikibuguzo_protocol::{
    PlayerName, Seats, Tournament, TournamentBye, TournamentFormat, TournamentId, TournamentList,
    TournamentPairing, TournamentStanding, TournamentState,
};
use ikibuguzo_store::{Store, StoreError, StoredTournament, TournamentGameRow};
use ikibuguzo_tournament::{Standing, TournamentGame};

use super::kept_value::KeptValue;
use crate::tournaments::fold::{byes_of, folded_games, points_of_games, standings_after};

/// Largest number of tournaments of a list that are not over.
const MAX_CURRENT_TOURNAMENTS: u32 = 100;

/// Largest number of tournaments of a list that are over.
const MAX_OVER: u32 = 50;

/// Largest number of pairings of an arena whose games have ended.
const MAX_ENDED: usize = 50;

/// Largest age of a tournament that is shown: all games of a long arena are read for it.
const SHOWN_AGE: Duration = Duration::from_millis(500);

/// Largest number of tournaments that are kept.
const MAX_KEPT_TOURNAMENTS: usize = 64;

/// The tournaments that are shown: each is read once for all who read or follow it at the same time.
#[derive(Debug, Default)]
pub(crate) struct ShownTournaments(Mutex<HashMap<TournamentId, Arc<ShownTournament>>>);

/// A tournament; none if there is no such tournament.
type ShownTournament = KeptValue<Option<Tournament>>;

/// A pairing, its players, and the points that it gives.
type FoldedPairing<'s> = (&'s TournamentGameRow, (&'s TournamentGame, Option<BySeat<u32>>));

impl ShownTournaments {
    /// A tournament with its standings, as it was at most half a second ago; none if there is no such tournament.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub(crate) async fn load(
        &self,
        store: &Store,
        id: TournamentId,
    ) -> Result<Arc<Option<Tournament>>, StoreError> {
        let load = async || Ok(store.load_tournament(id).await?.map(|stored| with_standings(&stored)));
        self.of(id).get(load).await
    }

    /// Forgets a tournament that has been changed here, so that the player who changed it sees that at once.
    pub(crate) async fn forget(&self, id: TournamentId) {
        self.of(id).forget().await;
    }

    fn of(&self, id: TournamentId) -> Arc<ShownTournament> {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.len() >= MAX_KEPT_TOURNAMENTS {
            shown.retain(|_, it| Arc::strong_count(it) > 1);
        }
        Arc::clone(shown.entry(id).or_insert_with(|| Arc::new(KeptValue::new(SHOWN_AGE))))
    }
}

/// The tournaments that are not over, and those that ended last.
///
/// # Errors
///
/// [`StoreError::Unavailable`] if the database cannot be used.
pub(crate) async fn list_tournaments(store: &Store) -> Result<TournamentList, StoreError> {
    Ok(TournamentList { tournaments: store.list_tournaments(MAX_CURRENT_TOURNAMENTS, MAX_OVER).await? })
}

fn with_standings(stored: &StoredTournament) -> Tournament {
    let (rows, games): (Vec<_>, Vec<_>) = folded_games(stored).into_iter().unzip();
    let points = points_of_games(stored, &games);
    let pairings: Vec<_> = rows.into_iter().zip(games.iter().zip(points)).collect();
    Tournament {
        summary: stored.summary.clone(),
        standings: standings_after(stored, &games).into_iter().map(|it| shown(stored, it)).collect(),
        rounds: match stored.summary.format {
            TournamentFormat::RoundRobin | TournamentFormat::Swiss => rounds_of(stored, &pairings),
            TournamentFormat::Arena => latest_of(stored, &pairings),
        },
        byes: byes(stored),
    }
}

fn byes(stored: &StoredTournament) -> Vec<TournamentBye> {
    let players = byes_of(stored).into_iter().map(|place| name_of(stored, place));
    stored.byes.iter().zip(players).map(|(bye, player)| TournamentBye { round: bye.round, player }).collect()
}

fn rounds_of(stored: &StoredTournament, pairings: &[FoldedPairing<'_>]) -> Vec<Vec<TournamentPairing>> {
    let rounds = pairings.chunk_by(|(one, _), (next, _)| one.round == next.round);
    rounds.map(|round| round.iter().map(|it| pairing(stored, it)).collect()).collect()
}

/// The pairings whose games are being played, and the newest others, the newest first.
fn latest_of(stored: &StoredTournament, pairings: &[FoldedPairing<'_>]) -> Vec<Vec<TournamentPairing>> {
    let is_running = stored.summary.state == TournamentState::Running;
    let mut others = 0;
    let latest = pairings.iter().rev().filter(|(_, (game, _))| {
        let is_played = is_running && game.points.is_none();
        others += usize::from(!is_played);
        is_played || others <= MAX_ENDED
    });
    let latest: Vec<_> = latest.map(|it| pairing(stored, it)).collect();
    if latest.is_empty() { Vec::new() } else { vec![latest] }
}

fn shown(stored: &StoredTournament, standing: Standing) -> TournamentStanding {
    TournamentStanding {
        player: name_of(stored, standing.player),
        withdrawn: stored.players[standing.player].withdrawn,
        place: standing.place,
        points: standing.points,
        tie_break: standing.tie_break,
        streak: standing.streak,
        won: standing.won,
        played: standing.played,
    }
}

fn pairing(stored: &StoredTournament, (row, (game, points)): &FoldedPairing<'_>) -> TournamentPairing {
    let BySeat { south, north } = game.players;
    TournamentPairing {
        players: Seats { south: name_of(stored, south), north: name_of(stored, north) },
        game: row.game,
        points: points.map(|BySeat { south, north }| Seats { south, north }),
    }
}

fn name_of(stored: &StoredTournament, place: usize) -> PlayerName {
    stored.players[place].player.name.clone()
}

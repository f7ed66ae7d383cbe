//! The games of a tournament, in the form from which its standings are folded.

use std::collections::HashMap;

use ikibuguzo_engine::BySeat;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::TournamentFormat;
use ikibuguzo_store::{StoredTournament, TournamentGameRow};
use ikibuguzo_tournament::{
    Standing, TournamentGame, arena_points, arena_standings, standings, swiss_standings,
};

/// The pairings of a tournament, each with its players' places in the list of players. A player who is not in the list
/// has no games.
pub(crate) fn folded_games(stored: &StoredTournament) -> Vec<(&TournamentGameRow, TournamentGame)> {
    let places: HashMap<_, _> = stored.players.iter().map(|it| &it.player.id).zip(0..).collect();
    let place = |player| places.get(player).copied();
    let folded = stored.games.iter().filter_map(|row| {
        let players = BySeat { south: place(&row.players.south)?, north: place(&row.players.north)? };
        Some((row, TournamentGame { players, points: row.points }))
    });
    folded.collect()
}

/// The standings of a tournament after some games, the best first.
pub(crate) fn standings_after(stored: &StoredTournament, games: &[TournamentGame]) -> Vec<Standing> {
    match stored.summary.format {
        TournamentFormat::RoundRobin => standings(stored.players.len(), games),
        TournamentFormat::Arena => arena_standings(stored.players.len(), games),
        TournamentFormat::Swiss => swiss_standings(stored.players.len(), games, &byes_of(stored)),
    }
}

/// The points that each game gives in this tournament.
pub(crate) fn points_of_games(
    stored: &StoredTournament,
    games: &[TournamentGame],
) -> Vec<Option<BySeat<u32>>> {
    match stored.summary.format {
        TournamentFormat::RoundRobin | TournamentFormat::Swiss => {
            games.iter().map(|game| game.points).collect()
        }
        TournamentFormat::Arena => arena_points(stored.players.len(), games),
    }
}

/// The players who have rested, one for each round in which somebody rested.
pub(crate) fn byes_of(stored: &StoredTournament) -> Vec<usize> {
    let place = |player: &PlayerId| stored.players.iter().position(|it| it.player.id == *player);
    stored.byes.iter().filter_map(|bye| place(&bye.player)).collect()
}

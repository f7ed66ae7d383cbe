//! Begins the games of a tournament.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{GameOptions, initial_facts};
use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{Commit, StoreError, TournamentStep};

use super::created_game::CreatedGame;
use super::registry::RoomRegistry;
use super::stored_entries::stored_entries;
use crate::time;

impl RoomRegistry {
    /// Stores a step of a tournament with its new games, and tells their players.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if the tournament has changed; if the database cannot be used.
    pub(crate) async fn store_tournament_step(
        &self,
        step: TournamentStep,
        options: GameOptions,
        games: Vec<(GameId, BySeat<Player>)>,
    ) -> Result<(), StoreError> {
        let mut commit = Commit { tournament: Some(step), ..Commit::default() };
        let mut created = Vec::with_capacity(games.len());
        for (id, players) in games {
            created.push(self.begin_tournament_game(&mut commit, id, options, players)?);
        }
        let hints: Vec<_> = created
            .iter()
            .map(|game| stored_entries(game.id, game.number, &game.room, &commit, None))
            .collect();
        self.services().writer.commit(commit).await?;
        for (game, hint) in created.iter().zip(hints) {
            self.announce(game, Some(hint));
        }
        Ok(())
    }

    fn begin_tournament_game(
        &self,
        commit: &mut Commit,
        id: GameId,
        options: GameOptions,
        BySeat { south, north }: BySeat<Player>,
    ) -> Result<CreatedGame, StoreError> {
        let facts = initial_facts(options, None, vec![(Seat::South, south), (Seat::North, north)]);
        let guard = self.services().pending_creations.begin(time::now());
        CreatedGame::begin(commit, id, None, facts, guard)
    }
}

//! Begins the games of a tournament.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::fact::Fact;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{GameOptions, arena_facts, initial_facts};
use ikibuguzo_protocol::{GameId, TournamentFormat};
use ikibuguzo_store::{Commit, StoreError, TournamentStep};

use super::created_game::CreatedGame;
use super::registry::RoomRegistry;
use super::stored_entries::stored_entries;

impl RoomRegistry {
    /// Stores a step of a tournament with its new games, and tells their players.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if the tournament has changed; or if the database cannot be used.
    pub(crate) async fn store_tournament_step(
        &self,
        step: TournamentStep,
        (format, options): (TournamentFormat, GameOptions),
        games: Vec<(GameId, BySeat<Player>)>,
    ) -> Result<(), StoreError> {
        let mut commit = Commit { tournament: Some(Box::new(step)), ..Commit::default() };
        let mut created = Vec::with_capacity(games.len());
        for (id, players) in games {
            created.push(self.begin_tournament_game(
                &mut commit,
                id,
                first_facts(format, options, players),
            )?);
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
        facts: Vec<Fact>,
    ) -> Result<CreatedGame, StoreError> {
        let guard = self.services().pending_creations.begin(self.services().clock.now());
        CreatedGame::begin(commit, id, None, facts, guard, &self.services().chance)
    }
}

fn first_facts(
    format: TournamentFormat,
    options: GameOptions,
    BySeat { south, north }: BySeat<Player>,
) -> Vec<Fact> {
    let players = vec![(Seat::South, south), (Seat::North, north)];
    match format {
        TournamentFormat::Arena => arena_facts(options, players),
        TournamentFormat::RoundRobin | TournamentFormat::Swiss => initial_facts(options, None, players),
    }
}

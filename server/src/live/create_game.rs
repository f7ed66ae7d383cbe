//! Creates games, and seats their creators.

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_game::computer::computer_player;
use ikibuguzo_game::origin::{CommandHash, Origin};
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{GameOptions, initial_facts};
use ikibuguzo_protocol::{ErrorCode, FirstTurn, GameId, NewGame, SeatAssignment, Text};
use ikibuguzo_store::{Commit, StoreError};

use super::created_game::CreatedGame;
use super::registry::RoomRegistry;
use crate::error::Error;
use crate::{chance, time};

/// How often an id is drawn because another game has it.
const MAX_ATTEMPTS: usize = 3;

impl RoomRegistry {
    /// Creates a game and seats its creator. The same command id again finds the same game.
    ///
    /// # Errors
    ///
    /// `command_id_reused` if the id has created another game; if the database cannot be used.
    pub async fn create_game(&self, creator: &Player, new: &NewGame) -> Result<SeatAssignment, Error> {
        self.services().nodes.require_clock()?;
        let seat = choose_seat(new.starts);
        for _ in 0..MAX_ATTEMPTS {
            let game = chance::game_id();
            match self.store_new_game(game, seat, creator, new).await {
                Ok(()) => {
                    if new.opponent.is_some() {
                        self.services().computers.push(game);
                    }
                    return Ok(SeatAssignment { game, seat: Text(seat) });
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
            // The same command has created a game before, or another game has the same id or number.
            if let Some(seated) = self.find_created(creator, new).await? {
                return Ok(seated);
            }
        }
        Err(Error::new(ErrorCode::Busy, "the game was not created; try again"))
    }

    /// Waits until the game is on disk. It is stored even if the client goes away.
    async fn store_new_game(
        &self,
        game: GameId,
        seat: Seat,
        creator: &Player,
        new: &NewGame,
    ) -> Result<(), StoreError> {
        let computer = new.opponent.map(|level| (!seat, computer_player(*level)));
        let players = std::iter::once((seat, creator.clone())).chain(computer);
        let facts = initial_facts(options_of(new), None, players.collect());
        let created_by =
            Some(Origin { player: creator.id.clone(), id: new.id.clone(), hash: Some(hash_of(new)) });
        let guard = self.services().pending_creations.begin(time::now());
        let mut commit = Commit::default();
        let created = CreatedGame::begin(&mut commit, game, created_by, facts, guard)?;
        let writer = self.services().writer.clone();
        let storing = tokio::spawn(async move {
            let _pending = created;
            writer.commit(commit).await
        });
        storing.await.map_err(|_| StoreError::writer_ended())?
    }

    /// The game that the same command created before.
    async fn find_created(&self, creator: &Player, new: &NewGame) -> Result<Option<SeatAssignment>, Error> {
        let store = &self.services().store;
        let Some((game, hash)) = store.find_created_game(&creator.id, &new.id).await? else {
            return Ok(None);
        };
        if hash.is_some_and(|hash| hash != hash_of(new)) {
            let message = "you have created another game with this command id; choose another";
            return Err(Error::new(ErrorCode::CommandIdReused, message));
        }
        let seat = store.load_room(game).await?.seat_of(&creator.id);
        let seat = seat.ok_or_else(|| Error::new(ErrorCode::NotAPlayer, "you have no seat in this game"))?;
        Ok(Some(SeatAssignment { game, seat: Text(seat) }))
    }
}

fn hash_of(new: &NewGame) -> CommandHash {
    CommandHash::of(&serde_json::to_string(new).unwrap_or_default())
}

fn options_of(new: &NewGame) -> GameOptions {
    GameOptions { rules: *new.rules, rules_version: Ruleset::VERSION, public: new.public, clock: *new.clock }
}

/// South begins every game.
fn choose_seat(starts: FirstTurn) -> Seat {
    let is_south = match starts {
        FirstTurn::Me => true,
        FirstTurn::Opponent => false,
        FirstTurn::Random => chance::coin(),
    };
    if is_south { Seat::South } else { Seat::North }
}

//! Creates games, and seats their creators.

use std::time::Duration;

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_game::computer::{computer_level, computer_player, is_computer_command_id};
use ikibuguzo_game::fact::Fact;
use ikibuguzo_game::origin::{CommandHash, Origin};
use ikibuguzo_game::player::Player;
use ikibuguzo_game::projection::ProjectedEvent;
use ikibuguzo_game::room::{GameOptions, initial_facts};
use ikibuguzo_protocol::{
    ErrorCode, FirstTurn, GameId, MAX_CHALLENGE_TERM_SECONDS, MIN_CHALLENGE_TERM_SECONDS, NewGame, Opponent,
    PlayerName, SeatAssignment, Text, Timestamp,
};
use ikibuguzo_store::{Commit, StoreError};

use super::created_game::CreatedGame;
use super::registry::RoomRegistry;
use super::stored_entries::stored_entries;
use crate::chance::Chance;
use crate::cluster::hint::{Hint, StoredEntries};
use crate::error::{Error, unknown_player};
use crate::moderation::check_not_banned;

/// Largest number of ids that are drawn for a game until one is free.
const MAX_DRAWN_IDS: usize = 3;

impl RoomRegistry {
    /// Creates a game, and seats its creator and a computer player, or invites a player. The same command id again
    /// finds the same game.
    ///
    /// # Errors
    ///
    /// `clock_off`; `banned`; `not_a_challenge` if the game is to stay open for some time and invites nobody;
    /// `not_rateable` if the game is to be rated and cannot be; `command_id_taken` if the id is one of a computer
    /// player's commands; `command_id_reused` if it has created another game; `unknown_player`, `blocked` or
    /// `bad_field` if nobody can be invited; `too_many_computer_games`, `too_many_open_games` or `too_many_challenges`;
    /// `busy`; or if the database cannot be used.
    pub async fn create_game(&self, creator: &Player, new: &NewGame) -> Result<SeatAssignment, Error> {
        self.services().nodes.require_clock()?;
        check_command_id(new)?;
        check_not_banned(&self.services().store, &creator.id, self.services().clock.now()).await?;
        self.check_new_rated(creator, new).await?;
        let seat = choose_seat(new.starts, &self.services().chance);
        let facts = self.first_facts(seat, creator, new).await?;
        for _ in 0..MAX_DRAWN_IDS {
            let game = self.services().chance.game_id();
            match self.store_new_game(game, creator, new, facts.clone()).await {
                Ok(()) => return Ok(SeatAssignment { game, seat: Text(seat) }),
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

    async fn first_facts(&self, seat: Seat, creator: &Player, new: &NewGame) -> Result<Vec<Fact>, Error> {
        let open_until = open_until(new, self.services().clock.now())?;
        let mut players = vec![(seat, creator.clone())];
        let mut invited = None;
        match new.opponent.as_deref() {
            None => self.check_open_games(&creator.id, None).await?,
            Some(Opponent::Computer(level)) => {
                self.check_computer_games(&creator.id).await?;
                players.push((!seat, computer_player(*level)));
            }
            Some(Opponent::Player(name)) => {
                let player = self.find_invited(creator, name, new.rated).await?;
                self.check_open_games(&creator.id, Some(&player)).await?;
                invited = Some(player);
            }
        }
        let mut facts = initial_facts(options_of(new), None, players);
        facts.extend(invited.map(|player| Fact::Invited { player, open_until, commitment: None }));
        Ok(facts)
    }

    async fn find_invited(&self, creator: &Player, name: &PlayerName, rated: bool) -> Result<Player, Error> {
        let invited = self.services().store.find_player(name).await?.ok_or_else(unknown_player)?;
        if invited.id == creator.id {
            return Err(Error::new(ErrorCode::BadField, "you cannot play against yourself"));
        }
        if let Some(level) = computer_level(&invited) {
            let message = format!("a computer player is named as {}", level.player_name());
            return Err(Error::new(ErrorCode::BadField, message));
        }
        self.check_may_invite(creator, &invited).await?;
        if rated {
            self.check_rateable(&invited).await?;
        }
        Ok(invited)
    }

    /// Waits until the game is on disk, and then tells its players. It is stored even if the client goes away.
    async fn store_new_game(
        &self,
        game: GameId,
        creator: &Player,
        new: &NewGame,
        facts: Vec<Fact>,
    ) -> Result<(), StoreError> {
        let created_by =
            Some(Origin { player: creator.id.clone(), id: new.id.clone(), hash: Some(hash_of(new)) });
        let guard = self.services().pending_creations.begin(self.services().clock.now());
        let mut commit = Commit::default();
        let created =
            CreatedGame::begin(&mut commit, game, created_by, facts, guard, &self.services().chance)?;
        let invited = created.room.invited();
        let stored = invited.map(|_| stored_entries(game, created.number, &created.room, &commit, None));
        let rooms = self.clone();
        let storing = tokio::spawn(async move {
            rooms.services().writer.commit(commit).await?;
            rooms.announce(&created, stored);
            Ok(())
        });
        storing.await.map_err(|_| StoreError::writer_ended())?
    }

    /// Tells the players of a new game, wherever they are connected, and a computer player.
    pub(super) fn announce(&self, created: &CreatedGame, entries: Option<Hint<StoredEntries>>) {
        if let Some(stored) = entries {
            self.services().bus.queue_hint(stored.clone().into());
            self.follow_entries(stored);
        }
        let services = self.services();
        let news = created.events.iter().map(ProjectedEvent::news);
        services
            .push
            .push_news(created.id, &created.room, news, |_, player| !services.subscribers.has(player));
        services.computers.push_if_due(created.id, &created.room);
    }

    /// The game that the same command created before; none if it has created none.
    ///
    /// # Errors
    ///
    /// `command_id_reused` if the id has created another game; `not_a_player` if the creator has no seat in the game;
    /// or if the database cannot be used.
    pub async fn find_created(
        &self,
        creator: &Player,
        new: &NewGame,
    ) -> Result<Option<SeatAssignment>, Error> {
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

/// The id is in the log of the new game, so a computer player could not use it for its own command.
fn check_command_id(new: &NewGame) -> Result<(), Error> {
    if is_computer_command_id(&new.id) {
        let message = "this command id is reserved for computer players; choose another";
        return Err(Error::new(ErrorCode::CommandIdTaken, message));
    }
    Ok(())
}

/// When a challenge ends, if its maker has chosen that.
fn open_until(new: &NewGame, now: Timestamp) -> Result<Option<Timestamp>, Error> {
    let Some(seconds) = new.open_for else { return Ok(None) };
    if !(MIN_CHALLENGE_TERM_SECONDS..=MAX_CHALLENGE_TERM_SECONDS).contains(&seconds) {
        let message = format!(
            "a challenge stays open for {MIN_CHALLENGE_TERM_SECONDS} to {MAX_CHALLENGE_TERM_SECONDS} seconds"
        );
        return Err(Error::new(ErrorCode::BadField, message));
    }
    match new.opponent.as_deref() {
        Some(Opponent::Player(_)) => Ok(Some(now + Duration::from_secs(seconds.into()))),
        _ => Err(Error::new(
            ErrorCode::NotAChallenge,
            "only a challenge to a player can stay open for a chosen time",
        )),
    }
}

fn hash_of(new: &NewGame) -> CommandHash {
    CommandHash::of(&serde_json::to_string(new).unwrap_or_default())
}

fn options_of(new: &NewGame) -> GameOptions {
    GameOptions {
        rules: *new.rules,
        rules_version: Ruleset::VERSION,
        public: new.public,
        clock: *new.clock,
        rated: new.rated,
    }
}

/// South begins every game.
fn choose_seat(starts: FirstTurn, chance: &Chance) -> Seat {
    let is_south = match starts {
        FirstTurn::Me => true,
        FirstTurn::Opponent => false,
        FirstTurn::Random => chance.coin(),
    };
    if is_south { Seat::South } else { Seat::North }
}

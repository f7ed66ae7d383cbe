//! What players do: become a player, begin a game, take a seat, send a command. The API and the pages without scripts
//! call the same functions.

use std::net::IpAddr;

use ikibuguzo_game::commands::command_of;
use ikibuguzo_game::origin::CommandHash;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{Command, CommandKind};
use ikibuguzo_protocol::{
    ClientMessage, ErrorCode, GameId, InvalidId, NewGame, SeatAssignment, ServerMessage, Timestamp, Token,
};

use crate::app::App;
use crate::error::Error;
use crate::moderation::check_address;
use crate::pairing_ban::{PairingBan, leaving_record};

/// Why a request of a player was not carried out.
#[derive(Debug)]
pub(crate) enum PlayError {
    /// Too many commands of the player were refused.
    TooFast {
        /// Milliseconds until the next command is allowed.
        wait_ms: u64,
    },
    /// The player has left too many games.
    PairingBanned {
        /// The ban.
        ban: PairingBan,
        /// When the player asked.
        now: Timestamp,
    },
    /// Any other reason.
    Failed(Error),
}

impl<E: Into<Error>> From<E> for PlayError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl App {
    /// Creates a guest who asks from an address.
    ///
    /// # Errors
    ///
    /// `address_banned`, or `busy`; or if the database cannot be used.
    pub(crate) async fn create_guest(&self, address: IpAddr) -> Result<(Player, Token), Error> {
        check_address(&self.store, address, self.clock.now()).await?;
        self.accounts.add_guest().await
    }

    /// Begins a game. The same command id again finds the same game.
    ///
    /// # Errors
    ///
    /// [`PlayError::PairingBanned`], or as for [`create_game`](crate::live::registry::RoomRegistry::create_game).
    pub(crate) async fn begin_game(
        &self,
        player: &Player,
        new: &NewGame,
    ) -> Result<SeatAssignment, PlayError> {
        // A repeated request returns the game that it created, even if the player is banned now.
        if let Some(seated) = self.rooms.find_created(player, new).await? {
            return Ok(seated);
        }
        if new.public && new.opponent.is_none() {
            self.check_may_meet_strangers(player).await?;
        }
        Ok(self.rooms.create_game(player, new).await?)
    }

    /// Takes the free seat of a game. A player who has a seat is told which one.
    ///
    /// # Errors
    ///
    /// [`PlayError::PairingBanned`]; the codes of the checks before a player takes a seat; or the code of the room's
    /// rejection.
    pub(crate) async fn take_seat(&self, player: &Player, game: GameId) -> Result<SeatAssignment, PlayError> {
        if self.rooms.check_may_join(game, player).await?.is_of_stranger {
            self.check_may_meet_strangers(player).await?;
        }
        self.rooms.command(game, player, &sit_command(player)?).await?;
        Ok(self.seat_in(game, player).await?)
    }

    /// Carries out a command that came over HTTP. Legal moves are free; refused commands, also those that cannot be
    /// read, count against the player's rate.
    ///
    /// # Errors
    ///
    /// [`PlayError::TooFast`], the error of the message, or as for
    /// [`command`](crate::live::registry::RoomRegistry::command).
    pub(crate) async fn carry_out(
        &self,
        player: &Player,
        message: Result<ClientMessage, Error>,
    ) -> Result<ServerMessage, PlayError> {
        let too_fast = |wait_ms| PlayError::TooFast { wait_ms };
        self.refusals.check(&player.id, self.clock.now()).map_err(too_fast)?;
        let answer = match message {
            Ok(message) => self.decide(player, message).await,
            Err(error) => Err(error),
        };
        if answer.is_err() {
            let _ = self.refusals.take(player.id.clone(), 1, self.clock.now());
        }
        Ok(answer?)
    }

    async fn decide(&self, player: &Player, message: ClientMessage) -> Result<ServerMessage, Error> {
        let no_command = || Error::new(ErrorCode::UnknownType, "over HTTP only commands can be sent");
        let (game, command) = command_of(message, || self.chance.game_id()).ok_or_else(no_command)?;
        let seq = self.rooms.command(game, player, &command).await?;
        Ok(ServerMessage::Ack { game, id: command.id, seq })
    }

    /// Checks that a player has not left too many games lately.
    async fn check_may_meet_strangers(&self, player: &Player) -> Result<(), PlayError> {
        let now = self.clock.now();
        match leaving_record(&self.store, &player.id, now).await?.ban {
            None => Ok(()),
            Some(ban) => Err(PlayError::PairingBanned { ban, now }),
        }
    }
}

/// The command to take a seat. A player takes a seat once in a game, so the player's id serves as the command's.
fn sit_command(player: &Player) -> Result<Command, Error> {
    let id = player.id.as_str().parse();
    let id = id.map_err(|error: InvalidId| Error::new(ErrorCode::Internal, error.to_string()))?;
    Ok(Command { id, hash: CommandHash::of("sit"), kind: CommandKind::Sit })
}

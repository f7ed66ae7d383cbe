//! Ends the games of a player who deletes its account, and the challenges of a player who is blocked.

use ikibuguzo_game::origin::CommandHash;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{Command, CommandKind};
use ikibuguzo_protocol::{Claim, GameId};

use super::registry::RoomRegistry;
use crate::error::Error;

/// Games that are read at a time.
const MAX_GAMES_READ: u32 = 100;

impl RoomRegistry {
    /// Resigns the games of a player that have begun, and withdraws the others. A game that cannot be left, such as one
    /// that has just ended or cannot be read, stays as it is.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn leave_games(&self, player: &Player) -> Result<(), Error> {
        loop {
            let mut left = 0;
            for game in self.services().store.find_unfinished_games(&player.id, MAX_GAMES_READ).await? {
                left += u32::from(self.leave(game, player).await?);
            }
            if left == 0 {
                return Ok(());
            }
        }
    }

    /// Declines the open challenges of one player to another. One that the other has just accepted stays as it is.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn decline_challenges_of(&self, maker: &Player, invited: &Player) -> Result<(), Error> {
        for game in self.services().store.find_challenges(&maker.id, &invited.id).await? {
            self.try_command(game, invited, CommandKind::Decline(None)).await?;
        }
        Ok(())
    }

    /// Aborts or resigns a game. Returns whether that has ended it.
    async fn leave(&self, game: GameId, player: &Player) -> Result<bool, Error> {
        Ok(self.try_command(game, player, CommandKind::Claim(Claim::Abort)).await?
            || self.try_command(game, player, CommandKind::Resign).await?)
    }

    /// Returns whether the game has accepted a command.
    async fn try_command(&self, game: GameId, player: &Player, kind: CommandKind) -> Result<bool, Error> {
        let command =
            Command { id: self.services().chance.command_id(), hash: CommandHash::of("server"), kind };
        match self.command(game, player, &command).await {
            Ok(_) => Ok(true),
            Err(Error::Store(error)) => {
                Ok(self.services().store.leave_out_unreadable(game, Err(error))?.unwrap_or(false))
            }
            Err(Error::Rejected(_)) => Ok(false),
        }
    }
}

//! How many games one player may have at a time.
//!
//! The database counts, so that the limits hold on all servers together. Games that are created at the same moment can
//! exceed a limit by their number.

use ikibuguzo_game::computer::computer_player;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_protocol::{ComputerLevel, ErrorCode, GameId};

use super::registry::RoomRegistry;
use crate::error::Error;
use crate::moderation::check_rematch;

impl RoomRegistry {
    /// Whether a player has fewer unfinished games against computer players than the limit allows.
    async fn may_play_computer(&self, player: &PlayerId) -> Result<bool, Error> {
        let computers = ComputerLevel::ALL.map(|level| computer_player(level).id);
        let unfinished = self.services().store.count_live_games_against(player, &computers).await?;
        Ok(unfinished < u64::from(self.services().limits.computer_games_per_player))
    }

    /// Whether a computer player may accept the rematch of a game that its opponent offers.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn may_accept_rematch(
        &self,
        game: GameId,
        computer: &PlayerId,
        opponent: &PlayerId,
    ) -> Result<bool, Error> {
        match check_rematch(&self.services().store, game, computer, self.services().clock.now()).await {
            Ok(()) => self.may_play_computer(opponent).await,
            Err(Error::Rejected(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Checks that a player may begin another game against a computer player.
    pub(super) async fn check_computer_games(&self, player: &PlayerId) -> Result<(), Error> {
        if self.may_play_computer(player).await? {
            return Ok(());
        }
        let limit = self.services().limits.computer_games_per_player;
        let message = format!("you have {limit} unfinished games against computer players: end one first");
        Err(Error::new(ErrorCode::TooManyComputerGames, message))
    }

    /// Checks that another game of a player may wait for an opponent: for anybody, or for an invited player.
    pub(super) async fn check_open_games(
        &self,
        creator: &PlayerId,
        invited: Option<&Player>,
    ) -> Result<(), Error> {
        let limits = &self.services().limits;
        let counts =
            self.services().store.count_open_games(creator, invited.map(|player| &player.id)).await?;
        if let Some(Player { name, .. }) = invited
            && counts.challenges >= u64::from(limits.challenges_per_opponent)
        {
            let limit = limits.challenges_per_opponent;
            let message = format!("{limit} challenges of yours to {name} are open: withdraw one first");
            return Err(Error::new(ErrorCode::TooManyChallenges, message));
        }
        if counts.all >= u64::from(limits.open_games_per_player) {
            let limit = limits.open_games_per_player;
            let message = format!("{limit} games of yours wait for an opponent: withdraw one first");
            return Err(Error::new(ErrorCode::TooManyOpenGames, message));
        }
        Ok(())
    }
}

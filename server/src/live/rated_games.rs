//! Who may play rated games: people who have claimed their names.

use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{ErrorCode, NewGame, Opponent, TimeControl};

use super::registry::RoomRegistry;
use crate::error::Error;

impl RoomRegistry {
    /// Checks that a new game may be rated, if it is to be.
    pub(super) async fn check_new_rated(&self, creator: &Player, new: &NewGame) -> Result<(), Error> {
        if !new.rated {
            return Ok(());
        }
        if *new.clock == TimeControl::None {
            return Err(not_rateable("a rated game has a clock"));
        }
        if let Some(Opponent::Computer(_)) = new.opponent.as_deref() {
            return Err(not_rateable("games against computer players are not rated"));
        }
        self.check_rateable(creator).await
    }

    /// Checks that a player may play rated games.
    pub(crate) async fn check_rateable(&self, player: &Player) -> Result<(), Error> {
        if player.bot {
            return Err(not_rateable("bots play no rated games"));
        }
        if self.services().store.load_passphrase_hash(&player.id).await?.is_none() {
            let message = format!(
                "rated games are for players who have claimed their names with a passphrase, which {} has not",
                player.name
            );
            return Err(not_rateable(&message));
        }
        Ok(())
    }
}

fn not_rateable(message: &str) -> Error {
    Error::new(ErrorCode::NotRateable, message)
}

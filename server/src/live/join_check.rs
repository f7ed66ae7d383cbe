//! Who may play with whom.

use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::GameId;
use ikibuguzo_store::JoinTerms;

use super::registry::RoomRegistry;
use crate::error::{Error, blocked_pair};
use crate::moderation::check_not_banned;

impl RoomRegistry {
    /// Makes the checks that the room cannot make before a player takes a seat in a game. Returns what they depend on.
    ///
    /// # Errors
    ///
    /// `banned`; `not_rateable` if the game is rated and the player is a guest or a bot; `blocked` if the maker and the
    /// player do not want to play with each other; or if the database cannot be used.
    pub(crate) async fn check_may_join(&self, game: GameId, player: &Player) -> Result<JoinTerms, Error> {
        check_not_banned(&self.services().store, &player.id, self.services().clock.now()).await?;
        let terms = self.services().store.load_join_terms(game, &player.id).await?;
        if terms.blocked {
            return Err(blocked_pair());
        }
        if terms.rated {
            self.check_rateable(player).await?;
        }
        Ok(terms)
    }

    /// Checks that a player may invite another one.
    pub(super) async fn check_may_invite(&self, creator: &Player, invited: &Player) -> Result<(), Error> {
        match self.services().store.is_blocked(&creator.id, &invited.id).await? {
            true => Err(blocked_pair()),
            false => Ok(()),
        }
    }
}

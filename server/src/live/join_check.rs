//! Who may play with whom.

use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{ErrorCode, GameId};
use ikibuguzo_store::JoinTerms;

use super::registry::RoomRegistry;
use crate::error::Error;
use crate::moderation::check_not_banned;

impl RoomRegistry {
    /// Checks that a player may take a seat in a game, as far as the room cannot know, and returns what is to be known of it.
    ///
    /// # Errors
    ///
    /// `banned`; `not_rateable` if the game is rated and the player is a guest or a bot; `blocked` if the maker and the player do not
    /// want to play with each other; if the database cannot be used.
    pub(crate) async fn check_may_join(&self, game: GameId, player: &Player) -> Result<JoinTerms, Error> {
        check_not_banned(&self.services().store, &player.id).await?;
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

/// Which of the two has blocked the other is not said.
fn blocked_pair() -> Error {
    Error::new(ErrorCode::Blocked, "one of you has blocked the other")
}

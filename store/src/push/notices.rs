//! The notices that were sent to push services, and the games that may need one.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, PushKind, Timestamp};

use crate::error::StoreError;
use crate::rows::{parse, stored_number, stored_time};
use crate::store::Store;

impl Store {
    /// Records that a notice about a game is about to be sent to a player. Returns whether it may be sent; it may not
    /// if this place of the game, or a later one, was recorded before, here or by another server.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn claim_push_notice(
        &self,
        player: &PlayerId,
        game: GameId,
        kind: PushKind,
        place: u64,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let claimed = sqlx::query(
            "insert into push_notice (player_id, code, kind, place, at) values ($1, $2, $3, $4, $5)
             on conflict (player_id, code, kind) do update set place = excluded.place, at = excluded.at
             where push_notice.place < excluded.place",
        )
        .bind(player.as_str())
        .bind(game.as_str())
        .bind(kind.as_str())
        .bind(stored_number(place))
        .bind(stored_time(now))
        .execute(self.writable()?)
        .await?;
        Ok(claimed.rows_affected() > 0)
    }

    /// Removes notices that were sent before a time.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn remove_push_notices(&self, before: Timestamp) -> Result<(), StoreError> {
        let query = sqlx::query("delete from push_notice where at < $1");
        query.bind(stored_time(before)).execute(self.writable()?).await?;
        Ok(())
    }

    /// Games in which something happened since a time and about which a player may have to get a notice: games that are
    /// open for a player, arranged or played.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_games_to_push(&self, since: Timestamp) -> Result<Vec<GameId>, StoreError> {
        let codes: Vec<String> = sqlx::query_scalar(
            "select code from game where game_id in (
                 select live.game_id from push_subscription own
                 join game live on live.south = own.player_id and live.state in ('arranging', 'playing')
                 union select live.game_id from push_subscription own
                 join game live on live.north = own.player_id and live.state in ('arranging', 'playing')
                 union select kept.game_id from push_subscription own
                 join game kept on kept.invited = own.player_id and kept.state = 'open' and kept.invited is not null
             ) and (select event.at from event where event.game_id = game.game_id order by event.seq desc limit 1) >= $1",
        )
        .bind(stored_time(since))
        .fetch_all(&self.pool)
        .await?;
        codes.iter().map(|code| parse(code)).collect()
    }
}

//! The games that an operator's webhook is told of.

use ikibuguzo_protocol::GameId;

use crate::error::StoreError;
use crate::rows::{millis, parse, unsigned};
use crate::store::Store;

/// Games that are read at a time.
const BATCH: i64 = 20;

/// What a webhook is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookKind {
    /// A public game with a free seat for everybody, in the order of creation.
    OpenGame,
    /// A public game that is over, in the order of ends.
    GameOver,
}

/// A game to tell, and when it was created or ended: milliseconds since 1970-01-01 UTC.
pub type WebhookGame = (u64, GameId);

impl WebhookKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::OpenGame, Self::GameOver];

    /// The kind as it is written on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenGame => "open_game",
            Self::GameOver => "game_over",
        }
    }

    fn select(self) -> &'static str {
        match self {
            Self::OpenGame => {
                "select created_at, code from game where public = 1 and state = 'open' and invited is null
                 and (created_at > $1 or (created_at = $1 and code > $2)) and created_at >= $1 and created_at < $3
                 order by created_at, code limit $4"
            }
            Self::GameOver => {
                "select ended_at, code from game where public = 1 and ended_at is not null
                 and (ended_at > $1 or (ended_at = $1 and code > $2)) and ended_at >= $1 and ended_at < $3
                 order by ended_at, code limit $4"
            }
        }
    }
}

impl Store {
    /// The next games to tell, from `since` on if the webhook was not told of later ones, and before `until`; both in
    /// milliseconds since 1970-01-01 UTC. What comes first is told from `since` on.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_webhook_games(
        &self,
        kind: WebhookKind,
        since: u64,
        until: u64,
    ) -> Result<Vec<WebhookGame>, StoreError> {
        let query = sqlx::query_as("select at, code from webhook_cursor where kind = $1");
        let told: Option<(i64, String)> = query.bind(kind.as_str()).fetch_optional(&self.pool).await?;
        let (at, code) =
            told.filter(|(at, _)| *at >= millis(since)).unwrap_or((millis(since), String::new()));
        let rows: Vec<(i64, String)> = sqlx::query_as(kind.select())
            .bind(at)
            .bind(code)
            .bind(millis(until))
            .bind(BATCH)
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter().map(|(at, code)| Ok((unsigned(at)?, parse(&code)?))).collect()
    }

    /// Where the webhook begins if it was never told anything: it is stored, so that a restart misses nothing. `now` is in
    /// milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn begin_webhook(&self, now: u64) -> Result<(), StoreError> {
        for kind in WebhookKind::ALL {
            sqlx::query(
                "insert into webhook_cursor (kind, at, code) values ($1, $2, '') on conflict do nothing",
            )
            .bind(kind.as_str())
            .bind(millis(now))
            .execute(&self.pool)
            .await?;
        }
        Ok(())
    }

    /// Notes that the webhook was told of a game, and of all before it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn note_webhook_told(
        &self,
        kind: WebhookKind,
        (at, game): WebhookGame,
    ) -> Result<(), StoreError> {
        sqlx::query("update webhook_cursor set at = $2, code = $3 where kind = $1")
            .bind(kind.as_str())
            .bind(millis(at))
            .bind(game.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

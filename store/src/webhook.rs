//! The games that are reported to an operator's webhook.

use ikibuguzo_protocol::{GameId, Timestamp};

use crate::error::StoreError;
use crate::rows::{parse, stored_time, timestamp};
use crate::store::Store;

/// Games that are read at a time.
const BATCH: i64 = 20;

/// The kinds of messages to a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookKind {
    /// A public game with a free seat for everybody, in the order of creation.
    OpenGame,
    /// A public game that is over, in the order of ends.
    GameOver,
}

/// A game to report, and when it was created or ended.
pub type WebhookGame = (Timestamp, GameId);

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
    /// The next games to report, in order: after the last one that was reported, but not earlier than `since`, and
    /// before `until`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_webhook_games(
        &self,
        kind: WebhookKind,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<WebhookGame>, StoreError> {
        let query = sqlx::query_as("select at, code from webhook_cursor where kind = $1");
        let reported: Option<(i64, String)> = query.bind(kind.as_str()).fetch_optional(&self.pool).await?;
        let (at, code) = reported
            .filter(|(at, _)| *at >= stored_time(since))
            .unwrap_or((stored_time(since), String::new()));
        let rows: Vec<(i64, String)> = sqlx::query_as(kind.select())
            .bind(at)
            .bind(code)
            .bind(stored_time(until))
            .bind(BATCH)
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter().map(|(at, code)| Ok((timestamp(at)?, parse(&code)?))).collect()
    }

    /// Stores where the webhook begins if nothing has been reported to it yet, so that a restart misses nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn begin_webhook(&self, now: Timestamp) -> Result<(), StoreError> {
        for kind in WebhookKind::ALL {
            sqlx::query(
                "insert into webhook_cursor (kind, at, code) values ($1, $2, '') on conflict do nothing",
            )
            .bind(kind.as_str())
            .bind(stored_time(now))
            .execute(self.writable()?)
            .await?;
        }
        Ok(())
    }

    /// Notes that a game, and all games before it, have been reported to the webhook.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn note_webhook_reported(
        &self,
        kind: WebhookKind,
        (at, game): WebhookGame,
    ) -> Result<(), StoreError> {
        sqlx::query("update webhook_cursor set at = $2, code = $3 where kind = $1")
            .bind(kind.as_str())
            .bind(stored_time(at))
            .bind(game.as_str())
            .execute(self.writable()?)
            .await?;
        Ok(())
    }
}

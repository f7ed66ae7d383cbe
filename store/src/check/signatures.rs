//! The signed days, and how many games are stored as parts of their roots.

use super::Checker;
use crate::error::StoreError;
use crate::rows::unsigned;
use crate::statement::Statement;

/// A signature over some days, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureToCheck {
    /// The last of the days.
    pub last_day: String,
    /// The line that was signed.
    pub statement: String,
    /// Its signature in base64.
    pub signature: String,
    /// Number of games that are stored as parts of its root.
    pub games: u64,
}

impl Checker {
    /// All signatures: at most one a day.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn read_signatures(&mut self) -> Result<Vec<SignatureToCheck>, StoreError> {
        let rows: Vec<(String, String, String, i64)> = Statement::new(
            "select signed_days.last_day, signed_days.statement, signed_days.signature, count(signed_game.game_id)
             from signed_days left join signed_game on signed_game.last_day = signed_days.last_day
             group by signed_days.last_day, signed_days.statement, signed_days.signature
             order by signed_days.last_day",
        )
        .rows(&mut self.connection)
        .await?;
        let read = |(last_day, statement, signature, games): (String, String, String, i64)| {
            Ok(SignatureToCheck { last_day, statement, signature, games: unsigned(games)? })
        };
        rows.into_iter().map(read).collect()
    }

    /// The private key that signs games; none before a server has made it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_games_key(&self) -> Result<Option<String>, StoreError> {
        self.store.find_games_key().await
    }
}

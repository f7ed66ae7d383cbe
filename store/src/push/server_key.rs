//! The key with which servers sign their requests to push services.

use crate::error::StoreError;
use crate::store::Store;

/// The name of that key in the table of keys.
const PUSH_KEY: &str = "push";

impl Store {
    /// The private key for push services: the stored one, or `new`, which is then stored.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_or_add_push_key(&self, new: &str) -> Result<String, StoreError> {
        sqlx::query("insert into server_key (name, private_key) values ($1, $2) on conflict do nothing")
            .bind(PUSH_KEY)
            .bind(new)
            .execute(&self.pool)
            .await?;
        let query = sqlx::query_scalar("select private_key from server_key where name = $1");
        Ok(query.bind(PUSH_KEY).fetch_one(&self.pool).await?)
    }
}

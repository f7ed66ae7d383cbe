//! The keys that the servers of a database share.

use crate::error::StoreError;
use crate::store::Store;

/// The name of the key with which servers sign their requests to push services.
const PUSH_KEY: &str = "push";

/// The name of the key with which nodes sign what they tell each other.
const BUS_KEY: &str = "bus";

/// The name of the key with which the server signs the games of a day.
const GAMES_KEY: &str = "games";

impl Store {
    /// The private key for push services: the stored one, or `new`, which is then stored.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_or_add_push_key(&self, new: &str) -> Result<String, StoreError> {
        self.load_or_add_key(PUSH_KEY, new).await
    }

    /// The secret key of the nodes: the stored one, or `new`, which is then stored.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_or_add_bus_key(&self, new: &str) -> Result<String, StoreError> {
        self.load_or_add_key(BUS_KEY, new).await
    }

    /// The private key that signs games: the stored one, or `new`, which is then stored.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_or_add_games_key(&self, new: &str) -> Result<String, StoreError> {
        self.load_or_add_key(GAMES_KEY, new).await
    }

    /// The private key that signs games; none before a server has made it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_games_key(&self) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("select private_key from server_key where name = $1");
        Ok(query.bind(GAMES_KEY).fetch_optional(&self.pool).await?)
    }

    async fn load_or_add_key(&self, name: &str, new: &str) -> Result<String, StoreError> {
        sqlx::query("insert into server_key (name, private_key) values ($1, $2) on conflict do nothing")
            .bind(name)
            .bind(new)
            .execute(self.writable()?)
            .await?;
        let query = sqlx::query_scalar("select private_key from server_key where name = $1");
        Ok(query.bind(name).fetch_one(&self.pool).await?)
    }
}

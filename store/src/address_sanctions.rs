//! Addresses that operators ban for a time.

use crate::error::StoreError;
use crate::rows::{stored_time, timestamp};
use crate::store::Store;
use ikibuguzo_protocol::Timestamp;

/// A decision that bans an address or a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressBan {
    /// The address or network, in the notation of CIDR.
    pub network: String,
    /// The reason.
    pub reason: String,
    /// When it was decided.
    pub at: Timestamp,
    /// When it ends.
    pub until: Timestamp,
}

impl Store {
    /// Stores a decision that bans a network.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_address_ban(&self, ban: &AddressBan) -> Result<(), StoreError> {
        self.add_address_sanction("banned", ban).await
    }

    /// Ends earlier decisions about a network, at a time.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn lift_address_bans(
        &self,
        network: &str,
        reason: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let network = network.to_owned();
        let reason = reason.to_owned();
        self.add_address_sanction("lifted", &AddressBan { network, reason, at, until: at }).await
    }

    async fn add_address_sanction(&self, kind: &str, sanction: &AddressBan) -> Result<(), StoreError> {
        sqlx::query(
            "insert into address_sanction (network, at, kind, reason, until_at) values ($1, $2, $3, $4, $5)",
        )
        .bind(&sanction.network)
        .bind(stored_time(sanction.at))
        .bind(kind)
        .bind(&sanction.reason)
        .bind(stored_time(sanction.until))
        .execute(self.writable()?)
        .await?;
        Ok(())
    }

    /// The decisions in force at `now`; the one that ends last comes first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_address_bans(&self, now: Timestamp) -> Result<Vec<AddressBan>, StoreError> {
        let rows: Vec<(String, String, i64, i64)> = sqlx::query_as(
            "select network, reason, at, until_at from address_sanction
             where until_at > $1 and kind = 'banned'
             and not exists (select 1 from address_sanction later where later.network = address_sanction.network
                             and later.kind = 'lifted' and later.at > address_sanction.at)
             order by until_at desc, network, at",
        )
        .bind(stored_time(now))
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(read_ban).collect()
    }
}

fn read_ban((network, reason, at, until): (String, String, i64, i64)) -> Result<AddressBan, StoreError> {
    Ok(AddressBan { network, reason, at: timestamp(at)?, until: timestamp(until)? })
}

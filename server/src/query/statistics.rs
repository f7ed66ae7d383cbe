//! The statistics over all games.

use ikibuguzo_protocol::Stats;
use ikibuguzo_store::Store;

use crate::error::Error;

/// The statistics over all finished games, private games included.
///
/// # Errors
///
/// Where the database cannot be used.
pub(crate) async fn statistics(store: &Store) -> Result<Stats, Error> {
    Ok(store.load_statistics().await?)
}

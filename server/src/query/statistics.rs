//! The statistics over all games.

use std::sync::Arc;

use ikibuguzo_protocol::Stats;
use ikibuguzo_store::Store;

use super::kept_value::KeptValue;
use crate::error::Error;

/// The statistics over all finished games, private games included, as they were a short time ago.
///
/// # Errors
///
/// If the database cannot be used.
pub(crate) async fn statistics(store: &Store, kept: &KeptValue<Stats>) -> Result<Arc<Stats>, Error> {
    Ok(kept.get(async || store.load_statistics().await).await?)
}

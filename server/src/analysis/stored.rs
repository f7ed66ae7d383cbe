//! Analyses that are stored in the database.

use ikibuguzo_bot::VERSION;
use ikibuguzo_protocol::{Analysis, GameId};
use ikibuguzo_store::{Store, StoreError};

/// The analysis of a game, if it is stored and was made by this [`VERSION`] or a later one.
///
/// # Errors
///
/// [`StoreError::Unavailable`] if the database cannot be used.
pub(crate) async fn find_current_analysis(
    store: &Store,
    game: GameId,
) -> Result<Option<Analysis>, StoreError> {
    let stored = store.find_analysis(game).await?;
    Ok(stored.filter(|stored| stored.version >= VERSION))
}

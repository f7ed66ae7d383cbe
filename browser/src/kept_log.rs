//! The log of a game that the page has kept.

use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::offline::entry_of_text;
use ikibuguzo_game::record;
use ikibuguzo_game::room::Rejection;
use ikibuguzo_protocol::{ErrorCode, GameId};

/// Reads the entries of a log.
pub(crate) fn read_log(log: &[String]) -> Result<Vec<Entry>, Rejection> {
    log.iter().map(|text| entry_of_text(text).map_err(|_| unreadable())).collect()
}

/// The record of a game.
pub(crate) fn record(game: GameId, log: &[String]) -> Result<String, Rejection> {
    let record = record::record(game, &read_log(log)?).map_err(|_| unreadable())?;
    Ok(record.to_string())
}

/// The log is damaged. What is wrong with it may be a secret of the game.
pub(crate) fn unreadable() -> Rejection {
    Rejection::new(ErrorCode::GameUnreadable, "this browser has kept the game in a form that cannot be read")
}

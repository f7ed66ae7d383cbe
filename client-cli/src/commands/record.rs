//! `record`: prints the record of a game.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::GameId;

use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::terminal::sanitize::sanitize;

/// Prints the record of a game up to its newest turn.
///
/// # Errors
///
/// If the server cannot be reached or refuses.
pub fn run(api: &ApiClient, game: GameId) -> Result<Exit> {
    let text = api.record(None, game)?;
    write!(stdout(), "{}", sanitize(&text))?;
    Ok(Exit::Done)
}

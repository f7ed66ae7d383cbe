//! `decline`: declines the invitation to a game.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{DeclineReason, GameId};

use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::store::IdentityStore;

/// Declines the invitation of this machine's player with this number.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or the player's file cannot be used.
pub fn run(
    api: &ApiClient,
    players: &IdentityStore,
    game: GameId,
    reason: Option<DeclineReason>,
    number: u32,
) -> Result<Exit> {
    let identity = players.load(number)?;
    api.decline(&identity.token, game, reason).map_err(|error| identity.explain(error))?;
    writeln!(stdout(), "The invitation is declined.")?;
    Ok(Exit::Done)
}

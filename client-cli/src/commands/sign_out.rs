//! `sign-out`: forgets a player of this machine.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::ErrorCode;

use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, Failure};
use crate::identity::store::IdentityStore;

/// Revokes the player's token at the server, and removes its file.
///
/// # Errors
///
/// If the server cannot be reached or refuses, another process plays as the player, or the file cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, number: u32) -> Result<Exit> {
    let identity = players.load_locked(number)?;
    let revoked = api.revoke_own_token(&identity.token);
    // A token that the server does not know needs no revoking.
    if let Err(error) = revoked
        && error.downcast_ref::<Failure>().is_none_or(|failure| failure.code != Some(ErrorCode::BadToken))
    {
        return Err(error);
    }
    let name = players.remove(identity)?;
    writeln!(stdout(), "{name} is no longer a player of this machine.")?;
    Ok(Exit::Done)
}

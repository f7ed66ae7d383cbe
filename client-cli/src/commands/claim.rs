//! `claim`: claims a name with a passphrase.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{Credentials, NameClaim, PlayerName};

use super::passphrase::{read_new_passphrase, read_passphrase};
use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::store::{IdentityStore, is_playing};

/// Claims a name for the machine's player of this number. If the player does not exist, creates it.
///
/// # Errors
///
/// If the server cannot be reached or refuses, another process plays as the player, no passphrase is given, or the
/// player's file cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, name: &PlayerName, number: u32) -> Result<Exit> {
    let identity = players.load_or_create(number, || api.create_guest())?;
    if !identity.is_locked_by_us() {
        return Err(is_playing(number).into());
    }
    let player = api.own_player(&identity.token).map_err(|error| identity.explain(error))?;
    let current = player.claimed.then(|| read_passphrase("Your current passphrase: ")).transpose()?;
    let claim = NameClaim { name: name.clone(), passphrase: read_new_passphrase()?, current };
    let player = api.claim_name(&identity.token, &claim)?;
    let name =
        players.replace(number, &Credentials { name: player.name, token: identity.token.clone() })?.name;
    writeln!(stdout(), "Player {number} is {name} now. On another machine:")?;
    writeln!(stdout(), "ikibuguzo{} sign-in {name}", api.server().as_option())?;
    Ok(Exit::Done)
}

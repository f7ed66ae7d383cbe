//! `sign-in`: adds a claimed name to the players of this machine.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{Credentials, PlayerName, SignIn};

use super::passphrase::read_passphrase;
use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::player::Identity;
use crate::identity::store::IdentityStore;

/// Adds the player with a claimed name to the players of this machine. If this machine has a player of this name
/// already, it stays the only one of the name.
///
/// # Errors
///
/// If the server cannot be reached or refuses, no passphrase is given, another process plays as the player, or the
/// player's file cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, name: &PlayerName) -> Result<Exit> {
    let passphrase = read_passphrase("Your passphrase: ")?;
    let credentials = api.sign_in(&SignIn { name: name.clone(), passphrase })?;
    let identity = match players.numbers_named(&credentials.name)?.first() {
        Some(number) => renew(api, players, *number, &credentials)?,
        None => players.add(&credentials)?,
    };
    writeln!(stdout(), "{} is player {} of this machine.", identity.name, identity.number)?;
    Ok(Exit::Done)
}

/// Gives a player of this machine the new token, unless the old one still works: then the new one is revoked.
fn renew(api: &ApiClient, players: &IdentityStore, number: u32, new: &Credentials) -> Result<Identity> {
    let present = players.load(number)?;
    if api.own_player(&present.token).is_ok_and(|player| player.name == new.name) {
        api.revoke_own_token(&new.token)?;
        return Ok(present);
    }
    let _locked = players.load_locked(number)?;
    players.replace(number, new)
}

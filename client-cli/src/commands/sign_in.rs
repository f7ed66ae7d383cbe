//! `sign-in`: adds a claimed name to the players of this machine.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{PlayerName, SignIn};

use super::passphrase::read_passphrase;
use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::store::IdentityStore;

/// Adds the player with a claimed name to the players of this machine.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or no passphrase is given.
pub fn run(api: &ApiClient, players: &IdentityStore, name: &PlayerName) -> Result<Exit> {
    let passphrase = read_passphrase("Your passphrase: ")?;
    let credentials = api.sign_in(&SignIn { name: name.clone(), passphrase })?;
    let identity = players.add(&credentials)?;
    writeln!(stdout(), "{} is player {} of this machine.", identity.name, identity.number)?;
    Ok(Exit::Done)
}

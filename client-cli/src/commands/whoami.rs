//! `whoami`: the players of this machine.

use std::io::{Write, stdout};

use anyhow::Result;
use serde_json::json;

use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::store::Identities;

/// Prints the players of this machine, as the server knows them.
///
/// # Errors
///
/// Where the server cannot be reached or does not know one, or a player's file cannot be used.
pub fn whoami(api: &ApiClient, identities: &Identities, only: Option<u32>, json: bool) -> Result<Exit> {
    let numbers = only.map_or_else(|| identities.numbers(), |number| Ok(vec![number]))?;
    let mut out = stdout();
    for &number in &numbers {
        let identity = identities.get(number)?;
        let name = api.own_player(&identity.token).map_err(|error| identity.explain(error))?.name;
        if json {
            writeln!(out, "{}", json!({"player": number, "name": name}))?;
        } else {
            writeln!(out, "player {number}: {name}")?;
        }
    }
    if numbers.is_empty() && !json {
        writeln!(out, "Nobody yet: `ikibuguzo play` gets a name from the server.")?;
    }
    Ok(Exit::Done)
}

//! `whoami`: lists the players of this machine.

use std::io::{Write, stdout};

use anyhow::Result;
use serde_json::json;

use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::store::IdentityStore;

/// Prints the players of this machine, or only the one of this number, with the names that the server knows.
///
/// # Errors
///
/// If the server cannot be reached or does not know a player, or a player's file cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, only: Option<u32>, json: bool) -> Result<Exit> {
    let numbers = only.map_or_else(|| players.numbers(), |number| Ok(vec![number]))?;
    let mut out = stdout();
    for &number in &numbers {
        let identity = players.load(number)?;
        let name = api.own_player(&identity.token).map_err(|error| identity.explain(error))?.name;
        if json {
            writeln!(out, "{}", json!({"player": number, "name": name}))?;
        } else {
            writeln!(out, "player {number}: {name}")?;
        }
    }
    if numbers.is_empty() && !json {
        writeln!(out, "No players yet: `ikibuguzo play` gets a name from the server.")?;
    }
    Ok(Exit::Done)
}

//! `whoami`: lists the players of this machine.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::PlayerName;
use serde_json::json;

use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, error_text};
use crate::identity::store::IdentityStore;
use crate::terminal::messages::report;

/// Prints the players of this machine, or only the one of this number, with the names that the server knows.
///
/// # Errors
///
/// If the server cannot be reached or does not know a player, or a player's file cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, only: Option<u32>, json: bool) -> Result<Exit> {
    let numbers = only.map_or_else(|| players.numbers(), |number| Ok(vec![number]))?;
    let mut out = stdout();
    let mut fault = None;
    for &number in &numbers {
        let name = match current_name(api, players, number) {
            Ok(name) => name,
            // One unusable player does not hide the others. The program ends with the last error.
            Err(error) => {
                if let Some(earlier) = fault.replace(error) {
                    report(error_text(&earlier, json));
                }
                continue;
            }
        };
        if json {
            writeln!(out, "{}", json!({"player": number, "name": name}))?;
        } else {
            writeln!(out, "player {number}: {name}")?;
        }
    }
    if numbers.is_empty() && !json {
        writeln!(out, "No players yet: `ikibuguzo play` gets a name from the server.")?;
    }
    fault.map_or(Ok(Exit::Done), Err)
}

fn current_name(api: &ApiClient, players: &IdentityStore, number: u32) -> Result<PlayerName> {
    let identity = players.load(number)?;
    Ok(api.own_player(&identity.token).map_err(|error| identity.explain(error))?.name)
}

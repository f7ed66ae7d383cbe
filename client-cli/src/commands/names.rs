//! `claim`, `sign-in`, `sign-out` and `whoami`: the names under which this machine plays.

use std::io::{IsTerminal, Write, stdin, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{Credentials, ErrorCode, NameClaim, Passphrase, PlayerName, SignIn};
use serde_json::json;

use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, Failure, error_text};
use crate::identity::player::Identity;
use crate::identity::store::{IdentityStore, is_playing};
use crate::terminal::output::report;

/// Claims a name for the machine's player of this number. If the player does not exist, creates it.
///
/// # Errors
///
/// If the server cannot be reached or refuses, another process plays as the player, no passphrase is given, or the
/// player's file cannot be used.
pub fn claim(api: &ApiClient, players: &IdentityStore, name: &PlayerName, number: u32) -> Result<Exit> {
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

/// Adds the player with a claimed name to the players of this machine. If this machine has a player of this name
/// already, it stays the only one of the name.
///
/// # Errors
///
/// If the server cannot be reached or refuses, no passphrase is given, another process plays as the player, or the
/// player's file cannot be used.
pub fn sign_in(api: &ApiClient, players: &IdentityStore, name: &PlayerName) -> Result<Exit> {
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

/// Revokes the player's token at the server, and removes its file.
///
/// # Errors
///
/// If the server cannot be reached or refuses, another process plays as the player, or the file cannot be used.
pub fn sign_out(api: &ApiClient, players: &IdentityStore, number: u32) -> Result<Exit> {
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

/// Prints the players of this machine, or only the one of this number, with the names that the server knows.
///
/// # Errors
///
/// If the server cannot be reached or does not know a player, or a player's file cannot be used.
pub fn print_own_names(
    api: &ApiClient,
    players: &IdentityStore,
    only: Option<u32>,
    json: bool,
) -> Result<Exit> {
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

/// Reads a passphrase from the terminal, which does not show it, or a line of standard input.
fn read_passphrase(prompt: &str) -> Result<Passphrase> {
    let text = if stdin().is_terminal() {
        rpassword::prompt_password(prompt)?
    } else {
        let mut line = String::new();
        stdin().read_line(&mut line)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    text.parse().map_err(|error| Failure::new(Exit::Refused, format!("{error}")).into())
}

/// Reads a new passphrase. At a terminal, where it is typed unseen, it must be typed twice.
fn read_new_passphrase() -> Result<Passphrase> {
    let passphrase = read_passphrase("New passphrase, 8 characters or more: ")?;
    if stdin().is_terminal() && read_passphrase("The same again: ")? != passphrase {
        return Err(Failure::new(Exit::Refused, "the two passphrases differ").into());
    }
    Ok(passphrase)
}

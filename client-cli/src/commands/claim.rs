//! `claim` and `sign-in`: a name that one can come back to.

use std::io::{IsTerminal, Write, stdin, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{NameClaim, Passphrase, PlayerName, SignIn};

use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, Failure};
use crate::identity::store::Identities;

/// Claims a name for one of the machine's players, made now if need be.
///
/// # Errors
///
/// Where the server cannot be reached or refuses, the player plays elsewhere, or there is no passphrase.
pub fn claim(api: &ApiClient, identities: &Identities, name: &PlayerName, number: u32) -> Result<Exit> {
    let identity = identities.get_or_make(number, || api.create_guest())?;
    if !identity.is_ours() {
        let message = format!("player {number} plays in another terminal: end that first");
        return Err(Failure::new(Exit::Config, message).into());
    }
    let me = api.own_player(&identity.token).map_err(|error| identity.explain(error))?;
    let current = me.claimed.then(|| ask("Your passphrase until now: ")).transpose()?;
    let claim = NameClaim { name: name.clone(), passphrase: ask_twice()?, current };
    let me = api.claim_name(&identity.token, &claim)?;
    let identity = identities.rename(identity, me.name)?;
    writeln!(
        stdout(),
        "Player {number} is {name} now. Elsewhere: ikibuguzo sign-in {name}",
        name = identity.name
    )?;
    Ok(Exit::Done)
}

/// Makes a name that was claimed a player of this machine.
///
/// # Errors
///
/// Where the server cannot be reached or refuses, or there is no passphrase.
pub fn sign_in(api: &ApiClient, identities: &Identities, name: &PlayerName) -> Result<Exit> {
    let passphrase = ask("Your passphrase: ")?;
    let credentials = api.sign_in(&SignIn { name: name.clone(), passphrase })?;
    let identity = identities.keep(&credentials)?;
    writeln!(stdout(), "{} is player {} of this machine.", identity.name, identity.number)?;
    Ok(Exit::Done)
}

/// A new passphrase; at a terminal, where nobody sees what is typed, it is typed twice.
fn ask_twice() -> Result<Passphrase> {
    let passphrase = ask("A passphrase, 8 characters or more: ")?;
    if stdin().is_terminal() && ask("Once more: ")? != passphrase {
        return Err(Failure::new(Exit::Refused, "those were two passphrases").into());
    }
    Ok(passphrase)
}

/// A passphrase from the terminal, which does not show it, or a line of standard input.
fn ask(prompt: &str) -> Result<Passphrase> {
    let text = if stdin().is_terminal() {
        rpassword::prompt_password(prompt)?
    } else {
        let mut line = String::new();
        stdin().read_line(&mut line)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    text.parse().map_err(|error| Failure::new(Exit::Refused, format!("{error}")).into())
}

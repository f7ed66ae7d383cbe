//! Reading passphrases.

use std::io::{IsTerminal, stdin};

use anyhow::Result;
use ikibuguzo_protocol::Passphrase;

use crate::exit::{Exit, Failure};

/// Reads a passphrase from the terminal, which does not show it, or a line of standard input.
pub fn read_passphrase(prompt: &str) -> Result<Passphrase> {
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
pub fn read_new_passphrase() -> Result<Passphrase> {
    let passphrase = read_passphrase("New passphrase, 8 characters or more: ")?;
    if stdin().is_terminal() && read_passphrase("The same again: ")? != passphrase {
        return Err(Failure::new(Exit::Refused, "the two passphrases differ").into());
    }
    Ok(passphrase)
}

//! Players: guests, claimed names, passphrases and tokens.

pub mod commands;
mod guest_name;
mod passphrase;
mod passphrase_limiter;
pub(crate) mod reserved_names;

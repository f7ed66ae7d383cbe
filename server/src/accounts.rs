//! Who somebody is: names, passphrases, tokens.

pub mod names;
pub mod passphrase;
pub(crate) mod guest_name;

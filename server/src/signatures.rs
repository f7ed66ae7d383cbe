//! What the server signs about finished games, so that a third party can hold it to them: `docs/VERIFY.md`.

pub(crate) mod day_signer;
pub(crate) mod games_key;

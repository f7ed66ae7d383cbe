//! What stands for a name or a chat message in the hash of its entry, so that it can be erased and the hash stays.

use std::fmt::Write;

use ikibuguzo_protocol::{Commitment, SALT_DIGITS};
use sha2::{Digest, Sha256};

/// Number of random bytes in a salt. Nobody can try that many salts to find an erased text.
pub const SALT_BYTES: usize = SALT_DIGITS / 2;

/// A commitment with random bytes.
pub(crate) fn with_salt(salt: [u8; SALT_BYTES]) -> Commitment {
    let mut digits = String::with_capacity(SALT_DIGITS);
    for byte in salt {
        let _ = write!(digits, "{byte:02x}");
    }
    Commitment::Salt(digits)
}

/// The hash that stands for a text, as hexadecimal digits.
pub(crate) fn hash_of(commitment: Option<&Commitment>, text: &str) -> String {
    match commitment {
        Some(Commitment::Hash(hash)) => hash.clone(),
        Some(Commitment::Salt(salt)) => {
            format!("{:x}", Sha256::new().chain_update(salt).chain_update(text).finalize())
        }
        None => format!("{:x}", Sha256::digest(text)),
    }
}

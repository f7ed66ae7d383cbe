//! What stands for a name or a chat message in the hash of its entry, so that it can be erased and the hash stays.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Number of random bytes in a salt: so many that nobody can find an erased text by trying.
pub const SALT_BYTES: usize = 16;

/// How a text enters the hash of its entry: as the SHA-256 of a salt followed by the text. A text without a commitment
/// was stored before there were hashes; it has an empty salt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Commitment {
    /// The salt, while the text is there: hexadecimal digits.
    Salt(String),
    /// The SHA-256, when the text was erased: hexadecimal digits.
    Hash(String),
}

impl Commitment {
    /// A commitment with random bytes.
    pub fn with_salt(salt: [u8; SALT_BYTES]) -> Self {
        let mut digits = String::with_capacity(2 * SALT_BYTES);
        for byte in salt {
            let _ = write!(digits, "{byte:02x}");
        }
        Self::Salt(digits)
    }

    /// The hash that stands for a text, as hexadecimal digits.
    pub fn hash_of(commitment: Option<&Self>, text: &str) -> String {
        match commitment {
            Some(Self::Hash(hash)) => hash.clone(),
            Some(Self::Salt(salt)) => {
                format!("{:x}", Sha256::new().chain_update(salt).chain_update(text).finalize())
            }
            None => format!("{:x}", Sha256::digest(text)),
        }
    }
}

//! Commitments: each represents a text in the hash of its entry. A name or a chat message can then be erased and the
//! hash stays; an array stays secret while its hash is shown.

use std::fmt::Write;

use ikibuguzo_protocol::{Commitment, SALT_DIGITS};
use sha2::{Digest, Sha256};

/// Number of random bytes in a salt. Nobody can try that many salts to find an erased text.
pub const SALT_BYTES: usize = SALT_DIGITS / 2;

/// Whether a text with this salt has the hash that was shown while the text was sealed.
pub fn opens(seal: &Commitment, salt: &Commitment, text: &str) -> bool {
    matches!(salt, Commitment::Salt(_)) && seal_of(salt, text) == *seal
}

/// The part of a commitment that others may see while its text is sealed: the hash.
pub(crate) fn seal_of(commitment: &Commitment, text: &str) -> Commitment {
    Commitment::Hash(hash_of(Some(commitment), text))
}

/// A commitment with random bytes.
pub(crate) fn with_salt(salt: [u8; SALT_BYTES]) -> Commitment {
    let mut digits = String::with_capacity(SALT_DIGITS);
    for byte in salt {
        let _ = write!(digits, "{byte:02x}");
    }
    Commitment::Salt(digits)
}

/// The hash of a text with its commitment, as hexadecimal digits.
pub(crate) fn hash_of(commitment: Option<&Commitment>, text: &str) -> String {
    match commitment {
        Some(Commitment::Hash(hash)) => hash.clone(),
        Some(Commitment::Salt(salt)) => {
            format!("{:x}", Sha256::new().chain_update(salt).chain_update(text).finalize())
        }
        None => format!("{:x}", Sha256::digest(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_salt_opens_a_seal() {
        let salt = with_salt([7; SALT_BYTES]);
        let seal = seal_of(&salt, "first");
        assert!(opens(&seal, &salt, "first"));
        assert!(!opens(&seal, &salt, "second") && !opens(&seal, &with_salt([8; SALT_BYTES]), "first"));
        assert!(!opens(&seal, &seal, "second"), "the hash itself opens nothing");
    }
}

//! Commitments to a name, a chat message or an array in the hash of its entry.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Number of hexadecimal digits of a salt.
pub const SALT_DIGITS: usize = 32;

/// Number of hexadecimal digits of a SHA-256.
const HASH_DIGITS: usize = 64;

/// How a text enters the hash of its entry: as the SHA-256 of a salt followed by the text. A text without a commitment
/// was stored before there were hashes; it has an empty salt.
///
/// As text it is `salt:` with 32 hexadecimal digits, or `sha256:` with 64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub enum Commitment {
    /// The salt, while the text is there: hexadecimal digits.
    Salt(String),
    /// The SHA-256, when the text was erased: hexadecimal digits.
    Hash(String),
}

/// The text is no commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCommitment;

impl fmt::Display for InvalidCommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a commitment is `salt:` with {SALT_DIGITS} hexadecimal digits, or `sha256:` with {HASH_DIGITS}"
        )
    }
}

impl Error for InvalidCommitment {}

impl FromStr for Commitment {
    type Err = InvalidCommitment;

    fn from_str(text: &str) -> Result<Self, InvalidCommitment> {
        let has = |digits: &str, count| {
            digits.len() == count && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        match text.split_once(':') {
            Some(("salt", digits)) if has(digits, SALT_DIGITS) => Ok(Self::Salt(digits.to_owned())),
            Some(("sha256", digits)) if has(digits, HASH_DIGITS) => Ok(Self::Hash(digits.to_owned())),
            _ => Err(InvalidCommitment),
        }
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Salt(digits) => write!(f, "salt:{digits}"),
            Self::Hash(digits) => write!(f, "sha256:{digits}"),
        }
    }
}

impl TryFrom<String> for Commitment {
    type Error = InvalidCommitment;

    fn try_from(text: String) -> Result<Self, InvalidCommitment> {
        text.parse()
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> Self {
        commitment.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_is_read_as_it_is_written() {
        for text in [format!("salt:{}", "0a".repeat(16)), format!("sha256:{}", "f9".repeat(32))] {
            assert_eq!(text.parse().map(|read: Commitment| read.to_string()), Ok(text));
        }
        let short = "salt:00";
        let long = format!("salt:{}", "0a".repeat(32));
        let upper = format!("sha256:{}", "F9".repeat(32));
        for text in ["", "salt", short, &long, &upper, "md5:00"] {
            assert_eq!(text.parse::<Commitment>(), Err(InvalidCommitment), "{text}");
        }
    }
}

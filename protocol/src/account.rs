//! Names that somebody has claimed, and what proves who one is.

use std::fmt::{self, Debug};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{InvalidId, PlayerName};

/// The body of `PUT /api/players/me`: a name to be known by, and a passphrase to come back with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NameClaim {
    /// The name: a new one, or the one that the player has.
    pub name: PlayerName,
    /// The passphrase from now on.
    pub passphrase: Passphrase,
    /// The passphrase until now, if the player has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Passphrase>,
}

/// The body of `POST /api/tokens`: who one is, to get another token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name.
    pub name: PlayerName,
    /// Its passphrase.
    pub passphrase: Passphrase,
}

/// The answer to `GET /api/tokens`: what proves this player, without the secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenList {
    /// All of them, the newest first.
    pub tokens: Vec<TokenInfo>,
}

/// What is told of a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenInfo {
    /// By what it is revoked.
    pub token: TokenId,
    /// When it was given out: milliseconds since 1970-01-01 UTC.
    pub created_at: u64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// The public name of a token: twelve hexadecimal digits. It proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenId(String);

impl TokenId {
    /// Characters in an id.
    pub const LENGTH: usize = 12;

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TokenId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == Self::LENGTH && text.bytes().all(digit) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidId::TokenName)
        }
    }
}

/// What only its owner knows: 8 to 200 characters, none of them a control character. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Passphrase(String);

impl Passphrase {
    /// The secret itself, for hashing or for sending it to the server.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for Passphrase {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let fits = (8..=200).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if fits { Ok(Self(text.to_owned())) } else { Err(InvalidId::Passphrase) }
    }
}

impl Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(…)")
    }
}

crate::id::through_text! {
    TokenId: as_str;
    Passphrase: reveal;
}

//! Claimed names, passphrases, and the list of a player's tokens.

use std::fmt::{self, Debug};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{
    GameId, GameRating, InvalidId, LeftGame, OwnReport, PlayerName, PushSubscriptionInfo, RatingPoint,
    Sanction, Score, Timestamp, TournamentId,
};

/// The body of `PUT /api/players/me`: claims a name with a passphrase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NameClaim {
    /// The name: a new one, or the player's present one.
    pub name: PlayerName,
    /// The new passphrase.
    pub passphrase: Passphrase,
    /// The present passphrase, if the player has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Passphrase>,
}

/// The body of `DELETE /api/players/me`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AccountDeletion {
    /// The passphrase, if the player has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Passphrase>,
}

/// The response of `GET /api/players/me/data`: what the server keeps of the player, apart from its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerData {
    /// The player's public name.
    pub name: PlayerName,
    /// Whether the name is claimed with a passphrase. Only a hash of the passphrase is kept.
    pub claimed: bool,
    /// Whether the player is a bot.
    pub bot: bool,
    /// When the player was created: milliseconds since 1970-01-01 UTC.
    pub created_at: Timestamp,
    /// The player's tokens, of which only hashes are kept.
    pub tokens: Vec<TokenInfo>,
    /// The players whom the player has blocked.
    pub blocked: Vec<PlayerName>,
    /// The browsers that receive the player's notices.
    pub push: Vec<PushSubscriptionInfo>,
    /// The player's ratings.
    pub ratings: Vec<GameRating>,
    /// The values of each rating after its last 500 games, in the same order.
    pub rating_histories: Vec<Vec<RatingPoint>>,
    /// The player's results, by game.
    pub scores: Vec<Score>,
    /// The player's games that are not over, at most 1,000.
    pub unfinished_games: Vec<GameId>,
    /// The tournaments that the player has entered.
    pub tournaments: Vec<TournamentId>,
    /// The reports that the player has made.
    pub reports: Vec<OwnReport>,
    /// The operator's decisions about the player that are in force.
    pub sanctions: Vec<Sanction>,
    /// The games that the player has left, the newest first, at most 1,000.
    pub left_games: Vec<LeftGame>,
    /// The path that returns all finished games, with every event and every chat message. The request needs the
    /// player's token.
    pub finished_games: String,
}

/// The body of `POST /api/tokens`: signs in and creates another token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name.
    pub name: PlayerName,
    /// Its passphrase.
    pub passphrase: Passphrase,
}

/// The response of `GET /api/tokens`: the player's tokens, without their secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenList {
    /// All tokens, newest first.
    pub tokens: Vec<TokenInfo>,
}

/// The response of `GET /api/blocks`: the players whom the player has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockList {
    /// All of them, the most recently blocked one first.
    pub players: Vec<PlayerName>,
}

/// One token of a player, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenInfo {
    /// Its public id, which revokes it.
    pub token: TokenId,
    /// When it was created: milliseconds since 1970-01-01 UTC.
    pub created_at: Timestamp,
    /// Whether this request was made with it.
    pub current: bool,
}

/// The public id of a token, in hexadecimal digits. It does not authenticate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenId(String);

impl TokenId {
    /// Number of characters in an id.
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
            Err(InvalidId::TokenId)
        }
    }
}

/// A player's passphrase. `Debug` does not show it.
///
/// It has [`MIN_LENGTH`](Self::MIN_LENGTH) to [`MAX_LENGTH`](Self::MAX_LENGTH) characters and no control characters.
#[derive(Clone, PartialEq, Eq)]
pub struct Passphrase(String);

impl Passphrase {
    /// Smallest number of characters in a passphrase.
    pub const MIN_LENGTH: usize = 8;

    /// Largest number of characters in a passphrase.
    pub const MAX_LENGTH: usize = 200;

    /// Returns the secret itself, to hash it or to send it to the server.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for Passphrase {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let has_length = (Self::MIN_LENGTH..=Self::MAX_LENGTH).contains(&text.chars().count());
        let fits = has_length && !text.chars().any(char::is_control);
        if fits { Ok(Self(text.to_owned())) } else { Err(InvalidId::Passphrase) }
    }
}

impl Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(…)")
    }
}

crate::id::serde_as_text! {
    TokenId: as_str;
    Passphrase: reveal;
}

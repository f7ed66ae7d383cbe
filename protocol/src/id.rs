mod code;

use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use self::code::Code;
use crate::{Passphrase, TokenId};

/// Crockford's base 32 in lower case. It has no `i`, `l`, `o` and `u`, so that a code can be read aloud.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The id of a game, which is also its invitation code: [`LENGTH`](Self::LENGTH) characters of five random bits each.
///
/// A private game opens with its code alone, so codes must be hard to guess.
/// Parsing is lenient: upper case and hyphens are allowed, `o` is read as `0`, `i` and `l` as `1`.
///
/// ```
/// use ikibuguzo_protocol::GameId;
///
/// let id: GameId = "K7WQ-2M9X-RA4T".parse().unwrap();
/// assert_eq!(id.to_string(), "k7wq2m9xra4t");
/// assert!("k7wq".parse::<GameId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(Code);

/// The id of a tournament: twelve characters, like the id of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TournamentId(Code);

/// Implements what the types of random codes have in common.
macro_rules! code_ids {
    ($($id:ident: $invalid:ident;)*) => {$(
        impl $id {
            /// Number of characters in an id.
            pub const LENGTH: usize = Code::LENGTH;

            /// Makes an id from random bytes. Five bits of each byte are used.
            pub fn from_random(bytes: [u8; Self::LENGTH]) -> Self {
                Self(Code::from_random(bytes))
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl FromStr for $id {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                text.parse().map(Self).map_err(|()| InvalidId::$invalid)
            }
        }

        impl Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    )*};
}

code_ids! {
    GameId: Game;
    TournamentId: Tournament;
}

/// The id that a client gives to a command, so that sending it twice has one effect.
///
/// It has 1 to [`MAX_LENGTH`](Self::MAX_LENGTH) characters of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`. It is cheap to
/// clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandId(Arc<str>);

impl CommandId {
    /// Largest number of characters in an id.
    pub const MAX_LENGTH: usize = 64;

    /// An id of 32 hexadecimal digits.
    pub fn from_random(bytes: [u8; 16]) -> CommandId {
        CommandId(format!("{:032x}", u128::from_le_bytes(bytes)).into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CommandId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let fits = (1..=Self::MAX_LENGTH).contains(&text.len());
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if fits && text.bytes().all(plain) { Ok(Self(text.into())) } else { Err(InvalidId::Command) }
    }
}

impl Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The public name of a player: Latin letters, digits `0`–`9` and hyphens, beginning with a letter.
///
/// It has [`MIN_LENGTH`](Self::MIN_LENGTH) to [`MAX_LENGTH`](Self::MAX_LENGTH) characters and is cheap to clone.
/// Letters may have diacritics if letter and diacritics are one Unicode character: `Ọbịageli`, `Ng-ombe`, `Müller`. The
/// server allows no two names that look alike.
///
/// ```
/// use ikibuguzo_protocol::PlayerName;
///
/// assert!("Ọbịageli".parse::<PlayerName>().is_ok());
/// assert!("Обама".parse::<PlayerName>().is_err(), "another script");
/// assert!("O\u{323}bi".parse::<PlayerName>().is_err(), "a letter and its diacritic apart");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerName(Arc<str>);

impl PlayerName {
    /// Smallest number of characters in a name.
    pub const MIN_LENGTH: usize = 2;

    /// Largest number of characters in a name.
    pub const MAX_LENGTH: usize = 24;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PlayerName {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let fits = (Self::MIN_LENGTH..=Self::MAX_LENGTH).contains(&text.chars().count());
        let plain = |c: char| is_latin(c) || c.is_ascii_digit() || c == '-';
        if fits && text.starts_with(is_latin) && text.chars().all(plain) {
            Ok(Self(text.into()))
        } else {
            Err(InvalidId::Player)
        }
    }
}

impl Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Whether this is a Latin letter, with or without diacritics. A combining character is not one.
fn is_latin(c: char) -> bool {
    let has_diacritic = matches!(c, 'À'..='ɏ' | 'Ḁ'..='ỿ') && c != '×' && c != '÷';
    c.is_ascii_alphabetic() || has_diacritic
}

/// A bearer token of [`LENGTH`](Self::LENGTH) characters, which hold 256 random bits.
///
/// It is a secret: `Debug` does not show it, and only serialization writes it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Number of characters in a token.
    pub const LENGTH: usize = 52;

    /// Makes a token from random bytes. Five bits of each byte are used.
    pub fn from_random(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes.map(|byte| char::from(base32(byte))).iter().collect())
    }

    /// Returns the secret itself, to hash it or to send it to its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for Token {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let fits = text.len() == Self::LENGTH && text.bytes().all(is_base32);
        if fits { Ok(Self(text.to_owned())) } else { Err(InvalidId::Token) }
    }
}

impl Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A text is not a valid id, name or secret. The error never repeats the text, which may be a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidId {
    /// Not a [`GameId`].
    Game,
    /// Not a [`TournamentId`].
    Tournament,
    /// Not a [`CommandId`].
    Command,
    /// Not a [`PlayerName`].
    Player,
    /// Not a [`Token`].
    Token,
    /// Not a [`TokenId`](crate::TokenId).
    TokenId,
    /// Not a [`Passphrase`](crate::Passphrase).
    Passphrase,
}

impl Display for InvalidId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game => f.write_str("a game's id is twelve letters and digits, like k7wq2m9xra4t"),
            Self::Tournament => {
                f.write_str("a tournament's id is twelve letters and digits, like k7wq2m9xra4t")
            }
            Self::Command => {
                let max = CommandId::MAX_LENGTH;
                write!(f, "a command's id is 1 to {max} letters, digits, hyphens and underscores")
            }
            Self::Player => {
                let min = PlayerName::MIN_LENGTH;
                let max = PlayerName::MAX_LENGTH;
                write!(
                    f,
                    "a player's name is {min} to {max} Latin letters, digits and hyphens, beginning with a letter"
                )
            }
            Self::Token => {
                write!(f, "a token is {} letters and digits, as the server gave it", Token::LENGTH)
            }
            Self::TokenId => write!(f, "a token's public id is {} hexadecimal digits", TokenId::LENGTH),
            Self::Passphrase => {
                let min = Passphrase::MIN_LENGTH;
                let max = Passphrase::MAX_LENGTH;
                write!(f, "a passphrase has {min} to {max} characters, none of them a control character")
            }
        }
    }
}

impl std::error::Error for InvalidId {}

fn base32(byte: u8) -> u8 {
    ALPHABET[usize::from(byte) % ALPHABET.len()]
}

fn read_base32(byte: u8) -> Option<u8> {
    match byte.to_ascii_lowercase() {
        b'o' => Some(b'0'),
        b'i' | b'l' => Some(b'1'),
        lower => is_base32(lower).then_some(lower),
    }
}

/// Whether this byte is in [`ALPHABET`].
fn is_base32(byte: u8) -> bool {
    const IS_IN: [bool; 256] = {
        let mut is_in = [false; 256];
        let mut digit = 0;
        while digit < ALPHABET.len() {
            is_in[ALPHABET[digit] as usize] = true;
            digit += 1;
        }
        is_in
    };
    IS_IN[usize::from(byte)]
}

/// Implements serde's traits for types that are strings on the wire.
macro_rules! serde_as_text {
    ($($id:ident: $text:ident;)*) => {$(
        impl<'de> serde::Deserialize<'de> for $id {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::text_form::deserialize(deserializer)
            }
        }

        impl serde::Serialize for $id {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.$text())
            }
        }
    )*};
}

pub(crate) use serde_as_text;

serde_as_text! {
    GameId: as_str;
    TournamentId: as_str;
    CommandId: as_str;
    PlayerName: as_str;
    Token: reveal;
}

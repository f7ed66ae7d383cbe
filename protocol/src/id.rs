use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

/// Crockford's base 32 in lower case: no `i`, `l`, `o`, `u`, so that a code can be read aloud.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The name of a game, and the code by which a friend is invited to it: twelve characters, 60 random bits.
///
/// Whoever knows the code of a game by invitation may watch it, so it must not be guessed.
/// Reading one is forgiving: capitals and hyphens are allowed, `o` is read as `0`, `i` and `l` as `1`.
///
/// ```
/// use ikibuguzo_protocol::GameId;
///
/// let id: GameId = "K7WQ-2M9X-RA4T".parse().unwrap();
/// assert_eq!(id.to_string(), "k7wq2m9xra4t");
/// assert!("k7wq".parse::<GameId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId([u8; GameId::LENGTH]);

impl GameId {
    /// Characters in an id.
    pub const LENGTH: usize = 12;

    /// The id that these random bytes stand for (five bits of each are used).
    pub fn from_random(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes.map(base32))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for GameId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        // As a server writes it, and so nearly everybody else.
        if let Some(id) = text.as_bytes().as_array().filter(|id| id.iter().copied().all(is_base32)) {
            return Ok(Self(*id));
        }
        let mut id = [0; Self::LENGTH];
        let mut length = 0;
        for byte in text.bytes().filter(|byte| *byte != b'-') {
            *id.get_mut(length).ok_or(InvalidId::Game)? = read_base32(byte).ok_or(InvalidId::Game)?;
            length += 1;
        }
        if length == Self::LENGTH { Ok(Self(id)) } else { Err(InvalidId::Game) }
    }
}

impl Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The id that a client gives to a command, so that sending it twice has one effect:
/// 1 to 64 characters of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandId(Arc<str>);

impl CommandId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CommandId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let fits = (1..=64).contains(&text.len());
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if fits && text.bytes().all(plain) { Ok(Self(text.into())) } else { Err(InvalidId::Command) }
    }
}

impl Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The name that a player is seen under: 2 to 24 Latin letters, digits `0`–`9` and hyphens, beginning with a letter.
///
/// Letters may have marks, each letter with its marks one character: `Ọbịageli`, `Ng-ombe`, `Müller`.
/// No two players have names that look alike; the server sees to that.
///
/// ```
/// use ikibuguzo_protocol::PlayerName;
///
/// assert!("Ọbịageli".parse::<PlayerName>().is_ok());
/// assert!("Обама".parse::<PlayerName>().is_err(), "another script");
/// assert!("O\u{323}bi".parse::<PlayerName>().is_err(), "a letter and its mark apart");
/// ```
///
/// Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerName(Arc<str>);

impl PlayerName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PlayerName {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let fits = (2..=24).contains(&text.chars().count());
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

/// Latin letters, those with marks among them. A mark of its own is none.
fn is_latin(c: char) -> bool {
    let marked = matches!(c, 'À'..='ɏ' | 'Ḁ'..='ỿ') && c != '×' && c != '÷';
    c.is_ascii_alphabetic() || marked
}

/// A bearer token: 256 random bits in 52 characters. It is a secret: `Debug` does not show it, and nothing prints it
/// but serialisation to its owner.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Characters in a token.
    pub const LENGTH: usize = 52;

    /// The token that these random bytes stand for (five bits of each are used).
    pub fn from_random(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes.map(|byte| char::from(base32(byte))).iter().collect())
    }

    /// The secret itself, for hashing or for sending it to its owner.
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

/// A text that is no id of its kind. It never repeats the text, which may be a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidId {
    /// Not a [`GameId`].
    Game,
    /// Not a [`CommandId`].
    Command,
    /// Not a [`PlayerName`].
    Player,
    /// Not a [`Token`].
    Token,
    /// Not a [`TokenId`](crate::TokenId).
    TokenName,
    /// Not a [`Passphrase`](crate::Passphrase).
    Passphrase,
}

impl Display for InvalidId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Game => "a game's id is twelve letters and digits, like k7wq2m9xra4t",
            Self::Command => "a command's id is 1 to 64 letters, digits, hyphens and underscores",
            Self::Player => {
                "a player's name is 2 to 24 Latin letters, digits and hyphens, beginning with a letter"
            }
            Self::Token => "a token is 52 letters and digits, as the server gave it",
            Self::TokenName => "a token's public id is 12 hexadecimal digits",
            Self::Passphrase => "a passphrase has 8 to 200 characters, and none that controls",
        })
    }
}

impl std::error::Error for InvalidId {}

fn base32(byte: u8) -> u8 {
    ALPHABET[usize::from(byte % 32)]
}

fn read_base32(byte: u8) -> Option<u8> {
    match byte.to_ascii_lowercase() {
        b'o' => Some(b'0'),
        b'i' | b'l' => Some(b'1'),
        lower => is_base32(lower).then_some(lower),
    }
}

/// Whether it is in the alphabet.
fn is_base32(byte: u8) -> bool {
    const IS_IN: [bool; 256] = {
        let (mut is_in, mut digit) = ([false; 256], 0);
        while digit < ALPHABET.len() {
            is_in[ALPHABET[digit] as usize] = true;
            digit += 1;
        }
        is_in
    };
    IS_IN[usize::from(byte)]
}

/// How ids cross the wire, which is the same for every id: as their text.
macro_rules! through_text {
    ($($id:ident: $text:ident;)*) => {$(
        impl<'de> serde::Deserialize<'de> for $id {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::text_form::parsed(deserializer)
            }
        }

        impl serde::Serialize for $id {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.$text())
            }
        }
    )*};
}

pub(crate) use through_text;

through_text! {
    GameId: as_str;
    CommandId: as_str;
    PlayerName: as_str;
    Token: reveal;
}

//! Players and what proves them.

use std::fmt;
use std::sync::Arc;

use ikibuguzo_protocol::{PlayerName, Token};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::chance;

/// Somebody who can take a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The key that stays when a name changes; never shown.
    #[serde(rename = "player")]
    pub id: PlayerId,
    /// The name that others see.
    pub name: PlayerName,
}

/// The key of a player in the database.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(Arc<str>);

impl PlayerId {
    /// A key that nobody has.
    pub fn random() -> Self {
        chance::game_id().as_str().into()
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for PlayerId {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What the database keeps of a token, so that a stolen copy of it opens no seat.
pub fn token_hash(token: &Token) -> String {
    Sha256::digest(token.reveal()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A guest's name, such as `imvubu-4821`: an animal in Kinyarwanda and a number.
pub fn guest_name() -> Option<PlayerName> {
    let [animal, high, low] = chance::bytes();
    let animal = ANIMALS[usize::from(animal) % ANIMALS.len()];
    let number = u16::from_be_bytes([high, low]);
    format!("{animal}-{number}").parse().ok()
}

/// Hippo, elephant, lion, leopard, buffalo, crocodile, cow, bird, hen, fish, crane, bee, monkey, dove, hare, snake.
const ANIMALS: [&str; 16] = [
    "imvubu", "inzovu", "intare", "ingwe", "imbogo", "ingona", "inka", "inyoni", "inkoko", "ifi", "umusambi",
    "uruyuki", "inkende", "inuma", "urukwavu", "inzoka",
];

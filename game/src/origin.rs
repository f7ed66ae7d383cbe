//! The origin of an entry: the command that produced it.

use ikibuguzo_protocol::CommandId;
use sha2::{Digest, Sha256};

use crate::player::PlayerId;

/// The command that produced an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The player who sent it.
    pub player: PlayerId,
    /// The id that the player's client gave it.
    pub id: CommandId,
    /// The hash of its content; none for an entry that was stored before hashes were.
    pub hash: Option<CommandHash>,
}

/// A hash of the content of a command, stored beside its id: the first 8 bytes of a SHA-256. It shows whether an id
/// comes back with the same command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandHash(i64);

impl CommandHash {
    /// The hash of a command's text. The same command must always have the same text.
    pub fn of(text: &str) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        let first = digest.first_chunk().copied().expect("a digest has 32 bytes");
        Self(i64::from_be_bytes(first))
    }

    /// The hash in the database.
    pub fn from_stored(stored: i64) -> Self {
        Self(stored)
    }

    /// The number in the database.
    pub fn to_stored(self) -> i64 {
        self.0
    }
}

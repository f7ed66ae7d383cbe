//! The key of the nodes of one database: they find each other on the bus with it, and believe only messages that have
//! its code.

use ikibuguzo_store::{Store, StoreError};
use ring::hmac::{self, HMAC_SHA256};

use crate::chance::Chance;

/// Number of random bytes in a new key.
const KEY_BYTES: usize = 32;

/// Number of bytes of the code before a message.
const CODE_BYTES: usize = 32;

/// The key that a database has for its nodes. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct BusKey(hmac::Key);

impl BusKey {
    /// Loads the key of the database, which the first server makes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub(crate) async fn load(store: &Store, chance: &Chance) -> Result<Self, StoreError> {
        let new: String = chance.bytes::<KEY_BYTES>().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self::of(&store.load_or_add_bus_key(&new).await?))
    }

    fn of(stored: &str) -> Self {
        Self(hmac::Key::new(HMAC_SHA256, stored.as_bytes()))
    }

    /// The subject on which the nodes of the database send. It does not tell the key.
    pub(super) fn subject(&self) -> String {
        let code = hmac::sign(&self.0, b"subject");
        let name: String = code.as_ref().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        format!("ikibuguzo.{name}")
    }

    /// A message with its code.
    pub(super) fn seal(&self, message: &[u8]) -> Vec<u8> {
        [hmac::sign(&self.0, message).as_ref(), message].concat()
    }

    /// The message behind a code; none if a program without the key has made it.
    pub(super) fn open<'a>(&self, sealed: &'a [u8]) -> Option<&'a [u8]> {
        let (code, message) = sealed.split_at_checked(CODE_BYTES)?;
        hmac::verify(&self.0, message, code).ok().map(|()| message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_messages_with_the_code_of_the_key_are_opened() {
        let (key, other) = (BusKey::of("one"), BusKey::of("another"));
        let sealed = key.seal(b"a message");
        assert_eq!(key.open(&sealed), Some(b"a message".as_slice()));
        assert_eq!(other.open(&sealed), None);
        for place in [0, CODE_BYTES, sealed.len() - 1] {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert_eq!(key.open(&changed), None, "byte {place}");
        }
        assert_eq!(key.open(b"short"), None);
        assert_ne!(key.subject(), other.subject());
    }
}

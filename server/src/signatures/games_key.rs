//! The key with which the server signs games: Ed25519, RFC 8032.

use std::fmt::{self, Debug};
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use ikibuguzo_store::{Store, StoreError};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};

/// The bytes before the 32 bytes of a public key in its DER form: RFC 8410.
const PUBLIC_KEY_PREFIX: [u8; 12] = *b"\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00";

/// The key pair of the server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct GamesKey(Arc<Ed25519KeyPair>);

impl GamesKey {
    /// Loads the key of the database, which the first server makes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if no key can be made or the stored one cannot be read; [`StoreError::Unavailable`] if
    /// the database cannot be used.
    pub(crate) async fn load(store: &Store) -> Result<Self, StoreError> {
        let corrupt = || StoreError::Corrupt("the key that signs games".to_owned());
        let new = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(|_| corrupt())?;
        let stored = store.load_or_add_games_key(&BASE64.encode(new)).await?;
        Self::read(&stored).ok_or_else(corrupt)
    }

    /// Reads a key as it is stored; none if it is not a key.
    pub(crate) fn read(stored: &str) -> Option<Self> {
        let stored = BASE64.decode(stored).ok()?;
        let pair = Ed25519KeyPair::from_pkcs8(&stored).ok()?;
        Some(Self(Arc::new(pair)))
    }

    /// The signature of a text, in base64.
    pub(crate) fn sign(&self, text: &str) -> String {
        BASE64.encode(self.0.sign(text.as_bytes()))
    }

    /// The public key in the form that `openssl` reads.
    pub(crate) fn public_pem(&self) -> String {
        let der = [&PUBLIC_KEY_PREFIX, self.0.public_key().as_ref()].concat();
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", BASE64.encode(der))
    }
}

impl Debug for GamesKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GamesKey").field(&BASE64.encode(self.0.public_key())).finish()
    }
}

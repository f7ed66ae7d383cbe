//! The server's signature of finished games.

use anyhow::{Result, anyhow};
use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use ikibuguzo_engine::Record;
use ikibuguzo_game::inclusion::Inclusion;
use ikibuguzo_game::proof::HASH_TAG;
use ring::signature::{ED25519, UnparsedPublicKey};

/// Number of bytes of a public key, which are the last ones of its file.
const KEY_BYTES: usize = 32;

/// The public key of a server.
#[derive(Clone, Debug)]
pub struct PublicKey(UnparsedPublicKey<Vec<u8>>);

impl PublicKey {
    /// Reads a key as `openssl` writes it.
    ///
    /// # Errors
    ///
    /// If the text is no public key of Ed25519.
    pub fn read(pem: &str) -> Result<Self> {
        let digits: String = pem.lines().filter(|line| !line.starts_with("-----")).map(str::trim).collect();
        let der = BASE64.decode(digits).ok();
        let key = der.as_deref().and_then(<[u8]>::last_chunk::<KEY_BYTES>);
        let key = key.ok_or_else(|| anyhow!("the key is no public key of Ed25519 in a PEM file"))?;
        Ok(Self(UnparsedPublicKey::new(&ED25519, key.to_vec())))
    }

    /// Checks that the server has signed the game of a record. `inclusion` is what the server says of it.
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn check(&self, record: &Record, inclusion: &str) -> Result<(), String> {
        let inclusion =
            Inclusion::read(inclusion).map_err(|fault| format!("the inclusion is wrong: {fault}"))?;
        if record.tag("Game") != Some(inclusion.game.as_str()) {
            return Err(format!("the inclusion is that of the game {}", inclusion.game));
        }
        if record.tag(HASH_TAG) != Some(inclusion.hash.as_str()) {
            return Err(format!("the server has signed the hash {}", inclusion.hash));
        }
        let signature = BASE64.decode(&inclusion.signature).unwrap_or_default();
        let statement = inclusion.statement.to_string();
        let verified = self.0.verify(statement.as_bytes(), &signature);
        verified.map_err(|_| "the signature is not that of the key".to_owned())
    }
}

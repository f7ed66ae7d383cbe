//! The key with which the server signs its requests to push services: VAPID, RFC 8292.
//!
//! The first server makes a key pair on P-256, and the database keeps it as PKCS #8 in base64url. Browsers name the
//! public key when they subscribe, and their push services then accept notices only from its owner. Each request carries
//! a JSON Web Token: the origin of the push service, the time until which the token is valid, and the address of this
//! site, signed by ECDSA with SHA-256 (`ES256`). The caller passes the time. The signature is `ring`'s, which TLS brings;
//! decision 0087 says why no other crate writes the token.

use std::fmt::{self, Debug};
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{Store, StoreError};
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// How long a signature is valid, in seconds. RFC 8292 allows a day.
const VALIDITY_SECONDS: u64 = 12 * 60 * 60;

/// The key pair of the server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct SigningKey(Arc<EcdsaKeyPair>);

impl SigningKey {
    /// Loads the key of the database, which the first server makes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if no key can be made or the stored one cannot be read; [`StoreError::Unavailable`] if
    /// the database cannot be used.
    pub(crate) async fn load(store: &Store) -> Result<Self, StoreError> {
        let corrupt = |_: Unspecified| StoreError::Corrupt("the key for push services".to_owned());
        let new = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let new = BASE64.encode(new.map_err(corrupt)?);
        let stored = store.load_or_add_push_key(&new).await?;
        let stored = BASE64.decode(stored).map_err(|_| corrupt(Unspecified))?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &stored, &SystemRandom::new());
        Ok(Self(Arc::new(pair.map_err(|_| corrupt(Unspecified))?)))
    }

    /// The public key, as browsers need it.
    pub(crate) fn public(&self) -> String {
        BASE64.encode(self.0.public_key())
    }

    /// The header `Authorization` of a request to a push service. `origin` is the service, such as
    /// `https://push.example.org`; `contact` is the address of this site; `now` is in milliseconds since 1970-01-01
    /// UTC.
    ///
    /// # Errors
    ///
    /// If the system gives no random bytes.
    pub(crate) fn authorization(
        &self,
        origin: &str,
        contact: &str,
        now: Timestamp,
    ) -> Result<String, Unspecified> {
        let header = json!({"typ": "JWT", "alg": "ES256"});
        let claims = json!({"aud": origin, "exp": now.as_secs() + VALIDITY_SECONDS, "sub": contact});
        let signed = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes())?;
        Ok(format!("vapid t={signed}.{}, k={}", BASE64.encode(signature), self.public()))
    }
}

impl Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SigningKey").field(&self.public()).finish()
    }
}

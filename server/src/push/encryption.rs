//! Encrypts messages for browsers: RFC 8291, with the content coding `aes128gcm` of RFC 8188.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;

use crate::chance;

/// The length of a public key: an uncompressed point of P-256.
pub(crate) const PUBLIC_KEY_LENGTH: usize = 65;

/// The length of the secret that a browser shares with the server.
pub(crate) const SECRET_LENGTH: usize = 16;

/// The size of a record. A message is one record, which may be shorter.
const RECORD_SIZE: u32 = 4096;

/// Marks the end of the last record.
const LAST_RECORD: u8 = 2;

/// The keys of a browser.
#[derive(Clone, Copy)]
pub(crate) struct BrowserKeys {
    /// The public key.
    pub(crate) public: [u8; PUBLIC_KEY_LENGTH],
    /// The shared secret.
    pub(crate) secret: [u8; SECRET_LENGTH],
}

/// The length of output key material.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Encrypts a message of at most some thousand bytes for a browser, as the body of a request to its push service.
///
/// # Errors
///
/// If the public key is not a point of the curve.
pub(crate) fn encrypt(keys: &BrowserKeys, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let own_key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
    let own_public = own_key.compute_public_key()?;
    let browser_key = UnparsedPublicKey::new(&ECDH_P256, keys.public);
    let input = agree_ephemeral(own_key, &browser_key, |shared| {
        let info: [&[u8]; 3] = [b"WebPush: info\0", &keys.public, own_public.as_ref()];
        expand::<32>(&Salt::new(HKDF_SHA256, &keys.secret).extract(shared), &info)
    })??;
    let salt: [u8; 16] = chance::bytes();
    let key = Salt::new(HKDF_SHA256, &salt).extract(&input);
    let mut body = Vec::from(salt);
    body.extend(RECORD_SIZE.to_be_bytes());
    body.extend(u8::try_from(PUBLIC_KEY_LENGTH));
    body.extend(own_public.as_ref());
    body.extend(seal(&key, message)?);
    Ok(body)
}

/// Encrypts the only record.
fn seal(key: &Prk, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let content_key = expand::<16>(key, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = expand::<12>(key, &[b"Content-Encoding: nonce\0"])?;
    let mut record = [message, &[LAST_RECORD]].concat();
    LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content_key)?).seal_in_place_append_tag(
        Nonce::assume_unique_for_key(nonce),
        Aad::empty(),
        &mut record,
    )?;
    Ok(record)
}

fn expand<const N: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut output = [0; N];
    key.expand(info, Length(N))?.fill(&mut output)?;
    Ok(output)
}

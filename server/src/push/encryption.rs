//! Encrypts messages for browsers: RFC 8291, with the content coding `aes128gcm` of RFC 8188.
//!
//! For each message the server makes a key pair, which agrees with the browser's public key on a secret (ECDH on P-256).
//! From this secret, the one that the browser shares with the server, and both public keys, HKDF-SHA256 derives a key.
//! From that key and a random salt it derives the key of the content and the nonce. The body is the salt, the size of a
//! record, the server's public key, and the message as one record, sealed with AES-128-GCM. The primitives are `ring`'s,
//! which TLS brings; decision 0087 says why no other crate combines them.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;

use crate::chance::Chance;

/// The length of a public key: an uncompressed point of P-256.
pub(crate) const PUBLIC_KEY_LENGTH: usize = 65;

/// The length of the secret that a browser shares with the server.
pub(crate) const SECRET_LENGTH: usize = 16;

/// The length of the salt of a message.
const SALT_LENGTH: usize = 16;

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
pub(crate) fn encrypt(keys: &BrowserKeys, message: &[u8], chance: &Chance) -> Result<Vec<u8>, Unspecified> {
    let own_key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
    let own_public = own_key.compute_public_key()?;
    let browser_key = UnparsedPublicKey::new(&ECDH_P256, keys.public);
    agree_ephemeral(own_key, &browser_key, |agreed| {
        encrypt_with(keys, own_public.as_ref(), agreed, chance.bytes(), message)
    })?
}

/// Encrypts a message with the secret that the server's key pair and the browser's public key have agreed on.
fn encrypt_with(
    keys: &BrowserKeys,
    own_public: &[u8],
    agreed: &[u8],
    salt: [u8; SALT_LENGTH],
    message: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let info: [&[u8]; 3] = [b"WebPush: info\0", &keys.public, own_public];
    let input = expand::<32>(&Salt::new(HKDF_SHA256, &keys.secret).extract(agreed), &info)?;
    let key = Salt::new(HKDF_SHA256, &salt).extract(&input);
    let mut body = Vec::from(salt);
    body.extend(RECORD_SIZE.to_be_bytes());
    body.extend(u8::try_from(PUBLIC_KEY_LENGTH));
    body.extend(own_public);
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

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;

    use super::*;

    /// The values of RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_rfc_is_encrypted_to_its_bytes() {
        let public =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let secret = "BTBZMqHH6r4Tts7J_aSIgg";
        let own = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        let agreed = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
        let salt = "DGv6ra1nlYgDCS1FRnbzlw";
        let body = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS\
                    6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4\
                    a-fN";
        let keys = BrowserKeys { public: decode(public), secret: decode(secret) };
        let own: [u8; PUBLIC_KEY_LENGTH] = decode(own);
        let agreed: [u8; 32] = decode(agreed);
        let message = b"When I grow up, I want to be a watermelon";
        let encrypted = encrypt_with(&keys, &own, &agreed, decode(salt), message).expect("encrypted");
        assert_eq!(BASE64.encode(encrypted), body);
    }

    fn decode<const N: usize>(text: &str) -> [u8; N] {
        BASE64.decode(text).expect("base64url").try_into().expect("the length")
    }
}

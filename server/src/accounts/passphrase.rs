//! Passphrases, hashed slowly on purpose, on threads that may wait, and only so many at a time.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use ikibuguzo_protocol::{ErrorCode, Passphrase};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use unicode_normalization::UnicodeNormalization;

use crate::chance;
use ikibuguzo_game::room::Rejection;

/// KiB that one hash takes; with the passes what OWASP asks for at the least, so that a small machine bears it.
const MEMORY: u32 = 19 * 1024;

/// Passes over that memory.
const PASSES: u32 = 2;

/// Lanes.
const LANES: u32 = 1;

/// Hashes that are computed at a time: they take 38 MiB and two cores at the most.
const AT_ONCE: usize = 2;

/// Hashes that are computed or waited for at a time.
const QUEUE: usize = 32;

/// Hashes passphrases, within bounds.
#[derive(Clone, Debug)]
pub struct Hasher {
    queue: Arc<Semaphore>,
    work: Arc<Semaphore>,
}

impl Default for Hasher {
    fn default() -> Self {
        Self { queue: Arc::new(Semaphore::new(QUEUE)), work: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Hasher {
    /// What the database keeps of a passphrase.
    ///
    /// # Errors
    ///
    /// `busy` where too many wait already.
    pub async fn hash(&self, passphrase: &Passphrase) -> Result<String, Rejection> {
        let (secret, salt) = (bytes(passphrase), chance::bytes::<16>());
        let run = move || argon2()?.hash_password_with_salt(&secret, &salt).map(|hash| hash.to_string()).ok();
        self.run(run).await?.ok_or_else(fault)
    }

    /// Whether it is the passphrase of which the database keeps this. Without any, it takes as long to say no.
    ///
    /// # Errors
    ///
    /// `busy` where too many wait already.
    pub async fn verify(&self, passphrase: &Passphrase, kept: Option<String>) -> Result<bool, Rejection> {
        let Some(kept) = kept else {
            return self.hash(passphrase).await.map(|_| false);
        };
        let secret = bytes(passphrase);
        let run = move || {
            let (argon2, kept) = (argon2()?, PasswordHash::new(&kept).ok()?);
            Some(argon2.verify_password(&secret, &kept).is_ok())
        };
        self.run(run).await?.ok_or_else(fault)
    }

    async fn run<T: Send + 'static>(&self, run: impl FnOnce() -> T + Send + 'static) -> Result<T, Rejection> {
        let busy = || Rejection::new(ErrorCode::Busy, "too many sign in just now; try again");
        let place = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.work.clone().acquire_owned().await.map_err(|_| busy())?;
        // The work goes on where whoever asked has gone, so it keeps its place itself.
        let work = spawn_blocking(move || {
            let _held = (place, turn);
            run()
        });
        work.await.map_err(|_| fault())
    }
}

fn argon2() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY, PASSES, LANES, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// One passphrase, however a keyboard has put its letters and marks together.
fn bytes(passphrase: &Passphrase) -> Vec<u8> {
    passphrase.reveal().nfc().collect::<String>().into_bytes()
}

fn fault() -> Rejection {
    Rejection::new(ErrorCode::Internal, "the server met a fault of its own")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passphrase(text: &str) -> Passphrase {
        text.parse().expect("a passphrase")
    }

    #[tokio::test]
    async fn the_right_one_is_known_and_the_parameters_are_kept_with_it() {
        let hasher = Hasher::default();
        let kept = hasher.hash(&passphrase("café au lait")).await.expect("a hash");
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        let decomposed = passphrase("cafe\u{301} au lait");
        assert_eq!(hasher.verify(&decomposed, Some(kept.clone())).await, Ok(true));
        assert_eq!(hasher.verify(&passphrase("cafe au lait"), Some(kept)).await, Ok(false));
        assert_eq!(hasher.verify(&decomposed, None).await, Ok(false));
    }

    #[tokio::test]
    async fn no_more_wait_than_may() {
        let hasher = Hasher::default();
        let _all = hasher.queue.clone().try_acquire_many_owned(32).expect("a free queue");
        let refused = hasher.hash(&passphrase("four words and a comma")).await.expect_err("busy");
        assert_eq!(refused.code, ErrorCode::Busy);
    }
}

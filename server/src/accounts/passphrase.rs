//! Hashing of passphrases with Argon2id, on blocking threads, with a bounded queue.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use ikibuguzo_game::room::Rejection;
use ikibuguzo_protocol::{ErrorCode, Passphrase};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use unicode_normalization::UnicodeNormalization;

use crate::chance::Chance;

/// Memory of one hash, in KiB. With two passes this is OWASP's minimum, which a small machine can afford.
const MEMORY_KIB: u32 = 19 * 1024;

/// Passes over that memory.
const PASSES: u32 = 2;

const LANES: u32 = 1;

/// Largest number of hashes that are computed at a time: 38 MiB and two cores.
const MAX_RUNNING: usize = 2;

/// Largest number of hashes that are computed or wait.
const MAX_QUEUED: usize = 32;

/// Hashes passphrases, a few at a time. Cheap to clone; all clones share the queue.
#[derive(Clone, Debug)]
pub(super) struct Hasher {
    chance: Chance,
    queue: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

impl Hasher {
    /// Hashes with salts from this source.
    pub(super) fn new(chance: Chance) -> Self {
        let queue = Arc::new(Semaphore::new(MAX_QUEUED));
        let running = Arc::new(Semaphore::new(MAX_RUNNING));
        Self { chance, queue, running }
    }

    /// Hashes a passphrase for the database.
    ///
    /// # Errors
    ///
    /// `busy` if the queue is full; `internal` if no hash can be made.
    pub(super) async fn hash(&self, passphrase: &Passphrase) -> Result<String, Rejection> {
        let (secret, salt) = (bytes(passphrase), self.chance.bytes::<16>());
        let run = move || argon2()?.hash_password_with_salt(&secret, &salt).map(|hash| hash.to_string()).ok();
        self.run(run).await?.ok_or_else(internal)
    }

    /// Whether a passphrase matches a hash. Without a hash the answer is no, after the same time, so that the time does
    /// not reveal which names exist.
    ///
    /// # Errors
    ///
    /// `busy` if the queue is full; `internal` if the hash cannot be read.
    pub(super) async fn verify(
        &self,
        passphrase: &Passphrase,
        hash: Option<String>,
    ) -> Result<bool, Rejection> {
        let Some(hash) = hash else {
            return self.hash(passphrase).await.map(|_| false);
        };
        let secret = bytes(passphrase);
        let run = move || {
            let (argon2, hash) = (argon2()?, PasswordHash::new(&hash).ok()?);
            Some(argon2.verify_password(&secret, &hash).is_ok())
        };
        self.run(run).await?.ok_or_else(internal)
    }

    async fn run<T: Send + 'static>(&self, run: impl FnOnce() -> T + Send + 'static) -> Result<T, Rejection> {
        let busy = || Rejection::new(ErrorCode::Busy, "too many players are signing in; try again");
        let queued = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let running = self.running.clone().acquire_owned().await.map_err(|_| busy())?;
        // The hash is computed even if the caller is gone, so it holds the permits itself.
        let work = spawn_blocking(move || {
            let _permits = (queued, running);
            run()
        });
        work.await.map_err(|_| internal())
    }
}

fn argon2() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// The bytes in Unicode's composed form: keyboards differ in how they combine letters and marks.
fn bytes(passphrase: &Passphrase) -> Vec<u8> {
    passphrase.reveal().nfc().collect::<String>().into_bytes()
}

fn internal() -> Rejection {
    Rejection::new(ErrorCode::Internal, "an internal error of the server")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passphrase(text: &str) -> Passphrase {
        text.parse().expect("a passphrase")
    }

    #[tokio::test]
    async fn the_right_passphrase_matches_and_the_hash_names_its_parameters() {
        let hasher = Hasher::new(Chance::system());
        let kept = hasher.hash(&passphrase("café au lait")).await.expect("a hash");
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        let decomposed = passphrase("cafe\u{301} au lait");
        assert_eq!(hasher.verify(&decomposed, Some(kept.clone())).await, Ok(true));
        assert_eq!(hasher.verify(&passphrase("cafe au lait"), Some(kept)).await, Ok(false));
        assert_eq!(hasher.verify(&decomposed, None).await, Ok(false));
    }

    #[tokio::test]
    async fn a_full_queue_is_busy() {
        let hasher = Hasher::new(Chance::system());
        let _all = hasher.queue.clone().try_acquire_many_owned(MAX_QUEUED as u32).expect("a free queue");
        let refused = hasher.hash(&passphrase("four words and a comma")).await.expect_err("busy");
        assert_eq!(refused.code, ErrorCode::Busy);
    }
}

//! Limits on attempts to guess a passphrase.

use std::net::IpAddr;

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{PlayerName, Timestamp};
use ikibuguzo_store::name_skeleton;

use crate::net::client_address::address_block;
use crate::net::rate_limiter::{KeyedRateLimiter, RateLimit};

/// Attempts to sign in to one name from one address.
const SIGN_INS_PER_NAME: RateLimit = RateLimit { burst: 5, interval_ms: 60_000 };

/// Attempts to sign in from one address.
const SIGN_INS_PER_ADDRESS: RateLimit = RateLimit { burst: 20, interval_ms: 30_000 };

/// Claims of a name by one player. Each costs a hash.
const CLAIMS_PER_PLAYER: RateLimit = RateLimit { burst: 10, interval_ms: 30_000 };

/// Limits attempts by name and address, by address, and by player. Cheap to clone; all clones share the counts.
#[derive(Clone, Debug)]
pub(super) struct PassphraseLimiter {
    /// By the skeleton of the name, so that look-alikes count together.
    by_name: KeyedRateLimiter<(String, IpAddr)>,
    by_address: KeyedRateLimiter<IpAddr>,
    claims: KeyedRateLimiter<PlayerId>,
}

impl Default for PassphraseLimiter {
    fn default() -> Self {
        Self {
            by_name: KeyedRateLimiter::new(SIGN_INS_PER_NAME),
            by_address: KeyedRateLimiter::new(SIGN_INS_PER_ADDRESS),
            claims: KeyedRateLimiter::new(CLAIMS_PER_PLAYER),
        }
    }
}

impl PassphraseLimiter {
    /// Counts an attempt to sign in.
    ///
    /// # Errors
    ///
    /// The milliseconds until the next attempt is allowed.
    pub(super) fn take_sign_in(&self, name: &PlayerName, address: IpAddr, now: Timestamp) -> Result<(), u64> {
        let address = address_block(address);
        self.by_address.take(address, 1, now)?;
        self.by_name.take((name_skeleton(name.as_str()), address), 1, now)
    }

    /// Counts an attempt to claim a name.
    ///
    /// # Errors
    ///
    /// The milliseconds until the next attempt is allowed.
    pub(super) fn take_claim(&self, player: PlayerId, now: Timestamp) -> Result<(), u64> {
        self.claims.take(player, 1, now)
    }
}

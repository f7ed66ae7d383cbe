//! A count of open connections, in total and per address, with a limit on both.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::client_address::address_block;

/// Largest numbers of connections at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Of all addresses together.
    pub total: usize,
    /// Of one address.
    pub per_address: usize,
}

/// Counts open connections by address and admits new ones up to a limit. Cheap to clone; all clones share the counts.
#[derive(Clone, Debug, Default)]
pub struct ConnectionLimiter {
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// One admitted connection. Dropping it frees its place.
#[derive(Debug)]
pub struct ConnectionPermit {
    address: IpAddr,
    limiter: ConnectionLimiter,
}

impl ConnectionLimiter {
    /// Admits a connection, or returns `None` if a limit is reached.
    pub fn try_acquire(&self, address: IpAddr, limits: ConnectionLimits) -> Option<ConnectionPermit> {
        let address = address_block(address);
        let mut counts = self.lock();
        let of_address = counts.by_address.get(&address).copied().unwrap_or_default();
        if counts.total >= limits.total || of_address >= limits.per_address {
            return None;
        }
        counts.total += 1;
        counts.by_address.insert(address, of_address + 1);
        Some(ConnectionPermit { address, limiter: self.clone() })
    }

    /// The number of open connections.
    pub fn open_count(&self) -> usize {
        self.lock().total
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        // Each statement leaves the counts consistent, so a panic elsewhere does not spoil them.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.limiter.lock();
        counts.total -= 1;
        // An address without connections is removed, so that the map does not grow with each visitor.
        if let Some(count) = counts.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_in_total_and_per_address() {
        let limits = ConnectionLimits { total: 3, per_address: 2 };
        let (here, there) = ([127, 0, 0, 1].into(), [10, 0, 0, 1].into());
        let limiter = ConnectionLimiter::default();
        let first = limiter.try_acquire(here, limits).expect("below both limits");
        let _second = limiter.try_acquire(here, limits).expect("below both limits");
        assert!(limiter.try_acquire(here, limits).is_none(), "two of one address");
        let _third = limiter.try_acquire(there, limits).expect("below both limits");
        assert!(limiter.try_acquire(there, limits).is_none(), "three in total");
        drop(first);
        assert_eq!(limiter.open_count(), 2);
        assert!(limiter.try_acquire(here, limits).is_some());
    }

    #[test]
    fn one_ipv6_network_counts_as_one_address() {
        let limits = ConnectionLimits { total: 9, per_address: 2 };
        let limiter = ConnectionLimiter::default();
        let address = |number: u16| [0x2001, 0xdb8, 1, 2, 0, 0, 0, number].into();
        let permits: Vec<_> =
            (0..4).filter_map(|number| limiter.try_acquire(address(number), limits)).collect();
        assert_eq!(permits.len(), 2);
    }
}

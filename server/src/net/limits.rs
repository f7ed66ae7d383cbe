//! How much of the server one client may take up.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::ops::export::SETTLED;

/// The bounds of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long a room that nobody needs stays in memory.
    pub room_idle: Duration,
    /// How long a client may take to send the head of a request, and again its body, and to read something of an answer;
    /// and how long a connection is kept for the next request, which some HTTP clients send after as many as 15 idle seconds.
    pub request: Duration,
    /// How long a socket may take to say hello.
    pub hello: Duration,
    /// How often the server asks a silent socket whether it lives. After two beats without a sign it is closed.
    pub beat: Duration,
    /// How long a socket may take to read one message.
    pub send: Duration,
    /// How long a player may be gone, at the least, before the opponent may claim the game.
    pub absence: Duration,
    /// How long after its end a game is exported.
    pub settled: Duration,
    /// Rooms in memory at a time.
    pub rooms: usize,
    /// Sockets at a time; a stream of events counts as one.
    pub sockets: usize,
    /// Sockets of one address at a time.
    pub sockets_per_address: usize,
    /// Requests over HTTP a second from one address, in the long run; ten seconds' worth at once. 0: as many as come.
    pub requests_per_second: u64,
    /// How long a server that was told to stop serves on, while it says that it is not ready.
    pub stop_notice: Duration,
    /// How long it then takes at the most to end what is under way.
    pub stop_within: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            room_idle: Duration::from_secs(60),
            request: Duration::from_secs(30),
            hello: Duration::from_secs(10),
            beat: Duration::from_secs(25),
            send: Duration::from_secs(10),
            absence: Duration::from_secs(20),
            settled: SETTLED,
            rooms: 50_000,
            sockets: 10_000,
            sockets_per_address: 500,
            requests_per_second: 0,
            stop_notice: Duration::ZERO,
            stop_within: Duration::from_secs(10),
        }
    }
}

/// How many there may be at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Of all addresses.
    pub all: usize,
    /// Of one address.
    pub of_one: usize,
}

/// Connections that there may be besides, so that whoever allows few sockets can still be asked something.
const FEW: usize = 64;

/// Files that are no connections: the database's, logs, those that a request opens.
const OTHER_FILES: usize = 128;

impl Limits {
    /// Sockets and streams.
    pub fn of_sockets(&self) -> ConnectionLimits {
        ConnectionLimits { all: self.sockets, of_one: self.sockets_per_address }
    }

    /// Connections, whatever is said over them: sockets, streams, requests, and those over which nothing was said yet.
    pub fn of_connections(&self) -> ConnectionLimits {
        let more = |sockets: usize, more: usize| sockets.saturating_add(more).saturating_add(FEW);
        let Self { sockets, sockets_per_address, .. } = *self;
        ConnectionLimits {
            all: more(sockets, sockets / 4),
            of_one: more(sockets_per_address, sockets_per_address),
        }
    }

    /// The same, with as many sockets at the most as there are files for: each connection takes one.
    pub fn within_files(self, files: u64) -> Self {
        let connections = usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(OTHER_FILES + FEW);
        Self { sockets: self.sockets.min(connections / 5 * 4), ..self }
    }

    /// How fast one address may ask over HTTP; none where it may as it likes.
    pub fn requests(&self) -> Option<RateLimit> {
        let each = 1_000_u64.checked_div(self.requests_per_second)?.max(1);
        Some(RateLimit { burst: 10 * self.requests_per_second, each })
    }
}

/// Counts what is open, by address, and lets in as many as there may be.
#[derive(Clone, Debug, Default)]
pub struct ConnectionLimiter {
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Somebody who was let in, and has gone when this is dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    address: IpAddr,
    door: ConnectionLimiter,
}

impl ConnectionLimiter {
    /// Lets somebody in, if there is room.
    pub fn admit(&self, address: IpAddr, most: ConnectionLimits) -> Option<ConnectionPermit> {
        let address = neighbourhood(address);
        let mut inside = self.lock();
        let of_address = inside.by_address.get(&address).copied().unwrap_or_default();
        if inside.all >= most.all || of_address >= most.of_one {
            return None;
        }
        inside.all += 1;
        inside.by_address.insert(address, of_address + 1);
        Some(ConnectionPermit { address, door: self.clone() })
    }

    /// How many are inside.
    pub fn open(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        // The counts are whole after every statement, so a panic elsewhere does not spoil them.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut inside = self.door.lock();
        inside.all -= 1;
        // An address without guests is forgotten, so that the map does not grow with every visitor.
        if let Some(count) = inside.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                inside.by_address.remove(&self.address);
            }
        }
    }
}

/// How fast something may be done: a bucket of so many that fills with one every so many milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// How many at once.
    pub burst: u64,
    /// How long it takes until there may be one more, in milliseconds.
    pub each: u64,
}

/// How fast a player may talk over one socket, or be refused over HTTP. Legal moves cost nothing.
pub const MESSAGES: RateLimit = RateLimit { burst: 60, each: 50 };

/// How fast one does something, as a value.
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    rate: RateLimit,
    /// When the bucket will be full again.
    full_at: u64,
}

impl Default for TokenBucket {
    /// That of a socket.
    fn default() -> Self {
        Self::new(MESSAGES)
    }
}

impl TokenBucket {
    /// A full bucket.
    pub fn new(rate: RateLimit) -> Self {
        Self { rate, full_at: 0 }
    }

    /// Takes one of `parts` equal parts of one out of the bucket.
    ///
    /// # Errors
    ///
    /// After how many milliseconds there will be one again.
    pub fn take_part(&mut self, parts: u64, now: u64) -> Result<(), u64> {
        self.check(now)?;
        self.full_at = self.full_at.max(now) + self.rate.each / parts.max(1);
        Ok(())
    }

    /// Takes some out of the bucket, all that is in it if there are fewer: whoever takes many waits for longer.
    ///
    /// # Errors
    ///
    /// After how many milliseconds there will be one again.
    pub fn take_many(&mut self, count: u64, now: u64) -> Result<(), u64> {
        self.check(now)?;
        self.full_at = self.full_at.max(now) + count * self.rate.each;
        Ok(())
    }

    /// Whether there is one in the bucket.
    ///
    /// # Errors
    ///
    /// After how many milliseconds there will be one again.
    pub fn check(&self, now: u64) -> Result<(), u64> {
        let RateLimit { burst, each } = self.rate;
        // A clock that is put back must not silence anybody for long.
        let missing = self.full_at.saturating_sub(now).min(burst * each);
        match missing.checked_sub((burst - 1) * each) {
            Some(wait) if wait > 0 => Err(wait),
            _ => Ok(()),
        }
    }

    fn is_full(&self, now: u64) -> bool {
        self.full_at <= now
    }
}

/// How many that are not at rest are remembered.
const REMEMBERED: usize = 100_000;

/// The paces of many, by who they are.
#[derive(Clone, Debug)]
pub struct KeyedRateLimiter<Who> {
    rate: RateLimit,
    by_who: Arc<Mutex<HashMap<Who, TokenBucket>>>,
}

impl<Who: Eq + Hash> KeyedRateLimiter<Who> {
    /// All at rest.
    pub fn new(rate: RateLimit) -> Self {
        Self { rate, by_who: Arc::default() }
    }

    /// Takes some out of one's bucket.
    ///
    /// # Errors
    ///
    /// After how many milliseconds there will be one again.
    pub fn take(&self, who: Who, count: u64, now: u64) -> Result<(), u64> {
        let mut by_who = self.lock();
        if by_who.len() >= REMEMBERED {
            by_who.retain(|_, pace| !pace.is_full(now));
        }
        if by_who.len() >= REMEMBERED {
            // So many at a time come from one hand; memory is bounded before it is just.
            by_who.clear();
        }
        by_who.entry(who).or_insert(TokenBucket::new(self.rate)).take_many(count, now)
    }

    /// Whether there is one in one's bucket.
    ///
    /// # Errors
    ///
    /// After how many milliseconds there will be one again.
    pub fn check(&self, who: &Who, now: u64) -> Result<(), u64> {
        self.lock().get(who).map_or(Ok(()), |pace| pace.check(now))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Who, TokenBucket>> {
        // Whole after every statement.
        self.by_who.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What counts as one address: of IPv6 the half that a provider gives to one customer.
pub fn neighbourhood(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(long) => match long.to_ipv4_mapped() {
            Some(short) => short.into(),
            None => Ipv6Addr::from_bits(long.to_bits() & !u128::from(u64::MAX)).into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_costs_its_part() {
        let (mut whole, mut parts) = (TokenBucket::default(), TokenBucket::default());
        whole.take_part(1, 1_000).expect("a burst");
        (0..2).for_each(|_| parts.take_part(2, 1_000).expect("two halves"));
        assert_eq!(whole.full_at, parts.full_at);
    }

    #[test]
    fn a_burst_is_let_through_and_then_one_at_a_time() {
        let mut pace = TokenBucket::default();
        for _ in 0..MESSAGES.burst {
            pace.take_part(1, 1_000).expect("a burst");
        }
        assert_eq!(pace.take_part(1, 1_000), Err(MESSAGES.each));
        assert_eq!(pace.take_part(1, 1_000 + MESSAGES.each - 1), Err(1));
        pace.take_part(1, 1_000 + MESSAGES.each).expect("one more");
        assert_eq!(pace.check(1_000 + MESSAGES.each), Err(MESSAGES.each));
        for _ in 0..MESSAGES.burst {
            pace.take_part(1, 60_000).expect("full again, and not fuller");
        }
        assert!(pace.take_part(1, 60_000).is_err());
    }

    #[test]
    fn in_the_long_run_nobody_is_faster_than_the_bucket_fills() {
        let mut rng = fastrand::Rng::with_seed(61);
        let (mut pace, mut now, mut taken) = (TokenBucket::default(), 0, 0);
        for _ in 0..10_000 {
            now += rng.u64(..30);
            match pace.take_part(1, now) {
                Ok(()) => taken += 1,
                // Whoever waits as long as it was told may go on.
                Err(wait) => pace.check(now + wait).expect("it has waited"),
            }
            assert!(taken <= MESSAGES.burst + now / MESSAGES.each + 1);
        }
    }

    #[test]
    fn a_clock_that_is_put_back_silences_nobody_for_long() {
        let mut pace = TokenBucket::default();
        pace.take_part(1, 1_000_000).expect("the first");
        assert!(pace.check(0).is_err_and(|wait| wait <= MESSAGES.burst * MESSAGES.each));
        let wait = pace.check(0).expect_err("for a moment");
        assert!(wait <= MESSAGES.each);
    }

    #[test]
    fn everybody_has_a_pace_of_their_own_and_no_more_are_remembered_than_are_busy() {
        let paces = KeyedRateLimiter::new(RateLimit { burst: 2, each: 1_000 });
        paces.take(0, 5, 1).expect("more than there is, once");
        assert_eq!(paces.check(&0, 1), Err(1_000));
        paces.take(1, 1, 1).expect("another");
        for who in 0..200_000 {
            let _ = paces.take(who, 1, 10_000 + who / 10);
        }
        assert!(paces.lock().len() <= REMEMBERED);
    }

    #[test]
    fn a_customer_is_one_address() {
        let one = |text: &str| neighbourhood(text.parse().expect("an address"));
        assert_eq!(one("2001:db8:1:2:3:4:5:6"), one("2001:db8:1:2::"));
        assert_ne!(one("2001:db8:1:2::"), one("2001:db8:1:3::"));
        assert_eq!(one("::ffff:10.0.0.1"), one("10.0.0.1"));
        assert_ne!(one("10.0.0.1"), one("10.0.0.2"));
    }

    #[test]
    fn the_door_counts_all_and_by_address() {
        let most = ConnectionLimits { all: 3, of_one: 2 };
        let (door, here, there) = (ConnectionLimiter::default(), [127, 0, 0, 1].into(), [10, 0, 0, 1].into());
        let first = door.admit(here, most).expect("room");
        let _second = door.admit(here, most).expect("room");
        assert!(door.admit(here, most).is_none(), "two of one address");
        let _third = door.admit(there, most).expect("room");
        assert!(door.admit(there, most).is_none(), "three in all");
        drop(first);
        assert_eq!(door.open(), 2);
        assert!(door.admit(here, most).is_some());
    }

    #[test]
    fn a_customer_has_one_door_however_many_addresses_it_has() {
        let most = ConnectionLimits { all: 9, of_one: 2 };
        let (door, customer) =
            (ConnectionLimiter::default(), |number: u16| [0x2001, 0xdb8, 1, 2, 0, 0, 0, number].into());
        let guests: Vec<_> = (0..4).filter_map(|number| door.admit(customer(number), most)).collect();
        assert_eq!(guests.len(), 2);
    }

    #[test]
    fn there_are_no_more_sockets_than_files_for_their_connections() {
        let limits = Limits::default();
        assert_eq!(limits.within_files(u64::MAX).sockets, limits.sockets);
        for files in [0, 200, 1_024, 4_096] {
            let Limits { sockets, .. } = limits.within_files(files);
            let needed = OTHER_FILES + limits.within_files(files).of_connections().all;
            assert!(sockets == 0 || needed as u64 <= files, "{needed} of {files}");
        }
        assert_eq!(limits.within_files(200).sockets, 4);
        let unbounded =
            Limits { sockets: usize::MAX, sockets_per_address: usize::MAX, ..limits }.of_connections();
        assert_eq!(unbounded, ConnectionLimits { all: usize::MAX, of_one: usize::MAX });
    }
}

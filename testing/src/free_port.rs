use std::net::{SocketAddr, TcpListener};

/// Ports that systems do not use for outgoing connections: Linux uses those from 32,768.
const PORTS: std::ops::Range<u16> = 10_000..32_000;

/// A free port of the loopback address. It stays free while a program that listens on it restarts, since no outgoing
/// connection takes it.
pub(crate) fn free_address() -> SocketAddr {
    let candidates = std::iter::repeat_with(|| SocketAddr::from(([127, 0, 0, 1], fastrand::u16(PORTS))));
    let mut free = candidates.take(1_000).filter(|address| TcpListener::bind(address).is_ok());
    free.next().expect("a free port")
}

use std::net::{SocketAddr, TcpListener};

/// Ports that systems do not give to outgoing connections: Linux takes those from 32,768 on.
const PORTS: std::ops::Range<u16> = 10_000..32_000;

/// A free port of the loopback address that stays free while a program that listens on it is started again: no outgoing
/// connection takes it.
pub(crate) fn free_address() -> SocketAddr {
    let candidates = std::iter::repeat_with(|| SocketAddr::from(([127, 0, 0, 1], fastrand::u16(PORTS))));
    let mut free = candidates.take(1_000).filter(|address| TcpListener::bind(address).is_ok());
    free.next().expect("a free port")
}

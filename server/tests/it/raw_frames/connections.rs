//! Connections that are cut, reset, half closed or left idle.

use ikibuguzo_testing::raw_socket::{RawSocket, SocketClose, UPGRADE, frame};

use super::{PING, Target};

/// These bytes cut after each byte.
fn prefixes(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..bytes.len()).map(|end| &bytes[..end])
}

#[tokio::test]
async fn a_half_closed_socket_is_closed() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect_with_hello(target.address).await;
    raw.shutdown_write().await;
    assert_eq!(raw.read_close().await, SocketClose { close: None, bye: None });
    target.assert_healthy().await;
}

#[tokio::test]
async fn a_half_closed_socket_is_answered_before_it_is_closed() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect_with_hello(target.address).await;
    raw.send_ping().await;
    raw.shutdown_write().await;
    raw.read_pong().await;
    assert_eq!(raw.read_close().await, SocketClose { close: None, bye: None });
    target.assert_healthy().await;
}

#[tokio::test]
async fn the_server_survives_a_frame_cut_at_any_byte() {
    let target = Target::start().await;
    for prefix in prefixes(&frame(0x81, PING)) {
        let mut raw = RawSocket::connect_with_hello(target.address).await;
        raw.write(prefix).await;
        raw.shutdown_write().await;
        assert_eq!(raw.read_close().await, SocketClose { close: None, bye: None });
    }
    target.assert_healthy().await;
}

#[tokio::test]
async fn the_server_survives_a_reset_anywhere_in_a_frame() {
    let target = Target::start().await;
    for prefix in prefixes(&frame(0x81, PING)) {
        let mut raw = RawSocket::connect_with_hello(target.address).await;
        raw.write(prefix).await;
        raw.reset();
    }
    target.assert_healthy().await;
}

#[tokio::test]
async fn the_server_survives_a_handshake_cut_at_any_byte() {
    let target = Target::start().await;
    for prefix in prefixes(UPGRADE.as_bytes()) {
        let mut raw = RawSocket::connect(target.address).await;
        raw.write(prefix).await;
        raw.shutdown_write().await;
        raw.read_to_end().await;
    }
    target.assert_healthy().await;
}

#[tokio::test]
async fn incomplete_requests_delay_no_other_client() {
    let target = Target::start().await;
    let mut held = Vec::new();
    for _ in 0..300 {
        let mut raw = RawSocket::connect(target.address).await;
        raw.write(&UPGRADE.as_bytes()[..40]).await;
        held.push(raw);
    }
    target.assert_healthy().await;
}

#[tokio::test]
async fn the_server_survives_600_dropped_connections() {
    let target = Target::start().await;
    for round in 0..600 {
        match round % 3 {
            0 => drop(RawSocket::connect(target.address).await),
            1 => RawSocket::connect(target.address).await.reset(),
            _ => drop(RawSocket::connect_with_hello(target.address).await),
        }
    }
    target.assert_healthy().await;
}

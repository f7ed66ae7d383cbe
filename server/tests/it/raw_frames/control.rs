//! Pings, pongs and closing (RFC 6455, 5.5 and 7.4).

use std::time::Duration;

use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::TestServer;
use ikibuguzo_testing::raw_socket::{RawSocket, SocketClose, extended_length, frame, frame_with_length};

use super::{PING, Target, expect_close, expect_pong, expect_protocol_error};

/// Asserts that the server answers each close frame with this payload by this code.
async fn expect_close_answers(cases: impl IntoIterator<Item = (Vec<u8>, u16)>) {
    let target = Target::start().await;
    for (payload, answer) in cases {
        let mut raw = RawSocket::connect_with_hello(target.address).await;
        raw.write(&frame(0x88, &payload)).await;
        let expected = SocketClose { close: Some(answer), bye: None };
        assert_eq!(raw.read_close().await, expected, "{payload:x?}");
    }
    target.assert_healthy().await;
}

fn close(code: u16, reason: &[u8]) -> Vec<u8> {
    [&code.to_be_bytes(), reason].concat()
}

#[tokio::test]
async fn a_pong_carries_the_payload_of_its_ping() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect_with_hello(target.address).await;
    for payload in [b"".as_slice(), b"Muraho", &[0xff; 125]] {
        raw.write(&frame(0x89, payload)).await;
        let pong = raw.read_frame().await.expect("a pong");
        assert_eq!((pong.first, pong.payload.as_slice()), (0x8a, payload));
    }
    target.assert_healthy().await;
}

#[tokio::test]
async fn an_unsolicited_pong_is_ignored() {
    expect_pong(&[frame(0x8a, b"here I am"), frame(0x81, PING)].concat()).await;
}

#[tokio::test]
async fn a_ping_of_more_than_125_bytes_is_a_protocol_error() {
    expect_protocol_error(&frame(0x89, &[0; 126])).await;
}

#[tokio::test]
async fn a_close_of_more_than_125_bytes_is_a_protocol_error() {
    expect_protocol_error(&frame(0x88, &close(1000, &[b'x'; 124]))).await;
}

#[tokio::test]
async fn a_fragmented_ping_is_a_protocol_error() {
    expect_protocol_error(&frame(0x09, b"")).await;
}

#[tokio::test]
async fn a_ping_that_announces_a_gibibyte_closes_the_socket() {
    expect_close(&frame_with_length(0x89, &extended_length(8, 1 << 30), b""), 1009, ErrorCode::FrameTooLarge)
        .await;
}

#[tokio::test]
async fn every_ping_of_a_burst_is_answered() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect_with_hello(target.address).await;
    raw.write(&frame(0x89, b"burst").repeat(1_000)).await;
    for _ in 0..1_000 {
        assert_eq!(raw.read_frame().await.expect("a pong").first, 0x8a);
    }
    target.assert_healthy().await;
}

#[tokio::test]
async fn a_ping_flood_with_unread_pongs_ends_its_socket() {
    let limits = Limits { send: Duration::from_millis(100), ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let mut raw = RawSocket::connect_with_hello(server.address).await;
    // More than all buffers on the way can hold: the server keeps no pongs, so it stops reading.
    let flood = frame(0x89, &[0; 125]).repeat(1_000);
    let mut sent = 0;
    while raw.try_write(&flood).await && sent < 1_000 {
        sent += 1;
    }
    assert!(sent < 1_000, "the server took a hundred megabytes without a reader");
    server.wait_for_open_sockets(0).await;
}

#[tokio::test]
async fn a_close_is_answered_with_its_code() {
    let codes = [1000, 1001, 1011, 3000, 4999];
    expect_close_answers(codes.map(|code| (close(code, b"Mwirirwe"), code))).await;
}

#[tokio::test]
async fn a_close_without_a_code_is_answered_without_one() {
    expect_close_answers([(Vec::new(), 1005)]).await;
}

#[tokio::test]
async fn a_close_with_a_reserved_code_is_a_protocol_error() {
    let codes = [0, 999, 1004, 1005, 1006, 1015, 5000];
    expect_close_answers(codes.map(|code| (close(code, b""), 1002))).await;
}

#[tokio::test]
async fn a_close_with_half_a_code_is_a_protocol_error() {
    expect_protocol_error(&frame(0x88, &[3])).await;
}

#[tokio::test]
async fn a_close_reason_that_is_not_utf8_closes_the_socket() {
    expect_close(&frame(0x88, &close(1000, b"\xff")), 1007, ErrorCode::BadFrame).await;
}

#[tokio::test]
async fn frames_after_a_close_are_ignored() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect_with_hello(target.address).await;
    raw.write(&[frame(0x88, &close(1000, b"")), frame(0x81, PING)].concat()).await;
    assert_eq!(raw.read_close().await, SocketClose { close: Some(1000), bye: None });
    target.assert_healthy().await;
}

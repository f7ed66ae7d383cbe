//! Pings, pongs and closing (RFC 6455, 5.5 and 7.4).

use std::time::Duration;

use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_server::net::limits::Limits;

use super::{PING, Victim, broken, closed, heard};
use crate::support::TestServer;
use crate::support::raw_socket::{Closed, Raw, frame, frame_with, length_in};

/// After hello, the client closes with this payload, and the server answers with this code.
async fn farewell(payload: &[u8], answer: u16) {
    let victim = Victim::start().await;
    let mut raw = Raw::greeted(victim.address).await;
    raw.write(&frame(0x88, payload)).await;
    assert_eq!(raw.closed().await, Closed { close: Some(answer), bye: None });
    victim.plays_on().await;
}

fn close(code: u16, reason: &[u8]) -> Vec<u8> {
    [&code.to_be_bytes(), reason].concat()
}

#[tokio::test]
async fn a_ping_is_answered_with_what_it_carried() {
    let victim = Victim::start().await;
    let mut raw = Raw::greeted(victim.address).await;
    for payload in [b"".as_slice(), b"Muraho", &[0xff; 125]] {
        raw.write(&frame(0x89, payload)).await;
        let pong = raw.frame().await.expect("a pong");
        assert_eq!((pong.first, pong.payload.as_slice()), (0x8a, payload));
    }
    victim.plays_on().await;
}

#[tokio::test]
async fn a_pong_that_nobody_asked_for_is_passed_over() {
    heard(&[frame(0x8a, b"here I am"), frame(0x81, PING)].concat()).await;
}

#[tokio::test]
async fn a_ping_of_more_than_125_bytes_is_broken() {
    broken(&frame(0x89, &[0; 126])).await;
}

#[tokio::test]
async fn a_close_of_more_than_125_bytes_is_broken() {
    broken(&frame(0x88, &close(1000, &[b'x'; 124]))).await;
}

#[tokio::test]
async fn a_ping_in_fragments_is_broken() {
    broken(&frame(0x09, b"")).await;
}

#[tokio::test]
async fn a_ping_that_announces_a_gibibyte_closes() {
    closed(&frame_with(0x89, &length_in(8, 1 << 30), b""), 1009, ErrorCode::FrameTooLarge).await;
}

#[tokio::test]
async fn every_ping_of_a_flood_is_answered() {
    let victim = Victim::start().await;
    let mut raw = Raw::greeted(victim.address).await;
    let (flood, pings) = (frame(0x89, b"flood").repeat(1_000), 20_000);
    for _ in 0..pings / 1_000 {
        raw.write(&flood).await;
        for _ in 0..1_000 {
            assert_eq!(raw.frame().await.expect("a pong").first, 0x8a);
        }
    }
    victim.plays_on().await;
}

#[tokio::test]
async fn a_flood_of_pings_whose_answers_nobody_reads_ends_its_socket() {
    let limits = Limits { send: Duration::from_millis(100), ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let mut raw = Raw::greeted(server.address).await;
    // More than all buffers on the way can hold: the answers are not kept, and so the server cannot read on.
    let flood = frame(0x89, &[0; 125]).repeat(1_000);
    let mut sent = 0;
    while raw.write_in_vain(&flood).await && sent < 1_000 {
        sent += 1;
    }
    assert!(sent < 1_000, "a hundred megabytes of answers went somewhere");
    while server.app.door.open() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_close_is_answered_with_its_code() {
    for code in [1000, 1001, 1011, 3000, 4999] {
        farewell(&close(code, b"Mwirirwe"), code).await;
    }
}

#[tokio::test]
async fn a_close_without_a_code_is_answered_without_one() {
    farewell(b"", 1005).await;
}

#[tokio::test]
async fn a_close_with_a_code_that_nobody_may_send_is_answered_as_an_error() {
    for code in [0, 999, 1004, 1005, 1006, 1015, 5000] {
        farewell(&close(code, b""), 1002).await;
    }
}

#[tokio::test]
async fn a_close_with_half_a_code_is_broken() {
    broken(&frame(0x88, &[3])).await;
}

#[tokio::test]
async fn a_close_whose_reason_is_not_utf8_closes() {
    closed(&frame(0x88, &close(1000, b"\xff")), 1007, ErrorCode::BadFrame).await;
}

#[tokio::test]
async fn nothing_is_heard_after_a_close() {
    let victim = Victim::start().await;
    let mut raw = Raw::greeted(victim.address).await;
    raw.write(&[frame(0x88, &close(1000, b"")), frame(0x81, PING)].concat()).await;
    assert_eq!(raw.closed().await, Closed { close: Some(1000), bye: None });
    victim.plays_on().await;
}

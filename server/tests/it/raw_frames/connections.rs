//! Connections that end, or do not, when they should not, or should.

use super::{PING, Victim};
use crate::support::raw_socket::{Closed, Raw, UPGRADE, frame};

/// The request and the frame, cut off after each of its bytes.
fn beginnings(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..bytes.len()).map(|end| &bytes[..end])
}

#[tokio::test]
async fn who_will_say_no_more_is_let_go() {
    let victim = Victim::start().await;
    let mut raw = Raw::greeted(victim.address).await;
    raw.shut().await;
    assert_eq!(raw.closed().await, Closed { close: None, bye: None });
    victim.plays_on().await;
}

#[tokio::test]
async fn who_will_say_no_more_is_answered_first() {
    let victim = Victim::start().await;
    let mut raw = Raw::greeted(victim.address).await;
    raw.ping().await;
    raw.shut().await;
    raw.pong().await;
    assert_eq!(raw.closed().await, Closed { close: None, bye: None });
    victim.plays_on().await;
}

#[tokio::test]
async fn a_frame_may_end_anywhere() {
    let victim = Victim::start().await;
    for beginning in beginnings(&frame(0x81, PING)) {
        let mut raw = Raw::greeted(victim.address).await;
        raw.write(beginning).await;
        raw.shut().await;
        assert_eq!(raw.closed().await, Closed { close: None, bye: None });
    }
    victim.plays_on().await;
}

#[tokio::test]
async fn a_connection_may_be_reset_anywhere_in_a_frame() {
    let victim = Victim::start().await;
    for beginning in beginnings(&frame(0x81, PING)) {
        let mut raw = Raw::greeted(victim.address).await;
        raw.write(beginning).await;
        raw.reset();
    }
    victim.plays_on().await;
}

#[tokio::test]
async fn a_handshake_may_end_anywhere() {
    let victim = Victim::start().await;
    for beginning in beginnings(UPGRADE.as_bytes()) {
        let mut raw = Raw::open(victim.address).await;
        raw.write(beginning).await;
        raw.shut().await;
        raw.rest().await;
    }
    victim.plays_on().await;
}

#[tokio::test]
async fn hundreds_of_half_sent_requests_hold_nobody_up() {
    let victim = Victim::start().await;
    let mut held = Vec::new();
    for _ in 0..300 {
        let mut raw = Raw::open(victim.address).await;
        raw.write(&UPGRADE.as_bytes()[..40]).await;
        held.push(raw);
    }
    victim.plays_on().await;
}

#[tokio::test]
async fn hundreds_of_connections_are_opened_and_dropped() {
    let victim = Victim::start().await;
    for round in 0..600 {
        match round % 3 {
            0 => drop(Raw::open(victim.address).await),
            1 => Raw::open(victim.address).await.reset(),
            _ => drop(Raw::greeted(victim.address).await),
        }
    }
    victim.plays_on().await;
}

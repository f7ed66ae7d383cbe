//! How long a frame is, and how long it says it is (RFC 6455, 5.2).

use ikibuguzo_protocol::{ErrorCode, MAX_CLIENT_MESSAGE};

use super::{PING, closed, heard, refused};
use crate::support::raw_socket::{frame, frame_with, length_in};

/// Beyond this the server does not read a message.
const FRAME_LIMIT: usize = 4 * MAX_CLIENT_MESSAGE;

/// A `ping` in so many bytes: JSON may have spaces behind it.
fn ping_of(length: usize) -> Vec<u8> {
    let mut ping = PING.to_vec();
    ping.resize(length, b' ');
    ping
}

async fn too_large(bytes: &[u8]) {
    closed(bytes, 1009, ErrorCode::FrameTooLarge).await;
}

#[tokio::test]
async fn a_length_of_7_bits() {
    heard(&frame(0x81, &ping_of(125))).await;
}

#[tokio::test]
async fn a_length_of_16_bits() {
    heard(&frame(0x81, &ping_of(126))).await;
}

#[tokio::test]
async fn a_length_in_more_bytes_than_it_needs_is_read_all_the_same() {
    // RFC 6455 wants the shortest form; what is meant is clear, so nobody is sent away for it.
    for bytes in [2, 8] {
        heard(&frame_with(0x81, &length_in(bytes, PING.len() as u64), PING)).await;
    }
}

#[tokio::test]
async fn the_longest_message_is_heard() {
    heard(&frame(0x81, &ping_of(MAX_CLIENT_MESSAGE))).await;
}

#[tokio::test]
async fn the_longest_message_in_fragments_is_heard() {
    let message = ping_of(MAX_CLIENT_MESSAGE);
    let (one, two) = message.split_at(1_000);
    heard(&[frame(0x01, one), frame(0x80, two)].concat()).await;
}

#[tokio::test]
async fn a_byte_more_is_refused() {
    refused(&frame(0x81, &ping_of(MAX_CLIENT_MESSAGE + 1)), ErrorCode::FrameTooLarge).await;
}

#[tokio::test]
async fn the_longest_frame_is_refused() {
    refused(&frame(0x81, &ping_of(FRAME_LIMIT)), ErrorCode::FrameTooLarge).await;
}

#[tokio::test]
async fn a_byte_more_than_the_longest_frame_closes() {
    too_large(&frame(0x81, &ping_of(FRAME_LIMIT + 1))).await;
}

#[tokio::test]
async fn a_hundred_thousand_bytes_close() {
    too_large(&frame(0x81, &ping_of(100_000))).await;
}

#[tokio::test]
async fn fragments_that_are_too_long_together_close() {
    let half = ping_of(FRAME_LIMIT / 2 + 1);
    too_large(&[frame(0x01, &half), frame(0x80, &half)].concat()).await;
}

#[tokio::test]
async fn a_frame_that_announces_a_gibibyte_closes_before_it_comes() {
    too_large(&frame_with(0x82, &length_in(8, 1 << 30), b"")).await;
}

#[tokio::test]
async fn a_length_with_its_highest_bit_set_closes() {
    for length in [1 << 63, u64::MAX] {
        too_large(&frame_with(0x81, &length_in(8, length), b"")).await;
    }
}

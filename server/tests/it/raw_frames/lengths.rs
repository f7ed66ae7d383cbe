//! The length of a frame, actual and announced (RFC 6455, 5.2).

use ikibuguzo_protocol::{ErrorCode, MAX_CLIENT_MESSAGE_BYTES};
use ikibuguzo_testing::raw_socket::{extended_length, frame, frame_with_length};

use super::{PING, expect_close, expect_close_of_each, expect_pong, expect_refusal};

/// The longest frame that the server reads, in bytes.
const FRAME_LIMIT: usize = 4 * MAX_CLIENT_MESSAGE_BYTES;

/// A `ping` padded with spaces to this length.
fn ping_of(length: usize) -> Vec<u8> {
    let mut ping = PING.to_vec();
    ping.resize(length, b' ');
    ping
}

async fn expect_too_large(bytes: &[u8]) {
    expect_close(bytes, 1009, ErrorCode::FrameTooLarge).await;
}

#[tokio::test]
async fn a_length_of_7_bits_is_accepted() {
    expect_pong(&frame(0x81, &ping_of(125))).await;
}

#[tokio::test]
async fn a_length_of_16_bits_is_accepted() {
    expect_pong(&frame(0x81, &ping_of(126))).await;
}

#[tokio::test]
async fn a_length_in_a_longer_form_than_needed_is_accepted() {
    // RFC 6455 requires the shortest form, but a longer one is unambiguous.
    for bytes in [2, 8] {
        expect_pong(&frame_with_length(0x81, &extended_length(bytes, PING.len() as u64), PING)).await;
    }
}

#[tokio::test]
async fn the_longest_message_is_accepted() {
    expect_pong(&frame(0x81, &ping_of(MAX_CLIENT_MESSAGE_BYTES))).await;
}

#[tokio::test]
async fn the_longest_message_in_fragments_is_accepted() {
    let message = ping_of(MAX_CLIENT_MESSAGE_BYTES);
    let (one, two) = message.split_at(1_000);
    expect_pong(&[frame(0x01, one), frame(0x80, two)].concat()).await;
}

#[tokio::test]
async fn a_message_one_byte_too_long_is_refused() {
    expect_refusal(&frame(0x81, &ping_of(MAX_CLIENT_MESSAGE_BYTES + 1)), ErrorCode::FrameTooLarge).await;
}

#[tokio::test]
async fn the_longest_frame_is_refused_as_a_message() {
    expect_refusal(&frame(0x81, &ping_of(FRAME_LIMIT)), ErrorCode::FrameTooLarge).await;
}

#[tokio::test]
async fn a_frame_one_byte_too_long_closes_the_socket() {
    expect_too_large(&frame(0x81, &ping_of(FRAME_LIMIT + 1))).await;
}

#[tokio::test]
async fn a_frame_of_a_hundred_thousand_bytes_closes_the_socket() {
    expect_too_large(&frame(0x81, &ping_of(100_000))).await;
}

#[tokio::test]
async fn fragments_too_long_in_total_close_the_socket() {
    let half = ping_of(FRAME_LIMIT / 2 + 1);
    expect_too_large(&[frame(0x01, &half), frame(0x80, &half)].concat()).await;
}

#[tokio::test]
async fn a_frame_that_announces_a_gibibyte_closes_the_socket_at_once() {
    expect_too_large(&frame_with_length(0x82, &extended_length(8, 1 << 30), b"")).await;
}

#[tokio::test]
async fn a_length_with_its_highest_bit_set_closes_the_socket() {
    let frames = [1 << 63, u64::MAX].map(|length| frame_with_length(0x81, &extended_length(8, length), b""));
    expect_close_of_each(frames, 1009, ErrorCode::FrameTooLarge).await;
}

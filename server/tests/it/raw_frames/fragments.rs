//! Messages in pieces (RFC 6455, 5.4).

use ikibuguzo_testing::raw_socket::frame;

use super::{PING, expect_pong, expect_protocol_error};

/// A message in fragments of this size.
fn fragments(size: usize) -> Vec<Vec<u8>> {
    let last = PING.len().div_ceil(size) - 1;
    let fragment = |(i, bytes): (usize, &[u8])| {
        let opcode = u8::from(i == 0);
        let fin = if i == last { 0x80 } else { 0 };
        frame(opcode | fin, bytes)
    };
    PING.chunks(size).enumerate().map(fragment).collect()
}

#[tokio::test]
async fn a_message_in_two_fragments_is_one_message() {
    expect_pong(&fragments(PING.len() / 2 + 1).concat()).await;
}

#[tokio::test]
async fn a_message_in_many_fragments_is_one_message() {
    expect_pong(&fragments(1).concat()).await;
}

#[tokio::test]
async fn empty_fragments_are_ignored() {
    let nothing = [frame(0x01, b""), frame(0x00, b"").repeat(1_000), frame(0x00, PING)].concat();
    expect_pong(&[nothing, frame(0x80, b"")].concat()).await;
}

#[tokio::test]
async fn control_frames_may_arrive_between_fragments() {
    expect_pong(&fragments(4).join(frame(0x89, b"between").as_slice())).await;
}

#[tokio::test]
async fn a_continuation_without_a_start_is_a_protocol_error() {
    expect_protocol_error(&frame(0x80, PING)).await;
}

#[tokio::test]
async fn a_text_frame_inside_a_fragmented_text_is_a_protocol_error() {
    expect_protocol_error(&[frame(0x01, b"{"), frame(0x81, PING)].concat()).await;
}

#[tokio::test]
async fn a_binary_frame_inside_a_fragmented_text_is_a_protocol_error() {
    expect_protocol_error(&[frame(0x01, b"{"), frame(0x82, PING)].concat()).await;
}

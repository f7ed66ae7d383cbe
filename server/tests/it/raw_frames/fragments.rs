//! Messages in pieces (RFC 6455, 5.4).

use super::{PING, broken, heard};
use crate::support::raw_socket::frame;

/// A message in fragments of so many bytes.
fn pieces(size: usize) -> Vec<Vec<u8>> {
    let last = PING.len().div_ceil(size) - 1;
    let piece = |(i, bytes): (usize, &[u8])| {
        let (opcode, fin) = (u8::from(i == 0), if i == last { 0x80 } else { 0 });
        frame(opcode | fin, bytes)
    };
    PING.chunks(size).enumerate().map(piece).collect()
}

#[tokio::test]
async fn a_message_in_two_fragments_is_one_message() {
    heard(&pieces(PING.len() / 2 + 1).concat()).await;
}

#[tokio::test]
async fn a_message_in_many_fragments_is_one_message() {
    heard(&pieces(1).concat()).await;
}

#[tokio::test]
async fn empty_fragments_add_nothing() {
    let nothing = [frame(0x01, b""), frame(0x00, b"").repeat(1_000), frame(0x00, PING)].concat();
    heard(&[nothing, frame(0x80, b"")].concat()).await;
}

#[tokio::test]
async fn control_frames_may_come_between_fragments() {
    heard(&pieces(4).join(frame(0x89, b"between").as_slice())).await;
}

#[tokio::test]
async fn a_continuation_of_nothing_is_broken() {
    broken(&frame(0x80, PING)).await;
}

#[tokio::test]
async fn a_new_text_in_the_middle_of_another_is_broken() {
    broken(&[frame(0x01, b"{"), frame(0x81, PING)].concat()).await;
}

#[tokio::test]
async fn a_binary_frame_in_the_middle_of_a_text_is_broken() {
    broken(&[frame(0x01, b"{"), frame(0x82, PING)].concat()).await;
}

//! What is in a frame of data (RFC 6455, 5.6 and 8.1).

use ikibuguzo_protocol::ErrorCode;

use super::{closed, refused};
use crate::support::raw_socket::frame;

/// Ends in the middle of a letter.
const HALF: &[u8] = b"{\"type\":\"\xc3";

async fn no_text(bytes: &[u8]) {
    closed(bytes, 1007, ErrorCode::BadFrame).await;
}

#[tokio::test]
async fn an_empty_text_is_no_message() {
    refused(&frame(0x81, b""), ErrorCode::BadJson).await;
}

#[tokio::test]
async fn a_zero_byte_is_no_message() {
    refused(&frame(0x81, b"\0"), ErrorCode::BadJson).await;
}

#[tokio::test]
async fn binary_is_refused() {
    refused(&frame(0x82, b"\xff\xfe"), ErrorCode::BinaryFrame).await;
}

#[tokio::test]
async fn an_empty_binary_frame_is_refused() {
    refused(&frame(0x82, b""), ErrorCode::BinaryFrame).await;
}

#[tokio::test]
async fn a_letter_split_between_fragments_is_whole() {
    let split = [frame(0x01, HALF), frame(0x80, b"\xa9\"}")].concat();
    refused(&split, ErrorCode::UnknownType).await;
}

#[tokio::test]
async fn a_text_that_is_not_utf8_closes() {
    for bytes in [b"\xff".as_slice(), b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", HALF] {
        no_text(&frame(0x81, bytes)).await;
    }
}

#[tokio::test]
async fn half_a_letter_at_the_end_of_the_fragments_closes() {
    no_text(&[frame(0x01, b"{"), frame(0x80, HALF)].concat()).await;
}

#[tokio::test]
async fn a_letter_that_goes_on_wrong_in_the_next_fragment_closes() {
    no_text(&[frame(0x01, HALF), frame(0x80, b"\"}")].concat()).await;
}

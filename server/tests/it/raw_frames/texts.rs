//! The payload of data frames (RFC 6455, 5.6 and 8.1).

use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_testing::raw_socket::frame;

use super::{expect_close, expect_close_of_each, expect_refusal};

/// A text that ends in the middle of a character.
const HALF_CHARACTER: &[u8] = b"{\"type\":\"\xc3";

async fn expect_invalid_text(bytes: &[u8]) {
    expect_close(bytes, 1007, ErrorCode::BadFrame).await;
}

#[tokio::test]
async fn an_empty_text_is_refused() {
    expect_refusal(&frame(0x81, b""), ErrorCode::BadJson).await;
}

#[tokio::test]
async fn a_zero_byte_is_refused() {
    expect_refusal(&frame(0x81, b"\0"), ErrorCode::BadJson).await;
}

#[tokio::test]
async fn binary_is_refused() {
    expect_refusal(&frame(0x82, b"\xff\xfe"), ErrorCode::BinaryFrame).await;
}

#[tokio::test]
async fn an_empty_binary_frame_is_refused() {
    expect_refusal(&frame(0x82, b""), ErrorCode::BinaryFrame).await;
}

#[tokio::test]
async fn a_character_split_between_fragments_is_accepted() {
    let split = [frame(0x01, HALF_CHARACTER), frame(0x80, b"\xa9\"}")].concat();
    expect_refusal(&split, ErrorCode::UnknownType).await;
}

#[tokio::test]
async fn a_text_that_is_not_utf8_closes_the_socket() {
    let texts = [b"\xff".as_slice(), b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", HALF_CHARACTER];
    expect_close_of_each(texts.map(|text| frame(0x81, text)), 1007, ErrorCode::BadFrame).await;
}

#[tokio::test]
async fn half_a_character_at_the_end_of_the_fragments_closes_the_socket() {
    expect_invalid_text(&[frame(0x01, b"{"), frame(0x80, HALF_CHARACTER)].concat()).await;
}

#[tokio::test]
async fn a_character_continued_wrongly_in_the_next_fragment_closes_the_socket() {
    expect_invalid_text(&[frame(0x01, HALF_CHARACTER), frame(0x80, b"\"}")].concat()).await;
}

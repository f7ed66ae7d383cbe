//! The first two bytes of a frame, and its mask (RFC 6455, 5.2 and 5.3).

use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_testing::raw_socket::frame;

use super::{PING, expect_close_of_each, expect_protocol_error, expect_refusal};

#[tokio::test]
async fn an_unmasked_frame_is_a_protocol_error() {
    let length = u8::try_from(PING.len()).expect("short");
    expect_protocol_error(&[&[0x81, length], PING].concat()).await;
}

#[tokio::test]
async fn an_empty_unmasked_frame_is_a_protocol_error() {
    expect_protocol_error(&[0x81, 0]).await;
}

#[tokio::test]
async fn a_frame_with_a_wrong_mask_is_refused() {
    let mut bytes = frame(0x81, b"{}");
    bytes[2..6].copy_from_slice(&[0x37 ^ 1, 0xfa ^ 1, 0x21, 0x3d]);
    expect_refusal(&bytes, ErrorCode::BadJson).await;
}

#[tokio::test]
async fn the_first_reserved_bit_is_a_protocol_error() {
    expect_protocol_error(&frame(0xc1, PING)).await;
}

#[tokio::test]
async fn the_second_reserved_bit_is_a_protocol_error() {
    expect_protocol_error(&frame(0xa1, PING)).await;
}

#[tokio::test]
async fn the_third_reserved_bit_is_a_protocol_error() {
    expect_protocol_error(&frame(0x91, PING)).await;
}

#[tokio::test]
async fn a_reserved_bit_on_a_ping_is_a_protocol_error() {
    expect_protocol_error(&frame(0xc9, b"")).await;
}

#[tokio::test]
async fn reserved_data_opcodes_are_protocol_errors() {
    let frames = (0x3..=0x7).map(|opcode| frame(0x80 | opcode, b""));
    expect_close_of_each(frames, 1002, ErrorCode::BadFrame).await;
}

#[tokio::test]
async fn reserved_control_opcodes_are_protocol_errors() {
    let frames = (0xb..=0xf).map(|opcode| frame(0x80 | opcode, b""));
    expect_close_of_each(frames, 1002, ErrorCode::BadFrame).await;
}

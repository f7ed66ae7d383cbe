//! The first two bytes of a frame, and its mask (RFC 6455, 5.2 and 5.3).

use ikibuguzo_protocol::ErrorCode;

use super::{PING, broken, refused};
use crate::support::raw_socket::frame;

#[tokio::test]
async fn a_frame_without_a_mask_is_broken() {
    let length = u8::try_from(PING.len()).expect("short");
    broken(&[&[0x81, length], PING].concat()).await;
}

#[tokio::test]
async fn an_empty_frame_without_a_mask_is_broken() {
    broken(&[0x81, 0]).await;
}

#[tokio::test]
async fn a_frame_with_another_mask_than_it_says_is_no_message() {
    let mut bytes = frame(0x81, b"{}");
    bytes[2..6].copy_from_slice(&[0x37 ^ 1, 0xfa ^ 1, 0x21, 0x3d]);
    refused(&bytes, ErrorCode::BadJson).await;
}

#[tokio::test]
async fn the_first_reserved_bit_is_broken() {
    broken(&frame(0xc1, PING)).await;
}

#[tokio::test]
async fn the_second_reserved_bit_is_broken() {
    broken(&frame(0xa1, PING)).await;
}

#[tokio::test]
async fn the_third_reserved_bit_is_broken() {
    broken(&frame(0x91, PING)).await;
}

#[tokio::test]
async fn a_reserved_bit_on_a_ping_is_broken() {
    broken(&frame(0xc9, b"")).await;
}

#[tokio::test]
async fn reserved_kinds_of_data_are_broken() {
    for opcode in 0x3..=0x7 {
        broken(&frame(0x80 | opcode, b"")).await;
    }
}

#[tokio::test]
async fn reserved_kinds_of_control_are_broken() {
    for opcode in 0xb..=0xf {
        broken(&frame(0x80 | opcode, b"")).await;
    }
}

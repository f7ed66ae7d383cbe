use std::io;

use tokio_util::bytes::{Bytes, BytesMut};
use tokio_util::codec::Decoder;

/// The longest line of the protocol that is read.
const MAX_LINE: usize = 64 * 1024;

/// One operation of the NATS protocol, as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NatsFrame {
    pub(crate) bytes: Bytes,
    /// Whether it carries a message: `PUB` or `MSG`, with or without headers.
    pub(crate) is_message: bool,
}

/// Splits the bytes of a connection to a NATS server, in either direction, into operations.
pub(crate) struct NatsDecoder;

impl Decoder for NatsDecoder {
    type Item = NatsFrame;
    type Error = io::Error;

    fn decode(&mut self, buffer: &mut BytesMut) -> io::Result<Option<NatsFrame>> {
        let Some(end) = buffer.windows(2).position(|pair| pair == b"\r\n") else {
            return if buffer.len() > MAX_LINE { Err(malformed("a line without an end")) } else { Ok(None) };
        };
        let payload = payload_length(&buffer[..end])?;
        let length = end + 2 + payload.map_or(0, |payload| payload + 2);
        if buffer.len() < length {
            return Ok(None);
        }
        Ok(Some(NatsFrame { bytes: buffer.split_to(length).freeze(), is_message: payload.is_some() }))
    }
}

/// The length of the payload after a line; none if the operation has none. It is the last word of the line.
fn payload_length(line: &[u8]) -> io::Result<Option<usize>> {
    let line = std::str::from_utf8(line).map_err(|_| malformed("a line is not UTF-8"))?;
    let mut words = line.split_ascii_whitespace();
    let operation = words.next().unwrap_or_default().to_ascii_uppercase();
    if !matches!(operation.as_str(), "PUB" | "HPUB" | "MSG" | "HMSG") {
        return Ok(None);
    }
    let length = words.next_back().and_then(|word| word.parse().ok());
    length.map(Some).ok_or_else(|| malformed("a message without a length"))
}

fn malformed(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operations in these bytes, as text and whether each is a message.
    fn decode(bytes: &[u8]) -> Vec<(String, bool)> {
        let mut buffer = BytesMut::from(bytes);
        let mut frames = Vec::new();
        while let Some(frame) = NatsDecoder.decode(&mut buffer).expect("well-formed") {
            frames.push((String::from_utf8_lossy(&frame.bytes).into_owned(), frame.is_message));
        }
        frames
    }

    #[test]
    fn operations_are_split_and_messages_are_recognised() {
        let operations = [
            ("INFO {\"port\":4222}\r\n", false),
            ("SUB games.* 1\r\n", false),
            ("PUB games.a 5\r\nhe\r\no\r\n", true),
            ("MSG games.a 1 reply 0\r\n\r\n", true),
            ("HPUB games.a 12 14\r\nNATS/1.0\r\n\r\nab\r\n", true),
            ("PING\r\n", false),
        ];
        let expected: Vec<_> =
            operations.iter().map(|(text, is_message)| ((*text).to_owned(), *is_message)).collect();
        let bytes = operations.map(|(text, _)| text).concat();
        assert_eq!(decode(bytes.as_bytes()), expected);
    }

    #[test]
    fn an_operation_is_read_only_when_it_is_complete() {
        let bytes = b"PUB games.a 5\r\nhello\r\n";
        for length in 0..bytes.len() {
            assert_eq!(decode(&bytes[..length]), [], "{length} bytes");
        }
        assert_eq!(decode(bytes).len(), 1);
    }

    #[test]
    fn a_message_without_a_length_is_refused() {
        let mut buffer = BytesMut::from(&b"PUB games.a five\r\nhello\r\n"[..]);
        NatsDecoder.decode(&mut buffer).expect_err("refused");
    }
}

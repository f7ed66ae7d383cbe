use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use ikibuguzo_protocol::{ErrorCode, Problem};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The headers of hyper's own responses, by the beginnings of their lines.
const OWN_HEADERS: [&str; 3] = ["connection: ", "content-length: 0", "date: "];

/// A stream that gives a body to hyper's own error responses. hyper refuses a head that it cannot parse before any
/// handler runs, with a response of which it writes only the head, and has no setting for its body.
#[derive(Debug)]
pub(super) struct ParseErrorBody<S> {
    stream: S,
    /// What is still to be sent of the response that replaces hyper's.
    replacement: Bytes,
}

impl<S: AsyncWrite + Unpin> ParseErrorBody<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, replacement: Bytes::new() }
    }

    fn poll_replacement(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.replacement.is_empty() {
            let sent = ready!(Pin::new(&mut self.stream).poll_write(context, &self.replacement))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            drop(self.replacement.split_to(sent));
        }
        Poll::Ready(Ok(()))
    }
}

/// The response to send instead of one that hyper wrote itself; `None` for any other bytes. Every response of the
/// router with one of these statuses has a body, so its head has another length.
fn replacement(written: &[u8]) -> Option<Bytes> {
    if !written.starts_with(b"HTTP/1.") {
        return None;
    }
    let head = std::str::from_utf8(written).ok()?.strip_suffix("\r\n\r\n")?;
    let (status, headers) = head.split_once("\r\n")?;
    let is_own = |line: &str| OWN_HEADERS.iter().any(|header| line.starts_with(header));
    if !headers.split("\r\n").all(is_own) {
        return None;
    }
    let problem = match status.split(' ').nth(1)? {
        "400" => {
            Problem::new(ErrorCode::BadRequest, "the head of the request is not valid HTTP/1.1".to_owned())
        }
        "431" => {
            Problem::new(ErrorCode::HeadTooLarge, "a head has at most 16 KiB and 100 headers".to_owned())
        }
        _ => return None,
    };
    let body = serde_json::to_string(&problem).ok()?;
    let length = format!(
        "content-type: application/problem+json\r\ncache-control: no-store\r\ncontent-length: {}",
        body.len()
    );
    let headers = headers.replacen("content-length: 0", &length, 1);
    Some(Bytes::from(format!("{status}\r\n{headers}\r\n\r\n{body}")))
}

impl<S: AsyncRead + Unpin> AsyncRead for ParseErrorBody<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ParseErrorBody<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_replacement(context))?;
        if let Some(replacement) = replacement(bytes) {
            self.replacement = replacement;
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_replacement(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_replacement(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_error_without_a_body_is_replaced() {
        let own = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\ndate: x\r\n\r\n";
        let sent = replacement(own.as_bytes()).expect("a replacement");
        let sent = String::from_utf8(sent.into()).expect("text");
        let (head, body) = sent.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n"), "{head}");
        assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
        for other in [
            &own.replace("length: 0", "length: 7"),
            &own.replace("date", "etag"),
            &own.replace("400 Bad Request", "204 No Content"),
            &format!("{own}x"),
            "HTTP/1.1 400 Bad Request\r\n\r\n",
            "",
        ] {
            assert!(replacement(other.as_bytes()).is_none(), "{other}");
        }
    }
}

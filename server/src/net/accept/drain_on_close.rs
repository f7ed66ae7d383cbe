use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::net::connection_limiter::ConnectionPermit;

/// How long a closed connection is still read.
const MAX_DRAIN_TIME: Duration = Duration::from_secs(2);

/// How many bytes of it are still read.
const MAX_DRAIN_BYTES: u64 = 1 << 20;

/// A TCP stream that is read for a moment after it was dropped, and counts as open until then. Closing it with unread
/// bytes would make the system reset the connection, and the last bytes sent to the client would be lost.
#[derive(Debug)]
pub(super) struct DrainOnClose {
    /// `None` only after the drop.
    stream: Option<TcpStream>,
    permit: Option<ConnectionPermit>,
}

impl DrainOnClose {
    pub(super) fn new(stream: TcpStream, permit: ConnectionPermit) -> Self {
        Self { stream: Some(stream), permit: Some(permit) }
    }

    fn stream(self: Pin<&mut Self>) -> io::Result<Pin<&mut TcpStream>> {
        self.get_mut().stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl Drop for DrainOnClose {
    fn drop(&mut self) {
        if let (Some(stream), Ok(runtime)) = (self.stream.take(), Handle::try_current()) {
            runtime.spawn(timeout(MAX_DRAIN_TIME, drain(stream, self.permit.take())));
        }
    }
}

async fn drain(mut stream: TcpStream, _permit: Option<ConnectionPermit>) -> io::Result<()> {
    stream.shutdown().await?;
    tokio::io::copy(&mut stream.take(MAX_DRAIN_BYTES), &mut tokio::io::sink()).await?;
    Ok(())
}

impl AsyncRead for DrainOnClose {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(context, buffer)
    }
}

impl AsyncWrite for DrainOnClose {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }
}

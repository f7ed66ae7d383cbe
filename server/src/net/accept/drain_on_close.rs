use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::net::limits::ConnectionPermit;

/// How long a closed connection may still be read.
const LONGEST: Duration = Duration::from_secs(2);

/// How much of it may still be read, in bytes.
const MOST: u64 = 1 << 20;

/// A connection that is read on for a moment after it was dropped, and counts for as long. If it were closed with bytes
/// unread, the system would reset it, and the last words to the client would be lost with it.
#[derive(Debug)]
pub(super) struct Lingering {
    /// None only once it is dropped.
    stream: Option<TcpStream>,
    guest: Option<ConnectionPermit>,
}

impl Lingering {
    pub(super) fn new(stream: TcpStream, guest: ConnectionPermit) -> Self {
        Self { stream: Some(stream), guest: Some(guest) }
    }

    fn stream(self: Pin<&mut Self>) -> io::Result<Pin<&mut TcpStream>> {
        self.get_mut().stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        if let (Some(stream), Ok(runtime)) = (self.stream.take(), Handle::try_current()) {
            runtime.spawn(timeout(LONGEST, read_on(stream, self.guest.take())));
        }
    }
}

async fn read_on(mut stream: TcpStream, _guest: Option<ConnectionPermit>) -> io::Result<()> {
    stream.shutdown().await?;
    tokio::io::copy(&mut stream.take(MOST), &mut tokio::io::sink()).await?;
    Ok(())
}

impl AsyncRead for Lingering {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(context, buffer)
    }
}

impl AsyncWrite for Lingering {
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

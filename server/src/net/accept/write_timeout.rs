use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::ops::metrics::Metrics;

/// A stream whose other end may take only so long to read something of what it is sent. HTTP asks for nothing more to
/// send until then, and so would never find out that there is nobody who reads.
#[derive(Debug)]
pub(super) struct Impatient<S> {
    stream: S,
    patience: Duration,
    metrics: Arc<Metrics>,
    /// While the other end reads nothing.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Impatient<S> {
    pub(super) fn new(stream: S, patience: Duration, metrics: Arc<Metrics>) -> Self {
        Self { stream, patience, metrics, waiting: None }
    }

    /// What sending came to, or the end of patience.
    fn in_time<T>(&mut self, context: &mut Context<'_>, sent: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.waiting = None;
            return sent;
        }
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(self.patience)));
        waiting.as_mut().poll(context).map(|()| {
            self.metrics.slow_closes.inc();
            Err(io::ErrorKind::TimedOut.into())
        })
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Impatient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Impatient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, sent)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_flush(context);
        self.in_time(context, sent)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_shutdown(context);
        self.in_time(context, sent)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_reads_nothing_is_given_up_and_who_reads_slowly_is_not() {
        let patience = Duration::from_secs(30);
        let (near, mut far) = duplex(4);
        let mut near = Impatient::new(near, patience, Arc::new(Metrics::new()));
        let slow = async {
            for _ in 0..4 {
                sleep(patience / 2).await;
                far.read_exact(&mut [0; 2]).await.expect("what was sent");
            }
        };
        let (sent, ()) = tokio::join!(near.write_all(&[7; 12]), slow);
        sent.expect("something was read in time, again and again");
        let error = near.write_all(&[7; 4]).await.expect_err("nobody reads any more");
        assert_eq!((error.kind(), near.metrics.slow_closes.get()), (io::ErrorKind::TimedOut, 1));
    }
}

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::activity::Activity;
use crate::ops::metrics::Metrics;

/// A stream that fails if the peer reads nothing for a given time while there is something to send. An HTTP connection
/// would otherwise wait for such a peer without end.
#[derive(Debug)]
pub(super) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    metrics: Arc<Metrics>,
    activity: Activity,
    /// Runs while the peer reads nothing.
    timer: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(super) fn new(stream: S, limit: Duration, metrics: Arc<Metrics>, activity: Activity) -> Self {
        Self { stream, limit, metrics, activity, timer: None }
    }

    /// The result of sending, or `TimedOut` if nothing could be sent for too long.
    fn or_timeout<T>(&mut self, context: &mut Context<'_>, sent: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.activity.note_sending(sent.is_pending());
        if sent.is_ready() {
            self.timer = None;
            return sent;
        }
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(self.limit)));
        timer.as_mut().poll(context).map(|()| {
            self.metrics.slow_closes.inc();
            Err(io::ErrorKind::TimedOut.into())
        })
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.or_timeout(context, sent)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_flush(context);
        self.or_timeout(context, sent)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_shutdown(context);
        self.or_timeout(context, sent)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_nothing_times_out_and_a_slow_one_does_not() {
        let limit = Duration::from_secs(30);
        let (near, mut far) = duplex(4);
        let mut near = WriteTimeout::new(near, limit, Arc::new(Metrics::new()), Activity::default());
        let slow = async {
            for _ in 0..4 {
                sleep(limit / 2).await;
                far.read_exact(&mut [0; 2]).await.expect("sent bytes");
            }
        };
        let (sent, ()) = tokio::join!(near.write_all(&[7; 12]), slow);
        sent.expect("the peer reads in time");
        let error = near.write_all(&[7; 4]).await.expect_err("the peer stopped reading");
        assert_eq!((error.kind(), near.metrics.slow_closes.get()), (io::ErrorKind::TimedOut, 1));
    }
}

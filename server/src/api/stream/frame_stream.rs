//! What every stream has in common: frames on their way to the client, signs of life, and the reasons to end.

use std::vec;

use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::format::StreamItem;
use crate::app::App;
use crate::live::frame::OutboundFrame;
use crate::live::outbox::{Outbox, OutboxReceiver};
use crate::net::close_reason::CloseReason;
use crate::net::connection_limiter::ConnectionPermit;

/// The frames of one stream.
pub(in crate::api) struct FrameStream {
    app: App,
    missed: vec::IntoIter<OutboundFrame>,
    frames: OutboxReceiver,
    /// Cancelled when the client reads too slowly.
    overflow: CancellationToken,
    keep_alive: Interval,
    has_closed: bool,
    /// Counts the stream as open.
    _permit: ConnectionPermit,
}

/// What comes next in a stream.
pub(in crate::api) enum NextPart {
    /// A frame, for the stream to turn into an item.
    Frame(OutboundFrame),
    /// An item for the client.
    Item(StreamItem),
}

impl FrameStream {
    /// The missed frames, then those that come to the outbox. The outbox itself belongs to the senders.
    pub(in crate::api) fn new(
        app: App,
        permit: ConnectionPermit,
        missed: Vec<OutboundFrame>,
        outbox: &Outbox,
        frames: OutboxReceiver,
    ) -> Self {
        let (missed, overflow, keep_alive) =
            (missed.into_iter(), outbox.overflow().clone(), keep_alive_interval(&app));
        Self { app, missed, frames, overflow, keep_alive, has_closed: false, _permit: permit }
    }

    /// Whether all missed frames were taken.
    pub(in crate::api) fn has_caught_up(&self) -> bool {
        self.missed.as_slice().is_empty()
    }

    /// What comes next; `None` after a `bye`, and when no sender is left.
    pub(in crate::api) async fn next(&mut self) -> Option<NextPart> {
        if self.has_closed {
            return None;
        }
        Some(tokio::select! {
            biased;
            () = self.app.closing.cancelled() => self.close(CloseReason::RESTARTING),
            () = self.overflow.cancelled() => {
                self.app.metrics.slow_closes.inc();
                self.close(CloseReason::SLOW_READER)
            }
            frame = next_frame(&mut self.missed, &mut self.frames) => NextPart::Frame(frame?),
            _ = self.keep_alive.tick() => NextPart::Item(StreamItem::KeepAlive),
        })
    }

    fn close(&mut self, reason: CloseReason) -> NextPart {
        self.has_closed = true;
        NextPart::Item(StreamItem::bye(reason, &self.app.chance))
    }
}

/// The next missed frame, then the next new one; `None` when no sender is left.
async fn next_frame(
    missed: &mut vec::IntoIter<OutboundFrame>,
    frames: &mut OutboxReceiver,
) -> Option<OutboundFrame> {
    match missed.next() {
        Some(frame) => Some(frame),
        None => frames.recv().await,
    }
}

/// The interval of keep-alives. The first one is due after a whole interval.
fn keep_alive_interval(app: &App) -> Interval {
    let mut keep_alive = interval(app.limits.beat);
    keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    keep_alive.reset();
    keep_alive
}

//! A stream of a value that the server polls.

use std::net::IpAddr;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::UNBUFFERED;
use super::format::{StreamFormat, StreamItem};
use crate::api::stream_permit::acquire_stream_permit;
use crate::app::App;
use crate::error::Error;
use crate::net::close_reason::CloseReason;
use crate::net::connection_limiter::ConnectionPermit;

/// A value that a stream follows.
pub(in crate::api) trait PolledValue: Send + 'static {
    /// Reads the value.
    fn look(&mut self) -> impl Future<Output = Look> + Send;
}

/// The result of one poll of a value.
#[derive(Debug)]
pub(in crate::api) enum Look {
    /// The value is the one that the client received last, or cannot be read now.
    Unchanged,
    /// The value, as JSON.
    Changed(String),
    /// The value, as JSON; it no longer changes.
    Final(String),
    /// The value no longer exists.
    Gone,
}

/// An open stream.
struct PolledStream<V> {
    app: App,
    value: V,
    looks: Interval,
    keep_alives: Interval,
    has_ended: bool,
    /// Counts the stream as open.
    _permit: ConnectionPermit,
}

/// A response with the value at once, and again whenever a poll finds a change. It ends with the value or with the
/// server.
///
/// # Errors
///
/// `too_many_sockets` if too many sockets and streams are open.
pub(in crate::api) fn follow(
    app: App,
    address: IpAddr,
    format: StreamFormat,
    period: Duration,
    value: impl PolledValue,
) -> Result<Response, Error> {
    let stream = PolledStream {
        value,
        looks: ticks(period),
        keep_alives: ticks(app.limits.beat),
        has_ended: false,
        _permit: acquire_stream_permit(&app, address)?,
        app,
    };
    let items = stream::unfold(stream, PolledStream::into_next);
    Ok(([UNBUFFERED], format.response(items)).into_response())
}

impl<V: PolledValue> PolledStream<V> {
    async fn into_next(mut self) -> Option<(StreamItem, Self)> {
        while !self.has_ended {
            let item = tokio::select! {
                biased;
                () = self.app.closing.cancelled() => {
                    self.has_ended = true;
                    Some(StreamItem::bye(CloseReason::RESTARTING, &self.app.chance))
                }
                _ = self.looks.tick() => self.look().await,
                _ = self.keep_alives.tick() => Some(StreamItem::KeepAlive),
            };
            if let Some(item) = item {
                return Some((item, self));
            }
        }
        None
    }

    async fn look(&mut self) -> Option<StreamItem> {
        let found = self.value.look().await;
        self.has_ended = matches!(found, Look::Final(_) | Look::Gone);
        match found {
            Look::Changed(json) | Look::Final(json) => Some(StreamItem::from_json(json.into())),
            Look::Unchanged | Look::Gone => None,
        }
    }
}

fn ticks(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

//! The two formats of an event stream: server-sent events, and lines of JSON.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::ws::Utf8Bytes;
use axum::http::{HeaderMap, header};
use axum::response::sse::{self, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt};
use ikibuguzo_protocol::ServerMessage;

use crate::chance::Chance;
use crate::net::close_reason::CloseReason;

/// The format of an event stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum StreamFormat {
    /// `text/event-stream`.
    Sse,
    /// `application/x-ndjson`: one JSON object per line.
    Ndjson,
}

/// One part of an event stream, in no format yet.
#[derive(Debug)]
pub(in crate::api) enum StreamItem {
    /// A message as JSON. In the stream of a game with the `seq` up to which the client has every event.
    Message { seq: Option<u64>, json: Utf8Bytes },
    /// A sign of life, which every client ignores.
    KeepAlive,
    /// The last message as JSON, with the time after which the client should reconnect.
    Bye { json: String, retry_after: Option<Duration> },
}

impl StreamFormat {
    /// Both formats.
    pub(in crate::api) const ALL: [Self; 2] = [Self::Sse, Self::Ndjson];

    /// The first stream format in the `Accept` headers; `None` if they name none.
    pub(in crate::api) fn accepted(headers: &HeaderMap) -> Option<Self> {
        let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let mut types = values.flat_map(|value| value.split(',')).map(without_parameters);
        types.find_map(|accepted| {
            Self::ALL.into_iter().find(|format| accepted.eq_ignore_ascii_case(format.media_type()))
        })
    }

    /// The media type, without parameters.
    pub(in crate::api) fn media_type(self) -> &'static str {
        match self {
            Self::Sse => "text/event-stream",
            Self::Ndjson => "application/x-ndjson",
        }
    }

    /// A response that sends each item as soon as it comes.
    pub(in crate::api) fn response(self, items: impl Stream<Item = StreamItem> + Send + 'static) -> Response {
        match self {
            Self::Sse => {
                Sse::new(items.map(StreamItem::into_sse_event).map(Ok::<_, Infallible>)).into_response()
            }
            Self::Ndjson => {
                let lines = items.map(StreamItem::into_line).map(Ok::<_, Infallible>);
                ([(header::CONTENT_TYPE, self.media_type())], Body::from_stream(lines)).into_response()
            }
        }
    }
}

impl StreamItem {
    /// A message that has no place in the log of one game.
    pub(in crate::api) fn from_json(json: Utf8Bytes) -> Self {
        Self::Message { seq: None, json }
    }

    /// The item that ends a stream for a reason.
    pub(in crate::api) fn bye(reason: CloseReason, chance: &Chance) -> Self {
        let bye = reason.bye(chance);
        let json = bye.to_json();
        let ServerMessage::Bye { retry_after, .. } = bye else {
            return Self::Bye { json, retry_after: None };
        };
        Self::Bye { json, retry_after: retry_after.map(Duration::from_millis) }
    }

    fn into_sse_event(self) -> sse::Event {
        match self {
            Self::Message { seq: None, json } => sse::Event::default().data(json.as_str()),
            Self::Message { seq: Some(seq), json } => {
                sse::Event::default().id(seq.to_string()).data(json.as_str())
            }
            Self::KeepAlive => sse::Event::DEFAULT_KEEP_ALIVE,
            Self::Bye { json, retry_after } => {
                let event = sse::Event::default();
                match retry_after {
                    Some(delay) => event.retry(delay).data(json),
                    None => event.data(json),
                }
            }
        }
    }

    fn into_line(self) -> Bytes {
        match self {
            Self::Message { json, .. } => Bytes::from(format!("{json}\n")),
            Self::KeepAlive => Bytes::from_static(b"\n"),
            Self::Bye { json, .. } => Bytes::from(json + "\n"),
        }
    }
}

fn without_parameters(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

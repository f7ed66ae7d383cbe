//! What becomes of a request's body that nobody has read to its end when the response is ready. Its rest lies in front
//! of the next request on the connection: it is read and dropped, or the response says that the connection ends.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header::{CONNECTION, EXPECT};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// Largest number of bytes that are read and dropped, so that a connection can serve another request.
const MAX_DROPPED_BYTES: u64 = 64 * 1024;

/// The body of a request. What is left of it goes back to its connection when a handler drops it.
#[derive(Debug)]
pub(super) struct RequestBody {
    /// `None` once the body is at its end.
    body: Option<Incoming>,
    /// `None` if the body is empty.
    rest: Option<oneshot::Sender<Incoming>>,
}

/// The rest of a body, if its handler drops it unread.
#[derive(Debug)]
pub(super) struct UnreadBody {
    rest: oneshot::Receiver<Incoming>,
    /// Whether the client waits for `100 Continue` before it sends the body. It may then send none at all.
    is_announced: bool,
}

/// The request for its handler, and what is left of its body; `None` if it has no body.
pub(super) fn split_body(request: Request<Incoming>) -> (Request<RequestBody>, Option<UnreadBody>) {
    let (head, body) = request.into_parts();
    if body.is_end_stream() {
        return (Request::from_parts(head, RequestBody { body: None, rest: None }), None);
    }
    let (sender, rest) = oneshot::channel();
    let unread = UnreadBody { rest, is_announced: head.headers.contains_key(EXPECT) };
    (Request::from_parts(head, RequestBody { body: Some(body), rest: Some(sender) }), Some(unread))
}

impl UnreadBody {
    /// Prepares the connection for the next request. A rest of known and small length is dropped while the response is
    /// sent, until `limit` has passed or the server stops; for any other rest the response gets `Connection: close`.
    pub(super) fn settle(mut self, response: &mut Response, limit: Duration, stop: CancellationToken) {
        let Ok(rest) = self.rest.try_recv() else { return };
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            return;
        }
        let is_small = rest.size_hint().exact().is_some_and(|length| length <= MAX_DROPPED_BYTES);
        if is_small && !self.is_announced {
            tokio::spawn(stop.run_until_cancelled_owned(timeout(limit, drop_body(rest))));
        } else {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
    }
}

async fn drop_body(mut body: Incoming) {
    while let Some(Ok(_)) = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {}
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = self.body.as_mut() else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) {
            self.body = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let unread = self.body.take().filter(|body| !body.is_end_stream());
        if let (Some(body), Some(rest)) = (unread, self.rest.take()) {
            // The connection may be gone.
            let _ = rest.send(body);
        }
    }
}

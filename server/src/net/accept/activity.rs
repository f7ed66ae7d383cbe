//! What an HTTP connection is doing: whether the server may close it without a loss.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

/// The requests of a connection that are being answered, and whether something waits to be sent. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Activity(Arc<ConnectionState>);

#[derive(Debug, Default)]
struct ConnectionState {
    answers: AtomicUsize,
    is_sending: AtomicBool,
}

/// A request that is being answered, until this is dropped.
#[derive(Debug)]
pub(super) struct Answering(Activity);

/// The body of a response. Its request counts as being answered until the last part has been taken.
#[derive(Debug)]
pub(super) struct ResponseBody {
    body: Body,
    _answering: Answering,
}

impl Activity {
    /// Counts a request whose head has been received.
    pub(super) fn begin_answer(&self) -> Answering {
        self.0.answers.fetch_add(1, Ordering::AcqRel);
        Answering(self.clone())
    }

    /// Notes whether the peer has still to take something that was sent.
    pub(super) fn note_sending(&self, is_sending: bool) {
        self.0.is_sending.store(is_sending, Ordering::Release);
    }

    /// Whether no request is being answered and everything has been sent.
    pub(super) fn is_idle(&self) -> bool {
        self.0.answers.load(Ordering::Acquire) == 0 && !self.0.is_sending.load(Ordering::Acquire)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.0.answers.fetch_sub(1, Ordering::AcqRel);
    }
}

impl ResponseBody {
    pub(super) fn new(body: Body, answering: Answering) -> Self {
        Self { body, _answering: answering }
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

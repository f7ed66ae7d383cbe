//! What handlers answer with: each type is one kind of answer, and the description knows it.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// The text format of the metrics.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// `201`, with what was made.
pub(super) struct Created<T>(pub T);

/// `204`: done, and nothing to tell.
pub(super) struct Done;

/// A text.
pub(super) struct Plain(pub String);

/// Numbers for Prometheus.
pub(super) struct Numbers(pub String);

/// Finished games, as long as there are more: JSON, one a line, or records.
pub(super) struct Games(pub Response);

/// The events of a game as JSON, or as one of the streams.
pub(super) struct EventsOrStream(pub Response);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

impl IntoResponse for Done {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl IntoResponse for Plain {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], self.0).into_response()
    }
}

impl IntoResponse for Numbers {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, OPEN_METRICS)], self.0).into_response()
    }
}

impl IntoResponse for Games {
    fn into_response(self) -> Response {
        self.0
    }
}

impl IntoResponse for EventsOrStream {
    fn into_response(self) -> Response {
        self.0
    }
}

//! Types of responses. Each describes itself in the OpenAPI document.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use ikibuguzo_pages::encoding::encoded;
use ikibuguzo_protocol::PlayerName;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::openapi::operation::{DescribeOutput, Operation};

/// The media type of [`MetricsText`].
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// `201`, with the new resource as JSON.
pub(super) struct Created<T>(pub T);

/// `204`, without a body.
pub(super) struct NoContent;

/// A response about players, or `308` to the address with their present names.
pub(crate) enum Renameable<A> {
    /// The response.
    Here(A),
    /// The address, as a path.
    At(String),
}

/// Plain text.
pub(super) struct PlainText(pub String);

/// Metrics in the text format of Prometheus.
pub(super) struct MetricsText(pub String);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

impl<A> Renameable<A> {
    /// Leads to a path with one name, or to the score between two.
    pub(crate) fn at(path: &str, names: &[PlayerName]) -> Self {
        let names: Vec<String> = names.iter().map(|name| encoded(name.as_str())).collect();
        Self::At(format!("{path}/{}", names.join("/against/")))
    }
}

impl<A: IntoResponse> IntoResponse for Renameable<A> {
    fn into_response(self) -> Response {
        match self {
            Self::Here(response) => response.into_response(),
            Self::At(path) => Redirect::permanent(&path).into_response(),
        }
    }
}

impl IntoResponse for NoContent {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl IntoResponse for PlainText {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], self.0).into_response()
    }
}

impl IntoResponse for MetricsText {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, OPEN_METRICS)], self.0).into_response()
    }
}

impl<T: JsonSchema> DescribeOutput for Created<T> {
    fn describe_output(operation: &mut Operation<'_>) {
        operation.json_response::<T>(StatusCode::CREATED, "Created");
    }
}

impl<A: DescribeOutput> DescribeOutput for Renameable<A> {
    fn describe_output(operation: &mut Operation<'_>) {
        A::describe_output(operation);
        let renamed = "A player has a new name: `Location` has the path with it";
        operation.response(StatusCode::PERMANENT_REDIRECT, renamed, None);
    }
}

impl DescribeOutput for NoContent {
    fn describe_output(operation: &mut Operation<'_>) {
        operation.response(StatusCode::NO_CONTENT, "Done", None);
    }
}

impl DescribeOutput for PlainText {
    fn describe_output(operation: &mut Operation<'_>) {
        operation.response(StatusCode::OK, "Text", Some(("text/plain", json!({"type": "string"}))));
    }
}

impl DescribeOutput for &'static str {
    fn describe_output(operation: &mut Operation<'_>) {
        PlainText::describe_output(operation);
    }
}

impl DescribeOutput for MetricsText {
    fn describe_output(operation: &mut Operation<'_>) {
        let text = json!({"type": "string"});
        operation.response(StatusCode::OK, "Metrics", Some(("application/openmetrics-text", text)));
    }
}

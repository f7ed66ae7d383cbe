use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::{ErrorCode, Problem};

use crate::room::Rejection;

/// A refusal as HTTP tells it: `application/problem+json`.
#[derive(Debug)]
pub(crate) struct Failure(Rejection);

impl<R: Into<Rejection>> From<R> for Failure {
    fn from(reason: R) -> Self {
        Self(reason.into())
    }
}

impl Failure {
    /// What is refused, and why.
    pub(crate) fn into_rejection(self) -> Rejection {
        self.0
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Self(Rejection { code, message }) = self;
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(Problem::new(code, message))).into_response();
        // For whoever counts refusals on the way out.
        response.extensions_mut().insert(code);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if matches!(code, ErrorCode::StorageUnavailable | ErrorCode::Busy | ErrorCode::Restarting) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

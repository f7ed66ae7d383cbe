use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::{ErrorCode, Problem};

use crate::accounts::commands::AccountError;
use crate::error::Error;
use ikibuguzo_game::room::Rejection;

/// A refusal as HTTP tells it: `application/problem+json`.
#[derive(Debug)]
pub(crate) struct Failure {
    error: Error,
    /// After how many seconds to come back, where the status asks for it.
    wait: u64,
}

impl Failure {
    /// Somebody does something too often, and may again after so many milliseconds.
    pub(crate) fn too_fast(wait: u64) -> Self {
        let error = Error::new(ErrorCode::TooFast, "too much at a time; Retry-After says when to go on");
        Self { error, wait: wait.div_ceil(1_000).max(1) }
    }
}

impl<R: Into<Error>> From<R> for Failure {
    fn from(reason: R) -> Self {
        Self { error: reason.into(), wait: 1 }
    }
}

impl From<AccountError> for Failure {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::TooSoon { wait_ms } => Self::too_fast(wait_ms),
            AccountError::Failed(error) => error.into(),
        }
    }
}

impl Failure {
    /// What is refused, and why.
    pub(crate) fn into_error(self) -> Error {
        self.error
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Self { error, wait } = self;
        let cause = error.store_error().cloned();
        let Rejection { code, message } = error.into_rejection();
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(Problem::new(code, message))).into_response();
        // For whoever counts refusals on the way out.
        response.extensions_mut().insert(code);
        cause.map(|cause| response.extensions_mut().insert(cause));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            headers.insert(header::RETRY_AFTER, wait.into());
        }
        response
    }
}

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::{ErrorCode, Problem};

use crate::accounts::commands::AccountError;
use crate::error::Error;
use crate::playing::PlayError;
use ikibuguzo_game::room::Rejection;

/// An error response: `application/problem+json`.
#[derive(Debug)]
pub(crate) struct Failure {
    error: Error,
    /// The value of `Retry-After` in seconds, for the statuses that have one.
    retry_after: u64,
}

impl Failure {
    /// A client exceeds its rate. It may go on after `wait_ms` milliseconds.
    pub(crate) fn too_fast(wait_ms: u64) -> Self {
        let error = Error::new(
            ErrorCode::TooFast,
            "too many requests; wait for the number of seconds in Retry-After",
        );
        Self { error, retry_after: wait_ms.div_ceil(1_000).max(1) }
    }

    /// A refusal after which a client may try again in some seconds.
    pub(crate) fn try_again(error: Error, retry_after: u64) -> Self {
        Self { error, retry_after }
    }
}

impl<R: Into<Error>> From<R> for Failure {
    fn from(reason: R) -> Self {
        Self { error: reason.into(), retry_after: 1 }
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

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::TooFast { wait_ms } => Self::too_fast(wait_ms),
            PlayError::PairingBanned { ban, now } => Self::try_again(ban.error(now), ban.seconds_left(now)),
            PlayError::Failed(error) => error.into(),
        }
    }
}

impl Failure {
    /// The error behind the response.
    pub(crate) fn into_error(self) -> Error {
        self.error
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Self { error, retry_after } = self;
        let cause = error.store_error().cloned();
        let Rejection { code, message } = error.into_rejection();
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(Problem::new(code, message))).into_response();
        // For the middleware that counts errors and logs failures of the database.
        response.extensions_mut().insert(code);
        cause.map(|cause| response.extensions_mut().insert(cause));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            headers.insert(header::RETRY_AFTER, retry_after.into());
        }
        response
    }
}

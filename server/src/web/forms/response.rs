//! Responses to forms.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_game::room::Rejection;
use ikibuguzo_protocol::{ErrorCode, Token};

use crate::error::Error;
use crate::net::player_cookie;

/// The answer to a form: the browser is led to a page, so that loading it again sends nothing again.
#[derive(Debug)]
pub(super) struct Answer {
    /// The path of the page.
    pub(super) path: String,
    /// Why the request was refused.
    pub(super) error: Option<Error>,
    /// The visitor's token, which the browser keeps.
    pub(super) token: Option<Token>,
    /// Whether the site is reached over HTTPS only.
    pub(super) is_secure: bool,
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let Self { path, error, token, is_secure } = self;
        let store_error = error.as_ref().and_then(Error::store_error).cloned();
        let code = error.map(Error::into_rejection).map(|Rejection { code, .. }| code);
        let location = code.map_or_else(|| path.clone(), |code| format!("{path}?refused={code}"));
        let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response();
        let cookie = match (token, code) {
            (Some(token), _) => Some(player_cookie::kept(&token, is_secure)),
            (None, Some(ErrorCode::BadToken)) => Some(player_cookie::forgotten(is_secure)),
            (None, _) => None,
        };
        cookie.map(|cookie| response.headers_mut().insert(header::SET_COOKIE, cookie));
        // The layer that counts and logs errors reads these extensions.
        code.map(|code| response.extensions_mut().insert(code));
        store_error.map(|error| response.extensions_mut().insert(error));
        response
    }
}

//! What may be kept of an answer, and for how long; and the short answer for whoever has kept it.

use std::marker::PhantomData;

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::answer::Plain;
use super::problem::Failure;
use crate::error::Error;
use crate::query::loaded_game::LoadedGame;

/// How long an answer holds good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// The next answer may be another one: nothing is kept.
    Nothing,
    /// Words and a rematch may still come: it is kept, and asked for every time whether it is still the same.
    Asked,
    /// For a minute.
    Minute,
    /// It is the same for ever.
    Forever,
}

impl Keep {
    /// For an answer with the whole log: chat and a rematch may still be added to a finished game.
    pub(super) fn of_log(game: &LoadedGame) -> Self {
        if game.is_over() { Self::Asked } else { Self::Nothing }
    }

    /// For an answer that never changes once the game is over.
    pub(super) fn of_play(game: &LoadedGame) -> Self {
        if game.is_over() { Self::Forever } else { Self::Nothing }
    }

    fn control(self, is_personal: bool) -> &'static str {
        match (self, is_personal) {
            (Self::Nothing, _) => "no-store",
            (Self::Asked, false) => "no-cache",
            (Self::Asked, true) => "private, no-cache",
            (Self::Minute, false) => "public, max-age=60",
            (Self::Minute, true) => "private, max-age=60",
            (Self::Forever, false) => "public, max-age=31536000, immutable",
            (Self::Forever, true) => "private, max-age=31536000, immutable",
        }
    }
}

/// An answer `A` on its way to a client that may have it already.
#[derive(Debug)]
pub(super) struct Answer<A> {
    body: String,
    mime: &'static str,
    keep: Keep,
    /// Whether it depends on who asks.
    varies: bool,
    of: PhantomData<A>,
}

/// An answer `A`, or the short one for whoever has it.
#[derive(Debug)]
pub(super) struct Kept<A>(Response, PhantomData<A>);

impl<T: serde::Serialize> Answer<Json<T>> {
    /// An answer as JSON.
    pub(super) fn json(keep: Keep, body: &T) -> Result<Self, Failure> {
        let body = serde_json::to_string(body);
        let body =
            body.map_err(|error| Error::new(ikibuguzo_protocol::ErrorCode::Internal, error.to_string()))?;
        Ok(Self { body, mime: "application/json", keep, varies: false, of: PhantomData })
    }
}

impl Answer<Plain> {
    /// An answer as plain text.
    pub(super) fn text(keep: Keep, body: String) -> Self {
        Self { body, mime: "text/plain; charset=utf-8", keep, varies: false, of: PhantomData }
    }
}

impl<A> Answer<A> {
    /// It depends on who asks.
    pub(super) fn varying(self) -> Self {
        Self { varies: true, ..self }
    }

    /// The answer to a request with these headers: short, if the client has it already.
    pub(super) fn to(self, request: &HeaderMap) -> Kept<A> {
        let is_personal = self.varies && request.contains_key(header::AUTHORIZATION);
        let control = HeaderValue::from_static(self.keep.control(is_personal));
        let tag = (self.keep != Keep::Nothing).then(|| entity_tag(&self.body));
        let is_known = tag.as_ref().is_some_and(|tag| knows(request, tag));
        let mut response = if is_known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            ([(header::CONTENT_TYPE, self.mime)], self.body).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, control);
        if let Some(tag) = tag.and_then(|tag| tag.try_into().ok()) {
            headers.insert(header::ETAG, tag);
        }
        if self.varies {
            headers.insert(header::VARY, HeaderValue::from_static("authorization, accept"));
        }
        Kept(response, PhantomData)
    }
}

impl<A> IntoResponse for Kept<A> {
    fn into_response(self) -> Response {
        self.0
    }
}

/// A weak one: whoever compresses the answer on its way need not change it.
fn entity_tag(body: &str) -> String {
    let hash: String = Sha256::digest(body).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{hash}\"")
}

/// Whether a client says that it has this (RFC 9110, 13.1.2, compared weakly).
fn knows(request: &HeaderMap, tag: &str) -> bool {
    let values = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let opaque = tag.trim_start_matches("W/");
    let mut tags = values.flat_map(|value| value.split(',')).map(str::trim);
    tags.any(|known| known == "*" || known.trim_start_matches("W/") == opaque)
}

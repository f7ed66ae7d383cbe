//! Entity tags and cache policies. A client that has a response already gets `304 Not Modified` without a body.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// Bytes of the SHA-256 hash in a tag.
const TAG_LENGTH: usize = 16;

/// The entity tag of a body. It is a weak one, because compression does not change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntityTag(String);

/// How long a client may keep a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CachePolicy {
    /// Not at all.
    NoStore,
    /// As long as it likes, but it must ask before each use whether the response is still the same.
    Revalidate,
    /// For a minute.
    Minute,
    /// For ever: the response never changes.
    Immutable,
}

impl EntityTag {
    /// The tag of a body.
    pub(crate) fn of(body: &[u8]) -> Self {
        Self::from_sha256(&Sha256::digest(body))
    }

    /// The tag of a body with this SHA-256 hash.
    pub(crate) fn from_sha256(hash: &[u8]) -> Self {
        let digits: String = hash.iter().take(TAG_LENGTH).map(|byte| format!("{byte:02x}")).collect();
        Self(format!("W/\"{digits}\""))
    }

    /// The tag as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a request says that its client has the body (RFC 9110, 13.1.2, weak comparison).
    fn is_known_to(&self, request: &HeaderMap) -> bool {
        let values = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let opaque = self.0.trim_start_matches("W/");
        let mut known = values.flat_map(|value| value.split(',')).map(str::trim);
        known.any(|tag| tag == "*" || tag.trim_start_matches("W/") == opaque)
    }
}

impl CachePolicy {
    /// The value of `Cache-Control`. A personal response is kept by the client's own cache only.
    pub(crate) fn header(self, is_personal: bool) -> &'static str {
        match (self, is_personal) {
            (Self::NoStore, _) => "no-store",
            (Self::Revalidate, false) => "no-cache",
            (Self::Revalidate, true) => "private, no-cache",
            (Self::Minute, false) => "public, max-age=60",
            (Self::Minute, true) => "private, max-age=60",
            (Self::Immutable, false) => "public, max-age=31536000, immutable",
            (Self::Immutable, true) => "private, max-age=31536000, immutable",
        }
    }
}

/// The response with a body, or `304` if the client has it already.
pub(crate) fn respond(
    request: &HeaderMap,
    tag: &EntityTag,
    cache_control: &'static str,
    content_type: &'static str,
    body: impl IntoResponse,
) -> Response {
    not_modified(request, tag, cache_control).unwrap_or_else(|| {
        (headers(tag, cache_control), [(header::CONTENT_TYPE, content_type)], body).into_response()
    })
}

/// The response `304` if the client has the body already: for bodies that are expensive to make.
pub(crate) fn not_modified(
    request: &HeaderMap,
    tag: &EntityTag,
    cache_control: &'static str,
) -> Option<Response> {
    let is_known = tag.is_known_to(request);
    is_known.then(|| (StatusCode::NOT_MODIFIED, headers(tag, cache_control)).into_response())
}

fn headers(tag: &EntityTag, cache_control: &'static str) -> [(header::HeaderName, String); 2] {
    [(header::ETAG, tag.0.clone()), (header::CACHE_CONTROL, cache_control.to_owned())]
}

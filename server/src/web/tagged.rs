//! Answers with a tag, by which a browser can ask whether they have changed.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// The tag of something with this SHA-256: a weak one, since it is compressed for some and not for others.
pub(super) fn tag(sha256: &[u8]) -> String {
    let digits: String = sha256.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{digits}\"")
}

/// The tag of a text.
pub(super) fn tag_of(text: &str) -> String {
    tag(&Sha256::digest(text))
}

/// The answer to a browser that has the very thing already.
pub(super) fn unchanged(tag: &str, caching: &'static str, asked: &HeaderMap) -> Option<Response> {
    let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok())?;
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let same = known.split(',').any(|one| bare(one) == bare(tag));
    same.then(|| (StatusCode::NOT_MODIFIED, headers(tag, caching)).into_response())
}

/// The answer with the thing itself.
pub(super) fn answer(
    tag: &str,
    caching: &'static str,
    kind: &'static str,
    body: impl IntoResponse,
) -> Response {
    (headers(tag, caching), [(header::CONTENT_TYPE, kind)], body).into_response()
}

fn headers(tag: &str, caching: &str) -> [(header::HeaderName, String); 2] {
    [(header::ETAG, tag.to_owned()), (header::CACHE_CONTROL, caching.to_owned())]
}

//! Entity tags, by which a client asks whether the response that it has is still the same.

use std::convert::Infallible;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponseParts, ResponseParts};
use sha2::{Digest, Sha256};

/// Bytes of the SHA-256 hash in a tag.
const TAG_LENGTH: usize = 16;

/// The entity tag of a body. It is a weak one, because compression does not change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntityTag(String);

/// The tags of the bodies that a client has, from `If-None-Match`.
#[derive(Clone, Debug)]
pub(crate) struct KnownTags(Vec<HeaderValue>);

impl EntityTag {
    /// The tag of a body.
    pub(crate) fn of(body: &[u8]) -> Self {
        let hash = Sha256::digest(body);
        let digits: String = hash.iter().take(TAG_LENGTH).map(|byte| format!("{byte:02x}")).collect();
        Self::of_hash(&digits)
    }

    /// The tag of a body with this hash, in digits.
    pub(crate) fn of_hash(digits: &str) -> Self {
        Self(format!("W/\"{digits}\""))
    }

    /// The tag as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl KnownTags {
    /// The tags that a request names.
    pub(crate) fn of(request: &HeaderMap) -> Self {
        Self(request.get_all(header::IF_NONE_MATCH).iter().cloned().collect())
    }

    /// Whether a tag is one of them (RFC 9110, 13.1.2, weak comparison).
    pub(crate) fn contain(&self, tag: impl AsRef<[u8]>) -> bool {
        let opaque = opaque_part(tag.as_ref());
        let mut known = self.0.iter().flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
        known.any(|known| known.trim_ascii() == b"*" || opaque_part(known) == opaque)
    }
}

/// A tag without the mark of a weak one.
fn opaque_part(tag: &[u8]) -> &[u8] {
    let tag = tag.trim_ascii();
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

impl IntoResponseParts for EntityTag {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        if let Ok(tag) = HeaderValue::try_from(self.0) {
            response.headers_mut().insert(header::ETAG, tag);
        }
        Ok(response)
    }
}

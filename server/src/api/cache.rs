//! How long a client may keep a response. Handlers name a policy; one layer sets the headers of every response.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, IntoResponseParts, Response, ResponseParts};
use ikibuguzo_protocol::ErrorCode;

use super::openapi::operation::{DescribeOutput, Operation};
use super::problem::Failure;
use crate::error::Error;
use crate::net::etag::{EntityTag, KnownTags};

/// How long a client may keep a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CachePolicy {
    /// Not at all: the policy of responses that name none, of errors, and of streams.
    NoStore,
    /// As long as it likes, but it must ask before each use whether the response is still the same.
    Revalidate,
    /// For a minute.
    Minute,
    /// For a day: another version of the server may answer differently.
    Day,
    /// For ever: the response never changes.
    Immutable,
}

/// A response `A` that a client may keep. The body of `A` is in memory, because its tag is computed from it.
#[derive(Debug)]
pub(super) struct Cached<A>(pub CachePolicy, pub A);

/// Sets `Cache-Control`, `ETag` and `Vary` by the policy of the response, and answers `304` if the client has the body.
pub(crate) async fn set_cache_headers(request: Request, next: Next) -> Response {
    let known = KnownTags::of(request.headers());
    let is_personal = depends_on_token(request.uri().path());
    let is_private = is_personal && request.headers().contains_key(header::AUTHORIZATION);
    let mut response = next.run(request).await;
    if response.status().is_informational() {
        return response;
    }
    let policy = take_policy(&mut response);
    if policy != CachePolicy::NoStore {
        response = without_known_body(with_tag(response).await, &known);
    }
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(policy.header(is_private)));
    if is_personal {
        headers.append(header::VARY, HeaderValue::from_static("authorization"));
    }
    response
}

/// Whether a token can change the responses at a path: the operations of the API, and the pages that list games.
fn depends_on_token(path: &str) -> bool {
    let lists_games = matches!(path, "/" | "/games") || path.starts_with("/players/");
    lists_games || path.starts_with("/api/") && path != "/api/openapi.json"
}

/// The policy that the handler named; errors are never kept.
fn take_policy(response: &mut Response) -> CachePolicy {
    let has_content = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    let policy = response.extensions_mut().remove().filter(|_| has_content);
    policy.unwrap_or(CachePolicy::NoStore)
}

/// The response with the tag of its body, unless it has one.
async fn with_tag(response: Response) -> Response {
    if response.headers().contains_key(header::ETAG) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        let unread = Error::new(ErrorCode::Internal, "the response could not be made");
        return Failure::from(unread).into_response();
    };
    (EntityTag::of(&body), Response::from_parts(parts, Body::from(body))).into_response()
}

/// The response, or `304` if the client has its body already.
fn without_known_body(mut response: Response, known: &KnownTags) -> Response {
    let tag = response.headers().get(header::ETAG);
    if tag.is_some_and(|tag| known.contain(tag)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        for of_body in [header::CONTENT_ENCODING, header::CONTENT_LENGTH, header::CONTENT_TYPE] {
            response.headers_mut().remove(of_body);
        }
    }
    response
}

impl CachePolicy {
    /// The value of `Cache-Control`. A private response is kept by the client's own cache only.
    fn header(self, is_private: bool) -> &'static str {
        match (self, is_private) {
            (Self::NoStore, false) => "no-store",
            (Self::NoStore, true) => "private, no-store",
            (Self::Revalidate, false) => "no-cache",
            (Self::Revalidate, true) => "private, no-cache",
            (Self::Minute, false) => "public, max-age=60",
            (Self::Minute, true) => "private, max-age=60",
            (Self::Day, false) => "public, max-age=86400",
            (Self::Day, true) => "private, max-age=86400",
            (Self::Immutable, false) => "public, max-age=31536000, immutable",
            (Self::Immutable, true) => "private, max-age=31536000, immutable",
        }
    }
}

impl IntoResponseParts for CachePolicy {
    type Error = std::convert::Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Self::Error> {
        response.extensions_mut().insert(self);
        Ok(response)
    }
}

impl<A: IntoResponse> IntoResponse for Cached<A> {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}

impl<A: DescribeOutput> DescribeOutput for Cached<A> {
    fn describe_output(operation: &mut Operation<'_>) {
        A::describe_output(operation);
        operation.cacheable();
    }
}

//! Responses that a client may keep.

use std::marker::PhantomData;

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::ErrorCode;

use super::openapi::operation::{DescribeOutput, Operation};
use super::problem::Failure;
use super::response::PlainText;
use crate::error::Error;
use crate::net::etag::{self, CachePolicy, EntityTag};

/// The body of a response `A` that a client may have already.
#[derive(Debug)]
pub(super) struct CacheableBody<A> {
    body: String,
    content_type: &'static str,
    policy: CachePolicy,
    /// Whether the body depends on the caller.
    is_personal: bool,
    response: PhantomData<A>,
}

/// A response `A`, or `304` if the client has it already.
#[derive(Debug)]
pub(super) struct Cached<A>(Response, PhantomData<A>);

impl<T: serde::Serialize> CacheableBody<Json<T>> {
    /// A body in JSON.
    pub(super) fn json(policy: CachePolicy, body: &T) -> Result<Self, Failure> {
        let body = serde_json::to_string(body);
        let body = body.map_err(|error| Error::new(ErrorCode::Internal, error.to_string()))?;
        Ok(Self::new(policy, "application/json", body))
    }
}

impl CacheableBody<PlainText> {
    /// A body in plain text.
    pub(super) fn text(policy: CachePolicy, body: String) -> Self {
        Self::new(policy, "text/plain; charset=utf-8", body)
    }
}

impl<A> CacheableBody<A> {
    fn new(policy: CachePolicy, content_type: &'static str, body: String) -> Self {
        Self { body, content_type, policy, is_personal: false, response: PhantomData }
    }

    /// A body that depends on the caller.
    pub(super) fn personal(self) -> Self {
        Self { is_personal: true, ..self }
    }

    /// The response to a request with these headers.
    pub(super) fn respond_to(self, request: &HeaderMap) -> Cached<A> {
        let has_caller = request.contains_key(header::AUTHORIZATION);
        let cache_control = self.policy.header(self.is_personal && has_caller);
        let mut response = if self.policy == CachePolicy::NoStore {
            let headers = [(header::CONTENT_TYPE, self.content_type), (header::CACHE_CONTROL, cache_control)];
            (headers, self.body).into_response()
        } else {
            let tag = EntityTag::of(self.body.as_bytes());
            etag::respond(request, &tag, cache_control, self.content_type, self.body)
        };
        if self.is_personal {
            let vary = HeaderValue::from_static("authorization, accept");
            response.headers_mut().insert(header::VARY, vary);
        }
        Cached(response, PhantomData)
    }
}

impl<A> IntoResponse for Cached<A> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<A: DescribeOutput> DescribeOutput for Cached<A> {
    fn describe_output(operation: &mut Operation<'_>) {
        A::describe_output(operation);
        operation.cacheable();
    }
}

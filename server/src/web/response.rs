//! Pages as responses.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use ikibuguzo_game::room::Rejection;
use ikibuguzo_pages::forms::FormsPage;
use ikibuguzo_pages::frame::Page;
use ikibuguzo_pages::refusal;

use super::assets::page_files;
use crate::api::cache::CachePolicy;
use crate::error::Error;

/// Nothing comes from another host, and no script in the HTML itself runs.
const CONTENT_SECURITY_POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// A redirect to the usual address of a page, with the same query; `None` if the request is for that address.
pub(super) fn redirect_to_usual(request: &Uri, path: &str) -> Option<Response> {
    if request.path() == path {
        return None;
    }
    let query = request.query().map(|query| format!("?{query}")).unwrap_or_default();
    Some(Redirect::permanent(&format!("{path}{query}")).into_response())
}

/// As for pages, but any site may show it in a frame.
const EMBED_SECURITY_POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *; object-src 'none'";

/// A document for frames of other sites, to be sent.
pub(super) struct EmbedResponse(pub(super) String);

/// A page, to be sent.
pub(super) struct PageResponse(pub(super) Page);

/// A page without scripts, to be sent. It is for the visitor alone.
pub(super) struct FormsResponse(pub(super) FormsPage);

/// An error, as a page.
pub(super) struct Refused(Error);

impl<E: Into<Error>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for PageResponse {
    fn into_response(self) -> Response {
        html_response(CachePolicy::Revalidate, CONTENT_SECURITY_POLICY, self.0.html(page_files()))
    }
}

impl IntoResponse for FormsResponse {
    fn into_response(self) -> Response {
        html_response(CachePolicy::NoStore, CONTENT_SECURITY_POLICY, self.0.html(page_files()))
    }
}

impl IntoResponse for EmbedResponse {
    fn into_response(self) -> Response {
        html_response(CachePolicy::Revalidate, EMBED_SECURITY_POLICY, self.0)
    }
}

fn html_response(policy: CachePolicy, security_policy: &'static str, html: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, security_policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
    ];
    (policy, headers, html).into_response()
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let store_error = self.0.store_error().cloned();
        let Rejection { code, message } = self.0.into_rejection();
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, PageResponse(refusal::page(code, &message))).into_response();
        // The layer that counts and logs errors reads these extensions.
        response.extensions_mut().insert(code);
        store_error.map(|error| response.extensions_mut().insert(error));
        response
    }
}

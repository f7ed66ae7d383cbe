//! The description of the API, as a page.

use std::sync::{Arc, OnceLock};

use axum::extract::Extension;
use ikibuguzo_pages::api;

use super::response::PageResponse;
use crate::api::extract::Address;
use crate::api::openapi::Description;

/// The description with its page, whose content is rendered on the first request.
pub(super) struct ApiPage {
    description: Arc<Description>,
    content: OnceLock<String>,
}

impl ApiPage {
    /// The page of a description.
    pub(super) fn new(description: Arc<Description>) -> Self {
        Self { description, content: OnceLock::new() }
    }
}

/// `GET /api`.
pub(super) async fn show(
    Address(address): Address,
    Extension(page): Extension<Arc<ApiPage>>,
) -> PageResponse {
    let content = page.content.get_or_init(|| api::content(page.description.document()));
    PageResponse(api::page(content, &address))
}

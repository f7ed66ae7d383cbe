//! The page of the visitor's account.

use ikibuguzo_pages::you;

use super::response::PageResponse;

/// `GET /you`.
pub(super) async fn show() -> PageResponse {
    PageResponse(you::page())
}

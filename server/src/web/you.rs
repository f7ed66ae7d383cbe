//! The page of the visitor's account.

use ikibuguzo_pages::you;

use super::response::PageResponse;
use crate::api::extract::Address;

/// `GET /you`.
pub(super) async fn show(Address(address): Address) -> PageResponse {
    PageResponse(you::page(&address))
}

//! The pages of the rules.

use axum::extract::Path;
use ikibuguzo_pages::rules;
use ikibuguzo_protocol::ErrorCode;

use super::response::{PageResponse, Refused};
use crate::api::extract::Address;
use crate::error::Error;

/// `GET /rules`: the games compared, and the rules that they share.
pub(super) async fn shared(Address(address): Address) -> PageResponse {
    PageResponse(rules::shared_page(&address))
}

/// `GET /rules/{chapter}`: the rules of one game.
pub(super) async fn of_game(
    Address(address): Address,
    Path(name): Path<String>,
) -> Result<PageResponse, Refused> {
    let unknown = || Error::new(ErrorCode::NotFound, "there are no rules for such a game");
    let page = rules::game_page(&name, &address).ok_or_else(unknown)?;
    Ok(PageResponse(page))
}

//! The lessons.

use axum::extract::Path;
use ikibuguzo_pages::learn;
use ikibuguzo_protocol::ErrorCode;

use super::response::{PageResponse, Refused};
use crate::api::extract::Address;
use crate::error::Error;

/// `GET /learn`: the games, each with its lessons.
pub(super) async fn list(Address(address): Address) -> PageResponse {
    PageResponse(learn::list_page(&address))
}

/// `GET /learn/{rules}`: the lessons of one game.
pub(super) async fn of_game(
    Address(address): Address,
    Path(name): Path<String>,
) -> Result<PageResponse, Refused> {
    let unknown = || Error::new(ErrorCode::NotFound, "there are no lessons for such a game");
    let page = learn::game_page(&name, &address).ok_or_else(unknown)?;
    Ok(PageResponse(page))
}

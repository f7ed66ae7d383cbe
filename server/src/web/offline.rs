//! Games without a server. The documents are the same for everybody, so that a browser can keep them.

use axum::extract::Path;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_pages::{game, offline};
use ikibuguzo_protocol::ErrorCode;

use super::response::{PageResponse, Refused};
use crate::api::extract::Address;
use crate::error::Error;

/// `GET /offline`: the form that begins a game, and the list of those that the browser keeps.
pub(super) async fn list(Address(address): Address) -> PageResponse {
    PageResponse(offline::page(&address))
}

/// `GET /offline/{rules}`: the page of a game with a ruleset. The browser knows which game.
pub(super) async fn of_rules(
    Address(address): Address,
    Path(rules): Path<String>,
) -> Result<PageResponse, Refused> {
    let unknown = |_| Error::new(ErrorCode::NotFound, "there is no such ruleset");
    let rules: Ruleset = rules.parse().map_err(unknown)?;
    Ok(PageResponse(game::offline::page(rules, &address)))
}

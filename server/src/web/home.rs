//! The home page. A visitor who sends a token sees its own games too.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ikibuguzo_pages::address::SiteAddress;
use ikibuguzo_pages::home;
use serde::Deserialize;

use super::response::{PageResponse, Refused};
use crate::api::extract::{Address, Caller, QueryParams};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::game_board::GameBoard;
use crate::query::home_lists::HomeLists;

/// The query of `GET /`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct HomeParams {
    /// The tag of the lists that the page shows already.
    known: String,
}

/// `GET /`: the page, or `204` if its lists have not changed.
pub(super) async fn show(
    State(app): State<App>,
    address: Result<Address, Failure>,
    caller: Result<Caller, Failure>,
    params: Result<QueryParams<HomeParams>, Failure>,
) -> Result<Response, Refused> {
    let Address(address) = address.map_err(Failure::into_error)?;
    let Caller(viewer) = caller.map_err(Failure::into_error)?;
    let QueryParams(HomeParams { known }) = params.map_err(Failure::into_error)?;
    let lists = HomeLists::load(&app.store, &app.pending_creations, viewer.as_ref(), app.clock.now()).await?;
    let tag = tag(&lists);
    if known == tag {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(page(&app, &lists, &tag, &address).await?.into_response())
}

async fn page(app: &App, lists: &HomeLists, tag: &str, address: &SiteAddress) -> Result<PageResponse, Error> {
    let boards = lists.live_boards(&app.store, app.clock.now()).await?;
    let last_result = if boards.is_empty() { lists.last_result_board(&app.store).await? } else { None };
    Ok(PageResponse(home::page(&home::HomePage {
        address,
        tag,
        own: lists.own.iter().map(|game| (&game.summary, game.is_due)).collect(),
        open: &lists.open,
        results: &lists.results,
        live: &lists.live,
        boards: boards.iter().map(shown).collect(),
        last_result: last_result.as_ref().map(shown),
    })))
}

fn shown(board: &GameBoard) -> home::GameBoard<'_> {
    home::GameBoard { summary: &board.summary, position: &board.position }
}

/// A text that differs whenever the lists do.
fn tag(lists: &HomeLists) -> String {
    let own: Vec<_> = lists.own.iter().map(|game| (&game.summary, game.is_due)).collect();
    let lists = serde_json::to_string(&(own, &lists.open, &lists.live, &lists.results));
    let mut hasher = DefaultHasher::new();
    lists.unwrap_or_default().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

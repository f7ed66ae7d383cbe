//! The page with the statistics over all games.

use axum::extract::State;
use ikibuguzo_pages::stats;

use super::response::{PageResponse, Refused};
use crate::api::extract::Address;
use crate::app::App;
use crate::query::statistics::statistics;

/// `GET /stats`.
pub(super) async fn show(State(app): State<App>, Address(address): Address) -> Result<PageResponse, Refused> {
    let statistics = statistics(&app.store, &app.statistics).await?;
    Ok(PageResponse(stats::page(&statistics, &address)))
}

//! The page with the leaderboards.

use axum::extract::State;
use ikibuguzo_pages::leaderboards::{self, PoolBoard};
use ikibuguzo_rating::Speed;

use super::response::{PageResponse, Refused};
use crate::api::extract::Address;
use crate::app::App;
use crate::query::ratings;

/// `GET /leaderboards`.
pub(super) async fn show(State(app): State<App>, Address(address): Address) -> Result<PageResponse, Refused> {
    let boards = ratings::leaderboards(&app.store, &app.leaderboards, app.clock.now()).await?;
    let boards: Vec<PoolBoard<'_>> = boards
        .iter()
        .map(|(pool, board)| PoolBoard {
            game: pool.game,
            correspondence: pool.speed == Speed::Correspondence,
            players: &board.players,
        })
        .collect();
    Ok(PageResponse(leaderboards::page(&boards, &address)))
}

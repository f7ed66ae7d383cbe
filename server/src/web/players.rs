//! The page of one player.

use axum::extract::{Query, State};
use ikibuguzo_pages::games::FormValues;
use ikibuguzo_pages::players::{self, PlayerPage};
use ikibuguzo_pages::rating::RatingGraph;
use ikibuguzo_protocol::StateFilter;
use ikibuguzo_store::{Search, SeatFilter};

use super::games::parameters;
use super::response::{PageResponse, Refused};
use crate::api::extract::{Address, Caller, PlayerPath};
use crate::api::problem::Failure;
use crate::api::response::Renameable;
use crate::app::App;
use crate::query::game_parameters::GameParameters;
use crate::query::games::{find_games, games_in, newest_games};
use crate::query::players::{ByName, profile};
use crate::query::ratings::rating_histories;

/// Largest number of open games, and of live games.
const MAX_CURRENT_GAMES: u32 = 20;

/// Number of finished games on a page.
const FINISHED_GAMES_PER_PAGE: u32 = 30;

/// `GET /players/{name}`. An earlier name leads to the present one. A visitor who sends a token finds its private games
/// too.
pub(super) async fn show(
    State(app): State<App>,
    address: Result<Address, Failure>,
    caller: Result<Caller, Failure>,
    name: Result<PlayerPath, Failure>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Renameable<PageResponse>, Refused> {
    let Address(address) = address.map_err(Failure::into_error)?;
    let Caller(viewer) = caller.map_err(Failure::into_error)?;
    let PlayerPath(name) = name.map_err(Failure::into_error)?;
    let cursor = FormValues::new(pairs).only("cursor");
    let profile = match profile(&app.store, &name, viewer.as_ref(), app.clock.now()).await? {
        ByName::Found(profile) => profile,
        ByName::Renamed(names) => return Ok(Renameable::at("/players", &names)),
    };
    let current = async |state| {
        let seats = SeatFilter::Either(profile.name.clone(), None);
        let viewer = viewer.as_ref().map(|viewer| viewer.id.clone());
        let search = Search { seats, viewer, ..games_in(state) };
        newest_games(&app.store, &app.pending_creations, search, MAX_CURRENT_GAMES, app.clock.now()).await
    };
    let (open, live) = (current(StateFilter::Open).await?, current(StateFilter::Live).await?);
    let finished = GameParameters {
        player: Some(profile.name.clone()),
        state: Some(StateFilter::Finished),
        limit: Some(FINISHED_GAMES_PER_PAGE),
        ..parameters(&cursor)?
    };
    let finished =
        find_games(&app.store, &app.pending_creations, &finished.query(viewer.as_ref())?, app.clock.now())
            .await?;
    let histories = rating_histories(&app.store, &profile.name, &profile.ratings).await?;
    let page = PlayerPage {
        address: &address,
        profile: &profile,
        ratings: profile
            .ratings
            .iter()
            .zip(&histories)
            .map(|(rating, points)| RatingGraph { rating, points })
            .collect(),
        open: &open,
        live: &live,
        finished: &finished,
        cursor: &cursor,
    };
    Ok(Renameable::Here(PageResponse(players::page(page))))
}

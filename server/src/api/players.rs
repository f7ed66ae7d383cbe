//! Players, their names, and their scores.

use axum::Json;
use axum::extract::State;
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{
    AccountDeletion, Credentials, CurrentPlayer, HeadToHead, NameClaim, PlayerData, Profile,
};

use super::cache::{CachePolicy, Cached};
use super::extract::{
    AuthenticatedPlayer, BearerToken, Caller, JsonBody, OpponentPath, OptionalJsonBody, PlayerPath,
};
use super::problem::Failure;
use super::response::{Created, NoContent, Renameable};
use crate::app::App;
use crate::error::Error;
use crate::moderation::check_address;
use crate::net::client_address::ClientAddress;
use crate::pairing_ban::{LeavingRecord, leaving_record};
use crate::query::player_data;
use crate::query::players::{self, ByName};

/// `POST /api/players`: creates a guest.
pub(super) async fn create(
    State(app): State<App>,
    client: ClientAddress,
    _: Caller,
) -> Result<Created<Credentials>, Failure> {
    let (player, token) = app.create_guest(client.ip).await?;
    Ok(Created(Credentials { name: player.name, token }))
}

/// `GET /api/players/me`: the caller.
pub(super) async fn me(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
) -> Result<Json<CurrentPlayer>, Failure> {
    Ok(Json(current_player(&app, player).await?))
}

/// `PUT /api/players/me`: claims a name with a passphrase, or changes either.
pub(super) async fn claim(
    State(app): State<App>,
    client: ClientAddress,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    JsonBody(claim): JsonBody<NameClaim>,
) -> Result<Json<CurrentPlayer>, Failure> {
    check_address(&app.store, client.ip, app.clock.now()).await?;
    app.accounts.claim_name(&player, &claim).await?;
    Ok(Json(current_player(&app, Player { name: claim.name, ..player }).await?))
}

/// `GET /api/players/me/data`: everything that the server keeps about the caller.
pub(super) async fn data(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    BearerToken(token): BearerToken,
) -> Result<Json<PlayerData>, Failure> {
    Ok(Json(player_data::load(&app.store, &app.accounts, player, &token, app.clock.now()).await?))
}

/// `DELETE /api/players/me`: deletes the caller's account. Its games stay.
pub(super) async fn delete(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    OptionalJsonBody(deletion): OptionalJsonBody<AccountDeletion>,
) -> Result<NoContent, Failure> {
    app.accounts.check_deletion(&player, &deletion).await?;
    app.leave_tournaments(&player).await?;
    app.rooms.leave_games(&player).await?;
    app.accounts.delete(&player).await?;
    Ok(NoContent)
}

/// `PUT /api/players/me/bot`: marks the caller as a bot.
pub(super) async fn mark_bot(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
) -> Result<Json<CurrentPlayer>, Failure> {
    app.accounts.mark_bot(&player).await?;
    Ok(Json(current_player(&app, Player { bot: true, ..player }).await?))
}

/// `GET /api/players/{name}`: a player's games, counted by game and result. An earlier name leads to the present one.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    PlayerPath(name): PlayerPath,
) -> Result<Renameable<Cached<Json<Profile>>>, Failure> {
    Ok(match players::profile(&app.store, &name, viewer.as_ref(), app.clock.now()).await? {
        ByName::Found(profile) => Renameable::Here(Cached(CachePolicy::Revalidate, Json(profile))),
        ByName::Renamed(names) => Renameable::at("/api/players", &names),
    })
}

/// `GET /api/players/{name}/against/{opponent}`: the score between two players. Earlier names lead to the present ones.
pub(super) async fn against(
    State(app): State<App>,
    Caller(viewer): Caller,
    PlayerPath(player): PlayerPath,
    OpponentPath(opponent): OpponentPath,
) -> Result<Renameable<Cached<Json<HeadToHead>>>, Failure> {
    Ok(match players::head_to_head(&app.store, [&player, &opponent], viewer.as_ref()).await? {
        ByName::Found(score) => Renameable::Here(Cached(CachePolicy::Revalidate, Json(score))),
        ByName::Renamed(names) => Renameable::at("/api/players", &names),
    })
}

/// A player as it sees itself.
async fn current_player(app: &App, player: Player) -> Result<CurrentPlayer, Error> {
    let now = app.clock.now();
    let claimed = app.store.load_passphrase_hash(&player.id).await?.is_some();
    let sanctions = app.store.list_sanctions(&player.id, now).await?;
    let LeavingRecord { left_games, ban } = leaving_record(&app.store, &player.id, now).await?;
    let pairing_banned_until = ban.map(|ban| ban.until);
    let Player { name, bot, .. } = player;
    Ok(CurrentPlayer { name, claimed, bot, sanctions, left_games, pairing_banned_until })
}

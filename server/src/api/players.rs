use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::{Credentials, Me, NameClaim};

use super::extract::{Body, Caller, Known};
use super::problem::Failure;
use super::response::Created;
use crate::app::App;

/// `POST /api/players`: a new guest.
pub(super) async fn create(State(app): State<App>, _: Caller) -> Result<Created<Credentials>, Failure> {
    let (player, token) = app.accounts.add_guest().await?;
    Ok(Created(Credentials { name: player.name, token }))
}

/// `GET /api/players/me`: whom the token proves.
pub(super) async fn me(State(app): State<App>, Known(player): Known) -> Result<Json<Me>, Failure> {
    let claimed = app.store.load_passphrase_hash(&player.id).await?.is_some();
    Ok(Json(Me { name: player.name, claimed }))
}

/// `PUT /api/players/me`: a name of one's own.
pub(super) async fn claim(
    State(app): State<App>,
    Known(player): Known,
    Body(claim): Body<NameClaim>,
) -> Result<Json<Me>, Failure> {
    app.accounts.claim_name(&player, &claim).await?;
    Ok(Json(Me { name: claim.name, claimed: true }))
}

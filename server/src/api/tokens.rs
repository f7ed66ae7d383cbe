//! Tokens: signing in, listing, revoking.

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::{Credentials, SignIn, TokenList};

use super::extract::{AuthenticatedPlayer, BearerToken, JsonBody, TokenPath};
use super::problem::Failure;
use super::response::{Created, NoContent};
use crate::app::App;
use crate::moderation::check_address;
use crate::net::client_address::ClientAddress;

/// `POST /api/tokens`: signs in with a name and its passphrase.
pub(super) async fn create(
    State(app): State<App>,
    client: ClientAddress,
    JsonBody(sign_in): JsonBody<SignIn>,
) -> Result<Created<Credentials>, Failure> {
    check_address(&app.store, client.ip, app.clock.now()).await?;
    Ok(Created(app.accounts.sign_in(client.ip, &sign_in).await?))
}

/// `GET /api/tokens`: the caller's tokens.
pub(super) async fn list(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    BearerToken(current): BearerToken,
) -> Result<Json<TokenList>, Failure> {
    Ok(Json(app.accounts.tokens(&player, &current).await?))
}

/// `DELETE /api/tokens/{token}`: revokes one of the caller's tokens.
pub(super) async fn revoke(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    TokenPath(token): TokenPath,
) -> Result<NoContent, Failure> {
    app.accounts.revoke(&player, &token).await?;
    Ok(NoContent)
}

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::{Credentials, SignIn, TokenList};

use super::extract::{Body, Key, Known, PublicToken};
use super::problem::Failure;
use super::response::{Created, Done};
use crate::app::App;
use crate::net::client_address::ClientAddress;

/// `POST /api/tokens`: sign in.
pub(super) async fn create(
    State(app): State<App>,
    client: ClientAddress,
    Body(sign_in): Body<SignIn>,
) -> Result<Created<Credentials>, Failure> {
    Ok(Created(app.accounts.sign_in(client.ip, &sign_in).await?))
}

/// `GET /api/tokens`: one's own.
pub(super) async fn list(
    State(app): State<App>,
    Known(player): Known,
    Key(asking): Key,
) -> Result<Json<TokenList>, Failure> {
    Ok(Json(app.accounts.tokens(&player, &asking).await?))
}

/// `DELETE /api/tokens/{token}`: out of use.
pub(super) async fn revoke(
    State(app): State<App>,
    Known(player): Known,
    PublicToken(token): PublicToken,
) -> Result<Done, Failure> {
    app.accounts.revoke(&player, &token).await?;
    Ok(Done)
}

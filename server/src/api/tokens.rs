use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use ikibuguzo_protocol::{Credentials, SignIn, TokenList};

use super::answer::{Created, Done};
use super::extract::{Body, Key, Known, PublicToken};
use super::problem::Failure;
use crate::app::App;

/// `POST /api/tokens`: sign in.
pub(super) async fn create(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(sign_in): Body<SignIn>,
) -> Result<Created<Credentials>, Failure> {
    Ok(Created(app.sign_in(address.ip(), &sign_in).await?))
}

/// `GET /api/tokens`: one's own.
pub(super) async fn list(
    State(app): State<App>,
    Known(player): Known,
    Key(asking): Key,
) -> Result<Json<TokenList>, Failure> {
    Ok(Json(app.tokens(&player, &asking).await?))
}

/// `DELETE /api/tokens/{token}`: out of use.
pub(super) async fn revoke(
    State(app): State<App>,
    Known(player): Known,
    PublicToken(token): PublicToken,
) -> Result<Done, Failure> {
    app.revoke(&player, &token).await?;
    Ok(Done)
}

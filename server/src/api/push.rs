//! Browsers that receive players' notices while the site is closed.

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::{NewPushSubscription, PushSettings};

use super::extract::{AuthenticatedPlayer, BearerToken, JsonBody, SubscriptionPath};
use super::problem::Failure;
use super::response::NoContent;
use crate::app::App;

/// `GET /api/push`: the server's key, and the caller's browsers.
pub(super) async fn show(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
) -> Result<Json<PushSettings>, Failure> {
    Ok(Json(app.push.list(&player).await?))
}

/// `PUT /api/push`: adds a browser, or changes which notices it receives.
pub(super) async fn subscribe(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    BearerToken(token): BearerToken,
    JsonBody(new): JsonBody<NewPushSubscription>,
) -> Result<NoContent, Failure> {
    app.push.add(&player, &token, new).await?;
    Ok(NoContent)
}

/// `DELETE /api/push/{subscription}`: removes a browser.
pub(super) async fn unsubscribe(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    SubscriptionPath(id): SubscriptionPath,
) -> Result<NoContent, Failure> {
    app.push.remove(&player, &id).await?;
    Ok(NoContent)
}

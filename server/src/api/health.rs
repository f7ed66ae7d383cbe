//! What the server tells those who run it.

use axum::extract::State;
use axum::response::Response;
use ikibuguzo_protocol::ErrorCode;

use super::answer::Numbers;
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use ikibuguzo_store::StoreError;

/// `GET /healthz`: the server answers, and none of what it needs has ended. Starting it anew would not mend a database,
/// so that is not asked here.
pub(super) async fn alive(State(app): State<App>) -> Result<&'static str, Failure> {
    can_commit(&app).map(|()| "ok\n")
}

/// `GET /readyz`: whether the server takes commands: its database answers, and nobody has told it to stop.
pub(super) async fn ready(State(app): State<App>) -> Result<&'static str, Failure> {
    if app.stop.is_cancelled() {
        return Err(Error::new(ErrorCode::Restarting, "the server is stopping").into());
    }
    can_commit(&app)?;
    app.store.ping().await?;
    Ok("ready\n")
}

fn can_commit(app: &App) -> Result<(), Failure> {
    if app.can_commit() {
        return Ok(());
    }
    Err(Error::new(ErrorCode::StorageUnavailable, "the server met a fault of its own: start it anew").into())
}

/// `GET /metrics`: the counts, as Prometheus reads them.
pub(super) async fn metrics(State(app): State<App>) -> Result<Numbers, Failure> {
    app.metrics.sockets.set(count(app.door.open()));
    app.metrics.rooms.set(count(app.rooms.room_count()));
    let text = app.metrics.text().map_err(|error| Error::new(ErrorCode::Internal, error.to_string()))?;
    Ok(Numbers(text))
}

/// Counts a response that is a refusal, and logs the failure of the database behind it.
pub(super) async fn count_refusal(State(app): State<App>, response: Response) -> Response {
    if let Some(code) = response.extensions().get::<ErrorCode>() {
        app.metrics.refused(*code);
    }
    if let Some(error) = response.extensions().get::<StoreError>() {
        app.database_log.failed(error);
    }
    response
}

fn count(things: usize) -> i64 {
    i64::try_from(things).unwrap_or(i64::MAX)
}

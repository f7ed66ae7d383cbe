//! Health checks, metrics, and the count of refusals.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use ikibuguzo_game::feature::Feature;
use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_store::StoreError;
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::QueryParams;
use super::problem::Failure;
use super::response::{MetricsText, PlainText};
use crate::app::App;
use crate::error::Error;

/// `GET /healthz`: whether the process works. The database is not checked: restarting the server would not repair it.
pub(super) async fn alive(State(app): State<App>) -> Result<&'static str, Failure> {
    can_commit(&app).map(|()| "ok\n")
}

/// The longest time without a beat, which is a write, of a server that is ready.
const MAX_BEAT_AGE: Duration = Duration::from_secs(5);

/// The query of `GET /readyz`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ReadyParams {
    /// Whether the answer also says which features are on. Any value means yes.
    verbose: Option<String>,
}

/// `GET /readyz`: whether the server accepts commands and does all its work. The answer says what fails. With
/// `?verbose` it also says which features are on.
pub(super) async fn ready(
    State(app): State<App>,
    QueryParams(params): QueryParams<ReadyParams>,
) -> Result<PlainText, Failure> {
    require_ready(&app).await?;
    let mut text = "ready\n".to_owned();
    if params.verbose.is_some() {
        Feature::ALL.into_iter().for_each(|feature| text += &feature_line(&app, feature));
    }
    Ok(PlainText(text))
}

fn feature_line(app: &App, feature: Feature) -> String {
    let state = match app.nodes.is_known_by_all(feature) {
        true => "on",
        false => "off: a server that runs does not know it",
    };
    format!("feature {}: {state}\n", feature.name())
}

async fn require_ready(app: &App) -> Result<(), Failure> {
    if app.stop.is_cancelled() {
        return Err(Error::new(ErrorCode::Restarting, "the server is stopping").into());
    }
    can_commit(app)?;
    app.nodes.require_clock().map_err(Error::from)?;
    app.store.check_schema().await?;
    if app.database_log.is_write_failing() {
        let message = "the last write to the database failed; it is tried again each second";
        return Err(Error::new(ErrorCode::StorageUnavailable, message).into());
    }
    let beat_age = app.nodes.beat_age(app.clock.now());
    if beat_age > MAX_BEAT_AGE {
        let message = format!("nothing could be written to the database for {} seconds", beat_age.as_secs());
        return Err(Error::new(ErrorCode::StorageUnavailable, message).into());
    }
    if !app.bus.is_ready() {
        return Err(Error::new(ErrorCode::Busy, "the other servers do not hear this one yet").into());
    }
    let failing = app.tasks.failing();
    if !failing.is_empty() {
        let message = format!("background tasks have failed: {}", failing.join(", "));
        return Err(Error::new(ErrorCode::Busy, message).into());
    }
    Ok(())
}

fn can_commit(app: &App) -> Result<(), Failure> {
    if app.can_commit() {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::StorageUnavailable,
        "the writer has ended, which is a fault of the server: restart it",
    )
    .into())
}

/// `GET /metrics`: the metrics in the text format of Prometheus.
pub(super) async fn metrics(State(app): State<App>) -> Result<MetricsText, Failure> {
    app.metrics.nodes.set(to_gauge(app.nodes.living().len() + 1));
    app.metrics.sockets.set(to_gauge(app.connections.open_count()));
    app.metrics.computer_queue.set(to_gauge(app.computers.len()));
    app.metrics.analysis_queue.set(to_gauge(app.analyses.queue.game_count()));
    app.metrics.rooms.set(to_gauge(app.rooms.room_count()));
    app.metrics.unreadable_games.set(to_gauge(app.store.unreadable_games()));
    for (task, at) in app.tasks.last_ran() {
        app.metrics.task_ran(task, at);
    }
    let text = app.metrics.text().map_err(|error| Error::new(ErrorCode::Internal, error.to_string()))?;
    Ok(MetricsText(text))
}

/// Counts a response that is a refusal, and logs the database failure that caused it.
pub(crate) async fn count_refusal(State(app): State<App>, response: Response) -> Response {
    if let Some(code) = response.extensions().get::<ErrorCode>() {
        app.metrics.refused(*code);
    }
    if let Some(error) = response.extensions().get::<StoreError>() {
        app.database_log.failed(error);
    }
    response
}

fn to_gauge(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

//! `GET /api/export`: all finished games of a search as one stream, in the order of their ends.

use std::io;
use std::str::FromStr;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use ikibuguzo_protocol::{ErrorCode, ExportedGame, GameMoves, Notation, Text, TextFormat};
use ikibuguzo_store::{FinishedCursor, FinishedQuery, StoreError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::time::sleep;

use super::extract::{Caller, parse_query};
use super::openapi::operation::{DescribeInput, DescribeOutput, Operation};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::net::client_address::ClientAddress;
use crate::net::connection_limiter::ConnectionPermit;
use crate::operations::export::{Export, Format};
use crate::query::finished_games::Step;
use crate::query::game_parameters::GameParameters;
use crate::time::Stopwatch;

/// Seconds after which a client may try again if too many exports are in progress.
const EXPORT_RETRY_AFTER_SECONDS: u64 = 10;

/// What is sent if no game has been found for a while, so that no proxy closes the connection.
const KEEP_ALIVE: &str = "\n";

/// The parameters of an export that a search does not have.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExportParams {
    /// The `cursor` of the last game of an earlier export: this one begins after it.
    after: Option<Text<ExportCursor>>,
    /// The format of each game; JSON if left out, unless the client accepts plain text first.
    format: Option<Format>,
    /// Whether the lines of `moves` contain the chat messages.
    #[serde(default)]
    talk: bool,
}

/// A line of an export as JSON. Only for the description: the lines are written by [`Export`].
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only the schema is used")]
enum ExportLine {
    /// A whole game.
    #[schemars(title = "WholeGame")]
    Game(ExportedGame),
    /// A game as its moves, with `format=moves`.
    #[schemars(title = "Moves")]
    Moves(GameMoves),
}

/// A place in an export, as text.
#[derive(Debug)]
pub(super) struct ExportCursor(FinishedCursor);

/// The query of an export: the filters of a search, and its own parameters.
pub(super) struct ExportQuery {
    games: GameParameters,
    own: ExportParams,
}

/// A stream of finished games: JSON, one game per line, records, or comma-separated values.
pub(super) struct ExportResponse(Response);

/// An export that a client reads.
struct ExportReader {
    app: App,
    export: Export,
    /// Runs since something was sent.
    silence: Stopwatch,
    /// Counts the export as in progress.
    _permit: ConnectionPermit,
}

/// `GET /api/export`: all finished games of a search, as one stream.
pub(super) async fn export(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    Caller(viewer): Caller,
    ExportQuery { games, own }: ExportQuery,
) -> Result<ExportResponse, Failure> {
    let search = games.finished(viewer.map(|player| player.id))?;
    let format = own.format.unwrap_or_else(|| accepted_format(&headers));
    let until = app.clock.now().saturating_sub(app.limits.settled);
    let ended =
        FinishedQuery { search, by_invitation: false, after: own.after.map(|after| after.0.0), until };
    let permit = app.exports.try_acquire(client.ip, app.limits.export_limits()).ok_or_else(too_many)?;
    let export = Export::new(app.store.clone(), ended, format).with_talk(own.talk);
    let reader = ExportReader { app, export, silence: Stopwatch::start(), _permit: permit };
    let header = Export::header(format);
    let header = (!header.is_empty()).then(|| Ok(Bytes::from_static(header.as_bytes())));
    // The compression layer polls once more after the end, so the stream is fused.
    let games = stream::iter(header).chain(stream::unfold(Some(reader), ExportReader::read)).fuse();
    let headers = [(header::CONTENT_TYPE, media_type(format)), (header::VARY, "accept")];
    Ok(ExportResponse((headers, Body::from_stream(games)).into_response()))
}

impl ExportReader {
    /// Reads what is sent next. An error breaks off the response, so that a client cannot take a part for the whole.
    async fn read(reader: Option<Self>) -> Option<(io::Result<Bytes>, Option<Self>)> {
        let mut reader = reader?;
        match reader.next().await {
            Ok(text) => text.map(|text| (Ok(Bytes::from(text)), Some(reader))),
            Err(error) => Some((Err(error), None)),
        }
    }

    /// The next game, or a keep-alive; `None` at the end. Other exports take their steps in between.
    async fn next(&mut self) -> io::Result<Option<String>> {
        loop {
            if self.app.closing.is_cancelled() {
                return Err(io::Error::other("the server is stopping"));
            }
            let step = self.app.export_turns.clone().pass_during(self.step_and_rest()).await;
            let text = match step.inspect_err(|error| self.app.database_log.failed(error)) {
                Ok(Step::Found(text)) => text,
                Ok(Step::Examined) if self.silence.elapsed() < self.app.limits.beat => continue,
                Ok(Step::Examined) => KEEP_ALIVE.to_owned(),
                Ok(Step::Ended) => return Ok(None),
                Err(error) => return Err(io::Error::other(error)),
            };
            self.silence = Stopwatch::start();
            return Ok(Some(text));
        }
    }

    /// Takes a step, and rests for as long as it took: all exports together work half of the time at most.
    async fn step_and_rest(&mut self) -> Result<Step<String>, StoreError> {
        let watch = Stopwatch::start();
        let step = self.export.step().await;
        sleep(watch.elapsed()).await;
        step
    }
}

fn too_many() -> Failure {
    let error = Error::new(ErrorCode::TooManyExports, "too many exports are in progress");
    Failure::try_again(error, EXPORT_RETRY_AFTER_SECONDS)
}

impl<S: Send + Sync> FromRequestParts<S> for ExportQuery {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let (own, games) = split(parts.uri.query().unwrap_or_default());
        Ok(Self { games: parse_query(&games)?, own: parse_query(&own)? })
    }
}

/// Splits a query into the parameters of [`ExportParams`] and all others.
fn split(query: &str) -> (String, String) {
    let is_own = |part: &&str| ["after=", "format=", "talk="].iter().any(|name| part.starts_with(name));
    let (own, others): (Vec<&str>, Vec<&str>) = query.split('&').partition(is_own);
    (own.join("&"), others.join("&"))
}

/// Records if the client accepts text before JSON; JSON otherwise.
fn accepted_format(headers: &HeaderMap) -> Format {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let place = |media_type: &str| accept.find(media_type).unwrap_or(usize::MAX);
    if place("text/plain") < place("json") { Format::Record } else { Format::Ndjson }
}

fn media_type(format: Format) -> &'static str {
    match format {
        Format::Ndjson | Format::Moves => "application/x-ndjson",
        Format::Csv => "text/csv; charset=utf-8",
        Format::Record => "text/plain; charset=utf-8",
    }
}

impl IntoResponse for ExportResponse {
    fn into_response(self) -> Response {
        self.0
    }
}

impl DescribeInput for ExportQuery {
    fn describe_input(operation: &mut Operation<'_>) {
        operation.query_parameters::<GameParameters>().without_parameters(&GameParameters::OF_PAGES);
        operation.query_parameters::<ExportParams>().errors(&[ErrorCode::BadQuery]);
    }
}

impl DescribeOutput for ExportResponse {
    fn describe_output(operation: &mut Operation<'_>) {
        for media_type in ["application/x-ndjson", "text/plain", "text/csv"] {
            operation.response(StatusCode::OK, "Games", Some((media_type, json!({"type": "string"}))));
        }
        operation.define_line::<ExportLine>();
    }
}

impl FromStr for ExportCursor {
    type Err = <FinishedCursor as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Notation for ExportCursor {
    const NAME: &'static str = "ExportCursor";
    const DESCRIPTION: &'static str = "A place in an export, from the `cursor` of one of its lines.";

    fn text_format() -> TextFormat {
        TextFormat::Pattern(r"^[0-9]{1,18}\.[0-9a-hjkmnp-tv-z]{12}$")
    }
}

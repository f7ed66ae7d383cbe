use std::io;
use std::str::FromStr;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use axum::response::IntoResponse;
use futures_util::{StreamExt, stream};
use ikibuguzo_protocol::{ErrorCode, Notation, Spelling, Text};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::answer::Games;
use super::extract::{Caller, explain_query};
use super::problem::Failure;
use super::stream::too_many;
use crate::app::App;
use crate::error::Error;
use crate::net::client_address::ClientAddress;
use crate::net::connection_limiter::ConnectionPermit;
use crate::ops::export::{Export, Format};
use crate::query::game_parameters::GameParameters;
use crate::time;
use ikibuguzo_store::{FinishedCursor, FinishedQuery};

/// What an export takes beside the filters of the list of games.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExportParams {
    /// Go on behind this game: the `cursor` of the last line that one has.
    after: Option<Text<ExportCursor>>,
    /// How games are written; JSON if left out, unless text is what is accepted.
    format: Option<Format>,
}

/// A place in an export, as text.
#[derive(Debug)]
pub(super) struct ExportCursor(FinishedCursor);

/// Which games are exported, and how.
pub(super) struct Wanted {
    games: GameParameters,
    own: ExportParams,
}

/// An export that somebody reads.
struct Reading {
    app: App,
    export: Export,
    /// Counted as a stream until it is gone.
    _guest: ConnectionPermit,
}

/// `GET /api/export`: all finished games that a search finds, the first to end first, as one stream.
pub(super) async fn export(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    Caller(viewer): Caller,
    Wanted { games, own: params }: Wanted,
) -> Result<Games, Failure> {
    let search = games.finished(viewer.map(|player| player.id))?;
    let format = params.format.unwrap_or_else(|| accepted(&headers));
    let until = time::now().saturating_sub(time::millis(app.limits.settled));
    let ended =
        FinishedQuery { search, by_invitation: false, after: params.after.map(|after| after.0.0), until };
    let guest = app.connections.try_acquire(client.ip, app.limits.socket_limits()).ok_or_else(too_many)?;
    let export = Export::new(app.store.clone(), ended, format);
    // Compression asks once more after the end.
    let lines = stream::unfold(Some(Reading { app, export, _guest: guest }), Reading::read).fuse();
    let headers = [(header::CONTENT_TYPE, mime(format)), (header::CACHE_CONTROL, "no-store")];
    Ok(Games((headers, Body::from_stream(lines)).into_response()))
}

impl<S: Send + Sync> FromRequestParts<S> for Wanted {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let (own, games) = split(parts.uri.query().unwrap_or_default());
        Ok(Self { games: read(&games)?, own: read(&own)? })
    }
}

impl Reading {
    /// The next game. A failure breaks the answer off, so that nobody takes half an export for a whole one.
    async fn read(reading: Option<Self>) -> Option<(io::Result<Bytes>, Option<Self>)> {
        let mut reading = reading?;
        if reading.app.closing.is_cancelled() {
            return Some((Err(io::Error::other("the server is stopping")), None));
        }
        match reading.export.next().await {
            Ok(Some(text)) => Some((Ok(Bytes::from(text)), Some(reading))),
            Ok(None) => None,
            Err(error) => {
                reading.app.database_log.failed(&error);
                Some((Err(io::Error::other(error)), None))
            }
        }
    }
}

/// The parts of a query that are an export's own, and the others, which are those of a list.
fn split(query: &str) -> (String, String) {
    let is_own = |part: &&str| part.starts_with("after=") || part.starts_with("format=");
    let (own, others): (Vec<&str>, Vec<&str>) = query.split('&').partition(is_own);
    (own.join("&"), others.join("&"))
}

fn read<T: DeserializeOwned>(query: &str) -> Result<T, Error> {
    let uri: Uri = format!("/?{query}")
        .parse()
        .map_err(|_| Error::new(ErrorCode::BadQuery, "the query cannot be read"))?;
    let Query(params) = Query::try_from_uri(&uri).map_err(|rejection| explain_query(&rejection))?;
    Ok(params)
}

/// Records for those who would rather have text than JSON.
fn accepted(headers: &HeaderMap) -> Format {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let place = |mime: &str| accept.find(mime).unwrap_or(usize::MAX);
    if place("text/plain") < place("json") { Format::Record } else { Format::Ndjson }
}

fn mime(format: Format) -> &'static str {
    match format {
        Format::Ndjson => "application/x-ndjson",
        Format::Record => "text/plain; charset=utf-8",
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
    const MEANS: &'static str = "A place in an export, as a line of it carries.";

    fn spelling() -> Spelling {
        Spelling::Pattern(r"^[0-9]{1,18}\.[0-9a-hjkmnp-tv-z]{12}$")
    }
}

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

use super::extract::{Caller, explain_query};
use super::problem::Failure;
use super::response::Games;
use super::stream::too_many;
use crate::app::App;
use crate::error::Error;
use crate::net::client_address::ClientAddress;
use crate::net::connection_limiter::ConnectionPermit;
use crate::ops::export::{Export, Format};
use crate::query::game_parameters::GameParameters;
use crate::time;
use ikibuguzo_store::{FinishedCursor, FinishedQuery};

/// The parameters of an export, apart from the filters that it shares with the list of games.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExportParams {
    /// The `cursor` of the last game of an earlier export: this one begins after it.
    after: Option<Text<ExportCursor>>,
    /// The format of each game; JSON if left out, unless the client accepts plain text only.
    format: Option<Format>,
}

/// A place in an export, as text.
#[derive(Debug)]
pub(super) struct ExportCursor(FinishedCursor);

/// The query of an export.
pub(super) struct ExportQuery {
    filters: GameParameters,
    params: ExportParams,
}

/// An export that is sent to a client.
struct ExportStream {
    app: App,
    export: Export,
    /// Counts the export as a stream while it is sent.
    _permit: ConnectionPermit,
}

/// `GET /api/export`: all finished games that a search finds, the first to end first, as one stream.
pub(super) async fn export(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    Caller(viewer): Caller,
    ExportQuery { filters, params }: ExportQuery,
) -> Result<Games, Failure> {
    let search = filters.finished(viewer.map(|player| player.id))?;
    let format = params.format.unwrap_or_else(|| accepted(&headers));
    let until = time::now().saturating_sub(time::millis(app.limits.settled));
    let ended =
        FinishedQuery { search, by_invitation: false, after: params.after.map(|after| after.0.0), until };
    let permit = app.connections.try_acquire(client.ip, app.limits.socket_limits()).ok_or_else(too_many)?;
    let export = Export::new(app.store.clone(), ended, format);
    // The compression layer polls once more after the end.
    let lines =
        stream::unfold(Some(ExportStream { app, export, _permit: permit }), ExportStream::read_next).fuse();
    let headers = [(header::CONTENT_TYPE, mime(format)), (header::CACHE_CONTROL, "no-store")];
    Ok(Games((headers, Body::from_stream(lines)).into_response()))
}

impl<S: Send + Sync> FromRequestParts<S> for ExportQuery {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let (own, filters) = split(parts.uri.query().unwrap_or_default());
        Ok(Self { filters: read(&filters)?, params: read(&own)? })
    }
}

impl ExportStream {
    /// The next game. A failure aborts the response, so that a client notices that its export is incomplete.
    async fn read_next(stream: Option<Self>) -> Option<(io::Result<Bytes>, Option<Self>)> {
        let mut stream = stream?;
        if stream.app.closing.is_cancelled() {
            return Some((Err(io::Error::other("the server is stopping")), None));
        }
        match stream.export.next().await {
            Ok(Some(text)) => Some((Ok(Bytes::from(text)), Some(stream))),
            Ok(None) => None,
            Err(error) => {
                stream.app.database_log.failed(&error);
                Some((Err(io::Error::other(error)), None))
            }
        }
    }
}

/// Splits a query into the parameters of exports alone, and the filters that lists have too.
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

/// The format that a client prefers: records if it names plain text before JSON.
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

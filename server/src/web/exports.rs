//! The published games: the manifest, and the files that it lists.

use std::io;
use std::path::Path as FilePath;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::ErrorCode;
use tokio::fs::{self, File};
use tokio_util::io::ReaderStream;
use tracing::error;

use crate::api::cache::CachePolicy;
use crate::api::middleware::GZIP;
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::operations::publication::{MANIFEST, Manifest, PublishedFile};

/// Bytes of a file that are read at a time.
const CHUNK_BYTES: usize = 64 * 1024;

/// `GET /exports/{file}`: the manifest, or a file that it lists.
pub(super) async fn file(
    State(app): State<App>,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Failure> {
    let missing = || Error::new(ErrorCode::NotFound, "no such file is published");
    let Path(name) = path.map_err(|_| missing())?;
    let folder = app.page_settings.published.as_deref().ok_or_else(missing)?;
    let response = match read(folder, &name).await {
        Ok(response) => response,
        Err(error) => return Err(unreadable(&error).into()),
    };
    Ok(response.ok_or_else(missing)?)
}

/// The response for a name; `None` if nothing is published under it.
async fn read(folder: &FilePath, name: &str) -> io::Result<Option<Response>> {
    let Some(text) = found(fs::read(folder.join(MANIFEST)).await)? else { return Ok(None) };
    if name == MANIFEST {
        let headers = [(header::CONTENT_TYPE, "application/json")];
        return Ok(Some((CachePolicy::Revalidate, headers, text).into_response()));
    }
    match Manifest::read(&text)?.find(name) {
        Some(published) => open(folder, published).await,
        None => Ok(None),
    }
}

/// A file of the manifest. While `publish` writes a month again, the file can be newer than the manifest; then it is
/// missing until the manifest follows.
async fn open(folder: &FilePath, published: &PublishedFile) -> io::Result<Option<Response>> {
    let Some(file) = found(File::open(folder.join(&published.file)).await)? else { return Ok(None) };
    if file.metadata().await?.len() != published.bytes {
        return Ok(None);
    }
    let headers = [
        (header::CONTENT_TYPE, GZIP.to_owned()),
        (header::CONTENT_LENGTH, published.bytes.to_string()),
        (header::ETAG, format!("\"{}\"", published.sha256)),
    ];
    let body = Body::from_stream(ReaderStream::with_capacity(file, CHUNK_BYTES));
    Ok(Some((CachePolicy::Revalidate, headers, body).into_response()))
}

/// The result; `None` if there is no such file.
fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn unreadable(error: &io::Error) -> Error {
    error!(%error, "The published games cannot be read");
    Error::new(ErrorCode::Internal, "the published games cannot be read")
}

//! The files in `web/`: built into the program, or read from the folder while somebody works on them.

use std::path::{Component, Path as FilePath};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::ErrorCode;
use rust_embed::{Embed, EmbeddedFile};

use crate::app::App;
use crate::http::problem::Failure;
use crate::room::Rejection;

#[derive(Embed)]
#[folder = "../web"]
#[exclude = "test/*"]
struct Files;

/// `GET /static/{path}`: a file, with a tag by which a browser can ask whether it has changed.
pub(super) async fn file(
    State(app): State<App>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let file = match &app.site.files {
        None => Files::get(&path),
        Some(folder) => read(folder, &path),
    };
    let file = file.ok_or_else(|| Rejection::new(ErrorCode::NotFound, "there is no such file"))?;
    Ok(answer(&path, file, &headers))
}

fn answer(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let tag = format!("W/\"{}\"", hex(&file.metadata.sha256_hash()[..16]));
    let caching = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    if known.is_some_and(|known| known.split(',').any(|one| opaque(one) == opaque(&tag))) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, kind(path))], file.data).into_response()
}

/// Reads a file below a folder; no path leads out of it.
fn read(folder: &FilePath, path: &str) -> Option<EmbeddedFile> {
    let inside = FilePath::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(path);
    if inside { rust_embed::utils::read_file_from_fs(&file).ok() } else { None }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "text/plain; charset=utf-8",
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

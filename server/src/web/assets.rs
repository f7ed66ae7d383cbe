//! The files in `web/`: built into the program, or read from the folder while somebody works on them.

mod lean;

use std::borrow::Cow;
use std::path::{Component, Path as FilePath};

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ikibuguzo_protocol::ErrorCode;
use rust_embed::{Embed, EmbeddedFile};
use serde::Deserialize;

use super::tagged;
use crate::api::extract::Params;
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;

#[derive(Embed)]
#[folder = "../web"]
#[exclude = "test/*"]
struct Files;

/// What may be asked of a file.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// Of the texts, only what this page needs.
    page: Option<String>,
}

/// `GET /static/{path}`: a file, with a tag by which a browser can ask whether it has changed.
pub(super) async fn file(
    State(app): State<App>,
    path: Result<Path<String>, PathRejection>,
    Params(Asked { page }): Params<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let missing = || Error::new(ErrorCode::NotFound, "there is no such file");
    let Path(path) = path.map_err(|_| missing())?;
    let file = match &app.page_settings.files {
        None => Files::get(&path),
        Some(folder) => read(folder, &path),
    };
    let mut file = file.ok_or_else(missing)?;
    file.data = needed(&path, file.data, page.as_deref());
    Ok(answer(&path, file, &headers))
}

fn answer(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let tag = tagged::tag(&file.metadata.sha256_hash());
    let unchanged = tagged::unchanged(&tag, "no-cache", asked);
    unchanged.unwrap_or_else(|| tagged::answer(&tag, "no-cache", kind(path), file.data))
}

/// What a browser needs of a file.
fn needed(path: &str, data: Cow<'static, [u8]>, page: Option<&str>) -> Cow<'static, [u8]> {
    let lean = match (kind(path), page) {
        ("text/javascript; charset=utf-8", _) => {
            std::str::from_utf8(&data).ok().map(|source| lean::module(source).into_bytes())
        }
        ("application/json", Some(page)) => lean::texts(&data, page),
        _ => None,
    };
    lean.map_or(data, Cow::Owned)
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

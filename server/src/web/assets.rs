//! The files in `web/`: embedded in the program, or read from the folder during development.

mod comments;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Component, Path as FilePath};

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use ikibuguzo_protocol::ErrorCode;
use rust_embed::{Embed, EmbeddedFile};
use serde::Deserialize;

use crate::api::cache::CachePolicy;
use crate::api::extract::QueryParams;
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::net::etag::EntityTag;

#[derive(Embed)]
#[folder = "../web"]
#[exclude = "test/*"]
struct EmbeddedFiles;

/// The content type of modules.
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// The content type of texts.
const JSON: &str = "application/json";

/// Pages that use the modules of a game's page, and so its texts.
const PAGES_WITH_BOARD: [&str; 3] = ["analysis", "lesson", "puzzles"];

/// The query of a file.
#[derive(Debug, Deserialize)]
pub(super) struct FileParams {
    /// The page whose texts are needed, for a file of texts; all texts if left out.
    page: Option<String>,
}

/// `GET /static/{path}`: a file.
pub(super) async fn file(
    State(app): State<App>,
    path: Result<Path<String>, PathRejection>,
    QueryParams(FileParams { page }): QueryParams<FileParams>,
) -> Result<impl IntoResponse, Failure> {
    let missing = || Error::new(ErrorCode::NotFound, "there is no such file");
    let Path(path) = path.map_err(|_| missing())?;
    let file = match &app.page_settings.files {
        None => EmbeddedFiles::get(&path),
        Some(folder) => read(folder, &path),
    };
    let file = file.ok_or_else(missing)?;
    // A tag belongs to one address, so the tag of the whole file also serves for a part of it.
    let tag = EntityTag::from_sha256(&file.metadata.sha256_hash());
    let body = needed_part(content_type(&path), file.data, page.as_deref());
    Ok((CachePolicy::Revalidate, tag, [(header::CONTENT_TYPE, content_type(&path))], body))
}

/// The part of a file that a browser needs.
fn needed_part(content_type: &str, data: Cow<'static, [u8]>, page: Option<&str>) -> Cow<'static, [u8]> {
    let part = match (content_type, page) {
        (JAVASCRIPT, _) => {
            let source = std::str::from_utf8(&data).ok();
            source.map(|source| comments::without_comment_lines(source).into_bytes())
        }
        (JSON, Some(page)) => texts_of_page(&data, page),
        _ => None,
    };
    part.map_or(data, Cow::Owned)
}

/// Reads a file below a folder; no path leads out of it.
fn read(folder: &FilePath, path: &str) -> Option<EmbeddedFile> {
    let is_inside = FilePath::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(path);
    if is_inside { rust_embed::utils::read_file_from_fs(&file).ok() } else { None }
}

/// The texts of one page and those of the whole site; none if the file does not hold texts.
fn texts_of_page(json: &[u8], page: &str) -> Option<Vec<u8>> {
    let mut texts: BTreeMap<String, String> = serde_json::from_slice(json).ok()?;
    let has_board = PAGES_WITH_BOARD.contains(&page);
    let is_needed = |prefix: &str| prefix == page || prefix == "site" || has_board && prefix == "game";
    texts.retain(|key, _| key.split('.').next().is_some_and(is_needed));
    serde_json::to_vec(&texts).ok()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "js" => JAVASCRIPT,
        "json" => JSON,
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_its_own_texts_and_those_of_the_site() {
        let json = br#"{"site.name":"n","game.a":"b","games.a":"c","rules.a":"d"}"#;
        assert_eq!(
            texts_of_page(json, "game").as_deref(),
            Some(br#"{"game.a":"b","site.name":"n"}"#.as_slice())
        );
        let of_board = texts_of_page(json, "analysis").expect("texts");
        assert_eq!(of_board, br#"{"game.a":"b","site.name":"n"}"#, "its board is that of a game");
        assert_eq!(texts_of_page(b"body {}", "game"), None);
    }
}

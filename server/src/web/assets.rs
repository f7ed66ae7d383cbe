//! The files that pages load: embedded in the program, or made from the folder `web/` during development.

mod embedded;
mod encoding;

use std::borrow::Cow;
use std::path::Path as FilePath;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use ikibuguzo_bundler::WebFolder;
use ikibuguzo_bundler::file_name::{content_hash, split_hash, with_hash};
use ikibuguzo_pages::frame::PageFiles;
use ikibuguzo_protocol::ErrorCode;

use crate::api::cache::CachePolicy;
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::net::etag::EntityTag;
use embedded::{EmbeddedFile, VERSION};
use encoding::Encoding;

/// The name of the service worker.
const SERVICE_WORKER: &str = "service-worker.js";

/// A file, to be sent.
struct File {
    policy: CachePolicy,
    hash: Cow<'static, str>,
    encoding: Encoding,
    body: Cow<'static, [u8]>,
}

/// `GET /static/{path}`: a file, by its name with or without a hash.
pub(super) async fn file(
    State(app): State<App>,
    path: Result<Path<String>, PathRejection>,
    request: HeaderMap,
) -> Result<impl IntoResponse, Failure> {
    let missing = || Error::new(ErrorCode::NotFound, "there is no such file");
    let Path(path) = path.map_err(|_| missing())?;
    let (name, hash) = split_hash(&path);
    let file = match &app.page_settings.files {
        None => EmbeddedFile::find(&name).map(|file| embedded_file(file, hash, Encoding::accepted(&request))),
        Some(folder) => file_of_folder(folder, &name, hash)?,
    };
    Ok(respond(&name, file.ok_or_else(missing)?))
}

fn respond(name: &str, File { policy, hash, encoding, body }: File) -> impl IntoResponse + use<> {
    let headers = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::VARY, "accept-encoding"),
    ];
    let tag = (policy != CachePolicy::NoStore).then(|| EntityTag::of_hash(&hash));
    (policy, tag, headers, encoding, body)
}

/// `GET /service-worker.js`: the service worker, at an address whose scope is the whole site. The files of a folder, which
/// change during development, are not for a browser to keep.
pub(super) async fn service_worker(
    State(app): State<App>,
    request: HeaderMap,
) -> Result<impl IntoResponse, Failure> {
    let file = EmbeddedFile::find(SERVICE_WORKER).filter(|_| app.page_settings.files.is_none());
    let file =
        file.ok_or_else(|| Error::new(ErrorCode::NotFound, "a browser keeps no pages of this server"))?;
    Ok(respond(
        SERVICE_WORKER,
        File { policy: CachePolicy::Day, ..embedded_file(file, None, Encoding::accepted(&request)) },
    ))
}

/// The files of this program, as documents name them.
pub(super) fn page_files() -> PageFiles {
    PageFiles { address_of, version: VERSION }
}

/// The address of a file, by its name without a hash. It changes with the file.
fn address_of(name: &str) -> String {
    match EmbeddedFile::find(name) {
        Some(file) => format!("/static/{}", with_hash(name, file.hash)),
        None => format!("/static/{name}"),
    }
}

/// A file of this program. During an upgrade, the document can come from a server of another version, which names another
/// hash: the script or style of this version is better than none, and must not be kept.
fn embedded_file(file: &'static EmbeddedFile, wanted_hash: Option<&str>, encoding: Encoding) -> File {
    let policy = match wanted_hash {
        None => CachePolicy::Revalidate,
        Some(hash) if hash == file.hash => CachePolicy::Immutable,
        Some(_) => CachePolicy::NoStore,
    };
    let body = match encoding {
        Encoding::Brotli => file.brotli,
        Encoding::Gzip => file.gzip,
        Encoding::Identity => file.plain,
    };
    File { policy, hash: file.hash.into(), encoding, body: body.into() }
}

/// A file as the folder has it now. The documents name the hash of the file in the program, so it is never kept.
fn file_of_folder(folder: &FilePath, name: &str, wanted_hash: Option<&str>) -> Result<Option<File>, Error> {
    let internal = |why: String| Error::new(ErrorCode::Internal, why);
    let web = WebFolder::read(folder).map_err(|why| internal(format!("{}: {why}", folder.display())))?;
    let content = web.file(name).map_err(|why| internal(why.to_string()))?;
    let policy = if wanted_hash.is_some() { CachePolicy::NoStore } else { CachePolicy::Revalidate };
    Ok(content.map(|content| File {
        policy,
        hash: content_hash(&content).into(),
        encoding: Encoding::Identity,
        body: content.into(),
    }))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}

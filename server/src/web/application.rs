//! What a browser reads to install the site as an application.

use axum::extract::{Extension, Path};
use axum::http::header;
use axum::response::IntoResponse;
use ikibuguzo_pages::manifest::{self, Icon};
use ikibuguzo_protocol::ErrorCode;

use super::card_renderer::CardRenderer;
use crate::api::cache::CachePolicy;
use crate::api::problem::Failure;
use crate::error::Error;

/// `GET /manifest.webmanifest`: the name, the icons and the start of the application.
pub(super) async fn show_manifest() -> impl IntoResponse {
    let content_type = [(header::CONTENT_TYPE, "application/manifest+json")];
    (CachePolicy::Day, content_type, manifest::manifest())
}

/// `GET /icon/{name}`: an icon as PNG.
pub(super) async fn icon(
    Extension(renderer): Extension<CardRenderer>,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Failure> {
    let missing = || Error::new(ErrorCode::NotFound, "there is no such icon");
    let icon = Icon::find(&name).ok_or_else(missing)?;
    let pixels = renderer.render(&name, icon.drawing(), (icon.size(), icon.size())).await?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::X_CONTENT_TYPE_OPTIONS, "nosniff")];
    Ok((CachePolicy::Day, headers, pixels))
}

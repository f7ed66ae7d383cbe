//! The public key with which anybody checks the server's signatures.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::api::cache::CachePolicy;
use crate::app::App;

/// `GET /.well-known/ikibuguzo-key.pem`: the public key, as `openssl` reads it.
pub(super) async fn show(State(app): State<App>) -> impl IntoResponse {
    let content_type = [(header::CONTENT_TYPE, "application/x-pem-file")];
    (CachePolicy::Revalidate, content_type, app.games_key.public_pem())
}

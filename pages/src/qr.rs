//! The link to a game as a QR code: for whoever holds a phone beside the screen.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use ikibuguzo_protocol::ErrorCode;
use maud::{Markup, html};
use qrcode::{Color, QrCode};

use super::address::Address;
use crate::api::extract::Game;
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::loaded_game::require_game;

/// The light border that readers need, in modules.
const QUIET: usize = 4;

/// `GET /game/{game}/qr.svg`: where the game is, as an image.
pub(super) async fn show(
    State(app): State<App>,
    address: Address,
    Game(id): Game,
) -> Result<impl IntoResponse, Failure> {
    require_game(&app.store, id).await?;
    let image = svg(&address.link(&format!("/game/{id}")))?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "private, max-age=3600"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((headers, image.into_string()))
}

fn svg(link: &str) -> Result<Markup, Error> {
    let long = |_| Error::new(ErrorCode::Internal, "the address is too long for a QR code");
    let code = QrCode::new(link).map_err(long)?;
    let size = code.width() + 2 * QUIET;
    Ok(html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (size) " " (size) } shape-rendering="crispEdges" {
            title { (link) }
            path fill="#fff" d={ "M0 0h" (size) "v" (size) "H0z" } {}
            path d=(outline(&code)) {}
        }
    })
}

/// The dark modules, as one path of the runs in each row.
fn outline(code: &QrCode) -> String {
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(code.width()).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|left, right| left == right) {
            if run[0] == Color::Dark {
                let _ =
                    write!(path, "M{} {}h{length}v1h-{length}z", x + QUIET, y + QUIET, length = run.len());
            }
            x += run.len();
        }
    }
    path
}

//! A link as a QR code.

use std::fmt::Write as _;

use maud::html;
use qrcode::{Color, QrCode};
use thiserror::Error;

/// The width of the light border that readers need, in modules.
const QUIET_ZONE: usize = 4;

/// A link does not fit into a QR code.
#[derive(Debug, Error)]
#[error("the address is too long for a QR code")]
pub struct LinkTooLong;

/// The QR code of a link, as an SVG document.
///
/// # Errors
///
/// If the link is too long.
pub fn svg(link: &str) -> Result<String, LinkTooLong> {
    let code = QrCode::new(link).map_err(|_| LinkTooLong)?;
    let size = code.width() + 2 * QUIET_ZONE;
    let image = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (size) " " (size) } shape-rendering="crispEdges" {
            title { (link) }
            path fill="#fff" d={ "M0 0h" (size) "v" (size) "H0z" } {}
            path d=(outline(&code)) {}
        }
    };
    Ok(image.into_string())
}

/// The dark modules, as one path with a rectangle for each run in a row.
fn outline(code: &QrCode) -> String {
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(code.width()).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|left, right| left == right) {
            if run[0] == Color::Dark {
                let left = x + QUIET_ZONE;
                let top = y + QUIET_ZONE;
                let length = run.len();
                let _ = write!(path, "M{left} {top}h{length}v1h-{length}z");
            }
            x += run.len();
        }
    }
    path
}

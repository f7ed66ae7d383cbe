//! What machines that read the web are asked to leave alone.

/// `GET /robots.txt`: the pages are for all; what clients use is not.
pub(super) async fn show() -> &'static str {
    "User-agent: *\nDisallow: /api\nDisallow: /ws\nDisallow: /metrics\n"
}

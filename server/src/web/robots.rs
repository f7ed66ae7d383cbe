//! What crawlers are asked to leave alone.

/// `GET /robots.txt`: the pages are open to all crawlers, the API and the WebSocket are not.
pub(super) async fn show() -> &'static str {
    "User-agent: *\nDisallow: /api\nDisallow: /ws\nDisallow: /metrics\n"
}

//! What is the same on every page.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::ErrorCode;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::board;
use super::words::Words;
use crate::error::Error;
use ikibuguzo_game::room::Rejection;

/// Nothing comes from any other host, and nothing in the HTML itself is run.
const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// One page.
pub(crate) struct Page {
    /// The name of its module in `web/`, if it has one; `data-page` of the body too.
    pub(crate) name: &'static str,
    /// The title, without the name of the site.
    pub(crate) title: String,
    /// What else stands in the head.
    pub(crate) head: Markup,
    /// The content.
    pub(crate) main: Markup,
}

impl IntoResponse for Page {
    fn into_response(self) -> Response {
        let html = self.html(Words::chosen()).into_string();
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CACHE_CONTROL, "no-cache"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "same-origin"),
        ];
        (headers, html).into_response()
    }
}

impl Page {
    fn html(self, words: &Words) -> Markup {
        html! {
            (DOCTYPE)
            html lang=(words.language) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " · " (words.say("site.name")) }
                    link rel="stylesheet" href="/static/style.css";
                    link rel="stylesheet" href="/static/board.css";
                    link rel="icon" href="/static/icon.svg" type="image/svg+xml";
                    (self.head)
                }
                body data-page=(self.name) {
                    a.skip href="#main" { (words.say("site.skip")) }
                    header.site {
                        a.home href="/" { (words.say("site.name")) }
                        nav aria-label=(words.say("nav.label")) {
                            a href="/games" { (words.say("nav.games")) }
                            a href="/rules" { (words.say("nav.rules")) }
                            a href="/stats" { (words.say("nav.stats")) }
                            a href="/api" { (words.say("nav.api")) }
                            a href="/you" { (words.say("nav.you")) }
                        }
                    }
                    main #main { (self.main) }
                    (board::seeds())
                    script type="module" src={ "/static/" (self.name) ".js" } {}
                }
            }
        }
    }
}

/// A refusal, as people read it.
pub(super) struct Refused(Error);

impl<R: Into<Error>> From<R> for Refused {
    fn from(reason: R) -> Self {
        Self(reason.into())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let cause = self.0.store_error().cloned();
        let Rejection { code, message } = self.0.into_rejection();
        let words = Words::chosen();
        let (title, message) = match code {
            ErrorCode::NotFound => (words.say("missing.title"), words.say("missing.what")),
            ErrorCode::UnknownGame => (words.say("missing.title"), words.say("missing.game")),
            ErrorCode::UnknownPlayer => (words.say("missing.title"), words.say("missing.player")),
            _ => (words.say("refused.title"), message.as_str()),
        };
        let (title, main) = (
            title.to_owned(),
            html! {
                h1 { (title) }
                p { (message) }
                p { a href="/" { (words.say("refused.home")) } }
            },
        );
        let page = Page { name: "plain", title, head: PreEscaped(String::new()), main };
        let mut response = page.into_response();
        *response.status_mut() =
            StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        response.extensions_mut().insert(code);
        cause.map(|cause| response.extensions_mut().insert(cause));
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

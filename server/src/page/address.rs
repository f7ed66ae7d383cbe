//! The address by which people reach this server, for what is sent to others.

use std::convert::Infallible;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue};

use crate::app::App;

/// The address without a slash at its end: the one that the server was told, or the one that the request names; none
/// where that cannot be one.
pub(super) struct Address(pub(super) Option<String>);

impl<S> FromRequestParts<S> for Address
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let told = App::from_ref(state).site.address.clone();
        Ok(Self(told.or_else(|| named(&parts.headers))))
    }
}

fn named(headers: &HeaderMap) -> Option<String> {
    let host: Authority = headers.get(HOST)?.to_str().ok()?.parse().ok()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    let fits = host.as_str().len() <= 255 && host.as_str().bytes().all(plain);
    // What a reverse proxy that speaks TLS says of itself.
    let secure =
        headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == HeaderValue::from_static("https"));
    fits.then(|| format!("{}://{host}", if secure { "https" } else { "http" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(host: &'static str) -> Option<String> {
        named(&HeaderMap::from_iter([(HOST, HeaderValue::from_static(host))]))
    }

    #[test]
    fn a_host_that_is_none_makes_no_address() {
        assert_eq!(of("games.example.org").as_deref(), Some("http://games.example.org"));
        assert_eq!(of("[::1]:7878").as_deref(), Some("http://[::1]:7878"));
        for host in ["", "a b", "me@games.example.org", "games.example.org/path", "x\"><script>", "a'b"] {
            assert_eq!(of(host), None, "{host}");
        }
        assert_eq!(named(&HeaderMap::new()), None);
    }
}

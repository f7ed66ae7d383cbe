//! The address of the site, read from a request.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use ikibuguzo_pages::address::SiteAddress;
use ikibuguzo_protocol::ErrorCode;

use crate::api::openapi::operation::{DescribeInput, Operation};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::net::client_address::ClientAddress;

/// The address of the site: the configured one, or else the one that the request names.
pub(crate) struct Address(pub SiteAddress);

impl<S> FromRequestParts<S> for Address
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        if let Some(address) = &App::from_ref(state).page_settings.address {
            return Ok(Self(SiteAddress::new(address.clone())));
        }
        let nameless = || Error::new(ErrorCode::BadQuery, "the header Host is not the name of a host");
        let is_secure = ClientAddress::from_request_parts(parts, &App::from_ref(state))
            .await
            .is_ok_and(|client| client.is_secure);
        let scheme = if is_secure { "https" } else { "http" };
        let host = host(&parts.headers).ok_or_else(nameless)?;
        Ok(Self(SiteAddress::new(format!("{scheme}://{host}"))))
    }
}

impl DescribeInput for Address {
    fn describe_input(operation: &mut Operation<'_>) {
        operation.errors(&[ErrorCode::BadQuery]);
    }
}

/// The host with its port, if the header holds nothing else.
fn host(headers: &HeaderMap) -> Option<&str> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    let fits = host.len() <= 255 && host.bytes().all(plain) && host.parse::<Authority>().is_ok();
    fits.then_some(host)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn named(name: &'static str) -> bool {
        host(&HeaderMap::from_iter([(HOST, HeaderValue::from_static(name))])).is_some()
    }

    #[test]
    fn a_malformed_host_is_refused() {
        assert!(named("games.example.org") && named("[::1]:7878"));
        for name in ["", "a b", "me@games.example.org", "games.example.org/path", "x\"><script>", "a'b"] {
            assert!(!named(name), "{name}");
        }
        assert!(host(&HeaderMap::new()).is_none());
    }
}

//! The encodings in which the files are stored.

use std::convert::Infallible;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponseParts, ResponseParts};

/// How the bytes of a file are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// The shortest encoding that a client accepts.
    pub(super) fn accepted(request: &HeaderMap) -> Self {
        let values = request.get_all(header::ACCEPT_ENCODING).iter();
        let accepted: Vec<_> = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .filter_map(accepted_name)
            .collect();
        let has = |name: &str| accepted.iter().any(|accepted| accepted.eq_ignore_ascii_case(name));
        let best_first = [Self::Brotli, Self::Gzip];
        best_first.into_iter().find(|encoding| encoding.name().is_some_and(has)).unwrap_or(Self::Identity)
    }

    /// Its name in `Content-Encoding`.
    fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }
}

/// The name in an element of `Accept-Encoding`; none if its weight is 0, which refuses it (RFC 9110, 12.4.2).
fn accepted_name(element: &str) -> Option<&str> {
    let (name, weight) = element.split_once(';').unwrap_or((element, "q=1"));
    let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
    (weight > 0.0).then_some(name.trim())
}

impl IntoResponseParts for Encoding {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        if let Some(name) = self.name() {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_accepted_encoding_is_chosen() {
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("GZIP;q=0.5", Encoding::Gzip),
            ("gzip, br;q=0", Encoding::Gzip),
            ("br;q=0.000, gzip; q=0", Encoding::Identity),
            ("deflate", Encoding::Identity),
            ("*", Encoding::Identity),
            ("br;q=x", Encoding::Identity),
            ("", Encoding::Identity),
        ] {
            let value = HeaderValue::from_static(accepted);
            let request = HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]);
            assert_eq!(Encoding::accepted(&request), expected, "{accepted}");
        }
    }
}

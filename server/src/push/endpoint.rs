//! The address of a browser at its push service. It comes from a client, so it is checked before it is stored, and
//! again when a request is sent.

use axum::http::Uri;

use crate::net::outgoing::Reach;

/// Largest length of an address, in bytes. Those of the known push services have about 200.
const MAX_LENGTH: usize = 1_000;

/// Reads the address of a browser; none if no request is sent there.
pub(crate) fn parse_endpoint(endpoint: &str, reach: Reach) -> Option<Uri> {
    let uri: Uri = Some(endpoint).filter(|it| it.len() <= MAX_LENGTH)?.parse().ok()?;
    let authority = uri.authority()?;
    let is_plain = authority.as_str().contains('@') || authority.host().is_empty();
    let is_allowed = match reach {
        Reach::Public => uri.scheme_str() == Some("https") && matches!(uri.port_u16(), None | Some(443)),
        Reach::Any => matches!(uri.scheme_str(), Some("https" | "http")),
    };
    (is_allowed && !is_plain).then_some(uri)
}

/// The push service of an address, such as `https://push.example.org`.
pub(crate) fn origin_of(uri: &Uri) -> String {
    format!("{}://{}", uri.scheme_str().unwrap_or("https"), uri.authority().map_or("", |it| it.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_addresses_at_the_usual_port_are_accepted() {
        let long = format!("https://push.example.org/{}", "x".repeat(MAX_LENGTH));
        for (endpoint, is_accepted) in [
            ("https://push.example.org/send/abc?x=1", true),
            ("https://push.example.org:443/send", true),
            ("https://push.example.org:22/", false),
            ("http://push.example.org/", false),
            ("https://me:secret@push.example.org/", false),
            ("ftp://push.example.org/", false),
            ("/send", false),
            ("push.example.org", false),
            ("", false),
            (&long, false),
        ] {
            assert_eq!(parse_endpoint(endpoint, Reach::Public).is_some(), is_accepted, "{endpoint}");
        }
        assert!(parse_endpoint("http://127.0.0.1:4000/send", Reach::Any).is_some());
    }

    #[test]
    fn the_origin_has_no_path() {
        let uri = "https://push.example.org/send/abc".parse().expect("an address");
        assert_eq!(origin_of(&uri), "https://push.example.org");
    }
}

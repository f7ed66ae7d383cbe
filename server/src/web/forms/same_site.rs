//! Whether a form was sent from a page of this site.

use axum::http::{HeaderMap, header};
use ikibuguzo_pages::address::SiteAddress;

/// What a browser says about the page that made it send a request.
const SEC_FETCH_SITE: &str = "sec-fetch-site";

/// Whether a form may come from a page of this site: nothing that the browser says of its origin speaks against it.
/// Old browsers and text browsers say nothing; the form's key still shows whose form it is.
pub(super) fn may_be_own(headers: &HeaderMap, site: &SiteAddress) -> bool {
    if let Some(relation) = text(headers, SEC_FETCH_SITE) {
        return matches!(relation, "same-origin" | "none");
    }
    let origin = text(headers, header::ORIGIN.as_str()).or_else(|| text(headers, header::REFERER.as_str()));
    origin.is_none_or(|origin| is_of_site(headers, site, origin))
}

/// Whether an address is one of this site: at its configured address, or at the host that the request names. Behind a
/// proxy the scheme may differ.
fn is_of_site(headers: &HeaderMap, site: &SiteAddress, address: &str) -> bool {
    let requested =
        text(headers, header::HOST.as_str()).map(|host| SiteAddress::new(format!("http://{host}")));
    let link = if address.matches('/').count() < 3 { format!("{address}/") } else { address.to_owned() };
    [Some(site), requested.as_ref()].into_iter().flatten().any(|site| site.path_of(&link).is_some())
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn is_own(headers: &[(&'static str, &'static str)]) -> bool {
        let host = ("host", "games.example.org:7878");
        let headers = headers.iter().chain([&host]);
        let headers =
            headers.map(|(name, value)| (HeaderName::from_static(name), value.parse().expect("a value")));
        may_be_own(&headers.collect(), &SiteAddress::new("https://ikibuguzo.example".to_owned()))
    }

    #[test]
    fn the_origin_is_the_host_of_the_request_or_the_address_of_the_site() {
        for origin in
            ["https://ikibuguzo.example", "http://games.example.org:7878", "https://games.example.org:7878"]
        {
            assert!(is_own(&[("origin", origin)]), "{origin}");
        }
        for origin in
            ["null", "", "https://evil.example", "https://ikibuguzo.example.evil.example", "https://x/y"]
        {
            assert!(!is_own(&[("origin", origin)]), "{origin}");
        }
    }

    #[test]
    fn a_newer_browser_says_it_itself() {
        assert!(is_own(&[("sec-fetch-site", "same-origin")]) && is_own(&[("sec-fetch-site", "none")]));
        for relation in ["cross-site", "same-site", "?"] {
            assert!(
                !is_own(&[("sec-fetch-site", relation), ("origin", "https://ikibuguzo.example")]),
                "{relation}"
            );
        }
    }

    #[test]
    fn an_older_browser_says_at_most_which_page_it_shows() {
        assert!(is_own(&[]));
        assert!(is_own(&[("referer", "https://ikibuguzo.example/forms/k7wq2m9xra4t")]));
        assert!(!is_own(&[("referer", "https://evil.example/https://ikibuguzo.example/")]));
        assert!(!is_own(&[("origin", "null"), ("referer", "https://ikibuguzo.example/")]));
    }
}

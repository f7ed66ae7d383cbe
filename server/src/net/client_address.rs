//! The address of the client behind a request, with or without a reverse proxy in front of the server.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};

use super::forwarded::{Hop, forwarded_hops, read_node};
use super::network::{InvalidNetwork, Network};

/// The addresses that a request passed before it reached this server, the client's first.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The scheme with which the first proxy was asked.
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The reverse proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `Forwarded` are trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<Network>);

impl TrustedProxies {
    /// Whether an address is one of the proxies.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }
}

impl FromStr for TrustedProxies {
    type Err = InvalidNetwork;

    /// Reads addresses and CIDR blocks, separated by commas. An empty text is an empty list.
    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let parts = text.split(',').map(str::trim);
        let parts = if text.trim().is_empty() { Vec::new() } else { parts.collect() };
        parts.into_iter().map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

/// The client behind a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress {
    /// The client's address: that of the connection, or what a trusted proxy says.
    pub ip: IpAddr,
    /// Whether a trusted proxy says that it was asked over HTTPS.
    pub is_secure: bool,
}

impl ClientAddress {
    /// The client of a request that came over a connection of `peer`.
    ///
    /// The headers are read from their right end, because each proxy appends the address that it saw: the first address
    /// that is not a trusted proxy is the client. What stands left of it may be forged.
    ///
    /// `Forwarded` is read only if there is no `X-Forwarded` header. Most proxies set `X-Forwarded-For` and pass on a
    /// `Forwarded` that the client has forged.
    pub fn new(peer: IpAddr, headers: &HeaderMap, proxies: &TrustedProxies) -> Self {
        let direct = Self { ip: peer.to_canonical(), is_secure: false };
        if !proxies.contains(direct.ip) {
            direct
        } else if headers.contains_key(X_FORWARDED_FOR) || headers.contains_key(X_FORWARDED_PROTO) {
            let is_secure = is_asked_with_https(headers);
            Self { is_secure, ..direct.behind(x_forwarded_hops(headers), proxies) }
        } else {
            direct.behind(forwarded_hops(headers), proxies)
        }
    }

    /// The client that trusted proxies name, each in its hop, the last one first.
    fn behind(mut self, mut hops: impl Iterator<Item = Hop>, proxies: &TrustedProxies) -> Self {
        while proxies.contains(self.ip)
            && let Some(hop) = hops.next()
        {
            self.is_secure = hop.is_secure.unwrap_or(self.is_secure);
            let Some(from) = hop.from else { break };
            self.ip = from;
        }
        self
    }

    /// The address, or its network, for which limits are counted.
    pub fn block(&self) -> IpAddr {
        address_block(self.ip)
    }
}

impl<S> FromRequestParts<S> for ClientAddress
where
    S: Sync,
    Arc<TrustedProxies>: FromRef<S>,
{
    /// Without the address of the connection: a fault of the server.
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, StatusCode> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let ConnectInfo(peer) = peer.ok_or(StatusCode::INTERNAL_SERVER_ERROR)?;
        Ok(Self::new(peer.ip(), &parts.headers, &Arc::from_ref(state)))
    }
}

/// The entries of all `X-Forwarded-For` headers, from the right. Each is read by itself: a client may send bytes that
/// are not text, and its proxy appends to them.
fn x_forwarded_hops(headers: &HeaderMap) -> impl Iterator<Item = Hop> {
    let lines: Vec<_> = headers.get_all(X_FORWARDED_FOR).iter().collect();
    let entries = lines.into_iter().rev().flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
    entries.map(|entry| Hop {
        from: std::str::from_utf8(entry).ok().and_then(|entry| read_node(entry.trim())),
        is_secure: None,
    })
}

/// Whether `X-Forwarded-Proto` says that the first proxy was asked over HTTPS.
fn is_asked_with_https(headers: &HeaderMap) -> bool {
    let schemes = headers.get(X_FORWARDED_PROTO).and_then(|value| value.to_str().ok()).unwrap_or_default();
    schemes.split(',').next().unwrap_or_default().trim().eq_ignore_ascii_case("https")
}

/// The unit in which addresses are counted: an IPv4 address, or the /64 network that an IPv6 provider gives to one
/// customer.
pub fn address_block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use axum::http::header::FORWARDED;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    /// The client's address, with `s` if the proxy was asked over HTTPS.
    fn read_client(peer: &str, lines: &[(HeaderName, &'static str)], proxies: &str) -> String {
        let lines = lines.iter().map(|(name, line)| (name.clone(), HeaderValue::from_static(line)));
        let proxies = proxies.parse().expect("a list");
        let client = ClientAddress::new(ip(peer), &lines.collect(), &proxies);
        client.ip.to_string() + if client.is_secure { " s" } else { "" }
    }

    fn client(peer: &str, forwarded: &[&'static str], proxies: &str) -> String {
        let lines: Vec<_> = forwarded.iter().map(|line| (X_FORWARDED_FOR, *line)).collect();
        read_client(peer, &lines, proxies)
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(client("192.0.2.9", &["198.51.100.1"], ""), "192.0.2.9");
        assert_eq!(client("192.0.2.9", &["198.51.100.1"], "10.0.0.0/8"), "192.0.2.9");
        assert_eq!(client("10.1.2.3", &["198.51.100.1"], "10.0.0.0/8"), "198.51.100.1");
        assert_eq!(client("10.1.2.3", &[], "10.0.0.0/8"), "10.1.2.3");
        assert_eq!(client("::ffff:10.1.2.3", &["198.51.100.1"], "10.0.0.0/8"), "198.51.100.1");
    }

    #[test]
    fn the_right_most_untrusted_entry_is_the_client() {
        let proxies = "10.0.0.0/8, ::1";
        assert_eq!(client("::1", &["1.1.1.1, 198.51.100.1 , 10.0.0.2"], proxies), "198.51.100.1");
        assert_eq!(client("::1", &["1.1.1.1", "198.51.100.1", "10.0.0.2"], proxies), "198.51.100.1");
        assert_eq!(
            client("::1", &["10.0.0.3, 10.0.0.2"], proxies),
            "10.0.0.3",
            "a client inside the network"
        );
        assert_eq!(client("::1", &["198.51.100.1:5123"], proxies), "198.51.100.1");
        assert_eq!(client("::1", &["[2001:db8::1]:5123"], proxies), "2001:db8::1");
        assert_eq!(client("::1", &["[2001:db8::1]"], proxies), "2001:db8::1");
        assert_eq!(client("::1", &["198.51.100.1, unknown, 10.0.0.2"], proxies), "10.0.0.2");
    }

    #[test]
    fn the_standard_header_is_read_from_trusted_proxies() {
        let client = |peer, lines: &[&'static str]| {
            let lines: Vec<_> = lines.iter().map(|line| (FORWARDED, *line)).collect();
            read_client(peer, &lines, "10.0.0.0/8, ::1")
        };
        assert_eq!(client("192.0.2.9", &["for=198.51.100.1;proto=https"]), "192.0.2.9");
        assert_eq!(client("10.1.2.3", &["for=198.51.100.1;proto=https"]), "198.51.100.1 s");
        assert_eq!(client("::1", &["for=1.1.1.1, for=\"[2001:db8::1]:4711\", for=10.0.0.2"]), "2001:db8::1");
        assert_eq!(client("::1", &["for=1.1.1.1;proto=https", "for=198.51.100.1"]), "198.51.100.1");
        assert_eq!(
            client("::1", &["for=198.51.100.1;proto=https, for=10.0.0.2;proto=http"]),
            "198.51.100.1 s"
        );
        for hidden in ["for=_hidden", "for=unknown", "by=10.0.0.1", "for=\"198.51.100.1"] {
            assert_eq!(client("::1", &["for=198.51.100.1, for=10.0.0.2", hidden]), "::1", "{hidden}");
        }
        assert_eq!(client("::1", &["for=198.51.100.1, for=_hidden, for=10.0.0.2"]), "10.0.0.2");
    }

    #[test]
    fn the_standard_header_is_ignored_beside_the_others() {
        let client = |lines: &[(HeaderName, &'static str)]| read_client("::1", lines, "::1");
        let standard = (FORWARDED, "for=1.1.1.1;proto=https");
        assert_eq!(client(&[standard.clone(), (X_FORWARDED_FOR, "198.51.100.1")]), "198.51.100.1");
        assert_eq!(client(&[standard.clone(), (X_FORWARDED_FOR, "")]), "::1");
        assert_eq!(client(&[standard.clone(), (X_FORWARDED_PROTO, "http")]), "::1");
        assert_eq!(client(&[standard]), "1.1.1.1 s");
    }

    #[test]
    fn only_trusted_proxies_name_the_scheme() {
        let client = |peer, scheme| {
            read_client(peer, &[(X_FORWARDED_FOR, "198.51.100.1"), (X_FORWARDED_PROTO, scheme)], "10.0.0.0/8")
        };
        assert_eq!(client("10.0.0.1", "https"), "198.51.100.1 s");
        assert_eq!(client("10.0.0.1", "HTTPS, http"), "198.51.100.1 s");
        assert_eq!(client("10.0.0.1", "http, https"), "198.51.100.1");
        assert_eq!(client("192.0.2.9", "https"), "192.0.2.9");
    }

    #[test]
    fn a_client_cannot_hide_behind_bytes_that_are_no_text() {
        let line = HeaderValue::from_bytes(b"\xff, 198.51.100.1").expect("a header");
        let headers = HeaderMap::from_iter([(X_FORWARDED_FOR, line)]);
        let proxies = "10.0.0.0/8".parse().expect("a list");
        assert_eq!(ClientAddress::new(ip("10.1.2.3"), &headers, &proxies).ip, ip("198.51.100.1"));
    }

    #[test]
    fn a_malformed_list_names_its_part() {
        let error = |text: &str| text.parse::<TrustedProxies>().expect_err("malformed").to_string();
        assert!(error("10.0.0.0/8,localhost").starts_with("\"localhost\" is neither an address"));
        assert!(error("10.0.0.0/33").contains("10.0.0.0/33"));
        assert!(error("10.0.0.1,").starts_with("\"\" is neither"));
        assert_eq!(" ".parse::<TrustedProxies>().expect("empty"), TrustedProxies::default());
    }

    #[test]
    fn an_ipv6_network_is_one_block() {
        let block = |text: &str| address_block(ip(text));
        assert_eq!(block("2001:db8:1:2:3:4:5:6"), block("2001:db8:1:2::"));
        assert_ne!(block("2001:db8:1:2::"), block("2001:db8:1:3::"));
        assert_eq!(block("::ffff:10.0.0.1"), block("10.0.0.1"));
        assert_ne!(block("10.0.0.1"), block("10.0.0.2"));
    }
}

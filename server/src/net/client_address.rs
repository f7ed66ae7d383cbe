//! The address of the client behind a request, with or without a reverse proxy in front of the server.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use ipnet::IpNet;
use thiserror::Error;

/// The addresses that a request passed before it reached this server, the client's first.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// A part of a list of trusted proxies that cannot be read.
#[derive(Debug, Error)]
#[error("{0:?} is neither an address, such as 10.0.0.7, nor a block of addresses, such as 10.0.0.0/8")]
pub struct InvalidProxy(String);

impl TrustedProxies {
    /// Whether an address is one of the proxies.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|block| block.contains(&address))
    }
}

impl FromStr for TrustedProxies {
    type Err = InvalidProxy;

    /// Reads addresses and CIDR blocks, separated by commas. An empty text is an empty list.
    fn from_str(text: &str) -> Result<Self, InvalidProxy> {
        let parts = text.split(',').map(str::trim);
        let parts = if text.trim().is_empty() { Vec::new() } else { parts.collect() };
        parts.into_iter().map(read_block).collect::<Result<_, _>>().map(Self)
    }
}

fn read_block(text: &str) -> Result<IpNet, InvalidProxy> {
    let address = text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical()));
    address.or_else(|_| text.parse()).map_err(|_| InvalidProxy(text.to_owned()))
}

/// The client behind a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress {
    /// The client's address: that of the connection, or what a trusted proxy says.
    pub ip: IpAddr,
    /// Whether the connection comes from a trusted proxy, so that its other `X-Forwarded` headers are believed too.
    pub is_proxied: bool,
}

impl ClientAddress {
    /// The client of a request that came over a connection of `peer`.
    ///
    /// `X-Forwarded-For` is read from its right end, because each proxy appends the address that it saw: the first
    /// address that is not a trusted proxy is the client. What stands left of it may be forged.
    pub fn new(peer: IpAddr, headers: &HeaderMap, proxies: &TrustedProxies) -> Self {
        let mut ip = peer.to_canonical();
        let is_proxied = proxies.contains(ip);
        let mut hops = forwarded_for(headers);
        while proxies.contains(ip)
            && let Some(previous) = hops.next().and_then(read_hop)
        {
            ip = previous;
        }
        Self { ip, is_proxied }
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

/// The entries of all `X-Forwarded-For` headers, from the right. Each is read by itself: a client may send bytes that are
/// no text, and its proxy appends to them.
fn forwarded_for(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines: Vec<_> = headers.get_all(FORWARDED_FOR).iter().collect();
    let hops = lines.into_iter().rev().flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
    hops.map(|hop| std::str::from_utf8(hop).unwrap_or_default())
}

/// Some proxies append the port.
fn read_hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let without_port = || text.parse().map(|address: SocketAddr| address.ip());
    text.parse().or_else(|_| without_port()).map(|address: IpAddr| address.to_canonical()).ok()
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

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn client(peer: &str, forwarded: &[&'static str], proxies: &str) -> String {
        let lines = forwarded.iter().map(|line| (FORWARDED_FOR, HeaderValue::from_static(line)));
        let proxies = proxies.parse().expect("a list");
        ClientAddress::new(ip(peer), &lines.collect(), &proxies).ip.to_string()
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
        assert_eq!(client("::1", &["198.51.100.1, unknown, 10.0.0.2"], proxies), "10.0.0.2");
    }

    #[test]
    fn a_client_cannot_hide_behind_bytes_that_are_no_text() {
        let line = HeaderValue::from_bytes(b"\xff, 198.51.100.1").expect("a header");
        let headers = HeaderMap::from_iter([(FORWARDED_FOR, line)]);
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

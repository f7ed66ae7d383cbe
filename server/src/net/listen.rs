//! The sockets that the server listens on.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::str::FromStr;

use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket, lookup_host};

/// Largest number of connections that the system holds until the server accepts them; it may hold fewer. When one of
/// several servers dies, thousands of its clients come to the others at once, and one that finds no place tries again a
/// second later.
const MAX_WAITING_CONNECTIONS: u32 = 4_096;

/// A host and a port to listen on. The host is an address or a name, such as `localhost`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListenAddress {
    host: String,
    port: u16,
}

/// A text that is not `HOST:PORT`.
#[derive(Debug, Error)]
#[error("expected HOST:PORT, such as 127.0.0.1:7878, [::1]:7878 or localhost:7878")]
pub struct InvalidListenAddress;

impl ListenAddress {
    /// All addresses that the host stands for.
    ///
    /// # Errors
    ///
    /// If the name cannot be resolved.
    pub async fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        let mut addresses = Vec::new();
        for address in lookup_host((self.host.as_str(), self.port)).await? {
            if !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        Ok(addresses)
    }

    /// Where this machine reaches a server that listens here: the loopback address if it listens on all addresses.
    pub fn reachable(&self) -> Self {
        let host = match self.host.as_str() {
            "0.0.0.0" => "127.0.0.1",
            "::" => "::1",
            host => host,
        };
        Self { host: host.to_owned(), port: self.port }
    }
}

impl FromStr for ListenAddress {
    type Err = InvalidListenAddress;

    fn from_str(text: &str) -> Result<Self, InvalidListenAddress> {
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Ok(Self { host: address.ip().to_string(), port: address.port() });
        }
        let (host, port) = text.rsplit_once(':').ok_or(InvalidListenAddress)?;
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        if host.is_empty() || !host.bytes().all(is_name) {
            return Err(InvalidListenAddress);
        }
        Ok(Self { host: host.to_owned(), port: port.parse().map_err(|_| InvalidListenAddress)? })
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

/// Bound sockets, one for each address of a host.
#[derive(Debug)]
pub struct Listeners(Vec<TcpListener>);

impl Listeners {
    /// Binds all addresses of a host. Addresses that this machine does not have are skipped as long as one is bound:
    /// `localhost` often stands for `::1` where IPv6 is off. With port 0 all addresses get the port of the first.
    ///
    /// # Errors
    ///
    /// If the name cannot be resolved, an address is in use, or no address can be bound.
    pub async fn bind(address: &ListenAddress) -> io::Result<Self> {
        let (mut bound, mut skipped) = (Vec::<TcpListener>::new(), None);
        for mut address in address.resolve().await? {
            if let (0, Some(first)) = (address.port(), bound.first()) {
                address.set_port(first.local_addr()?.port());
            }
            match listen(address) {
                Ok(listener) => bound.push(listener),
                Err(error) if is_absent(&error) => skipped = Some(error),
                Err(error) => return Err(error),
            }
        }
        let none = || skipped.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into());
        if bound.is_empty() { Err(none()) } else { Ok(Self(bound)) }
    }

    /// The address of the first socket.
    ///
    /// # Errors
    ///
    /// If the system does not report it.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.first().ok_or(io::ErrorKind::NotConnected)?.local_addr()
    }
}

impl From<TcpListener> for Listeners {
    fn from(listener: TcpListener) -> Self {
        Self(vec![listener])
    }
}

impl IntoIterator for Listeners {
    type Item = TcpListener;
    type IntoIter = std::vec::IntoIter<TcpListener>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that starts again can bind while the system still remembers connections of the last one.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(MAX_WAITING_CONNECTIONS)
}

/// Whether this machine does not have the address. The standard library has no kind of its own for the error of a
/// machine without IPv6 (`EAFNOSUPPORT`), so every error counts except those that only another port or more rights
/// would end.
fn is_absent(error: &io::Error) -> bool {
    !matches!(error.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_addresses_or_names() {
        for text in ["127.0.0.1:7878", "[::1]:0", "localhost:7878", "games.example.org:80"] {
            assert_eq!(text.parse::<ListenAddress>().expect("an address").to_string(), text);
        }
        for text in
            ["", "7878", ":7878", "localhost", "localhost:port", "::1", "http://localhost:80", "a b:80"]
        {
            assert!(text.parse::<ListenAddress>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_server_on_all_addresses_is_reached_by_loopback() {
        for (listen, reachable) in
            [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("localhost:80", "localhost:80")]
        {
            assert_eq!(
                listen.parse::<ListenAddress>().expect("an address").reachable().to_string(),
                reachable
            );
        }
    }

    #[tokio::test]
    async fn a_name_is_resolved_and_all_its_addresses_get_one_port() {
        let listeners = Listeners::bind(&"localhost:0".parse().expect("an address")).await.expect("bound");
        let port = listeners.local_addr().expect("an address").port();
        for listener in listeners {
            let address = listener.local_addr().expect("an address");
            assert!(address.ip().is_loopback() && address.port() == port, "{address}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_address_is_skipped_on_a_machine_without_ipv6() {
        const EAFNOSUPPORT: i32 = 97;
        assert!(is_absent(&io::Error::from_raw_os_error(EAFNOSUPPORT)));
    }

    #[tokio::test]
    async fn an_address_in_use_is_an_error() {
        let first = Listeners::bind(&"127.0.0.1:0".parse().expect("an address")).await.expect("bound");
        let taken = first.local_addr().expect("an address").to_string();
        let error = Listeners::bind(&taken.parse().expect("an address")).await.expect_err("taken");
        assert_eq!(error.kind(), io::ErrorKind::AddrInUse);
    }
}

//! The server's address, and the URLs under it.

use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_protocol::GameId;
use ureq::http::Uri;

/// The address of a server: `http://127.0.0.1:7878`, or `https://example.org/games` behind a reverse proxy.
///
/// The scheme may be left out, as in `127.0.0.1:7878`, and is then `http`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    /// Whether the scheme is `https`.
    is_secure: bool,
    /// Host and port.
    authority: String,
    /// The path under which a reverse proxy serves the server, without a slash at its end.
    prefix: String,
}

impl ServerAddress {
    /// Where a server listens by default.
    pub const DEFAULT: &str = "http://127.0.0.1:7878";

    /// A server on this machine, at [`Self::DEFAULT`].
    pub fn local() -> Self {
        Self::DEFAULT.parse().expect("a valid address")
    }

    /// The link of a game's page.
    pub fn game_url(&self, game: GameId) -> String {
        self.http_url(&format!("/game/{game}"))
    }

    /// The URL of an HTTP path.
    pub fn http_url(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    /// The URL of the WebSocket.
    pub fn socket_url(&self) -> String {
        let scheme = if self.is_secure { "wss" } else { "ws" };
        format!("{scheme}://{}{}/ws", self.authority, self.prefix)
    }

    /// The name of this server's folder among the configuration files.
    pub fn folder_name(&self) -> String {
        let port = if self.is_secure { "443" } else { "80" };
        let default_port = if self.has_port() { String::new() } else { format!("_{port}") };
        format!("{}{default_port}{}", self.authority, self.prefix)
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' })
            .collect()
    }

    /// The option that makes a command use this server, with a space before it; empty for the default server.
    pub fn as_option(&self) -> String {
        let text = self.to_string();
        if text == Self::DEFAULT { String::new() } else { format!(" --server {text}") }
    }

    fn has_port(&self) -> bool {
        // The colons of an IPv6 address are inside brackets.
        self.authority.rsplit(']').next().is_some_and(|rest| rest.contains(':'))
    }
}

impl Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority, self.prefix)
    }
}

impl FromStr for ServerAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = "an address looks like http://127.0.0.1:7878 or https://example.org/games";
        let text = text.trim();
        let url = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let uri: Uri = url.parse().map_err(|_| invalid)?;
        let is_secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(invalid),
        };
        let authority = uri.authority().filter(|authority| !authority.host().is_empty()).ok_or(invalid)?;
        let authority = authority.as_str().to_ascii_lowercase();
        if authority.contains('@') || uri.query().is_some() {
            return Err("an address has neither a user nor a query");
        }
        let prefix = uri.path().trim_end_matches('/').to_owned();
        Ok(Self { is_secure, authority, prefix })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> ServerAddress {
        text.parse().expect(text)
    }

    #[test]
    fn a_server_at_the_root_of_a_host() {
        let local = address("http://127.0.0.1:7878/");
        assert_eq!(local.to_string(), ServerAddress::DEFAULT);
        assert_eq!(local.http_url("/api/games"), "http://127.0.0.1:7878/api/games");
        assert_eq!(local.socket_url(), "ws://127.0.0.1:7878/ws");
        assert_eq!(local.folder_name(), "127.0.0.1_7878");
        assert_eq!(local.as_option(), "");
    }

    #[test]
    fn a_server_behind_a_reverse_proxy() {
        let proxied = address("https://Example.org/sowing/games/");
        assert_eq!(proxied.http_url("/api/games"), "https://example.org/sowing/games/api/games");
        assert_eq!(proxied.socket_url(), "wss://example.org/sowing/games/ws");
        assert_eq!(proxied.folder_name(), "example.org_443_sowing_games");
        assert_eq!(proxied.as_option(), " --server https://example.org/sowing/games");
        assert_eq!(address("http://[::1]").folder_name(), "___1__80");
    }

    #[test]
    fn an_address_without_a_scheme_is_http() {
        for text in ["127.0.0.1:46833", "[::1]:46833", "localhost", "Example.org:80/games/"] {
            assert_eq!(address(text), address(&format!("http://{text}")));
        }
        assert_eq!(address(" 127.0.0.1:46833").to_string(), "http://127.0.0.1:46833");
    }

    #[test]
    fn an_invalid_address_is_refused() {
        for text in [
            "",
            "ftp://example.org",
            "http://",
            "http://u:p@h",
            "http://h/?a=b",
            "u:p@h",
            "h/?a=b",
            "/",
            ":7878",
        ] {
            assert!(text.parse::<ServerAddress>().is_err(), "{text}");
        }
    }
}

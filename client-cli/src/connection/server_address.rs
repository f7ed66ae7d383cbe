//! Where the server is, and what its paths are called.

use std::fmt::{self, Display};
use std::str::FromStr;

use ureq::http::Uri;

/// The address of a server: `http://127.0.0.1:7878`, or `https://example.org/games` behind a reverse proxy. Without a
/// scheme, as in `127.0.0.1:7878`, it is one of `http`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    secure: bool,
    /// Host and port.
    authority: String,
    /// The path that a reverse proxy put before the server's own, without a slash at its end.
    prefix: String,
}

impl Address {
    /// Where a server listens if nobody says otherwise.
    pub const DEFAULT: &str = "http://127.0.0.1:7878";

    /// The address of an HTTP path.
    pub fn http(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    /// The address of the WebSocket.
    pub fn socket(&self) -> String {
        let scheme = if self.secure { "wss" } else { "ws" };
        format!("{scheme}://{}{}/ws", self.authority, self.prefix)
    }

    /// A name for this server among the folders of the configuration.
    pub fn folder(&self) -> String {
        let port = if self.secure { "443" } else { "80" };
        let plain = if self.has_port() { String::new() } else { format!("_{port}") };
        format!("{}{plain}{}", self.authority, self.prefix)
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' })
            .collect()
    }

    /// What to add to a command line so that it reaches this server: nothing for the usual one.
    pub fn option(&self) -> String {
        let text = self.to_string();
        if text == Self::DEFAULT { String::new() } else { format!(" --server {text}") }
    }

    fn has_port(&self) -> bool {
        // The colons of an IPv6 address stand in brackets.
        self.authority.rsplit(']').next().is_some_and(|rest| rest.contains(':'))
    }
}

impl Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority, self.prefix)
    }
}

impl FromStr for Address {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "an address looks like http://127.0.0.1:7878 or https://example.org/games";
        let text = text.trim();
        let whole = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let uri: Uri = whole.parse().map_err(|_| wrong)?;
        let secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(wrong),
        };
        let authority = uri.authority().filter(|authority| !authority.host().is_empty()).ok_or(wrong)?;
        let authority = authority.as_str().to_ascii_lowercase();
        if authority.contains('@') || uri.query().is_some() {
            return Err("an address has neither a user nor a query");
        }
        let prefix = uri.path().trim_end_matches('/').to_owned();
        Ok(Self { secure, authority, prefix })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        text.parse().expect(text)
    }

    #[test]
    fn a_plain_server() {
        let plain = address("http://127.0.0.1:7878/");
        assert_eq!(plain.to_string(), Address::DEFAULT);
        assert_eq!(plain.http("/api/games"), "http://127.0.0.1:7878/api/games");
        assert_eq!(plain.socket(), "ws://127.0.0.1:7878/ws");
        assert_eq!(plain.folder(), "127.0.0.1_7878");
        assert_eq!(plain.option(), "");
    }

    #[test]
    fn a_server_behind_a_reverse_proxy() {
        let proxied = address("https://Example.org/sowing/games/");
        assert_eq!(proxied.http("/api/games"), "https://example.org/sowing/games/api/games");
        assert_eq!(proxied.socket(), "wss://example.org/sowing/games/ws");
        assert_eq!(proxied.folder(), "example.org_443_sowing_games");
        assert_eq!(proxied.option(), " --server https://example.org/sowing/games");
        assert_eq!(address("http://[::1]").folder(), "___1__80");
    }

    #[test]
    fn an_address_without_a_scheme_is_one_of_http() {
        for text in ["127.0.0.1:46833", "[::1]:46833", "localhost", "Example.org:80/games/"] {
            assert_eq!(address(text), address(&format!("http://{text}")));
        }
        assert_eq!(address(" 127.0.0.1:46833").to_string(), "http://127.0.0.1:46833");
    }

    #[test]
    fn what_is_no_address_is_refused() {
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
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}

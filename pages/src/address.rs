//! The address of the site, for links that leave it.

/// The server that the terminal client connects to when none is given.
const CLIENT_DEFAULT: &str = "http://127.0.0.1:7878";

/// The scheme and the host of the site, such as `https://games.example.org`, without a slash at the end.
#[derive(Clone, Debug)]
pub struct SiteAddress(String);

impl SiteAddress {
    /// An address with this text.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The whole link to a path, which begins with a slash.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// The option that makes the terminal client connect to this site; empty if it does so by default.
    pub(crate) fn client_option(&self) -> String {
        if self.0 == CLIENT_DEFAULT { String::new() } else { format!(" --server {}", self.0) }
    }
}

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

    /// Whether the site is reached over HTTPS.
    pub fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// The path of a link to this site, whatever its scheme, without query and fragment; `None` for a link elsewhere.
    ///
    /// ```
    /// use ikibuguzo_pages::address::SiteAddress;
    ///
    /// let site = SiteAddress::new("https://games.example.org".to_owned());
    /// assert_eq!(site.path_of("http://games.example.org/game/x?ply=2"), Some("/game/x"));
    /// assert_eq!(site.path_of("https://games.example.org.evil.example/game/x"), None);
    /// ```
    pub fn path_of<'a>(&self, link: &'a str) -> Option<&'a str> {
        let (_, own) = self.0.split_once("://")?;
        let (scheme, rest) = link.split_once("://")?;
        let path = rest.strip_prefix(own)?.split(['?', '#']).next()?;
        (matches!(scheme, "http" | "https") && path.starts_with('/')).then_some(path)
    }

    /// The option that makes the terminal client connect to this site; empty if it does so by default.
    pub(crate) fn client_option(&self) -> String {
        if self.0 == CLIENT_DEFAULT { String::new() } else { format!(" --server {}", self.0) }
    }
}

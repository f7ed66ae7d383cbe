//! How the page is served, where that differs from what is built in.

use std::path::PathBuf;

/// What the page has to be told by whoever runs the server.
#[derive(Clone, Debug, Default)]
pub struct PageSettings {
    /// The folder to read the page's files from, instead of those that are built in.
    pub files: Option<PathBuf>,
    /// The address by which people reach this server, without a slash at its end: for links that are sent to others.
    /// None: the one that each request names.
    pub address: Option<String>,
}

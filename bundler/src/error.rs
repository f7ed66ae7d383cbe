use std::fmt;

/// A file in `web/` that cannot be delivered, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleError {
    path: String,
    reason: String,
}

impl BundleError {
    pub(crate) fn new(path: &str, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), reason: reason.into() }
    }
}

impl fmt::Display for BundleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "web/{}: {}", self.path, self.reason)
    }
}

impl std::error::Error for BundleError {}

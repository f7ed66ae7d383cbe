//! The files of the page as browsers get them.
//!
//! [`WebFolder`] makes them from the folder `web/`: the modules of a page become one script, its texts another, and
//! its styles one style. [`file_name`] gives each a name that changes with its content, so that a browser keeps
//! it for ever. The server's build script calls this crate, and so does a server that reads the folder during
//! development. It depends on little, because a build script is compiled beside the program.

mod comments;
mod error;
pub mod file_name;
mod folder;
mod module;
mod pages;
mod script;
mod texts;

pub use error::BundleError;
pub use folder::WebFolder;

//! Games and positions in a browser, without a server.
//!
//! A [`LocalServer`] answers requests, which are JSON texts. It answers positions as `GET /api/positions/…` does, and runs
//! games against the computer, or between two people at one device, with the messages of a socket (docs/PROTOCOL.md). It
//! adds no rules: the answers come from the crates that the server uses.
//!
//! It keeps nothing: with each message it names the entries of the log that are new, for the page to store, and `resume` goes
//! on with a stored log.
//!
//! This crate is pure: time and random numbers come from an [`Environment`].
//!
//! # Examples
//!
//! ```
//! use ikibuguzo_browser::{Environment, LocalServer, Timestamp};
//!
//! struct Fixed;
//!
//! impl Environment for Fixed {
//!     fn now(&mut self) -> Timestamp {
//!         Timestamp::from_millis(1_767_225_600_000)
//!     }
//!     fn random(&mut self) -> u32 {
//!         7
//!     }
//! }
//!
//! let mut server = LocalServer::default();
//! let request = r#"{"type":"explore","base":{"rules":"kubuguza"},"play":"M"}"#;
//! let answer = server.answer(request, &mut Fixed);
//! assert!(answer.starts_with(r#"{"answer":{"rules":"kubuguza","#));
//! let refused = server.answer(r#"{"type":"explore","base":{"rules":"kubuguza"},"play":"A"}"#, &mut Fixed);
//! assert!(refused.contains(r#""code":"illegal_action""#));
//! ```

mod base;
mod environment;
mod kept_log;
mod local_server;
mod request;
mod running_analysis;
mod session;

pub use environment::Environment;
pub use ikibuguzo_protocol::Timestamp;
pub use local_server::LocalServer;

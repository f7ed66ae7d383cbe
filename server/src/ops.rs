//! Logs, spans, metrics and background tasks of the server.

pub(crate) mod background_tasks;
pub mod database_log;
pub mod logging;
pub mod metrics;
#[cfg(feature = "otel")]
pub mod otel;
pub mod signals;
pub mod spans;

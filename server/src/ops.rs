//! What whoever runs the server needs: logs, metrics, dumps, imports.

pub mod logging;
pub mod signals;
pub mod export;
pub mod dump;
pub mod import;
pub mod metrics;
pub mod database_log;

//! For the operator: logs, spans, metrics, health, checks, dumps, publication and imports.

pub mod access_log;
pub(crate) mod background_tasks;
pub mod check;
pub mod database_log;
pub mod dump;
pub mod export;
pub mod health;
pub mod import;
pub mod logging;
pub mod moderation;
pub mod metrics;
#[cfg(feature = "otel")]
pub mod otel;
pub mod publication;
pub mod publish;
pub mod signals;
pub mod spans;
pub mod webhook;

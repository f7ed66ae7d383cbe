//! Drills: storage that fails and comes back while a server runs. Each test is a condition in the table of docs/OPERATIONS.md.

mod drill;
#[cfg(target_os = "linux")]
mod file;
#[cfg(unix)]
mod postgres_server;
#[cfg(unix)]
mod replica;
mod schema_rule;
mod writes;

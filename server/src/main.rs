//! `ikibuguzo-server`: reads its options, starts its log, and runs until it is stopped or its task has ended.

use std::process::ExitCode;

#[cfg(feature = "otel")]
use anyhow::Context;
use anyhow::Result;
use clap::Parser;
use ikibuguzo_server::config::Config;
use ikibuguzo_server::ops::logging::{self, LogFormat};
#[cfg(feature = "otel")]
use ikibuguzo_server::ops::otel::Exporter;
use ikibuguzo_server::run;
use mimalloc::MiMalloc;
use tracing::error;

/// A move allocates some dozens of times, which costs less than with the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let config = Config::parse();
    // The exporter sends its last spans when it is dropped, at the end.
    match start_log(&config).and_then(|_exporter| run(&config)) {
        Ok(code) => code,
        Err(error) => {
            match config.log_format {
                LogFormat::Text => eprintln!("ikibuguzo-server: {error:#}"),
                LogFormat::Json => error!(error = format!("{error:#}"), "The server cannot run"),
            }
            ExitCode::FAILURE
        }
    }
}

/// Starts the log, and the export of spans if one is configured.
#[cfg(feature = "otel")]
fn start_log(config: &Config) -> Result<Option<Exporter>> {
    let exporter = config.otlp_endpoint.as_deref().map(Exporter::start).transpose();
    let layer = exporter.iter().flatten().map(Exporter::layer).collect();
    logging::start(config.log_format, layer)?;
    exporter.context("cannot export spans to --otlp-endpoint")
}

/// Starts the log.
#[cfg(not(feature = "otel"))]
fn start_log(config: &Config) -> Result<()> {
    Ok(logging::start(config.log_format, Vec::new())?)
}

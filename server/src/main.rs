//! `ikibuguzo-server`: reads its options, opens the database, listens, and serves until it is stopped; or carries out one
//! task of the operator.

mod operator_tasks;

use std::io;
use std::num::NonZero;
use std::process::ExitCode;
use std::thread::available_parallelism;

use anyhow::{Context, Result, bail};
use clap::Parser;
use ikibuguzo_server::app::{App, AppSettings};
use ikibuguzo_server::config::{Config, LogFormat};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::net::listen::Listeners;
use ikibuguzo_server::net::outgoing::Reach;
use ikibuguzo_server::ops::logging;
#[cfg(feature = "otel")]
use ikibuguzo_server::ops::otel::Exporter;
use ikibuguzo_server::ops::signals::Signals;
use ikibuguzo_server::serve;
use mimalloc::MiMalloc;
use operator_tasks::run_operator_task;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// A move allocates some dozens of times, which costs less than with the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The open-files limit that is assumed if the system does not report one: the smallest common value.
const DEFAULT_FILES: u64 = 1024;

fn main() -> ExitCode {
    let config = Config::parse();
    match start_log(&config).and_then(|exporter| run(&config, exporter)) {
        Ok(()) => ExitCode::SUCCESS,
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
    logging::start(config.log_format, layer);
    exporter.context("cannot export spans to --otlp-endpoint")
}

/// Starts the log.
#[cfg(not(feature = "otel"))]
fn start_log(config: &Config) -> Result<()> {
    logging::start(config.log_format, Vec::new());
    Ok(())
}

/// Runs the program. The exporter sends its last spans at the end.
fn run<Exporter>(config: &Config, _exporter: Exporter) -> Result<()> {
    let runtime = runtime().context("no threads can be started")?;
    let result = runtime.block_on(run_task(config));
    // A thread that still waits for the database does not delay the exit.
    runtime.shutdown_background();
    result
}

/// On a single core, threads that pass work to each other only cost time.
fn runtime() -> io::Result<Runtime> {
    let cores = available_parallelism().map_or(1, NonZero::get);
    let mut builder = if cores > 1 { Builder::new_multi_thread() } else { Builder::new_current_thread() };
    builder.enable_all().build()
}

async fn run_task(config: &Config) -> Result<()> {
    match &config.task {
        Some(task) => run_operator_task(config, task).await,
        None => run_server(config).await,
    }
}

async fn run_server(config: &Config) -> Result<()> {
    let (mut signals, stop) = (Signals::install()?, CancellationToken::new());
    let listeners = Listeners::bind(&config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let app = open(config, stop.clone(), &mut signals).await?;
    let (address, database) = (listeners.local_addr()?, config.redacted_database_url());
    println!("ikibuguzo is at http://{address} and keeps its games in {database}");
    info!(version = env!("CARGO_PKG_VERSION"), %address, database, "The server has started");
    tokio::spawn(stop_on_signal(signals, stop));
    serve(listeners, app).await?;
    info!("The server has stopped");
    Ok(())
}

/// Opens the database, which may wait for other servers and for a migration. A signal ends that at once; the database
/// rolls back what it has begun.
async fn open(config: &Config, stop: CancellationToken, signals: &mut Signals) -> Result<App> {
    let settings = AppSettings {
        limits: cap_by_files(config.limits()),
        trusted_proxies: config.trusted_proxies.clone().into(),
        page_settings: config.page_settings().into(),
        bus: config.bus_address()?,
        endgame_tables: config.read_endgame_tables()?,
        webhook: config.webhook()?,
        push_reach: if config.push_to_any_address { Reach::Any } else { Reach::Public },
    };
    let database = config.redacted_database_url();
    let opened = tokio::select! {
        opened = App::open(&config.database_url, settings, stop) => opened,
        signal = signals.next() => bail!("stopped by {signal} before the database {database} was open"),
    };
    opened.with_context(|| format!("cannot use the database {database}"))
}

/// Lowers the limit of sockets to the open-files limit, so that files run out for sockets, which are refused with a
/// reason, and never for requests or the database.
fn cap_by_files(wanted: Limits) -> Limits {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(DEFAULT_FILES);
    let limits = wanted.capped_by_files(files);
    if limits.sockets < wanted.sockets {
        let (sockets, wanted) = (limits.sockets, wanted.sockets);
        warn!(
            files,
            sockets, wanted, "Fewer sockets are allowed than configured: raise the limit of open files"
        );
    }
    limits
}

/// The first signal stops the server gracefully, the second one at once.
async fn stop_on_signal(mut signals: Signals, stop: CancellationToken) {
    let signal = signals.next().await;
    info!(signal, "The server was told to stop");
    stop.cancel();
    let signal = signals.next().await;
    warn!(signal, "The server was told to stop at once");
    std::process::exit(1);
}

//! Running the program: the runtime, the server with its signals, and the tasks of the operator.

mod operator_tasks;

use std::io;
use std::num::NonZero;
use std::process::ExitCode;
use std::thread::available_parallelism;

use anyhow::{Context, Result, bail};
use operator_tasks::run_operator_task;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::app::{App, AppSettings};
use crate::chance::Chance;
use crate::config::Config;
use crate::net::limits::Limits;
use crate::net::listen::Listeners;
use crate::net::outgoing::Reach;
use crate::ops::signals::Signals;
use crate::serve::serve;
use crate::time::Clock;

/// The open-files limit that is assumed if the system does not report one: the smallest common value.
const DEFAULT_FILES: u64 = 1024;

/// Serves until a signal stops the server, or carries out the task of the configuration. Returns the exit code.
///
/// The program calls this function, which is not async, because the code of an async function is generated again in
/// each crate that polls it.
///
/// # Errors
///
/// If the task failed, the database or the address cannot be used, or a signal came before the server had started.
pub fn run(config: &Config) -> Result<ExitCode> {
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

async fn run_task(config: &Config) -> Result<ExitCode> {
    match &config.task {
        Some(task) => run_operator_task(config, task).await,
        None => run_server(config).await.map(|()| ExitCode::SUCCESS),
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
        clock: Clock::system(),
        chance: Chance::system(),
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

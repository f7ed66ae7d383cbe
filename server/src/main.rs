//! `ikibuguzo-server`: reads its configuration, opens the database, listens, and stops when it is told to.

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use clap::Parser;
use ikibuguzo_server::app::App;
use ikibuguzo_server::config::{Config, LogFormat, Task, shown};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::ops::dump::{What, dump};
use ikibuguzo_server::ops::import::{Imported, import};
use ikibuguzo_server::ops::logging;
use ikibuguzo_server::ops::signals::Signals;
use ikibuguzo_server::serve;
use ikibuguzo_store::{Store, copy};
use mimalloc::MiMalloc;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// A move allocates some dozens of times; this one costs it less than the system's.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The files that a process may open where the system does not tell: what most systems allow at the least.
const FILES: u64 = 1024;

fn main() -> ExitCode {
    let config = Config::parse();
    logging::begin(config.log_format);
    match run(&config) {
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

fn run(config: &Config) -> Result<()> {
    runtime().context("there are no threads to run on")?.block_on(carry_out(config))
}

/// On a lone core, threads that hand work to each other only cost.
fn runtime() -> io::Result<Runtime> {
    let cores = available_parallelism().map_or(1, NonZero::get);
    let mut builder = if cores > 1 { Builder::new_multi_thread() } else { Builder::new_current_thread() };
    builder.enable_all().build()
}

async fn carry_out(config: &Config) -> Result<()> {
    match &config.task {
        Some(Task::Copy { from, to }) => copy_all(from, to).await,
        Some(Task::Dump { month, to, format, by_invitation }) => {
            let what = What { month: *month, format: *format, by_invitation: *by_invitation };
            dump_to(config, &what, to).await
        }
        Some(Task::Import { files, same_people }) => import_all(config, files, *same_people).await,
        None => play(config).await,
    }
}

async fn copy_all(from: &str, to: &str) -> Result<()> {
    let copied = copy(from, to).await;
    let copied =
        copied.with_context(|| format!("nothing was copied from {} to {}", shown(from), shown(to)))?;
    for (table, rows) in copied {
        println!("{table}: {rows}");
    }
    Ok(())
}

async fn dump_to(config: &Config, what: &What, to: &Path) -> Result<()> {
    let dumped = dump(&config.database_url, what, to).await;
    let (file, games) =
        dumped.with_context(|| format!("nothing was dumped from the database {}", config.database()))?;
    println!("{}: {games} games", file.display());
    Ok(())
}

async fn import_all(config: &Config, files: &[PathBuf], same_people: bool) -> Result<()> {
    let store = Store::open(&config.database_url)
        .await
        .with_context(|| format!("cannot use the database {}", config.database()))?;
    for file in files {
        let imported = import(&store, file, same_people).await;
        let Imported { new, known, remarks } =
            imported.with_context(|| format!("nothing was taken in from {}", file.display()))?;
        println!("{}: {new} new games, {known} that were here", file.display());
        if remarks > 0 {
            println!("{}: {remarks} remarks behind turns were not kept", file.display());
        }
    }
    Ok(())
}

async fn play(config: &Config) -> Result<()> {
    let (signals, stop) = (Signals::take_over()?, CancellationToken::new());
    let listener = TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let mut app = App::open(&config.database_url, within_files(config.limits()), stop.clone())
        .await
        .with_context(|| format!("cannot use the database {}", config.database()))?;
    app.site = config.site().into();
    let (address, database) = (listener.local_addr()?, config.database());
    println!("ikibuguzo is at http://{address} and keeps its games in {database}");
    info!(version = env!("CARGO_PKG_VERSION"), %address, database, "The server has started");
    tokio::spawn(stop_on_signal(signals, stop));
    serve(listener, app).await?;
    info!("The server has stopped");
    Ok(())
}

/// As many sockets as may be open, and no more than the system has files for: what is refused then is sockets, with a
/// reason, and neither requests nor the database.
fn within_files(asked: Limits) -> Limits {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(FILES);
    let limits = asked.within_files(files);
    if limits.sockets < asked.sockets {
        let (sockets, asked) = (limits.sockets, asked.sockets);
        warn!(
            files,
            sockets, asked, "Fewer sockets may be open than asked for: raise the limit of open files"
        );
    }
    limits
}

/// The first signal stops the server politely, the second at once.
async fn stop_on_signal(mut signals: Signals, stop: CancellationToken) {
    let signal = signals.next().await;
    info!(signal, "The server was told to stop");
    stop.cancel();
    let signal = signals.next().await;
    warn!(signal, "The server was told to stop at once");
    std::process::exit(1);
}

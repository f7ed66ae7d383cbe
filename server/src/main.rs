//! `ikibuguzo-server`: reads its options, opens the database, listens, and serves until it is stopped.

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;

use anyhow::{Context, Result, bail};
use clap::Parser;
use ikibuguzo_server::app::{App, AppSettings};
use ikibuguzo_server::config::{AddressDecisionOptions, Config, DecisionOptions, LogFormat, Task, redact};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::net::listen::Listeners;
use ikibuguzo_server::net::outgoing::Reach;
use ikibuguzo_server::ops::dump::{DumpOptions, dump};
use ikibuguzo_server::ops::health::check_health;
use ikibuguzo_server::ops::import::{ImportOptions, Imported, import};
use ikibuguzo_server::ops::logging;
use ikibuguzo_server::ops::moderation::{
    ban_address, banned_addresses, decide, lift_address_bans, open_reports,
};
#[cfg(feature = "otel")]
use ikibuguzo_server::ops::otel::Exporter;
use ikibuguzo_server::ops::publish::{PublishOptions, Published, publish};
use ikibuguzo_server::ops::signals::Signals;
use ikibuguzo_server::serve;
use ikibuguzo_store::{RatingRebuild, Store, copy};
use mimalloc::MiMalloc;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// A move allocates some dozens of times, which costs less than with the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The open-files limit that is assumed where the system does not tell: the least that is common.
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
        Some(Task::Health { url }) => {
            println!("{}", check_health(url.as_deref(), &config.listen).await?);
            Ok(())
        }
        Some(Task::Copy { from, to }) => copy_database(from, to).await,
        Some(Task::Dump { month, to, format, by_invitation }) => {
            let options = DumpOptions { month: *month, format: *format, by_invitation: *by_invitation };
            dump_games(config, &options, to).await
        }
        Some(Task::Publish { to, licence, all }) => {
            publish_games(config, &PublishOptions { licence: licence.clone(), all: *all }, to).await
        }
        Some(Task::Import { files, same_people, check }) => {
            import_files(config, files, ImportOptions { same_people: *same_people, check: *check }).await
        }
        Some(Task::Ratings) => rebuild_ratings(config).await,
        Some(Task::Reports) => show_reports(config).await,
        Some(Task::Decide(options)) => store_decision(config, options).await,
        Some(Task::Addresses) => show_addresses(config).await,
        Some(Task::DecideAddress(options)) => decide_about_address(config, options).await,
        None => run_server(config).await,
    }
}

async fn copy_database(from: &str, to: &str) -> Result<()> {
    let copied = copy(from, to).await;
    let copied =
        copied.with_context(|| format!("nothing was copied from {} to {}", redact(from), redact(to)))?;
    for (table, rows) in copied {
        println!("{table}: {rows}");
    }
    println!("The position index is not copied: the server builds it again in the background.");
    Ok(())
}

async fn dump_games(config: &Config, options: &DumpOptions, file: &Path) -> Result<()> {
    let games = dump(&config.database_url, options, file).await.with_context(|| {
        format!("nothing was dumped from the database {}", config.redacted_database_url())
    })?;
    println!("{}: {games} games", file.display());
    Ok(())
}

async fn publish_games(config: &Config, options: &PublishOptions, folder: &Path) -> Result<()> {
    let published = publish(&config.database_url, options, folder).await;
    let Published { written, kept } = published.with_context(|| {
        format!("not all games of the database {} were published", config.redacted_database_url())
    })?;
    println!("{}: {written} months written, {kept} that were here", folder.display());
    Ok(())
}

async fn import_files(config: &Config, files: &[PathBuf], options: ImportOptions) -> Result<()> {
    let store = Store::open(&config.database_url)
        .await
        .with_context(|| format!("cannot use the database {}", config.redacted_database_url()))?;
    for file in files {
        let imported = import(&store, file, options).await;
        let Imported { new, known, remarks } =
            imported.with_context(|| format!("nothing was imported from {}", file.display()))?;
        println!("{}: {new} new games, {known} that were here", file.display());
        if remarks > 0 {
            println!("{}: {remarks} remarks behind turns were not kept", file.display());
        }
    }
    Ok(())
}

async fn rebuild_ratings(config: &Config) -> Result<()> {
    let rebuilt = async { Store::open(&config.database_url).await?.rebuild_ratings().await };
    let RatingRebuild { games, ratings, changed } = rebuilt.await.with_context(|| {
        format!("the ratings in the database {} are as they were", config.redacted_database_url())
    })?;
    println!("{games} rated games, {ratings} ratings, {changed} of them differ from before");
    Ok(())
}

async fn show_reports(config: &Config) -> Result<()> {
    let reports = async { open_reports(&Store::open(&config.database_url).await?).await };
    let reports =
        reports.await.with_context(|| format!("no reports from {}", config.redacted_database_url()))?;
    for report in &reports {
        println!("{report}");
    }
    if reports.is_empty() {
        println!("No reports wait for a decision.");
    }
    Ok(())
}

async fn store_decision(config: &Config, options: &DecisionOptions) -> Result<()> {
    let (player, (kind, days)) = (&options.player, options.kind());
    let settled = async {
        decide(&Store::open(&config.database_url).await?, player, kind, days, &options.reason).await
    };
    let settled = settled.await.with_context(|| format!("nothing was decided about {player}"))?;
    println!("{player}: {}, {settled} reports settled", kind.as_str());
    Ok(())
}

async fn show_addresses(config: &Config) -> Result<()> {
    let bans = async { banned_addresses(&Store::open(&config.database_url).await?).await };
    let bans = bans.await.with_context(|| format!("no addresses from {}", config.redacted_database_url()))?;
    for ban in &bans {
        println!("{ban}");
    }
    if bans.is_empty() {
        println!("No address is kept away.");
    }
    Ok(())
}

async fn decide_about_address(config: &Config, options: &AddressDecisionOptions) -> Result<()> {
    let AddressDecisionOptions { network, ban, reason, .. } = options;
    let decided = async {
        let store = Store::open(&config.database_url).await?;
        match ban {
            Some(hours) => ban_address(&store, *network, *hours, reason).await,
            None => lift_address_bans(&store, *network, reason).await,
        }
    };
    decided.await.with_context(|| format!("nothing was decided about {network}"))?;
    println!("{network}: {}", ban.map_or("lifted".to_owned(), |hours| format!("banned for {hours} h")));
    Ok(())
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

//! `ikibuguzo-server`: reads its configuration, opens the database, listens, and stops when it is told to.

use std::io::IsTerminal;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use ikibuguzo_server::app::App;
use ikibuguzo_server::config::Config;
use ikibuguzo_server::serve;
use ikibuguzo_server::store::shown;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let config = Config::parse();
    trace();
    match run(&config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ikibuguzo-server: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(config: &Config) -> Result<()> {
    let stop = CancellationToken::new();
    let listener = TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let app = App::open(&config.database_url, config.limits(), stop.clone())
        .await
        .with_context(|| format!("cannot use the database {}", shown(&config.database_url)))?;
    println!(
        "ikibuguzo is at http://{} and keeps its games in {}",
        listener.local_addr()?,
        shown(&config.database_url)
    );
    tokio::spawn(stop_on_signal(stop));
    serve(listener, app).await?;
    Ok(())
}

/// The first signal stops the server politely, the second at once.
async fn stop_on_signal(stop: CancellationToken) {
    signal().await;
    stop.cancel();
    signal().await;
    std::process::exit(1);
}

async fn signal() {
    let interrupt = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut terminate) => drop(terminate.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Logs go to standard error. Players' mistakes are `debug`; what the server's keeper should know is `warn` and above.
fn trace() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(colours)
        .with_writer(std::io::stderr)
        // Where standard error is a file on the full disk, saying so there would be a panic.
        .log_internal_errors(false)
        .init();
}

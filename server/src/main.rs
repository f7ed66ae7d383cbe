//! `ikibuguzo-server`: reads its configuration, opens the database, listens, and stops when it is told to.

mod signals;

use std::io::IsTerminal;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use ikibuguzo_server::app::App;
use ikibuguzo_server::config::Config;
use ikibuguzo_server::serve;
use signals::Signals;
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
    let (signals, stop) = (Signals::take_over()?, CancellationToken::new());
    let listener = TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let app = App::open(&config.database_url, config.limits(), stop.clone())
        .await
        .with_context(|| format!("cannot use the database {}", config.database_url))?;
    println!(
        "ikibuguzo is at http://{} and keeps its games in {}",
        listener.local_addr()?,
        config.database_url
    );
    tokio::spawn(stop_on_signal(signals, stop));
    serve(listener, app).await?;
    Ok(())
}

/// The first signal stops the server politely, the second at once.
async fn stop_on_signal(mut signals: Signals, stop: CancellationToken) {
    signals.next().await;
    stop.cancel();
    signals.next().await;
    std::process::exit(1);
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

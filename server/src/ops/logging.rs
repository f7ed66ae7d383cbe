//! The log on standard error: one line an event, as text or as JSON.
//!
//! Starts, stops and requests are `info`; what the operator must know is `warn` or `error`. No token, no passphrase, no
//! sealed array and no concealed store is ever logged.

use std::io::{self, IsTerminal};
use std::panic::{self, PanicHookInfo};

use tracing::error;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt};

use crate::config::LogFormat;

/// The filter of the JSON log if `RUST_LOG` is not set.
const JSON_FILTER: &str = "warn,ikibuguzo_server=info";

/// The filter of the text log if `RUST_LOG` is not set. Standard output shows the address of the server.
const TEXT_FILTER: &str = "warn";

/// A layer of the subscriber.
pub type BoxedLayer = Box<dyn Layer<Registry> + Send + Sync>;

/// Starts the log, together with the layers of exporters.
pub fn start(format: LogFormat, exporters: Vec<BoxedLayer>) {
    let default_filter = match format {
        LogFormat::Text => TEXT_FILTER,
        LogFormat::Json => JSON_FILTER,
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default_filter));
    let mut layers = exporters;
    layers.push(log_layer(format).with_filter(filter).boxed());
    tracing_subscriber::registry().with(layers).init();
    panic::set_hook(Box::new(log_panic));
}

fn log_layer(format: LogFormat) -> BoxedLayer {
    let layer = fmt::layer()
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr)
        // If standard error is a file on a full disk, reporting that would panic.
        .log_internal_errors(false);
    match format {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
    }
}

/// The default hook prints a panic on several lines, whatever the format.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    error!(place, "A fault of the program: {}", panic.payload_as_str().unwrap_or("no message"));
}

//! The log on standard error: one line an event, as text or as JSON.
//!
//! Starts, stops and requests are `info`; what the operator must know is `warn` or `error`. No token, no passphrase, no
//! sealed array and no concealed store is ever logged.

use std::env::{self, VarError};
use std::io::{self, IsTerminal};
use std::panic::{self, PanicHookInfo};

use clap::ValueEnum;
use tracing::error;
use tracing_subscriber::filter::{ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

/// The target of the access log. `RUST_LOG=ikibuguzo_server::access=info` shows it and nothing else.
pub(crate) const ACCESS_LOG_TARGET: &str = "ikibuguzo_server::access";

/// The filter of the JSON log if `RUST_LOG` is not set.
const JSON_FILTER: &str = "warn,ikibuguzo_server=info";

/// The filter of the text log if `RUST_LOG` is not set. Standard output shows the address of the server.
const TEXT_FILTER: &str = "warn";

/// A layer of the subscriber.
pub type BoxedLayer = Box<dyn Layer<Registry> + Send + Sync>;

/// The format of a line of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object per line.
    Json,
}

/// Why a filter of the log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FilterError {
    /// The value of `RUST_LOG` is no text.
    #[error("RUST_LOG is not in UTF-8")]
    Encoding,
    /// The value of `RUST_LOG` is no list of levels.
    #[error("RUST_LOG is not a list such as warn,ikibuguzo_server=info: {0}")]
    Syntax(#[from] ParseError),
}

/// Starts the log, together with the layers of exporters.
///
/// # Errors
///
/// If `RUST_LOG` cannot be read. The log has started nevertheless, with the filter for which the variable is not set.
pub fn start(format: LogFormat, exporters: Vec<BoxedLayer>) -> Result<(), FilterError> {
    let configured = configured_filter();
    let filter = configured.as_ref().ok().cloned().flatten().unwrap_or_else(|| default_filter(format));
    let mut layers = exporters;
    layers.push(log_layer(format).with_filter(filter).boxed());
    tracing_subscriber::registry().with(layers).init();
    panic::set_hook(Box::new(log_panic));
    configured.map(drop)
}

/// The filter in `RUST_LOG`; `None` if the variable is not set or empty.
fn configured_filter() -> Result<Option<Targets>, FilterError> {
    match env::var("RUST_LOG") {
        Ok(directives) => parse_filter(&directives),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(FilterError::Encoding),
    }
}

/// Parses levels and targets with levels, separated by commas. `None` if there are none: for the library, an empty
/// directive means everything.
fn parse_filter(directives: &str) -> Result<Option<Targets>, FilterError> {
    let directives = directives.split(',').map(str::trim).filter(|directive| !directive.is_empty());
    let directives: Vec<_> = directives.collect();
    if directives.is_empty() { Ok(None) } else { Ok(Some(directives.join(",").parse()?)) }
}

fn default_filter(format: LogFormat) -> Targets {
    let directives = match format {
        LogFormat::Text => TEXT_FILTER,
        LogFormat::Json => JSON_FILTER,
    };
    directives.parse().expect("a valid filter")
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

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    /// Whether events of the access log and of the database library are logged at a level.
    fn logs(filter: &Targets, level: Level) -> [bool; 2] {
        ["ikibuguzo_server::access", "sqlx::query"].map(|target| filter.would_enable(target, &level))
    }

    #[test]
    fn the_default_filter_depends_on_the_format() {
        let text = default_filter(LogFormat::Text);
        assert_eq!([logs(&text, Level::WARN), logs(&text, Level::INFO)], [[true, true], [false, false]]);
        let json = default_filter(LogFormat::Json);
        assert_eq!([logs(&json, Level::INFO), logs(&json, Level::DEBUG)], [[true, false], [false, false]]);
    }

    #[test]
    fn a_filter_is_a_list_of_levels_and_targets() {
        let filter = parse_filter("warn, ikibuguzo_server=debug,ikibuguzo_server::access=off,");
        let filter = filter.expect("a filter").expect("not empty");
        assert_eq!([logs(&filter, Level::WARN), logs(&filter, Level::INFO)], [[false, true], [false, false]]);
        assert!(filter.would_enable("ikibuguzo_server::live", &Level::DEBUG));
        assert!(!filter.would_enable("ikibuguzo_server::live", &Level::TRACE));
    }

    #[test]
    fn an_empty_filter_is_none() {
        for directives in ["", " ", ","] {
            assert_eq!(parse_filter(directives).expect("no error"), None);
        }
    }

    #[test]
    fn an_unreadable_filter_is_refused() {
        for directives in ["ikibuguzo_server=loud", "a=info=debug", "warn,a[{b=info"] {
            let error = parse_filter(directives).expect_err(directives).to_string();
            assert!(error.starts_with("RUST_LOG is not a list such as"), "{error}");
        }
    }
}

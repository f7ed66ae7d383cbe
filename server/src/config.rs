//! The options of the program.

mod task;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use async_nats::ServerAddr;
use clap::Parser;
use ikibuguzo_bot::{EndgameTable, EndgameTables};

use crate::net::client_address::TrustedProxies;
use crate::net::limits::Limits;
use crate::net::listen::ListenAddress;
use crate::ops::logging::LogFormat;
use crate::webhook::Webhook;

pub use task::{AddressDecisionOptions, DecisionOptions, Task};

/// An online server for traditional African mancala games: Ikibuguzo, Kubuguza, Njombwa and Azigo
#[derive(Clone, Debug, Parser)]
#[command(version, about)]
pub struct Config {
    /// What to do instead of serving.
    #[command(subcommand)]
    pub task: Option<Task>,

    /// The address to listen on. A host name such as localhost is resolved, and the server listens on all its
    /// addresses. Port 0 lets the system choose a port.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_LISTEN",
        default_value = "127.0.0.1:7878",
        value_name = "HOST:PORT"
    )]
    pub listen: ListenAddress,

    /// The database with the games: sqlite://FILE, relative to the current folder; the file is created if it is absent.
    /// Or postgres://USER:PASSWORD@HOST/NAME; set a password in the environment, because other users can see options.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://ikibuguzo.db",
        value_name = "URL"
    )]
    pub database_url: String,

    /// Serves the files of the page from this folder instead of the embedded ones. For work on web/.
    #[arg(long, global = true, env = "IKIBUGUZO_WEB", value_name = "FOLDER")]
    pub web: Option<PathBuf>,

    /// Serves the files that the command publish wrote to this folder, at /exports/. If it is absent, none are served.
    #[arg(long, global = true, env = "IKIBUGUZO_PUBLISHED", value_name = "FOLDER")]
    pub published: Option<PathBuf>,

    /// The address of this server in links, such as <https://games.example.org>. If it is absent, links use the host of
    /// the request.
    #[arg(long, global = true, env = "IKIBUGUZO_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,

    /// Reverse proxies: addresses or CIDR blocks, separated by commas. Their X-Forwarded-For and X-Forwarded-Proto, or
    /// else their Forwarded, are trusted; from all other addresses these headers are ignored.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_TRUSTED_PROXIES",
        default_value = "",
        hide_default_value = true,
        value_name = "LIST"
    )]
    pub trusted_proxies: TrustedProxies,

    /// The bus between several servers on one Postgres: nats://HOST:PORT. Set a password, as in
    /// nats://USER:PASSWORD@HOST, in the environment. If it is absent, servers read the database once a second to learn
    /// of each other's moves.
    #[arg(long, global = true, env = "IKIBUGUZO_BUS", hide_env_values = true, value_name = "URL")]
    pub bus: Option<String>,

    /// The largest number of games in memory. A game without watchers leaves memory after a minute.
    #[arg(long, global = true, env = "IKIBUGUZO_MAX_ROOMS", default_value_t = 50_000, value_name = "COUNT")]
    pub max_rooms: usize,

    /// The largest number of open sockets and event streams.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_MAX_SOCKETS",
        default_value_t = 10_000,
        value_name = "COUNT"
    )]
    pub max_sockets: usize,

    /// The largest number of open sockets and event streams of one address.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_MAX_SOCKETS_PER_ADDRESS",
        default_value_t = 500,
        value_name = "COUNT"
    )]
    pub max_sockets_per_address: usize,

    /// The largest number of exports in progress of one address.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_MAX_EXPORTS_PER_ADDRESS",
        default_value_t = 4,
        value_name = "COUNT"
    )]
    pub max_exports_per_address: usize,

    /// HTTP requests per second of one address, on average; a burst may have ten times as many. 0 disables the limit.
    /// Legal moves are never refused.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_REQUESTS_PER_SECOND",
        default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(..=1000),
        value_name = "COUNT"
    )]
    pub requests_per_second: u64,

    /// The number of threads on which computer players think. They have a low priority. When all of them think, further
    /// games wait.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_COMPUTER_THREADS",
        default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..),
        value_name = "COUNT"
    )]
    pub computer_threads: u8,

    /// A file with an endgame table, which `ikibuguzo endgame-table` makes, for the strongest computer players. May be
    /// given several times, for several boards.
    #[arg(long, global = true, env = "IKIBUGUZO_ENDGAME_TABLE", value_delimiter = ',', value_name = "FILE")]
    pub endgame_table: Vec<PathBuf>,

    /// The budget of one search of an analysis, in nodes: actions played in the search. A turn of a game takes up to
    /// three searches, a position one or two.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_ANALYSIS_NODES",
        default_value_t = 50_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000),
        value_name = "NODES"
    )]
    pub analysis_nodes: u64,

    /// The URL (http or https) of a program of the operator that receives a message about each new open game and each
    /// game that is over. It needs a secret.
    #[arg(long, global = true, env = "IKIBUGUZO_WEBHOOK_URL", hide_env_values = true, value_name = "URL")]
    pub webhook_url: Option<String>,

    /// The secret that signs the messages to the webhook, of at least 16 bytes. Set it in the environment, because
    /// other users can see options.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_WEBHOOK_SECRET",
        hide_env_values = true,
        value_name = "SECRET"
    )]
    pub webhook_secret: Option<String>,

    /// Sends push notices to push services at any address, also at private ones and over plain http. For tests.
    #[arg(long, global = true, env = "IKIBUGUZO_PUSH_TO_ANY_ADDRESS")]
    pub push_to_any_address: bool,

    /// How long a stopping server still serves while /readyz says that it is not ready, so that a load balancer can
    /// redirect visitors.
    #[arg(long, global = true, env = "IKIBUGUZO_STOP_NOTICE", default_value_t = 0, value_name = "SECONDS")]
    pub stop_notice: u64,

    /// How long it may then take to finish the work in progress and to close connections.
    #[arg(long, global = true, env = "IKIBUGUZO_STOP_WITHIN", default_value_t = 10, value_name = "SECONDS")]
    pub stop_within: u64,

    /// The format of the log on standard error. RUST_LOG chooses what is logged.
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_LOG_FORMAT",
        value_enum,
        default_value_t,
        value_name = "FORMAT"
    )]
    pub log_format: LogFormat,

    /// Where spans are exported by OTLP over HTTP, such as http://127.0.0.1:4318. If it is absent, none are exported.
    #[cfg(feature = "otel")]
    #[arg(long, global = true, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
}

/// Settings of the page.
#[derive(Clone, Debug, Default)]
pub struct PageSettings {
    /// The folder with the page's files; `None` for the embedded files.
    pub files: Option<PathBuf>,
    /// The address of this server in links, without a slash at the end; `None` for the host of each request.
    pub address: Option<String>,
    /// The folder with the published games; `None` if none are served.
    pub published: Option<PathBuf>,
}

impl Config {
    /// The URL of the database without its password.
    pub fn redacted_database_url(&self) -> String {
        redact(&self.database_url)
    }

    /// The address of the bus, if there is one.
    ///
    /// # Errors
    ///
    /// If it is not the address of a NATS server. The error does not show its password.
    pub fn bus_address(&self) -> anyhow::Result<Option<ServerAddr>> {
        let parse = |url: &String| {
            url.parse().map_err(|_| anyhow!("the bus {} is not of the form nats://HOST:PORT", redact(url)))
        };
        self.bus.as_ref().map(parse).transpose()
    }

    /// The webhook, if there is one.
    ///
    /// # Errors
    ///
    /// If the URL or the secret cannot be used. The error shows neither.
    pub fn webhook(&self) -> anyhow::Result<Option<Webhook>> {
        let webhook = |url: &String| Webhook::new(url, self.webhook_secret.as_deref());
        self.webhook_url.as_ref().map(webhook).transpose()
    }

    /// The settings of the page.
    pub fn page_settings(&self) -> PageSettings {
        let address = self.public_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
        PageSettings { files: self.web.clone(), address, published: self.published.clone() }
    }

    /// Reads the endgame tables.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or is not an endgame table of these rules.
    pub fn read_endgame_tables(&self) -> anyhow::Result<EndgameTables> {
        self.endgame_table.iter().map(|path| open_endgame_table(path)).collect()
    }

    /// The limits of the server.
    pub fn limits(&self) -> Limits {
        Limits {
            rooms: self.max_rooms,
            sockets: self.max_sockets,
            sockets_per_address: self.max_sockets_per_address,
            exports_per_address: self.max_exports_per_address,
            computer_threads: self.computer_threads.into(),
            analysis_nodes: self.analysis_nodes,
            requests_per_second: self.requests_per_second,
            stop_notice: Duration::from_secs(self.stop_notice),
            stop_within: Duration::from_secs(self.stop_within),
            ..Limits::default()
        }
    }
}

fn open_endgame_table(path: &Path) -> anyhow::Result<EndgameTable> {
    EndgameTable::open(path).with_context(|| format!("cannot read the endgame table {}", path.display()))
}

/// The URL of a database without user, password and settings. Of an ambiguous URL only the scheme is shown.
pub fn redact(url: &str) -> String {
    match url.split_once(':') {
        Some(("sqlite", _)) | None => url.to_owned(),
        Some((scheme, rest)) => format!("{scheme}://{}", host_and_name(rest).unwrap_or("…")),
    }
}

/// The part of a URL between user and password and the settings.
fn host_and_name(rest: &str) -> Option<&str> {
    let rest = rest.strip_prefix("//")?;
    let (place, settings) = rest.split_once('?').unwrap_or((rest, ""));
    let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
    (!settings.contains('@')).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Config, String> {
        let all = ["ikibuguzo-server"].iter().chain(arguments);
        Config::try_parse_from(all).map_err(|error| error.to_string())
    }

    #[test]
    fn options_stand_before_or_after_a_command() {
        let (url, dump) = (["--database-url", "sqlite://x.db"], ["dump", "--to", "games.gz"]);
        for arguments in [[&url[..], &dump[..]].concat(), [&dump[..], &url[..]].concat()] {
            let config = parse(&arguments).expect("valid");
            assert_eq!(config.database_url, url[1]);
            assert!(matches!(config.task, Some(Task::Dump { .. })));
        }
    }

    #[test]
    fn a_malformed_list_of_proxies_is_a_clear_error() {
        let error = parse(&["--trusted-proxies", "127.0.0.1,proxy"]).expect_err("malformed");
        assert!(error.contains("\"proxy\" is neither an address"), "{error}");
    }

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(redact("postgres://me:pass@word@db:5432/games"), "postgres://db:5432/games");
        assert_eq!(redact("postgres://db/games?user=me&password=word"), "postgres://db/games");
        assert_eq!(redact("sqlite://games@home.db?mode=rwc"), "sqlite://games@home.db?mode=rwc");
        assert_eq!(redact("games.db"), "games.db");
        for ambiguous in [
            "postgres:/me:word@db/games",
            "postgres://me:wo?rd@db/games",
            "postgres://me:w@o?rd@db/games",
            "postgres://db/games?user=me&password=wo@rd",
        ] {
            assert_eq!(redact(ambiguous), "postgres://…");
        }
    }
}

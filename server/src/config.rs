//! What the server is started with.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

use crate::net::limits::Limits;
use crate::ops::export::Format;
use crate::site::PageSettings;
use ikibuguzo_game::calendar::Month;

/// The server of ikibuguzo: people play the great sowing games of Africa against each other, anybody watches, and
/// every game ever played can be asked for over HTTP.
#[derive(Clone, Debug, Parser)]
#[command(version, about)]
pub struct Config {
    /// What to do instead of serving.
    #[command(subcommand)]
    pub task: Option<Task>,

    /// The address to listen on. Port 0 lets the system choose one.
    #[arg(long, env = "IKIBUGUZO_LISTEN", default_value = "127.0.0.1:7878", value_name = "HOST:PORT")]
    pub listen: SocketAddr,

    /// The database that keeps the games: sqlite://FILE, relative to the folder the server was started in; the file is
    /// created if it is absent. Or postgres://USER:PASSWORD@HOST/NAME; put a password into the environment, not here.
    #[arg(
        long,
        env = "IKIBUGUZO_DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://ikibuguzo.db",
        value_name = "URL"
    )]
    pub database_url: String,

    /// Serves the files of the page from this folder, not those that are built in: for whoever works on `web/`.
    #[arg(long, env = "IKIBUGUZO_WEB", value_name = "FOLDER")]
    pub web: Option<PathBuf>,

    /// The address by which people reach this server, such as <https://games.example.org>: for links that are sent to
    /// others. If it is left out, links name the host that each request names.
    #[arg(long, env = "IKIBUGUZO_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,

    /// How many games may be in memory at a time: those that somebody follows, and those that were asked something in
    /// the last minute.
    #[arg(long, env = "IKIBUGUZO_MAX_ROOMS", default_value_t = 50_000, value_name = "COUNT")]
    pub max_rooms: usize,

    /// How many sockets and streams of events may be open at a time.
    #[arg(long, env = "IKIBUGUZO_MAX_SOCKETS", default_value_t = 10_000, value_name = "COUNT")]
    pub max_sockets: usize,

    /// How many of them may be open from one address at a time. Behind a reverse proxy all come from one.
    #[arg(long, env = "IKIBUGUZO_MAX_SOCKETS_PER_ADDRESS", default_value_t = 500, value_name = "COUNT")]
    pub max_sockets_per_address: usize,

    /// How many requests a second one address may make over HTTP, in the long run; ten seconds' worth of them at once. 0
    /// for as many as come: behind a reverse proxy all come from one address, and the proxy bounds them. Legal moves are
    /// never refused.
    #[arg(
        long,
        env = "IKIBUGUZO_REQUESTS_PER_SECOND",
        default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(..=1000),
        value_name = "COUNT"
    )]
    pub requests_per_second: u64,

    /// How long a server that was told to stop still serves, while /readyz says that it is not ready: time for a
    /// balancer to send people elsewhere.
    #[arg(long, env = "IKIBUGUZO_STOP_NOTICE", default_value_t = 0, value_name = "SECONDS")]
    pub stop_notice: u64,

    /// How long it then takes at the most to finish what is under way and to say goodbye.
    #[arg(long, env = "IKIBUGUZO_STOP_WITHIN", default_value_t = 10, value_name = "SECONDS")]
    pub stop_within: u64,

    /// How the log on standard error is written. What is logged, the variable RUST_LOG says.
    #[arg(long, env = "IKIBUGUZO_LOG_FORMAT", value_enum, default_value_t, value_name = "FORMAT")]
    pub log_format: LogFormat,
}

/// What the program can do beside serving.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// Copies everything from one database to another, empty one, with every id and every number; no server may use
    /// either of them meanwhile
    Copy {
        /// The database to copy from
        #[arg(long, value_name = "URL")]
        from: String,
        /// The database to copy to; a SQLite file and all tables are created if they are absent
        #[arg(long, value_name = "URL")]
        to: String,
    },
    /// Writes the finished games of a month, or all of them, to a compressed file: the same as /api/export answers
    Dump {
        /// The month in which they ended, such as 2026-11, in UTC; if left out, all
        #[arg(long, value_name = "MONTH")]
        month: Option<Month>,
        /// The file, or a folder for a file that is named after the month
        #[arg(long, value_name = "PATH")]
        to: PathBuf,
        /// How games are written
        #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
        format: Format,
        /// Games by invitation too
        #[arg(long)]
        by_invitation: bool,
    },
    /// Takes in games from dumps and exports, or from records of what was played on a board; each file whole or not
    /// at all, and no game twice
    Import {
        /// The files, compressed or not
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Whoever has a name of somebody who plays here is this very player
        #[arg(long)]
        same_people: bool,
    },
}

/// How a line of the log looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

impl Config {
    /// The database, for people and the log.
    pub fn database(&self) -> String {
        shown(&self.database_url)
    }

    /// How the page is served.
    pub fn site(&self) -> PageSettings {
        let address = self.public_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
        PageSettings { files: self.web.clone(), address }
    }

    /// The bounds of the server.
    pub fn limits(&self) -> Limits {
        Limits {
            rooms: self.max_rooms,
            sockets: self.max_sockets,
            sockets_per_address: self.max_sockets_per_address,
            requests_per_second: self.requests_per_second,
            stop_notice: Duration::from_secs(self.stop_notice),
            stop_within: Duration::from_secs(self.stop_within),
            ..Limits::default()
        }
    }
}

/// The address of a database without what may be a password. Of one that can be read in two ways it shows nothing.
pub fn shown(url: &str) -> String {
    match url.split_once(':') {
        Some(("sqlite", _)) | None => url.to_owned(),
        Some((scheme, rest)) => format!("{scheme}://{}", place_of(rest).unwrap_or("…")),
    }
}

/// Where a database is: what stands behind a name and a password, and before all settings.
fn place_of(rest: &str) -> Option<&str> {
    let rest = rest.strip_prefix("//")?;
    let (place, settings) = rest.split_once('?').unwrap_or((rest, ""));
    let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
    (!settings.contains('@')).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_password_is_not_shown() {
        assert_eq!(shown("postgres://me:pass@word@db:5432/games"), "postgres://db:5432/games");
        assert_eq!(shown("postgres://db/games?user=me&password=word"), "postgres://db/games");
        assert_eq!(shown("sqlite://games@home.db?mode=rwc"), "sqlite://games@home.db?mode=rwc");
        assert_eq!(shown("games.db"), "games.db");
        for unclear in [
            "postgres:/me:word@db/games",
            "postgres://me:wo?rd@db/games",
            "postgres://me:w@o?rd@db/games",
            "postgres://db/games?user=me&password=wo@rd",
        ] {
            assert_eq!(shown(unclear), "postgres://…");
        }
    }
}

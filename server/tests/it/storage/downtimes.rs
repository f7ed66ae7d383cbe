//! Time in which no server ran, however long it was and however the clock was set: no clock is charged for it.

use std::time::Duration;

use std::fs;
use std::path::{Path, PathBuf};

use ikibuguzo_protocol::{ClockReport, Credentials, ErrorCode, GameId};
use ikibuguzo_testing::{
    HttpClient, PostgresCluster, ServerCommand, ServerProcess, TestDatabase, act, eventually,
    fake_time_setup, new_game, start_game_with,
};

use crate::PROGRAM;

/// A day.
const DAY: Duration = Duration::from_hours(24);

/// The time that a player has, in milliseconds: far less than any of the downtimes.
const INITIAL: Duration = Duration::from_mins(4);

/// A game in which South is to move and has its whole time.
struct TimedGame {
    game: GameId,
    south: Credentials,
}

impl TimedGame {
    async fn start(http: &HttpClient) -> Self {
        let (game, [south, north]) = start_game_with(http, new_game("kubuguza", "fischer:240+0")).await;
        http.command(&south, &act(game, 4, "O")).await.expect("played");
        http.command(&north, &act(game, 5, "n")).await.expect("played");
        Self { game, south }
    }

    /// Loads the game, so that a clock that has run out ends it.
    async fn load(&self, http: &HttpClient) {
        let answer = http.send("GET", &format!("/api/games/{}", self.game), None, None).await;
        assert_eq!(answer.status(), 200);
    }

    /// South plays, and at most half a minute was charged: what a busy machine may take for a test.
    async fn assert_continues(&self, http: &HttpClient, condition: &str) {
        http.command(&self.south, &act(self.game, 6, "P")).await.expect(condition);
        let sheet: ClockReport =
            http.get(&format!("/api/games/{}/clock", self.game)).await.expect("the sheet");
        let receipt = sheet.bills.last().expect("a bill").receipt;
        assert!(receipt.balance >= INITIAL - Duration::from_secs(30), "{condition}: {receipt:?}");
    }
}

/// Moves every stored time into the past, as if no server had run for so long.
async fn shift_all_times_back(database: &TestDatabase, time: Duration) {
    database.shift_times_back(time).await;
    for columns in [
        "node set started_at = started_at - $, beat_at = beat_at - $, complete_before = complete_before - $",
        "outage set from_at = from_at - $, until_at = until_at - $",
        "presence set since_at = since_at - $, until_at = until_at - $, changed_at = changed_at - $",
    ] {
        database.execute(&format!("update {}", columns.replace('$', &time.as_millis().to_string()))).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_clock_is_charged_for_a_downtime_of_any_length() {
    for days in [29, 31, 400] {
        let database = TestDatabase::new().await;
        let mut server = ServerCommand::new(PROGRAM).spawn(&database).await;
        let game = TimedGame::start(&server.http()).await;
        server.kill().await;
        shift_all_times_back(&database, days * DAY).await;
        let server = ServerCommand::new(PROGRAM).spawn(&database).await;
        game.assert_continues(&server.http(), &format!("off for {days} days")).await;
    }
}

/// A database, and with it the clock that servers follow: that of the machine with SQLite, and that of Postgres.
enum Site {
    Sqlite(TestDatabase),
    Postgres(PostgresCluster),
}

impl Site {
    /// Starts a server after a shell command in the process whose clock is followed.
    async fn start(&mut self, clock_setup: &str) -> ServerProcess {
        let command = ServerCommand::new(PROGRAM);
        match self {
            Self::Sqlite(database) => command.shell_setup(clock_setup).spawn(database).await,
            Self::Postgres(cluster) => {
                cluster.stop();
                cluster.set_shell_setup(clock_setup);
                cluster.start_again();
                command.spawn_at(&cluster.url()).await
            }
        }
    }

    /// A folder that the process whose clock is followed can read.
    fn folder(&self) -> &Path {
        match self {
            Self::Sqlite(database) => database.folder(),
            Self::Postgres(cluster) => cluster.folder(),
        }
    }

    async fn count(&self, from: &str) -> i64 {
        match self {
            Self::Sqlite(database) => database.count(from).await,
            Self::Postgres(cluster) => cluster.count(from).await,
        }
    }
}

/// The offsets of the clock at the starts of the server. It is killed after each.
const WRONG_STARTS: [&[&str]; 9] = [
    &["+0d", "+29d"],
    &["+0d", "+31d"],
    &["+0d", "+400d"],
    &["+0d", "+2h", "+0d"],
    &["+0d", "-2h", "+0d"],
    &["+0d", "+31d", "+0d"],
    // The clock was wrong once, and the server was off for ten minutes later.
    &["+0d", "+2h", "+0d", "+10m"],
    &["+0d", "+400d", "+0d", "+10m"],
    &["+0d", "-400d", "+0d", "+10m", "+31d"],
];

async fn assert_wrong_starts_excused(new_site: impl Fn() -> Site) {
    for offsets in WRONG_STARTS {
        let mut site = new_site();
        let mut games = Vec::new();
        for offset in offsets {
            let mut server = site.start(&fake_time_setup(offset).expect("faketime")).await;
            let http = server.http();
            for game in &games {
                TimedGame::load(game, &http).await;
            }
            if Some(offset) == offsets.last() {
                for (start, game) in games.iter().enumerate() {
                    game.assert_continues(&http, &format!("{offsets:?}, begun at start {start}")).await;
                }
            }
            games.push(TimedGame::start(&http).await);
            server.kill().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the program faketime; CONTRIBUTING.md says how to run it"]
async fn no_clock_is_charged_because_the_clock_was_wrong_at_a_start() {
    assert_wrong_starts_excused(|| Site::Sqlite(TestDatabase::sqlite())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; needs faketime and PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn no_clock_is_charged_because_the_clock_of_postgres_was_wrong_at_a_start() {
    assert_wrong_starts_excused(|| Site::Postgres(PostgresCluster::start())).await;
}

/// Starts a server whose clock shows what a file says. Returns the file, too.
async fn start_with_clock_file(site: &mut Site, offset: &str) -> (ServerProcess, PathBuf) {
    let file = site.folder().join("offset");
    fs::write(&file, offset).expect("a file");
    let setup = fake_time_setup("+0").expect("faketime");
    let variables = format!("FAKETIME_TIMESTAMP_FILE='{}' FAKETIME_NO_CACHE=1", file.display());
    let server = site.start(&format!("{setup}; unset FAKETIME; export {variables}")).await;
    (server, file)
}

async fn assert_step_excused(mut site: Site, before: &str, after: &str) {
    let (server, file) = start_with_clock_file(&mut site, before).await;
    let http = server.http();
    let game = TimedGame::start(&http).await;
    fs::write(&file, after).expect("a file");
    if after != "-2h" {
        let steps = "outage where node_id = 0 and until_at > from_at + 3600000";
        eventually("a note of the step", async || site.count(steps).await > 0).await;
    }
    game.assert_continues(&http, &format!("from {before} to {after}")).await;
    let later = TimedGame::start(&http).await;
    later.assert_continues(&http, &format!("begun after the step from {before} to {after}")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the program faketime; CONTRIBUTING.md says how to run it"]
async fn no_clock_is_charged_for_a_step_of_the_clock_while_the_server_runs() {
    for (before, after) in [("+0", "+2h"), ("+0", "-2h"), ("-2h", "+0"), ("-400d", "+0"), ("+0", "+31d")] {
        assert_step_excused(Site::Sqlite(TestDatabase::sqlite()), before, after).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs faketime and PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn no_clock_is_charged_for_a_step_of_the_clock_of_postgres_while_the_server_runs() {
    for (before, after) in [("+0", "+2h"), ("-2h", "+0"), ("-400d", "+0"), ("+0", "+31d")] {
        assert_step_excused(Site::Postgres(PostgresCluster::start()), before, after).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs faketime and PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_server_whose_postgres_was_set_back_takes_commands_when_the_clock_is_right_again() {
    let mut site = Site::Postgres(PostgresCluster::start());
    let (server, file) = start_with_clock_file(&mut site, "+0").await;
    let http = server.http();
    let game = TimedGame::start(&http).await;
    fs::write(&file, "-2h").expect("a file");
    let is_ready = async || http.send("GET", "/readyz", None, None).await.status() == 200;
    eventually("a server that is not ready", async || !is_ready().await).await;
    let refused = http.command(&game.south, &act(game.game, 6, "P")).await.expect_err("no time");
    assert_eq!(refused.code, ErrorCode::ClockOff, "{refused:?}");
    fs::write(&file, "+0").expect("a file");
    eventually("a ready server", is_ready).await;
    game.assert_continues(&http, "set back and forth").await;
}

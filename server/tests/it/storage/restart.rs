//! Restarts: after a stop or a SIGKILL every live game continues, and no event that was sent is missing.

use std::net::SocketAddr;

use fastrand::Rng;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Credentials, Event, GameId};
use ikibuguzo_testing::{Bot, HttpClient, ServerCommand, TestDatabase, TestServer, start_game, within};
use tokio::process::Command;
use tokio::task::JoinSet;

use crate::PROGRAM;

/// Games started by each server.
const GAMES: u64 = 12;

/// Pins the server to one core, so that it runs on one thread. Where that fails it keeps all cores; in CI it must not fail.
const ONE_CORE: &str = r#"taskset -p -c 0 $$ >&2 || [ -z "$CI" ] || exit 1"#;

/// Leaves all cores to the server.
const ALL_CORES: &str = "true";

/// Starts games and plays each up to some event. Returns both players of each.
async fn play_openings(http: &HttpClient, address: SocketAddr, rng: &mut Rng) -> Vec<[Bot; 2]> {
    let mut playing = JoinSet::new();
    for _ in 0..GAMES {
        let (game, players) = start_game(http, "ikibuguzo:choice", true).await;
        let bots = bots(address, game, &players, rng.u64(..));
        playing.spawn(play_both_until(bots, rng.usize(5..60)));
    }
    playing.join_all().await
}

fn bots(address: SocketAddr, game: GameId, players: &[Credentials; 2], seed: u64) -> [Bot; 2] {
    let [south, north] = players;
    [
        Bot::new(address, game, seed).seated(Seat::South, south),
        Bot::new(address, game, seed + 1).seated(Seat::North, north),
    ]
}

/// Plays until both players have seen this many events.
async fn play_both_until([south, north]: [Bot; 2], events: usize) -> [Bot; 2] {
    let (south, north) = tokio::join!(south.play_until(events), north.play_until(events));
    [south, north]
}

/// Plays every game to its end at a server, and compares what the players saw with what is stored.
async fn play_to_end(http: &HttpClient, address: SocketAddr, games: Vec<[Bot; 2]>) {
    let mut playing = JoinSet::new();
    for [south, north] in games {
        let http = http.clone();
        playing.spawn(async move {
            let game = south.game();
            let (south, north) = tokio::join!(finish(south, address), finish(north, address));
            let stored = http.events(game, 0).await.events;
            assert_eq!(south, stored);
            assert_eq!(north, stored);
        });
    }
    playing.join_all().await;
}

async fn finish(bot: Bot, address: SocketAddr) -> Vec<Event> {
    bot.at_server(address).play_to_end().await.events
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_server_continues_every_live_game() {
    let server = TestServer::start().await;
    let games = play_openings(&server.http, server.address, &mut Rng::with_seed(11)).await;
    let server = server.restart().await;
    play_to_end(&server.http, server.address, games).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_no_event_that_was_sent() {
    let database = TestDatabase::new().await;
    let mut rng = Rng::with_seed(12);
    let mut games = Vec::new();
    for cores in [ONE_CORE, ALL_CORES, ONE_CORE] {
        let mut server = ServerCommand::new(PROGRAM).shell_setup(cores).spawn(&database).await;
        let http = server.http();
        let address = server.address();
        let moved: Vec<[Bot; 2]> =
            games.into_iter().map(|bots: [Bot; 2]| bots.map(|bot| bot.at_server(address))).collect();
        let mut playing = JoinSet::new();
        for bots in moved {
            let events = bots[0].events().len() + rng.usize(1..20);
            playing.spawn(play_both_until(bots, events));
        }
        games = playing.join_all().await;
        games.extend(play_openings(&http, address, &mut rng).await);
        server.kill().await;
    }
    let server = ServerCommand::new(PROGRAM).shell_setup(ONE_CORE).spawn(&database).await;
    play_to_end(&server.http(), server.address(), games).await;
}

/// Runs the program with arguments with which it cannot start. Returns its one line of output.
async fn failed_start(arguments: &[&str]) -> String {
    let run = Command::new(PROGRAM).args(arguments).kill_on_drop(true).output();
    let output = within("the end of the program", run).await.expect("a process");
    assert!(!output.status.success());
    let line = String::from_utf8(output.stderr).expect("text");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

#[tokio::test]
async fn a_failed_start_is_logged_as_json_when_configured() {
    let line =
        failed_start(&["--listen", "127.0.0.1:0", "--database-url", "nonsense", "--log-format", "json"])
            .await;
    let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert!(line["error"].as_str().is_some_and(|error| error.contains("nonsense")), "{line}");
}

#[tokio::test]
async fn a_failed_start_prints_one_line() {
    let server = TestServer::start().await;
    let good = TestDatabase::sqlite().url();
    let taken = server.address.to_string();
    let line = failed_start(&["--listen", &taken, "--database-url", &good]).await;
    assert!(line.contains(&taken) && line.contains("in use"), "{line}");
    for bad in
        ["nonsense", "mysql://localhost/x", "sqlite:///no/such/folder/x.db", "sqlite://x.db?mode=sideways"]
    {
        let line = failed_start(&["--listen", "127.0.0.1:0", "--database-url", bad]).await;
        assert!(line.contains(bad), "{line}");
    }
    let secret = "postgres://me:hush@127.0.0.1:1/games?password=hush";
    let line = failed_start(&["--listen", "127.0.0.1:0", "--database-url", secret]).await;
    assert!(line.contains("postgres://127.0.0.1:1/games") && !line.contains("hush"), "{line}");
}

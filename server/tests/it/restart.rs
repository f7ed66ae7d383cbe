//! A restart is no event: after a polite one or a SIGKILL, every live game goes on, and nothing that anybody was told
//! is missing.

use fastrand::Rng;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Credentials, Event, GameId};
use std::net::SocketAddr;
use tokio::process::Command;
use tokio::task::JoinSet;

use crate::support::{Bot, Http, TestDatabase, TestServer, seated_pair, spawn_with_shell};

const GAMES: u64 = 12;

/// What a shell does for a server that is to have one core: it runs on one thread then. Where that cannot be done, it has
/// them all; in CI nothing is left out in silence.
const ONE_CORE: &str = r#"taskset -p -c 0 $$ >&2 || [ -z "$CI" ] || exit 1"#;

/// What it does for one that is to have them all.
const ALL_CORES: &str = "true";

/// Both players of some games, each stopped somewhere.
async fn play_some(http: &Http, address: SocketAddr, chance: &mut Rng) -> Vec<[Bot; 2]> {
    let mut playing = JoinSet::new();
    for _ in 0..GAMES {
        let (game, players) = seated_pair(http, "ikibuguzo:choice", true).await;
        let bots = bots(address, game, &players, chance.u64(..));
        playing.spawn(stop_somewhere(bots, chance.usize(5..60)));
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

/// One bot stops after so many events; the other goes on until it has as many.
async fn stop_somewhere([south, north]: [Bot; 2], events: usize) -> [Bot; 2] {
    let (south, north) = tokio::join!(south.run_for(events), north.run_for(events));
    [south, north]
}

/// Plays every game to its end at a server, and compares what was seen with what is stored.
async fn play_on(http: &Http, address: SocketAddr, games: Vec<[Bot; 2]>) {
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
    bot.moved_to(address).run().await.events
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_server_goes_on_with_every_live_game() {
    let server = TestServer::start().await;
    let games = play_some(&server.http, server.address, &mut Rng::with_seed(11)).await;
    let server = server.restart().await;
    play_on(&server.http, server.address, games).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_has_lost_nothing_that_anybody_was_told() {
    let database = TestDatabase::new().await;
    let mut chance = Rng::with_seed(12);
    let mut games = Vec::new();
    for cores in [ONE_CORE, ALL_CORES, ONE_CORE] {
        let (mut server, address) = spawn_with_shell(cores, &database).await;
        let http = Http::new(address);
        let moved: Vec<[Bot; 2]> =
            games.into_iter().map(|bots: [Bot; 2]| bots.map(|bot| bot.moved_to(address))).collect();
        let mut playing = JoinSet::new();
        for bots in moved {
            let events = bots[0].events().len() + chance.usize(1..20);
            playing.spawn(stop_somewhere(bots, events));
        }
        games = playing.join_all().await;
        games.extend(play_some(&http, address, &mut chance).await);
        server.kill().await.expect("SIGKILL");
    }
    let (_server, address) = spawn_with_shell(ONE_CORE, &database).await;
    play_on(&Http::new(address), address, games).await;
}

/// What the program says when it cannot start: one line, and an exit code.
async fn fails_with(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ikibuguzo-server")).args(arguments).output().await.expect("it ran");
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[tokio::test]
async fn programs_are_told_as_json_what_it_cannot_start_with() {
    let said =
        fails_with(&["--listen", "127.0.0.1:0", "--database-url", "nonsense", "--log-format", "json"]).await;
    let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert!(said["error"].as_str().is_some_and(|error| error.contains("nonsense")), "{said}");
}

#[tokio::test]
async fn what_it_cannot_start_with_is_said_in_one_line() {
    let server = TestServer::start().await;
    let good = TestDatabase::sqlite().url();
    let taken = server.address.to_string();
    let said = fails_with(&["--listen", &taken, "--database-url", &good]).await;
    assert!(said.contains(&taken) && said.contains("in use"), "{said}");
    for bad in
        ["nonsense", "mysql://localhost/x", "sqlite:///no/such/folder/x.db", "sqlite://x.db?mode=sideways"]
    {
        let said = fails_with(&["--listen", "127.0.0.1:0", "--database-url", bad]).await;
        assert!(said.contains(bad), "{said}");
    }
    let secret = "postgres://me:hush@127.0.0.1:1/games?password=hush";
    let said = fails_with(&["--listen", "127.0.0.1:0", "--database-url", secret]).await;
    assert!(said.contains("postgres://127.0.0.1:1/games") && !said.contains("hush"), "{said}");
}

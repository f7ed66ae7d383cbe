//! Games under load: set up, measured for a while, and brought to rest.

use std::convert::Infallible;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use tokio::time::{sleep, sleep_until, timeout};

use crate::args::Games;
use crate::clock;
use crate::net::api::ApiClient;
use crate::players::participant::World;
use crate::players::schedule::Timetable;
use crate::players::setup::{self, Seated};
use crate::players::slots::{Hall, Pace};
use crate::players::spectators::{Audience, Seats};
use crate::results::report::{BeforeAfter, Measurement, Report};
use crate::results::stats::Stats;
use crate::server::handle::Server;
use crate::server::metrics::ServerCounters;
use crate::system::usage::ProcessUsage;

/// How long all games may take to be arranged.
const SETUP: Duration = Duration::from_secs(300);

/// How long the last moves may take to be acknowledged.
const REST: Duration = Duration::from_secs(10);

/// How often it is looked whether something has come about.
const LOOK: Duration = Duration::from_millis(10);

/// Plays, closed-loop or, with a rate, by a timetable.
///
/// # Errors
///
/// Where the games could not be set up, or the server has ended.
pub async fn run(server: &Server, games: &Games, rate: Option<u32>) -> Result<Report> {
    let pace = if rate.is_some() { Pace::Timetable } else { Pace::Closed };
    let world = Rc::new(World {
        hall: Hall::new(games.games as usize, games.in_turn().len(), pace),
        stats: Stats::new(games.moves),
        check_one_in: games.check_one_in,
    });
    let playing = setup::seat_all(&world, server, games).await?;
    let audience = Audience::enter(server.address(), seats(games, &playing, rate)).await?;
    all_standing(&world, games.tables() as usize).await?;
    let played = measure(&world, server, games, rate).await?;
    if timeout(REST, at_rest(&world)).await.is_err() {
        let count = world.stats.pending_moves();
        world
            .stats
            .record_error(&format_args!("{count} moves were not acknowledged, or not told, in {REST:?}"));
    }
    Ok(Report::for_games(&played, &world.stats, &audience.leave()?))
}

/// Where times are measured that the load does not itself draw out, spectators give way.
fn seats(games: &Games, playing: &[Seated], rate: Option<u32>) -> Seats {
    let is_watched = |(_, table): &&Seated| table.is_watched.get() || !games.one_watched;
    Seats {
        games: playing.iter().filter(is_watched).map(|(game, _)| *game).collect(),
        spectators: games.spectators,
        check_one_in: games.check_one_in,
        gives_way: rate.is_some(),
        seed: games.seed,
    }
}

async fn all_standing(world: &World, tables: usize) -> Result<()> {
    let standing = async {
        while world.hall.standing() < tables && world.stats.errors() == 0 {
            sleep(LOOK).await;
        }
    };
    if timeout(SETUP, standing).await.is_err() {
        bail!("only {} of {tables} games could be set up in {SETUP:?}", world.hall.standing());
    }
    ensure!(world.stats.errors() == 0, "the games could not be set up");
    Ok(())
}

async fn measure(world: &World, server: &Server, games: &Games, rate: Option<u32>) -> Result<Measurement> {
    let api = ApiClient::new(server.address());
    let before = snapshot(server, &api).await?;
    let start = clock::now();
    world.hall.open();
    tokio::select! {
        () = sleep(games.seconds) => {}
        () = world.stats.wait_for_move_limit() => {}
        _ = keep_timetable(&world.hall, rate, games.games, start) => {}
    }
    world.hall.close();
    let (elapsed, moves, tool) =
        (clock::now() - start, world.stats.moves(), ProcessUsage::of_this_process()?);
    let after = snapshot(server, &api).await?;
    let tool = BeforeAfter { before: before.tool, after: tool };
    let server = before.server.zip(after.server).map(|(before, after)| BeforeAfter { before, after });
    let counts = before.counts.zip(after.counts).map(|(before, after)| BeforeAfter { before, after });
    Ok(Measurement {
        elapsed,
        moves,
        games_per_socket: games.games_per_socket,
        server,
        tool,
        counters: counts,
    })
}

/// What everybody has used and counted at one moment.
struct Snapshot {
    server: Option<ProcessUsage>,
    tool: ProcessUsage,
    counts: Option<ServerCounters>,
}

async fn snapshot(server: &Server, api: &ApiClient) -> Result<Snapshot> {
    let usage = server.usage()?;
    let counts = ServerCounters::fetch(api).await?;
    Ok(Snapshot { server: usage, tool: ProcessUsage::of_this_process()?, counts })
}

/// Without end: without a rate nothing is ever due.
async fn keep_timetable(hall: &Hall, rate: Option<u32>, places: u32, start: Instant) -> Infallible {
    let moves = rate.into_iter().flat_map(|rate| Timetable::new(rate, places as usize).moves());
    for due in moves {
        let at = start + due.after;
        if at > clock::now() {
            sleep_until(at.into()).await;
        }
        hall.schedule(due.place, at);
    }
    std::future::pending().await
}

async fn at_rest(world: &World) {
    while world.stats.pending_moves() > 0 {
        sleep(LOOK).await;
    }
}

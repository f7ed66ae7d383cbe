use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::NewGame;
use tokio::time::sleep;

use crate::Options;
use crate::server::Server;
use crate::support::random_games::{self as crowd, Crowd};
use crate::support::persistent_player::Witness;
use crate::support::{Http, new_game};

/// The longest that a server lives, in milliseconds.
const LONGEST_LIFE: u64 = 250;

/// No answer of a living server takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Servers that are killed in one round; then new games begin.
const A_ROUND: u32 = 10;

/// Plays and kills until there is enough of both, and tells everything that is wrong.
pub(crate) async fn run(options: Options) -> Vec<String> {
    let mut server = Server::start().await;
    let http = Http::new(server.address());
    let mut chance = Rng::with_seed(options.seed);
    let (mut moves, mut kills, mut witnesses) = (0, 0, Vec::new());
    while kills < options.kills || moves < options.moves {
        let mut crowd = Crowd::at(server.address(), PATIENCE, chance.u64(..));
        for number in 0..options.games {
            crowd.play(&http, game(kills / A_ROUND + 1, number)).await;
        }
        for _ in 0..A_ROUND {
            sleep(Duration::from_millis(chance.u64(1..LONGEST_LIFE))).await;
            server.kill().await;
            kills += 1;
        }
        moves += crowd.moves();
        witnesses.extend(crowd.until_now().await);
    }
    report(&witnesses, kills, moves);
    crowd::faults(&http, &witnesses).await
}

/// Another game each, and another clock.
fn game(round: u32, number: u32) -> NewGame {
    let of = |number: u32, count: usize| usize::try_from(number).unwrap_or_default() % count;
    let rules = Ruleset::ALL[of(round + number, Ruleset::ALL.len())];
    let clocks = ["none", "fischer:600+5", "delay:600+5", "days:2"];
    new_game(&rules.to_string(), clocks[of(number, clocks.len())])
}

fn report(witnesses: &[Witness], kills: u32, moves: usize) {
    let sum = |count: fn(&Witness) -> usize| witnesses.iter().map(count).sum::<usize>();
    let acknowledged = sum(|witness| witness.acknowledged.len());
    let (again, events) = (sum(|witness| witness.sent_again), sum(|witness| witness.events.len()));
    println!(
        "{kills} kills, {} games, {acknowledged} acknowledged commands, {moves} of them moves, {again} sent again, \
         {events} events compared",
        witnesses.len() / 3
    );
}

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{Event, GameId};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::Options;
use crate::server::Server;
use crate::support::player::{Player, Witness};
use crate::support::{Http, new_game, seat_pair, verdict};

/// The longest that a server lives, in milliseconds.
const LONGEST_LIFE: u64 = 250;

/// No answer of a living server takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays and kills until there is enough of both, and tells everything that is wrong.
pub(crate) async fn run(options: Options) -> Vec<String> {
    let mut server = Server::start().await;
    let http = Http::new(server.address());
    let mut chance = Rng::with_seed(options.seed);
    let (moves, mut kills) = (Arc::new(AtomicUsize::new(0)), 0);
    let (mut witnesses, mut rounds) = (Vec::new(), 0_u64);
    while kills < options.kills || moves.load(Ordering::Relaxed) < options.moves {
        rounds += 1;
        let enough = CancellationToken::new();
        let mut players = JoinSet::new();
        for number in 0..options.games {
            let rules =
                Ruleset::ALL[usize::try_from(rounds + number).unwrap_or_default() % Ruleset::ALL.len()];
            let clock = ["none", "fischer:600+5", "delay:600+5", "days:2"]
                [usize::try_from(number).unwrap_or_default() % 4];
            let (game, pair) = seat_pair(&http, new_game(&rules.to_string(), clock)).await;
            for credentials in pair {
                let (moves, enough, chance) = (Arc::clone(&moves), enough.clone(), chance.fork());
                let player = Player {
                    address: server.address(),
                    credentials,
                    game,
                    chance,
                    patience: PATIENCE,
                    moves,
                    enough,
                };
                players.spawn(player.run());
            }
        }
        // A round ends with its games, or after so many kills; then new games begin.
        for _ in 0..10 {
            sleep(Duration::from_millis(chance.u64(1..LONGEST_LIFE))).await;
            server.kill().await;
            kills += 1;
        }
        enough.cancel();
        witnesses.extend(players.join_all().await);
    }
    let faults = compare(&http, &witnesses).await;
    report(&witnesses, kills, moves.load(Ordering::Relaxed));
    faults
}

async fn compare(http: &Http, witnesses: &[Witness]) -> Vec<String> {
    let mut faults = Vec::new();
    for witness in witnesses {
        faults.extend(verdict::faults(witness, &log(http, witness.game).await));
    }
    faults
}

async fn log(http: &Http, game: GameId) -> Vec<Event> {
    http.events(game, 0).await.events
}

fn report(witnesses: &[Witness], kills: u32, moves: usize) {
    let events: usize = witnesses.iter().map(|witness| witness.events.len()).sum();
    let again: usize = witnesses.iter().map(|witness| witness.sent_again).sum();
    println!(
        "{kills} kills, {} games, {moves} acknowledged commands, {again} sent again, {events} events compared",
        witnesses.len() / 2
    );
}

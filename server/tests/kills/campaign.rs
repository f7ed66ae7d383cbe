use std::collections::BTreeSet;
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{ComputerLevel, NewGame, Text};
use ikibuguzo_testing::{PATIENCE, RandomGames, Transcript, find_violations, new_game};
use tokio::time::sleep;

use crate::Options;
use crate::server::KilledServer;

/// The longest life of a server, in milliseconds.
const MAX_LIFE_MS: u64 = 250;

/// Kills in one round. Each round starts new games.
const KILLS_PER_ROUND: u32 = 10;

/// Plays and kills until there is enough of both, and returns every violation.
pub(crate) async fn run(options: &Options) -> Vec<String> {
    let mut server = KilledServer::start().await;
    let http = server.http();
    let mut rng = Rng::with_seed(options.seed);
    let (mut moves, mut kills, mut transcripts) = (0, 0, Vec::new());
    while kills < options.kills || moves < options.moves {
        let mut games = RandomGames::new(server.address(), PATIENCE, rng.u64(..));
        for number in 0..options.games {
            games.start_game(&http, game(kills / KILLS_PER_ROUND + 1, number)).await;
        }
        for _ in 0..KILLS_PER_ROUND {
            // The moment of the kill is random.
            sleep(Duration::from_millis(rng.u64(1..MAX_LIFE_MS))).await;
            server.kill().await;
            kills += 1;
        }
        moves += games.move_count();
        transcripts.extend(games.stop().await);
    }
    report(&transcripts, kills, moves);
    find_violations(&http, &transcripts).await
}

/// The rules and the clock of a game: other ones in each round.
fn game(round: u32, number: u32) -> NewGame {
    let pick = |number: u32, count: usize| usize::try_from(number).unwrap_or_default() % count;
    let rules = Ruleset::ALL[pick(round + number, Ruleset::ALL.len())];
    let clocks = ["none", "fischer:600+5", "delay:600+5", "days:2"];
    let new = new_game(&rules.to_string(), clocks[pick(number, clocks.len())]);
    // Computer players at half of the tables.
    let level = (number % 2 == 1).then(|| Text(ComputerLevel::ALL[pick(round, 4)].into()));
    NewGame { opponent: level, ..new }
}

fn report(transcripts: &[Transcript], kills: u32, moves: usize) {
    let sum = |count: fn(&Transcript) -> usize| transcripts.iter().map(count).sum::<usize>();
    let acknowledged = sum(|seen| seen.acknowledged.len());
    let games = transcripts.iter().map(|seen| seen.game).collect::<BTreeSet<_>>().len();
    let (resent, events) = (sum(|seen| seen.resent), sum(|seen| seen.events.len()));
    println!(
        "{kills} kills, {games} games, {acknowledged} acknowledged commands, {moves} of them moves, {resent} sent again, \
         {events} events compared"
    );
}

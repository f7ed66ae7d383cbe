use std::collections::BTreeSet;
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{ComputerLevel, EndReason, EventKind, NewGame, Text};
use ikibuguzo_testing::{PATIENCE, RandomGames, Transcript, find_violations, new_game};
use tokio::time::{sleep, timeout};

use crate::Options;
use crate::server::KilledServer;

/// The longest time after which a server is killed, in milliseconds.
const MAX_LIFE_MS: u64 = 250;

/// Number of moves that every second server waits for before that time begins. On a busy machine, servers that are always
/// killed soon after their start would answer hardly anybody.
const MOVES_OF_LIFE: usize = 16;

/// The longest time for these moves: the games may be over.
const MAX_MOVES_WAIT: Duration = Duration::from_secs(3);

/// Kills in one round. Each round starts new games.
const KILLS_PER_ROUND: u32 = 10;

/// Every how many kills the disk is full before.
const DISK_FULL_EVERY: u32 = 3;

/// How long the server is off after the last kill of a round, in days.
const DAYS_OFF: u32 = 31;

/// Plays and kills until there is enough of both, and returns every violation.
pub(crate) async fn run(options: &Options) -> Vec<String> {
    let mut server = KilledServer::start().await;
    let http = server.http();
    let mut rng = Rng::with_seed(options.seed);
    let mut moves = 0;
    let mut kills = 0;
    let mut transcripts = Vec::new();
    while kills < options.kills || moves < options.moves {
        let mut games = RandomGames::new(server.address(), PATIENCE, rng.u64(..));
        for number in 0..options.games {
            games.start_game(&http, game(kills / KILLS_PER_ROUND + 1, number)).await;
        }
        for kill in 0..KILLS_PER_ROUND {
            if kill % 2 == 1 {
                let _ = timeout(MAX_MOVES_WAIT, more_moves(&mut games)).await;
            }
            // The moment of the kill is random.
            sleep(Duration::from_millis(rng.u64(1..MAX_LIFE_MS))).await;
            let has_faults = server.has_own_disk_and_clock();
            if has_faults && kill % DISK_FULL_EVERY == DISK_FULL_EVERY - 1 {
                server.set_disk_full(true);
                sleep(Duration::from_millis(rng.u64(1..MAX_LIFE_MS))).await;
                server.set_disk_full(rng.bool());
                sleep(Duration::from_millis(rng.u64(1..MAX_LIFE_MS))).await;
            }
            let is_long = has_faults && kill + 1 == KILLS_PER_ROUND;
            server.kill(if is_long { DAYS_OFF } else { 0 }).await;
            kills += 1;
        }
        moves += games.move_count();
        transcripts.extend(games.stop().await);
    }
    report(&transcripts, kills, moves);
    let mut found = find_violations(&http, &transcripts).await;
    found.extend(find_ends_on_time(&transcripts));
    found
}

/// Finds games that ended because a player's time had run out. Nobody thinks for so long: the server was off.
fn find_ends_on_time(transcripts: &[Transcript]) -> Vec<String> {
    let events = transcripts.iter().flat_map(|seen| seen.events.iter().map(move |event| (seen.game, event)));
    let is_by_time = |reason| matches!(reason, EndReason::Timeout | EndReason::Aborted | EndReason::Expired);
    let on_time = events.filter(
        |(_, event)| matches!(&event.kind, EventKind::Ended { outcome, .. } if is_by_time(outcome.reason)),
    );
    on_time.map(|(game, event)| format!("{game}: ended on time: {event:?}")).collect()
}

/// Waits until enough moves are made.
async fn more_moves(games: &mut RandomGames) {
    let enough = games.move_count() + MOVES_OF_LIFE;
    while games.move_count() < enough {
        sleep(Duration::from_millis(1)).await;
    }
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
    let resent = sum(|seen| seen.resent);
    let events = sum(|seen| seen.events.len());
    println!(
        "{kills} kills, {games} games, {acknowledged} acknowledged commands, {moves} of them moves, {resent} sent again, \
         {events} events compared"
    );
}

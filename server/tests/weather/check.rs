use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{Event, GameId};
use ikibuguzo_testing::clock_check::{
    ClockAccount, DeadTime, DeadTimes, Death, find_wrong_excuses, find_wrong_times,
};
use ikibuguzo_testing::{Cluster, PlayerLine, Transcript, violations};
use tokio::time::{Instant, sleep};

use crate::figures::Figures;

/// The longest time until all nodes show the same log, and how often they are asked.
const AGREEMENT_TIMEOUT: Duration = Duration::from_secs(60);
const AGREEMENT_PERIOD: Duration = Duration::from_millis(100);

/// Compares what was seen in a round with the logs, and adds to the figures. One sentence for each violation. The logs of
/// games with violations go to a folder.
pub(crate) async fn check_round(
    cluster: &Cluster,
    transcripts: Vec<Transcript>,
    dead: &DeadTimes,
    logs: &Path,
    figures: &mut Figures,
) -> Vec<String> {
    let mut by_game: HashMap<GameId, Vec<Transcript>> = HashMap::new();
    for transcript in transcripts {
        by_game.entry(transcript.game).or_default().push(transcript);
    }
    let mut found = Vec::new();
    for (game, seen) in by_game {
        let (log, mut of_game) = read_log(cluster, game).await;
        of_game.extend(check_game(game, &seen, &log, dead, figures));
        if !of_game.is_empty() {
            of_game.iter().for_each(|violation| println!("\n  {violation}"));
            write_evidence(cluster, logs, game, &of_game, &seen, &log, dead).await;
        }
        found.extend(of_game);
    }
    found
}

/// Reads a game's log at all nodes until they show the same: a computer player may go on after the last client has left.
/// Returns what the first node shows, and a sentence for each other one that shows something else for too long.
async fn read_log(cluster: &Cluster, game: GameId) -> (Vec<Event>, Vec<String>) {
    let give_up_at = Instant::now() + AGREEMENT_TIMEOUT;
    loop {
        let log = cluster.nodes[0].http().events(game, 0).await.events;
        let differences = differences(cluster, game, &log).await;
        if differences.is_empty() || Instant::now() >= give_up_at {
            return (log, differences);
        }
        sleep(AGREEMENT_PERIOD).await;
    }
}

/// Says which nodes show another log than the first one.
async fn differences(cluster: &Cluster, game: GameId, log: &[Event]) -> Vec<String> {
    let mut found = Vec::new();
    for (number, node) in cluster.nodes.iter().enumerate().skip(1) {
        let other = node.http().events(game, 0).await.events;
        if other != log {
            let there = other.len();
            let here = log.len();
            found.push(format!("{game}: node {number} shows {there} events, node 0 {here}"));
        }
    }
    found
}

fn check_game(
    game: GameId,
    seen: &[Transcript],
    log: &[Event],
    dead: &DeadTimes,
    figures: &mut Figures,
) -> Vec<String> {
    let account = ClockAccount::of(log);
    let lines = lines_of_players(seen);
    let mut found: Vec<String> = seen.iter().flat_map(|seen| violations(seen, log)).collect();
    found.extend(seen.iter().flat_map(|seen| find_wrong_times(seen, log)));
    let clocks = account.violations.iter().cloned().chain(find_wrong_excuses(&account, &lines, dead));
    found.extend(clocks.map(|violation| format!("{game}: {violation}")));
    figures.games += 1;
    figures.excused += account.excused().count();
    figures.clock_error = figures.clock_error.max(account.largest_error);
    figures.recoveries.extend(dead.times.iter().flat_map(|dead| recoveries(&account, &lines, dead)));
    seen.iter().for_each(|seen| figures.add(seen));
    found
}

fn lines_of_players(seen: &[Transcript]) -> BySeat<Vec<PlayerLine>> {
    let of_seat = |seat: Seat| seen.iter().filter(move |seen| seen.role.seat() == Some(seat));
    BySeat::from_fn(|seat| of_seat(seat).flat_map(|seen| seen.lines.iter().copied()).collect())
}

/// The times from a kill to the next move of a player who was to move and had a line to the node.
fn recoveries(account: &ClockAccount, lines: &BySeat<Vec<PlayerLine>>, dead: &DeadTime) -> Vec<Duration> {
    let had_line = |seat: Seat| {
        let is_open = |line: &PlayerLine| {
            line.address == dead.node
                && line.joined_at.is_some_and(|at| at <= dead.from)
                && dead.from <= line.ended_at
        };
        lines[seat].iter().any(is_open)
    };
    let stretches = account.stretches.iter().filter(|stretch| {
        let is_running = stretch.time.from <= dead.from && dead.from < stretch.time.until;
        is_running && stretch.is_complete && stretch.seats.iter().all(|seat| had_line(*seat))
    });
    let is_kill = dead.death == Death::Killed;
    stretches.filter(|_| is_kill).map(|stretch| stretch.time.until - dead.from).collect()
}

/// Writes what is needed to understand the violations of a game to a file of its own: what was seen, when nodes were dead,
/// and what the database has of nodes and players.
async fn write_evidence(
    cluster: &Cluster,
    logs: &Path,
    game: GameId,
    found: &[String],
    seen: &[Transcript],
    log: &[Event],
    dead: &DeadTimes,
) {
    let events = log.iter().map(|event| serde_json::to_string(event).expect("JSON"));
    let lines =
        seen.iter().flat_map(|seen| seen.lines.iter().map(|line| format!("{:?} {line:?}", seen.role)));
    let dead = dead.times.iter().map(|time| format!("{time:?}"));
    let mut text: Vec<String> = found.iter().cloned().chain(dead).chain(lines).chain(events).collect();
    let of_game = format!("presence join game using (game_id) where code = '{game}'");
    for rows in [of_game.as_str(), "node", "outage"] {
        text.extend(read_rows(cluster, rows).await);
    }
    std::fs::write(logs.join(format!("{game}.txt")), text.join("\n")).expect("written");
}

/// Rows as JSON: `from` is what stands after `from`.
async fn read_rows(cluster: &Cluster, from: &str) -> Vec<String> {
    let query =
        sqlx::AssertSqlSafe(format!("select row_to_json(rows)::text from (select * from {from}) rows"));
    let rows: Vec<String> =
        sqlx::query_scalar(query).fetch_all(&mut cluster.database.connect().await).await.expect(from);
    rows.into_iter().map(|row| format!("{} {row}", from.split(' ').next().unwrap_or_default())).collect()
}

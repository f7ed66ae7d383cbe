use crate::waiting::eventually;
use crate::{HttpClient, PATIENCE, RandomGames, find_violations, new_game};
use std::net::SocketAddr;

/// Outages of the database.
const OUTAGES: u64 = 5;

/// Moves before each outage and after it.
const MOVES_BETWEEN: usize = 20;

/// Plays random games while the database fails and recovers five times, and compares what every player saw with the
/// log. `set_failing` makes the database fail or recover.
pub async fn play_through_outages(address: SocketAddr, mut set_failing: impl FnMut(bool)) {
    let http = HttpClient::new(address);
    for outage in 0..OUTAGES {
        let mut games = RandomGames::new(address, PATIENCE, outage);
        // A game by the last two rules lasts far longer than an outage: there are always games under way.
        for rules in ["kubuguza", "ikibuguzo:choice", "njombwa:8", "azigo"] {
            games.start_game(&http, new_game(rules, "fischer:600+5")).await;
        }
        play_some_moves(&mut games).await;
        let refusals = storage_refusals(&http).await;
        set_failing(true);
        eventually("a refusal of a command", async || storage_refusals(&http).await > refusals).await;
        set_failing(false);
        play_some_moves(&mut games).await;
        let transcripts = games.stop().await;
        assert_eq!(find_violations(&http, &transcripts).await, [""; 0]);
    }
}

async fn play_some_moves(games: &mut RandomGames) {
    let target = games.move_count() + MOVES_BETWEEN;
    eventually("another move", async || games.move_count() >= target).await;
}

/// Number of commands that were refused because the database failed.
async fn storage_refusals(http: &HttpClient) -> f64 {
    let metrics = http.send("GET", "/metrics", None, None).await.into_body();
    let counter = "ikibuguzo_refusals_total{code=\"storage_unavailable\"} ";
    let count = metrics.lines().find_map(|line| line.strip_prefix(counter));
    count.map_or(0.0, |count| count.parse().expect("a number"))
}

//! Bounds of a search: a page reads and counts a limited number of games, and paging still finds all.

use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_engine::{BySeat, Ruleset};
use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_game::room::GameOptions;
use ikibuguzo_protocol::{EndReason, GameCount, GameId, GameList, Outcome, State, TimeControl, Timestamp};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_store::{Commit, GameNumber, Listing, NewGameRow};
use ikibuguzo_testing::TestServer;

/// More than a search counts, and twenty times what a page reads.
const GAMES: u64 = 10_050;

/// Stores finished games of Kubuguza. The third and the last one created were long; these are returned.
async fn fill(server: &TestServer) -> [GameId; 2] {
    let mut connection = server.app.store.connect_writer(0).await.expect("the database");
    let games: Vec<u64> = (0..GAMES).collect();
    let mut long = Vec::new();
    for batch in games.chunks(500) {
        let mut commit = Commit::default();
        for number in batch {
            let id = GameId::from_random(std::array::from_fn(|_| fastrand::u8(..)));
            let is_long = [2, GAMES - 1].contains(number);
            long.extend(is_long.then_some(id));
            add(&mut commit, id, Timestamp::from_millis(*number), if is_long { 500 } else { 7 });
        }
        connection.write(&Arc::new(vec![commit]), || ()).await.expect("written");
    }
    long.try_into().expect("two games")
}

fn add(commit: &mut Commit, id: GameId, created_at: Timestamp, turns: u32) {
    let options = GameOptions {
        rules: Ruleset::Kubuguza,
        rules_version: Ruleset::VERSION,
        public: true,
        clock: TimeControl::None,
        rated: false,
    };
    let outcome = Outcome { winner: None, reason: EndReason::Quiet };
    let listing = Listing {
        state: State::Finished,
        south: None,
        north: None,
        has_bot: false,
        outcome: Some(outcome),
        turns: Some(turns),
        arrays: None,
        ended_at: Some(created_at),
        due_at: None,
    };
    // Its log is not read.
    let number = GameNumber::new(created_at, 0);
    commit.new_games.push(NewGameRow {
        number,
        id,
        created_by: None,
        invited: None,
        options,
        created_at,
        listing,
    });
    commit.finished.push(FinishedGame {
        rules: options.rules,
        public: options.public,
        created_at,
        players: BySeat::default(),
        has_bot: BySeat::default(),
        outcome,
        arrays: None,
        turns,
        captures: 0,
        captured: 0,
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_reads_a_bounded_number_of_games_and_the_list_continues() {
    let server = TestServer::start().await;
    let [old, new] = fill(&server).await;
    let list = async |query: &str| -> GameList {
        server.http.get(&format!("/api/games?{query}")).await.expect("a list")
    };
    for (order, expected) in [("newest", [new, old]), ("oldest", [old, new])] {
        let mut found = Vec::new();
        let mut pages = 0;
        let mut cursor = String::new();
        loop {
            let page = list(&format!("rules=kubuguza&min_turns=100&order={order}{cursor}")).await;
            found.extend(page.games.iter().map(|game| game.game));
            pages += 1;
            match page.next {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(found, expected, "{order}");
        assert_eq!(pages, GAMES.div_ceil(500), "{order}");
    }
    let all = list("limit=1&count=true").await;
    assert_eq!(all.count, Some(GameCount { games: 10_000, exact: false }));
    let some = list("limit=1&count=true&until=1970-01-01T00:00:05Z").await;
    assert_eq!(some.count, Some(GameCount { games: 5_000, exact: true }));
    // The most selective index answers, whatever the other filters are.
    let none = list("rules=kubuguza&result=south&state=finished&min_turns=3").await;
    assert_eq!((none.games.len(), none.next), (0, None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_that_finds_nothing_is_read_in_parts_and_kept_alive() {
    // So short that each part without a game is followed by a sign of life.
    let limits = Limits { settled: Duration::ZERO, beat: Duration::from_nanos(1), ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    fill(&server).await;
    let export = async |query: &str| -> String {
        server.http.send("GET", &format!("/api/export?{query}"), None, None).await.into_body()
    };
    for query in
        ["rules=kubuguza&reason=quiet&min_turns=1000", "min_turns=1000", "until=1970-01-01&rules=kubuguza"]
    {
        assert_eq!(export(query).await, "\n".repeat(GAMES.div_ceil(1_000) as usize), "{query}");
    }
    // The index of the result holds no game.
    assert_eq!(export("rules=kubuguza&result=south&min_turns=3").await, "\n");
}

//! The statistics page: the numbers of the API.

use std::time::Duration;

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::Stats;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{TestServer, arrange, resign, start_game};

async fn page(server: &TestServer) -> String {
    let response = server.http.send_with_headers("GET", "/stats", &[("accept", "text/html")]).await;
    assert_eq!(response.status(), 200, "{}", response.body());
    response.into_body()
}

/// Plays games by a ruleset; each of these seats resigns one.
async fn resign_games(server: &TestServer, rules: &str, losers: &[Seat]) {
    for loser in losers {
        let (game, [south, north]) = start_game(&server.http, rules, false).await;
        let loser = if *loser == Seat::South { &south } else { &north };
        server.command(loser, &resign(game)).await.expect("resigned");
    }
}

async fn play_arrangement(server: &TestServer, arrays: [Array; 2]) {
    let (game, players) = start_game(&server.http, "ikibuguzo:choice", true).await;
    for (player, array) in players.iter().zip(arrays) {
        server.command(player, &arrange(game, array)).await.expect("arranged");
    }
    server.command(&players[1], &resign(game)).await.expect("resigned");
}

/// The rows of the first table after this text, each with the texts of its cells.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once(heading).unwrap_or_else(|| panic!("no {heading}"));
    let (_, table) = rest.split_once("<tbody>").expect("a table");
    let table = table.split("</tbody>").next().unwrap_or_default();
    table.split("<tr>").skip(1).map(cells).collect()
}

fn cells(row: &str) -> Vec<String> {
    let row = row.replace("</th>", "</td>");
    row.split("</td>").filter(|cell| cell.contains("<td") || cell.contains("<th")).map(text).collect()
}

/// HTML without its tags.
fn text(html: &str) -> String {
    let texts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    texts.collect::<String>().trim().to_owned()
}

#[tokio::test]
async fn statistics_without_games_have_no_plots() {
    let server = TestServer::start().await;
    let html = page(&server).await;
    assert!(html.contains("No game has a result yet.") && html.contains("href=\"/rules\""));
    for absent in ["<figure", "<table", "class=\"plot\"", "NaN"] {
        assert!(!html.contains(absent), "{absent}");
    }
}

#[tokio::test]
async fn the_statistics_page_has_the_numbers_of_the_api() {
    let server = TestServer::start().await;
    let south = Seat::South;
    let north = Seat::North;
    resign_games(&server, "kubuguza", &[north, north, south]).await;
    resign_games(&server, "azigo:handicap=south,own-row", &[south]).await;
    let stats: Stats = server.http.get("/api/stats").await.expect("the figures");
    let html = page(&server).await;
    assert!(html.contains("4 games with a result are counted here"));
    let who_won = rows(&html, ">Who won: the numbers<");
    let captured = rows(&html, ">How much is captured<");
    let months = rows(&html, ">Games by month: the numbers<");
    assert_eq!((who_won.len(), captured.len()), (2, 2));
    for (index, rules) in stats.rules.iter().enumerate() {
        let shared = |games: u64| format!("{games} {:.1}%", games as f64 / rules.games as f64 * 100.0);
        let row = &who_won[index];
        assert_eq!(row[1], rules.games.to_string());
        assert_eq!(row[2..], [rules.won.south, rules.drawn, rules.won.north].map(shared));
        assert_eq!(captured[index][1], rules.turns.to_string());
        assert_eq!(months[0][0], rules.months[0].month);
        assert_eq!(months[0][index + 1], rules.months[0].games.to_string());
        let (_, own) = html.split_once(&format!("<h3>{}", row[0])).expect("a part of its own");
        let length = rows(own, ">Length: the numbers<");
        assert_eq!(length, [["0–9".to_owned(), rules.games.to_string(), "100.0%".to_owned()]]);
        assert_eq!(rows(own, ">How they ended<")[0][1], rules.reasons[0].games.to_string());
    }
    assert_eq!(who_won[0][2..], ["2 66.7%", "0 0.0%", "1 33.3%"]);
}

#[tokio::test]
async fn a_confidence_interval_is_shown_from_ten_games_on() {
    let limits = Limits { statistics_age: Duration::ZERO, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    resign_games(&server, "kubuguza", &[Seat::North; 9]).await;
    let heading = ">South's share: the numbers<";
    assert_eq!(rows(&page(&server).await, heading)[0][1..], ["9", "–", "–", "too few games"]);
    resign_games(&server, "kubuguza", &[Seat::North]).await;
    let row = &rows(&page(&server).await, heading)[0];
    assert_eq!(row[1..], ["10", "100.0%", "72.2%–100.0%", "South wins more"]);
}

#[tokio::test]
async fn opening_arrays_are_compared_in_a_grid() {
    let server = TestServer::start().await;
    play_arrangement(&server, [Array::First, Array::Second]).await;
    play_arrangement(&server, [Array::First, Array::Second]).await;
    play_arrangement(&server, [Array::Second, Array::Second]).await;
    let grid = rows(&page(&server).await, ">Opening arrays<");
    assert!(grid[0][0].contains("first array") && grid[1][0].contains("second array"), "{grid:?}");
    let shows = |[row, column]: [usize; 2], text: &str| grid[row][column + 1].contains(text);
    assert!(shows([0, 0], "n = 0") && shows([0, 1], "n = 2") && shows([1, 0], "n = 0"), "{grid:?}");
    assert!(shows([0, 1], "South won 2 (100.0%)") && shows([1, 1], "South won 1 (100.0%)"), "{grid:?}");
}

#[tokio::test]
async fn the_statistics_page_has_no_inline_style_and_no_injected_script() {
    let server = TestServer::start().await;
    resign_games(&server, "njombwa:9", &[Seat::South]).await;
    let headers = [("accept", "text/html"), ("host", "x\"><script>alert(1)</script>")];
    let refused = server.http.send_with_headers("GET", "/stats", &headers).await;
    assert!(refused.status() == 400 && !refused.body().contains("<script>alert"), "{}", refused.body());
    let path = "/stats?%3Cscript%3Ealert(1)%3C/script%3E";
    let response = server.http.send_with_headers("GET", path, &[]).await;
    let html = response.body();
    assert!(!html.contains("alert(1)") && !html.contains(" style=") && !html.contains("<style"));
    for key in [">stats.", "\"stats.", "games.reason.", "games.rules."] {
        assert!(!html.contains(key), "a key instead of its text: {key}");
    }
}

//! The page of the statistics: the API's numbers, and nothing that is not counted.

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{ClientMessage, Credentials, GameId, Stats};

use crate::support::{TestServer, command_id, seated_pair};

async fn page(server: &TestServer) -> String {
    let response = server.http.send_with("GET", "/stats", &[("accept", "text/html")]).await;
    assert_eq!(response.status(), 200, "{}", response.body());
    response.into_body()
}

async fn command(server: &TestServer, player: &Credentials, command: ClientMessage) {
    server.client(Some(player)).await.command(&command).await.expect("accepted");
}

async fn resign(server: &TestServer, game: GameId, player: &Credentials) {
    command(server, player, ClientMessage::Resign { game, id: command_id() }).await;
}

/// Games by a ruleset, of which each of these seats loses one.
async fn lost_by(server: &TestServer, rules: &str, losers: &[Seat]) {
    for loser in losers {
        let (game, [south, north]) = seated_pair(&server.http, rules, false).await;
        resign(server, game, if *loser == Seat::South { &south } else { &north }).await;
    }
}

async fn arranged(server: &TestServer, arrays: [Array; 2]) {
    let (game, players) = seated_pair(&server.http, "ikibuguzo:choice", true).await;
    for (player, array) in players.iter().zip(arrays) {
        let arrange = ClientMessage::Arrange { game, id: command_id(), array: array.into() };
        command(server, player, arrange).await;
    }
    resign(server, game, &players[1]).await;
}

/// The rows of the table that comes first behind these words, each with the texts of its cells.
fn rows(page: &str, behind: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once(behind).unwrap_or_else(|| panic!("no {behind}"));
    let (_, table) = rest.split_once("<tbody>").expect("a table");
    let table = table.split("</tbody>").next().unwrap_or_default();
    table.split("<tr>").skip(1).map(cells).collect()
}

fn cells(row: &str) -> Vec<String> {
    let row = row.replace("</th>", "</td>");
    row.split("</td>").filter(|cell| cell.contains("<td") || cell.contains("<th")).map(text).collect()
}

/// What is left of HTML without its tags.
fn text(html: &str) -> String {
    let texts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    texts.collect::<String>().trim().to_owned()
}

#[tokio::test]
async fn where_nothing_is_counted_nothing_is_plotted() {
    let server = TestServer::start().await;
    let html = page(&server).await;
    assert!(html.contains("No game has come to a result yet.") && html.contains("href=\"/rules\""));
    for absent in ["<figure", "<table", "class=\"plot\"", "NaN"] {
        assert!(!html.contains(absent), "{absent}");
    }
}

#[tokio::test]
async fn the_page_has_the_numbers_of_the_api() {
    let server = TestServer::start().await;
    let (south, north) = (Seat::South, Seat::North);
    lost_by(&server, "kubuguza", &[north, north, south]).await;
    lost_by(&server, "azigo:handicap=south,own-row", &[south]).await;
    let stats: Stats = server.http.get("/api/stats").await.expect("the figures");
    let html = page(&server).await;
    assert!(html.contains("4 games with a result are counted here"));
    let (who_won, captured) = (rows(&html, ">Who won: the numbers<"), rows(&html, ">How much is captured<"));
    let months = rows(&html, ">Games by month: the numbers<");
    assert_eq!((who_won.len(), captured.len()), (2, 2));
    for (place, rules) in stats.rules.iter().enumerate() {
        let shared = |games: u64| format!("{games} {:.1}%", games as f64 / rules.games as f64 * 100.0);
        let told = &who_won[place];
        assert_eq!(told[1], rules.games.to_string());
        assert_eq!(told[2..], [rules.won.south, rules.drawn, rules.won.north].map(shared));
        assert_eq!(captured[place][1], rules.turns.to_string());
        assert_eq!(months[0][0], rules.months[0].month);
        assert_eq!(months[0][place + 1], rules.months[0].games.to_string());
        let (_, own) = html.split_once(&format!("<h3>{}", told[0])).expect("a part of its own");
        let length = rows(own, ">Length: the numbers<");
        assert_eq!(length, [["0–9".to_owned(), rules.games.to_string(), "100.0%".to_owned()]]);
        assert_eq!(rows(own, ">How they ended<")[0][1], rules.reasons[0].games.to_string());
    }
    assert_eq!(who_won[0][2..], ["2 66.7%", "0 0.0%", "1 33.3%"]);
}

#[tokio::test]
async fn an_interval_is_told_as_soon_as_it_tells_something() {
    let server = TestServer::start().await;
    lost_by(&server, "kubuguza", &[Seat::North; 9]).await;
    let behind = ">South's share: the numbers<";
    assert_eq!(rows(&page(&server).await, behind)[0][1..], ["9", "–", "–", "too few games"]);
    lost_by(&server, "kubuguza", &[Seat::North]).await;
    let told = &rows(&page(&server).await, behind)[0];
    assert_eq!(told[1..], ["10", "100.0%", "72.2%–100.0%", "South wins more"]);
}

#[tokio::test]
async fn opening_arrays_stand_against_each_other() {
    let server = TestServer::start().await;
    arranged(&server, [Array::First, Array::Second]).await;
    arranged(&server, [Array::First, Array::Second]).await;
    arranged(&server, [Array::Second, Array::Second]).await;
    let grid = rows(&page(&server).await, ">Opening arrays<");
    assert!(grid[0][0].contains("first array") && grid[1][0].contains("second array"), "{grid:?}");
    let shown = |place: [usize; 2], told: &str| grid[place[0]][place[1] + 1].contains(told);
    assert!(shown([0, 0], "n = 0") && shown([0, 1], "n = 2") && shown([1, 0], "n = 0"), "{grid:?}");
    assert!(shown([0, 1], "South won 2 (100.0%)") && shown([1, 1], "South won 1 (100.0%)"), "{grid:?}");
}

#[tokio::test]
async fn nothing_on_the_page_is_a_script_or_a_style_of_its_own() {
    let server = TestServer::start().await;
    lost_by(&server, "njombwa:9", &[Seat::South]).await;
    let asked = [("accept", "text/html"), ("host", "x\"><script>alert(1)</script>")];
    let refused = server.http.send_with("GET", "/stats", &asked).await;
    assert!(refused.status() == 400 && !refused.body().contains("<script>alert"), "{}", refused.body());
    let path = "/stats?%3Cscript%3Ealert(1)%3C/script%3E";
    let response = server.http.send_with("GET", path, &[]).await;
    let html = response.body();
    assert!(!html.contains("alert(1)") && !html.contains(" style=") && !html.contains("<style"));
    for unheard_of in [">stats.", "\"stats.", "games.reason.", "games.rules."] {
        assert!(!html.contains(unheard_of), "a key instead of its text: {unheard_of}");
    }
}

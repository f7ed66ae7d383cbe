//! The page of one game.

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::PlyView;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{Bot, TestServer, arrange, new_game, resign, say, start_game};
use serde_json::Value;

async fn page(server: &TestServer, path: &str) -> (u16, String) {
    let answer = server.http.send("GET", path, None, None).await;
    (answer.status().as_u16(), answer.into_body())
}

/// The counts in the holes of a side, as the page shows them.
fn counts(page: &str, seat: Seat) -> Vec<u8> {
    let board = page.split_once("id=\"board\"").expect("a board").1.split_once("</svg>").expect("its end").0;
    let own =
        |hole: &&str| hole.starts_with(|letter: char| letter.is_ascii_uppercase() == (seat == Seat::South));
    let mut holes: Vec<_> =
        board.split("data-hole=\"").skip(1).filter(own).map(|hole| (&hole[..1], count(hole))).collect();
    holes.sort_unstable();
    holes.into_iter().map(|(_, count)| count).collect()
}

fn count(hole: &str) -> u8 {
    let text =
        hole.split_once("class=\"count\"").and_then(|(_, text)| text.split_once('>')).expect("a count").1;
    text.split('<').next().and_then(|text| text.trim().parse().ok()).expect("a number")
}

#[tokio::test]
async fn the_game_page_shows_the_board_of_every_ply_without_script() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "ikibuguzo:choice", true).await;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_until(30);
    tokio::join!(bot(Seat::South, &south, 5), bot(Seat::North, &north, 6));
    // Refused where the game is over already. From now on nothing changes.
    let _ = server.command(&south, &resign(game)).await;
    let newest: PlyView =
        server.http.get(&format!("/api/games/{game}/plies/last")).await.expect("the newest");
    assert!(newest.plies > 5);
    for ply in 0..=newest.plies {
        let (status, html) = page(&server, &format!("/game/{game}?ply={ply}")).await;
        let view: PlyView = server.http.get(&format!("/api/games/{game}/plies/{ply}")).await.expect("a ply");
        assert_eq!(status, 200);
        assert_eq!(&counts(&html, Seat::South), view.position.holes.get(Seat::South), "ply {ply}");
        assert_eq!(&counts(&html, Seat::North), view.position.holes.get(Seat::North), "ply {ply}");
        assert_eq!(
            html.contains(&format!("href=\"?ply={}\"", ply + 1)),
            ply < newest.plies,
            "a link to the next ply from {ply}"
        );
    }
    let (_, html) = page(&server, &format!("/game/{game}")).await;
    assert_eq!(&counts(&html, Seat::South), newest.position.holes.get(Seat::South));
    assert!(
        html.contains(south.name.as_str()) && html.contains(&format!("href=\"/players/{}\"", north.name))
    );
    let (status, html) = page(&server, &format!("/game/{game}?ply={}", newest.plies + 1)).await;
    assert!(status == 404 && html.contains("<html"), "{status}");
}

#[tokio::test]
async fn the_game_page_conceals_the_stores_until_the_game_is_over() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "azigo", true).await;
    let (_, html) = page(&server, &format!("/game/{game}")).await;
    assert_eq!(html.matches("store concealed").count(), 4, "beside the players and in the text");
    assert!(!html.contains("store 9"));
    server.command(&south, &resign(game)).await.expect("resigned");
    for path in [format!("/game/{game}"), format!("/game/{game}?ply=0")] {
        let (_, html) = page(&server, &path).await;
        assert_eq!(html.matches("store 9").count(), 4, "{path}");
    }
}

#[tokio::test]
async fn an_open_games_page_shows_the_command_that_reaches_this_server() {
    let server = TestServer::start_behind("127.0.0.1", Limits::default()).await;
    let player = server.http.create_guest().await;
    let game = server.http.create_game(&player, &new_game("kubuguza", "none")).await.expect("created").game;
    let path = format!("/game/{game}");
    let default =
        server.http.send_with_headers("GET", &path, &[("host", "127.0.0.1:7878")]).await.into_body();
    assert!(default.contains(&format!("ikibuguzo play {game}")), "the default address of the client");
    let proxied = [("host", "games.example.org"), ("x-forwarded-proto", "https")];
    let elsewhere = server.http.send_with_headers("GET", &path, &proxied).await.into_body();
    assert!(elsewhere.contains(&format!("ikibuguzo --server https://games.example.org play {game}")));
}

/// The page of a game without the events that come with it, and these events.
fn split_past(page: &str) -> (String, Vec<Value>) {
    let (before, rest) =
        page.split_once("<script id=\"past-events\" type=\"application/json\">").expect("events");
    let (json, after) = rest.split_once("</script>").expect("an end");
    (format!("{before}{after}"), serde_json::from_str(json).expect("events as JSON"))
}

#[tokio::test]
async fn a_page_brings_the_events_of_its_game_unless_they_depend_on_the_viewer() {
    let server = TestServer::start().await;
    let (game, players) = start_game(&server.http, "kubuguza", true).await;
    let line = "a <script> & </script> in the talk";
    server.command(&players[0], &say(game, line)).await.expect("said");
    let (_, page_of_game) = page(&server, &format!("/game/{game}")).await;
    let (board, past) = split_past(&page_of_game);
    assert!(!board.contains(line), "a line of talk ends no element");
    let events = serde_json::to_value(server.http.events(game, 0).await.events).expect("JSON");
    assert_eq!(Value::Array(past), events);
    let (azigo, players) = start_game(&server.http, "azigo", true).await;
    let (_, played) = page(&server, &format!("/game/{azigo}")).await;
    assert!(!played.contains("id=\"past-events\""), "the players see their own stores");
    server.command(&players[0], &resign(azigo)).await.expect("resigned");
    let (_, over) = page(&server, &format!("/game/{azigo}")).await;
    assert!(!split_past(&over).1.is_empty(), "a finished game hides nothing");
}

#[tokio::test]
async fn an_open_games_page_has_a_qr_code_and_no_sealed_array() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let game =
        server.http.create_game(&player, &new_game("ikibuguzo:choice", "none")).await.expect("created").game;
    let (_, open) = page(&server, &format!("/game/{game}")).await;
    assert!(open.contains("data-state=\"open\"") && open.contains(&format!("/game/{game}/qr.svg")));
    let other = server.http.create_guest().await;
    server.http.join_game(&other, game).await.expect("joined");
    let (_, before) = page(&server, &format!("/game/{game}")).await;
    let arrange = arrange(game, Array::First);
    server.command(&player, &arrange).await.expect("arranged");
    let (_, after) = page(&server, &format!("/game/{game}")).await;
    let (board_before, _) = split_past(&before);
    let (board_after, past) = split_past(&after);
    let seq = |html: &str, seq: u64| html.replace(&format!("data-seq=\"{seq}\""), "");
    assert_eq!(seq(&board_before, 3), seq(&board_after, 4), "only the `seq` of the last event changes");
    let arranged = past.last().and_then(Value::as_object).expect("an event");
    let fields: Vec<_> = arranged.keys().map(String::as_str).collect();
    assert_eq!(fields, ["at", "commitment", "kind", "seat", "seq"]);
}

//! Pictures of games: what a spectator sees, drawn.

use std::collections::{BTreeMap, HashSet};

use ikibuguzo_engine::{Hole, Seat};
use ikibuguzo_protocol::{ClientMessage, GameId, PlyView, PositionView, Problem};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree};
use ureq::http::Response;

use crate::support::{Bot, TestServer, command_id, new_game, seated_pair};

async fn picture(server: &TestServer, game: GameId, what: &str) -> Response<Vec<u8>> {
    let response = server.http.fetch(&format!("/game/{game}/{what}"), &[]).await;
    assert_eq!(response.status(), 200, "{what}");
    response
}

async fn svg(server: &TestServer, game: GameId, what: &str) -> String {
    let response = picture(server, game, what).await;
    assert_eq!(response.headers()["content-type"], "image/svg+xml");
    String::from_utf8(response.into_body()).expect("text")
}

fn header<'a>(response: &'a Response<Vec<u8>>, name: &str) -> &'a str {
    response.headers()[name].to_str().expect("text")
}

/// What stands between two texts, each time.
fn between<'a>(text: &'a str, before: &'a str, after: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
}

/// What a picture shows in each hole that is not empty, as a number.
fn counts(svg: &str) -> BTreeMap<char, u8> {
    let shown = |tag: &str| {
        let letter = tag.chars().next().expect("a letter");
        let heap = tag.split_once("#heap-").map(|(_, rest)| rest.split('"').next().expect("a count"));
        let count = heap.or_else(|| tag.split_once('>').map(|(_, text)| text)).expect("a count");
        (letter, count.parse().expect("a number"))
    };
    between(svg, "data-hole=\"", "</").map(shown).collect()
}

fn held(position: &PositionView) -> BTreeMap<char, u8> {
    let side =
        |seat| (0..).zip(position.holes.get(seat)).map(move |(index, held)| (Hole::new(seat, index), *held));
    let all = Seat::ALL.into_iter().flat_map(side);
    all.filter(|(_, held)| *held > 0).map(|(hole, held)| (hole.letter(), held)).collect()
}

async fn resign(server: &TestServer, game: GameId, player: &ikibuguzo_protocol::Credentials) {
    let resign = ClientMessage::Resign { game, id: command_id() };
    // Where the game was over before, that is refused.
    let _ = server.client(Some(player)).await.command(&resign).await;
}

#[tokio::test]
async fn a_picture_shows_what_every_hole_holds_at_its_ply() {
    let server = TestServer::start().await;
    for rules in ["ikibuguzo:choice", "kubuguza", "njombwa:9", "azigo"] {
        let (game, [south, north]) = seated_pair(&server.http, rules, true).await;
        let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).run_for(30);
        tokio::join!(bot(Seat::South, &south, 5), bot(Seat::North, &north, 6));
        for ply in ["0", "1", "7", "last"] {
            let seen: PlyView =
                server.http.get(&format!("/api/games/{game}/plies/{ply}")).await.expect("a ply");
            let drawn = svg(&server, game, &format!("board.svg?ply={ply}")).await;
            assert_eq!(counts(&drawn), held(&seen.position), "{rules} {ply}");
            assert!(Tree::from_str(&drawn, &Options::default()).is_ok());
        }
        assert_eq!(svg(&server, game, "board.svg").await, svg(&server, game, "board.svg?ply=last").await);
    }
}

#[tokio::test]
async fn a_card_is_drawn_of_every_state() {
    let server = TestServer::start().await;
    let creator = server.http.guest().await;
    let open = server.http.create(&creator, &new_game("njombwa:10", "none")).await.expect("created").game;
    let (arranging, _) = seated_pair(&server.http, "ikibuguzo:choice", true).await;
    let (over, [south, _]) = seated_pair(&server.http, "azigo", true).await;
    resign(&server, over, &south).await;
    for game in [open, arranging, over] {
        let card = picture(&server, game, "board.png").await;
        assert_eq!(header(&card, "content-type"), "image/png");
        let pixels = Pixmap::decode_png(card.body()).expect("a PNG");
        assert_eq!((pixels.width(), pixels.height()), (1200, 630));
        let colours: HashSet<_> = pixels.pixels().iter().map(|pixel| format!("{pixel:?}")).collect();
        assert!(colours.len() > 500, "{} colours", colours.len());
    }
    // Nothing is shown of what is being arranged.
    assert!(counts(&svg(&server, arranging, "board.svg").await).is_empty());
}

#[tokio::test]
async fn a_store_is_a_question_until_the_game_is_over() {
    let server = TestServer::start().await;
    let (game, [south, _]) = seated_pair(&server.http, "azigo", true).await;
    let stores = |drawn: &str| {
        let texts = between(drawn, "data-store=\"", "</text>");
        texts.map(|text| text.split('>').next_back().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    for ply in ["", "?ply=0", "?ply=last"] {
        assert_eq!(stores(&svg(&server, game, &format!("board.svg{ply}")).await), ["?", "?"]);
    }
    resign(&server, game, &south).await;
    assert_eq!(stores(&svg(&server, game, "board.svg?ply=0").await), ["9", "9"]);
}

#[tokio::test]
async fn a_picture_is_sent_again_only_when_it_has_changed() {
    let server = TestServer::start().await;
    let (game, [south, _]) = seated_pair(&server.http, "kubuguza", true).await;
    for what in ["board.svg", "board.png"] {
        let first = picture(&server, game, what).await;
        assert_eq!(header(&first, "cache-control"), "no-cache");
        let tag = header(&first, "etag").to_owned();
        let path = format!("/game/{game}/{what}");
        let known = server.http.fetch(&path, &[("if-none-match", &tag)]).await;
        assert_eq!((known.status().as_u16(), known.body().len()), (304, 0));
    }
    let tag = header(&picture(&server, game, "board.svg").await, "etag").to_owned();
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };
    server.client(Some(&south)).await.command(&act).await.expect("acted");
    let changed = server.http.fetch(&format!("/game/{game}/board.svg"), &[("if-none-match", &tag)]).await;
    assert_eq!(changed.status(), 200);
    assert_eq!(header(&picture(&server, game, "board.svg?ply=0").await, "cache-control"), "no-cache");
    resign(&server, game, &south).await;
    let kept = picture(&server, game, "board.svg?ply=0").await;
    assert!(header(&kept, "cache-control").contains("immutable"));
    assert_eq!(header(&picture(&server, game, "board.png?ply=last").await, "cache-control"), "no-cache");
}

#[tokio::test]
async fn what_is_not_there_has_no_picture() {
    let server = TestServer::start().await;
    let (game, _) = seated_pair(&server.http, "kubuguza", true).await;
    for (path, code) in [
        (format!("/game/{game}/board.png?ply=1"), "unknown_ply"),
        (format!("/game/{game}/board.svg?ply=-1"), "unknown_ply"),
        (format!("/game/{game}/board.svg?ply=1&ply=2"), "bad_query"),
        ("/game/000000000000/board.png".to_owned(), "unknown_game"),
        ("/game/x/board.svg".to_owned(), "unknown_game"),
    ] {
        let response = server.http.fetch(&path, &[]).await;
        let problem: Problem = serde_json::from_slice(response.body()).expect("a problem");
        assert_eq!(problem.code.to_string(), code, "{path}");
    }
}

#[tokio::test]
async fn many_ask_for_pictures_at_once_and_get_them_or_are_told_to_come_back() {
    let server = TestServer::start().await;
    let (game, _) = seated_pair(&server.http, "azigo", true).await;
    let path = format!("/game/{game}/board.png");
    let asked: Vec<_> = (0..40).map(|_| server.http.fetch(&path, &[])).collect();
    for response in futures_util::future::join_all(asked).await {
        assert_eq!(response.status(), 200);
    }
}

#[tokio::test]
async fn a_link_is_shown_as_a_card() {
    let server = TestServer::start().await;
    let (game, [south, north]) = seated_pair(&server.http, "kubuguza", true).await;
    let page = server.http.fetch(&format!("/game/{game}"), &[]).await;
    let html = String::from_utf8(page.into_body()).expect("text");
    let address = server.address;
    for expected in [
        format!("property=\"og:title\" content=\"{} against {}\"", south.name, north.name),
        format!("property=\"og:image\" content=\"http://{address}/game/{game}/board.png\""),
        format!("property=\"og:url\" content=\"http://{address}/game/{game}\""),
        "property=\"og:description\" content=\"Kubuguza, no clock. South is to move.\"".to_owned(),
        "content=\"summary_large_image\"".to_owned(),
    ] {
        assert!(html.contains(&expected), "{expected}");
    }
    let forged = server.http.fetch(&format!("/game/{game}"), &[("host", "evil\"><b>")]).await;
    assert!(!String::from_utf8_lossy(forged.body()).contains("<b>"));
}

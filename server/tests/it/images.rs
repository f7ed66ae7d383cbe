//! Pictures of games, as spectators see them.

use std::collections::{BTreeMap, HashSet};

use ikibuguzo_engine::{Hole, Seat};
use ikibuguzo_protocol::{Credentials, GameId, PlyView, PositionView, Problem};
use ikibuguzo_testing::{Bot, TestServer, act, new_game, resign, start_game};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree};
use ureq::http::Response;

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

/// The texts between each pair of these marks.
fn between<'a>(text: &'a str, before: &'a str, after: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
}

/// The counts that a picture shows in the holes that are not empty.
fn counts(svg: &str) -> BTreeMap<char, u8> {
    let hole_and_count = |tag: &str| {
        let letter = tag.chars().next().expect("a letter");
        let heap = tag.split_once("#heap-").map(|(_, rest)| rest.split('"').next().expect("a count"));
        let count = heap.or_else(|| tag.split_once('>').map(|(_, text)| text)).expect("a count");
        (letter, count.parse().expect("a number"))
    };
    between(svg, "data-hole=\"", "</").map(hole_and_count).collect()
}

fn counts_of(position: &PositionView) -> BTreeMap<char, u8> {
    let side =
        |seat| (0..).zip(position.holes.get(seat)).map(move |(index, held)| (Hole::new(seat, index), *held));
    let all = Seat::ALL.into_iter().flat_map(side);
    all.filter(|(_, held)| *held > 0).map(|(hole, held)| (hole.letter(), held)).collect()
}

/// A public game after some actions.
async fn play_some(server: &TestServer, rules: &str) -> (GameId, [Credentials; 2]) {
    let (game, players) = start_game(&server.http, rules, true).await;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player);
    let [south, north] = &players;
    let south = bot(Seat::South, south, 5);
    let north = bot(Seat::North, north, 6);
    tokio::join!(Box::pin(south.play_until(30)), Box::pin(north.play_until(30)));
    (game, players)
}

#[tokio::test]
async fn a_picture_shows_the_count_of_every_hole_at_its_ply() {
    let server = TestServer::start().await;
    for rules in ["ikibuguzo:choice", "kubuguza", "njombwa:9", "azigo"] {
        let (game, _) = play_some(&server, rules).await;
        for ply in ["0", "1", "7", "last"] {
            let view: PlyView =
                server.http.get(&format!("/api/games/{game}/plies/{ply}")).await.expect("a ply");
            let drawn = svg(&server, game, &format!("board.svg?ply={ply}")).await;
            assert_eq!(counts(&drawn), counts_of(&view.position), "{rules} {ply}");
            assert!(Tree::from_str(&drawn, &Options::default()).is_ok());
        }
        assert_eq!(svg(&server, game, "board.svg").await, svg(&server, game, "board.svg?ply=last").await);
    }
}

#[tokio::test]
async fn every_game_state_has_a_card() {
    let server = TestServer::start().await;
    let creator = server.http.create_guest().await;
    let open =
        server.http.create_game(&creator, &new_game("njombwa:10", "none")).await.expect("created").game;
    let (arranging, _) = start_game(&server.http, "ikibuguzo:choice", true).await;
    let (over, [south, _]) = start_game(&server.http, "azigo", true).await;
    server.command(&south, &resign(over)).await.expect("resigned");
    for game in [open, arranging, over] {
        let card = picture(&server, game, "board.png").await;
        assert_eq!(header(&card, "content-type"), "image/png");
        let pixels = Pixmap::decode_png(card.body()).expect("a PNG");
        assert_eq!((pixels.width(), pixels.height()), (1200, 630));
        let colours: HashSet<_> =
            pixels.pixels().iter().map(|pixel| (pixel.red(), pixel.green(), pixel.blue())).collect();
        assert!(colours.len() > 500, "{} colours", colours.len());
    }
    // A sealed arrangement is not shown.
    assert!(counts(&svg(&server, arranging, "board.svg").await).is_empty());
}

#[tokio::test]
async fn a_picture_shows_a_question_mark_for_a_store_until_the_end() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "azigo", true).await;
    let stores = |drawn: &str| {
        let texts = between(drawn, "data-store=\"", "</text>");
        texts.map(|text| text.split('>').next_back().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    for ply in ["", "?ply=0", "?ply=last"] {
        assert_eq!(stores(&svg(&server, game, &format!("board.svg{ply}")).await), ["?", "?"]);
    }
    server.command(&south, &resign(game)).await.expect("resigned");
    assert_eq!(stores(&svg(&server, game, "board.svg?ply=0").await), ["9", "9"]);
}

#[tokio::test]
async fn an_unchanged_picture_is_not_sent_again() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    for what in ["board.svg", "board.png"] {
        let first = picture(&server, game, what).await;
        assert_eq!(header(&first, "cache-control"), "no-cache");
        let tag = header(&first, "etag").to_owned();
        let path = format!("/game/{game}/{what}");
        let unchanged = server.http.fetch(&path, &[("if-none-match", &tag)]).await;
        assert_eq!((unchanged.status().as_u16(), unchanged.body().len()), (304, 0));
    }
    let tag = header(&picture(&server, game, "board.svg").await, "etag").to_owned();
    let act = act(game, 4, "O");
    server.command(&south, &act).await.expect("acted");
    let changed = server.http.fetch(&format!("/game/{game}/board.svg"), &[("if-none-match", &tag)]).await;
    assert_eq!(changed.status(), 200);
    assert_eq!(header(&picture(&server, game, "board.svg?ply=0").await, "cache-control"), "no-cache");
    server.command(&south, &resign(game)).await.expect("resigned");
    let kept = picture(&server, game, "board.svg?ply=0").await;
    assert!(header(&kept, "cache-control").contains("immutable"));
    for card in ["board.png?ply=last", "board.png?ply=0"] {
        let control = header(&picture(&server, game, card).await, "cache-control").to_owned();
        assert_eq!(control, "no-cache", "{card} has names of players");
    }
}

#[tokio::test]
async fn an_unknown_game_or_ply_has_no_picture() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
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
async fn pictures_requested_at_once_are_all_drawn() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "azigo", true).await;
    let path = format!("/game/{game}/board.png");
    let requests: Vec<_> = (0..40).map(|_| server.http.fetch(&path, &[])).collect();
    for response in futures_util::future::join_all(requests).await {
        assert_eq!(response.status(), 200);
    }
}

#[tokio::test]
async fn a_game_page_has_a_link_preview() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
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

#[tokio::test]
async fn a_stretch_of_a_finished_game_is_a_moving_picture() {
    let server = TestServer::start().await;
    for rules in ["ikibuguzo:choice", "kubuguza", "njombwa:9", "azigo"] {
        let (game, [south, _]) = play_some(&server, rules).await;
        // Refused if the rules have ended the game already.
        server.command(&south, &resign(game)).await.ok();
        let last: PlyView = server.http.get(&format!("/api/games/{game}/plies/last")).await.expect("a ply");
        for (from, to) in [(0, 1), (3, 15), (last.plies - 1, last.plies)] {
            let drawn = svg(&server, game, &format!("replay.svg?from={from}&to={to}")).await;
            assert!(drawn.len() < 150_000, "{rules}: {} bytes", drawn.len());
            assert!(Tree::from_str(&drawn, &Options::default()).is_ok());
            assert!(drawn.contains("<animate ") && drawn.contains("prefers-reduced-motion"));
            assert!(!drawn.contains("<script"));
            // The part at rest is the board at the end of the stretch.
            let at_rest = between(&drawn, "<g class=\"at-rest\">", "</svg>").next().expect("a board at rest");
            let view: PlyView =
                server.http.get(&format!("/api/games/{game}/plies/{to}")).await.expect("a ply");
            assert_eq!(counts(at_rest), counts_of(&view.position), "{rules} {to}");
        }
        let first = picture(&server, game, "replay.svg?from=0&to=2").await;
        assert_eq!(header(&first, "cache-control"), "no-cache", "it has names of players");
        let tag = header(&first, "etag").to_owned();
        let path = format!("/game/{game}/replay.svg?from=0&to=2");
        let unchanged = server.http.fetch(&path, &[("if-none-match", &tag)]).await;
        assert_eq!((unchanged.status().as_u16(), unchanged.body().len()), (304, 0));
        let newest = picture(&server, game, "replay.svg").await;
        assert_eq!(header(&newest, "cache-control"), "no-cache");
    }
}

#[tokio::test]
async fn a_moving_picture_is_refused_with_a_code() {
    let server = TestServer::start().await;
    let (live, _) = start_game(&server.http, "kubuguza", true).await;
    let (over, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    let bot = |seat, player, seed| Bot::new(server.address, over, seed).seated(seat, player).play_until(20);
    tokio::join!(bot(Seat::South, &south, 5), bot(Seat::North, &north, 6));
    server.command(&south, &resign(over)).await.expect("resigned");
    let (unbegun, [maker, _]) = start_game(&server.http, "ikibuguzo:choice", true).await;
    server.command(&maker, &resign(unbegun)).await.expect("resigned");
    for (game, query, code) in [
        (live, "", "game_not_over"),
        (unbegun, "", "unknown_ply"),
        (over, "?to=9999", "unknown_ply"),
        (over, "?from=9999&to=3", "unknown_ply"),
        (over, "?from=5&to=3", "bad_query"),
        (over, "?from=0&to=13", "bad_query"),
        (over, "?from=-1", "bad_query"),
        (over, "?to=18446744073709551616", "bad_query"),
        (GameId::from_random([0; GameId::LENGTH]), "", "unknown_game"),
    ] {
        let response = server.http.fetch(&format!("/game/{game}/replay.svg{query}"), &[]).await;
        let problem: Problem = serde_json::from_slice(response.body()).expect("a problem");
        assert_eq!(problem.code.to_string(), code, "{game}{query}");
    }
}

#[tokio::test]
async fn every_page_has_a_link_preview_with_a_picture() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "azigo", true).await;
    let player = format!("/players/{}", south.name);
    let game = format!("/game/{game}");
    let pages =
        ["/", "/games", "/live", "/you", "/rules", "/rules/azigo", "/analysis", "/stats", "/api", "/errors"];
    for path in pages.into_iter().chain([player.as_str(), &game]) {
        let page = server.http.fetch(path, &[("accept", "text/html")]).await;
        let html = String::from_utf8(page.into_body()).expect("text");
        for property in ["og:title", "og:description", "og:image:alt"] {
            let before = format!("property=\"{property}\" content=\"");
            let text = between(&html, &before, "\"").next();
            assert!(
                text.is_some_and(|text| !text.is_empty() && !text.contains(".what")),
                "{property} of {path}"
            );
        }
        let url = format!("property=\"og:url\" content=\"http://{}{path}\"", server.address);
        assert!(html.contains(&url), "{path}");
        let image = between(&html, "property=\"og:image\" content=\"", "\"").next().expect("a picture");
        let image = image.strip_prefix(&format!("http://{}", server.address)).expect("of this site");
        let picture = server.http.fetch(image, &[]).await;
        assert_eq!(
            (picture.status().as_u16(), header(&picture, "content-type")),
            (200, "image/png"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn every_ruleset_has_a_card_of_its_start() {
    let server = TestServer::start().await;
    let mut cards = HashSet::new();
    for rules in ["kubuguza", "ikibuguzo:choice", "njombwa:10", "azigo"] {
        let card = server.http.fetch(&format!("/card.png?rules={rules}"), &[]).await;
        let pixels = Pixmap::decode_png(card.body()).expect("a PNG");
        assert_eq!((pixels.width(), pixels.height()), (1200, 630));
        cards.insert(card.into_body());
    }
    assert_eq!(cards.len(), 4);
    assert_eq!(server.http.fetch("/card.png?rules=bao", &[]).await.status(), 400);
}

//! Games in frames of other sites, and how those sites learn of them.

use ikibuguzo_protocol::{ErrorCode, OEmbed, Problem};
use ikibuguzo_testing::{TestServer, start_game};

async fn oembed(server: &TestServer, query: &str) -> Result<OEmbed, Problem> {
    server.http.get(&format!("/api/oembed?{query}")).await
}

#[tokio::test]
async fn only_the_embedded_board_may_be_framed() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", false).await;
    let embed = format!("/game/{game}/embed");
    let answer = server.http.send("GET", &embed, None, None).await;
    assert_eq!(answer.status(), 200, "a private game opens with its id");
    let policy = answer.headers()["content-security-policy"].to_str().expect("text");
    assert!(policy.contains("frame-ancestors *") && policy.contains("default-src 'self'"), "{policy}");
    assert!(!answer.headers().contains_key("x-frame-options"));
    for part in [south.name.as_str(), north.name.as_str(), "id=\"board\"", "<base target=\"_blank\">"] {
        assert!(answer.body().contains(part), "{part}");
    }
    for control in ["<button", "id=\"settings\"", "id=\"chat-panel\"", "<nav"] {
        assert!(!answer.body().contains(control), "{control}");
    }
    for path in [&format!("/game/{game}"), "/", "/you", "/games", "/api", "/nothing"] {
        let answer = server.http.send_with_headers("GET", path, &[("accept", "text/html")]).await;
        let policy = answer.headers()["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
    }
    let unknown = server.http.send("GET", "/game/000000000000/embed", None, None).await;
    assert_eq!(unknown.status(), 404);
}

#[tokio::test]
async fn a_page_of_a_game_says_how_to_embed_it() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "azigo", true).await;
    let site = format!("http://{}", server.address);
    let page = server.http.send("GET", &format!("/game/{game}"), None, None).await;
    let (_, link) = page.body().split_once("type=\"application/json+oembed\" href=\"").expect("a link");
    let link = link.split('"').next().expect("an address").replace("&amp;", "&");
    let path = link.strip_prefix(&site).expect("an address of this site");
    let found: OEmbed = server.http.get(path).await.expect("an answer");
    assert_eq!((found.version.as_str(), found.kind.as_str()), ("1.0", "rich"));
    assert_eq!(found.title, format!("{} against {}", south.name, north.name));
    assert_eq!(found.provider_url, format!("{site}/"));
    let frame = format!(
        "<iframe src=\"{site}/game/{game}/embed\" width=\"{}\" height=\"{}\"",
        found.width, found.height
    );
    assert!(found.html.starts_with(&frame), "{}", found.html);
    let thumbnail = found.thumbnail.expect("a picture");
    assert_eq!(thumbnail.url, format!("{site}/game/{game}/board.png"));

    let url = format!("url={site}/game/{game}");
    let small = oembed(&server, &format!("{url}&maxwidth=300&maxheight=200")).await.expect("an answer");
    assert_eq!((small.width, small.height, small.thumbnail), (300, 200, None));
    let other = url.replace("http:", "https:") + "%3Fply=1&more=ignored&format=json";
    assert_eq!(oembed(&server, &other).await.expect("the same page").title, small.title);
}

#[tokio::test]
async fn what_cannot_be_embedded_is_refused() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    let site = format!("http://{}", server.address);
    for (query, code) in [
        (format!("url={site}/game/{game}&format=xml"), ErrorCode::UnsupportedFormat),
        (format!("url=http://elsewhere.example/game/{game}"), ErrorCode::NotFound),
        (format!("url={site}.elsewhere.example/game/{game}"), ErrorCode::NotFound),
        (format!("url=/game/{game}"), ErrorCode::NotFound),
        (format!("url={site}/games"), ErrorCode::NotFound),
        (format!("url={site}/game/000000000000"), ErrorCode::UnknownGame),
        (format!("url={site}/game/{game}&maxwidth=-1"), ErrorCode::BadQuery),
        ("format=json".to_owned(), ErrorCode::BadQuery),
    ] {
        assert_eq!(oembed(&server, &query).await.expect_err("refused").code, code, "{query}");
    }
    let path = format!("/api/oembed?url={site}/game/{game}&format=xml");
    assert_eq!(server.http.send("GET", &path, None, None).await.status(), 501);
}

//! QR codes with the link to a game.

use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{HttpClient, TestServer, start_game};
use rqrr::PreparedImage;

/// Reads the code in the image with a QR decoder.
fn decode(svg: &str) -> String {
    const ZOOM: usize = 4;
    let size: usize = between(svg, "viewBox=\"0 0 ", " ").parse().expect("a size");
    let dark = runs(svg.rsplit(" d=\"").next().expect("a path"));
    let is_dark =
        |x, y| dark.iter().any(|&(left, top, length)| top == y && (left..left + length).contains(&x));
    let mut image = PreparedImage::prepare_from_greyscale(size * ZOOM, size * ZOOM, |x, y| {
        if is_dark(x / ZOOM, y / ZOOM) { 0 } else { 255 }
    });
    let codes = image.detect_grids();
    assert_eq!(codes.len(), 1);
    codes[0].decode().expect("a code").1
}

/// The dark runs of modules: column, row, length.
fn runs(path: &str) -> Vec<(usize, usize, usize)> {
    let number = |text: &str| text.parse().expect("a number");
    let run = |run: &str| {
        let (start, rest) = run.split_once('h').expect("a line");
        let (x, y) = start.split_once(' ').expect("a point");
        (number(x), number(y), number(rest.split_once('v').expect("a box").0))
    };
    path.split('"').next().expect("a path").split('M').skip(1).map(run).collect()
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    text.split_once(before).and_then(|(_, rest)| rest.split_once(after)).expect("both marks").0
}

async fn image(http: &HttpClient, path: &str, headers: &[(&str, &str)]) -> String {
    let response = http.send_with_headers("GET", path, headers).await;
    assert_eq!(response.status(), 200, "{}", response.body());
    assert_eq!(response.headers()["content-type"], "image/svg+xml");
    response.into_body()
}

#[tokio::test]
async fn the_qr_code_links_to_the_game_at_the_requested_host() {
    let server = TestServer::start_behind("127.0.0.1", Limits::default()).await;
    let (game, _) = start_game(&server.http, "kubuguza", false).await;
    let path = format!("/game/{game}/qr.svg");
    let here = image(&server.http, &path, &[]).await;
    assert_eq!(decode(&here), format!("http://{}/game/{game}", server.address));
    let proxied = [("host", "games.example.org"), ("x-forwarded-proto", "https, http")];
    let standard = [("host", "games.example.org"), ("forwarded", "for=192.0.2.43;proto=https")];
    for headers in [proxied, standard] {
        let there = image(&server.http, &path, &headers).await;
        assert_eq!(decode(&there), format!("https://games.example.org/game/{game}"));
    }
}

#[tokio::test]
async fn the_scheme_of_an_untrusted_address_is_ignored() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", false).await;
    let proxied = [("host", "games.example.org"), ("x-forwarded-proto", "https")];
    let code = image(&server.http, &format!("/game/{game}/qr.svg"), &proxied).await;
    assert_eq!(decode(&code), format!("http://games.example.org/game/{game}"));
}

#[tokio::test]
async fn an_invalid_host_or_an_unknown_game_has_no_qr_code() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", false).await;
    let path = format!("/game/{game}/qr.svg");
    for host in ["me@evil.example", "evil.example/path", "<svg>", "a b"] {
        let response = server.http.send_with_headers("GET", &path, &[("host", host)]).await;
        assert_eq!(response.status(), 400, "{host}: {}", response.body());
    }
    let unknown = server.http.send_with_headers("GET", "/game/000000000000/qr.svg", &[]).await;
    assert_eq!(unknown.status(), 404);
}

#[tokio::test]
async fn the_configured_address_goes_before_the_host_header() {
    let server = TestServer::start_with_public_address("https://games.example.org").await;
    let (game, _) = start_game(&server.http, "kubuguza", false).await;
    let code = image(&server.http, &format!("/game/{game}/qr.svg"), &[("host", "evil.example")]).await;
    assert_eq!(decode(&code), format!("https://games.example.org/game/{game}"));
}

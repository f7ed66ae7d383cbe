//! Protection of a visitor's cookie: nobody else can act for the visitor, and the API does not accept it.

use ikibuguzo_protocol::{ErrorCode, Problem};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{FormBrowser, TestServer};

use super::{begin, begin_pair, turn_of};

#[tokio::test]
async fn a_form_of_another_site_is_refused() {
    let server = TestServer::start().await;
    let [mut maker, _] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    let form = turn_of(&maker).expect("a turn");
    let (name, value) = form.buttons[0].clone();
    let fields = form.pressed(&name, &value);
    for header in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("referer", "https://evil.example/"),
    ] {
        let response = maker.post(&form.action, &fields, &[header]).await;
        assert_eq!(response.status(), 403, "{header:?}");
        let started = maker.post("/forms", &[], &[header]).await;
        assert_eq!(started.status(), 403, "{header:?}");
        assert!(started.headers().get("set-cookie").is_none(), "{header:?}");
    }
    assert_eq!(server.http.events(maker.game(), 0).await.events.len(), 4, "nothing was played");
    let origin = format!("http://{}", server.address);
    let response =
        maker.post(&form.action, &fields, &[("origin", &origin), ("sec-fetch-site", "same-origin")]).await;
    assert_eq!(response.status(), 303);
    assert_eq!(server.http.events(maker.game(), 0).await.events.len(), 5);
}

#[tokio::test]
async fn a_form_without_the_visitors_key_does_nothing() {
    let server = TestServer::start().await;
    let [mut maker, mut guest] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    guest.reload().await;
    let resign = maker.find_form("type", "resign").expect("a form");
    let others = guest.find_form("type", "resign").expect("a form");
    let without: Vec<_> =
        resign.pressed("type", "resign").into_iter().filter(|(name, _)| name != "key").collect();
    for fields in [without, others.pressed("type", "resign")] {
        maker.send(&resign.action, &fields).await;
        assert!(maker.page.contains("That form was made for another visitor."), "{}", maker.page);
        assert!(turn_of(&maker).is_some(), "{}", maker.page);
    }
}

#[tokio::test]
async fn the_api_does_not_accept_the_cookie() {
    let server = TestServer::start().await;
    let maker = begin(&server, "friend", &[]).await;
    let cookie = maker.cookie.clone().expect("a cookie");
    for (method, path) in [("GET", "/api/players/me"), ("POST", "/api/commands"), ("POST", "/api/games")] {
        let headers = [("cookie", cookie.as_str()), ("content-type", "application/json")];
        let answer = server.http.send_with_headers_and_body(method, path, &headers, "{}").await;
        assert_eq!(answer.status(), 401, "{method} {path}");
        let problem: Problem = serde_json::from_str(answer.body()).expect("a problem");
        assert_eq!(problem.code, ErrorCode::TokenRequired, "{method} {path}");
    }
}

#[tokio::test]
async fn the_cookie_is_for_these_pages_and_no_script() {
    let server = TestServer::start_behind("127.0.0.1", Limits::default()).await;
    let mut browser = FormBrowser::new(server.address);
    browser.open("/forms").await;
    let form = browser.find_form("way", "friend").expect("a form");
    let fields = form.pressed("way", "friend");
    let plain = browser.post("/forms", &fields, &[]).await;
    let line = plain.headers()["set-cookie"].to_str().expect("text").to_owned();
    let (pair, attributes) = line.split_once("; ").expect("attributes");
    assert_eq!(attributes, "Path=/forms; Max-Age=31536000; HttpOnly; SameSite=Lax");
    let secure = browser.post("/forms", &fields, &[("x-forwarded-proto", "https")]).await;
    let secure = secure.headers()["set-cookie"].to_str().expect("text").to_owned();
    assert!(secure.ends_with("; SameSite=Lax; Secure"), "{secure}");
    let token = pair.split_once('=').expect("a value").1;
    browser.cookie = Some(pair.to_owned());
    for path in ["/forms", plain.headers()["location"].to_str().expect("a path")] {
        let page = browser.get(path).await;
        assert_eq!(page.headers()["cache-control"], "no-store", "{path}");
        assert!(!page.body().contains(token), "{path}");
        let policy = page.headers()["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("form-action 'self'"), "{policy}");
    }
}

#[tokio::test]
async fn a_token_that_is_unknown_makes_no_guest_and_is_forgotten() {
    let server = TestServer::start().await;
    let maker = begin(&server, "friend", &[]).await;
    let mut browser = FormBrowser::new(server.address);
    browser.cookie = Some(format!("ikibuguzo_player={}", "0".repeat(52)));
    browser.open(&maker.path).await;
    let form = browser.find_form("type", "sit").expect("a form");
    let answer = browser.post(&form.action, &form.pressed("type", "sit"), &[]).await;
    assert_eq!(answer.headers()["location"], format!("{}?refused=bad_token", maker.path));
    let cookie = answer.headers()["set-cookie"].to_str().expect("text");
    assert!(cookie.starts_with("ikibuguzo_player=; ") && cookie.contains("Max-Age=0"), "{cookie}");
    browser.send(&form.action, &form.pressed("type", "sit")).await;
    browser.press("type", "sit").await;
    assert!(browser.page.contains("You play as"), "{}", browser.page);
}

#[tokio::test]
async fn a_form_that_makes_a_guest_costs_as_much_as_a_guest() {
    let limits = Limits { requests_per_second: 2, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let browser = FormBrowser::new(server.address);
    let mut accepted = 0;
    while browser.post("/forms", &[], &[]).await.status() == 303 {
        accepted += 1;
        assert!(accepted < 10, "ten guests at once");
    }
    assert!((1..=3).contains(&accepted), "{accepted} of a burst of 20 requests");
}

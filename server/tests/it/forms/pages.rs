//! The text of the pages, their size, and the times when they load themselves again.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use ikibuguzo_testing::form_page::refresh_of;
use ikibuguzo_testing::{FormBrowser, TestServer};

use super::{begin, begin_pair};

/// Largest number of compressed bytes of a page.
const MAX_BYTES: usize = 6_000;

fn compressed(page: &str) -> usize {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(page.as_bytes()).expect("in memory");
    gzip.finish().expect("in memory").len()
}

#[tokio::test]
async fn a_page_is_small_and_loads_one_style() {
    let server = TestServer::start().await;
    for rules in ["ikibuguzo:first", "kubuguza", "njombwa:10", "azigo"] {
        let [mut maker, mut guest] = begin_pair(&server, rules).await;
        if rules.starts_with("ikibuguzo") {
            maker.reload().await;
            maker.press("array", "first").await;
            guest.press("array", "first").await;
        }
        maker.reload().await;
        let bytes = compressed(&maker.page);
        println!("{rules}: {bytes} of {} bytes", maker.page.len());
        assert!(bytes < MAX_BYTES, "{rules}: {bytes} bytes");
        assert_eq!(maker.page.matches("/static/").count(), 1, "{rules}");
        assert!(!maker.page.contains("<script"), "{rules}");
    }
    let mut browser = FormBrowser::new(server.address);
    browser.open("/forms").await;
    println!("first page: {} of {} bytes", compressed(&browser.page), browser.page.len());
    assert!(compressed(&browser.page) < MAX_BYTES);
}

#[tokio::test]
async fn a_page_loads_itself_again_while_its_visitor_waits() {
    let server = TestServer::start().await;
    for (clock, seconds) in [("none", 10), ("fischer:300+5", 5), ("days:3", 60)] {
        let maker =
            begin(&server, "friend", &[("rules", "kubuguza"), ("clock", clock), ("starts", "me")]).await;
        assert_eq!(refresh_of(&maker.page), Some((10, maker.path.clone())), "{clock}: an open game");
        let mut guest = FormBrowser::new(server.address);
        guest.open(&maker.path).await;
        guest.press("type", "sit").await;
        assert_eq!(refresh_of(&guest.page), Some((seconds, maker.path.clone())), "{clock}");
        guest.open(&format!("{}?still=true", maker.path)).await;
        assert_eq!(refresh_of(&guest.page), None, "{clock}: stopped");
        assert!(guest.form_of("say").is_some(), "where the page stays, words are not lost");
    }
}

#[tokio::test]
async fn the_pages_with_and_without_scripts_name_each_other() {
    let server = TestServer::start().await;
    let maker = begin(&server, "friend", &[]).await;
    let with_scripts = format!("/game/{}", maker.game());
    assert!(maker.page.contains(&format!("href=\"{with_scripts}\"")), "{}", maker.page);
    let page = maker.get(&with_scripts).await.into_body();
    assert!(page.contains(&format!("href=\"{}\"", maker.path)), "{page}");
    let home = maker.get("/").await.into_body();
    assert!(home.contains("href=\"/forms\""), "{home}");
    let elsewhere = maker.get(&maker.path.to_uppercase().replace("/FORMS", "/forms")).await;
    assert_eq!(elsewhere.headers()["location"], maker.path, "another spelling leads to the usual one");
}

#[tokio::test]
async fn an_invited_player_may_decline() {
    let server = TestServer::start().await;
    let mut guest = begin(&server, "friend", &[]).await;
    let (_, rest) = guest.page.split_once("You play as ").expect("a name");
    let name = rest.split(' ').next().expect("a name").to_owned();
    let maker = server.http.create_guest().await;
    let mut new = ikibuguzo_testing::new_game("kubuguza", "none");
    new.opponent = Some(ikibuguzo_protocol::Text(name.parse().expect("a player")));
    let game = server.http.create_game(&maker, &new).await.expect("a game").game;
    let mut other = FormBrowser::new(server.address);
    other.open(&format!("/forms/{game}")).await;
    assert!(other.find_form("type", "sit").is_none(), "{}", other.page);
    guest.open(&format!("/forms/{game}")).await;
    assert!(guest.find_form("type", "sit").is_some(), "{}", guest.page);
    guest.press("type", "decline").await;
    assert!(guest.page.contains("No result"), "{}", guest.page);
}

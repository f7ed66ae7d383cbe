//! The lessons, as a browser gets them.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_testing::TestServer;

async fn page(server: &TestServer, path: &str) -> String {
    let response = server.http.send_with_headers("GET", path, &[("accept", "text/html")]).await;
    assert_eq!(response.status(), 200, "{path}");
    response.into_body()
}

#[tokio::test]
async fn the_list_of_lessons_leads_to_each_game_and_every_page_leads_to_the_list() {
    let server = TestServer::start().await;
    let list = page(&server, "/learn").await;
    for game in Ruleset::STANDARD {
        let path = format!("/learn/{}", game.name());
        assert!(list.contains(&format!("href=\"{path}\"")), "{path}");
        assert!(page(&server, &path).await.contains("href=\"/learn\""), "{path}");
    }
    assert!(page(&server, "/").await.contains("href=\"/learn\""));
}

#[tokio::test]
async fn the_first_lesson_can_be_read_before_any_script_runs() {
    let server = TestServer::start().await;
    let html = page(&server, "/learn/kubuguza").await;
    for text in ["Lesson 1 of 10", "You are South", "Let your last counter fall in G."] {
        assert!(html.contains(text), "{text}");
    }
    assert_eq!(html.matches("data-lesson=").count(), 10);
}

#[tokio::test]
async fn an_unknown_game_has_no_lessons() {
    let server = TestServer::start().await;
    for path in ["/learn/bao", "/learn/README", "/learn/Kubuguza", "/learn/kubuguza/sow"] {
        let response = server.http.send_with_headers("GET", path, &[("accept", "text/html")]).await;
        assert_eq!(response.status(), 404, "{path}");
    }
}

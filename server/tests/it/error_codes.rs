//! The page that explains the error codes.

use ikibuguzo_protocol::{ErrorCode, Problem};
use ikibuguzo_testing::TestServer;

#[tokio::test]
async fn the_type_of_a_problem_links_to_the_explanation_of_its_code() {
    let server = TestServer::start().await;
    let problem = server.http.get::<Problem>("/api/games/000000000000").await.expect_err("no such game");
    assert_eq!(problem.kind, "/errors#unknown_game");
    let page = server.http.send("GET", &problem.kind, None, None).await;
    assert_eq!(page.status(), 200);
    assert!(page.headers()["content-type"].to_str().expect("text").starts_with("text/html"));
    assert!(page.body().contains("The game does not exist."), "{}", page.body());
}

#[tokio::test]
async fn every_code_has_an_anchor_a_status_and_an_explanation() {
    let server = TestServer::start().await;
    let page = server.http.send("GET", "/errors", None, None).await.into_body();
    for code in ErrorCode::ALL {
        let (_, rest) = page.split_once(&format!("id=\"{code}\"")).unwrap_or_else(|| panic!("{code}"));
        let row = rest.split_once("</tr>").expect("a row").0;
        assert!(row.contains(&format!("<td>{}</td>", code.status())), "{row}");
        let explanation = row.rsplit_once("<td>").expect("a cell").1.trim_end_matches("</td>");
        assert!(explanation.ends_with('.'), "{row}");
    }
}

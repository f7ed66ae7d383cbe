//! The rules pages, as a browser gets them.

use std::collections::HashSet;

use ikibuguzo_protocol::{Lap, PositionView};
use ikibuguzo_testing::TestServer;

/// Each page, its source file, and the least number of its examples.
const PAGES: [(&str, &str, usize); 5] = [
    ("/rules", include_str!("../../../docs/rules/README.md"), 0),
    ("/rules/ikibuguzo", include_str!("../../../docs/rules/ikibuguzo.md"), 3),
    ("/rules/kubuguza", include_str!("../../../docs/rules/kubuguza.md"), 1),
    ("/rules/njombwa", include_str!("../../../docs/rules/njombwa.md"), 2),
    ("/rules/azigo", include_str!("../../../docs/rules/azigo.md"), 3),
];

async fn page(server: &TestServer, path: &str) -> String {
    let response = server.http.fetch(path, &[]).await;
    assert_eq!(response.status(), 200, "{path}");
    String::from_utf8(response.into_body()).expect("text")
}

async fn compressed_size(server: &TestServer, path: &str) -> usize {
    let response = server.http.fetch(path, &[("accept-encoding", "gzip")]).await;
    assert_eq!(response.headers()["content-encoding"], "gzip", "{path}");
    response.body().len()
}

fn between<'a>(text: &'a str, before: &'a str, after: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
}

fn anchors(html: &str) -> HashSet<&str> {
    between(html, " id=\"", "\"").collect()
}

#[tokio::test]
async fn every_paragraph_has_an_anchor_and_every_link_resolves() {
    let server = TestServer::start().await;
    let mut pages = Vec::new();
    for (path, text, _) in PAGES {
        pages.push((path, text, page(&server, path).await));
    }
    for (path, text, html) in &pages {
        let numbered = text.lines().filter(|line| line.starts_with("## ") || line.starts_with("### "));
        for number in numbered.filter_map(|line| line.split(' ').nth(1)) {
            assert!(anchors(html).contains(number), "{path}#{number}");
        }
        for link in
            between(html, "href=\"", "\"").filter(|link| link.starts_with("/rules") || link.starts_with('#'))
        {
            let (to, anchor) = link.split_once('#').unwrap_or((link, ""));
            // Drawings link to their own parts in the same way.
            let to = if to.is_empty() { *path } else { to };
            let (.., target) = pages.iter().find(|(path, ..)| *path == to).expect(link);
            assert!(anchor.is_empty() || anchors(target).contains(anchor), "{path}: {link}");
        }
        assert_eq!(anchors(html).len(), between(html, " id=\"", "\"").count(), "{path}: ids are unique");
    }
}

#[tokio::test]
async fn every_mark_becomes_a_badge_and_no_markdown_is_left() {
    let server = TestServer::start().await;
    for (path, text, _) in PAGES {
        let html = page(&server, path).await;
        for mark in ["source", "reading", "convention"] {
            let marks = text.matches(&format!("[{mark}")).count();
            assert_eq!(html.matches(&format!("class=\"mark {mark}\"")).count(), marks, "{path} {mark}");
        }
        for leftover in ["[source", "[reading", "[convention", ".md", "```", "<script>alert"] {
            assert!(!html.contains(leftover), "{path}: {leftover}");
        }
    }
}

#[tokio::test]
async fn every_step_of_every_example_has_its_board() {
    let server = TestServer::start().await;
    for (path, _, examples) in PAGES {
        let html = page(&server, path).await;
        let html = html.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
        let found: Vec<&str> = between(&html, "<div class=\"stepper\"", "</ol></div>").collect();
        let moving = usize::from(path != "/rules");
        assert_eq!(html.matches("id=\"how-to-play\"").count(), moving, "{path}");
        assert!(found.len() >= examples + moving, "{path}: {}", found.len());
        for example in found {
            let positions: Vec<PositionView> = between(example, "data-position=\"", "\">")
                .map(|json| json.split("\" data-laps").next().expect("a position"))
                .map(|json| serde_json::from_str(json).expect(json))
                .collect();
            let boards = example.matches("class=\"board still\"").count();
            assert!(positions.len() >= 2 && boards == positions.len(), "{path}");
            for laps in between(example, "data-laps=\"", "\">") {
                let laps: Vec<Lap> = serde_json::from_str(laps).expect(laps);
                assert!(!laps.is_empty());
            }
        }
    }
}

#[tokio::test]
async fn a_rules_page_with_its_files_is_at_most_50_kb_compressed() {
    let server = TestServer::start().await;
    let mut shared = 0;
    for file in ["rules.css", "rules.js", "rules.en.js"] {
        shared += compressed_size(&server, &format!("/static/{file}")).await;
    }
    for (path, ..) in PAGES {
        let size = compressed_size(&server, path).await + shared;
        assert!(size <= 50_000, "{path}: {size} bytes");
    }
}

#[tokio::test]
async fn an_unknown_game_has_no_rules_page() {
    let server = TestServer::start().await;
    for path in ["/rules/README", "/rules/bao", "/rules/..%2fazigo"] {
        assert_eq!(server.http.fetch(path, &[]).await.status(), 404, "{path}");
    }
}

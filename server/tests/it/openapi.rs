//! The OpenAPI document and the page that shows it.

use ikibuguzo_testing::TestServer;
use serde_json::Value;

const DOCUMENT: &str = "/api/openapi.json";

#[tokio::test]
async fn every_reference_in_the_openapi_document_resolves() {
    let server = TestServer::start().await;
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    assert_eq!(document["openapi"], "3.1.0");
    let text = document.to_string();
    let references = text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next());
    let mut count = 0;
    for pointer in references {
        assert!(document.pointer(pointer).is_some(), "{pointer}");
        count += 1;
    }
    assert!(count > 50, "{count} references");
    for link in text.split("{\"operationId\":\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let known = operations(&document).any(|operation| operation["operationId"] == link);
        assert!(known, "{link}");
    }
}

#[tokio::test]
async fn every_operation_has_a_summary_and_a_unique_id() {
    let server = TestServer::start().await;
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    let mut names: Vec<&Value> = operations(&document).map(|operation| &operation["operationId"]).collect();
    assert!(names.len() > 12, "{} operations", names.len());
    for operation in operations(&document) {
        assert!(operation["summary"].as_str().is_some_and(|summary| summary.ends_with('.')), "{operation}");
        let answers = operation["responses"].as_object().expect("answers");
        assert!(answers.keys().any(|status| status.starts_with('2')), "{operation}");
    }
    names.sort_by_key(ToString::to_string);
    names.dedup();
    assert_eq!(names.len(), operations(&document).count());
}

#[tokio::test]
async fn the_api_page_shows_every_operation_without_external_resources() {
    let server = TestServer::start().await;
    let page = server.http.send("GET", "/api", None, None).await;
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    let page = page.into_body();
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    for operation in operations(&document) {
        let name = operation["operationId"].as_str().expect("a name");
        assert!(page.contains(&format!("<section id=\"{name}\">")), "{name}");
    }
    assert!(page.contains("<header class=\"site\">"));
    for inline in ["<style", "style=", "http://", "https://"] {
        assert!(!page.contains(inline), "{inline}");
    }
    let anchors = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
    for anchor in anchors {
        assert!(page.contains(&format!("id=\"{anchor}\"")), "{anchor}");
    }
    let style = server.http.send("GET", "/static/api.css", None, None).await;
    assert_eq!(style.headers()["content-type"], "text/css; charset=utf-8");
}

#[tokio::test]
async fn the_openapi_document_describes_exactly_the_documented_endpoints() {
    let server = TestServer::start().await;
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    let page = include_str!("../../../docs/PROTOCOL.md");
    // Headings such as `### GET /api/games/{id}`.
    let documented = page.lines().filter_map(|line| line.strip_prefix("### ")?.split_once(" /"));
    let documented = documented.filter(|(method, _)| method.bytes().all(|byte| byte.is_ascii_uppercase()));
    let mut documented: Vec<String> = documented
        .map(|(method, path)| format!("{method} /{}", path.replace("{id}", "{game}").replace("{n}", "{ply}")))
        .collect();
    let mut described: Vec<String> = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let methods = methods.as_object().expect("methods").keys();
        described.extend(methods.map(|method| format!("{} {path}", method.to_uppercase())));
    }
    documented.sort();
    described.sort();
    assert_eq!(documented, described);
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    let paths = document["paths"].as_object().expect("paths");
    paths.values().flat_map(|methods| methods.as_object().expect("methods").values())
}

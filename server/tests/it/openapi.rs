//! The OpenAPI document and the page that shows it.

use std::collections::BTreeSet;

use ikibuguzo_testing::TestServer;
use serde_json::{Map, Value};

use crate::route_table;

const DOCUMENT: &str = "/api/openapi.json";

/// The path of the definitions of types.
const SCHEMAS: &str = "#/components/schemas/";

/// Paths for people and browsers, which the document does not describe.
const PAGES: [&str; 36] = [
    "/.well-known/ikibuguzo-key.pem",
    "/",
    "/forms",
    "/forms/{game}",
    "/games",
    "/leaderboards",
    "/learn",
    "/learn/{rules}",
    "/live",
    "/offline",
    "/offline/{rules}",
    "/players/{name}",
    "/tournaments",
    "/tournaments/{tournament}",
    "/you",
    "/game/{game}",
    "/game/{game}/embed",
    "/puzzles",
    "/puzzles/{rules}",
    "/rules",
    "/rules/{chapter}",
    "/stats",
    "/analysis",
    "/card.png",
    "/errors",
    "/exports/{file}",
    "/robots.txt",
    "/icon/{icon}",
    "/manifest.webmanifest",
    "/service-worker.js",
    "/static/{*path}",
    "/ws",
    "/game/{game}/qr.svg",
    "/game/{game}/board.svg",
    "/game/{game}/board.png",
    "/game/{game}/replay.svg",
];

/// The readers of the document (generators, Spectral, schemathesis) read the committed file, and are run when it changes.
#[tokio::test]
async fn the_committed_openapi_document_is_the_served_one() {
    let server = TestServer::start().await;
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    let served = serde_json::to_string_pretty(&document).expect("JSON") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, served).expect("written");
    } else {
        let committed = std::fs::read_to_string(path).expect("the committed document");
        assert!(
            committed == served,
            "UPDATE_SNAPSHOTS=1 cargo test -p ikibuguzo-server --test it openapi updates {path}"
        );
    }
}

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
    // The head names the page's own address, for link previews.
    let (_, body) = page.split_once("<body").expect("a body");
    for inline in ["<style", "style=", "=\"http://", "=\"https://"] {
        assert!(!body.contains(inline), "{inline}");
    }
    let anchors = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
    for anchor in anchors {
        assert!(page.contains(&format!("id=\"{anchor}\"")), "{anchor}");
    }
    let style = server.http.send("GET", "/static/api.css", None, None).await;
    assert_eq!(style.headers()["content-type"], "text/css; charset=utf-8");
}

#[tokio::test]
async fn every_text_of_the_details_belongs_to_an_operation() {
    let document = document().await;
    let details = include_str!("../../src/api/openapi/details.md");
    for (heading, text) in details.split("\n## ").skip(1).filter_map(|section| section.split_once("\n\n")) {
        let operation = operations(&document).find(|operation| operation["operationId"] == heading);
        let described = operation.unwrap_or(&document["info"]);
        assert!(operation.is_some() || heading == "info", "{heading}");
        assert!(described["description"].as_str().expect("a text").contains(text.trim()), "{heading}");
    }
}

#[tokio::test]
async fn every_type_is_used() {
    let document = document().await;
    let text = document.to_string();
    for name in types(&document).keys() {
        assert!(text.contains(&format!("\"$ref\":\"{SCHEMAS}{name}\"")), "{name}");
    }
}

#[tokio::test]
async fn an_enum_is_no_choice_of_constants() {
    let document = document().await;
    let mut enums = 0;
    for_each_object(&document, &mut |schema| {
        for choice in choices(schema) {
            assert!(choice.get("const").is_none() && choice.get("enum").is_none(), "{schema:?}");
        }
        enums += usize::from(schema.contains_key("enum"));
    });
    assert!(enums > 15, "{enums} enums");
    let states = &document["components"]["schemas"]["State"];
    assert_eq!(states["enum"], serde_json::json!(["open", "arranging", "playing", "finished"]));
    assert!(states["description"].as_str().expect("a description").contains("- `open`: A seat is free."));
}

#[tokio::test]
async fn every_union_is_a_choice_of_named_objects_with_a_complete_discriminator() {
    let document = document().await;
    let types = types(&document);
    let mut tagged = 0;
    for (name, union) in types.iter().filter(|(_, schema)| schema.get("oneOf").is_some()) {
        let named: BTreeSet<&str> = choices(union.as_object().expect("a schema")).map(reference).collect();
        let Some(discriminator) = union.get("discriminator") else {
            assert!(["Lap", "ExportLine"].contains(&name.as_str()), "{name} has no tag");
            continue;
        };
        let tag = discriminator["propertyName"].as_str().expect("a tag");
        let mapping = discriminator["mapping"].as_object().expect("a mapping");
        let mapped: BTreeSet<&str> = mapping.values().filter_map(Value::as_str).collect();
        assert_eq!(mapped, named, "{name}");
        for (value, path) in mapping {
            let variant = &types[path.as_str().expect("a path").trim_start_matches(SCHEMAS)];
            if variant.get("oneOf").is_none() {
                assert_eq!(variant["properties"][tag]["const"], *value, "{name}");
                let required = variant["required"].as_array().expect("required fields");
                assert!(required.iter().any(|field| field == tag), "{name}");
            }
        }
        tagged += 1;
    }
    assert!(tagged >= 3, "{tagged} unions with a tag");
}

#[tokio::test]
async fn nothing_is_included_and_no_choice_is_nested() {
    let document = document().await;
    for_each_object(&document, &mut |schema| {
        assert!(!schema.contains_key("allOf"), "{schema:?}");
        let is_union = schema.contains_key("oneOf");
        assert!(!is_union || choices(schema).all(|choice| choice.get("$ref").is_some()), "{schema:?}");
        // A type of the field beside a reference to another type would be lost by most generators.
        let beside = schema.contains_key("$ref") && schema.contains_key("required");
        assert!(!beside, "{schema:?}");
        if schema.get("type").is_some_and(|kind| kind == "array") {
            assert!(schema.contains_key("items"), "{schema:?}");
        }
    });
}

#[tokio::test]
async fn every_tag_is_described_and_used() {
    let document = document().await;
    let described = document["tags"].as_array().expect("tags").iter();
    let described: BTreeSet<&str> = described.filter_map(|tag| tag["name"].as_str()).collect();
    let used: BTreeSet<&str> = operations(&document).filter_map(|it| it["tags"][0].as_str()).collect();
    assert_eq!(described, used);
}

#[tokio::test]
async fn a_command_is_a_message_with_an_id() {
    let document = document().await;
    let mapping = document["components"]["schemas"]["Command"]["discriminator"]["mapping"].as_object();
    let commands: Vec<&str> = mapping.expect("commands").keys().map(String::as_str).collect();
    assert!(commands.contains(&"act") && commands.contains(&"say"), "{commands:?}");
    assert!(!commands.contains(&"hello") && !commands.contains(&"ping"), "{commands:?}");
    let answer = &document["paths"]["/api/commands"]["post"]["responses"]["200"]["content"];
    assert_eq!(answer["application/json"]["schema"]["$ref"], "#/components/schemas/Ack");
}

#[tokio::test]
async fn every_path_of_the_server_is_described_or_a_page() {
    let server = TestServer::start().await;
    let described = route_table::api_paths(&server).await;
    let routed = route_table::page_paths();
    let pages = BTreeSet::from(PAGES);
    assert!(routed.is_superset(&pages), "{:?}", pages.difference(&routed));
    for path in routed.difference(&pages) {
        assert!(described.contains(*path), "{path} is neither described nor a page");
    }
}

#[tokio::test]
async fn every_described_path_is_answered() {
    let server = TestServer::start().await;
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let described: BTreeSet<String> =
            methods.as_object().expect("methods").keys().map(|method| method.to_uppercase()).collect();
        assert_eq!(described, route_table::methods_of(&server, path).await, "{path}");
    }
}

async fn document() -> Value {
    let server = TestServer::start().await;
    server.http.get(DOCUMENT).await.expect("a document")
}

fn types(document: &Value) -> &Map<String, Value> {
    document["components"]["schemas"].as_object().expect("types")
}

fn choices(schema: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    schema.get("oneOf").and_then(Value::as_array).into_iter().flatten()
}

fn reference(schema: &Value) -> &str {
    schema["$ref"].as_str().expect("a reference")
}

/// Visits every object of the document.
fn for_each_object(value: &Value, visit: &mut impl FnMut(&Map<String, Value>)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| for_each_object(item, visit)),
        Value::Object(fields) => {
            visit(fields);
            fields.values().for_each(|field| for_each_object(field, visit));
        }
        _ => {}
    }
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    let paths = document["paths"].as_object().expect("paths");
    paths.values().flat_map(|methods| methods.as_object().expect("methods").values())
}

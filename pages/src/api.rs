//! The description of the API for people: a section for each operation and each type of the OpenAPI document.

use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value};

use crate::address::SiteAddress;
use crate::frame::Page;
use crate::link_card;

/// The page around its content, which [`content`] renders.
pub fn page(main: &str, address: &SiteAddress) -> Page {
    let title = "API".to_owned();
    let head = html! {
        (link_card::of_page(address, "/api", &title, "Play, watch and read every game from a program."))
    };
    Page { name: "plain", title, style: "api", head, main: PreEscaped(main.to_owned()) }
}

/// The content of the page for an OpenAPI document.
pub fn content(document: &Value) -> String {
    let types = fields(&document["components"]["schemas"]);
    let content = html! {
        h1 { "The API of ikibuguzo" }
        (description(&document["info"]["description"]))
        p { "For programs: " a href="/api/openapi.json" { "openapi.json" } " (OpenAPI 3.1)." }
        nav aria-label="Operations" { (contents(document)) }
        @for (path, method, operation) in operations(document) { (section(path, method, operation)) }
        h2 id="types" { "Types" }
        @for (name, schema) in types { (declared(name, schema)) }
    };
    content.into_string()
}

fn contents(document: &Value) -> Markup {
    html! {
        ul {
            @for (path, method, operation) in operations(document) {
                li {
                    a href={ "#" (text(&operation["operationId"])) } { (method.to_uppercase()) " " (path) }
                    " " (prose(&operation["summary"]))
                }
            }
            li { a href="#types" { "Types" } }
        }
    }
}

fn section(path: &str, method: &str, operation: &Value) -> Markup {
    let id = text(&operation["operationId"]);
    html! {
        section id=(id) {
            h2 { code { (method.to_uppercase()) " " (path) } }
            p { (prose(&operation["summary"])) }
            (description(&operation["description"]))
            @if let Some(parameters) = operation["parameters"].as_array() { (table(parameters)) }
            @if let Some(body) = operation.get("requestBody") { p { "Body: " (media(body)) } }
            table {
                thead { tr { th { "answer" } th { "what" } th { "content" } } }
                tbody {
                    @for (status, answer) in fields(&operation["responses"]) {
                        tr { td { (status) } td { (prose(&answer["description"])) } td { (media(answer)) } }
                    }
                }
            }
        }
    }
}

fn table(parameters: &[Value]) -> Markup {
    html! {
        table {
            thead { tr { th { "parameter" } th { "in" } th { "type" } th { "what" } } }
            tbody {
                @for parameter in parameters {
                    tr {
                        td { code { (text(&parameter["name"])) } }
                        td { (text(&parameter["in"])) }
                        td { (kind(&parameter["schema"])) }
                        td { (prose(&parameter["description"])) }
                    }
                }
            }
        }
    }
}

/// The media types of a body or of a response, with their types.
fn media(body: &Value) -> Markup {
    html! {
        @for (mime, media) in fields(&body["content"]) { div { (kind(&media["schema"])) " " code { (mime) } } }
    }
}

fn declared(name: &str, schema: &Value) -> Markup {
    html! {
        section id={ "type-" (name) } {
            h3 { (name) }
            (description(&schema["description"]))
            (shape(schema))
        }
    }
}

/// A description: paragraphs, and lists of the lines that begin with `- `.
fn description(value: &Value) -> Markup {
    html! { @for block in text(value).split("\n\n") { (paragraph_or_list(block)) } }
}

fn paragraph_or_list(block: &str) -> Markup {
    let (items, lines): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| line.starts_with("- "));
    html! {
        @if !lines.is_empty() { p { (prose(&lines.join("\n").into())) } }
        @if !items.is_empty() {
            ul { @for item in items { li { (prose(&item.trim_start_matches("- ").into())) } } }
        }
    }
}

/// The fields of a type, its choices, or its text.
fn shape(schema: &Value) -> Markup {
    let choices = ["oneOf", "anyOf"].into_iter().find_map(|key| schema[key].as_array());
    html! {
        @if let Some(properties) = schema["properties"].as_object() { (rows(schema, properties)) }
        @if let Some(choices) = choices {
            ul {
                @for choice in choices {
                    li { (prose(&choice["description"])) " " (kind(choice)) (shape(choice)) }
                }
            }
        }
        @if schema["properties"].is_null() && choices.is_none() { p { (kind(schema)) } }
    }
}

fn rows(schema: &Value, properties: &Map<String, Value>) -> Markup {
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|it| it == name));
    html! {
        table {
            thead { tr { th { "field" } th { "type" } th { "what" } } }
            tbody {
                @for (name, field) in properties {
                    tr {
                        td { code { (name) } }
                        td { (kind(field)) @if !required(name) { ", may be left out" } }
                        td { (prose(&field["description"])) }
                    }
                }
            }
        }
    }
}

/// A type in a few words, with links to the named types.
fn kind(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return html! { a href={ "#type-" (name) } { (name) } };
    }
    if let Some(value) = schema.get("const") {
        return html! { code { (value.to_string()) } };
    }
    if let Some(values) = schema["enum"].as_array() {
        return html! { @for value in values { code { (value.to_string()) } " " } };
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        return html! { "text like " code { (pattern) } };
    }
    if let Some(several) = ["allOf", "anyOf"].into_iter().find_map(|key| schema[key].as_array()) {
        return html! { @for one in several { (kind(one)) " " } };
    }
    match &schema["type"] {
        Value::String(named) if named == "array" => html! { "list of " (kind(&schema["items"])) },
        Value::String(named) => html! { (named) },
        Value::Array(kinds) => html! { @for kind in kinds { (text(kind)) " " } },
        _ => html! {},
    }
}

fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = fields(&document["paths"]);
    paths.flat_map(|(path, methods)| fields(methods).map(move |(method, it)| (path, method, it)))
}

fn fields(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, field)| (name.as_str(), field))
}

/// A text in which backticks enclose code.
pub(crate) fn prose(value: &Value) -> Markup {
    html! {
        @for (index, part) in text(value).split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

//! The OpenAPI document as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ikibuguzo_protocol::ErrorCode;
use serde_json::{Map, Value};

use super::recorder::Example;
use crate::documents::{anchor, wrap};

const INTRODUCTION: &str = "\
# Reference: HTTP and error codes

A test writes this page from the [description of the API](../server/openapi.json) and from the answers of a server; do \
not edit it. The texts come from the types and from `server/src/api/openapi/details.md`. A running server shows the same at \
`/api`, without examples. Begin with [QUICKSTART.md](QUICKSTART.md); the socket is in [PROTOCOL.md](PROTOCOL.md).

```sh
UPDATE_SNAPSHOTS=1 cargo test -p ikibuguzo-server --test it reference    # without the variable: compares
```

";

/// Codes with which any path may answer, so that they are not listed with each.
const COMMON_ERRORS: [ErrorCode; 4] =
    [ErrorCode::TooFast, ErrorCode::StorageUnavailable, ErrorCode::Restarting, ErrorCode::Internal];

const ERROR_CODES: &str = "\
## Error codes

The codes are the same on the socket (`code` of `refused` and `bye`) and over HTTP (`code` of the problem, with this \
status).

| code | status | meaning |
| --- | --- | --- |
";

/// The whole page.
pub(super) fn page(document: &Value, examples: &BTreeMap<String, Vec<Example>>) -> String {
    let mut page = INTRODUCTION.to_owned();
    page += &contents(document);
    let _ = write!(page, "## All requests\n\n{}\n\n", text(&document["info"]["description"]));
    let _ = write!(
        page,
        "Any path below `/api` may answer with {}.\n\n",
        COMMON_ERRORS.map(|code| format!("`{code}`")).join(", ")
    );
    page += &examples_of("GET error", examples);
    for tag in document["tags"].as_array().expect("tags") {
        let _ = write!(page, "## Operations: {}\n\n{}\n\n", text(&tag["name"]), text(&tag["description"]));
        for (name, operation) in operations(document).filter(|(_, it)| it["tags"][0] == tag["name"]) {
            page += &section(&name, operation);
            page += &examples_of(&name, examples);
        }
    }
    page += &error_codes(document);
    page += &types(document);
    page
}

/// Every operation, with its name, such as `GET /api/games/{game}`.
pub(super) fn operations(document: &Value) -> impl Iterator<Item = (String, &Value)> {
    let paths = fields(&document["paths"]);
    paths.flat_map(|(path, methods)| {
        fields(methods).map(move |(method, it)| (format!("{} {path}", method.to_uppercase()), it))
    })
}

fn contents(document: &Value) -> String {
    let mut table = "| operation | |\n| --- | --- |\n".to_owned();
    for (name, operation) in operations(document) {
        let _ = writeln!(table, "| [`{name}`](#{}) | {} |", anchor(&name), text(&operation["summary"]));
    }
    table + "\n[Error codes](#error-codes) · [Types](#types)\n\n"
}

fn section(name: &str, operation: &Value) -> String {
    let [summary, description] = ["summary", "description"].map(|key| text(&operation[key]));
    let mut section = format!("### {name}\n\n{summary}\n\n{description}\n\n");
    section += &parameters(operation);
    if let Some(body) = operation.get("requestBody") {
        let _ = write!(section, "Body: {}.\n\n", media(body));
    }
    let (errors, answers): (Vec<_>, Vec<_>) =
        fields(&operation["responses"]).partition(|(status, _)| *status >= "400");
    let answers: Vec<String> = answers.iter().map(|(status, answer)| answer_text(status, answer)).collect();
    let _ = write!(section, "Answer: {}.\n\n", answers.join("; "));
    let errors: Vec<String> =
        errors.iter().filter_map(|(status, error)| error_text(status, text(&error["description"]))).collect();
    if !errors.is_empty() {
        let _ = write!(section, "Errors: {}.\n\n", errors.join("; "));
    }
    section
}

fn parameters(operation: &Value) -> String {
    // Every answer that may be kept has this header.
    let all = operation["parameters"].as_array().into_iter().flatten();
    let rows: String = all
        .filter(|parameter| parameter["name"] != "if-none-match")
        .map(|it| {
            row(&[
                &format!("`{}`", text(&it["name"])),
                text(&it["in"]),
                &kind(&it["schema"]),
                text(&it["description"]),
            ])
        })
        .collect();
    if rows.is_empty() {
        rows
    } else {
        format!("| parameter | in | type | meaning |\n| --- | --- | --- | --- |\n{rows}\n")
    }
}

fn answer_text(status: &str, answer: &Value) -> String {
    let content = media(answer);
    let what = match text(&answer["description"]) {
        "Done" | "Created" | "Text" => "",
        described => described,
    };
    [status, what, &content].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The codes of a status that not every path has; none if there is none.
fn error_text(status: &str, codes: &str) -> Option<String> {
    let is_common = |code: &&str| COMMON_ERRORS.iter().any(|common| **code == format!("`{common}`"));
    let codes: Vec<&str> = codes.split(", ").filter(|code| !is_common(code)).collect();
    (!codes.is_empty()).then(|| format!("{status} {}", codes.join(", ")))
}

/// The media types of a body or of an answer, with their types.
fn media(content: &Value) -> String {
    let each =
        fields(&content["content"]).map(|(mime, media)| format!("{} `{mime}`", kind(&media["schema"])));
    each.collect::<Vec<_>>().join(", ")
}

fn examples_of(name: &str, examples: &BTreeMap<String, Vec<Example>>) -> String {
    let mut page = String::new();
    for Example { request, answer, media_type } in examples.get(name).into_iter().flatten() {
        let _ = write!(page, "```http\n{request}\n```\n\n");
        let language = if media_type.contains("json") { "json" } else { "text" };
        let answer: Vec<String> = answer
            .lines()
            .map(|line| if language == "json" { wrap(line) } else { line.to_owned() })
            .collect();
        let answer = answer.join("\n");
        if !answer.is_empty() {
            let _ = write!(page, "```{language}\n{}\n```\n\n", answer.trim_end());
        }
    }
    page
}

fn error_codes(document: &Value) -> String {
    let described = text(&document["components"]["schemas"]["ErrorCode"]["description"]);
    let meaning = |code: &ErrorCode| {
        let line = format!("- `{code}`: ");
        described.lines().find_map(|it| it.strip_prefix(&line)).unwrap_or_else(|| panic!("{code}")).to_owned()
    };
    let rows = ErrorCode::ALL.iter().map(|code| {
        row(&[&format!("<a id=\"{code}\"></a>`{code}`"), &code.status().to_string(), &meaning(code)])
    });
    format!("{ERROR_CODES}{}\n", rows.collect::<String>())
}

/// The types of bodies and answers. The events of a stream, which also have `type` and `game`, are not shown again.
fn types(document: &Value) -> String {
    let types = document["components"]["schemas"].as_object().expect("types");
    let is_repeated = |name: &str| {
        let stem = name.strip_suffix("Message").unwrap_or("no message");
        name == "EventMessage" || types.contains_key(&format!("{stem}Event"))
    };
    let is_shown = |name: &str| name != "ErrorCode" && !is_repeated(name);
    let mut page =
        "## Types\n\nIn a stream, an event also has `\"type\":\"event\"` and its `game`.\n\n".to_owned();
    for (name, schema) in types.iter().filter(|(name, _)| is_shown(name)) {
        let _ = write!(page, "### {name}\n\n");
        for part in [text(&schema["description"]).to_owned(), shape(schema)] {
            if !part.is_empty() {
                let _ = write!(page, "{}\n\n", part.trim_end());
            }
        }
    }
    page.trim_end().to_owned() + "\n"
}

/// The fields of a type, its choices, or its text.
fn shape(schema: &Value) -> String {
    if let Some(properties) = schema["properties"].as_object() {
        return field_table(schema, properties);
    }
    if let Some(choices) = ["oneOf", "anyOf"].into_iter().find_map(|key| schema[key].as_array()) {
        return format!("One of {}.", choices.iter().map(kind).collect::<Vec<_>>().join(", "));
    }
    let kind = kind(schema);
    if kind.is_empty() { kind } else { format!("{kind}.") }
}

fn field_table(schema: &Value, properties: &Map<String, Value>) -> String {
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it == name));
    let mut table = "| field | type | meaning |\n| --- | --- | --- |\n".to_owned();
    for (name, field) in properties {
        let optional = if is_required(name) { "" } else { ", optional" };
        table += &row(&[&format!("`{name}`"), &(kind(field) + optional), text(&field["description"])]);
    }
    table
}

/// A type in a few words, with links to the named types.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return link(name);
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ");
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        return format!("text like `{pattern}`");
    }
    if let Some(several) = ["oneOf", "anyOf"].into_iter().find_map(|key| schema[key].as_array()) {
        return several.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::String(named) if named == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(named) => named.clone(),
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" or "),
        _ => String::new(),
    }
}

fn link(name: &str) -> String {
    match name {
        "ErrorCode" => "[ErrorCode](#error-codes)".to_owned(),
        "EventMessage" => "[Event](#event)".to_owned(),
        _ => format!("[{name}](#{})", anchor(name)),
    }
}

/// A row of a table. A paragraph or a list becomes one line.
fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|"))
        .collect();
    format!("| {} |\n", cells.join(" | "))
}

fn fields(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, field)| (name.as_str(), field))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

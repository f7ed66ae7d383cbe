//! Writes `web/protocol.d.ts`: TypeScript declarations of all types on the wire, made from their schemas.

use serde_json::{Map, Value};

use crate::{
    AccountDeletion, Analysis, ClientMessage, ClockReport, Credentials, CurrentPlayer, EventPage,
    ExploredPosition, ExportedGame, GameList, GameMoves, GameRatings, HeadToHead, NameClaim, NewGame,
    NewPushSubscription, NewReport, NewTournament, OfflineGameRecord, Order, PlayerData, PlyView,
    PositionAnalysis, PositionBook, Problem, Profile, PushMessage, PushSettings, Schemas, SeatAssignment,
    ServerMessage, SignIn, StateFilter, Stats, TokenList, TournamentSummary,
};

const HEAD: &str = "\
// The types of the protocol, generated from `protocol/src` by
//
//     cargo run -p ikibuguzo-protocol --example types > web/protocol.d.ts
//
// Do not edit by hand.
";

/// Indentation of one level.
const INDENT: &str = "  ";

/// Writes the declarations of these types and of all types that they reference.
///
/// ```
/// assert!(ikibuguzo_protocol::typescript().contains("export type GameId = string;"));
/// ```
pub fn typescript() -> String {
    let mut schemas = Schemas::new("/");
    schemas.output::<ServerMessage>();
    schemas.output::<Problem>();
    schemas.output::<Credentials>();
    schemas.output::<CurrentPlayer>();
    schemas.output::<TokenList>();
    schemas.output::<PlayerData>();
    schemas.input::<AccountDeletion>();
    schemas.output::<SeatAssignment>();
    schemas.output::<GameList>();
    schemas.output::<EventPage>();
    schemas.output::<ClockReport>();
    schemas.output::<PlyView>();
    schemas.output::<PositionBook>();
    schemas.output::<Analysis>();
    schemas.output::<PositionAnalysis>();
    schemas.output::<ExploredPosition>();
    schemas.output::<Profile>();
    schemas.output::<GameRatings>();
    schemas.output::<PushSettings>();
    schemas.output::<PushMessage>();
    schemas.input::<NewPushSubscription>();
    schemas.output::<HeadToHead>();
    schemas.output::<Stats>();
    schemas.output::<ExportedGame>();
    schemas.output::<GameMoves>();
    schemas.input::<ClientMessage>();
    schemas.input::<NewGame>();
    schemas.input::<OfflineGameRecord>();
    schemas.input::<NewTournament>();
    schemas.input::<NewReport>();
    schemas.output::<TournamentSummary>();
    schemas.input::<NameClaim>();
    schemas.input::<SignIn>();
    schemas.input::<StateFilter>();
    schemas.input::<Order>();
    let declared = schemas.definitions().into_iter().map(|(name, schema)| declaration(&name, &schema));
    HEAD.to_owned() + &declared.collect::<String>()
}

fn declaration(name: &str, schema: &Value) -> String {
    let doc = doc_comment(schema, "");
    let declared = type_of(schema, "");
    let space = if declared.starts_with('\n') { "" } else { " " };
    format!("\n{doc}export type {name} ={space}{declared};\n")
}

/// Writes the description as a doc comment.
fn doc_comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else {
        return String::new();
    };
    let text = text.replace("*/", "* /");
    let lines: Vec<&str> = text.lines().collect();
    match lines.as_slice() {
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let lines: String =
                lines.iter().map(|line| format!("{}\n", format!("{indent} * {line}").trim_end())).collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}

/// Writes the type of a schema. Several keywords together are an intersection.
fn type_of(schema: &Value, indent: &str) -> String {
    let Some(schema) = schema.as_object() else {
        return "unknown".to_owned();
    };
    let union = ["oneOf", "anyOf"].into_iter().find_map(|key| schema.get(key)?.as_array());
    let parts = [reference(schema), own_type(schema, indent), union.map(|choices| union_of(choices, indent))];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.as_slice() {
        [] => "unknown".to_owned(),
        [only] => only.clone(),
        several => {
            let grouped = several
                .iter()
                .map(|part| if part.contains('|') { format!("({part})") } else { part.clone() });
            grouped.collect::<Vec<_>>().join(" & ")
        }
    }
}

fn reference(schema: &Map<String, Value>) -> Option<String> {
    let name = schema.get("$ref")?.as_str()?.rsplit('/').next()?;
    Some(name.to_owned())
}

/// Writes the keywords of a schema other than references and unions.
fn own_type(schema: &Map<String, Value>, indent: &str) -> Option<String> {
    if let Some(value) = schema.get("const") {
        return Some(value.to_string());
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return Some(values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | "));
    }
    match schema.get("type")? {
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str).map(|kind| type_of_kind(kind, schema, indent));
            Some(kinds.collect::<Vec<_>>().join(" | "))
        }
        kind => Some(type_of_kind(kind.as_str()?, schema, indent)),
    }
}

/// Writes the type of one `type` keyword.
fn type_of_kind(kind: &str, schema: &Map<String, Value>, indent: &str) -> String {
    match kind {
        "integer" => "number".to_owned(),
        "array" => array(schema, indent),
        "object" => object(schema, indent),
        named => named.to_owned(),
    }
}

fn array(schema: &Map<String, Value>, indent: &str) -> String {
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<String> = items.iter().map(|item| type_of(item, indent)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = schema.get("items").map_or("unknown".to_owned(), |item| type_of(item, indent));
    if item.contains([' ', '\n']) { format!("Array<{item}>") } else { format!("{item}[]") }
}

fn object(schema: &Map<String, Value>, indent: &str) -> String {
    let inner = format!("{indent}{INDENT}");
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else {
        return record(schema, indent);
    };
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let required_index = |name: &str| required.iter().position(|known| known == name);
    let field = |(name, schema): (&String, &Value)| {
        let optional = if required_index(name).is_some() { "" } else { "?" };
        format!("{}{inner}{name}{optional}: {};\n", doc_comment(schema, &inner), type_of(schema, &inner))
    };
    let mut fields: Vec<_> = fields.iter().collect();
    // Required fields in the order of the Rust type, then optional ones.
    fields.sort_by_key(|(name, _)| required_index(name).unwrap_or(usize::MAX));
    format!("{{\n{}{indent}}}", fields.into_iter().map(field).collect::<String>())
}

/// Writes an object whose keys are data.
fn record(schema: &Map<String, Value>, indent: &str) -> String {
    let by_pattern =
        schema.get("patternProperties").and_then(|patterns| patterns.as_object()?.values().next());
    let value = by_pattern.or_else(|| schema.get("additionalProperties").filter(|value| value.is_object()));
    let value = value.map_or("unknown".to_owned(), |value| type_of(value, indent));
    format!("Record<string, {value}>")
}

/// Writes a union: on one line if no choice has a description.
fn union_of(choices: &[Value], indent: &str) -> String {
    let inner = format!("{indent}{INDENT}");
    if choices.iter().all(|choice| choice.get("description").is_none()) {
        return choices.iter().map(|choice| type_of(choice, indent)).collect::<Vec<_>>().join(" | ");
    }
    let choice =
        |choice: &Value| format!("\n{}{inner}| {}", doc_comment(choice, &inner), type_of(choice, &inner));
    choices.iter().map(choice).collect()
}

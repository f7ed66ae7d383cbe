//! The page that explains each error code.

use std::collections::HashMap;

use ikibuguzo_pages::error_codes;
use ikibuguzo_protocol::ErrorCode;
use schemars::schema_for;
use serde_json::Value;

use super::response::PageResponse;
use crate::api::extract::Address;

/// `GET /errors`.
pub(super) async fn show(Address(address): Address) -> PageResponse {
    let explanations = explanations();
    let explain = |code: ErrorCode| explanations.get(&code.to_string()).cloned().unwrap_or_default();
    PageResponse(error_codes::page(&address, explain))
}

/// The doc comment of each code, which the schema of the codes contains.
fn explanations() -> HashMap<String, Value> {
    let schema = schema_for!(ErrorCode).to_value();
    let codes = schema["oneOf"].as_array().into_iter().flatten();
    codes
        .map(|code| (code["const"].as_str().unwrap_or_default().to_owned(), code["description"].clone()))
        .collect()
}

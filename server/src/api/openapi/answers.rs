//! What handlers answer, as the description tells it.

use axum::Json;
use axum::http::StatusCode;
use ikibuguzo_protocol::{Event, ExportedGame, ServerMessage};
use schemars::JsonSchema;
use serde_json::json;

use super::{Answer, Operation};
use crate::api::cache::Cached;
use crate::api::problem::Failure;
use crate::api::response::{Created, Done, EventsOrStream, Games, Numbers, Plain};

impl<T: Answer> Answer for Result<T, Failure> {
    fn describe(operation: &mut Operation<'_>) {
        T::describe(operation);
    }
}

impl<T: JsonSchema> Answer for Json<T> {
    fn describe(operation: &mut Operation<'_>) {
        let schema = operation.schemas.told::<T>();
        operation.answers(StatusCode::OK, "Done", Some(("application/json", schema.into())));
    }
}

impl<A: Answer> Answer for Cached<A> {
    fn describe(operation: &mut Operation<'_>) {
        A::describe(operation);
        operation.may_be_kept();
    }
}

impl<T: JsonSchema> Answer for Created<T> {
    fn describe(operation: &mut Operation<'_>) {
        let schema = operation.schemas.told::<T>();
        operation.answers(StatusCode::CREATED, "Created", Some(("application/json", schema.into())));
    }
}

impl Answer for Done {
    fn describe(operation: &mut Operation<'_>) {
        operation.answers(StatusCode::NO_CONTENT, "Done", None);
    }
}

impl Answer for Plain {
    fn describe(operation: &mut Operation<'_>) {
        operation.answers(StatusCode::OK, "Text", Some(("text/plain", json!({"type": "string"}))));
    }
}

impl Answer for &'static str {
    fn describe(operation: &mut Operation<'_>) {
        Plain::describe(operation);
    }
}

impl Answer for Numbers {
    fn describe(operation: &mut Operation<'_>) {
        let text = json!({"type": "string"});
        operation.answers(StatusCode::OK, "Numbers", Some(("application/openmetrics-text", text)));
    }
}

impl Answer for Games {
    fn describe(operation: &mut Operation<'_>) {
        for mime in ["application/x-ndjson", "text/plain"] {
            operation.answers(StatusCode::OK, "Games", Some((mime, json!({"type": "string"}))));
        }
        operation.schemas.told::<ExportedGame>();
    }
}

impl Answer for EventsOrStream {
    fn describe(operation: &mut Operation<'_>) {
        Cached::<Json<ikibuguzo_protocol::Events>>::describe(operation);
        // A line of either stream is a message; OpenAPI 3.1 has no word for the lines of a text.
        for mime in ["text/event-stream", "application/x-ndjson"] {
            operation.answers(StatusCode::OK, "Done", Some((mime, json!({"type": "string"}))));
        }
        let over = "The game is over and has no more events: a browser that has seen all stays away";
        operation.answers(StatusCode::NO_CONTENT, over, None);
        operation.schemas.told::<ServerMessage>();
        operation.schemas.told::<Event>();
    }
}

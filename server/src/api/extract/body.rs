//! The body of a request.

use axum::Json;
use axum::extract::rejection::{JsonRejection, StringRejection};
use axum::extract::{FromRef, FromRequest, Request};
use ikibuguzo_protocol::{ClientMessage, ErrorCode, MAX_CLIENT_MESSAGE_BYTES, Refusal};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::time::timeout;

use super::readable_message::readable_message;
use crate::api::openapi::operation::{DescribeInput, Operation};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;

/// Error codes of every body, whatever its type.
const BODY_ERRORS: [ErrorCode; 3] = [ErrorCode::BadJson, ErrorCode::FrameTooLarge, ErrorCode::Idle];

/// A body in JSON.
pub(in crate::api) struct JsonBody<T>(pub T);

/// A message of the protocol as the body, or why it cannot be read. The handler returns the error, because it counts
/// invalid messages by player.
pub(in crate::api) struct CommandBody(pub Result<ClientMessage, Error>);

impl<S, T> FromRequest<S> for JsonBody<T>
where
    S: Send + Sync,
    App: FromRef<S>,
    T: DeserializeOwned,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        match within_limit(state, Json::from_request(request, state)).await? {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(json_error(&rejection).into()),
        }
    }
}

impl<S> FromRequest<S> for CommandBody
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let text = read_text(request, state).await;
        let refused = |refusal: Refusal| Error::new(refusal.code, refusal.message);
        Ok(Self(text.and_then(|text| ClientMessage::parse(&text).map_err(refused))))
    }
}

/// Reads a body that is text.
async fn read_text<S>(request: Request, state: &S) -> Result<String, Error>
where
    S: Send + Sync,
    App: FromRef<S>,
{
    match within_limit(state, String::from_request(request, state)).await? {
        Ok(text) => Ok(text),
        Err(StringRejection::FailedToBufferBody(_)) => Err(too_large()),
        Err(_) => Err(Error::new(ErrorCode::BadJson, "the body is not text in UTF-8")),
    }
}

/// Waits for a body until the time limit of requests.
async fn within_limit<S, B>(state: &S, body: impl Future<Output = B>) -> Result<B, Error>
where
    App: FromRef<S>,
{
    let late = |_| Error::new(ErrorCode::Idle, "the body of the request did not arrive in time");
    timeout(App::from_ref(state).limits.request, body).await.map_err(late)
}

fn json_error(rejection: &JsonRejection) -> Error {
    match rejection {
        JsonRejection::BytesRejection(_) => too_large(),
        JsonRejection::JsonSyntaxError(_) => Error::new(ErrorCode::BadJson, "the body is not JSON"),
        other => Error::new(ErrorCode::BadBody, readable_message(&other.body_text())),
    }
}

fn too_large() -> Error {
    Error::new(ErrorCode::FrameTooLarge, format!("a body has at most {MAX_CLIENT_MESSAGE_BYTES} bytes"))
}

impl<T: JsonSchema> DescribeInput for JsonBody<T> {
    fn describe_input(operation: &mut Operation<'_>) {
        let schema = operation.input_schema::<T>();
        operation.json_body(schema).errors(&BODY_ERRORS).errors(&[ErrorCode::BadBody]);
    }
}

impl DescribeInput for CommandBody {
    fn describe_input(operation: &mut Operation<'_>) {
        let message = operation.input_schema::<ClientMessage>();
        // Every command has an `id`, and no other message has one.
        operation.json_body(json!({"allOf": [message, {"required": ["id"]}]}));
        operation.errors(&BODY_ERRORS);
        operation.errors(&[ErrorCode::UnknownType, ErrorCode::UnknownField, ErrorCode::BadField]);
    }
}

//! The body of a request.

use axum::Json;
use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{DefaultBodyLimit, FromRef, FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use ikibuguzo_protocol::{ClientMessage, ErrorCode, MAX_CLIENT_MESSAGE_BYTES, Refusal};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::timeout;

use super::readable_message::readable_message;
use crate::api::openapi::operation::{DescribeInput, Operation};
use crate::api::openapi::variants::{Selection, Variants};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;

/// Error codes of every body, whatever its type.
const BODY_ERRORS: [ErrorCode; 6] = [
    ErrorCode::BadJson,
    ErrorCode::FrameTooLarge,
    ErrorCode::Idle,
    ErrorCode::Restarting,
    ErrorCode::UnsupportedMediaType,
    ErrorCode::BadRequest,
];

/// A body in JSON of limited size.
pub(in crate::api) struct JsonBody<T, const MAX_BYTES: usize = MAX_CLIENT_MESSAGE_BYTES>(pub T);

/// A body in JSON, or no body: then a value with every field left out.
pub(in crate::api) struct OptionalJsonBody<T>(pub T);

/// A message of the protocol as the body, or why it cannot be read. The handler returns the error, because it counts
/// invalid messages by player.
pub(in crate::api) struct CommandBody(pub Result<ClientMessage, Error>);

impl<S, T, const MAX_BYTES: usize> FromRequest<S> for JsonBody<T, MAX_BYTES>
where
    S: Send + Sync,
    App: FromRef<S>,
    T: DeserializeOwned,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let bytes = read_body(request, state, MAX_BYTES).await?;
        let text = Json::<Box<RawValue>>::from_bytes(&bytes).map_err(|rejection| json_error(&rejection));
        Ok(Self(text.and_then(|Json(text)| object(text.get()))?))
    }
}

impl<S, T> FromRequest<S> for OptionalJsonBody<T>
where
    S: Send + Sync,
    App: FromRef<S>,
    T: DeserializeOwned + Default,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        if request.body().is_end_stream() {
            return Ok(Self(T::default()));
        }
        JsonBody::<T>::from_request(request, state).await.map(|JsonBody(body)| Self(body))
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
    let body = read_body(request, state, MAX_CLIENT_MESSAGE_BYTES).await?;
    let not_text = |_| Error::new(ErrorCode::BadJson, "the body is not text in UTF-8");
    String::from_utf8(body.into()).map_err(not_text)
}

/// Reads a body that is declared as JSON.
async fn read_body<S>(mut request: Request, state: &S, max_bytes: usize) -> Result<Bytes, Error>
where
    S: Send + Sync,
    App: FromRef<S>,
{
    if !is_json(request.headers()) {
        let message = "a body needs the header `Content-Type: application/json`";
        return Err(Error::new(ErrorCode::UnsupportedMediaType, message));
    }
    DefaultBodyLimit::max(max_bytes).apply(&mut request);
    let body = within_limit(state, Bytes::from_request(request, state)).await?;
    body.map_err(|rejection| bytes_error(&rejection, max_bytes))
}

/// Whether the media type is that of JSON, with any parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = media_type.and_then(|value| value.split(';').next()).unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

/// Waits for a body until the time limit of requests, or until the server closes its connections.
pub(super) async fn within_limit<S, B>(state: &S, body: impl Future<Output = B>) -> Result<B, Error>
where
    App: FromRef<S>,
{
    let late = |_| Error::new(ErrorCode::Idle, "the body of the request did not arrive in time");
    let app = App::from_ref(state);
    tokio::select! {
        biased;
        body = timeout(app.limits.request, body) => body.map_err(late),
        () = app.closing.cancelled() => {
            Err(Error::new(ErrorCode::Restarting, "the server is stopping; send the request again"))
        }
    }
}

/// Parses a JSON object. The parser of JSON alone takes an array for an object, too.
fn object<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    if !text.starts_with('{') {
        return Err(Error::new(ErrorCode::BadJson, "the body is not a JSON object"));
    }
    let body = Json::from_bytes(text.as_bytes());
    body.map(|Json(body)| body).map_err(|rejection| json_error(&rejection))
}

fn json_error(rejection: &JsonRejection) -> Error {
    match rejection {
        JsonRejection::JsonSyntaxError(_) => Error::new(ErrorCode::BadJson, "the body is not JSON"),
        other => Error::new(ErrorCode::BadBody, readable_message(&other.body_text())),
    }
}

pub(super) fn bytes_error(rejection: &BytesRejection, max_bytes: usize) -> Error {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let message = format!("a body has at most {max_bytes} bytes");
        return Error::new(ErrorCode::FrameTooLarge, message);
    }
    Error::new(ErrorCode::BadRequest, "the body could not be read to its end")
}

/// The messages of the WebSocket that are commands.
struct Commands;

impl Selection for Commands {
    type Union = ClientMessage;

    const NAME: &'static str = "Command";

    const DESCRIPTION: &'static str = "What a player does in a game. The client makes the `id`: the same id again gets the first answer and \
        changes nothing.";

    fn has(variant: &Value) -> bool {
        // Every command has an `id`, and no other message has one.
        variant["properties"].get("id").is_some()
    }
}

impl<T: JsonSchema, const MAX_BYTES: usize> DescribeInput for JsonBody<T, MAX_BYTES> {
    fn describe_input(operation: &mut Operation<'_>) {
        let schema = operation.input_schema::<T>();
        operation.json_body(schema).errors(&BODY_ERRORS).errors(&[ErrorCode::BadBody]);
    }
}

impl<T: JsonSchema> DescribeInput for OptionalJsonBody<T> {
    fn describe_input(operation: &mut Operation<'_>) {
        JsonBody::<T>::describe_input(operation);
        operation.body_is_optional();
    }
}

impl DescribeInput for CommandBody {
    fn describe_input(operation: &mut Operation<'_>) {
        let command = operation.input_schema::<Variants<Commands>>();
        operation.json_body(command);
        operation.errors(&BODY_ERRORS);
        operation.errors(&[ErrorCode::UnknownType, ErrorCode::UnknownField, ErrorCode::BadField]);
    }
}

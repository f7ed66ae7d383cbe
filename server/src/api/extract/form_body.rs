//! The body of a form.

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, FromRef, FromRequest, Request};
use ikibuguzo_protocol::{ErrorCode, MAX_CLIENT_MESSAGE_BYTES};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::body::{bytes_error, within_limit};
use super::readable_message::readable_message;
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;

/// The fields of a form, in their order.
#[derive(Debug)]
pub(crate) struct FormBody(pub(crate) Vec<(String, String)>);

impl<S> FromRequest<S> for FormBody
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let form = within_limit(state, Form::<Vec<(String, String)>>::from_request(request, state)).await?;
        form.map(|Form(fields)| Self(fields)).map_err(|rejection| form_error(rejection).into())
    }
}

fn form_error(rejection: FormRejection) -> Error {
    match rejection {
        FormRejection::BytesRejection(rejection) => bytes_error(&rejection, MAX_CLIENT_MESSAGE_BYTES),
        FormRejection::InvalidFormContentType(_) => Error::new(
            ErrorCode::UnsupportedMediaType,
            "a form needs the header `Content-Type: application/x-www-form-urlencoded`",
        ),
        _ => Error::new(ErrorCode::BadBody, "the body is not a form"),
    }
}

/// The fields of a form as a value.
///
/// # Errors
///
/// `bad_body` if a field is missing, unknown or invalid.
pub(crate) fn of_fields<T: DeserializeOwned>(fields: &[(String, String)]) -> Result<T, Error> {
    let fields: Map<String, Value> =
        fields.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    let invalid =
        |error: serde_json::Error| Error::new(ErrorCode::BadBody, readable_message(&error.to_string()));
    serde_json::from_value(Value::Object(fields)).map_err(invalid)
}

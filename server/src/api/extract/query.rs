//! Parameters of the query.

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::Uri;
use axum::http::request::Parts;
use ikibuguzo_protocol::ErrorCode;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::readable_message::readable_message;
use crate::api::openapi::operation::{DescribeInput, Operation};
use crate::api::problem::Failure;
use crate::error::Error;

/// The parameters of the query, as a type.
pub(crate) struct QueryParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(Self(params)),
            Err(rejection) => Err(query_error(&rejection).into()),
        }
    }
}

/// Parses a query string such as `rules=azigo&result=draw`.
pub(in crate::api) fn parse_query<T: DeserializeOwned>(query: &str) -> Result<T, Error> {
    let unreadable = |_| Error::new(ErrorCode::BadQuery, "the query cannot be read");
    let uri: Uri = format!("/?{query}").parse().map_err(unreadable)?;
    let Query(params) = Query::try_from_uri(&uri).map_err(|rejection| query_error(&rejection))?;
    Ok(params)
}

fn query_error(rejection: &QueryRejection) -> Error {
    Error::new(ErrorCode::BadQuery, readable_message(&rejection.body_text()))
}

impl<T: JsonSchema> DescribeInput for QueryParams<T> {
    fn describe_input(operation: &mut Operation<'_>) {
        operation.query_parameters::<T>().errors(&[ErrorCode::BadQuery]);
    }
}

//! Extractors: each reads one part of a request, answers invalid input with a [`Failure`](super::problem::Failure), and
//! describes itself in the OpenAPI document.

mod address;
mod body;
mod caller;
mod form_body;
mod path;
mod query;
mod readable_message;

use axum::extract::State;
use axum::http::HeaderMap;

pub(crate) use address::Address;
pub(super) use body::{CommandBody, JsonBody, OptionalJsonBody};
pub(crate) use caller::Caller;
pub(super) use caller::{AuthenticatedPlayer, BearerToken};
pub(crate) use form_body::{FormBody, of_fields};
pub(crate) use path::{GamePath, PlayerPath, TournamentPath};
pub(super) use path::{OpponentPath, PlyPath, PoolPath, SubscriptionPath, TokenPath};
pub(crate) use query::QueryParams;
pub(super) use query::parse_query;

use super::openapi::operation::{DescribeInput, Operation};
use crate::net::client_address::ClientAddress;

impl<T> DescribeInput for State<T> {
    fn describe_input(_: &mut Operation<'_>) {}
}

impl DescribeInput for ClientAddress {
    fn describe_input(_: &mut Operation<'_>) {}
}

/// A handler that reads headers describes them with [`Operation::header_parameter`].
impl DescribeInput for HeaderMap {
    fn describe_input(_: &mut Operation<'_>) {}
}

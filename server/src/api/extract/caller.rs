//! The caller of a request: the player whose token it carries.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{ErrorCode, Token};

use crate::api::openapi::operation::{DescribeInput, Operation};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;

/// The player whose token the request carries; `None` without a token. An invalid token is an error.
pub(crate) struct Caller(pub Option<Player>);

/// The player whose token the request carries, for operations that need one.
pub(in crate::api) struct AuthenticatedPlayer(pub Player);

/// The token that the request carries.
pub(in crate::api) struct BearerToken(pub Token);

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match bearer_token(parts)? {
            Some(token) => Ok(Self(Some(App::from_ref(state).accounts.player_of(&token).await?))),
            None => Ok(Self(None)),
        }
    }
}

impl<S> FromRequestParts<S> for AuthenticatedPlayer
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Caller(player) = Caller::from_request_parts(parts, state).await?;
        Ok(Self(player.ok_or_else(token_required)?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for BearerToken {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Ok(Self(bearer_token(parts)?.ok_or_else(token_required)?))
    }
}

/// The token of the request, if it has one. A header that holds no token is an error and is never ignored.
fn bearer_token(parts: &Parts) -> Result<Option<Token>, Error> {
    let Some(header) = parts.headers.get(AUTHORIZATION) else {
        return Ok(None);
    };
    let invalid = || {
        Error::new(
            ErrorCode::BadToken,
            "the header must be `Authorization: Bearer` and a token of this server",
        )
    };
    let (scheme, token) = header.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(invalid)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(invalid());
    }
    token.trim().parse().map(Some).map_err(|_| invalid())
}

fn token_required() -> Error {
    Error::new(ErrorCode::TokenRequired, "send a player's token as `Authorization: Bearer`")
}

impl DescribeInput for Caller {
    fn describe_input(operation: &mut Operation<'_>) {
        operation.accepts_token().errors(&[ErrorCode::BadToken]);
    }
}

impl DescribeInput for AuthenticatedPlayer {
    fn describe_input(operation: &mut Operation<'_>) {
        operation.requires_token().errors(&[ErrorCode::TokenRequired, ErrorCode::BadToken]);
    }
}

impl DescribeInput for BearerToken {
    fn describe_input(operation: &mut Operation<'_>) {
        AuthenticatedPlayer::describe_input(operation);
    }
}

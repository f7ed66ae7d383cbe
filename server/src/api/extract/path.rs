//! Parameters of the path.

use std::str::FromStr;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use ikibuguzo_protocol::{ErrorCode, GameId, Notation, PlayerName, Text, TextFormat, TokenId, TournamentId};
use ikibuguzo_rating::{ParsePoolError, Pool};

use crate::api::openapi::operation::{DescribeInput, Operation};
use crate::api::problem::Failure;
use crate::error::{Error, unknown_player, unknown_tournament};
use crate::query::loaded_game::Ply;

/// The game in the path, `{game}`.
pub(crate) struct GamePath(pub GameId);

/// The player in the path, `{name}`.
pub(crate) struct PlayerPath(pub PlayerName);

/// The other player in the path, `{opponent}`.
pub(in crate::api) struct OpponentPath(pub PlayerName);

/// The games that share a rating in the path, `{pool}`.
pub(in crate::api) struct PoolPath(pub Pool);

/// A pool as text.
struct PoolName;

/// The tournament in the path, `{tournament}`.
pub(crate) struct TournamentPath(pub TournamentId);

/// The point in a game in the path, `{ply}`.
pub(in crate::api) struct PlyPath(pub Ply);

/// The public id of a token in the path, `{token}`.
pub(in crate::api) struct TokenPath(pub TokenId);

/// The public id of a browser in the path, `{subscription}`.
pub(in crate::api) struct SubscriptionPath(pub String);

impl<S: Send + Sync> FromRequestParts<S> for SubscriptionPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(Self(parse_parameter(parts, state, "subscription").await.unwrap_or_default()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let game = parse_parameter::<GameId, _>(parts, state, "game").await;
        Ok(Self(game.map_err(|error| Error::new(ErrorCode::UnknownGame, error.to_string()))?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for TournamentPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(Self(parse_parameter(parts, state, "tournament").await.map_err(|_| unknown_tournament())?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PlayerPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(Self(parse_parameter(parts, state, "name").await.map_err(|_| unknown_player())?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OpponentPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(Self(parse_parameter(parts, state, "opponent").await.map_err(|_| unknown_player())?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PoolPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let unknown = |error: ParsePoolError| Error::new(ErrorCode::NotFound, error.to_string());
        Ok(Self(parse_parameter(parts, state, "pool").await.map_err(unknown)?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PlyPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(Self(parse_parameter(parts, state, "ply").await?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for TokenPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let unknown = |_| Error::new(ErrorCode::UnknownToken, "no token has this id");
        Ok(Self(parse_parameter(parts, state, "token").await.map_err(unknown)?))
    }
}

/// Parses the parameter of this name. One that is not UTF-8 is parsed as an empty text, which no type accepts.
async fn parse_parameter<T: FromStr, S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
    name: &str,
) -> Result<T, T::Err> {
    let parameters = RawPathParams::from_request_parts(parts, state).await.ok();
    let found = parameters.iter().flatten().find(|(key, _)| *key == name);
    found.map(|(_, text)| text).unwrap_or_default().parse()
}

impl DescribeInput for GamePath {
    fn describe_input(operation: &mut Operation<'_>) {
        operation.path_parameter::<GameId>("game", "The game.").errors(&[ErrorCode::UnknownGame]);
    }
}

impl DescribeInput for TournamentPath {
    fn describe_input(operation: &mut Operation<'_>) {
        operation
            .path_parameter::<TournamentId>("tournament", "The tournament.")
            .errors(&[ErrorCode::UnknownTournament]);
    }
}

impl DescribeInput for PlayerPath {
    fn describe_input(operation: &mut Operation<'_>) {
        operation.path_parameter::<PlayerName>("name", "The player.").errors(&[ErrorCode::UnknownPlayer]);
    }
}

impl DescribeInput for OpponentPath {
    fn describe_input(operation: &mut Operation<'_>) {
        operation
            .path_parameter::<PlayerName>("opponent", "The other player.")
            .errors(&[ErrorCode::UnknownPlayer]);
    }
}

impl DescribeInput for PoolPath {
    fn describe_input(operation: &mut Operation<'_>) {
        operation
            .path_parameter::<Text<PoolName>>("pool", "The games that share a rating.")
            .errors(&[ErrorCode::NotFound]);
    }
}

impl Notation for PoolName {
    const NAME: &'static str = "Pool";
    const DESCRIPTION: &'static str =
        "The name of a game; with `-correspondence` after it, that game with clocks in days.";

    fn text_format() -> TextFormat {
        TextFormat::OneOf(Pool::all().map(|pool| pool.to_string()).collect())
    }
}

impl DescribeInput for PlyPath {
    fn describe_input(operation: &mut Operation<'_>) {
        operation
            .path_parameter::<Text<Ply>>("ply", "The number of actions played before.")
            .errors(&[ErrorCode::UnknownPly]);
    }
}

impl DescribeInput for TokenPath {
    fn describe_input(operation: &mut Operation<'_>) {
        operation
            .path_parameter::<TokenId>("token", "The public id of the token.")
            .errors(&[ErrorCode::UnknownToken]);
    }
}

impl DescribeInput for SubscriptionPath {
    fn describe_input(operation: &mut Operation<'_>) {
        operation.path_parameter::<String>("subscription", "The public id of the browser.");
    }
}

impl Notation for Ply {
    const NAME: &'static str = "Ply";
    const DESCRIPTION: &'static str = "The number of actions played, or `last` for all of them.";

    fn text_format() -> TextFormat {
        TextFormat::Pattern("^(0|[1-9][0-9]{0,9}|last)$")
    }
}

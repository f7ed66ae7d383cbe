//! What handlers are given: bad input never gets as far as a handler, and every refusal is a [`Failure`].

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection, StringRejection};
use axum::extract::{FromRef, FromRequest, FromRequestParts, Query, RawPathParams, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use ikibuguzo_protocol::{ClientMessage, ErrorCode, GameId, PlayerName, Refusal, Token, TokenId};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::players::unknown_player;
use ikibuguzo_game::player::Player;

/// Characters of an error's text.
const LONGEST: usize = 500;

/// The game that the path names.
pub(crate) struct Game(pub GameId);

/// Who asks: a player, or nobody in particular.
pub(crate) struct Caller(pub Option<Player>);

/// Who asks, where only a player may.
pub(crate) struct Known(pub Player);

/// The token that a request carries.
pub(super) struct Key(pub Token);

/// The public id of a token that the path names.
pub(super) struct PublicToken(pub TokenId);

/// The player's name in the path.
pub(crate) struct Named(pub PlayerName);

/// The other player's name in the path.
pub(super) struct Opponent(pub PlayerName);

/// A JSON body.
pub(crate) struct Body<T>(pub T);

/// A message of the protocol as the body, or why it is none: that is for whoever knows who sent it to refuse.
pub(super) struct Message(pub Result<ClientMessage, Error>);

/// The parameters of the query.
pub(crate) struct Params<T>(pub T);

impl<S: Send + Sync> FromRequestParts<S> for Game {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let id = path_part(parts, state, "game").await.and_then(|text| text.parse().ok());
        let unknown = || {
            Error::new(ErrorCode::UnknownGame, "there is no such game: an id is twelve letters and digits")
        };
        Ok(Self(id.ok_or_else(unknown)?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(Self(name_in(parts, state, "name").await?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Opponent {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(Self(name_in(parts, state, "opponent").await?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PublicToken {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let id = path_part(parts, state, "token").await.and_then(|text| text.parse().ok());
        Ok(Self(id.ok_or_else(|| Error::new(ErrorCode::UnknownToken, "no token has such an id"))?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Ok(Self(bearer(parts)?.ok_or_else(token_needed)?))
    }
}

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match bearer(parts)? {
            Some(token) => Ok(Self(Some(App::from_ref(state).accounts.player_of(&token).await?))),
            None => Ok(Self(None)),
        }
    }
}

impl<S> FromRequestParts<S> for Known
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Caller(player) = Caller::from_request_parts(parts, state).await?;
        Ok(Self(player.ok_or_else(token_needed)?))
    }
}

impl<S, T> FromRequest<S> for Body<T>
where
    S: Send + Sync,
    App: FromRef<S>,
    T: DeserializeOwned,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        match in_time(state, Json::from_request(request, state)).await? {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(explain_body(&rejection).into()),
        }
    }
}

impl<S> FromRequest<S> for Message
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let text = text(request, state).await;
        let refused = |refusal: Refusal| Error::new(refusal.code, refusal.message);
        Ok(Self(text.and_then(|text| ClientMessage::parse(&text).map_err(refused))))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(Self(params)),
            Err(rejection) => Err(explain_query(&rejection).into()),
        }
    }
}

/// What stands in the path at the place with this name.
pub(super) async fn path_part<S: Send + Sync>(parts: &mut Parts, state: &S, name: &str) -> Option<String> {
    let path = RawPathParams::from_request_parts(parts, state).await.ok()?;
    path.iter().find(|(place, _)| *place == name).map(|(_, text)| text.to_owned())
}

/// The name at a place in the path. What is no name is nobody's.
async fn name_in<S: Send + Sync>(parts: &mut Parts, state: &S, place: &str) -> Result<PlayerName, Error> {
    let name = path_part(parts, state, place).await.and_then(|text| text.parse().ok());
    name.ok_or_else(unknown_player)
}

/// A body that is text.
async fn text<S>(request: Request, state: &S) -> Result<String, Error>
where
    S: Send + Sync,
    App: FromRef<S>,
{
    match in_time(state, String::from_request(request, state)).await? {
        Ok(text) => Ok(text),
        Err(StringRejection::FailedToBufferBody(_)) => Err(too_large()),
        Err(_) => Err(Error::new(ErrorCode::BadJson, "the body is not text in UTF-8")),
    }
}

/// Waits for a body, but not for ever.
async fn in_time<S, B>(state: &S, body: impl Future<Output = B>) -> Result<B, Error>
where
    App: FromRef<S>,
{
    let late = |_| Error::new(ErrorCode::Idle, "the body of the request did not come");
    timeout(App::from_ref(state).limits.request, body).await.map_err(late)
}

fn token_needed() -> Error {
    Error::new(ErrorCode::TokenRequired, "send a player's token as Authorization: Bearer")
}

/// The token of the request, if it has one. A header that cannot be one is refused, never passed over in silence.
fn bearer(parts: &Parts) -> Result<Option<Token>, Error> {
    let Some(header) = parts.headers.get(AUTHORIZATION) else {
        return Ok(None);
    };
    let bad = || {
        Error::new(ErrorCode::BadToken, "the header is `Authorization: Bearer` and a token of this server")
    };
    let token = header.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).ok_or_else(bad)?;
    token.trim().parse().map(Some).map_err(|_| bad())
}

fn explain_body(rejection: &JsonRejection) -> Error {
    match rejection {
        JsonRejection::BytesRejection(_) => too_large(),
        JsonRejection::JsonSyntaxError(_) => Error::new(ErrorCode::BadJson, "the body is not JSON"),
        other => Error::new(ErrorCode::BadBody, plain(&other.body_text())),
    }
}

fn too_large() -> Error {
    Error::new(ErrorCode::FrameTooLarge, "a body has at most 4,096 bytes")
}

pub(super) fn explain_query(rejection: &QueryRejection) -> Error {
    Error::new(ErrorCode::BadQuery, plain(&rejection.body_text()))
}

/// What the libraries say for people: without their own introduction and the position, and without what the client sent
/// where something else was expected, which may be a secret in the wrong place.
fn plain(text: &str) -> String {
    let text = text
        .strip_prefix("Failed to deserialize ")
        .and_then(|text| text.split_once(": "))
        .map_or(text, |(_, text)| text);
    let text = text.rsplit_once(" at line ").map_or(text, |(text, _)| text);
    let expected = text
        .split_once("invalid type: ")
        .and_then(|(field, rest)| Some((field, rest.rsplit_once("expected ")?.1)));
    brief(
        &expected.map_or_else(|| text.to_owned(), |(field, expected)| format!("{field}expected {expected}")),
    )
}

/// They repeat names that the client made up: keep the answer short whatever those were.
fn brief(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST - 1).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_told_what_was_expected_and_not_what_they_sent() {
        let name = "Failed to deserialize query string: player: a player's name is 2 to 24 letters";
        assert_eq!(plain(name), "player: a player's name is 2 to 24 letters");
        let body = "Failed to deserialize the JSON body into the target type: ";
        let misplaced = format!(
            "{body}invalid type: string \"a, expected b\", expected struct SignIn at line 1 column 9"
        );
        assert_eq!(plain(&misplaced), "expected struct SignIn");
        let unknown = format!("{body}unknown field `{}`, expected `id` at line 1 column 9", "x".repeat(1000));
        assert_eq!(plain(&unknown).chars().count(), LONGEST);
    }
}

//! The history: every public game, searched by a form.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::Rejection;
use ikibuguzo_pages::games::{self, FormValues};
use ikibuguzo_protocol::{ErrorCode, GameList, PlayerName};
use ikibuguzo_store::StoreError;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};

use super::response::{PageResponse, Refused};
use crate::api::extract::{Address, Caller};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::game_parameters::GameParameters;
use crate::query::games::find_games;

/// Number of games on a page.
const FOUND_GAMES_PER_PAGE: u32 = 30;

/// Largest number of names that are suggested.
const MAX_SUGGESTED_NAMES: u32 = 10;

/// `GET /games`. A visitor who sends a token finds its private games too. A search that is refused leaves the form as
/// it is.
pub(super) async fn show(
    State(app): State<App>,
    address: Result<Address, Failure>,
    caller: Result<Caller, Failure>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, Refused> {
    let Address(address) = address.map_err(Failure::into_error)?;
    let Caller(viewer) = caller.map_err(Failure::into_error)?;
    let values = FormValues::new(pairs);
    match find(&app, &values, viewer.as_ref()).await {
        Ok(found) => {
            let names = suggested_names(&app, &values, &found).await?;
            Ok(PageResponse(games::page(&values, &found, &names, &address)).into_response())
        }
        Err(error) if error.store_error().is_some() => Err(error.into()),
        Err(error) => Ok(refusal(&values, error)),
    }
}

async fn find(app: &App, values: &FormValues, viewer: Option<&Player>) -> Result<GameList, Error> {
    let query = GameParameters { limit: Some(FOUND_GAMES_PER_PAGE), ..parameters(values)? }.query(viewer)?;
    find_games(&app.store, &app.pending_creations, &query, app.clock.now()).await
}

/// The players who may be meant, if a search for a player finds nothing.
async fn suggested_names(
    app: &App,
    values: &FormValues,
    found: &GameList,
) -> Result<Vec<PlayerName>, StoreError> {
    match values.get("player") {
        Some(player) if found.games.is_empty() && values.get("cursor").is_none() => {
            app.store.find_names_beginning(player.trim(), MAX_SUGGESTED_NAMES).await
        }
        _ => Ok(Vec::new()),
    }
}

fn refusal(values: &FormValues, error: Error) -> Response {
    let Rejection { code, message } = error.into_rejection();
    let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::BAD_REQUEST);
    (status, PageResponse(games::refusal(values, &message))).into_response()
}

/// The search parameters that the form stands for.
///
/// # Errors
///
/// `bad_query` if a field does not hold what it should.
pub(super) fn parameters(values: &FormValues) -> Result<GameParameters, Error> {
    Ok(GameParameters {
        rules: read(values, "rules")?,
        player: read(values, "player")?,
        opponent: read(values, "opponent")?,
        state: read(values, "state")?,
        result: read(values, "result")?,
        reason: read(values, "reason")?,
        arrays: read(values, "arrays")?,
        min_turns: number(values, "min_turns")?,
        max_turns: number(values, "max_turns")?,
        from: read(values, "from")?,
        until: read(values, "until")?,
        cursor: read(values, "cursor")?,
        ..GameParameters::default()
    })
}

/// A field, read as the API reads the parameter of the same name.
fn read<'a, T: Deserialize<'a>>(values: &'a FormValues, field: &str) -> Result<Option<T>, Error> {
    let Some(text) = values.get(field) else { return Ok(None) };
    let text: StrDeserializer<'a, ValueError> = text.into_deserializer();
    let bad = |error: ValueError| Error::new(ErrorCode::BadQuery, format!("{field}: {error}"));
    T::deserialize(text).map(Some).map_err(bad)
}

/// A field that holds a number of turns.
fn number(values: &FormValues, field: &str) -> Result<Option<u32>, Error> {
    let bad = |_| Error::new(ErrorCode::BadQuery, format!("{field}: a number of turns, from 0 on"));
    values.get(field).map(str::parse).transpose().map_err(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(field: &str, value: &str) -> FormValues {
        FormValues::new(vec![(field.to_owned(), value.to_owned())])
    }

    #[test]
    fn a_filled_field_is_a_parameter_of_the_search() {
        let fields = [
            ("rules", "azigo"),
            ("player", " Mutesi "),
            ("reason", "repetition"),
            ("arrays", "first-second"),
            ("min_turns", "20"),
            ("max_turns", "30"),
            ("state", "open"),
            ("result", "south"),
            ("from", "2026-11-21"),
        ];
        for (field, value) in fields {
            let query = |values: &FormValues| {
                let query = parameters(values).and_then(|parameters| parameters.query(None)).expect(field);
                format!("{:?}", query.search)
            };
            assert_ne!(query(&filled(field, value)), query(&FormValues::default()), "{field}");
            assert_eq!(query(&filled(field, "")), query(&FormValues::default()), "{field}");
        }
    }

    #[test]
    fn a_wrong_value_is_refused_by_the_name_of_its_field() {
        for (field, value) in [
            ("rules", "bao"),
            ("player", "x"),
            ("state", "won"),
            ("until", "tomorrow"),
            ("cursor", "7"),
            ("min_turns", "-1"),
        ] {
            let refused = parameters(&filled(field, value)).expect_err(field).into_rejection();
            assert_eq!(refused.code, ErrorCode::BadQuery, "{field}");
            assert!(refused.message.starts_with(field), "{}", refused.message);
        }
    }

    #[test]
    fn unknown_fields_are_ignored() {
        assert!(parameters(&filled("utm_source", "mail")).is_ok());
    }
}

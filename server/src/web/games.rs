//! The history: every public game, searched by a form.

use axum::extract::{Query, State};
use ikibuguzo_pages::games::{self, FormValues};
use ikibuguzo_protocol::ErrorCode;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};

use super::response::{PageResponse, Refused};
use crate::api::extract::Caller;
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::game_parameters::GameParameters;
use crate::query::games::find_games;

/// Games on a page.
const PAGE_LENGTH: u32 = 30;

/// `GET /games`. A visitor who sends a token finds its private games too.
pub(super) async fn show(
    State(app): State<App>,
    caller: Result<Caller, Failure>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<PageResponse, Refused> {
    let Caller(viewer) = caller.map_err(Failure::into_error)?;
    let values = FormValues::new(pairs);
    let query = GameParameters { limit: Some(PAGE_LENGTH), ..parameters(&values)? }.query(viewer.as_ref())?;
    let found = find_games(&app.store, &app.pending_creations, &query).await?;
    Ok(PageResponse(games::page(&values, &found)))
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
        state: read(values, "state")?,
        result: read(values, "result")?,
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
            ("player", "Mutesi"),
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
        for (field, value) in
            [("rules", "bao"), ("player", "x"), ("state", "won"), ("until", "tomorrow"), ("cursor", "7")]
        {
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

//! `GET /api/positions`: the position book.

use axum::Json;
use axum::extract::State;
use ikibuguzo_engine::{ParsePositionError, Position};
use ikibuguzo_protocol::{ErrorCode, GameId, PositionBook, PositionKey, Text};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Caller, Params};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::positions::{BookPosition, BookQuery, position_book};

/// Games on a page, where the query does not say.
const DEFAULT_PAGE_LENGTH: u32 = 20;

/// Games on a page, at most.
const MAX_PAGE_LENGTH: u32 = 100;

/// The query of `GET /api/positions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BookParams {
    /// The key of the position, as an earlier answer gave it.
    key: Option<Text<PositionKey>>,
    /// The position itself, as `docs/NOTATION.md` writes it, or its first seven fields.
    position: Option<String>,
    /// The position that this game has reached.
    game: Option<GameId>,
    /// The number of actions played in the game before the position; all of them if left out.
    ply: Option<usize>,
    /// The `next` of the page before.
    cursor: Option<u64>,
    /// Games on a page, at most 100; 20 if left out.
    limit: Option<u32>,
}

/// `GET /api/positions`: which finished games have reached a position, and how they ended.
pub(super) async fn book(
    State(app): State<App>,
    Caller(viewer): Caller,
    Params(params): Params<BookParams>,
) -> Result<Json<PositionBook>, Failure> {
    Ok(Json(position_book(&app.store, params.query()?, viewer.as_ref()).await?))
}

impl BookParams {
    fn query(self) -> Result<BookQuery, Error> {
        let limit = self.limit.unwrap_or(DEFAULT_PAGE_LENGTH).clamp(1, MAX_PAGE_LENGTH);
        let position = match (self.key, self.position, self.game, self.ply) {
            (Some(Text(key)), None, None, None) => BookPosition::Key(key),
            (None, Some(text), None, None) => BookPosition::Written(read_position(&text)?),
            (None, None, Some(game), ply) => BookPosition::Reached(game, ply),
            _ => {
                let why = "ask for a `key`, or for a `position`, or for a `game` and perhaps its `ply`";
                return Err(bad(why));
            }
        };
        Ok(BookQuery { position, before: self.cursor, limit })
    }
}

/// Reads a position with all its fields, or with the seven that name it.
fn read_position(text: &str) -> Result<Position, Error> {
    // Seven fields do not say that the game has ended: a position that must have ended is read as one that has.
    let as_ended = |_| format!("{text} 0 0 draw:quiet").parse();
    let has_seven_fields = text.split(' ').count() == 7;
    let read =
        if has_seven_fields { format!("{text} 0 0 -").parse().or_else(as_ended) } else { text.parse() };
    read.map_err(|error: ParsePositionError| bad(&error.to_string()))
}

fn bad(why: &str) -> Error {
    Error::new(ErrorCode::BadQuery, why)
}

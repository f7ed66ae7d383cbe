//! `GET /api/positions`: the position book.

use axum::Json;
use axum::extract::State;
use ikibuguzo_game::positions::{MAX_POSITION_CHARS, read_position};
use ikibuguzo_protocol::{ErrorCode, GameId, PositionBook, PositionKey, Text};
use schemars::JsonSchema;
use serde::Deserialize;

use super::cache::{CachePolicy, Cached};
use super::extract::{Caller, QueryParams};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::loaded_game::Ply;
use crate::query::page_length::page_length;
use crate::query::positions::{BookPosition, BookQuery, position_book};

/// Games on a page, if the query has no `limit`.
const DEFAULT_POSITION_GAMES: u32 = 20;

/// Largest number of games on a page.
const MAX_POSITION_GAMES: u32 = 100;

/// The query of `GET /api/positions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BookParams {
    /// The key of the position, from an earlier answer.
    key: Option<Text<PositionKey>>,
    /// The position in the notation of `docs/NOTATION.md`, or its first seven fields.
    #[schemars(length(min = 1, max = MAX_POSITION_CHARS))]
    position: Option<String>,
    /// A game that reached the position.
    game: Option<GameId>,
    /// The number of actions played in the game before the position; all of them if left out.
    ply: Option<u32>,
    /// The `next` of the page before; the first page if left out.
    cursor: Option<u64>,
    #[schemars(description = format!("Games on a page; {DEFAULT_POSITION_GAMES} if left out."), range(min = 1, max = MAX_POSITION_GAMES))]
    limit: Option<u32>,
}

/// `GET /api/positions`: the finished games that reached a position, and how they ended.
pub(super) async fn book(
    State(app): State<App>,
    _: Caller,
    QueryParams(params): QueryParams<BookParams>,
) -> Result<Cached<Json<PositionBook>>, Failure> {
    let book = position_book(&app.store, params.query()?).await?;
    Ok(Cached(CachePolicy::Revalidate, Json(book)))
}

impl BookParams {
    fn query(self) -> Result<BookQuery, Error> {
        let limit = page_length(self.limit, DEFAULT_POSITION_GAMES, MAX_POSITION_GAMES)?;
        let position = match (self.key, self.position, self.game, self.ply) {
            (Some(Text(key)), None, None, None) => BookPosition::Key(key),
            (None, Some(text), None, None) => BookPosition::Written(read_position(&text)?),
            (None, None, Some(game), ply) => BookPosition::Reached(game, Ply::of_number(ply)),
            _ => {
                let why = "give one of: a `key`; a `position`; a `game`, with its `ply` if you like";
                return Err(bad(why));
            }
        };
        Ok(BookQuery { position, before: self.cursor, limit })
    }
}

fn bad(why: &str) -> Error {
    Error::new(ErrorCode::BadQuery, why)
}

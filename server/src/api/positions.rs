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
use ikibuguzo_game::room::Room;
use ikibuguzo_store::Name;
use ikibuguzo_store::StoreError;

/// Games on a page, where the query does not say.
const PAGE: u32 = 20;

/// Games on a page at the most.
const LONGEST_PAGE: u32 = 100;

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
    /// After so many actions of the game; after the newest one if left out.
    ply: Option<usize>,
    /// The `next` of the page before.
    cursor: Option<u64>,
    /// Games on a page, at most 100; 20 if left out.
    limit: Option<u32>,
}

/// A position, or a key that no game has reached.
struct Asked {
    key: PositionKey,
    position: Option<String>,
}

/// `GET /api/positions`: which finished games have reached a position, and what came of it.
pub(super) async fn book(
    State(app): State<App>,
    Caller(viewer): Caller,
    Params(params): Params<BookParams>,
) -> Result<Json<PositionBook>, Failure> {
    let limit = params.limit.unwrap_or(PAGE).clamp(1, LONGEST_PAGE);
    let Asked { key, position } = asked(&app, &params).await?;
    let key = Text(key);
    let Some(text) = position else {
        return Ok(Json(PositionBook {
            position: None,
            key,
            played: Vec::new(),
            games: Vec::new(),
            next: None,
        }));
    };
    let (name, viewer) = (Name::of_text(&text), viewer.map(|player| player.id));
    // A game that is taken in meanwhile may be counted and not yet named, never named and not counted.
    let page = app.store.reached(name, viewer.as_ref(), params.cursor, limit).await?;
    let played = app.store.played(name).await?;
    let next = page.next.map(|number| number.to_string());
    Ok(Json(PositionBook { position: Some(text), key, played, games: page.games, next }))
}

async fn asked(app: &App, params: &BookParams) -> Result<Asked, Error> {
    let text = match (params.key, &params.position, params.game, params.ply) {
        (Some(Text(key)), None, None, None) => return of_key(app, key).await,
        (None, Some(text), None, None) => read(text)?.identity_text(),
        (None, None, Some(game), ply) => of_game(app, game, ply).await?,
        _ => return Err(bad("ask for a `key`, or for a `position`, or for a `game` and perhaps its `ply`")),
    };
    Ok(Asked { key: Name::of_text(&text).public(), position: Some(text) })
}

/// A game tells what a key stands for.
async fn of_key(app: &App, key: PositionKey) -> Result<Asked, Error> {
    let Some((game, ply)) = app.store.reaches(key).await? else {
        return Ok(Asked { key, position: None });
    };
    let reached = Room::replay(&app.log(game).await?)?.game_after(ply);
    let text = reached.map(|game| game.position().identity_text());
    match text.filter(|text| Name::of_text(text).public() == key) {
        Some(text) => Ok(Asked { key, position: Some(text) }),
        None => Err(StoreError::Corrupt(format!("{game} was not in position {key}")).into()),
    }
}

/// A position with all its fields, or with the seven that name it.
fn read(text: &str) -> Result<Position, Error> {
    // A position in which a game has ended says so only in the fields that do not matter here.
    let ended = |_| format!("{text} 0 0 draw:quiet").parse();
    let seven = text.split(' ').count() == 7;
    let read = if seven { format!("{text} 0 0 -").parse().or_else(ended) } else { text.parse() };
    read.map_err(|error: ParsePositionError| bad(&error.to_string()))
}

/// What somebody holds concealed must not be found out by asking which games were like it.
async fn of_game(app: &App, game: GameId, ply: Option<usize>) -> Result<String, Error> {
    let room = Room::replay(&app.log(game).await?)?;
    if room.terms().rules.has_stores() && room.outcome().is_none() {
        let why = "the position of this game holds what is concealed until it is over";
        return Err(Error::new(ErrorCode::GameNotOver, why));
    }
    let reached = room.game_after(ply.unwrap_or(room.acts().len()));
    let missing = || Error::new(ErrorCode::UnknownPly, "the game has not got so far, or has no board");
    Ok(reached.ok_or_else(missing)?.position().identity_text())
}

fn bad(why: &str) -> Error {
    Error::new(ErrorCode::BadQuery, why)
}

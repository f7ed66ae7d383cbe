//! The position book: which finished games have reached a position, and how they ended.

use ikibuguzo_engine::Position;
use ikibuguzo_protocol::{GameId, PositionBook, PositionKey, Text};
use ikibuguzo_store::{PositionHash, Store, StoreError};

use super::loaded_game::{Ply, load_game};
use crate::error::Error;

/// One page of the position book.
#[derive(Debug)]
pub(crate) struct BookQuery {
    /// Which position.
    pub(crate) position: BookPosition,
    /// The `next` of the page before; `None` for the first page.
    pub(crate) before: Option<u64>,
    /// Largest number of games on the page.
    pub(crate) limit: u32,
}

/// How a query names a position.
#[derive(Debug)]
pub(crate) enum BookPosition {
    /// By the key that an earlier answer gave.
    Key(PositionKey),
    /// By the position itself.
    Written(Position),
    /// By a game, after a number of actions.
    Reached(GameId, Ply),
}

/// A position with its key. There is no text for a key that no game has reached.
struct NamedPosition {
    key: PositionKey,
    text: Option<String>,
}

/// Answers one page of the position book.
///
/// # Errors
///
/// `unknown_game`, `unknown_ply`, or `game_not_over`; or if the database cannot be used.
pub(crate) async fn position_book(store: &Store, query: BookQuery) -> Result<PositionBook, Error> {
    let NamedPosition { key, text } = find_position(store, query.position).await?;
    let key = Text(key);
    let Some(text) = text else {
        return Ok(PositionBook { position: None, key, played: Vec::new(), games: Vec::new(), next: None });
    };
    let name = PositionHash::of_text(&text);
    // Games before counts: a game that is indexed in between may be counted and not listed, never the reverse.
    let page = store.list_reached(name, query.before, query.limit).await?;
    let played = store.list_played(name).await?;
    let next = page.next.map(|number| number.to_string());
    Ok(PositionBook { position: Some(text), key, played, games: page.games, next })
}

async fn find_position(store: &Store, position: BookPosition) -> Result<NamedPosition, Error> {
    let text = match position {
        BookPosition::Key(key) => return position_of_key(store, key).await,
        BookPosition::Written(position) => position.identity_text(),
        BookPosition::Reached(game, ply) => position_reached(store, game, ply).await?,
    };
    Ok(NamedPosition { key: PositionHash::of_text(&text).public_key(), text: Some(text) })
}

/// The index has only keys, so the text is taken from a game that has reached the position.
async fn position_of_key(store: &Store, key: PositionKey) -> Result<NamedPosition, Error> {
    let Some((game, ply)) = store.find_game_reaching(key).await? else {
        return Ok(NamedPosition { key, text: None });
    };
    let reached = load_game(store, game).await?;
    let text = reached.room().revealed().and_then(|game| Some(game.after(ply)?.position().identity_text()));
    match text.filter(|text| PositionHash::of_text(text).public_key() == key) {
        Some(text) => Ok(NamedPosition { key, text: Some(text) }),
        None => Err(StoreError::Corrupt(format!("{game} was not in position {key}")).into()),
    }
}

/// While a game with stores goes on, its position is refused: the games that reached the same position would reveal
/// what the stores conceal.
async fn position_reached(store: &Store, game: GameId, ply: Ply) -> Result<String, Error> {
    Ok(load_game(store, game).await?.game_at(ply)?.position().identity_text())
}

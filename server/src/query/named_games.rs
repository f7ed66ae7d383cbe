//! Games that are named by their ids, as lists show them.

use std::str::FromStr;

use foldhash::{HashMap, HashMapExt};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, GameList, GameSummary, Notation, TextFormat, Timestamp};
use ikibuguzo_store::Store;

use super::turns::add_turns;
use crate::error::Error;
use crate::live::standings::Standings;

/// Largest number of games that one request may name.
const MAX_IDS: usize = 50;

/// The ids of one to 50 games, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameIds(Vec<GameId>);

/// Lists some games in the order of their ids. Anybody who has the id of a private game may see it. Unknown games are
/// left out.
///
/// # Errors
///
/// If the database cannot be used.
pub(crate) async fn find_named_games(
    store: &Store,
    standings: &Standings,
    ids: &GameIds,
    viewer: Option<&PlayerId>,
    now: Timestamp,
) -> Result<GameList, Error> {
    let mut found: HashMap<GameId, GameSummary> = HashMap::with_capacity(ids.0.len());
    found.extend(store.find_games(&ids.0).await?.into_iter().map(|game| (game.game, game)));
    let mut games: Vec<GameSummary> = ids.0.iter().filter_map(|id| found.remove(id)).collect();
    store.add_ratings(&mut games, now).await?;
    add_turns(standings, &mut games, viewer).await?;
    Ok(GameList { games, next: None, count: None })
}

impl FromStr for GameIds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = "`ids` are the ids of at most 50 games, with commas between them";
        let mut ids = Vec::new();
        for id in text.split(',').take(MAX_IDS + 1) {
            let id: GameId = id.parse().map_err(|_| bad)?;
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        if text.split(',').nth(MAX_IDS).is_some() { Err(bad) } else { Ok(Self(ids)) }
    }
}

impl Notation for GameIds {
    const NAME: &'static str = "GameIds";
    const DESCRIPTION: &'static str = "The ids of at most 50 games, with commas between them.";

    fn text_format() -> TextFormat {
        TextFormat::Pattern("^[0-9a-hjkmnp-tv-z]{12}(,[0-9a-hjkmnp-tv-z]{12}){0,49}$")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_fifty_ids_are_read_and_each_once() {
        let ids = |count: u8| (0..count).map(|id| GameId::from_random([id % 32; GameId::LENGTH]).to_string());
        let read = |texts: Vec<String>| texts.join(",").parse::<GameIds>().map(|ids| ids.0.len());
        assert_eq!(read(ids(1).collect()), Ok(1));
        assert_eq!(read(ids(50).collect()), Ok(32), "some of them twice");
        for wrong in [Vec::new(), ids(51).collect(), vec!["xyz".to_owned()], vec![String::new(); 2]] {
            assert!(read(wrong.clone()).is_err(), "{wrong:?}");
        }
    }
}

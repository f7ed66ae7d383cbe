//! The games of the home page.

use std::time::Duration;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::projection::Standing;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{GameId, GameSummary, State, StateFilter, Timestamp};
use ikibuguzo_store::{Search, SeatFilter, Store};

use super::game_board::GameBoard;
use super::games::{games_in, newest_games};
use crate::error::Error;
use crate::live::pending_creations::PendingCreations;

/// Largest number of open games, of results, and of own games in each state.
const MAX_HOME_GAMES: u32 = 8;

/// Numbers of open games that are read: twice as many as are shown, and if their makers are too few, as many as eight
/// makers can have.
const OPEN_GAMES_READ: [u32; 2] = [2 * MAX_HOME_GAMES, 20 * MAX_HOME_GAMES];

/// Largest number of live games.
const MAX_HOME_LIVE_GAMES: u32 = 24;

/// Largest number of live games whose boards are shown.
const MAX_HOME_BOARDS: usize = 4;

/// The greatest age of a recent move.
const RECENT_MOVE: Duration = Duration::from_mins(3);

/// Number of finished games that are read for results. Those that never really began have none.
const MAX_FINISHED: u32 = 4 * MAX_HOME_GAMES;

/// The lists of the home page.
#[derive(Debug, Default)]
pub(crate) struct HomeLists {
    /// The viewer's own games that are not over.
    pub(crate) own: Vec<OwnGame>,
    /// Games with a free seat: of each maker the newest for anybody, and the newest challenge.
    pub(crate) open: Vec<GameSummary>,
    /// Games that are played.
    pub(crate) live: Vec<GameSummary>,
    /// Finished games with a result.
    pub(crate) results: Vec<GameSummary>,
    /// Games that were loaded for the lists, so that no log is folded twice.
    rooms: BTreeMap<GameId, Room>,
}

/// A game of the viewer.
#[derive(Debug)]
pub(crate) struct OwnGame {
    /// The game.
    pub(crate) summary: GameSummary,
    /// Whether the game goes on only when the viewer acts.
    pub(crate) is_due: bool,
}

impl HomeLists {
    /// Reads the lists for a viewer.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn load(
        store: &Store,
        pending: &PendingCreations,
        viewer: Option<&Player>,
        now: Timestamp,
    ) -> Result<Self, Error> {
        let newest = |state, limit| newest_games(store, pending, games_in(state), limit, now);
        let mut lists = Self {
            open: open_games(store, pending, viewer, now).await?,
            live: newest(StateFilter::Live, MAX_HOME_LIVE_GAMES).await?,
            results: newest(StateFilter::Finished, MAX_FINISHED).await?,
            ..Self::default()
        };
        lists.results.retain(|game| game.outcome.is_some_and(|outcome| outcome.reason.has_result()));
        lists.results.truncate(MAX_HOME_GAMES as usize);
        if let Some(viewer) = viewer {
            lists.add_own(store, pending, viewer, now).await?;
        }
        Ok(lists)
    }

    /// The boards of live games, the one with the newest move first. Games without a recent move are among them only if
    /// there are not enough others.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn live_boards(&self, store: &Store, now: Timestamp) -> Result<Vec<GameBoard>, Error> {
        let recent_since = now.saturating_sub(RECENT_MOVE);
        let mut boards: Vec<GameBoard> = Vec::new();
        let mut recent = 0;
        // A log is read for each board: on a busy server the newest games are enough.
        for game in self.live.iter().filter(|game| game.state == State::Playing) {
            if recent == MAX_HOME_BOARDS {
                break;
            }
            let board = self.board(store, game).await?;
            recent += usize::from(board.as_ref().is_some_and(|board| board.moved_at >= recent_since));
            boards.extend(board);
        }
        boards.sort_by_key(|board| Reverse(board.moved_at));
        boards.truncate(MAX_HOME_BOARDS);
        Ok(boards)
    }

    /// The board of the newest finished game that has one.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn last_result_board(&self, store: &Store) -> Result<Option<GameBoard>, Error> {
        for game in &self.results {
            if let Some(board) = self.board(store, game).await? {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    async fn board(&self, store: &Store, game: &GameSummary) -> Result<Option<GameBoard>, Error> {
        match self.rooms.get(&game.game) {
            Some(room) => Ok(GameBoard::of(game, room)),
            None => GameBoard::load(store, game).await,
        }
    }

    async fn add_own(
        &mut self,
        store: &Store,
        pending: &PendingCreations,
        viewer: &Player,
        now: Timestamp,
    ) -> Result<(), Error> {
        for state in [StateFilter::Live, StateFilter::Open] {
            let search = Search {
                seats: SeatFilter::Either(viewer.name.clone(), None),
                viewer: Some(viewer.id.clone()),
                ..games_in(state)
            };
            for summary in newest_games(store, pending, search, MAX_HOME_GAMES, now).await? {
                let is_due = state == StateFilter::Live && self.is_due(store, viewer, &summary).await?;
                self.own.push(OwnGame { summary, is_due });
            }
        }
        Ok(())
    }

    async fn is_due(&mut self, store: &Store, viewer: &Player, game: &GameSummary) -> Result<bool, Error> {
        let loaded = store.load_room(game.game).await;
        let Some(room) = store.leave_out_unreadable(game.game, loaded)? else { return Ok(false) };
        let is_due = Standing::of(&room).waits_for(&viewer.id) == Some(true);
        self.rooms.insert(game.game, room);
        Ok(is_due)
    }
}

/// The games with a free seat that may interest a viewer. Nobody can hide the games of others behind many own ones.
async fn open_games(
    store: &Store,
    pending: &PendingCreations,
    viewer: Option<&Player>,
    now: Timestamp,
) -> Result<Vec<GameSummary>, Error> {
    let mut open = Vec::new();
    for limit in OPEN_GAMES_READ {
        open = newest_games(store, pending, games_in(StateFilter::Open), limit, now).await?;
        let is_all = open.len() < limit as usize;
        open.retain(|game| !viewer.is_some_and(|viewer| sits_in(viewer, game)));
        keep_newest_of_makers(&mut open);
        if is_all || open.len() >= MAX_HOME_GAMES as usize {
            break;
        }
    }
    open.truncate(MAX_HOME_GAMES as usize);
    Ok(open)
}

/// Keeps the newest game for anybody and the newest challenge of each maker. The newest games come first.
fn keep_newest_of_makers(open: &mut Vec<GameSummary>) {
    let mut seen = BTreeSet::new();
    open.retain(|game| {
        let maker = Seat::ALL.into_iter().find_map(|seat| game.players.get(seat).clone());
        seen.insert((maker, game.invited.is_some()))
    });
}

fn sits_in(player: &Player, game: &GameSummary) -> bool {
    [Seat::South, Seat::North].into_iter().any(|seat| game.players.get(seat).as_ref() == Some(&player.name))
}

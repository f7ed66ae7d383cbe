//! Signs, once a day, a Merkle root over the games that ended since the last signature.
//!
//! The paths of the games are stored first, in pieces, and the signature last: a server that stops in between begins
//! again, and nothing is shown of a root that is not signed.

use std::time::Duration;

use ikibuguzo_game::calendar::Day;
use ikibuguzo_game::chain::ChainHash;
use ikibuguzo_game::inclusion::{SignedStatement, leaf_line};
use ikibuguzo_game::merkle_tree::MerkleTree;
use ikibuguzo_game::proof::final_hash;
use ikibuguzo_protocol::{GameId, Timestamp};
use ikibuguzo_store::{FinishedCursor, FinishedQuery, Search, SignedDays, SignedGame, Store, StoreError};

use super::games_key::GamesKey;
use crate::live::background_work::BackgroundWork;
use crate::time::{Clock, DAY, HOUR, Stopwatch};

/// How long after the end of a day its games are signed: by then all are stored.
const SIGNING_DELAY: Duration = HOUR;

/// Number of games that are read, or whose paths are stored, in one piece of work.
const PIECE_GAMES: u32 = 64;

/// Rest after a piece, as a multiple of the time that it took: moves come first.
const REST_FACTOR: u32 = 3;

/// Signs the games of each day.
#[derive(Debug)]
pub(crate) struct DaySigner {
    clock: Clock,
    store: Store,
    key: GamesKey,
    /// The days up to this one are signed, or have no game to sign.
    signed_until: Option<Day>,
    progress: Option<Progress>,
}

/// The games that ended on some days, as far as they are read and stored.
#[derive(Debug)]
struct Progress {
    /// Games from this time on are signed.
    from: Timestamp,
    last_day: Day,
    /// The newest game that was read; none before the first one.
    cursor: Option<FinishedCursor>,
    /// When the first of the games ended.
    first_end: Option<Timestamp>,
    games: Vec<(GameId, ChainHash)>,
    /// The tree, once all games are read.
    tree: Option<MerkleTree>,
    /// Number of games whose paths are stored.
    stored: usize,
}

impl DaySigner {
    /// Signs games with this key.
    pub(crate) fn new(store: Store, key: GamesKey, clock: Clock) -> Self {
        Self { clock, store, key, signed_until: None, progress: None }
    }

    async fn begin(&mut self, last_day: Day) -> Result<Progress, StoreError> {
        let newest = self.store.list_signed_days(None, 1).await?.pop();
        let from = newest.map(|newest| newest.statement.last_day.ends()).unwrap_or_default();
        let cursor = (from > Timestamp::ZERO).then(|| from - Duration::from_millis(1));
        let cursor = cursor.map(|at| FinishedCursor { at, id: GameId::from_random([0; GameId::LENGTH]) });
        Ok(Progress { from, last_day, cursor, first_end: None, games: Vec::new(), tree: None, stored: 0 })
    }

    async fn do_step(&self, progress: &mut Progress) -> Result<bool, StoreError> {
        match &progress.tree {
            None => progress.read_games(&self.store).await,
            Some(tree) if progress.stored < progress.games.len() => {
                let paths = progress.next_paths(tree);
                self.store.add_signed_games(progress.last_day, &paths).await?;
                progress.stored += paths.len();
                Ok(true)
            }
            Some(tree) => {
                let statement = progress.statement(tree.root());
                let signature = self.key.sign(&statement.to_string());
                self.store.add_signed_days(&SignedDays { statement, signature }).await?;
                Ok(false)
            }
        }
    }
}

impl Progress {
    /// Reads a page of games. Returns whether there is more to do.
    async fn read_games(&mut self, store: &Store) -> Result<bool, StoreError> {
        let query = FinishedQuery {
            search: Search::default(),
            by_invitation: true,
            after: self.cursor,
            until: self.last_day.ends(),
        };
        let page = store.list_finished_games(&query, PIECE_GAMES).await?;
        for game in page.games.iter().filter(|game| game.ended_at.is_some_and(|at| at >= self.from)) {
            // A game that cannot be read is in no root. It is named when it is read for others.
            let log = match store.log(game.game).await {
                Err(StoreError::Corrupt(_) | StoreError::UnreadableLog(_)) => continue,
                log => log?,
            };
            if let Some(hash) = final_hash(game.game, &log) {
                self.first_end = self.first_end.or(game.ended_at);
                self.games.push((game.game, hash));
            }
        }
        self.cursor = page.next;
        if page.next.is_none() {
            let leaves = self.games.iter().map(|(game, hash)| ChainHash::of(&leaf_line(*game, *hash)));
            self.tree = MerkleTree::new(leaves.collect());
        }
        Ok(page.next.is_some() || self.tree.is_some())
    }

    fn next_paths(&self, tree: &MerkleTree) -> Vec<SignedGame> {
        let games = self.games.iter().enumerate().skip(self.stored).take(PIECE_GAMES as usize);
        games.map(|(index, &(game, hash))| SignedGame { game, hash, path: tree.path(index) }).collect()
    }

    fn statement(&self, root: ChainHash) -> SignedStatement {
        // The days follow those that were signed before.
        let begins = self.first_end.filter(|_| self.from == Timestamp::ZERO).unwrap_or(self.from);
        let first_day = Day::at(begins);
        SignedStatement { first_day, last_day: self.last_day, games: self.games.len(), root }
    }
}

impl BackgroundWork for DaySigner {
    const NAME: &'static str = "signatures";

    async fn do_piece(&mut self) -> Result<Option<Duration>, StoreError> {
        let last_day = Day::at(self.clock.now().saturating_sub(SIGNING_DELAY + DAY));
        if self.signed_until.is_some_and(|day| day >= last_day) {
            return Ok(None);
        }
        let watch = Stopwatch::start();
        let mut progress = match self.progress.take() {
            Some(progress) => progress,
            None => self.begin(last_day).await?,
        };
        // After an error the work begins again: another server may have signed.
        if self.do_step(&mut progress).await? {
            self.progress = Some(progress);
            return Ok(Some(watch.elapsed() * REST_FACTOR));
        }
        self.signed_until = Some(progress.last_day);
        Ok(None)
    }
}

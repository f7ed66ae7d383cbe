//! The analyses of finished games and of positions.

use std::net::IpAddr;

use ikibuguzo_bot::RecordedGame;
use ikibuguzo_engine::{Game, Position};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{Analysis, ErrorCode, GameId, PositionAnalysis};
use ikibuguzo_store::{Store, StoreError};

use super::loaded_game::{LoadedGame, Ply, load_game};
use crate::analysis::queue::{AnalysisQueue, QueueFull};
use crate::analysis::queued_game::QueuedGame;
use crate::analysis::queued_position::QueuedPosition;
use crate::analysis::stored::find_current_analysis;
use crate::error::Error;

/// Answers questions about analyses.
#[derive(Clone, Debug)]
pub(crate) struct Analyses {
    /// Stores the analyses of games.
    pub(crate) store: Store,
    /// The games and positions that wait for their analysis.
    pub(crate) queue: AnalysisQueue,
    /// The budget of one search.
    pub(crate) nodes: u64,
}

impl Analyses {
    /// Requests the analysis of a finished game. A stored one is computed again only if an earlier version has made it.
    ///
    /// # Errors
    ///
    /// `unknown_game`, `game_not_over`, `not_analysed` if the game has no turn, `too_many_analyses`, or `busy`; or if
    /// the database cannot be used.
    pub(crate) async fn request(
        &self,
        game: GameId,
        player: &PlayerId,
        client: IpAddr,
    ) -> Result<Analysis, Error> {
        if let Some(queued) = self.queue.find_game(game) {
            return Ok(queued.progress());
        }
        if let Some(stored) = find_current_analysis(&self.store, game).await? {
            return Ok(stored);
        }
        let recorded = recorded_game(&load_finished_game(&self.store, game).await?)?;
        if recorded.turns().is_empty() {
            return Err(not_analysed("the game has no turn"));
        }
        let queued = QueuedGame::new(game, player.clone(), client, recorded, self.nodes);
        let queued = self.queue.push_game(queued).map_err(too_many_games)?;
        Ok(queued.progress())
    }

    /// The analysis of a game, as far as it is done.
    ///
    /// # Errors
    ///
    /// `unknown_game`, `game_not_over`, or `not_analysed` if nobody has requested it; or if the database cannot be
    /// used.
    pub(crate) async fn find(&self, game: GameId) -> Result<Analysis, Error> {
        if let Some(queued) = self.queue.find_game(game) {
            return Ok(queued.progress());
        }
        // Stored before it leaves the queue, so it is found in one of the two.
        if let Some(stored) = self.store.find_analysis(game).await? {
            return Ok(stored);
        }
        load_finished_game(&self.store, game).await?;
        Err(not_analysed("nobody has requested the analysis of the game: request it with POST"))
    }

    /// Whether the game is analysed, or waits for its analysis.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn has_analysis(&self, game: GameId) -> Result<bool, Error> {
        Ok(self.queue.find_game(game).is_some() || self.store.has_analysis(game).await?)
    }

    /// The best turns of a position.
    ///
    /// # Errors
    ///
    /// `busy` if too many positions wait, or if the server stops.
    pub(crate) async fn analyse_position(
        &self,
        client: IpAddr,
        position: Position,
    ) -> Result<PositionAnalysis, Error> {
        let (queued, answered) = QueuedPosition::new(client, position, self.nodes);
        self.queue.push_position(queued).map_err(|_| busy("too many positions wait for their analysis"))?;
        answered.await.map_err(|_| busy("the server is stopping"))
    }
}

/// A finished game after a number of actions.
///
/// # Errors
///
/// `unknown_game`, `game_not_over`, or `unknown_ply`; or if the database cannot be used.
pub(crate) async fn finished_game(store: &Store, game: GameId, ply: Ply) -> Result<Game, Error> {
    load_finished_game(store, game).await?.game_at(ply)
}

/// Only of finished games: nobody gets help in a game that goes on.
async fn load_finished_game(store: &Store, game: GameId) -> Result<LoadedGame, Error> {
    let loaded = load_game(store, game).await?;
    if loaded.is_over() {
        return Ok(loaded);
    }
    Err(Error::new(ErrorCode::GameNotOver, "a game is analysed when it is over"))
}

fn recorded_game(loaded: &LoadedGame) -> Result<RecordedGame, Error> {
    let room = loaded.room();
    let game = room.revealed().ok_or_else(|| not_analysed("the game has not begun"))?;
    let actions = room.actions().iter().map(|(_, action)| *action);
    let recorded = RecordedGame::new(game.initial().clone(), actions);
    Ok(recorded.map_err(|error| StoreError::Corrupt(error.to_string()))?)
}

fn not_analysed(why: &str) -> Error {
    Error::new(ErrorCode::NotAnalysed, why)
}

fn too_many_games(full: QueueFull) -> Error {
    match full {
        QueueFull::ForOne => Error::new(
            ErrorCode::TooManyAnalyses,
            "three games that you requested wait for their analysis, or twelve that were requested from your network",
        ),
        QueueFull::ForAll => busy("too many games wait for their analysis"),
    }
}

fn busy(why: &str) -> Error {
    Error::new(ErrorCode::Busy, why)
}

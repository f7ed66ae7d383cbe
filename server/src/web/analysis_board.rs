//! The analysis board.

use ikibuguzo_engine::{Game, Ruleset, Viewer};
use ikibuguzo_game::positions::read_revealed_position;
use ikibuguzo_pages::analysis_board::{self, AnalysisBoard};
use ikibuguzo_protocol::{ErrorCode, PositionView};
use serde::Deserialize;

use super::response::{PageResponse, Refused};
use crate::api::extract::{Address, QueryParams};
use crate::api::problem::Failure;
use crate::error::Error;

/// The start that is shown if the query names none.
const DEFAULT_START: &str = "ikibuguzo:first";

/// The query of `GET /analysis`. The page itself reads `play`, the actions played from the position.
#[derive(Debug, Deserialize)]
pub(super) struct BoardParams {
    /// The start of a game: its ruleset, with the arrays of both seats if it has an arrangement.
    rules: Option<String>,
    /// A position in the notation of `docs/NOTATION.md`, instead of a start.
    position: Option<String>,
}

/// `GET /analysis`: a board with the start of a game, or with any position.
pub(super) async fn show(
    Address(address): Address,
    params: Result<QueryParams<BoardParams>, Failure>,
) -> Result<PageResponse, Refused> {
    let QueryParams(params) = params.map_err(Failure::into_error)?;
    let game = params.read_game()?;
    let board = AnalysisBoard {
        rules: game.ruleset(),
        position: game.position().to_string(),
        view: PositionView::of(&game, Viewer::AfterGame),
        starts: Ruleset::ALL.iter().copied().filter(has_one_start).collect(),
    };
    Ok(PageResponse(analysis_board::page(&board, &address)))
}

impl BoardParams {
    fn read_game(self) -> Result<Game, Error> {
        if let Some(position) = self.position {
            return Ok(Game::new(read_revealed_position(&position)?));
        }
        let start = self.rules.as_deref().unwrap_or(DEFAULT_START);
        Game::from_rulespec(start).map_err(|error| Error::new(ErrorCode::BadQuery, error.to_string()))
    }
}

/// Whether the ruleset alone names a start: each player of `ikibuguzo:choice` picks an array first.
fn has_one_start(rules: &Ruleset) -> bool {
    Game::from_rulespec(&rules.to_string()).is_ok()
}

//! The lists of the first page.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameSummary, Role};
use serde::Serialize;

use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::web::lists;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::projection;
use ikibuguzo_game::room::Room;

/// Open games, and results, at the most.
const LINES: usize = 8;

/// Live games, and games of the visitor, at the most.
const LIVE: usize = 4;

/// What the first page lists.
#[derive(Debug, Default, Serialize)]
pub(super) struct Gathered {
    /// The visitor's own games that are not over, and whether each waits for the visitor.
    pub(super) yours: Vec<(GameSummary, bool)>,
    /// Games to join.
    pub(super) open: Vec<GameSummary>,
    /// Games to watch.
    pub(super) live: Vec<GameSummary>,
    /// Games that are over.
    pub(super) results: Vec<GameSummary>,
}

impl Gathered {
    /// What a visitor is shown.
    pub(super) async fn of(app: &App, viewer: Option<&Player>) -> Result<Self, Failure> {
        let find = async |state: &str, limit: usize| {
            lists::find(app, None, &format!("state={state}&limit={limit}")).await.map(|list| list.games)
        };
        let (mut open, live) = (find("open", LINES).await?, find("live", LIVE).await?);
        let results = find("finished", LINES).await?;
        let mut yours = Vec::new();
        if let Some(viewer) = viewer {
            open.retain(|game| !sits_in(viewer, game));
            yours = own(app, viewer).await?;
        }
        Ok(Self { yours, open, live, results })
    }
}

async fn own(app: &App, viewer: &Player) -> Result<Vec<(GameSummary, bool)>, Failure> {
    let mut own = Vec::new();
    for state in ["live", "open"] {
        let query = format!("player={}&state={state}&limit={LINES}", lists::encoded(viewer.name.as_str()));
        for game in lists::find(app, Some(viewer), &query).await?.games {
            let is_due = state == "live" && waits_for(app, viewer, &game).await?;
            own.push((game, is_due));
        }
    }
    Ok(own)
}

/// Whether a game goes on only when its player does something.
async fn waits_for(app: &App, player: &Player, game: &GameSummary) -> Result<bool, Error> {
    let room = Room::replay(&app.log(game.game).await?)?;
    let Some(seat) = room.seat_of(&player.id) else { return Ok(false) };
    let view = projection::view(&room, Role::from(seat));
    Ok(match &view.position {
        Some(position) => position.to_move.is_some_and(|to_move| *to_move == seat),
        None => !view.arrays_offered.is_empty() && !view.arranged.get(seat),
    })
}

fn sits_in(player: &Player, game: &GameSummary) -> bool {
    [Seat::South, Seat::North].into_iter().any(|seat| game.players.get(seat).as_ref() == Some(&player.name))
}

//! The page of one game.

use axum::extract::State;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameId, GameView, Role};
use maud::{Markup, html};

use super::address::Address;
use super::frame::{Page, Refused};
use super::words::Words;
use super::{board, card};
use crate::app::App;
use crate::http::extract::Game;
use crate::http::problem::Failure;
use crate::projection;
use crate::room::Room;

/// `GET /game/{game}`: the game as it stands, as everybody may see it.
pub(super) async fn show(
    State(app): State<App>,
    here: Address,
    game: Result<Game, Failure>,
) -> Result<Page, Refused> {
    let Game(id) = game.map_err(Failure::into_rejection)?;
    let room = Room::replay(&app.log(id).await?)?;
    let words = Words::chosen();
    let view = projection::view(&room, Role::Spectator);
    let title =
        words.fill("game.title", &[("south", name(&view, Seat::South)), ("north", name(&view, Seat::North))]);
    let head = card::game(&here, id, &view, words);
    Ok(Page { name: "game", title: title.clone(), head, main: content(id, &view, &title) })
}

fn content(id: GameId, view: &GameView, title: &str) -> Markup {
    html! {
        h1 { (title) }
        div #game data-game=(id) {
            @if let Some(position) = &view.position {
                div.board-box { (board::svg(*view.rules, position, title)) }
            }
        }
    }
}

fn name(view: &GameView, seat: Seat) -> &str {
    view.players.get(seat).as_ref().map_or("?", |name| name.as_str())
}

//! The page of one game: who plays, the board after any of its actions, and its turns; all of it without a script.
//! `web/game.js` finds its places by the ids and the attributes here, and makes them live.

#[path = "game/arrays.rs"]
mod arrays;
#[path = "game/table.rs"]
mod table;
#[path = "game/summary.rs"]
mod told;
#[path = "game/turns.rs"]
mod turns;

use axum::extract::State;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ErrorCode, GameId, GameView, PlayerName, PositionView, Role};
use maud::{Markup, html};
use serde::Deserialize;

use super::address::Address;
use super::card;
use super::frame::{Page, Refused};
use super::words::Words;
use crate::api::extract::{Game, Params};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::loaded_game::load_game;
use ikibuguzo_game::projection;
use ikibuguzo_game::room::Room;

/// What the page may be asked.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// After how many actions the board is shown; the newest one if left out.
    ply: Option<usize>,
}

/// A game after so many of its actions, as everybody may see it.
struct Scene {
    id: GameId,
    words: &'static Words,
    room: Room,
    view: GameView,
    /// The actions that have been played before what is shown.
    ply: usize,
    position: Option<PositionView>,
    /// By which other people reach this game.
    address: Address,
}

/// `GET /game/{game}`: the game as it stands, or after `?ply=` actions.
pub(super) async fn show(
    State(app): State<App>,
    address: Result<Address, Failure>,
    game: Result<Game, Failure>,
    asked: Result<Params<Asked>, Failure>,
) -> Result<Page, Refused> {
    let Game(id) = game.map_err(Failure::into_error)?;
    let address = address.map_err(Failure::into_error)?;
    let Params(Asked { ply }) = asked.map_err(Failure::into_error)?;
    let room = load_game(&app.store, id).await?.into_room();
    let scene = Scene::of(id, room, ply, address)?;
    Ok(Page { name: "game", title: scene.title(), head: head(&scene), main: content(&scene) })
}

impl Scene {
    fn of(id: GameId, room: Room, ply: Option<usize>, address: Address) -> Result<Self, Error> {
        let view = projection::view(&room, Role::Spectator);
        let played = room.acts().len();
        let position = match ply {
            None => view.position.clone(),
            Some(ply) => Some(projection::position_after(&room, ply, Role::Spectator).ok_or_else(|| {
                Error::new(ErrorCode::UnknownPly, format!("{played} actions have been played"))
            })?),
        };
        Ok(Self { id, words: Words::chosen(), room, view, ply: ply.unwrap_or(played), position, address })
    }

    fn title(&self) -> String {
        match (self.name(Seat::South), self.name(Seat::North)) {
            (Some(south), Some(north)) => {
                self.words.fill("game.title", &[("south", south), ("north", north)])
            }
            (one, other) => {
                self.words.fill("game.title.open", &[("name", one.or(other).unwrap_or_default())])
            }
        }
    }

    /// The name of the player in a seat.
    fn name(&self, seat: Seat) -> Option<&str> {
        self.view.players.get(seat).as_ref().map(PlayerName::as_str)
    }

    fn played(&self) -> usize {
        self.room.acts().len()
    }

    fn is_newest(&self) -> bool {
        self.ply == self.played()
    }
}

fn head(scene: &Scene) -> Markup {
    html! {
        link rel="stylesheet" href="/static/game.css";
        (card::game(&scene.address, scene.id, &scene.title(), &told::summary(scene)))
    }
}

fn content(scene: &Scene) -> Markup {
    let seq = scene.is_newest().then(|| scene.room.head());
    html! {
        article #game data-game=(scene.id) data-rules=(scene.view.rules) data-state=(scene.view.state.as_str())
            data-role="spectator" data-seq=[seq] data-ply=(scene.ply) {
            header.match {
                h1 { (scene.title()) }
                p.terms { (told::terms(scene)) }
            }
            p #lost .not-live role="status" hidden {}
            div.split {
                (table::show(scene))
                div.beside {
                    div #doing {}
                    (turns::list(scene))
                    div #talking {}
                    div #settings {}
                }
            }
            div #news .unseen aria-live="polite" {}
        }
    }
}

//! The HTTP API: one file for each resource. [`routes`] lists every operation.

mod response;
mod cache;
pub(crate) mod openapi;
mod export;
pub(crate) mod extract;
mod games;
pub(crate) mod health;
pub(crate) mod middleware;
mod players;
mod plies;
mod positions;
mod profile;
pub mod search;
mod stats;
mod stream;
mod tokens;
pub(crate) mod problem;

use std::sync::Arc;

use axum::Router;
use ikibuguzo_protocol::ErrorCode::{self, *};
use serde_json::json;

use crate::app::App;
use openapi::{Api, Description};

/// Every operation with its summary, and the error codes that the types of its handler do not tell; with the description
/// made of them.
pub(crate) fn routes() -> (Router<App>, Arc<Description>) {
    Api::new()
        .post("/api/players", players::create, |it| {
            it.says("A new guest, and the token that proves it. The token is shown only here.").refuses(&[Busy]);
        })
        .get("/api/players/me", players::me, |it| {
            it.says("Whom the token proves.");
        })
        .put("/api/players/me", players::claim, |it| {
            it.says("Claim a name with a passphrase, or change either.").refuses(&[NameTaken, WrongPassphrase, Busy]);
        })
        .get("/api/players/{name}", profile::show, |it| {
            it.says("A player, and what came of its games, by game.");
        })
        .get("/api/players/{name}/against/{opponent}", profile::against, |it| {
            it.says("The score between two players, as the first one sees it.");
        })
        .post("/api/tokens", tokens::create, |it| {
            it.says("Sign in with a name and its passphrase: another token of the same player.");
            it.refuses(&[WrongPassphrase, Busy]);
        })
        .get("/api/tokens", tokens::list, |it| {
            it.says("The tokens of the player who asks, without the secrets.");
        })
        .delete("/api/tokens/{token}", tokens::revoke, |it| {
            it.says("Put one of one's tokens out of use.");
        })
        .get("/api/games", search::list, |it| {
            it.says("The games that a search finds, page by page. Parameters narrow it down together.");
            it.refuses(&[TooBroad, WrongCursor]).leads_on("cursor", "next");
        })
        .post("/api/games", games::create, |it| {
            it.says("Create a game and take a seat in it. The same `id` again answers with the same game.")
                .refuses(&[Busy])
                .leads("game", &["games_show", "games_join", "games_events", "plies_show", "games_clock", "games_record"])
                .leads_with(
                    "games_command",
                    &json!({"type": "resign", "id": "c2", "game": "$response.body#/game"}),
                );
        })
        .get("/api/games/{game}", games::show, |it| {
            it.says("The game as it stands.");
        })
        .post("/api/games/{game}/join", games::join, |it| {
            it.says("Take the free seat of a game, or hear which seat is yours already.");
            it.refuses(&[GameFull, GameOver, NotAPlayer, Busy]);
        })
        .get("/api/games/{game}/events", games::events, |it| {
            it.says("Every event after `since`, in order; as a stream that goes on while the game does, if asked for.");
            it.header::<u64>("last-event-id", "What a browser has when it comes back to a stream; goes before `since`.");
            it.refuses(&[SinceAhead, TooManySockets, Busy]);
        })
        .get("/api/games/{game}/plies/{ply}", plies::show, |it| {
            it.says("The game after so many actions, and what each action that could be played there would do.");
        })
        .get("/api/games/{game}/clock", games::clock, |it| {
            it.says("What every action has cost, and when the server was away.");
        })
        .get("/api/games/{game}/record", games::record, |it| {
            it.says("The game as a record, which `docs/NOTATION.md` describes.");
        })
        .get("/api/positions", positions::book, |it| {
            it.says("Which finished games have reached a position, what was played there, and what came of it. \
                Ask by a `key`, by a `position`, or by a `game` and perhaps its `ply`.");
            it.refuses(&[UnknownGame, UnknownPly, GameNotOver]).leads_on("cursor", "next");
        })
        .get("/api/stats", stats::show, |it| {
            it.says("What all games together amount to.");
        })
        .get("/api/export", export::export, |it| {
            it.says("All finished games that a search finds, whole, the first to end first, as one stream that ends.");
            it.refuses(&[TooManySockets]);
        })
        .post("/api/commands", games::command, |it| {
            it.says("Any command of the WebSocket, for clients without one. Answers with its `ack`.");
            it.refuses(COMMANDS);
        })
        .get("/healthz", health::alive, |it| {
            it.says("Whether the server answers.").refuses(&[StorageUnavailable]);
        })
        .get("/readyz", health::ready, |it| {
            it.says("Whether the server takes commands.").refuses(&[StorageUnavailable, Restarting]);
        })
        .get("/metrics", health::metrics, |it| {
            it.says("Numbers for Prometheus.").refuses(&[Internal]);
        })
        .finish()
}

/// What a command can be refused with.
const COMMANDS: &[ErrorCode] = &[
    UnknownGame,
    NotAPlayer,
    WaitingForOpponent,
    StillArranging,
    NotArranging,
    AlreadyArranged,
    ArrayNotOffered,
    NotYourTurn,
    WrongPly,
    BadAction,
    IllegalAction,
    GameOver,
    GameNotOver,
    AlreadyOffered,
    StaleOffer,
    OwnOffer,
    CannotTakeBack,
    NotGone,
    TooLateToAbort,
    SaidEnough,
    BadText,
    CommandIdTaken,
    Busy,
];

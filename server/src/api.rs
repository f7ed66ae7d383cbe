//! The HTTP API: one file for each resource. `routes` lists every operation.

mod analysis;
mod analysis_stream;
mod blocks;
pub(crate) mod cache;
mod commands;
mod export;
mod explored_positions;
pub(crate) mod extract;
mod game_events;
mod games;
pub(crate) mod health;
pub(crate) mod middleware;
pub(crate) mod revealed_position;
pub(crate) mod openapi;
mod oembed;
mod player_stream;
mod players;
mod plies;
mod positions;
pub(crate) mod problem;
mod push;
mod ratings;
mod reports;
pub(crate) mod response;
pub mod search;
mod signatures;
mod stats;
mod stream;
mod stream_permit;
mod tokens;
mod tournament_stream;
mod tournaments;

use std::sync::Arc;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use ikibuguzo_protocol::ErrorCode::{self, *};

use crate::app::App;
use cache::CachePolicy;
use openapi::{Api, Description};

/// The router of all operations, with their OpenAPI document, and their description for the page.
///
/// An operation has an id, which programs know from the OpenAPI document and which therefore never changes. The types
/// of its handler describe most of it; the entry adds the summary, links to other operations, and the error codes of
/// the handler itself.
pub(crate) fn routes() -> (Router<App>, Arc<Description>) {
    let api = player_routes(Api::new());
    let api = history_routes(api);
    let api = game_routes(api);
    let api = tournament_routes(api);
    let (router, description) = operator_routes(api).finish();
    let description = Arc::new(description);
    let served = Arc::clone(&description);
    let openapi = get(move || async move {
        (CachePolicy::Revalidate, [(CONTENT_TYPE, "application/json")], served.json())
    });
    (router.route("/api/openapi.json", openapi), description)
}

fn player_routes(api: Api) -> Api {
    api.post("/api/players", "players_create", players::create, |it| {
        it.summary("Creates a guest and a token. The token is shown only in this response.");
        it.errors(&[AddressBanned, Busy]);
    })
    .get("/api/players/me", "players_me", players::me, |it| {
        it.summary("Returns the player whose token is sent.");
    })
    .put("/api/players/me", "players_claim", players::claim, |it| {
        it.summary("Claims a name with a passphrase, or changes either.");
        it.errors(&[NameTaken, WrongPassphrase, AddressBanned, Busy]);
    })
    .delete("/api/players/me", "players_delete", players::delete, |it| {
        it.summary("Deletes the player's account. Its games stay, as those of a former player.");
        it.errors(&[WrongPassphrase, Busy]);
    })
    .get("/api/players/me/data", "players_data", players::data, |it| {
        it.summary("Returns everything that the server keeps about the player, and where its games are.");
    })
    .put("/api/players/me/bot", "players_mark_bot", players::mark_bot, |it| {
        it.summary("Marks the player as a bot: a program plays for it. Possible only before its first game.");
        it.errors(&[AlreadyPlayed]);
    })
    .get("/api/players/{name}", "players_show", players::show, |it| {
        it.summary("Returns a player and the results of its games, by game.");
    })
    .get("/api/players/{name}/against/{opponent}", "players_against", players::against, |it| {
        it.summary("Returns the score between two players, as the first one sees it.");
    })
    .get("/api/players/{name}/ratings/{pool}", "players_rating_history", ratings::history, |it| {
        it.summary("Returns a player's rating in one game after each of its last rated games.");
    })
    .get("/api/leaderboards/{pool}", "leaderboards_show", ratings::leaderboard, |it| {
        it.summary("Returns the players with the highest ratings in one game.");
    })
    .get("/api/blocks", "blocks_list", blocks::list, |it| {
        it.summary("Lists the players whom the player has blocked, the most recently blocked one first.");
    })
    .put("/api/blocks/{name}", "blocks_add", blocks::add, |it| {
        it.summary("Blocks a player: neither can invite the other or join the other's games.");
        it.errors(&[CannotBlock]);
    })
    .delete("/api/blocks/{name}", "blocks_remove", blocks::remove, |it| {
        it.summary("Unblocks a player.");
    })
    .post("/api/reports", "reports_create", reports::create, |it| {
        it.summary("Reports a player to the operator.");
        it.errors(&[UnknownPlayer, UnknownGame, BadText, CannotReport, TooManyReports]);
    })
    .get("/api/push", "push_show", push::show, |it| {
        it.summary(
            "Returns the server's key for push services, and the browsers that receive the player's notices.",
        );
    })
    .put("/api/push", "push_subscribe", push::subscribe, |it| {
        it.summary("Adds a browser that receives notices while the site is closed, or changes which ones it receives.");
        it.errors(&[CannotPush]);
    })
    .delete("/api/push/{subscription}", "push_unsubscribe", push::unsubscribe, |it| {
        it.summary("Removes a browser, which then receives no more notices.");
    })
    .post("/api/tokens", "tokens_create", tokens::create, |it| {
        it.summary("Signs in with a name and its passphrase: returns another token of the player.");
        it.errors(&[WrongPassphrase, AddressBanned, Busy]);
    })
    .get("/api/tokens", "tokens_list", tokens::list, |it| {
        it.summary("Lists the player's tokens, without the secrets.");
    })
    .delete("/api/tokens/{token}", "tokens_revoke", tokens::revoke, |it| {
        it.summary("Revokes one of the player's tokens.");
    })
}

fn history_routes(api: Api) -> Api {
    api.get("/api/games", "games_search", search::list, |it| {
        it.summary("Lists the games that match all given filters, page by page, or games by their ids.");
        it.errors(&[TooBroad, WrongCursor, TokenRequired]).links_to_next_page("cursor", "next");
    })
    .get("/api/positions", "positions_show", positions::book, |it| {
        it.summary(
            "Returns the finished games that reached a position, the actions played there, and the results. The \
            position is given by a `key`, by a `position`, or by a `game` with an optional `ply`.",
        );
        it.errors(&[UnknownGame, UnknownPly, GameNotOver]).links_to_next_page("cursor", "next");
    })
    .get("/api/positions/analysis", "positions_analysis", analysis::position, |it| {
        it.summary(
            "Returns the best turns of a position. It is given by a `position`, or by a finished `game` with an optional \
            `ply`.",
        );
        it.errors(&[ConcealedStore, UnknownGame, UnknownPly, GameNotOver, Busy]);
    })
    .get("/api/positions/actions", "positions_actions", explored_positions::show, |it| {
        it.summary(
            "Returns what each legal action of a position would do, after playing actions from there. The position is \
            given by a `position`, or by a finished `game` with an optional `ply`.",
        );
        it.errors(&[ConcealedStore, UnknownGame, UnknownPly, GameNotOver, BadAction, IllegalAction]);
    })
    .get("/api/stats", "stats_show", stats::show, |it| {
        it.summary("Returns the statistics over all finished games.");
    })
    .get("/api/export", "games_export", export::export, |it| {
        it.summary("Streams all finished games that match the filters, complete, in the order of their ends.");
        it.errors(&[TooManyExports]);
    })
    .get("/api/roots", "roots_list", signatures::roots, |it| {
        it.summary("Returns the roots that the server has signed, the newest first, each with its signature.");
    })
}

fn game_routes(api: Api) -> Api {
    api.post("/api/games", "games_create", games::create, |it| {
        it.summary("Creates a game and takes a seat in it. The same `id` again returns the same game.");
        it.errors(&[BadField, Busy, CommandIdReused, NotAChallenge, NotRateable]);
        it.errors(&[Blocked, Banned, LeftTooManyGames, UnknownPlayer]);
        it.errors(&[TooManyComputerGames, TooManyOpenGames, TooManyChallenges]);
        let with_game =
            ["games_show", "games_join", "games_events", "games_ply", "games_clock", "games_record"];
        it.links_to("game", &with_game);
    })
    .post("/api/games/offline", "games_keep_offline", games::keep_offline, |it| {
        it.summary(
            "Keeps a finished game that the player has played against a computer player without a server. The same record again \
                returns the same game.",
        );
        it.errors(&[BadRecord, Banned]);
        it.links_to("game", &["games_show", "games_record"]);
    })
    .get("/api/games/{game}", "games_show", games::show, |it| {
        it.summary("Returns the current state of the game.");
    })
    .post("/api/games/{game}/join", "games_join", games::join, |it| {
        it.summary("Takes the free seat of a game, or returns the seat that the player has.");
        it.errors(&[GameFull, GameOver, NotAPlayer, NotInvited, NotRateable, Blocked, Banned, LeftTooManyGames, Busy]);
    })
    .get("/api/games/{game}/events", "games_events", game_events::events, |it| {
        it.summary(
            "Returns every event after `since`, in order; on request as a stream that also sends new events.",
        );
        let description = "The last event that a browser received before it reconnected. Overrides `since`.";
        it.header_parameter::<u64>("last-event-id", description);
        it.errors(&[SinceAhead, TooManySockets, Busy]);
    })
    .get("/api/stream", "players_stream", player_stream::open, |it| {
        it.summary(
            "Streams what concerns the player: its live games, then games that start or end, turns and offers.",
        );
        it.errors(&[TooManySockets, Busy]);
    })
    .get("/api/games/{game}/plies/{ply}", "games_ply", plies::show, |it| {
        it.summary("Returns the game after a number of actions, and what each legal action would do.");
    })
    .get("/api/games/{game}/clock", "games_clock", games::clock, |it| {
        it.summary("Returns the time that each action cost, and when the server was down.");
    })
    .get("/api/games/{game}/ratings", "games_ratings", ratings::of_game, |it| {
        it.summary("Returns the ratings of the game's players, and how much the game changed them.");
    })
    .get("/api/games/{game}/record", "games_record", games::record, |it| {
        it.summary("Returns the game as a record, in the format of `docs/NOTATION.md`.");
    })
    .get("/api/games/{game}/proof", "games_proof", games::proof, |it| {
        it.summary("Returns the lines of the log of a finished game, from which anybody can check its hashes: `docs/VERIFY.md`.");
        it.errors(&[GameNotOver]);
    })
    .get("/api/games/{game}/inclusion", "games_inclusion", signatures::inclusion, |it| {
        it.summary("Shows that a finished game is in a root that the server has signed: `docs/VERIFY.md`.");
        it.errors(&[NotSigned]);
    })
    .post("/api/games/{game}/analysis", "games_analyse", analysis::request, |it| {
        it.summary("Requests the analysis of a finished game. It is computed once, and kept.");
        it.errors(&[GameNotOver, NotAnalysed, TooManyAnalyses, Busy]);
        it.links_to("game", &["games_analysis"]);
    })
    .get("/api/games/{game}/analysis", "games_analysis", analysis::show, |it| {
        it.summary("Returns the analysis of a finished game, as far as it is done.");
        it.errors(&[GameNotOver, NotAnalysed]);
    })
    .get("/api/oembed", "games_oembed", oembed::show, |it| {
        it.summary("Returns the frame that shows a game in another site, as oEmbed describes it.");
        it.errors(&[NotFound, UnknownGame, UnsupportedFormat]);
    })
    .post("/api/commands", "commands_send", commands::command, |it| {
        it.summary("Carries out any command of the WebSocket and returns its `ack`.").errors(COMMAND_ERRORS);
    })
}

fn tournament_routes(api: Api) -> Api {
    api.post("/api/tournaments", "tournaments_create", tournaments::create, |it| {
        it.summary("Makes a tournament: a round robin, a Swiss tournament or an arena. The same `id` again returns the same one.");
        it.errors(&[ImpossibleTournament, NameNotClaimed, TooManyTournaments, CommandIdReused, Banned]);
        let with_tournament =
            ["tournaments_show", "tournaments_stream", "tournaments_enter", "tournaments_withdraw"];
        it.links_to("tournament", &with_tournament);
    })
    .get("/api/tournaments", "tournaments_list", tournaments::list, |it| {
        it.summary("Lists the tournaments that are not over, and those that ended last.");
    })
    .get("/api/tournaments/{tournament}", "tournaments_show", tournaments::show, |it| {
        it.summary("Returns a tournament with its standings and pairings.");
    })
    .get("/api/tournaments/{tournament}/stream", "tournaments_stream", tournament_stream::open, |it| {
        it.summary("Streams a tournament: as it is, and again after every change.");
        it.errors(&[TooManySockets]);
    })
    .put("/api/tournaments/{tournament}/entry", "tournaments_enter", tournaments::enter, |it| {
        it.summary("Enters the player into a tournament. An arena can also be entered while it runs.");
        it.errors(&[TournamentFull, TournamentBegun, TournamentOver, NotRateable, Banned]);
    })
    .delete("/api/tournaments/{tournament}/entry", "tournaments_withdraw", tournaments::withdraw, |it| {
        it.summary("Withdraws the player from a tournament. The player loses the games that it is playing there, but not in an arena.");
        it.errors(&[TournamentOver]);
    })
}

fn operator_routes(api: Api) -> Api {
    api.get("/healthz", "health_alive", health::alive, |it| {
        it.summary("Says whether the server works.").errors(&[StorageUnavailable]);
    })
    .get("/readyz", "health_ready", health::ready, |it| {
        it.summary("Says whether the server accepts commands and does all its work.");
        it.errors(&[StorageUnavailable, Restarting, ClockOff, Busy]);
    })
    .get("/metrics", "health_metrics", health::metrics, |it| {
        it.summary("Returns metrics for Prometheus.").errors(&[Internal]);
    })
}

/// The error codes of commands.
const COMMAND_ERRORS: &[ErrorCode] = &[
    UnknownGame,
    NotAPlayer,
    NotInvited,
    WaitingForOpponent,
    StillArranging,
    NotArranging,
    AlreadyArranged,
    ArrayNotOffered,
    CannotBerserk,
    TooLateToBerserk,
    NotYourTurn,
    WrongPosition,
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
    TooEarlyToWin,
    NoOpponent,
    SaidEnough,
    Silenced,
    BadText,
    CommandIdTaken,
    CommandIdReused,
    Busy,
];

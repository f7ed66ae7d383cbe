use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::net::SocketAddr;
use std::str::FromStr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use ikibuguzo_engine::{ParseRulesetError, Ruleset};
use ikibuguzo_protocol::{
    ClockSheet, ErrorCode, Events, GameId, GameList, GameSummary, InvalidId, NewGame, Notation, PlayerName,
    Seated, ServerMessage, Snapshot, Spelling, StateFilter, Text,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::answer::{Created, EventsOrStream, Plain};
use super::extract::{Body, Caller, Game, Known, Message, Params};
use super::problem::Failure;
use super::stream::{self, Follow, Form};
use crate::app::App;
use crate::asks::command_of;
use crate::player::Player;
use crate::room::{Ask, Command, Rejection, Room};
use crate::store::{Cursor, Filter};
use crate::{history, projection, record as records, time};

/// Games on a page, where the query does not say.
const PAGE: u32 = 50;

/// Games on a page at the most.
const LONGEST_PAGE: u32 = 200;

/// The query of `GET /api/games`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListParams {
    /// How far the games are.
    state: Option<StateFilter>,
    /// Only games of the player of this name.
    player: Option<PlayerName>,
    /// Only games of these rules.
    rules: Option<Text<Rules>>,
    /// The `next` of the page before.
    cursor: Option<Text<Cursor>>,
    /// How many on a page, at most 200; 50 if left out.
    limit: Option<u32>,
}

/// A game by its name, or with its options.
#[derive(Debug)]
struct Rules(String);

/// The query of `GET /api/games/{game}/events`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EventsParams {
    /// The newest `seq` that one has.
    #[serde(default)]
    since: u64,
}

/// `GET /api/games`: newest first, page by page.
pub(super) async fn list(
    State(app): State<App>,
    Caller(viewer): Caller,
    Params(params): Params<ListParams>,
) -> Result<Json<GameList>, Failure> {
    let limit = params.limit.unwrap_or(PAGE).clamp(1, LONGEST_PAGE);
    let filter = Filter {
        state: params.state,
        player: params.player,
        rules: params.rules.map(|rules| rules.0.0),
        viewer: viewer.map(|player| player.id),
        after: params.cursor.map(|cursor| cursor.0),
        // One more than is shown tells whether there is a next page.
        limit: limit + 1,
    };
    let mut games = app.store.games(&filter).await?;
    let more = games.len() > limit as usize;
    games.truncate(limit as usize);
    let next = games.last().filter(|_| more).map(|last| Cursor::of(last).to_string());
    Ok(Json(GameList { games, next }))
}

/// `POST /api/games`: a new game, with its creator seated.
pub(super) async fn create(
    State(app): State<App>,
    Known(player): Known,
    Body(new): Body<NewGame>,
) -> Result<Created<Seated>, Failure> {
    Ok(Created(app.create_game(&player, &new).await?))
}

/// `POST /api/games/{game}/join`: take the free seat, or hear which one is one's own.
pub(super) async fn join(
    State(app): State<App>,
    Known(player): Known,
    Game(game): Game,
) -> Result<Json<Seated>, Failure> {
    // A player sits once in a game, so the player's own key can be the command's id.
    let id = player
        .id
        .as_str()
        .parse()
        .map_err(|error: InvalidId| Rejection::new(ErrorCode::Internal, error.to_string()))?;
    app.lobby.command(game, &player, &Command { id, ask: Ask::Sit }).await?;
    Ok(Json(app.seat_in(game, &player).await?))
}

/// `GET /api/games/{game}`: the game as it stands.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    Game(game): Game,
) -> Result<Json<Snapshot>, Failure> {
    let room = Room::replay(&app.log(game).await?)?;
    let role = room.role(viewer.as_ref().map(|player| &player.id));
    Ok(Json(projection::snapshot(game, &room, role)))
}

/// `GET /api/games/{game}/events`: everything after `since`, or after what the client says that it has; as a stream, if
/// it asks for one.
pub(super) async fn events(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Caller(viewer): Caller,
    Game(game): Game,
    Params(params): Params<EventsParams>,
) -> Result<EventsOrStream, Failure> {
    let had = stream::last_event_id(&headers)?;
    let Some(form) = Form::wanted(&headers) else {
        let events = past_events(&app, viewer.as_ref(), game, params.since).await?;
        return Ok(EventsOrStream(Json(events).into_response()));
    };
    let (since, is_back) = (had.unwrap_or(params.since), had.is_some());
    let follow = Follow { game, viewer, since, is_back, form, address: address.ip() };
    Ok(EventsOrStream(stream::begin(app, follow).await?))
}

async fn past_events(
    app: &App,
    viewer: Option<&Player>,
    game: GameId,
    since: u64,
) -> Result<Events, Rejection> {
    let log = app.log(game).await?;
    let room = Room::replay(&log)?;
    if since > room.head() {
        let message = format!("you have seen {since}, but the game is at {}", room.head());
        return Err(Rejection::new(ErrorCode::SinceAhead, message));
    }
    let role = room.role(viewer.map(|player| &player.id));
    let told = history::tell(&log, since)?;
    let events = told.iter().map(|event| event.to(role).clone()).collect();
    Ok(Events { game, role, head: room.head(), events })
}

/// `GET /api/games/{game}/clock`: where each millisecond went.
pub(super) async fn clock(
    State(app): State<App>,
    _: Caller,
    Game(game): Game,
) -> Result<Json<ClockSheet>, Failure> {
    Ok(Json(history::clock_sheet(game, &app.log(game).await?)?))
}

/// `GET /api/games/{game}/record`: the game as text.
pub(super) async fn record(State(app): State<App>, _: Caller, Game(game): Game) -> Result<Plain, Failure> {
    Ok(Plain(records::record(game, &app.log(game).await?)?.to_string()))
}

/// `POST /api/commands`: a command message of the socket, over HTTP.
pub(super) async fn command(
    State(app): State<App>,
    Known(player): Known,
    Message(message): Message,
) -> Result<Json<ServerMessage>, Failure> {
    let no_command = || Rejection::new(ErrorCode::UnknownType, "over HTTP only commands can be sent");
    let (game, command) = command_of(message).ok_or_else(no_command)?;
    // Legal moves cost nothing.
    app.refusals.check(&player.id, time::now()).map_err(Failure::too_fast)?;
    match app.lobby.command(game, &player, &command).await {
        Ok(seq) => Ok(Json(ServerMessage::Ack { game, id: command.id, seq })),
        Err(rejection) => {
            let _ = app.refusals.take(player.id, 1, time::now());
            Err(rejection.into())
        }
    }
}

impl FromStr for Rules {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Ruleset::ALL.iter().any(|ruleset| ruleset.name() == text || ruleset.to_string() == text);
        if named { Ok(Self(text.to_owned())) } else { Err(ParseRulesetError) }
    }
}

impl Notation for Rules {
    const NAME: &'static str = "RulesFilter";
    const MEANS: &'static str = "A game by its name, or with its options.";

    fn spelling() -> Spelling {
        let named = Ruleset::ALL.iter().flat_map(|it| [it.name().to_owned(), it.to_string()]);
        let texts: BTreeSet<String> = named.collect();
        Spelling::OneOf(texts.into_iter().collect())
    }
}

impl Notation for Cursor {
    const NAME: &'static str = "Cursor";
    const MEANS: &'static str = "A place in a list, as an earlier answer gave it.";

    fn spelling() -> Spelling {
        Spelling::Pattern(r"^[0-9]{1,18}\.[0-9a-hjkmnp-tv-z]{12}$")
    }
}

impl Cursor {
    fn of(game: &GameSummary) -> Self {
        Self { created_at: game.created_at, id: game.game }
    }
}

impl Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.created_at, self.id)
    }
}

impl FromStr for Cursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = "a cursor is what an earlier answer gave as `next`";
        let (created_at, id) = text.split_once('.').ok_or(bad)?;
        Ok(Self { created_at: created_at.parse().map_err(|_| bad)?, id: id.parse().map_err(|_| bad)? })
    }
}

//! `GET /api/games`: the history, searched and read page by page.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::str::FromStr;

use axum::Json;
use axum::extract::{Query, State};
use ikibuguzo_engine::{ParseRulesetError, Ruleset};
use ikibuguzo_protocol::{
    Arrays, EndReason, ErrorCode, GameList, GameResult, Notation, Order, PlayerName, Spelling, StateFilter,
    Text,
};
use schemars::JsonSchema;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::extract::{Caller, Params};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use ikibuguzo_game::calendar;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_store::{Cursor, Search, SeatFilter};

/// Games on a page, where the query does not say.
const PAGE: u32 = 50;

/// Games on a page at the most.
const LONGEST_PAGE: u32 = 200;

/// The query of `GET /api/games`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchParams {
    /// Only games of these rules.
    rules: Option<Text<Rules>>,
    /// Only games of this player, in either seat.
    player: Option<PlayerName>,
    /// Only games in which `player` had this opponent.
    opponent: Option<PlayerName>,
    /// Only games in which this player sat South; neither `player` nor `opponent` with it.
    south: Option<PlayerName>,
    /// Only games in which this player sat North; neither `player` nor `opponent` with it.
    north: Option<PlayerName>,
    /// Only games that ended so.
    result: Option<GameResult>,
    /// Only games that ended for this reason.
    reason: Option<EndReason>,
    /// How far the games are.
    state: Option<StateFilter>,
    /// Only games of Ikibuguzo with these opening arrays.
    arrays: Option<Text<Arrays>>,
    /// Only games created then or later.
    from: Option<Text<Moment>>,
    /// Only games created before.
    until: Option<Text<Moment>>,
    /// Only finished games with so many turns or more.
    min_turns: Option<u32>,
    /// Only finished games with so many turns or fewer.
    max_turns: Option<u32>,
    /// The newest or the oldest first; the newest if left out.
    order: Option<Order>,
    /// Whether to count all games that the search finds.
    count: Option<bool>,
    /// The `next` of the page before, in the same search and order.
    cursor: Option<Text<Place>>,
    /// Games on a page, at most 200; 50 if left out.
    limit: Option<u32>,
}

/// A game by its name, or with its options.
#[derive(Debug)]
struct Rules(String);

/// A time, in milliseconds since 1970-01-01 UTC.
#[derive(Debug)]
struct Moment(u64);

/// A cursor as it crosses the wire: a place, and the search and the order that it is a place in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    cursor: Cursor,
    search: u32,
}

/// `GET /api/games`.
pub(crate) async fn list(
    State(app): State<App>,
    Caller(viewer): Caller,
    Params(params): Params<SearchParams>,
) -> Result<Json<GameList>, Failure> {
    let limit = params.limit.unwrap_or(PAGE).clamp(1, LONGEST_PAGE);
    let (place, wants_count) = (params.cursor.as_ref().map(|place| place.0), params.count == Some(true));
    let search = params.search(viewer.map(|player| player.id))?;
    let after = place.map(|place| place.of(&search)).transpose()?;
    let page = app.search(&search, after, limit).await?;
    let count = if wants_count { Some(app.store.count(&search).await?) } else { None };
    let next = page.next.map(|cursor| Place { cursor, search: fingerprint(&search) }.to_string());
    Ok(Json(GameList { games: page.games, next, count }))
}

/// The search that a query such as `rules=azigo&result=draw` asks for, without the games by invitation of anybody.
///
/// # Errors
///
/// `bad_query`.
pub fn read(query: &str) -> Result<Search, Error> {
    let uri = format!("/?{query}").parse().map_err(|_| bad("it is no query"))?;
    let params = Query::<SearchParams>::try_from_uri(&uri);
    params.map_err(|rejection| bad(&rejection.body_text()))?.0.search(None)
}

impl SearchParams {
    /// The search that the parameters make together.
    fn search(self, viewer: Option<PlayerId>) -> Result<Search, Error> {
        let search = Search {
            seats: seats(self.player, self.opponent, self.south, self.north)?,
            rules: self.rules.map(|rules| rules.0.0),
            result: self.result,
            reason: self.reason,
            state: self.state,
            arrays: self.arrays.map(|arrays| arrays.0),
            from: self.from.map(|from| from.0.0),
            until: self.until.map(|until| until.0.0),
            min_turns: self.min_turns,
            max_turns: self.max_turns,
            order: self.order.unwrap_or_default(),
            viewer,
        };
        let arranged = search.rules.as_ref().is_none_or(|rules| rules.starts_with("ikibuguzo"));
        if search.arrays.is_some() && !arranged {
            return Err(bad("only Ikibuguzo has opening arrays"));
        }
        Ok(search)
    }
}

impl SearchParams {
    /// What lists take and an export does not, which has finished games and no pages.
    pub(super) const OF_PAGES: [&str; 5] = ["state", "order", "count", "cursor", "limit"];

    /// The search for what an export tells: games that are over, in an order and with places of its own.
    pub(super) fn finished(self, viewer: Option<PlayerId>) -> Result<Search, Error> {
        if self.cursor.is_some() || self.limit.is_some() || self.order.is_some() || self.count.is_some() {
            return Err(bad("an export has no pages: it ends with the last game, and goes on with `after`"));
        }
        match self.state {
            None | Some(StateFilter::Finished) => self.search(viewer),
            Some(_) => Err(bad("an export has finished games alone")),
        }
    }
}

fn seats(
    player: Option<PlayerName>,
    opponent: Option<PlayerName>,
    south: Option<PlayerName>,
    north: Option<PlayerName>,
) -> Result<SeatFilter, Error> {
    match (player, opponent, south.is_some() || north.is_some()) {
        (Some(player), opponent, false) => Ok(SeatFilter::Either(player, opponent)),
        (None, None, true) => Ok(SeatFilter::Seated { south, north }),
        (None, None, false) => Ok(SeatFilter::Any),
        (None, Some(_), _) => Err(bad("`opponent` is whoever plays against `player`, which is not given")),
        (Some(_), _, true) => {
            Err(bad("give `player`, with `opponent` or without, or else `south` and `north`"))
        }
    }
}

fn bad(message: &str) -> Error {
    Error::new(ErrorCode::BadQuery, message)
}

/// What tells a search from any other, whoever asks it.
fn fingerprint(search: &Search) -> u32 {
    let search = Search { viewer: None, ..search.clone() };
    let hash = Sha256::digest(format!("{search:?}"));
    hash.iter().take(4).fold(0, |number, byte| number << 8 | u32::from(*byte))
}

impl Place {
    /// The place, if it is one of this search.
    fn of(self, search: &Search) -> Result<Cursor, Error> {
        if self.search == fingerprint(search) {
            return Ok(self.cursor);
        }
        let message = "the cursor belongs to another search or another order: begin this one without";
        Err(Error::new(ErrorCode::WrongCursor, message))
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{:08x}", self.cursor.created_at, self.cursor.id, self.search)
    }
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = "a cursor is what an earlier answer gave as `next`";
        let mut parts = text.splitn(3, '.');
        let mut part = || parts.next().ok_or(bad);
        let (created_at, id, search) = (part()?, part()?, part()?);
        let created_at = created_at.parse().map_err(|_| bad)?;
        let cursor = Cursor { created_at, id: id.parse().map_err(|_| bad)? };
        Ok(Self { cursor, search: u32::from_str_radix(search, 16).map_err(|_| bad)? })
    }
}

impl FromStr for Moment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = "a time is a date such as 2026-11-21, a time such as 2026-11-21T07:27:44Z, or milliseconds";
        calendar::read(text).map(Self).ok_or(bad)
    }
}

impl Notation for Place {
    const NAME: &'static str = "Cursor";
    const MEANS: &'static str = "A place in a search, as an earlier answer gave it.";

    fn spelling() -> Spelling {
        Spelling::Pattern(r"^[0-9]{1,18}\.[0-9a-hjkmnp-tv-z]{12}\.[0-9a-f]{8}$")
    }
}

impl Notation for Moment {
    const NAME: &'static str = "Moment";
    const MEANS: &'static str = "A date such as `2026-11-21`, which stands for its beginning in UTC, a time such as \
        `2026-11-21T07:27:44Z`, or milliseconds since 1970-01-01 UTC.";

    fn spelling() -> Spelling {
        Spelling::Pattern(MOMENT)
    }
}

/// Which times are written so; a month has only as many days as it has.
const MOMENT: &str = "^([0-9]{1,18}|(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\
    (T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9]))?)$";

impl Notation for Rules {
    const NAME: &'static str = "RulesFilter";
    const MEANS: &'static str = "A game by its name, or with its options.";

    fn spelling() -> Spelling {
        let named = Ruleset::ALL.iter().flat_map(|it| [it.name().to_owned(), it.to_string()]);
        let texts: BTreeSet<String> = named.collect();
        Spelling::OneOf(texts.into_iter().collect())
    }
}

impl FromStr for Rules {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Ruleset::ALL.iter().any(|ruleset| ruleset.name() == text || ruleset.to_string() == text);
        if named { Ok(Self(text.to_owned())) } else { Err(ParseRulesetError) }
    }
}

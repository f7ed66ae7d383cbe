//! The parameters of a search for games, as the API and the form of the page give them.

use std::collections::BTreeSet;
use std::str::FromStr;

use ikibuguzo_engine::{ParseRulesetError, Ruleset};
use ikibuguzo_game::calendar;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_protocol::{
    ArrayPair, EndReason, ErrorCode, GameResult, Notation, Order, PlayerName, StateFilter, Text, TextFormat,
    Timestamp,
};
use ikibuguzo_store::{Search, SeatFilter};
use schemars::JsonSchema;
use serde::Deserialize;

use super::game_cursor::GameCursor;
use super::games::GameQuery;
use super::named_games::GameIds;
use super::page_length::page_length;
use crate::error::Error;

/// Number of games on a page, if the query does not say.
const DEFAULT_PAGE_LENGTH: u32 = 50;

/// Largest number of games on a page.
const MAX_PAGE_LENGTH: u32 = 200;

/// The query of `GET /api/games`.
#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameParameters {
    /// These games in this order, private or not, without any other parameter.
    pub(crate) ids: Option<Text<GameIds>>,
    /// Only games of these rules.
    pub(crate) rules: Option<Text<RulesFilter>>,
    /// Only games of this player, in either seat.
    pub(crate) player: Option<PlayerName>,
    /// Only games in which `player` had this opponent.
    pub(crate) opponent: Option<PlayerName>,
    /// Only games in which this player sat South; neither `player` nor `opponent` with it.
    pub(crate) south: Option<PlayerName>,
    /// Only games in which this player sat North; neither `player` nor `opponent` with it.
    pub(crate) north: Option<PlayerName>,
    /// Only games with this result.
    pub(crate) result: Option<GameResult>,
    /// Only games that ended for this reason.
    pub(crate) reason: Option<EndReason>,
    /// Only games in this state.
    pub(crate) state: Option<StateFilter>,
    /// Only games of Ikibuguzo with these opening arrays.
    pub(crate) arrays: Option<Text<ArrayPair>>,
    /// Only games created at this time or later.
    pub(crate) from: Option<Text<Moment>>,
    /// Only games created before this time.
    pub(crate) until: Option<Text<Moment>>,
    /// Only finished games with at least this many turns.
    pub(crate) min_turns: Option<u32>,
    /// Only finished games with at most this many turns.
    pub(crate) max_turns: Option<u32>,
    /// By creation, the newest first, if left out; `ended` lists only finished games.
    pub(crate) order: Option<Order>,
    /// Only live games that wait for the player of the token: to move, or to arrange.
    pub(crate) my_turn: Option<bool>,
    /// Whether to count all games that the search finds.
    pub(crate) count: Option<bool>,
    /// The `next` of the page before, in the same search and order.
    pub(crate) cursor: Option<Text<GameCursor>>,
    /// Games on a page; 50 if left out.
    #[schemars(range(min = 1, max = MAX_PAGE_LENGTH))]
    pub(crate) limit: Option<u32>,
}

/// A game by its name, or with its options.
#[derive(Debug, PartialEq)]
pub(crate) struct RulesFilter(String);

/// A time, in milliseconds since 1970-01-01 UTC.
#[derive(Debug, PartialEq)]
pub(crate) struct Moment(pub(crate) Timestamp);

impl GameParameters {
    /// The parameters that an export does not take: it has only finished games and no pages.
    pub(crate) const OF_PAGES: [&str; 7] = ["ids", "state", "my_turn", "order", "count", "cursor", "limit"];

    /// Takes the games that are named by their ids, if any are.
    ///
    /// # Errors
    ///
    /// `bad_query` if other parameters are given too.
    pub(crate) fn take_ids(&mut self) -> Result<Option<GameIds>, Error> {
        match self.ids.take() {
            Some(_) if *self != Self::default() => {
                Err(bad("`ids` stands alone: it takes no other parameter"))
            }
            ids => Ok(ids.map(|ids| ids.0)),
        }
    }

    /// The page that the parameters ask for.
    ///
    /// # Errors
    ///
    /// `bad_query` if the parameters contradict each other, or the page has no games or too many; `token_required` for
    /// `my_turn` without a viewer.
    pub(crate) fn query(self, viewer: Option<&Player>) -> Result<GameQuery, Error> {
        let limit = page_length(self.limit, DEFAULT_PAGE_LENGTH, MAX_PAGE_LENGTH)?;
        let after = self.cursor.as_ref().map(|cursor| cursor.0);
        let (with_count, only_my_turn) = (self.count == Some(true), self.my_turn == Some(true));
        let search = self.search(viewer.map(|player| player.id.clone()))?;
        let search = if only_my_turn { narrowed_to_turns(search, viewer, with_count)? } else { search };
        Ok(GameQuery { search, after, limit, with_count, only_my_turn })
    }

    /// The search that the parameters make together.
    ///
    /// # Errors
    ///
    /// `bad_query` if the parameters contradict each other.
    pub(crate) fn search(self, viewer: Option<PlayerId>) -> Result<Search, Error> {
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
        let search = if search.order == Order::Ended { by_end(search)? } else { search };
        let has_arrays = |text: &String| RulesFilter::rulesets(text).any(|rules| !rules.arrays().is_empty());
        if search.arrays.is_some() && !search.rules.as_ref().is_none_or(has_arrays) {
            return Err(bad("this game has no opening arrays"));
        }
        Ok(search)
    }

    /// The search of an export: finished games, in the order of their ends.
    ///
    /// # Errors
    ///
    /// `bad_query` if the parameters contradict each other, or belong to pages.
    pub(crate) fn finished(self, viewer: Option<PlayerId>) -> Result<Search, Error> {
        let has_page = self.cursor.is_some() || self.limit.is_some() || self.order.is_some();
        if has_page || self.ids.is_some() || self.count.is_some() || self.my_turn.is_some() {
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
        (None, Some(_), _) => {
            Err(bad("`opponent` is the other player of a game of `player`, which is not given"))
        }
        (Some(_), _, true) => {
            Err(bad("give `player`, with `opponent` or without, or else `south` and `north`"))
        }
    }
}

/// The search for finished games. The list has no others, so it needs no filter.
fn by_end(search: Search) -> Result<Search, Error> {
    match search.state {
        None | Some(StateFilter::Finished) => Ok(Search { state: None, ..search }),
        Some(_) => Err(bad("only finished games are in the order of their ends")),
    }
}

/// The search for those of its games that can wait for the viewer: live ones of its own.
fn narrowed_to_turns(search: Search, viewer: Option<&Player>, with_count: bool) -> Result<Search, Error> {
    let viewer = viewer.ok_or_else(|| {
        Error::new(ErrorCode::TokenRequired, "`my_turn` lists your own games: send a player's token")
    })?;
    if search.order == Order::Ended || search.state.is_some_and(|state| state != StateFilter::Live) {
        return Err(bad("only live games wait for a player"));
    }
    if with_count {
        return Err(bad("games that wait for a player are not counted"));
    }
    let seats = match search.seats {
        SeatFilter::Any => SeatFilter::Either(viewer.name.clone(), None),
        seats => seats,
    };
    Ok(Search { seats, state: Some(StateFilter::Live), ..search })
}

fn bad(message: &str) -> Error {
    Error::new(ErrorCode::BadQuery, message)
}

impl RulesFilter {
    /// The rulesets with this name, or the one with these options.
    fn rulesets(text: &str) -> impl Iterator<Item = Ruleset> {
        Ruleset::ALL.iter().copied().filter(move |rules| rules.name() == text || rules.to_string() == text)
    }
}

impl FromStr for RulesFilter {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut found = Self::rulesets(text);
        found.next().map(|_| Self(text.to_owned())).ok_or(ParseRulesetError)
    }
}

impl FromStr for Moment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = "a time is a date such as 2026-11-21, a time such as 2026-11-21T07:27:44Z, or milliseconds";
        calendar::parse_time(text).map(Self).ok_or(bad)
    }
}

impl Notation for RulesFilter {
    const NAME: &'static str = "RulesFilter";
    const DESCRIPTION: &'static str = "A game by its name, or with its options.";

    fn text_format() -> TextFormat {
        let named = Ruleset::ALL.iter().flat_map(|it| [it.name().to_owned(), it.to_string()]);
        let texts: BTreeSet<String> = named.collect();
        TextFormat::OneOf(texts.into_iter().collect())
    }
}

impl Notation for Moment {
    const NAME: &'static str = "Moment";
    const DESCRIPTION: &'static str = "A date such as `2026-11-21`, which stands for its beginning in UTC, a time such as \
        `2026-11-21T07:27:44Z`, or milliseconds since 1970-01-01 UTC.";

    fn text_format() -> TextFormat {
        TextFormat::Pattern(MOMENT)
    }
}

/// A date, a time, or milliseconds. The pattern does not know how many days a month has.
const MOMENT: &str = "^([0-9]{1,18}|(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\
    (T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9]))?)$";

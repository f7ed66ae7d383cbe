//! The text form of a position: one line of fields, described with its grammar in docs/NOTATION.md.

use std::fmt;
use std::str::{FromStr, Split};

use crate::board::Board;
use crate::hole::MAX_HOLES;
use crate::position::PositionParts;
use crate::ruleset::GameState;
use crate::{BySeat, Hole, Outcome, Position, Ruleset, Seat, Setup};

// Error messages below name these limits.
const _: () = assert!(Position::QUIET_TURNS == 200 && Setup::MAX_COUNTERS == 255);

/// The text of an absent value.
const ABSENT: &str = "-";

impl fmt::Display for Position {
    /// ```
    /// use ikibuguzo_engine::{Game, Position};
    ///
    /// let game = Game::from_rulespec("kubuguza")?;
    /// let text = "kubuguza 0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4 0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4 - south due/due - 0 0 -";
    /// assert_eq!(game.position().to_string(), text);
    /// assert_eq!(text.parse::<Position>().as_ref(), Ok(game.position()));
    /// # Ok::<(), ikibuguzo_engine::ParseRulespecError>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PositionParts { quiet, turns, outcome, .. } = self.parts();
        let result = outcome.map_or_else(|| ABSENT.to_owned(), result_text);
        write!(f, "{} {quiet} {turns} {result}", self.identity_text())
    }
}

impl Position {
    /// The first seven fields of the text form, which identify a position in searches. The number of turns, the number
    /// of turns without a capture, and the outcome are left out.
    ///
    /// The text of a position never changes between versions.
    ///
    /// ```
    /// use ikibuguzo_engine::{Game, Position};
    ///
    /// let one: Position = "njombwa:8 0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,1 0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,1 - south -/- - 3 40 -".parse()?;
    /// let other: Position = "njombwa:8 0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,1 0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,1 - south -/- - 9 52 -".parse()?;
    /// assert_eq!(one.identity_text(), other.identity_text());
    /// # Ok::<(), ikibuguzo_engine::ParsePositionError>(())
    /// ```
    pub fn identity_text(&self) -> String {
        let PositionParts { ruleset, board, seat, state, .. } = self.parts();
        let [south, north] = Seat::ALL.map(|seat| counts(board.side(seat)));
        let stores = state.stores().map(|stores| format!("{},{}", stores.south, stores.north));
        let [opening_south, opening_north] = Seat::ALL.map(|seat| state.rules().opening_text(seat));
        let stores = stores.as_deref().unwrap_or(ABSENT);
        let pending = pending_text(&state, seat);
        format!("{ruleset} {south} {north} {stores} {seat} {opening_south}/{opening_north} {pending}")
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let mut fields = FieldReader { rest: text.split(' '), column: 1, next_column: 1 };
        let parts = fields.read()?;
        let column = fields.column;
        Position::from_parts(parts)
            .ok_or(ParsePositionError { column, what: "no game can have this position" })
    }
}

/// The text is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePositionError {
    /// The first character of the invalid field, counted from 1.
    pub column: usize,
    what: &'static str,
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.what)
    }
}

impl std::error::Error for ParsePositionError {}

/// Reads the fields of a position's text one by one.
struct FieldReader<'a> {
    rest: Split<'a, char>,
    /// The first character of the field that was read last, counted from 1.
    column: usize,
    next_column: usize,
}

impl<'a> FieldReader<'a> {
    fn read(&mut self) -> Result<PositionParts, ParsePositionError> {
        let ruleset: Ruleset = self.parse_field("this is not a ruleset")?;
        let length = ruleset.rows() * ruleset.columns();
        let south = self.read_field("the counters of South's holes, with commas between them", |text| {
            side(text, length)
        })?;
        let north = self.read_field("the counters of North's holes, with commas between them", |text| {
            side(text, length)
        })?;
        let stores =
            self.read_field("the stores as 9,9, or - in games without", |text| stores(text, ruleset))?;
        let seat = self.parse_field("the seat to move is south or north")?;
        let mut state = ruleset.state_of_setup(stores);
        self.read_field("the opening turns that bind the seats, or -/-", |text| openings(&mut state, text))?;
        self.read_field("the counters in hand, or -", |text| pending(&mut state, seat, text))?;
        let quiet = self.read_field("turns without a capture, 0 to 200", |text| {
            number(text).filter(|quiet| *quiet <= u32::from(Position::QUIET_TURNS))
        })?;
        let turns = self.read_field("the number of turns", number)?;
        let outcome = self.read_field("the result, as in south:no-move or draw:quiet, or -", result)?;
        if self.rest.next().is_some() {
            self.column = self.next_column;
            return Err(self.error("the result is the last field"));
        }
        let board = Board::new(BySeat::new(&south[..length], &north[..length]));
        let hand = state.rules().pending().map_or(0, |hand| u16::from(hand.counters));
        let counters = board.sum(Seat::South) + board.sum(Seat::North) + hand;
        let all = usize::from(counters + u16::from(stores.south) + u16::from(stores.north));
        if all > Setup::MAX_COUNTERS {
            return Err(self.error("there are more than 255 counters"));
        }
        Ok(PositionParts { ruleset, board, seat, state, quiet: quiet as u8, turns, outcome })
    }

    fn parse_field<T: FromStr>(&mut self, what: &'static str) -> Result<T, ParsePositionError> {
        self.read_field(what, |text| text.parse().ok())
    }

    fn read_field<T>(
        &mut self,
        what: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, ParsePositionError> {
        self.column = self.next_column;
        let field = self.rest.next().unwrap_or_default();
        self.next_column += field.chars().count() + 1;
        read(field).ok_or_else(|| self.error(what))
    }

    fn error(&self, what: &'static str) -> ParsePositionError {
        ParsePositionError { column: self.column, what }
    }
}

fn counts(side: &[u8]) -> String {
    side.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

fn side(text: &str, length: usize) -> Option<[u8; MAX_HOLES]> {
    let mut holes = [0; MAX_HOLES];
    let mut parts = text.split(',');
    for hole in &mut holes[..length] {
        *hole = number_u8(parts.next()?)?;
    }
    parts.next().is_none().then_some(holes)
}

fn stores(text: &str, ruleset: Ruleset) -> Option<BySeat<u8>> {
    match (ruleset.has_stores(), text) {
        (false, ABSENT) => Some(BySeat::default()),
        (false, _) => None,
        (true, text) => {
            let (south, north) = text.split_once(',')?;
            Some(BySeat::new(number_u8(south)?, number_u8(north)?))
        }
    }
}

fn openings(state: &mut GameState, text: &str) -> Option<()> {
    let (south, north) = text.split_once('/')?;
    let rules = state.rules_mut();
    (rules.read_opening(Seat::South, south) && rules.read_opening(Seat::North, north)).then_some(())
}

/// Writes the counters in hand, the number of laps and the marks of the turn: `A5:12:captured+series`.
fn pending_text(state: &GameState, seat: Seat) -> String {
    let Some(hand) = state.rules().pending() else {
        return ABSENT.to_owned();
    };
    let (laps, marks) = state.rules().turn_text();
    let marks = if marks.is_empty() { ABSENT.to_owned() } else { marks.join("+") };
    format!("{}{}:{laps}:{marks}", Hole::new(seat, hand.index), hand.counters)
}

fn pending(state: &mut GameState, seat: Seat, text: &str) -> Option<()> {
    if text == ABSENT {
        return Some(());
    }
    let (hand, rest) = text.split_once(':')?;
    let (laps, marks) = rest.split_once(':')?;
    let (letter, counters) = hand.split_at_checked(1)?;
    let hole: Hole = letter.parse().ok()?;
    let hand = crate::rules::Hand { index: hole.index, counters: number_u8(counters)? };
    let marks: Vec<&str> = if marks == ABSENT { Vec::new() } else { marks.split('+').collect() };
    let laps = number(laps).and_then(|laps| u16::try_from(laps).ok())?;
    (hole.seat == seat && state.rules_mut().read_turn(hand, laps, &marks)).then_some(())
}

fn result_text(outcome: Outcome) -> String {
    format!("{}:{}", outcome.winner.map_or("draw", Seat::as_str), outcome.reason)
}

fn result(text: &str) -> Option<Option<Outcome>> {
    if text == ABSENT {
        return Some(None);
    }
    let (winner, reason) = text.split_once(':')?;
    let winner = if winner == "draw" { None } else { Some(winner.parse().ok()?) };
    Some(Some(Outcome { winner, reason: reason.parse().ok()? }))
}

/// Parses a number in its only spelling: digits without a sign or leading zeros.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

fn number_u8(text: &str) -> Option<u8> {
    number(text).and_then(|number| u8::try_from(number).ok())
}

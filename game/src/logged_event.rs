//! The events of a game as a client has them, as far as boards and clocks follow from them.

use std::time::Duration;

use ikibuguzo_engine::{Action, Array, Ruleset, Seat};
use ikibuguzo_protocol::{OfferKind, Seats, Text, TimeControl, Timestamp};
use serde::Deserialize;

use crate::fact::{Entry, Fact};
use crate::player::Player;
use crate::room::CorruptLog;

/// Kinds of events that change neither boards nor clocks.
pub(crate) const IRRELEVANT: [&str; 14] = [
    "invited",
    "declined",
    "draw_offered",
    "draw_declined",
    "takeback_offered",
    "takeback_declined",
    "previews_offered",
    "previews_declined",
    "previews_agreed",
    "said",
    "ended",
    "rematch_offered",
    "rematch_declined",
    "rematched",
];

/// An event of a game, as far as boards and clocks follow from it. It is read from an event in either form; all other
/// fields are ignored. It is one flat type, because code that reads all of [`EventKind`](ikibuguzo_protocol::EventKind)
/// would make the page's module larger by a fifth.
#[derive(Clone, Debug, Deserialize)]
pub struct LoggedEvent {
    seq: u64,
    at: Timestamp,
    /// None in the compact form, which only actions have.
    kind: Option<String>,
    seat: Option<Text<Seat>>,
    action: Option<Text<Action>>,
    rules: Option<Text<Ruleset>>,
    rules_version: Option<u32>,
    clock: Option<Text<TimeControl>>,
    allowance: Option<u64>,
    berserk: Option<bool>,
    arrays: Option<Seats<Text<Array>>>,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
    offer: Option<u64>,
    position: Option<LoggedPosition>,
    #[serde(default)]
    closes: Vec<OfferKind>,
}

/// A position, as far as a takeback follows from it.
#[derive(Clone, Copy, Debug, Deserialize)]
struct LoggedPosition {
    ply: u32,
}

impl LoggedEvent {
    /// Its number in the game.
    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    /// When the server received it.
    pub(crate) fn at(&self) -> Timestamp {
        self.at
    }

    /// Whether it is an action in the compact form.
    pub(crate) fn is_compact(&self) -> bool {
        self.kind.is_none()
    }

    /// The offers that it closes.
    pub(crate) fn closes(&self) -> &[OfferKind] {
        &self.closes
    }

    /// The arrays that it reveals.
    pub(crate) fn arrays(&self) -> Option<Seats<Text<Array>>> {
        self.arrays
    }

    /// The entry of the log from which it came, without what concerns neither boards nor clocks; none if nothing of it
    /// does. `to_move` is the seat that acts, `arrays` are those that the game reveals.
    ///
    /// # Errors
    ///
    /// If its kind is unknown, or a field is missing.
    pub(crate) fn entry(
        &self,
        to_move: Option<Seat>,
        arrays: Option<Seats<Text<Array>>>,
    ) -> Result<Option<Entry>, CorruptLog> {
        let kind = self.kind.as_deref().unwrap_or("acted");
        if IRRELEVANT.contains(&kind) {
            return Ok(None);
        }
        let fact = self.fact(kind, to_move, arrays);
        let fact = fact.ok_or_else(|| CorruptLog::new(self.seq, "it is not known, or does not fit"))?;
        Ok(Some(Entry { seq: self.seq, at: self.at, origin: None, fact }))
    }

    fn fact(&self, kind: &str, to_move: Option<Seat>, arrays: Option<Seats<Text<Array>>>) -> Option<Fact> {
        Some(match kind {
            "created" => self.created()?,
            "seated" => Fact::Seated { seat: self.seat?, player: player_in(*self.seat?), commitment: None },
            "arranged" => {
                Fact::Arranged { seat: self.seat?, array: *arrays?.get(*self.seat?), commitment: None }
            }
            "revealed" => Fact::Revealed {},
            "begun" => Fact::Begun {},
            "berserked" => Fact::Berserked { seat: self.seat? },
            "acted" => Fact::Acted { seat: Text(to_move?), action: self.action? },
            "excused" => Fact::Excused { from: self.from?, until: self.until? },
            "taken_back" => Fact::TakenBack { offer: self.offer?, plies: self.position?.ply },
            _ => return None,
        })
    }

    fn created(&self) -> Option<Fact> {
        Some(Fact::Created {
            rules: self.rules?,
            rules_version: self.rules_version?,
            public: false,
            clock: self.clock.unwrap_or_default(),
            allowance: Duration::from_millis(self.allowance.unwrap_or_default()),
            rated: false,
            berserk: self.berserk.unwrap_or_default(),
            rematch_of: None,
            from_record: None,
        })
    }
}

/// A player with the name of the seat.
fn player_in(seat: Seat) -> Player {
    let name = seat.to_string();
    Player::person(name.as_str().into(), name.parse().expect("a valid name"))
}
